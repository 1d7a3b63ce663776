"""The wall: every scene can be read from the back of the hall, at every size, and nothing covers anything."""

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


def on_a_network(box):
    """A box that phones find: the test's own is on none, and so has no address to scan."""

    def answer(route):
        with suppress(Error):  # the page has gone on meanwhile, and nobody waits for it
            found = route.fetch()
            route.fulfill(response=found, body=found.text().replace(f"{box.address}/", "http://192.168.178.123:8000/"))

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


HERE = ("Maximiliana Oberhauser", "Hamburg", "Berlin", "Köln-Ehrenfeld")
LONG = ("Maximiliana Oberhauser-Wiśniewska", "Spielefreunde Köln Nord", "Spielefreunde Köln Süd")


@pytest.mark.parametrize(("most", "named"), [(24, HERE), (14, HERE), (24, LONG)])
def test_the_club_that_tells_two_of_one_name_apart_is_never_cut(wall, most, named):
    """“Maximiliana Oberhauser…” stood there twice, and “Anna Schmidt…” had the bye."""
    wall.shows("clock", "pairings")
    data = wall.page.evaluate("async (id) => (await fetch(`/api/tournaments/${id}/wall`)).json()", "clock")
    rows = data["pairings"]["names"][:most]
    of_all, *clubs = named
    for row, club in zip(rows, clubs * most, strict=False):
        who = f"{of_all} ({club})"
        row |= {"name": who, "against": [who]}
    rows[0]["table"] = None  # a bye
    tables = [row | {"players": [row["name"] for row in rows[:2]]} for row in data["pairings"]["tables"][: most // 2]]
    shown = {**data, "pairings": {"names": rows, "tables": tables, "byes": []}}
    try:
        for page in range(3 if named == LONG else 2):  # long clubs need higher rows, and a page more
            wall.page.evaluate(TURN, [wall.module("lists.js"), "pairings", shown, page])
            found = wall.page.locator(".name[data-club] span:last-child")
            assert found.count() >= (12 if named == LONG else most)
            assert found.evaluate_all(CUT) == []
    finally:
        wall.page.reload()


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
    data = wall.page.evaluate("async (id) => (await fetch(`/api/tournaments/${id}/wall`)).json()", "amended")
    try:
        for page in (0, 1):
            wall.page.evaluate(TURN, [wall.module("lists.js"), "standings", data, page])
            assert wall.page.locator(".w-stand li").count() == 9
            assert "Amended 12:00. Top 4 go on, to the dashed line." in wall.page.locator(".w-page").inner_text()
            for size in (FULL, (1280, 720)):
                wall.picture(size)
                assert not wall.page.evaluate(FOOT_IS_CUT)
    finally:
        wall.page.reload()


FOOT_IS_CUT = """
() => [...document.querySelectorAll(".w-page span")].some((part) => part.scrollWidth > part.clientWidth + 1)
"""

# The pictures stop, so that the page that was turned to stays.
TURN = """async ([where, scene, data, page]) => {
    window.setTimeout = () => 0;
    const part = (await import(where))[scene];
    const noon = () => "12:00";
    const at = { serverNow: 0, boot: "", known: true, timeOfDay: noon(), wallIn: noon, wallTime: noon };
    document.getElementById("wall").replaceChildren(...part.draw(data, at, page));
    return part.pages(data);
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
