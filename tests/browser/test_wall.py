"""The wall: every scene can be read from the back of the hall, at every size, and nothing covers anything."""

import json
import os
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Error, expect

from server.app import opened_app
from server.core import journal
from server.core.config import Config
from tests.box import Box, Visitor
from tests.browser.complaints import Complaints
from tests.browser.hall import SENTENCE, furnish
from tests.browser.looks import headings, once, too_faint
from tests.browser.pages import address_of
from tests.soaking import one_in

FULL, SMALL, LARGE = (1920, 1080), (1280, 720), (3840, 2160)
AFAR = 7  # to 1: how far text stands out for the back of the hall
PICTURE = (Path(__file__).parent / "picture.js").read_text(encoding="utf-8")
PICTURES = os.environ.get("CINDERBOX_PICTURES")  # a folder that gets a picture of every scene

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


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """A box with an event for every scene."""
    data = tmp_path_factory.mktemp("hall")
    journal.forget()
    with opened_app(Config(data)) as app:
        furnish(app)
    journal.forget()
    with Box(data) as box:
        yield box


@pytest.fixture(scope="module")
def wall(chromium, hall):
    """A screen in the hall, and the desk that tells it what to show."""
    viewport = dict(zip(("width", "height"), FULL, strict=True))
    # A page that the test has changed counts as one from outside, and would get no streams from this machine.
    context = chromium.new_context(viewport=viewport, reduced_motion="reduce", permissions=["local-network-access"])
    yield Wall(context.new_page(), hall)
    context.close()


def on_a_network(box, *, alone=None):
    """A box that phones find: the test's own is on none, and so has no address to scan. `alone`: its only event."""

    def answer(route):
        with suppress(Error):  # the page has gone on meanwhile, and nobody waits for it
            found = route.fetch()
            told = found.text().replace(f"{box.address}/", "http://192.168.178.123:8000/")
            if alone:
                known = json.loads(told)
                told = json.dumps(known | {"events": [each for each in known["events"] if each["id"] == alone]})
            route.fulfill(response=found, body=told)

    return answer


class Wall:
    """A screen as the desk and the hall know it."""

    def __init__(self, page, box):
        self.page, self.complaints = page, Complaints(page, console=False)
        for where in ("/wall", "/api/wall"):
            page.route(box.address + where, on_a_network(box))
        page.goto(f"{box.address}/wall")
        self.root = page.locator("#wall")
        expect(self.root).to_have_attribute("data-scene", "events")
        self.id = page.evaluate("localStorage.getItem('cinderbox-screen')")
        self.desk = Visitor(box).sign_in()
        self.desk.get("/devices/")

    def told(self, **choice):
        """The desk says what to show."""
        form = {"name": "Stage", "event": "", "scene": "auto", "volume": 50, **choice}
        self.desk.post(f"/devices/screens/{self.id}", **form)

    def shows(self, event, scene):
        self.told(event=event, scene="auto" if scene == "announcement" else scene)
        expect(self.root).to_have_attribute("data-event", event)
        expect(self.root).to_have_attribute("data-scene", scene)

    def picture(self, size=FULL, *, named=""):
        """What is seen at this size."""
        self.page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
        if PICTURES and named:
            self.page.screenshot(path=Path(PICTURES) / f"{named}-{size[1]}.png")
        found = self.page.evaluate(PICTURE)
        assert found["sizes"], "nothing is on the wall"
        assert found["faults"] == []
        assert too_faint(self.page, AFAR) == []
        assert len(headings(self.page)) == 1, headings(self.page)
        assert not self.complaints.left()
        return found

    def module(self, name):
        """The address of one of the wall's scripts."""
        return address_of(f"kiosk/page/js/{name}")


def readable(found, *, digits=False, least=400):
    """At 1080p: digits of 400 pixels if alone, names and steps of 38, nothing under 28. A running clock has digits."""
    assert min(found["sizes"]) >= 28
    assert found["digits"] or not digits
    assert found["names"] is None or found["names"] >= 38
    assert found["steps"] is None or found["steps"] >= 38
    assert found["digits"] is None or found["digits"] >= least


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


