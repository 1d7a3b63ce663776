"""A wall follows the desk and survives: reloads, a lost network, a killed server, a browser whose date is wrong."""

import json
import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.box import Box, Visitor
from tests.browser.pages import address_of

PICTURE = (Path(__file__).parent / "picture.js").read_text(encoding="utf-8")
CALM = re.compile(r"No contact with the box since \d+:\d\d\. The clock goes on\.")
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
    window.heard = { tones: [], loud: [], sounds: false };
    window.EventSource = class extends EventSource {
        constructor(...where) {
            super(...where);
            this.addEventListener("screen", ({ data }) => { heard.sounds = JSON.parse(data).sounds; });
        }
    };
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
    with Box(tmp_path_factory.mktemp("room")) as box:
        yield box


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
    desk.post(f"{event}/archive", sure="1")


@pytest.fixture
def screen(chromium, box, desk):
    """Opens a wall with these scripts before its own; it is taken off the list afterwards, which has forty places."""
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
        id = id_of(context.pages[0])
        context.close()
        if id:
            desk.post(f"/devices/screens/{id}/forget")


def id_of(page):
    return page.evaluate("localStorage.getItem('cinderbox-screen')")


def tell(desk, page, **choice):
    form = {"name": "Stage", "event": "", "scene": "auto", "volume": "50", **choice}
    desk.post(f"/devices/screens/{id_of(page)}", **form)


def let_sound(desk, page, **choice):
    """From now on this screen sounds, and it has heard so: what is due before that is not for it."""
    tell(desk, page, sounds="on", **choice)
    page.wait_for_function("() => heard.sounds")


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
    assert shown in {f"{now.tm_hour:02}:{now.tm_min:02}" for now in (before, after)}
    hours, minutes = map(int, ends.split(":"))
    assert (hours * 60 + minutes - after.tm_hour * 60 - after.tm_min) % 1440 in (59, 60, 61)
    assert re.match(r"(60:00|59:\d\d)$", page.locator("[data-digits]").get_attribute("data-shown"))


def tones(page, count):
    """What was heard, once there were so many tones and a while has passed."""
    page.wait_for_function("(count) => heard.tones.length >= count", arg=count)
    page.wait_for_timeout(800)
    return [round(pitch) for pitch in page.evaluate("heard.tones")]


def test_each_cue_sounds_once_on_the_one_screen_that_sounds(desk, event, screen):
    """Every tone is two: itself, and the octave above it."""
    loud, silent = screen(LOUDSPEAKER), screen(LOUDSPEAKER)
    let_sound(desk, loud, volume="40")
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
        expect(each.locator(".w-note")).to_contain_text(CALM)
        before = digits(each)
        expect(each.locator("[data-digits]")).not_to_have_attribute("data-shown", before)
    seen = page.evaluate(PICTURE)
    assert (seen["faults"], seen["digits"] >= 400) == ([], True)
    box.start()
    expect(page.locator(".w-note")).to_have_count(0)
    expect(cut_off.locator(".w-note")).to_have_count(1)
    cut_off.context.set_offline(False)
    expect(cut_off.locator(".w-note")).to_have_count(0)
    desk.post(f"{event}/clock/pause")
    for each in (page, cut_off):
        expect(each.locator("#wall")).to_have_attribute("data-state", "paused")
    assert id_of(page) == stays


def asked(page, module, call):
    """What a pure function of the wall answers."""
    ask = f"async (where) => {{ const m = await import(where); return ({call})(m); }}"
    return page.evaluate(ask, address_of(f"kiosk/page/js/{module}"))


# What is on at these moments, given the turns of each: (ms, news, pages of the pairings) → "pairings 1/3".
WATCHED = """({onNow, turnsOf}) => {
    let on = null;
    return WATCH.map(([ms, news, pages]) => {
        const turns = turnsOf("cup", ["pairings", "set-up"], (scene) => (scene === "pairings" ? pages : 1));
        on = onNow(on, turns, { ms, news });
        return `${on.turn.scene} ${on.turn.page + 1}/${on.turn.pages}`;
    });
}"""


