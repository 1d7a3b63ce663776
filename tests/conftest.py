"""What every test may use."""

import io
import os
import sys
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests.longest import longest_first
from tests.soaking import SOAK

# Compiled once and kept, whatever the shell says: every worker, and every server that a test starts, would do it again.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# The same examples on every run, so that a red test is about the change at hand; `make soak` looks elsewhere, longer.
# How long an example takes to be made up says how busy the machine is, and nothing about the change.
BOTH = {"deadline": None, "database": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("test", max_examples=60, derandomize=True, **BOTH)
settings.register_profile("soak", max_examples=2000, **BOTH)
# Whoever runs the tests may have no battery clock and no network: what a box does then has tests of its own.
os.environ.setdefault("CINDERBOX_TIME_OF_DAY", "known")
settings.load_profile("soak" if SOAK else "test")


def pytest_collection_modifyitems(items):
    items[:] = longest_first(items)


@pytest.fixture(scope="session", autouse=True)
def _no_notes_at_home(tmp_path_factory):
    """A server that is started remembers its data directory: not in the home of whoever runs the tests."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        yield


@dataclass(frozen=True)
class Ran:
    """What a call of the command line gave back."""

    exit: int
    out: str
    err: str


@pytest.fixture
def cinderbox(monkeypatch: pytest.MonkeyPatch):
    """Call the `cinderbox` command in this process: cinderbox("pair", "-", stdin="{…}")."""
    from server.cli.__main__ import main

    def call(*args: Any, stdin: str = "") -> Ran:
        out, err, umask = io.StringIO(), io.StringIO(), os.umask(0o022)
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        monkeypatch.setattr(sys, "stdout", out)
        monkeypatch.setattr(sys, "stderr", err)
        try:
            code = main([str(a) for a in args])
        except SystemExit as stop:
            code = stop.code if isinstance(stop.code, int) else 1
        finally:
            monkeypatch.undo()
            os.umask(umask)
        return Ran(code, out.getvalue(), err.getvalue())

    return call