# The steps whose first line takes more than one.
TALL = """() => [...document.querySelectorAll(".w-steps li span")].flatMap(({ firstChild }) => {
    const range = document.createRange();
    range.selectNodeContents(firstChild);
    return range.getClientRects().length > 1 ? [firstChild.textContent] : [];
})"""


# Words of names that go on in another line; and of several opponents those whose name takes more than one.
BROKEN = """() => [...document.querySelectorAll(".w-pair .name")].flatMap((name) => {
    const lines = (from, to) => {
        const range = document.createRange();
        range.setStart(name.firstChild, from);
        range.setEnd(name.firstChild, to);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    };
    const text = name.textContent;
    const words = [...text.matchAll(/\\S+/g)].filter((word) => lines(word.index, word.index + word[0].length) > 1);
    return name.closest(".w-against") && lines(0, text.length) > 1 ? [text] : words.map((word) => word[0]);
})"""


def test_no_name_is_broken_in_the_middle(wall):
    """“Cy Birch, Eva” and “Dogwood” in the next line; “Oberwasserlech” and “ner”. All at the table are named."""
    wall.shows("pods-long", "pairings")
    expect(wall.page.locator(".w-pair li").first).to_be_visible()
    assert wall.page.evaluate(BROKEN) == []
    named = wall.page.locator(".w-pair li").evaluate_all(
        "all => all.map((li) => [...li.querySelectorAll('.w-against .name')].every((name) => {"
        "  const { top, bottom } = name.getBoundingClientRect(), row = li.getBoundingClientRect();"
        "  const room = parseFloat(getComputedStyle(name).paddingBottom);"  # tails of letters
        "  return top >= row.top - 1 && bottom - room <= row.bottom + 1 && name.clientWidth > 60;"
        "}))"
    )
    assert all(named)
    own = wall.page.locator(".w-pair .me").evaluate_all(CUT)
    assert own == []  # everybody finds their own name whole
    for event in ("pods-long", "tables-2"):  # and so few find their opponents' names whole
        wall.shows(event, "pairings")
        expect(wall.page.locator(".w-against").first).to_be_visible()
        assert wall.page.locator(".w-against .name, .w-where .name").evaluate_all(CUT) == []


def test_the_champions_name_is_whole_at_its_end(wall):
    """Letters stand so close that the last one reaches out of its line: of “Fay” a part of the y was missing."""
    wall.shows("places", "champion")
    style = "e => [getComputedStyle(e).letterSpacing, getComputedStyle(e).paddingRight]"
    name = wall.page.locator(".w-champion .name").first
    spacing, room = (float(px.removesuffix("px")) for px in name.evaluate(style))
    assert spacing < 0
    assert room >= -spacing


ANNA = ("Anna Schmidt", "Hamburg", "Berlin")
HERE = ("Maximiliana Oberhauser", "Hamburg", "Berlin", "Köln-Ehrenfeld")
LONG = ("Maximiliana Oberhauser-Wiśniewska", "Spielefreunde Köln Nord", "Spielefreunde Köln Süd")

GROUPS = "Brettspielgruppe Sankt Georgen am Reith", "Brettspielgruppe Sankt Georgen im Schwarzwald"
LONGEST = ("Maximiliana Oberhauser-Wiśniewska", *GROUPS)


@pytest.mark.parametrize("by", ["name", "table"])
@pytest.mark.parametrize(("most", "named"), [(24, HERE), (14, HERE), (8, HERE), (8, ANNA), (24, LONG), (24, LONGEST)])
def test_the_club_that_tells_two_of_one_name_apart_is_never_cut(wall, most, named, by):
    """“Maximiliana Oberhauser…” stood there twice, “Anna Schmidt…” had the bye; of eight, two were “Anna Sch…”."""
    of_all, *clubs = named
    names = [f"{of_all} ({club})" for club, _ in zip(clubs * most, range(most), strict=False)]
    assert set(names) <= set(whole_names(wall, names, opponents=1, by=by))


