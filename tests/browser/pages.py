"""Every page of the desk, for tests that look at all of them: of the box, and of the events that are prepared."""

from server.core.static_files import version

BOX = (
    "/",
    "/e/",
    "/events/new",
    "/box",
    "/box/health",
    "/help",
    "/box/off",
    "/box/programs/",
    "/box/update",
    "/devices/",
    "/devices/?tid=playing",
    "/devices/codes",
    "/devices/1",
    "/sign-in",
    "/sign-out",
    "/events/cut/delete",
    *("/people", "/people?q=an", "/people/new", "/people/history", "/people/privacy"),
    *("/series", "/series/new", "/series/league", "/series/league/rules", "/series/league/events"),
    *("/series/league/remove", "/series/world/events", "/series/world/wrap-up", "/series/world/wrap-up/far"),
    *("/series/reports/several", "/series/reports/far"),
)
# For everybody, without signing in.
PHONES = (
    "/me",
    *("/enter", "/enter/door", "/enter/playing"),
    "/slip",
    "/stream",
    *("/e/series", "/e/series/league"),
    "/e/playing/?q=a",
    *("/e/playing/p/p1", "/e/playing/p/p4", "/e/playing/pairings", "/e/playing/standings"),
    *("/e/bracket/bracket", "/e/finished/standings", "/e/finished/statistics", "/e/several/p/p1"),
)
SHEETS = (
    "names",
    "tables",
    "slips",
    "standings",
    "bracket",
    "codes",
    "pack",
    "signs",
    "cards",
    "certificates",
    "prizes",
)
# One of each kind first; below them more states of the same pages.
EVENTS = {
    "check-in": ("/", "/players/", "/settings", "/players/last-time", "/hall/"),
    "door": ("/entry/",),
    "draft": ("/pairings/", "/pairings/?pick=p1"),
    "drafting": ("/draft/",),
    "chess": ("/results/", "/results/1", "/chess/1?for=wrong-starter"),
    "playing": (
        "/",
        "/players/",
        "/players/p1",
        "/pairings/",
        "/pairings/?pick=p3&minutes=5",
        "/results/",
        "/results/?round=1",
        "/results/slips",
        "/results/1",
        "/results/2",
        "/results/round/1/1/correct",
        "/floor/",
        "/floor/2",
        "/floor/3",
        "/floor/log",
        "/results/penalties",
        "/results/penalties/new?player=p2",
        "/standings/",
        "/clock/",
        "/history/",
        "/history/17/undo",
        "/history/8/undo",
        "/announcements/",
        "/print/",
    ),
    "decks": (
        "/decks/",
        "/decks/player/p3",
        "/decks/player/p4?as=form",
        "/deck-checks/?table=1&table=2",
        "/deck-checks/first-five/3/p1",
    ),
    "rosters": ("/decks/", "/decks/player/p1"),
    "cut": ("/standings/cut",),
    "bracket": ("/standings/",),
    "end": ("/standings/finish",),
    "finished": ("/standings/", "/statistics/", "/take-away/"),
    "several": ("/results/1", "/results/slips", "/staff/"),
    "filling": ("/pairings/", "/standings/finish"),
    "spirit": ("/teams/",),
}
MORE = {
    "check-in": ("/players/p1", "/pairings/", "/results/", "/standings/", "/print/"),
    "draft": ("/", "/pairings/?pick=p1&as=seat", "/results/", "/players/"),
    "playing": ("/pairings/?round=1", "/results/3", "/results/slips?table=3", "/results/penalties/new", "/settings"),
    "chess": ("/",),
    "drafting": ("/",),
    "cut": ("/", "/pairings/", "/standings/", "/standings/cut?size=6"),
    "bracket": ("/", "/pairings/", "/standings/cut", "/results/2"),
    "end": ("/", "/standings/"),
    "finished": ("/", "/players/p1", "/standings/finish"),
    "several": ("/", "/pairings/", "/results/", "/results/2", "/standings/", "/print/", "/settings", "/players/p1"),
    "filling": ("/", "/pairings/?round=1"),
    "spirit": ("/", "/settings"),
}


