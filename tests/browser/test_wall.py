"""The wall: every scene can be read from the back of the hall, at every size, and nothing covers anything."""

import pytest
from playwright.sync_api import expect

from tests.browser.hall import SENTENCE
from tests.browser.looks import once
from tests.browser.walls import (
    CUT,
    DRAWN,
    FINALISTS,
    FOLLOWED,
    FULL,
    LARGE,
    PUT,
    SMALL,
    TALL,
    TURN,
    on_a_network,
    readable,
)
from tests.soaking import one_in

SCENES = {
    "welcome": "welcome roster",
    "roster-128": "roster",
    "list-8": "pairings set-up standings",
    "list-32": "pairings set-up standings",
    "list-128": "pairings set-up standings",
    "classic-32": "set-up pairings scenario",
    "summoner": "set-up",
    "factions": "pairings",
    "amended": "standings",
    "pool": "set-up",
    "chained-60": "set-up",
    "pods": "set-up pairings clock",
    "pods-long": "pairings",
    "clock": "clock pairings",
    "clock-many": "clock",
    "clock-announced": "clock",
    "warning": "clock",
    "warning-announced": "clock",
    "called-reborn": "clock",
    "called-many": "clock",
    "called-mixed": "clock",
    "called-summoner": "clock",
    "called-classic": "clock",
    "called-bracket": "clock",
    "called-stopped": "clock",
    "called-paused": "clock",
    "stopped": "clock",
    "all-in": "clock",
    "paused": "clock",
    "paused-announced": "clock",
    "paused-power": "clock",
    "paused-unseen": "clock",
    "final": "clock",
    "chess": "clock set-up",
    "chess-announced": "clock",
    "final-warning": "clock",
    "bracket-4": "bracket clock",
    "bracket-8": "bracket clock",
    "bracket-16": "bracket",
    "places": "places champion ranking",
    "draft": "draft",
    "draft-3": "draft",
    "draft-1": "draft",
    "draft-small": "draft",
    "break": "break",
    "announcement": "announcement",
    "break-announced": "break",
    "draft-announced": "draft",
}
COUNTING = ("clock", "clock-many", "clock-announced", "warning", "warning-announced", "paused", "stopped", "all-in")
BY_NAME = ("final", "final-warning", "bracket-4", "bracket-8")  # those who play take most of the room
ALL = [(event, scene) for event, scenes in SCENES.items() for scene in scenes.split()]


# The code is large enough to be scanned; a scene that is drawn again puts another in its place.
SCANNED = "() => [...document.querySelectorAll('.w-scan svg')].some((code) => code.getBoundingClientRect().width >= 80)"


@pytest.mark.parametrize(("event", "scene"), ALL)
def test_every_scene_can_be_read_and_is_the_same_picture_at_every_size(wall, event, scene):
    wall.shows(event, scene)
    full = wall.picture(named=f"{event}-{scene}")
    if scene != "welcome":  # which has a large one
        expect(wall.page.locator(".w-scan")).to_have_text("192.168.178.123:8000")
        wall.page.wait_for_function(SCANNED)
    if (event, scene) in one_in(3, ALL):
        assert once(wall.page, "wall", event, scene) == []
    readable(full, digits=scene == "clock" and event in COUNTING, least=200 if event in BY_NAME else 400)
    small = wall.picture(SMALL, named=f"{event}-{scene}")
    assert max(small["sizes"]) == pytest.approx(max(full["sizes"]) * 2 / 3, rel=0.01)
    assert min(small["sizes"]) == pytest.approx(min(full["sizes"]) * 2 / 3, rel=0.01)
    if (event, scene) == ("clock", "clock"):
        assert wall.picture(LARGE)["digits"] == pytest.approx(2 * full["digits"], rel=0.01)


@pytest.mark.parametrize("event", [event for event in SCENES if event.startswith("called-")])
def test_when_time_is_called_every_step_is_one_line(wall, event):
    """For the back of the hall; what is smaller below it is for those who look closely."""
    wall.shows(event, "clock")
    assert wall.page.evaluate(TALL) == []