CLUBS = ("Tabletop-Freunde Hamburg-Altona von 1987 e. V.", "Tabletop-Freunde Hamburg-Bergedorf e. V.")


@pytest.mark.parametrize(("event", "module", "scene"), [
    ("roster-128", "welcome.js", "roster"),
    ("welcome", "welcome.js", "roster"),
    ("list-32", "lists.js", "standings"),
    ("places", "lists.js", "places"),
    ("places", "lists.js", "ranking"),
])  # fmt: skip
def test_a_long_club_that_tells_two_apart_is_whole_on_every_list(wall, event, module, scene):
    """“Anna Schmidt (Tabletop-Freunde Hamburg-…” stood there twice."""
    wall.shows(event, scene)
    data = wall.page.evaluate("async (id) => (await fetch(`/api/tournaments/${id}/wall`)).json()", event)
    rows = data[scene]
    if scene in ("standings", "ranking"):
        table = data["standings"]["tables"][0] if scene == "standings" else data["ranking"][0]
        rows = table["rows"] = [dict(row) for row in table["rows"] * 8][:16]  # a whole page of them
    for row, club in zip(rows, CLUBS, strict=False):
        row["name"] = f"Anna Schmidt ({club})"
    try:
        wall.page.evaluate(TURN, [wall.module(module), scene, data, 0])
        both = wall.page.locator(".name[data-club]")
        assert both.count() == 2
        assert both.evaluate_all(CUT) == []
        assert both.locator("span").evaluate_all(CUT) == []
        assert min(wall.picture(named=f"{event}-{scene}-clubs")["sizes"]) >= 28
    finally:
        wall.page.reload()


@pytest.mark.parametrize(("event", "module", "scene"), [
    ("bracket-4", "bracket.js", "bracket"),
    ("bracket-8", "bracket.js", "bracket"),
    ("bracket-4", "finals.js", "matchUps"),
])  # fmt: skip
def test_a_long_club_that_tells_two_apart_is_whole_in_the_bracket(wall, event, module, scene):
    wall.shows(event, "bracket" if scene == "bracket" else "clock")
    data = wall.page.evaluate("async (id) => (await fetch(`/api/tournaments/${id}/wall`)).json()", event)
    drawn = [line for box in data["bracket"]["columns"][0]["boxes"] for line in box["lines"]]
    for line, club in zip(drawn[1:3], CLUBS, strict=True):
        line["name"] = f"Anna Schmidt ({club})"
    data["duels"]["matches"][0]["players"] = [f"Anna Schmidt ({club})" for club in CLUBS]
    try:
        wall.page.evaluate(PUT, [wall.module(module), scene, data])
        both = wall.page.locator(".name[data-club]")
        assert both.count() >= 2
        assert both.evaluate_all(CUT) == []
        assert both.locator("span").evaluate_all(CUT) == []
        boxes = wall.page.locator(".w-bround:first-child li").evaluate_all(EDGES)
        assert [edge for box in boxes for edge in box] == sorted(edge for box in boxes for edge in box)
        wall.picture(named=f"{event}-{scene}-clubs")
    finally:
        wall.page.reload()


ORDINARY = ("Dmitri Shostakovich-Jones", "Christopher Montgomery", "Gyppsy-Jo Quigley", "Hugo")
OF_CLUBS = tuple(f"Maximiliana Oberhauser-Wiśniewska (Spielefreunde {where})" for where in ("Köln Nord", "Köln Süd"))