@pytest.mark.parametrize(("watch", "seen"), [
    ([(0, "a", 2), (14_999, "a", 2), (15_000, "a", 2), (30_000, "a", 2), (49_999, "a", 2), (50_000, "a", 2)],
     ["pairings 1/2", "pairings 1/2", "pairings 2/2", "set-up 1/1", "set-up 1/1", "pairings 1/2"]),
    ([(0, "a", 2), (15_000, "a", 2), (20_000, "a", 3), (30_000, "a", 3)],
     ["pairings 1/2", "pairings 2/2", "pairings 2/3", "pairings 3/3"]),
    ([(0, "a", 3), (15_000, "a", 3), (16_000, "b", 3), (30_999, "b", 3)],
     ["pairings 1/3", "pairings 2/3", "pairings 1/3", "pairings 1/3"]),
    ([(0, "a", 3), (15_000, "a", 3), (16_000, "a", 1)], ["pairings 1/3", "pairings 2/3", "pairings 1/1"]),
])  # fmt: skip
def test_pages_stay_fifteen_seconds_and_scenes_take_turns(screen, watch, seen):
    """A late entry's page more does not cut a page short; news begin with the first one."""
    assert asked(screen(), "choose.js", WATCHED.replace("WATCH", json.dumps(watch))) == seen


def test_several_events_show_a_page_of_each_in_turn(screen):
    ask = "({inTurn}) => inTurn([['a1', 'a2', 'a3'], [], ['b1']])"
    assert asked(screen(), "choose.js", ask) == ["a1", "b1", "a2", "a3"]


def test_the_clocks_of_several_events_are_seen_between_all_else(screen):
    page = screen()
    turns = "[{id: 'a', scene: 'pairings', page: 0}, {id: 'b', scene: 'clock', page: 0}]"
    shown = asked(page, "choose.js", f"({{withGlances}}) => withGlances({turns}).map((turn) => turn.scene)")
    assert shown == ["events", "pairings", "events", "clock"]
    assert asked(page, "choose.js", "({withGlances}) => withGlances([]).map((turn) => turn.scene)") == ["events"]


EVENTS = [("a", "running", "10"), ("b", "not-started", "11"), ("c", "finished", "12"), ("d", "running", "09")]


@pytest.mark.parametrize(("screen_is", "events", "shows", "hears"), [
    ({}, EVENTS, ["a", "d"], ["a", "d"]),
    ({"event": "c"}, EVENTS, ["c"], ["c"]),
    ({"event": "gone"}, EVENTS, ["a", "d"], ["a", "d"]),
    ({"event": "a", "sounds": True}, EVENTS, ["a"], ["a", "d"]),
    ({}, EVENTS[1:3], ["c"], ["c"]),
    ({}, [("b", "not-started", "13"), EVENTS[2]], ["b"], ["b"]),
    ({}, [], [], []),
])  # fmt: skip
def test_a_screen_left_alone_shows_what_is_played(screen, screen_is, events, shows, hears):
    """Else what something happened to last: final places stay until the next event is made ready. One screen sounds
    for the whole room, whatever it shows."""
    listed = json.dumps([{"id": id, "state": state, "acted_at": at} for id, state, at in events])
    ask = f"({{eventsFor, heardBy}}) => [eventsFor, heardBy].map((who) => who({json.dumps(screen_is)}, {listed}))"
    assert asked(screen(), "choose.js", ask) == [shows, hears]


@pytest.mark.parametrize(("minute", "shows"), [(31, ["a", "c"]), (39, ["a", "c"]), (41, ["a"])])
def test_final_places_stay_a_while_beside_what_is_still_played(screen, minute, shows):
    """An event that finished while another one ran never had its places on the wall."""
    told = [
        ("a", "running", "09:00"),
        ("c", "finished", "11:30"),
        ("e", "finished", "10:00"),
        ("b", "not-started", "11:29"),
    ]
    listed = json.dumps([{"id": id, "state": state, "acted_at": f"2026-05-02T{at}:00Z"} for id, state, at in told])
    now = f"Date.parse('2026-05-02T11:{minute}:00Z')"
    assert asked(screen(), "choose.js", f"({{eventsFor}}) => eventsFor({{}}, {listed}, {now})") == shows


