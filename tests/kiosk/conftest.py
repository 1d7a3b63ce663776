"""The box as it runs, with an event in it."""

import pytest

from engine.decisions import rounds
from server.app import opened_app
from server.core import journal
from server.core.config import Config
from tests.box import Box
from tests.server.cup import Cup


@pytest.fixture
def box(tmp_path):
    """The server as a process of its own."""
    with Box(tmp_path / "data") as box:
        yield box


@pytest.fixture
def event(box):
    """An event whose round can start."""
    journal.forget()
    with opened_app(Config(box.data)) as app:
        yield Cup(app).begin(4).do(rounds.publish)
    journal.forget()