@pytest.mark.parametrize(("event", "named"), [
    ("bracket-4", OF_CLUBS),
    ("bracket-8", OF_CLUBS),
    ("bracket-8", ORDINARY),
    ("bracket-16", ORDINARY),
])  # fmt: skip
def test_names_in_the_bracket_have_the_room_that_is_there(wall, event, named):
    """“Christopher M…” went on to the quarter-finals, beside columns that only said “Winner of semi-final 1”."""
    wall.shows(event, "bracket")
    data = wall.page.evaluate("async (id) => (await fetch(`/api/tournaments/${id}/wall`)).json()", event)
    lines = [line for column in data["bracket"]["columns"] for box in column["boxes"] for line in box["lines"]]
    renamed = {}
    for line in lines:
        if line["name"]:
            line["name"] = renamed.setdefault(line["name"], named[len(renamed) % len(named)])
    try:
        wall.page.evaluate(PUT, [wall.module("bracket.js"), "bracket", data])
        for size in (FULL, SMALL):
            wall.picture(size, named=f"{event}-room-{named[0][:4]}")
            shown = wall.page.locator(".w-bround .name")
            assert shown.all_text_contents() == [line["name"] for line in lines if line["name"]]
            assert shown.evaluate_all(CUT) == []
            assert wall.page.locator(".w-bround .gap").evaluate_all(CUT) == []
            assert wall.page.locator(".w-bround ol").evaluate_all(OVERFLOWN) == []
    finally:
        wall.page.reload()


# Columns of which a box begins before another has ended, or that are higher than their room.
OVERFLOWN = """all => all.filter((list) => {
  const around = (each) => { const { top, bottom } = each.getBoundingClientRect(); return [top, bottom]; };
  const [first, last] = around(list);
  const edges = [first, ...[...list.children].flatMap(around), last];
  return edges.some((edge, n) => n && edge < edges[n - 1] - 1);
}).map((list) => list.innerText)"""


FINALISTS = ("Bartholomew-Alexander Featherstonehaugh-Cholmondeley", "Konstantinos Papadopoulos-Müllerschön")


@pytest.mark.parametrize("named", [FINALISTS, ("Dee Marlow", "Ida Wimmermann")], ids=["long", "ordinary"])
@pytest.mark.parametrize("matches", [1, 2, 3, 4])
@pytest.mark.parametrize("score", [[], [25, 9]])
def test_whoever_plays_in_the_bracket_is_named_whole(wall, matches, score, named):
    """“Bartholomew-Alexander…” stood in the final, on a wall that was half empty; “Dee Marl…” beside her score."""
    wall.shows("bracket-4", "clock")
    data = wall.page.evaluate("async () => (await fetch('/api/tournaments/bracket-4/wall')).json()")
    match = {**data["duels"]["matches"][0], "players": named, "score": score, "winner": 0 if score else None}
    data["duels"]["matches"] = [{**match, "table": number + 1} for number in range(matches)]
    try:
        wall.page.evaluate(PUT, [wall.module("finals.js"), "matchUps", data])
        for size in (FULL, (1280, 720)):
            found = wall.picture(size, named=f"finalists-{matches}-{len(score)}-{named[0][:3]}")
            assert wall.page.locator(".w-duels .name").evaluate_all(CUT) == []
            assert wall.page.evaluate(OVERLAPS) == []
            if size == FULL:
                assert min(found["sizes"]) >= 28
    finally:
        wall.page.reload()


LONGER = (
    "Maximiliana Oberhauser-Wiśniewska",
    "Konstantinos Papadopoulos-Müllerschön",
    "Élodie de la Rochefoucauld-Montmorency",
    "Christopher Featherstonehaugh",
)
LISTED = (*OF_CLUBS, *FINALISTS, *(f"Anna Schmidt ({club})" for club in CLUBS), *ORDINARY)


def told(wall, event):
    """What the wall knows of this event."""
    return wall.page.evaluate("async (id) => (await fetch(`/api/tournaments/${id}/wall`)).json()", event)


def all_whole(wall, names, *, named=""):
    """None of these is cut at either size, and nothing lies over anything."""
    for size in (SMALL, FULL):
        found = wall.picture(size, named=named)
        assert names.evaluate_all(CUT) == []
        assert names.locator("span").evaluate_all(CUT) == []
    assert min(found["sizes"]) >= 28


