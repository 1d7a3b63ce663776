"""An event on whose floor judges walk: its first round is on and the clock runs."""

import pytest

from engine.decisions import clock
from server.core.timekeeping import moment
from server.floor import calls
from tests.server.conftest import Actor
from tests.server.result_event import Event


@pytest.fixture
def cup(app, request):
    """With the players whom the module names."""
    event = Event(app, request.module.NAMES).start()
    event.do(lambda t: clock.start_clock(t, moment()))
    return event


@pytest.fixture
def pia(app, judge):
    """A judge with a name."""
    return Actor(app).sign_in("2468", "Pia")


def call(event, table=1, kind="judge"):
    """A table calls."""
    with event.app.app_context():
        return calls.make_call("cup", 1, table, kind=kind, by="d1")
