"""A short pass in the engines that others browse with: Firefox, WebKit (iPhones and iPads), and the oldest Chromium
that may be a tablet. One browser each, for wall, tablet, phone and desk; `make soak-browser` plays the whole.

Not heard here: what a script complains of in Firefox and WebKit (their protocols do not tell); what a page does without
JavaScript there. A real iPhone has not been tried: this WebKit has the engine of one, not its screen and keyboard.
"""

import pytest

from tests.browser.prepared import past_the_pages
from tests.devices.conftest import in_engine, in_old_chromium
from tests.devices.driven import Hung, played
from tests.devices.firefox import Firefox
from tests.devices.flows import (
    WALL_SCENES,
    clock_is_on,
    comes_back,
    desk_pages_are_styled,
    phone_pages_fit,
    result_told_at,
    result_told_on,
    wall_shows,
)

LARGEST = {"width": 1366, "height": 768}


@pytest.mark.parametrize("name", ["firefox", "webkit"])
def test_wall_tablet_phone_and_desk_in_other_engines(name, box, prepared):
    with past_the_pages(box) as app:
        in_engine(name)(lambda browser: short_pass(browser, box, app), **LARGEST)


def test_wall_tablet_and_phone_in_a_chromium_of_2020(box, prepared):
    """The desk is for Chrome 92 and newer."""
    with past_the_pages(box) as app:
        in_old_chromium(80)(lambda browser: in_the_hall(browser, box, app), **LARGEST)


def short_pass(browser, box, app):
    in_the_hall(browser, box, app)
    assert comes_back(browser, box, app) or isinstance(browser, Firefox)
    browser.size(1366, 768)
    desk_pages_are_styled(browser, box, ("/", "/results/", "/pairings/"))


def in_the_hall(browser, box, app):
    browser.size(1280, 720)
    wall_shows(browser, box, {**WALL_SCENES, "clock": clock_is_on(app).tid})
    browser.size(1024, 768)
    result_told_at(browser, box, app)
    browser.size(500, 768)
    phone_pages_fit(browser, box, ("/e/playing/", "/e/playing/standings"))
    result_told_on(browser, box, app)


class Sleepy:
    """A browser that hangs as often as it is told to."""

    def __init__(self, times):
        self.times, self.opened, self.closed = times, 0, 0

    def open(self):
        self.opened += 1
        return self

    def close(self):
        self.closed += 1

    def play(self, _):
        if self.opened <= self.times:
            raise Hung
        return "played"


def test_a_browser_that_hangs_is_ended_and_another_one_plays_once_more():
    sleepy = Sleepy(1)
    assert played(sleepy.open, sleepy.play) == "played"
    assert sleepy.opened == sleepy.closed == 2


def test_a_browser_that_hangs_twice_is_a_failure():
    sleepy = Sleepy(2)
    with pytest.raises(Hung):
        played(sleepy.open, sleepy.play)
    assert sleepy.opened == sleepy.closed == 2
