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
print(" ".join(sorted(sys.modules)), file=sys.stderr)
sys.exit(code)
"""
EVENT = {"ruleset": "ashes-reborn", "players": [{"id": f"p{i}", "name": f"Player {i}"} for i in range(5)], "rounds": []}


@pytest.fixture(scope="module")
def loaded():
    """Which modules a process of its own has after pairing an event."""
    ran = subprocess.run(
        [sys.executable, "-c", ASKED, "pair", "-"], input=json.dumps(EVENT), capture_output=True, text=True, check=True
    )
    assert len(json.loads(ran.stdout)["matches"]) == 2
    return set(ran.stderr.split())


def test_pairing_loads_nothing_of_the_server_and_of_the_network(loaded):
    assert "engine.pairing.swiss" in loaded
    assert loaded.isdisjoint(NOT_NEEDED), loaded.intersection(NOT_NEEDED)
