"""Televisions of 2021 and tablets of 2020: real Chromiums of that time play with us. That it looks right is seen in the
pictures (`CINDERBOX_PICTURES=folder` keeps them), not here."""

import secrets

import pytest

from engine.decisions import clock
from server.core.timekeeping import moment
from server.table import tablets
from tests.box import Box
from tests.browser.prepared import past_the_pages
from tests.devices.conftest import LONG
from tests.devices.flows import desk_pages_are_styled, digits_are_large, phone_pages_fit, result_told_at
from tests.server.result_event import Event

pytestmark = LONG
FOUR = ["Ana", "Ben", "Cleo", "Dag"]
EVERY = [80, 92, 106]
ON_A_DESK = [92, 106]


@pytest.mark.parametrize("version", EVERY)
def test_the_wall_of_an_old_television_shows_the_clock(old, tmp_path, version):
    with Box(tmp_path) as box, past_the_pages(box) as app:
        Event(app, FOUR).start().do(lambda t: clock.start_clock(t, moment()))
        wall = old(version, width=1920, height=1080)
        wall.visit(f"{box.address}/wall")
        digits_are_large(wall)


@pytest.mark.parametrize("version", EVERY)
def test_a_result_is_told_and_confirmed_at_an_old_tablet(old, box, version):
    with past_the_pages(box) as app:
        tid = f"old-{secrets.token_hex(3)}"
        event = Event(app, FOUR, tid=tid).start()
        with app.app_context():
            code = tablets.make_tablet(f"tablet {tid}", tid, 1)
        result_told_at(old(version, width=1024, height=768), box, code)
        assert event.match(1).result.outcomes[1].blood == 12


@pytest.mark.parametrize("version", EVERY)
def test_an_old_phone_reads_everything(old, box, prepared, version):
    phone_pages_fit(old(version, width=390, height=844), box)


@pytest.mark.parametrize("version", ON_A_DESK)
def test_an_old_laptop_runs_the_desk(old, box, prepared, version):
    desk_pages_are_styled(old(version, width=1366, height=768), box)