@pytest.mark.parametrize("event", ["welcome", "roster-128"])
def test_everybody_finds_their_whole_name_on_the_list(wall, event):
    """“Bartholomew-Alexander D…” stood there, and ten more of them."""
    wall.shows(event, "roster")
    data = told(wall, event)
    for number, row in enumerate(data["roster"]):
        row["name"] = LISTED[number % len(LISTED)]
    seen, pages, page = [], 1, 0
    try:
        while page < pages:
            pages = wall.page.evaluate(TURN, [wall.module("welcome.js"), "roster", data, page])
            all_whole(wall, wall.page.locator(".w-names .name"), named=f"{event}-whole-{page}")
            seen += wall.page.locator(".w-names .name").all_text_contents()
            page += 1
    finally:
        wall.page.reload()
    assert seen == [row["name"] for row in data["roster"]]


@pytest.mark.parametrize(("players", "opponents"), [(6, 2), (11, 2), (11, 3)])
def test_several_opponents_with_their_clubs_do_not_lie_over_the_next_row(wall, players, opponents):
    """Where few play, the club of the last opponent stood in the row below."""
    names = [LISTED[number % 6] for number in range(players)]
    assert set(names) == set(whole_names(wall, names, opponents=opponents))


def test_sixteen_with_long_names_have_a_page_for_each_half_of_the_bracket(wall):
    """“Bartholomew-Alexander…” was in it three times."""
    wall.shows("bracket-16", "bracket")
    data = told(wall, "bracket-16")
    lines = [line for column in data["bracket"]["columns"] for box in column["boxes"] for line in box["lines"]]
    renamed = {}
    for line in lines:
        if line["name"]:
            line["name"] = renamed.setdefault(line["name"], f"{LONGER[len(renamed) % 4]} {chr(65 + len(renamed))}.")
    seen = []
    try:
        for page, half in enumerate(("upper", "lower")):
            assert wall.page.evaluate(TURN, [wall.module("bracket.js"), "bracket", data, page]) == 2
            assert f"Top 16, {half} half" in wall.page.locator("h1").inner_text()
            all_whole(wall, wall.page.locator(".w-bround .name"), named=f"bracket-16-{half}")
            seen += wall.page.locator(".w-bround .name").all_text_contents()
    finally:
        wall.page.reload()
    assert set(seen) == set(renamed.values())


def test_whoever_stands_beside_the_champion_is_named_whole(wall):
    """“Konstantinos Dąb…” came fourth."""
    wall.shows("places", "champion")
    data = told(wall, "places")
    for other, who in zip(data["champion"]["others"], (*FINALISTS, OF_CLUBS[0]), strict=True):
        other["name"] = who
    try:
        wall.page.evaluate(PUT, [wall.module("finals.js"), "champion", data])
        all_whole(wall, wall.page.locator(".w-podium .name"), named="champion-podium")
    finally:
        wall.page.reload()


@pytest.mark.parametrize("event", ["draft", "draft-1", "draft-announced"])
def test_everybody_finds_their_whole_name_at_their_seat_of_a_draft(wall, event):
    """“Bartholomew-Alexander” sat there twice, without any other name: each group has a page then."""
    wall.shows(event, "draft")
    data = told(wall, event)
    for group in data["draft"]:
        group["seats"] = [LISTED[number % len(LISTED)] for number, _ in enumerate(group["seats"])]
    try:
        for page, group in enumerate(data["draft"]):
            pages = wall.page.evaluate(TURN, [wall.module("between.js"), "draft", data, page])
            assert pages == len(data["draft"])
            all_whole(wall, wall.page.locator(".w-ring .name"), named=f"{event}-seats-{page}")
            assert set(wall.page.locator(".w-ring .name").all_text_contents()) == set(group["seats"])
    finally:
        wall.page.reload()


