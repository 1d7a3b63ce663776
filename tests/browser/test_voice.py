"""The wall that sounds says its calls: in order, once, after its tones, and stops when the desk says so."""

import re
import shutil

import pytest

from server.wall import voice
from tests.box import Box, Visitor
from tests.browser.test_wall_follows import LOUDSPEAKER, let_sound, screen, shows  # noqa: F401

# A loudspeaker on which a spoken file lasts until it is ended.
MOUTH = """
    window.spoken = [];
    const asked = window.fetch;
    window.fetch = (where, how) => {
        const call = /voice\\/[^/]+\\/(.*)\\.wav$/.exec(String(where));
        if (call) spoken.push(call[1]);
        return asked(where, how);
    };
    AudioContext.prototype.decodeAudioData = (bytes, done) => done({ length: bytes.byteLength });
    window.stops = 0;
    AudioContext.prototype.createBufferSource = () => {
        const start = () => { window.saying = source; };
        const stop = () => { stops += 1; window.saying = null; source.onended(); };
        const source = { connect: (next) => next, start, stop };
        return source;
    };
"""
# The box makes a sentence when the test says so.
HELD = """
    window.held = {};
    const made = window.fetch;
    window.fetch = async (where, how) => {
        const answer = await made(where, how);
        const call = /voice\\/[^/]+\\/(.*)\\.wav$/.exec(String(where));
        const told = String(where) === "/api/wall" ? await answer.clone().json() : null;
        if (told) setTimeout(() => { window.told = told.voice; }, 50);
        if (call) await new Promise((go) => { held[call[1]] = () => { delete held[call[1]]; go(); }; });
        return answer;
    };
"""
pytestmark = pytest.mark.skipif(shutil.which(voice.PROGRAM) is None, reason="espeak-ng is not installed")


@pytest.fixture(scope="module")
def box(tmp_path_factory):
    with Box(tmp_path_factory.mktemp("voice")) as box:
        yield box


@pytest.fixture
def desk(box):
    return Visitor(box).sign_in()


def say_one(page, count):
    """So many calls were asked for; the last of them has been said."""
    page.wait_for_function("(count) => spoken.length >= count && window.saying", arg=count)
    page.evaluate("() => { const said = window.saying; window.saying = null; said.onended(); }")
    return page.evaluate("spoken")


def test_pairings_extra_time_announcements_and_the_clock_are_said_one_after_the_other(desk, screen):  # noqa: F811
    path, _ = desk.post("/events", name="Ember Cup", ruleset="ashes-reborn", players="Ana\nBen\nCai\nDee")
    event = re.match(r"/events/[^/]+", path)[0]
    desk.post("/devices/screens/voice", on="1")
    page = screen(LOUDSPEAKER, MOUTH)
    let_sound(desk, page)
    desk.post(f"{event}/start")
    desk.post(f"{event}/pairings/publish")
    assert say_one(page, 1) == ["pairings"]
    desk.post(f"{event}/clock/start")
    shows(page, "clock")
    desk.post(f"{event}/announcements/", text="Lunch is at the bar.")
    page.wait_for_function("() => window.saying && spoken.length === 2")
    # The clock goes before all else: the announcement is ended, the call comes after its tones.
    desk.post(f"{event}/clock/call")
    page.wait_for_function("() => window.stops === 1")
    assert say_one(page, 3) == ["pairings", "announcement", "called"]
    assert page.evaluate("heard.tones.length") == 8

    # What is being said stops when the desk says so, and nothing more comes.
    desk.post(f"{event}/announcements/", text="Lunch is over.")
    page.wait_for_function("() => window.saying && spoken.length === 4")
    desk.post("/devices/screens/voice")
    page.wait_for_function("() => window.stops === 2")


def test_what_is_on_its_way_is_dropped_for_the_clock_and_when_the_desk_says_so(desk, screen):  # noqa: F811
    """The box takes a moment to make a sentence: one that is called off meanwhile is never heard."""
    path, _ = desk.post("/events", name="Frost Cup", ruleset="ashes-reborn", players="Ana\nBen\nCai\nDee")
    event = re.match(r"/events/[^/]+", path)[0]
    desk.post("/devices/screens/voice", on="1")
    desk.post(f"{event}/start")
    desk.post(f"{event}/pairings/publish")
    page = screen(LOUDSPEAKER, MOUTH, HELD)
    let_sound(desk, page)
    desk.post(f"{event}/clock/start")
    page.wait_for_function("() => heard.tones.length === 2")
    shows(page, "clock")
    desk.post(f"{event}/announcements/", text="Lunch is at the bar.")
    page.wait_for_function("() => held.announcement")
    desk.post(f"{event}/clock/call")
    page.wait_for_function("() => heard.tones.length === 8")
    page.evaluate("() => held.announcement()")
    page.wait_for_function("() => held.called")
    assert page.evaluate("window.saying || null") is None  # the announcement was ended before it began
    page.evaluate("() => held.called()")
    page.wait_for_function("() => window.saying")
    page.evaluate("() => { const said = window.saying; window.saying = null; said.onended(); }")

    desk.post(f"{event}/announcements/", text="Lunch is over.")
    page.wait_for_function("() => held.announcement")
    desk.post("/devices/screens/voice")
    page.wait_for_function("() => told === false")
    page.evaluate("() => held.announcement()")
    desk.post("/devices/screens/voice", on="1")
    desk.post(f"{event}/announcements/", text="Round 2 soon.")
    page.wait_for_function("() => spoken.length === 4")
    assert page.evaluate("window.saying || null") is None
