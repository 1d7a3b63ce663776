"""The command line pairs a document without the server: whoever calls it in a loop pays for each module every time."""

import json
import subprocess
import sys

import pytest

NOT_NEEDED = (
    *("flask", "werkzeug", "jinja2", "sqlalchemy", "alembic", "waitress", "segno", "gpiozero", "PIL"),
    *("socket", "ssl", "http", "asyncio", "sqlite3", "subprocess", "multiprocessing"),
    *(
        "server.app",
        "server.core.config",
        "server.core.network",
        "server.core.db",
        "server.cli.bench",
        "engine.simulate",
    ),
    *("server.cli.standing_lines", "server.cli.box_commands"),
)
ASKED = """
import sys
from server.cli.__main__ import main
code = main(sys.argv[1:])
ours = [module for name, module in sys.modules.items() if name.split(".")[0] in ("engine", "server")]
kinds = {kind for module in ours for kind in vars(module).values() if isinstance(kind, type)}
compiled = {f"{kind.__module__}.{kind.__qualname__}" for kind in kinds if "__dataclass_params__" in vars(kind)}
compiled -= {f"{kind.__module__}.{kind.__qualname__}" for kind in kinds if hasattr(kind, "_copy")}
print(" ".join(sorted(sys.modules)), file=sys.stderr)
print(" ".join(sorted(compiled)), file=sys.stderr)
sys.exit(code)
"""
EVENT = {"ruleset": "ashes-reborn", "players": [{"id": f"p{i}", "name": f"Player {i}"} for i in range(5)], "rounds": []}


@pytest.fixture(scope="module")
def loaded():
    """Which modules a process of its own has after pairing an event, and the classes that the library compiled."""
    ran = subprocess.run(
        [sys.executable, "-c", ASKED, "pair", "-"], input=json.dumps(EVENT), capture_output=True, text=True, check=True
    )
    assert len(json.loads(ran.stdout)["matches"]) == 2
    modules, compiled = ran.stderr.split("\n")[:2]
    return set(modules.split()), compiled.split()


def test_pairing_loads_nothing_of_the_server_and_of_the_network(loaded):
    modules, _ = loaded
    assert "engine.pairing.swiss" in modules
    assert modules.isdisjoint(NOT_NEEDED), modules.intersection(NOT_NEEDED)


def test_no_class_is_compiled_by_the_standard_library_where_ours_is_at_hand(loaded):
    """There were 186 of them, a third of a millisecond each: `from engine.values import dataclass`."""
    _, compiled = loaded
    assert not compiled