@pytest.mark.parametrize(("chosen", "there", "shown"), [
    ("auto", ["draft", "bracket"], ["draft"]),
    ("bracket", ["draft", "bracket"], ["bracket"]),
    ("bracket", ["draft"], ["draft"]),
    ("bracket", ["welcome"], ["welcome"]),
])  # fmt: skip
def test_a_scene_with_nothing_in_it_makes_way_for_what_is_due(screen, chosen, there, shown):
    ask = f"({{scenes}}) => scenes({{playlist: ['draft']}}, {{scene: '{chosen}'}}, (one) => {there}.includes(one))"
    assert asked(screen(), "choose.js", ask) == shown


def picking(id, *until):
    groups = [
        {"group": n, "name": f"Group {n}", "pick": 1, "until_ms": ms, "boot": "now"}
        for n, ms in enumerate(until, start=1)
    ]
    return {"id": id, "state": {"boot": "now"}, "data": {"playlist": ["draft"], "draft": groups, "event": {"name": id}}}


@pytest.mark.parametrize(("turn", "seen"), [
    ({"scene": "clock", "id": "cup"}, [20]),
    ({"scene": "draft", "id": "draft", "page": 0}, [20]),
    ({"scene": "draft", "id": "draft", "page": 1}, [30, 40]),
    ({"scene": "events", "id": ""}, []),
])  # fmt: skip
def test_a_pick_timer_stays_in_sight_whatever_the_wall_shows(screen, turn, seen):
    """Two events on one wall: while the clock of one was shown, nobody saw how long the other's pick had left."""
    events = [picking("draft", 30, 40, 20), {**picking("cup", 10), "state": {"boot": "another"}}]
    ask = f"({{elsewhere}}) => elsewhere({json.dumps(events)}, {json.dumps(turn)}).map((group) => group.until_ms)"
    assert asked(screen(), "picks.js", ask) == seen


def test_it_stands_beside_the_time_of_day(screen):
    at = {"timeOfDay": "12:00", "picks": [{"group": 2, "name": "Group 2", "pick": 4, "until_ms": 61_000}]}
    ask = f"({{head}}) => head('Pairings', {json.dumps(at)}).querySelector('.w-now').textContent"
    assert asked(screen(), "frame.js", ask) == "Group 2, pick 412:00"
    ask = """({head}) => import(WHERE).then(({countDown}) => {
        const top = head('Pairings', AT);
        countDown(top, 0);
        return top.querySelector('[data-until]').textContent;
    })"""
    where = json.dumps(address_of("kiosk/page/js/picks.js"))
    assert asked(screen(), "frame.js", ask.replace("AT", json.dumps(at)).replace("WHERE", where)) == "1:01"


@pytest.mark.parametrize(("scene", "names"), [("clock", ["draft"]), ("draft", ["", ""])])
def test_over_another_event_a_pick_timer_says_whose_it_is(screen, scene, names):
    """Over another event's own group 1 it read as that group's timer."""
    turn = {"scene": scene, "id": "cup" if scene == "clock" else "draft", "page": 1}
    ask = f"({{elsewhere}}) => elsewhere({json.dumps([picking('draft', 30, 40, 20)])}, {json.dumps(turn)})"
    assert asked(screen(), "picks.js", ask + ".map((group) => group.event)") == names


@pytest.mark.parametrize(("group", "told"), [
    ("Group 1", "Legendary Draft, group 1, pick 1"),
    ("Legendary Draft", "Legendary Draft, pick 1"),
])  # fmt: skip
def test_beside_other_events_a_draft_of_one_group_is_named_once(screen, group, told):
    """“Legendary Draft, legendary draft, pick 1” stood there."""
    draft = picking("draft", 30)
    draft["data"]["where"], draft["data"]["draft"][0]["name"] = "Legendary Draft", group
    at = {"serverNow": 0, "timeOfDay": "12:00", "running": 1}
    ask = f"({{events}}) => events.draw([{json.dumps(draft)}], {json.dumps(at)})[1].querySelector('p').textContent"
    assert asked(screen(), "between.js", ask) == told