def test_a_phone_is_only_spoken_of_where_it_finds_the_way(wall):
    """Without a network there is no code to scan: the desk checks everybody in."""
    said = wall.page.evaluate(CHECK_IN, [wall.module("welcome.js"), "welcome"])
    assert [("on your phone" in each, "at the desk" in each or "the desk" in each) for each in said] == [
        (True, True),
        (False, True),
    ]


CHECK_IN = """async ([where, event]) => {
    const data = await (await fetch(`/api/tournaments/${event}/wall`)).json();
    const { welcome } = await import(where);
    const at = { boot: "", serverNow: 0, known: true, timeOfDay: "12:00", shop: {} };
    const shown = (box) => welcome.draw({ ...data, check_in: {} }, { ...at, box });
    const text = (box) => shown(box).map((part) => part.textContent).join(" ");
    return [text({ address: "http://192.168.178.123:8000/", qr: [] }), text({ address: "", qr: [] })];
}"""


@pytest.mark.parametrize("length", [0, 1])
def test_a_champion_of_two_lines_stands_in_the_middle(wall, length):
    """The long name stood at the left edge, below a flame and a word in the middle; above the bracket it was cut."""
    wall.shows("bracket-4", "bracket")
    data = wall.page.evaluate("async () => (await fetch('/api/tournaments/bracket-4/wall')).json()")
    who = [FINALISTS[0], f"{FINALISTS[0]}, Burg Falkenstein"][length]
    data["bracket"]["champion"] = who
    data["champion"] = {"name": who, "among": "24 players", "day": "2 May 2026", "others": [], "team": None}
    try:
        wall.page.evaluate(PUT, [wall.module("finals.js"), "champion", data])
        assert wall.page.locator(".w-champion .name").evaluate_all(CUT) == []
        left, right = wall.page.evaluate(BESIDE)
        assert abs(left - right) < 3
        wall.page.evaluate(PUT, [wall.module("bracket.js"), "bracket", data])
        assert wall.page.locator(".w-head .name").evaluate_all(CUT) == []
        wall.picture(named=f"champion-bracket-{length}")
    finally:
        wall.page.reload()


# How far the first line of the name is from either edge of the wall.
BESIDE = """() => {
  const range = document.createRange();
  range.selectNodeContents(document.querySelector(".w-champion .name"));
  const line = range.getClientRects()[0];
  return [line.left, document.getElementById("wall").getBoundingClientRect().right - line.right];
}"""


def test_nobody_is_told_to_play_on_once_the_final_is_decided(wall):
    """“No time limit. Play until it is decided.” stayed beside the score of the champion."""
    wall.shows("bracket-4", "clock")
    data = wall.page.evaluate("async () => (await fetch('/api/tournaments/bracket-4/wall')).json()")
    data["plan"] = {"kind": "untimed", "called": "No time limit", "steps": [], "rule": "Play until it is decided."}
    try:
        for results_in, told in ((1, True), (2, False)):
            wall.page.evaluate(PLAYED, [wall.module("round.js"), data, results_in])
            assert ("Play until it is decided." in wall.root.inner_text()) is told
            assert ("All results in" in wall.root.inner_text()) is not told
    finally:
        wall.page.reload()


# A round of two tables without a limit, with so many results.
PLAYED = """async ([where, data, results_in]) => {
  window.setTimeout = () => 0;
  const noon = () => "12:00";
  const clock = { phase: results_in < 2 ? "running" : "ended", running: results_in < 2, remaining_ms: null };
  const state = { clock, results_in, tables: 2, out: [] };
  const at = { state, serverNow: 0, known: true, timeOfDay: noon(), wallIn: noon };
  document.getElementById("wall").replaceChildren(...(await import(where)).round.draw(data, at).filter(Boolean));
}"""