@pytest.mark.parametrize("matches", [1, 2, 3, 4])
def test_whoever_still_plays_a_bracket_when_time_is_called_is_named_whole(wall, matches):
    """“Anna-Katharin…” still played, beside a column that was half empty. Where more have long names than there is
    room for, their tables stand there: the last step had gone from the wall."""
    wall.shows("called-bracket", "clock")
    [shown] = wall.page.evaluate(FOLLOWED, ["called-bracket"])
    first = shown["data"]["duels"]["matches"][0]
    pairs = [(LONGER[:2], LONGER[2:]) if matches == 2 else [FINALISTS] * matches][0]
    playing = [{**first, "table": table, "players": pair} for table, pair in enumerate(pairs, start=1)]
    shown["data"]["duels"]["matches"] = playing
    shown["state"]["out"] = list(range(1, matches + 1))
    try:
        wall.page.evaluate(DRAWN, [wall.module("round.js"), shown["data"], shown["state"]])
        assert wall.page.locator(".w-still .name").count() == (2 * matches if matches < 3 else 0)
        assert wall.page.locator(".w-side .w-tables li").count() == (matches if matches > 2 else 0)
        all_whole(wall, wall.page.locator(".w-still .name"), named=f"called-bracket-{matches}")
        for match in playing:
            match["players"] = ["Émile Bergström", "Gyppsy-Jo Quigley"]
        wall.page.evaluate(DRAWN, [wall.module("round.js"), shown["data"], shown["state"]])
        assert wall.page.locator(".w-still .name").count() == 2 * matches
        all_whole(wall, wall.page.locator(".w-still .name"), named=f"called-bracket-{matches}-ordinary")
        assert wall.page.evaluate(TALL) == []
    finally:
        wall.page.reload()


def test_everybody_at_the_few_tables_of_several_is_named_whole_while_they_play(wall):
    """“Bartholomew-Alexander…” had won a game."""
    wall.shows("pods", "clock")
    [shown] = wall.page.evaluate(FOLLOWED, ["pods"])
    seats = [side for table in shown["data"]["games"] for side in table["wins"]]
    for number, side in enumerate(seats):
        side["name"] = LONGER[number % 4]
    try:
        wall.page.evaluate(DRAWN, [wall.module("round.js"), shown["data"], shown["state"]])
        all_whole(wall, wall.page.locator(".w-games .name"), named="pods-whole")
    finally:
        wall.page.reload()