@pytest.mark.parametrize("event", ["Six Draft", "The Grand Autumn Legendary Draft of the North"])
def test_a_pick_timer_of_another_event_is_read_at_the_back_of_the_hall(screen, event):
    pick = {"event": event, "group": 1, "name": "Group 1", "pick": 11, "until_ms": 61_000, "title": ""}
    at = {"timeOfDay": "12:00", "picks": [pick]}
    page = screen()
    page.set_viewport_size({"width": 1920, "height": 1080})
    top = f"head('Pairings', {json.dumps(at)}, {{beside: 'Ember Cup · Ashes Reborn'}})"
    sizes = "[...document.querySelectorAll('.w-picks *')].map((each) => parseFloat(getComputedStyle(each).fontSize))"
    measured = f"[({PICTURE})().faults, {sizes}]"  # at once: the wall draws its own scene again
    ask = f"({{head}}) => {{ document.querySelector('#wall').replaceChildren({top}); return {measured}; }}"
    faults, found = asked(page, "frame.js", ask)
    assert faults == []
    assert min(found) >= 38


def test_a_cue_is_due_for_half_a_minute_and_once(screen):
    cues = "[[3, 'start', 1, 1000], [3, 'warning', 1, 5000], [3, 'called', 1, 9000]]"
    due = f"(now) => due({cues}, now, new Map([['3:warning:1', 5000]])).map((cue) => cue[1])"
    kinds = asked(screen(), "sound.js", f"({{due}}) => [999, 1000, 31000, 31001].map({due})")
    assert kinds == [[], ["start"], ["start", "called"], ["called"]]


def test_a_cue_that_was_sounded_too_early_sounds_when_it_is_really_due(screen):
    """Cut off from the box, a wall cannot know that time was added; back again, the call keeps its id and has moved."""
    moved = "(at) => due([[3, 'called', 1, at]], 70000, new Map([['3:called:1', 9000]])).length"
    assert asked(screen(), "sound.js", f"({{due}}) => [9000, 10000, 69000].map({moved})") == [0, 0, 1]


def test_a_screen_that_is_told_to_sound_does_not_repeat_what_was_heard(desk, event, screen):
    one, other = screen(LOUDSPEAKER), screen(LOUDSPEAKER)
    let_sound(desk, one)
    desk.post(f"{event}/clock/start")
    assert tones(one, 2) == [660, 1320]
    let_sound(desk, other)
    one.wait_for_function("() => !heard.sounds")  # only one screen sounds
    assert tones(other, 0) == []
    desk.post(f"{event}/clock/call")
    assert tones(other, 6) == [523, 1046] * 3
    assert tones(one, 2) == [660, 1320]


def test_a_lost_question_does_not_leave_the_wall_in_the_past(desk, event, screen):
    """The stream says that the clock runs, but the answer with the scenes does not come; it is asked for again."""
    page = screen()
    shows(page, "pairings")
    page.route("**/api/tournaments/*/wall", lambda route: route.abort(), times=1)
    desk.post(f"{event}/clock/start")
    shows(page, "clock")


def test_of_several_events_the_one_whose_time_is_called_says_what_to_do(desk, event, screen):
    """Left alone, a wall shows their clocks in a list, and in turn with it what somebody has to read."""
    path, _ = desk.post("/events", name="Second", ruleset="summoner-wars", players="Eva\nFay\nGil\nHal")
    second = re.match(r"/events/[^/]+", path)[0]
    page = screen()
    desk.post(f"{second}/start")
    desk.post(f"{second}/pairings/publish")
    desk.post(f"{second}/announcements/", text="Lunch is at the bar.")
    shows(page, "announcement")
    expect(page.locator("#wall")).to_contain_text("Lunch is at the bar.")
    desk.post(f"{event}/clock/start")
    desk.post(f"{second}/clock/start")
    shows(page, "events")
    expect(page.locator(".w-events article")).to_have_count(2)
    desk.post(f"{second}/clock/call")
    expect(page.locator('article[data-state="called"]')).to_contain_text("Time called")
    expect(page.locator("#wall")).to_contain_text("2 damage")
    expect(page.locator(".w-band")).to_contain_text("Second")
    shows(page, "clock")
    expect(page.locator("#wall")).to_have_attribute("data-scene", "events")
    desk.post(f"{second}/archive", sure="1")