@pytest.mark.parametrize("event", ["pods", "chess", "bracket-4"])
def test_a_round_without_a_limit_is_not_played_before_it_is_started(wall, event):
    """“Being played” and “Still playing” stood there while the desk waited for somebody to press “Start the round”."""
    wall.shows(event, "clock")
    [shown] = wall.page.evaluate(FOLLOWED, [event])
    shown["data"]["games"] = [{**table, "games": 0} for table in shown["data"]["games"]]
    shown["data"]["plan"] = {**shown["data"]["plan"], "kind": "untimed", "called": "No time limit"}
    clock = {**shown["state"]["clock"], "remaining_ms": None, "running": False}
    try:
        for phase, results_in, said, other in (
            ("not-started", 0, "Not started", "Set-up"),
            ("not-started", 1, "Being played", "No time limit"),
            ("not-started", shown["state"]["tables"], "All results in", "All results in"),
            ("running", 0, "Being played", "No time limit"),
        ):
            now = {**clock, "phase": phase, "running": phase == "running"}
            told = {**shown["state"], "clock": now, "results_in": results_in}
            wall.page.evaluate(DRAWN, [wall.module("round.js"), shown["data"], told])
            assert said in wall.page.locator(".w-state").inner_text()
            assert ("Still playing" in wall.root.inner_text()) is (said == "Being played" and event != "bracket-4")
            wall.page.evaluate(SIDE_BY_SIDE, [wall.module("between.js"), [{**shown, "state": told}]])
            assert wall.page.locator(".w-events .clock").inner_text() == other
    finally:
        wall.page.reload()


@pytest.mark.parametrize(
    ("event", "card", "last"),
    [
        ("list-8", "Explosive Growth", "Meteor"),
        ("chained-60", "Chained Card 1 of", "And 12 more: they are all on your phone."),
    ],
)
def test_the_chained_cards_are_named_for_the_back_of_the_hall(wall, event, card, last):
    """3.3 hundredths of the width read at ten metres; many take pages, and what is left over is on phones."""
    wall.shows(event, "set-up")
    for words in (card, last):
        expect(wall.page.locator(".w-barred, .w-barred + footer").get_by_text(words).first).to_be_visible()
        found = wall.picture(named=f"{event}-chained")
        readable(found)
        sizes = wall.page.locator(".w-barred li").evaluate_all(
            "all => all.map((li) => parseFloat(getComputedStyle(li).fontSize))"
        )
        assert min(sizes) >= 63
    wall.picture(SMALL, named=f"{event}-chained")


def test_several_events_share_a_wall_that_is_left_alone(wall):
    wall.told()
    expect(wall.root).to_have_attribute("data-scene", "events")
    clocks = wall.page.locator(".w-events article")
    expect(clocks).to_have_count(4)
    expect(clocks.nth(1)).to_contain_text("Time called")
    readable(wall.picture(named="events"))
    assert once(wall.page, "wall", "events") == []
    wall.picture(SMALL, named="events")
    wall.desk.post("/events/together-2/announcements/", text=SENTENCE)
    expect(wall.page.get_by_text(f"Summoner Wars Friday: {SENTENCE}")).to_be_visible()
    readable(wall.picture(named="events-announced"))


@pytest.mark.parametrize("team", [False, True])
@pytest.mark.parametrize("longer", [False, True])
def test_among_several_events_whoever_won_the_one_that_is_over_is_named(wall, longer, team):
    """“All results in” stood beside an event that was finished, in letters as large as a clock."""
    wall.shows("places", "champion")
    shown = wall.page.evaluate(FOLLOWED, ["places", "together-1", "together-2", "together-3"])
    who = list(FINALISTS) if longer else ["Ana Bergström", "Ben Castellano"]
    won = shown[0]["data"]["champion"]
    shown[0]["data"]["champion"] = {**won, "name": " & ".join(who), "team": who} if team else {**won, "name": who[0]}
    try:
        wall.page.evaluate(SIDE_BY_SIDE, [wall.module("between.js"), shown])
        said = wall.page.locator(".w-events article").first.inner_text().split("\n")
        named = ["Champions", *who] if team else ["Champion", who[0]]
        assert [line for line in said if line] == ["Ember Cup", "Finished", *named]
        for size in (FULL, SMALL):
            found = wall.picture(size, named=f"events-over-{longer}-{team}")
            assert wall.page.locator(".w-won .name").evaluate_all(CUT) == []
            if size == FULL:
                readable(found)
    finally:
        wall.page.reload()


SIDE_BY_SIDE = """async ([where, all]) => {
  window.setTimeout = () => 0;
  const { events } = await import(where);
  const at = { serverNow: 0, known: true, timeOfDay: "12:00", running: all.length };
  const root = document.getElementById("wall");
  root.replaceChildren(...events.draw(all, at).filter(Boolean));
  events.tick(root, all, at);
}"""


