"""WebKit and Firefox: the same wall, tablet, phone and desk, each in a window of its own and on more pages than in the
short pass. What a script complains of is not heard from either."""

import os
import signal

import pytest

from tests.box import Box
from tests.browser.prepared import past_the_pages
from tests.devices import driven
from tests.devices.conftest import in_engine, in_old_chromium
from tests.devices.flows import (
    WALL_SCENES,
    clock_is_on,
    desk_pages_are_styled,
    phone_pages_fit,
    result_told_at,
    result_told_on,
    wall_shows,
)
from tests.server.played import in_bracket
from tests.soaking import LONG

pytestmark = LONG
WALL, TABLET = {"width": 1280, "height": 720}, {"width": 1024, "height": 768}
PHONE, LAPTOP = {"width": 500, "height": 844}, {"width": 1366, "height": 768}


def test_the_wall_shows_every_scene(engine, box, prepared):
    with past_the_pages(box) as app:
        engine(lambda wall: wall_shows(wall, box, {**WALL_SCENES, "clock": clock_is_on(app).tid}), **WALL)


@pytest.mark.parametrize("size", [8, 16])
def test_the_lines_of_a_bracket_meet_its_boxes(engine, tmp_path, size):
    """WebKit drew those of a top 8 and 16 too short: a percentage of a row that stretches is none there."""
    with Box(tmp_path) as box, past_the_pages(box) as app:
        in_bracket(app, players=2 * size + 1, cut=size)
        engine(lambda wall: wall_shows(wall, box, {"bracket": "cup"}), **WALL)


def test_a_result_is_told_and_confirmed_at_a_tablet(engine, box):
    with past_the_pages(box) as app:
        engine(lambda tablet: result_told_at(tablet, box, app), **TABLET)


def test_a_result_is_told_on_a_phone(engine, box):
    with past_the_pages(box) as app:
        engine(lambda phone: result_told_on(phone, box, app), **PHONE)


def test_a_phone_reads_everything(engine, box, prepared):
    engine(lambda phone: phone_pages_fit(phone, box), **PHONE)


def test_a_laptop_runs_the_desk(engine, box, prepared):
    engine(lambda desk: desk_pages_are_styled(desk, box), **LAPTOP)


@pytest.mark.parametrize("kind", ["webkit", "firefox", 80])
def test_a_real_browser_that_stands_still_is_found_out_and_replaced(kind, box, monkeypatch):
    play = in_old_chromium(kind) if isinstance(kind, int) else in_engine(kind)
    seen = []

    def stopped_once(browser):
        seen.append(browser)
        if len(seen) == 1:
            monkeypatch.setattr(driven, "HUNG_S", 2)
            for process in browser._processes:
                os.killpg(process.pid, signal.SIGSTOP)
        browser.visit(f"{box.address}/sign-in")
        assert browser.value("document.title").startswith("Sign in")

    def patient(browser):
        try:
            stopped_once(browser)
        finally:
            monkeypatch.undo()

    play(patient, **LAPTOP)
    assert len(seen) == 2
