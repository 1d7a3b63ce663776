"""The wall names everybody whole: on lists, in the bracket, at tables of several and beside the clock."""

import pytest
from playwright.sync_api import expect

from tests.browser.walls import CUT, DRAWN, FINALISTS, FOLLOWED, FULL, PUT, SMALL, TALL, TURN, Wall, readable, told

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
EDGES = "all => all.map((box) => box.getBoundingClientRect()).map(({ top, bottom }) => [top, bottom])"