@pytest.mark.parametrize("event", ["clock", "clock-many", "clock-announced", "warning"])
def test_if_wished_the_wall_says_when_the_event_will_be_over(wall, event):
    """Also while a round is played, beside the end of the round."""
    wall.shows(event, "clock")
    expect(wall.root).not_to_contain_text("Event over about")
    wall.desk.post("/devices/screens/wifi", name="Emberhall Guests", password="sesame-2024", forecast="on")
    try:
        expect(wall.root).to_contain_text("Event over about")
        readable(wall.picture(named=f"{event}-forecast"), digits=True)
    finally:
        wall.desk.post("/devices/screens/wifi", name="Emberhall Guests", password="sesame-2024")


@pytest.mark.parametrize("called", ["Round 1 of 5", "Round 12 of 13", "Championship round"])
def test_the_minutes_that_are_left_stand_apart_from_the_round(wall, called):
    """“Under 10 minutes leftRound 1 of 5” stood in the band."""
    wall.shows("warning", "clock")
    wall.page.wait_for_function(SCANNED)
    left, right = wall.page.evaluate(BAND, called)
    assert right - left > 30
    wall.picture(named=f"warning-band-{called[-2:]}")
    wall.page.reload()


@pytest.mark.parametrize("event", [event for event in SCENES if event.startswith("called-")])
def test_what_is_called_stands_apart_from_when_it_was_called(wall, hall, event):
    """Where one event is played “Time! Sudden death” ran into “Time called at 22:38” beside the address to scan."""
    everything = hall.address + "/api/wall"
    wall.page.route(everything, on_a_network(hall, alone=event))
    try:
        wall.page.reload()
        wall.shows(event, "clock")
        wall.page.wait_for_function(SCANNED)
        expect(wall.page.locator(".w-band h1 .name")).to_have_count(0)
        left, right = wall.page.evaluate(CALLED)
        assert right - left > 20
        wall.picture(named=f"{event}-alone")
    finally:
        wall.page.unroute(everything)
        wall.page.route(everything, on_a_network(hall))
        wall.page.reload()


CALLED = """() => {
  const words = document.createRange();
  words.selectNodeContents(document.querySelector(".w-band h1"));
  return [words.getBoundingClientRect().right, document.querySelector(".w-beside-band").getBoundingClientRect().left];
}"""
# Where the words on the left end, and where those on the right begin.
BAND = """(called) => {
  const words = document.createRange();
  const [left, right] = [document.querySelector("[data-short]"), document.querySelector(".w-beside-band > p")];
  right.textContent = called;
  words.selectNodeContents(left);
  const end = words.getBoundingClientRect().right;
  words.selectNodeContents(right);
  return [end, words.getBoundingClientRect().left];
}"""


@pytest.mark.parametrize(("event", "words"), [
    ("stopped", "Clock stopped"),
    ("all-in", "All results in"),
    ("called-stopped", "Sudden death"),
    ("called-paused", "Paused"),
    ("paused-power", "Nothing is lost"),
    ("paused-unseen", "Nobody knows how long"),
])  # fmt: skip
def test_a_clock_that_stands_still_says_what_is_so(wall, event, words):
    """Stopped for good is not the end of those who still play; and once time is called, its steps stay."""
    wall.shows(event, "clock")
    expect(wall.root).to_contain_text(words)
    expect(wall.root).not_to_contain_text("Ends at")


@pytest.mark.parametrize(("event", "module", "scene"), [
    ("list-8", "lists.js", "pairings"),
    ("factions", "lists.js", "pairings"),
    ("amended", "lists.js", "standings"),
    ("list-32", "lists.js", "pairings"),
    ("list-32", "lists.js", "standings"),
    ("list-128", "lists.js", "pairings"),
    ("list-128", "lists.js", "standings"),
    ("roster-128", "welcome.js", "roster"),
    ("draft-3", "between.js", "draft"),
    ("places", "lists.js", "places"),
    ("places", "lists.js", "ranking"),
])  # fmt: skip
def test_every_page_of_a_list_can_be_read_and_nobody_is_left_out(wall, event, module, scene):
    """Turned by hand: on the wall each page stays fifteen seconds."""
    wall.shows(event, scene)
    data = wall.page.evaluate("async (id) => (await fetch(`/api/tournaments/${id}/wall`)).json()", event)
    shown, pages, page = set(), 1, 0
    try:
        while page < pages:
            pages = wall.page.evaluate(TURN, [wall.module(module), scene, data, page])
            readable(wall.picture(named=f"{event}-{scene}-page-{page + 1}"))
            shown |= set(wall.page.locator(".name").all_text_contents())
            page += 1
    finally:
        wall.page.reload()  # the pictures run again
    assert set(names_of(data, scene)) <= shown


