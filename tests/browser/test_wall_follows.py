"""A wall follows the desk and survives: reloads, a lost network, a killed server, a browser whose date is wrong."""

import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.box import Box, Visitor

PICTURE = (Path(__file__).parent / "picture.js").read_text(encoding="utf-8")
CALM = re.compile(r"No contact with the box since \d+:\d\d\. The clock goes on\.")
PATIENCE = 40_000  # a wall says after fifteen seconds that it hears nothing
# The browser believes that it is seven hours later.
WRONG_DATE = """
    const Right = Date;
    window.Date = class extends Right {
        constructor(...given) { given.length ? super(...given) : super(Right.now() + 7 * 3_600_000); }
        static now() { return Right.now() + 7 * 3_600_000; }
    };
"""
# Loudspeakers that count: every tone that was started, and how loud.
LOUDSPEAKER = """
    window.heard = { tones: [], loud: [] };
    window.AudioContext = class {
        state = "running"; currentTime = 0; destination = {};
        resume() { return Promise.resolve(); }
        createGain() {
            const gain = { value: 1, setValueAtTime() {}, linearRampToValueAtTime: (v) => heard.loud.push(v) };
            return { gain, connect: (next) => next };
        }
        createOscillator() {
            const frequency = { value: 0 };
            return { frequency, connect: (next) => next, start: () => heard.tones.push(frequency.value), stop() {} };
        }
    };
"""


@pytest.fixture(scope="module")
def box(tmp_path_factory):
    box = Box(tmp_path_factory.mktemp("room"))
    yield box
    box.stop()


@pytest.fixture(scope="module")
def desk(box):
    return Visitor(box).sign_in()


@pytest.fixture
def event(desk):
    """An event whose first round can start; gone from the walls afterwards."""
    path, _ = desk.post("/events", name="Ember Cup", ruleset="ashes-reborn", players="Ana\nBen\nCai\nDee")
    event = re.match(r"/events/[^/]+", path)[0]
    desk.post(f"{event}/start")
    desk.post(f"{event}/pairings/publish")
    yield event
    desk.post(f"{event}/archive")


@pytest.fixture
def screen(chromium, box):
    """Opens a wall with these scripts before its own."""
    contexts = []

    def open_one(*scripts, address="/wall"):
        contexts.append(chromium.new_context(viewport={"width": 1920, "height": 1080}))
        for script in scripts:
            contexts[-1].add_init_script(script)
        page = contexts[-1].new_page()
        page.goto(f"{box.address}{address}")
        expect(page.locator("#wall")).to_have_attribute("data-scene", re.compile("."))
        return page

    yield open_one
    for context in contexts:
        context.close()


def id_of(page):
    return page.evaluate("localStorage.getItem('cinderbox-screen')")


def tell(desk, page, **choice):
    form = {"name": "Stage", "event": "", "scene": "auto", "volume": "50", **choice}
    desk.post(f"/devices/screens/{id_of(page)}", **form)


def shows(page, scene):
    expect(page.locator("#wall")).to_have_attribute("data-scene", scene)


def test_it_shows_what_the_desk_says_and_stays_itself_through_a_reload(desk, event, screen):
    page = screen()
    tid = event.rpartition("/")[2]
    tell(desk, page, event=tid, scene="roster")
    shows(page, "roster")
    page.reload()
    shows(page, "roster")
    tell(desk, page, event=tid, scene="set-up")
    shows(page, "set-up")
    desk.post(f"/devices/screens/{id_of(page)}/identify")
    expect(page.locator(".w-identify")).to_have_text("Stage")
    expect(page.locator(".w-identify")).to_have_count(0)
    tell(desk, page, event=tid)
    shows(page, "pairings")
    desk.post(f"{event}/clock/start")
    shows(page, "clock")
    _, listed = desk.get("/devices/")
    assert listed.count("/identify") == 1


def test_the_boxes_own_screen_is_itself_in_a_browser_that_kept_nothing(desk, screen):
    """The kiosk starts with a fresh profile each time: its address says who it is."""
    for _ in range(2):
        page = screen(address="/wall?screen=0a1b2c3d4e5f")
        page.wait_for_function("localStorage.getItem('cinderbox-screen-0a1b2c3d4e5f') === '0a1b2c3d4e5f'")
    _, listed = desk.get("/devices/")
    assert listed.count("/0a1b2c3d4e5f/identify") == 1


def test_a_wrong_date_in_the_browser_changes_nothing(desk, event, screen):
    desk.post(f"{event}/clock/start")
    before = time.localtime()
    page = screen(WRONG_DATE)
    shows(page, "clock")
    shown = page.locator(".w-now").inner_text()
    ends = page.locator(".w-fact b").first.inner_text()
    after = time.localtime()
    assert shown in {f"{now.tm_hour}:{now.tm_min:02}" for now in (before, after)}
    hours, minutes = map(int, ends.split(":"))
    assert (hours * 60 + minutes - after.tm_hour * 60 - after.tm_min) % 1440 in (59, 60, 61)
    assert re.match(r"(60:00|59:\d\d)$", page.locator("[data-digits]").get_attribute("data-shown"))