OVERLAPS = """() => {
  const parts = [...document.querySelectorAll(".w-duels p, .w-until")];
  const boxes = parts.map((each) => [each, each.getBoundingClientRect()]);
  return boxes.slice(1).filter(([, { top }], n) => top < boxes[n][1].bottom - 1).map(([each]) => each.innerText);
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


# The round as it stands by this state.
DRAWN = """async ([where, data, state]) => {
  window.setTimeout = () => 0;
  const noon = () => "12:00";
  const at = { state, serverNow: 0, known: true, timeOfDay: noon(), wallIn: noon };
  document.getElementById("wall").replaceChildren(...(await import(where)).round.draw(data, at).filter(Boolean));
}"""


WHO = (
    "Maximiliana Oberhauser-Wiśniewska",
    "Konstantinos Papadopoulos-Müller",
    "Bartholomew Featherstonehaugh",
    "Cy Birch",
)


@pytest.mark.parametrize(("players", "opponents"), [(10, 1), (18, 1), (64, 1), (14, 2), (18, 2), (31, 3)])
def test_everybodys_name_is_whole_however_long_it_is(wall, players, opponents):
    """Of 31 letters, eighteen players saw “v Dartholomew F…”: names go on in a second line, or on one more page."""
    names = [f"{WHO[number % 4]} {chr(65 + number % 26)}." for number in range(players)]
    assert set(names) <= set(whole_names(wall, names, opponents=opponents))


@pytest.mark.parametrize("players", [13, 16])
def test_three_opponents_of_ordinary_names_are_whole_too(wall, players):
    """“v Ben B… Cy Ash” stood on a wall of thirteen players, four of them at one table."""
    names = [f"{WHO[3]} {chr(65 + number)}." for number in range(players)]
    assert set(names) <= set(whole_names(wall, names, opponents=3))


@pytest.mark.parametrize("factions", [(), ("Crimson Order", "Obsidian Dwarves")], ids=["", "with factions"])
@pytest.mark.parametrize("players", [10, 17, 64])
def test_by_table_everybodys_name_is_whole_too(wall, players, factions):
    """“Oberhauser-…” and “Featherstonehaug…” stood above half a wall of nothing."""
    names = [f"{WHO[number % 4]} {chr(65 + number % 26)}." for number in range(players)]
    assert set(names[: players // 2 * 2]) == set(whole_names(wall, names, opponents=1, by="table", factions=factions))


def whole_names(wall, names, *, opponents, by="name", factions=()):
    """All names on the pages of a round in which each plays those listed after them: none of them is cut.

    These pages are those `by` name, which come first, or those by table.
    """
    wall.shows("clock", "pairings")
    data = wall.page.evaluate("async (id) => (await fetch(`/api/tournaments/${id}/wall`)).json()", "clock")
    twice, row, table = names * 2, data["pairings"]["names"][0], data["pairings"]["tables"][0]
    rows = [
        {**row, "name": who, "table": place // 2 + 1, "against": twice[place + 1 : place + 1 + opponents]}
        for place, who in enumerate(names)
    ]
    for place, whole in enumerate(rows if factions else ()):
        whole["faction"] = factions[place % 2]
    rows[0]["table"] = None  # a bye
    several = 1 + opponents
    tables = [
        {**table, "players": names[place * several : (place + 1) * several], "factions": factions}
        for place in range(len(names) // several)
    ]
    shown = {**data, "pairings": {"names": rows, "tables": tables, "byes": []}}
    seen, pages, page = [], 1, 0
    try:
        while page < pages:
            pages = wall.page.evaluate(TURN, [wall.module("lists.js"), "pairings", shown, page])
            found = wall.page.locator(".w-pair .name" if by == "name" else ".w-bytable .name")
            if found.count():
                assert found.evaluate_all(CUT) == []
                assert found.locator("span").evaluate_all(CUT) == []  # of a name with its club
                readable(wall.picture())
                seen += found.all_text_contents()
            page += 1
    finally:
        wall.page.reload()
    return seen


CUT = """all => all.filter(({ clientWidth, scrollWidth, clientHeight, scrollHeight }) =>
  scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 3).map((name) => name.innerText)"""


def test_few_tables_fill_the_wall_with_whole_names(chromium, hall):
    """By table, two of them stood in the upper third, and a partner with a long name was not there at all."""
    context = chromium.new_context(viewport={"width": 1280, "height": 720}, reduced_motion="reduce")
    try:
        page = context.new_page()
        page.clock.install()
        fill_the_wall(Wall(page, hall))
    finally:
        context.close()


def fill_the_wall(wall):
    for event in ("tables-2", "teams-2"):
        wall.shows(event, "pairings")
        listed = wall.page.locator(".w-bytable")
        expect(wall.page.locator(".w-pair").first).to_be_visible()
        wall.page.clock.fast_forward(16_000)  # by name first, then by table
        expect(listed.first).to_be_visible()
        assert listed.locator(".name").evaluate_all(CUT) == []
        reaches, screen = wall.page.evaluate(REACHES)
        assert screen * 0.6 < reaches <= screen


REACHES = """() => {
  const bottom = (each) => each.getBoundingClientRect().bottom;
  const listed = [...document.querySelectorAll(".w-bytable li, .w-bytable .name")].map(bottom);
  return [Math.max(...listed), bottom(document.querySelector("#wall section"))];
}"""


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


# These events as a wall follows them, and a list of them with their clocks.
FOLLOWED = """(ids) => {
  const said = async (path) => (await fetch(`/api/tournaments/${path}`)).json();
  return Promise.all(ids.map(async (id) => ({ id, data: await said(`${id}/wall`), state: await said(`${id}/state`) })));
}"""
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


@pytest.mark.parametrize(("event", "scene"), [("list-32", "standings"), ("places", "ranking"), ("places", "places")])
def test_ranks_and_places_name_everybody_whole(wall, event, scene):
    """“Bartholomew-Alexander…” led the standings, and had won."""
    wall.shows(event, scene)
    data = wall.page.evaluate("async (id) => (await fetch(`/api/tournaments/${id}/wall`)).json()", event)
    named = (*FINALISTS, *OF_CLUBS, *(f"Anna Schmidt ({club})" for club in CLUBS), *ORDINARY)
    rows = data["places"] if scene == "places" else (data[scene]["tables"] if scene == "standings" else data[scene])
    rows = rows if scene == "places" else rows[0]["rows"]
    for number, row in enumerate(rows):
        row["name"] = named[number % len(named)]
    seen, pages, page = [], 1, 0
    try:
        while page < pages:
            pages = wall.page.evaluate(TURN, [wall.module("lists.js"), scene, data, page])
            shown = wall.page.locator(".w-stand .name, .w-places .name")
            for size in (SMALL, FULL):
                found = wall.picture(size, named=f"{event}-{scene}-whole-{page}")
                assert size == SMALL or min(found["sizes"]) >= 28
                assert shown.evaluate_all(CUT) == []
                assert shown.locator("span").evaluate_all(CUT) == []
                assert wall.page.locator(".w-places .p").evaluate_all(CUT) == []
            seen += shown.all_text_contents()
            page += 1
    finally:
        wall.page.reload()
    assert seen == [row["name"] for row in rows]


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


@pytest.mark.parametrize(("event", "module", "scene"), [
    ("list-8", "lists.js", "pairings"),
    ("list-8", "lists.js", "standings"),
    ("places", "finals.js", "champion"),
])  # fmt: skip
def test_event_and_rulebook_beside_the_title_are_whole(wall, event, module, scene):
    """“Autumn Summons ·…” stood beside “Round 1 of 4: find your table”, and “19 N…” beside the champion's event."""
    wall.shows(event, scene)
    data = wall.page.evaluate("async (id) => (await fetch(`/api/tournaments/${id}/wall`)).json()", event)
    data["event"] |= {"name": "Autumn Summons", "ruleset": "Summoner Wars"}
    try:
        wall.page.evaluate(TURN.replace("serverNow", f"{ADDRESS}, serverNow"), [wall.module(module), scene, data, 0])
        assert wall.page.locator(".w-scan").count() == 1
        assert wall.page.locator(".w-where > .name").evaluate_all(CUT) == []
    finally:
        wall.page.reload()


ADDRESS = "box: (await (await fetch('/api/wall')).json()).box"


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
EDGES = "all => all.map((box) => box.getBoundingClientRect()).map(({ top, bottom }) => [top, bottom])"
# The bracket as a scene of its own, or those who meet in place of those who really do.
PUT = """async ([where, scene, data]) => {
  window.setTimeout = () => 0;
  const found = (await import(where))[scene];
  const noon = () => "12:00";
  const at = { serverNow: 0, boot: "", known: true, timeOfDay: noon(), wallIn: noon, wallTime: noon };
  if (found.draw) document.getElementById("wall").replaceChildren(...found.draw(data, at));
  else document.querySelector(".w-duels").replaceWith(found(data));
}"""
TURN = """async ([where, scene, data, page]) => {
    window.setTimeout = () => 0;
    const part = (await import(where))[scene];
    const noon = () => "12:00";
    const at = { serverNow: 0, boot: "", known: true, timeOfDay: noon(), wallIn: noon, wallTime: noon };
    document.getElementById("wall").replaceChildren(...part.draw(data, at, page));
    return part.pages ? part.pages(data) : 1;
}"""


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