# Every other address that answers to a GET, and who looks at it.
LOOKED_AT_ELSEWHERE = {
    **dict.fromkeys(("tablets.enter", "tablets.choose", "tablets.show"), "test_every_screen.py"),
    **dict.fromkeys(("players_own.show", "own_deck.show", "slip_pages.show", "screens.show"), "test_every_screen.py"),
    **dict.fromkeys(("players_own.ask_drop", "players_own.ask_leave"), "test_phones.py"),
    "wall.show": "test_wall.py",
    **dict.fromkeys(("overlay.clock", "overlay.match", "overlay.bracket"), "test_stream.py"),
    "damage.show": "test_every_screen.py",
    "this_box.ask_restore": "previews, below",
    **dict.fromkeys(("takeaway.pages", "takeaway.text", "shop.logo"), "a file"),
    "door.one": "test_every_page.py, the door",
    "players_own.ask_drop": "test_every_screen.py",
    **dict.fromkeys(("static", "this_box.download", "health.download", "decks.sample_catalogue"), "a file"),
    **{
        f"exports.{name}": "a file"
        for name in ("event", "pairings", "places", "readable", "results", "staff", "standings")
    },
    **{f"api.{name}": "for programs" for name in ("clock", "clocks", "healthz", "live", "standings", "state", "time")},
    **dict.fromkeys(("api.tournament", "api.tournaments", "wall.box", "wall.event", "wall.say"), "for programs"),
    **dict.fromkeys(("at_table.standings", "at_table.state", "at_table.watch_chess"), "for programs"),
    **dict.fromkeys(("api.all_series", "api.one_series", "api.published"), "for programs"),
    **dict.fromkeys(("series.csv", "series.json"), "a file"),
    **{f"directory.{name}": "test_every_page.py, people" for name in ("ask_entry", "ask_merge", "edit", "person")},
    **{f"directory_care.{name}": "test_every_page.py, people" for name in ("ask_erase", "ask_erase_again", "ask_undo")},
    "public_pages.person": "test_every_page.py, people",
    "results.chess": "a part of the page of results",
    "own_screen.ask": "test_own_screen.py",
}


def every_kind(box):
    """The addresses of one page of each kind, but for those that only a form leads to."""
    return [box.address + path for path in (*BOX, *PHONES, *_paths(EVENTS))]


def more_states(box):
    """The same kinds of pages in other states."""
    return [box.address + path for path in _paths(MORE)]


def _paths(pages):
    return [f"/events/{event}{path}" for event, paths in pages.items() for path in paths]


def packs(box):
    """Every sheet for paper, in one document each: duels with a bracket, tables of several, a draft."""
    return [f"{box.address}/events/{event}/print/pack" for event in ("finished", "several", "draft")]


def sheets(box):
    """Each sheet alone."""
    rulebook = (
        *("rosters/sheets/matches", "decks/sheets/decks", "decks/sheets/decks?blank=1", "playing/sheets/scores"),
        *("several/sheets/grid", "several/sheets/wrap-up", "several/sheets/scoring?blank=1"),
    )
    paths = (*(f"finished/print/{sheet}" for sheet in SHEETS), *rulebook, "door/entry/flyer")
    return [*(f"{box.address}/events/{path}" for path in paths), f"{box.address}/series/league/print"]


def sorry(box):
    """Pages that say no."""
    paths = (
        "/nothing",
        "/e/nothing/",
        "/events/nothing/",
        "/events/playing/results/99",
        "/devices/99",
        "/tablet/table",
    )
    return [box.address + path for path in (*paths, "/devices/" + "9" * 40, "/me/table", "/slip/match")]


def previews(desk):
    """Open, one after the other, the pages that only a form or a click leads to."""
    address = desk.box.address
    desk.page.goto(f"{address}/box")
    desk.press("Back up now")
    desk.follow("^Restore")
    desk.sees("Nothing is changed yet.")
    yield "restore"
    desk.page.goto(f"{address}/events/playing/results/round/1/1/correct")
    desk.page.get_by_label("Wounds on the winner").fill("3")
    desk.press("Show what it changes")
    desk.sees("Preview. Nothing is recorded yet.")
    yield "correction"
    desk.page.goto(f"{address}/events/end/standings/finish")
    desk.fill("Prizes", "A playmat\n" + "Dice " * 30)
    desk.press("Show who gets what")
    desk.sees("organizer: the prize passes on")
    yield "prizes"
    desk.page.goto(f"{address}/events/playing/results/slips")
    desk.page.locator("input[name=table]").first.fill("3")
    desk.page.locator("input[name=winner]").fill("1")
    desk.page.locator("form[data-slips] input[name=wounds]").fill("40")
    desk.press("^Enter$")
    desk.sees("Change the number, or say that it is correct.")
    yield "a slip that is doubted"
    desk.page.goto(f"{address}/people")
    desk.page.locator(".folk .c-name a").first.click()
    desk.sees("Phones see only the name")
    yield "a person"
    person = desk.page.url
    for path in ("/edit", "/merge?q=a", "/erase", "/erase/sure"):
        desk.page.goto(person + path)
        yield f"a person, {path}"


def address_of(path):
    """Where a browser finds one of the project's scripts by itself: a test asks its functions."""
    return f"/static/{version()}/{path}"