def test_nobody_stands_alone_on_the_last_page_and_the_line_below_is_whole(wall):
    """Eighteen in the standings are nine and nine; after a correction the line says so and is not cut."""
    wall.shows("amended", "standings")
    assert "on your phone" in wall.page.locator(".w-page").inner_text()
    assert not wall.page.evaluate(FOOT_IS_CUT)
    data = wall.page.evaluate("async (id) => (await fetch(`/api/tournaments/${id}/wall`)).json()", "amended")
    try:
        for page in (0, 1):
            wall.page.evaluate(TURN, [wall.module("lists.js"), "standings", data, page])
            assert wall.page.locator(".w-stand li").count() == 9
            assert "Amended 12:00. Top 4 go on, above the dashed line." in wall.page.locator(".w-page").inner_text()
            for size in (FULL, (1280, 720)):
                wall.picture(size)
                assert not wall.page.evaluate(FOOT_IS_CUT)
    finally:
        wall.page.reload()


def test_both_columns_of_the_standings_have_rows_of_one_height(wall):
    """Six of eleven stood close together on the left, the other five far apart on the right."""
    wall.shows("list-32", "standings")
    data = wall.page.evaluate("async (id) => (await fetch(`/api/tournaments/${id}/wall`)).json()", "list-32")
    table = data["standings"]["tables"][0]
    table["rows"] = [{**row, "name": f"Player {n}"} for n, row in enumerate(table["rows"][:11])]
    try:
        wall.page.evaluate(TURN, [wall.module("lists.js"), "standings", data, 0])
        rows = wall.page.locator(".w-stand li").evaluate_all(
            "all => all.map(row => row.getBoundingClientRect().height)"
        )
    finally:
        wall.page.reload()
    assert (len(rows), max(rows) - min(rows) < 2) == (11, True)


FOOT_IS_CUT = """
() => [...document.querySelectorAll(".w-page span")].some((part) => part.scrollWidth > part.clientWidth + 1)
"""


# The pictures stop, so that the page that was turned to stays.
def test_what_a_draft_group_does_stands_on_one_line_with_how_many_cards_it_then_has(wall):
    """“Return 6” was torn apart by “then 30 cards each” beside it, and “Add its unique card” stood on three lines."""
    wall.shows("draft", "draft")
    data = wall.page.evaluate("async () => (await fetch('/api/tournaments/draft/wall')).json()")
    steps = [("Return 6", "then 30 cards each"), ("Add its unique card", "then 36 cards each")]
    shown = zip(data["draft"], steps, strict=True)
    data["draft"] = [{**group, "pick": 0, "title": title, "held": held} for group, (title, held) in shown]
    try:
        wall.page.evaluate(TURN, [wall.module("between.js"), "draft", data, 0])
        readable(wall.picture(named="draft-cards"))
        assert wall.page.locator(".w-group .step").evaluate_all(LINES) == [[1, 1], [1, 1]]
    finally:
        wall.page.reload()  # the pictures run again


LINES = """steps => steps.map(step => [...step.children].map(part =>
    Math.round(part.offsetHeight / parseFloat(getComputedStyle(part).lineHeight))))"""


def names_of(data, scene):
    """Everybody who has to be found in this scene."""
    if scene == "standings":
        return [row["name"] for table in data["standings"]["tables"] for row in table["rows"]]
    if scene == "ranking":
        return [row["name"] for table in data["ranking"] for row in table["rows"]]
    if scene == "draft":
        return [name for group in data["draft"] for name in group["seats"]]
    rows = data["pairings"]["names"] if scene == "pairings" else data[scene]
    return [row["name"] for row in rows]