def tones(page, count):
    """What was heard, once there were so many tones and a while has passed."""
    page.wait_for_timeout(400)
    for _ in range(100):
        if len(page.evaluate("heard.tones")) >= count:
            break
        page.wait_for_timeout(100)
    page.wait_for_timeout(400)
    return [round(pitch) for pitch in page.evaluate("heard.tones")]


def test_each_cue_sounds_once_on_the_one_screen_that_sounds(desk, event, screen):
    """Every tone is two: itself, and the octave above it."""
    loud, silent = screen(LOUDSPEAKER), screen(LOUDSPEAKER)
    tell(desk, loud, sounds="on", volume="40")
    desk.post(f"{event}/clock/start")
    start = [660, 1320]
    assert tones(loud, 2) == start
    assert max(loud.evaluate("heard.loud")) == pytest.approx(0.7 * 0.4)
    desk.post(f"{event}/clock/add", minutes="-50")
    warning = [880, 1760] * 2
    assert tones(loud, 6) == [*start, *warning]
    loud.reload()
    shows(loud, "clock")
    desk.post(f"{event}/clock/call")
    assert tones(loud, 6) == [523, 1046] * 3
    desk.post(f"/devices/screens/{id_of(loud)}/test")
    assert tones(loud, 12)[6:] == [523, 1046, 659, 1318, 784, 1568]
    assert silent.evaluate("heard.tones") == []


def digits(page):
    return page.locator("[data-digits]").get_attribute("data-shown")


def test_without_the_box_the_clock_goes_on_under_a_calm_line(desk, box, event, screen):
    """The server is killed, and one of two walls also loses its network."""
    desk.post(f"{event}/clock/start")
    page, cut_off = screen(), screen()
    for each in (page, cut_off):
        shows(each, "clock")
    stays = id_of(page)
    cut_off.context.set_offline(True)
    box.kill()
    for each in (page, cut_off):
        expect(each.locator(".w-note")).to_contain_text(CALM, timeout=PATIENCE)
        before = digits(each)
        expect(each.locator("[data-digits]")).not_to_have_attribute("data-shown", before)
    seen = page.evaluate(PICTURE)
    assert (seen["faults"], seen["digits"] >= 400) == ([], True)
    box.start()
    expect(page.locator(".w-note")).to_have_count(0, timeout=PATIENCE)
    expect(cut_off.locator(".w-note")).to_have_count(1)
    cut_off.context.set_offline(False)
    expect(cut_off.locator(".w-note")).to_have_count(0, timeout=PATIENCE)
    desk.post(f"{event}/clock/pause")
    for each in (page, cut_off):
        expect(each.locator("#wall")).to_have_attribute("data-state", "paused")
    assert id_of(page) == stays


def asked(page, module, call):
    """What a pure function of the wall answers."""
    source = page.locator("script[type=module]").get_attribute("src").replace("wall.js", module)
    return page.evaluate(f"async (where) => {{ const m = await import(where); return ({call})(m); }}", source)


def test_pages_stay_fifteen_seconds_and_scenes_take_turns(screen):
    page = screen()
    turns = asked(
        page,
        "choose.js",
        "({choose}) => [0, 14999, 15000, 30000, 44999, 45000, 65000, -1].map((ms) => {"
        " const turn = choose(['pairings', 'set-up'], (scene) => (scene === 'pairings' ? 3 : 1), ms);"
        " return [turn.scene, turn.page, turn.pages]; })",
    )
    first, second, third, other = ["pairings", 0, 3], ["pairings", 1, 3], ["pairings", 2, 3], ["set-up", 0, 1]
    assert turns == [first, first, second, third, third, other, first, other]
    assert asked(page, "choose.js", "({choose}) => choose([], () => 1, 5).scene") == "welcome"
    assert asked(page, "choose.js", "({pageOf}) => pageOf([1, 2, 3, 4, 5], 2, 2)") == [5]


def test_a_screen_left_alone_shows_what_is_played(screen):
    page = screen()
    states = "[['a', 'running'], ['b', 'not-started'], ['c', 'finished'], ['d', 'running']]"
    events = f"{states}.map(([id, state]) => ({{ id, state }}))"
    answers = asked(
        page,
        "choose.js",
        f"({{eventsFor}}) => [eventsFor({{}}, {events}), eventsFor({{event: 'c'}}, {events}),"
        f" eventsFor({{event: 'gone'}}, {events}), eventsFor({{}}, {events}.slice(1, 3)), eventsFor({{}}, [])]",
    )
    assert answers == [["a", "d"], ["c"], ["a", "d"], ["b"], []]
    assert asked(page, "choose.js", "({scenes}) => scenes({playlist: ['draft']}, {scene: 'auto'})") == ["draft"]
    assert asked(page, "choose.js", "({scenes}) => scenes({playlist: ['draft']}, {scene: 'bracket'})") == ["bracket"]


def test_a_cue_is_due_for_half_a_minute_and_once(screen):
    cues = "[[3, 'start', 1, 1000], [3, 'warning', 1, 5000], [3, 'called', 1, 9000]]"
    due = f"(now) => due({cues}, now, new Set(['3:warning:1'])).map((cue) => cue[1])"
    kinds = asked(screen(), "sound.js", f"({{due}}) => [999, 1000, 31000, 31001].map({due})")
    assert kinds == [[], ["start"], ["start", "called"], ["called"]]
