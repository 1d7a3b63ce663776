"""Names are whole where their owners look for them, and so is the club that tells two of one name apart."""

import secrets

import pytest
from sqlalchemy import select, update

from engine.decisions import directory, people, results, series, stages
from engine.series.rules import Series, SeriesRules
from server.core import box_journal, journal
from server.core.db import db, writer
from server.core.models import EntryRow, PlayerRow, TournamentRow
from server.core.timekeeping import moment
from server.core.titles import keeping_title
from tests.browser.conftest import LAPTOP, PHONE
from tests.browser.prepared import past_the_pages
from tests.browser.test_decks import code_of
from tests.server.people import listed
from tests.server.result_event import Event

CLUBS = ("Tabletop-Freunde Hamburg-Altona von 1987 e. V.", "Tabletop-Freunde Hamburg-Bergedorf e. V.")
PRIZE = "A playmat, a deck box and a very long list of other things"
LONG = "Maximiliana-Theodora Oberwasserlechner-Wiśniewska"
BIG_DAY = "Winter Open of the Tabletop-Freunde Hamburg-Altona"
CUT = """() => [...document.querySelectorAll(".name, .name[data-club] span, .p-against, .p-list td:last-child")]
  .filter((name) => name.checkVisibility() && getComputedStyle(name).display !== "inline")
  .filter((name) => name.scrollWidth > name.clientWidth + 1 || name.scrollHeight > name.clientHeight + 4)
  .map((name) => name.textContent.trim())"""
# Cut not by themselves but by what they stand in.
HIDDEN = """() => [...document.querySelectorAll(".versus b, .r-player, td, summary .who")]
  .filter((cell) => cell.offsetParent && cell.querySelector(".name") && cell.scrollWidth > cell.clientWidth + 1)
  .filter((cell) => getComputedStyle(cell).overflowX === "hidden")
  .map((cell) => cell.textContent.trim())"""
# A word that goes on in the next line though it has no hyphen.
SPLIT = """() => [...document.querySelectorAll(".name")]
  .filter((name) => name.checkVisibility() && !name.children.length)
  .filter((name) => [...name.textContent.matchAll(/[^\\s-]+/g)].some((word) => {
    const range = document.createRange();
    range.setStart(name.firstChild, word.index);
    range.setEnd(name.firstChild, word.index + word[0].length);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
  })).map((name) => name.textContent)"""


def two_annas(app, *, ruleset_id="ashes-reborn", called="Anna Schmidt"):
    event = Event(app, [*CLUBS, "Ben", LONG], ruleset_id=ruleset_id, tid=f"annas-{secrets.token_hex(4)}")
    with app.app_context(), writer() as connection, connection.begin():
        for club in CLUBS:
            one = (PlayerRow.tournament_id == event.tid) & (PlayerRow.id == event.ids[club])
            connection.execute(PlayerRow.__table__.update().where(one).values(name=called, club=club))
    return event.start()


def test_names_and_clubs_are_whole_on_lists_on_paper_and_on_a_judges_phone(box, desk):
    with past_the_pages(box) as app:
        event = two_annas(app)
        cut = {}
        for path in ("players/", "hall/", "pairings/", "print/names", "print/tables", "print/codes", "print/cards"):
            cut[path] = looked_at(desk, f"{box.address}/events/{event.tid}/{path}")
        event.play().next_round()
        for path in ("standings/", "print/standings"):
            cut[path] = looked_at(desk, f"{box.address}/events/{event.tid}/{path}")
        desk.page.set_viewport_size(PHONE)
        for path in ("floor/", "floor/1", "deck-checks/?table=1", "players/", "hall/"):
            cut[f"{path} on a phone"] = looked_at(desk, f"{box.address}/events/{event.tid}/{path}")
        cut["find on a phone"] = looked_at(desk, f"{box.address}/e/{event.tid}/?all")
        for one in event.ids.values():
            cut[f"{one} on a phone"] = looked_at(desk, f"{box.address}/e/{event.tid}/p/{one}")
        cut["standings on a phone"] = looked_at(desk, f"{box.address}/e/{event.tid}/standings")
        event.play().do(lambda t: stages.finish(t, prizes=(PRIZE,)))
        cut["places on a phone"] = looked_at(desk, f"{box.address}/e/{event.tid}/standings")
        desk.page.set_viewport_size(LAPTOP)
        cut["print/places"] = looked_at(desk, f"{box.address}/events/{event.tid}/print/places")
    assert {path: names for path, names in cut.items() if names} == {}


def looked_at(desk, address):
    desk.page.goto(address)
    assert desk.page.locator(".name").count(), address
    assert desk.page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"), address
    return desk.page.evaluate(CUT)


@pytest.mark.parametrize(("ruleset", "path"), [
    ("ashes-reborn", "sheets/scores"),
    ("ashes-reborn", "print/slips"),
    ("ashes-classic", "print/slips"),
    ("summoner-wars", "sheets/matches"),
    ("spellfire", "print/slips"),
    ("spellfire", "print/names"),
    ("spellfire", "print/tables"),
])  # fmt: skip
def test_two_of_one_long_name_are_told_apart_on_every_sheet(box, desk, ruleset, path):
    """“Anna-Katharina Schmidt-Hohenstein (Spielefreunde…” stood on two slips of one round."""
    with past_the_pages(box) as app:
        event = two_annas(app, ruleset_id=ruleset, called="Anna-Katharina Schmidt-Hohenstein")
    desk.page.emulate_media(media="print")
    assert looked_at(desk, f"{box.address}/events/{event.tid}/{path}") == []


def test_a_phone_of_two_who_have_one_long_name_is_no_wider_than_its_screen(chromium, box):
    """The button with the other’s name and club made the whole page half as wide again."""
    with past_the_pages(box) as app:
        event = two_annas(app, ruleset_id="spellfire", called="Anna-Katharina Schmidt-Hohenstein")
    context = chromium.new_context(viewport={"width": 360, "height": 740}, is_mobile=True, has_touch=True)
    page = context.new_page()
    for club in CLUBS:
        page.goto("about:blank")
        page.goto(f"{box.address}/me#{event.tid}.{code_of(box, event.tid, event.ids[club])}")
        page.wait_for_url("**/me/table")
    assert page.locator(".p-family button").count() >= 1
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert page.evaluate(CUT) == []
    context.close()


def test_a_long_name_of_a_person_is_whole_on_every_list_on_paper(box, desk):
    """“Maximiliana Oberhauser-Wiśniew…” stood on standings, tables and the score sheet: a list has a second line."""
    names = ("Maximiliana Oberhauser-Wiśniewska", "José Luis Fernández de la Torre", "Ben", "Hugo")
    with past_the_pages(box) as app:
        event = Event(app, names, tid=f"long-{secrets.token_hex(4)}").start().play()
    whole = "(names) => names.filter((name) => name.scrollWidth > name.clientWidth + 1).map((name) => name.textContent)"
    for path in ("print/tables", "print/standings", "sheets/scores"):
        desk.page.goto(f"{box.address}/events/{event.tid}/{path}")
        shown = desk.page.locator(".p-sheet td .name")
        assert shown.filter(has_text="Oberhauser").count()
        assert shown.evaluate_all(whole) == [], path


def test_a_name_card_has_the_whole_name_of_the_event(box, desk):
    """“Dragon’s Lair Games & Comics · Clo…” stood on every card."""
    name = f"{BIG_DAY}, second day"
    with past_the_pages(box) as app:
        event = Event(app, ("Ana", "Ben", LONG), tid=f"cards-{secrets.token_hex(4)}")
        with app.app_context(), writer() as connection, connection.begin():
            connection.execute(update(TournamentRow).where(TournamentRow.id == event.tid).values(name=name))
    desk.page.goto(f"{box.address}/events/{event.tid}/print/cards")
    shown = desk.page.locator(".name-card .of bdi")
    assert shown.all_inner_texts() == [name] * 3
    assert shown.evaluate_all(
        "all => all.every((e) => e.scrollWidth <= e.clientWidth && e.scrollHeight <= e.clientHeight)"
    )
    cards = desk.page.locator(".name-card")
    assert cards.evaluate_all("all => all.every((e) => e.scrollHeight <= e.clientHeight)")


def test_names_clubs_and_events_are_whole_among_people_and_in_a_ranking(box, desk):
    """Two of one name in one club's two groups read the same, and so did two events that begin alike."""
    with past_the_pages(box) as app, app.app_context():
        tid = listed.event(
            f"folk-{secrets.token_hex(4)}", *(f"Anna Kord/{club}" for club in CLUBS), f"{LONG}/Ulm", "Ed"
        )
        journal.record(listed.play(tid, 2), "s0", decide=stages.finish)
        with writer() as connection, connection.begin():
            connection.execute(update(TournamentRow).where(TournamentRow.id == tid).values(name=BIG_DAY))
        ours = select(EntryRow.person_id).where(EntryRow.tournament_id == tid).order_by(EntryRow.entry)
        with db.engine.connect() as connection:
            one, two, *others = connection.execute(ours).scalars()
        terms = Series(SeriesRules(by="wins", each=1))
        for decide, title in (
            (lambda box: series.make_series(box, tid, terms=terms), keeping_title(tid, BIG_DAY)),
            (lambda box: series.put_in(box, tid, event=tid), None),
            (lambda box: series.open_series(box, tid), None),
            (lambda box: directory.show_page(box, one), None),
        ):
            box_journal.record("s1", decide=decide, beside=title)
    cut = {}
    for screen in (LAPTOP, {"width": 1366, "height": 768}, PHONE):
        desk.page.set_viewport_size(screen)
        paths = ("people?q=kord", f"people?q={LONG}", f"people/{one}", f"people/{others[0]}", f"people/{one}/merge?q=k")
        for path in (*paths, f"people/{one}/merge?gone={two}", f"series/{tid}", f"series/{tid}/events", "", "series"):
            cut[path, screen["width"]] = looked_at(desk, f"{box.address}/{path}")
    for path in (f"e/series/{tid}", f"e/who/{one}"):
        cut[path, "phone"] = looked_at(desk, f"{box.address}/{path}")
    ours = (*CLUBS, LONG, BIG_DAY, "Kord")
    found = {where: [name for name in names if any(each in name for each in ours)] for where, names in cut.items()}
    assert {where: names for where, names in found.items() if names} == {}


FINALISTS = (
    "Bartholomew-Alexander Featherstonehaugh-Cholmondeley",
    "Maximiliana von Hohenstauffen-Wolkenberghausen, Burg Falkenstein",
)


def test_long_names_of_a_bracket_are_whole_to_the_end_of_the_event(box, desk):
    """The champion was “Bartholomew-Alexander Featherstonehaugh-” on the certificate, and “…” above the bracket."""
    with past_the_pages(box) as app:
        names = [*FINALISTS, *["Ben", "Hugo", "Ana", "Cai", "Dee", "Eve"]]
        event = Event(app, names, cut=4, tid=f"finalists-{secrets.token_hex(4)}").start()
        at = f"{box.address}/events/{event.tid}/"
        cut = {path: looked_at(desk, at + path) for path in ("", "clock/")}
        for _ in range(event.t.settings.rounds - 1):
            the_longer_name_wins(event).next_round()
        the_longer_name_wins(event).do(lambda t: stages.make_cut(t, 4))
        for _ in range(2):
            the_longer_name_wins(event.next_round())
        cut |= {f"{path} then": looked_at(desk, at + path) for path in ("standings/", "standings/finish")}
        desk.page.goto(at)
        cut["latest changes"] = desk.page.locator(".log bdi").evaluate_all(WIDER)
        assert desk.page.locator(".log bdi").count()
        event.do(lambda t: stages.finish(t, prizes=(PRIZE,)))
        for path in ("standings/", "print/bracket", "print/places", "print/prizes", "history/"):
            cut[f"{path} at the end"] = looked_at(desk, at + path)
        desk.page.goto(at + "print/certificates?top=8")
        cut["certificates"] = desk.page.locator(".p-winner").evaluate_all(TALLER)
        cut["certificates, beyond their page"] = desk.page.locator(".p-certificate").evaluate_all(TALLER)
    assert {path: names for path, names in cut.items() if names} == {}


def the_longer_name_wins(event):
    for match in event.t.current_round.matches:
        names = event.names_at(match.table)
        event.win(match.table, seat=names.index(max(names, key=len)))
    return event.play()


WIDER = """all => all.filter(({ clientWidth, scrollWidth }) => scrollWidth > clientWidth + 1)
  .map((part) => part.textContent)"""
TALLER = """all => all.filter(({ clientHeight, scrollHeight }) => scrollHeight > clientHeight + 1)
  .map((part) => part.textContent.trim())"""


@pytest.mark.parametrize("players", [24, 60])
def test_printed_pairings_by_name_tear_no_word_apart(box, desk, players):
    """“Featherstoneha” stood on one line and “ugh-” on the next; of an opponent four lines were there."""
    with past_the_pages(box) as app:
        names = [*FINALISTS, *(f"Ana {number}" for number in range(players - len(FINALISTS)))]
        event = Event(app, names, tid=f"words-{secrets.token_hex(4)}").start()
        at = f"{box.address}/events/{event.tid}/print/names"
        assert looked_at(desk, at) == []
        assert desk.page.locator(".p-names b .name").evaluate_all(TORN) == []


# Words, or parts of them up to a hyphen, that go on in the next line.
TORN = r"""all => all.flatMap((name) => [...name.textContent.matchAll(/[^\s-]+/g)].filter(({ 0: word, index }) => {
  const range = document.createRange();
  range.setStart(name.firstChild, index);
  range.setEnd(name.firstChild, index + word.length);
  return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
}).map(([word]) => word))"""


DESK_SIZES = ((1366, 768), (1024, 768), (768, 1024), (390, 844))


def test_two_of_one_name_are_told_apart_where_the_desk_enters_results(box, desk):
    """“Anna Schmidt (Brettspielgru…” was still out at two tables, and “Guest 03” beside her was “Gue…”."""
    with past_the_pages(box) as app:
        event = two_annas(app)
    assert names_cut(desk, f"{box.address}/events/{event.tid}") == {}


def test_ordinary_names_are_whole_at_a_desk_of_every_size(box, desk):
    """On a tablet held across a name in the list of players was one letter wide."""
    with past_the_pages(box) as app:
        names = ("Dora Conrad", "Emil Krüger", "Fritz Quast", "Hanna Weber")
        event = Event(app, names, tid=f"ordinary-{secrets.token_hex(4)}").start()
        assert names_cut(desk, f"{box.address}/events/{event.tid}") == {}
        event.play().next_round()
        assert names_cut(desk, f"{box.address}/events/{event.tid}") == {}


def test_ordinary_names_are_one_line_beside_factions_at_a_laptop(box, desk):
    """Once somebody had left or come late, every word of a name was a line of its own beside empty columns."""
    with past_the_pages(box) as app:
        names = ("Dora Conrad", "Emil Krüger", "Fritz Quast", "Hanna Weber")
        event = Event(app, names, tid=f"factions-{secrets.token_hex(4)}", ruleset_id="summoner-wars").start()
        event.do(lambda t: people.drop(t, event.ids["Hanna Weber"]))
    desk.page.set_viewport_size({"width": 1366, "height": 768})
    desk.page.goto(f"{box.address}/events/{event.tid}/players/")
    shown = desk.page.locator(".people .c-name .name")
    assert shown.count() == len(names)
    lines = shown.evaluate_all(
        "names => names.map((name) => name.clientHeight / parseFloat(getComputedStyle(name).lineHeight))"
    )
    assert max(lines) < 1.5


def test_a_question_about_somebody_from_last_time_makes_the_list_of_players_no_wider(box, desk):
    """It ran out of its card, and the page was wider than its window, wherever another event had known a long name."""
    with past_the_pages(box) as app:
        Event(app, [LONG.replace("ś", "s").replace("ec", "e"), "Ben"], tid=f"last-{secrets.token_hex(4)}").start()
        event = Event(app, [LONG, "Ben"], tid=f"time-{secrets.token_hex(4)}").start()
    for width, height in DESK_SIZES:
        desk.page.set_viewport_size({"width": width, "height": height})
        looked_at(desk, f"{box.address}/events/{event.tid}/players/")
        asked = desk.page.locator(".d-main p > b > .name", has_text="Maximiliana")
        assert asked.count(), "nothing is asked"


def test_what_a_result_is_marked_with_is_whole_at_a_desk_of_every_size(box, desk):
    """“Draw before tim” ran out of its frame, and into the time of day."""
    with past_the_pages(box) as app:
        event = Event(app, ["Ana", "Ben"], tid=f"early-{secrets.token_hex(4)}", ruleset_id="ashes-classic").start()
        event.do(lambda t: results.record_draw(t, 1, blood=(4, 6), now=moment()))
    for width, height in DESK_SIZES:
        desk.page.set_viewport_size({"width": width, "height": height})
        desk.page.goto(f"{box.address}/events/{event.tid}/results/")
        assert desk.page.locator(".r-tag .tag").all_inner_texts() == ["Draw before time"]
        assert desk.page.locator(".r-tag .tag").evaluate_all(RUNS_OUT) == [], width


RUNS_OUT = """(tags) => tags.filter((tag) => {
  const text = document.createRange();
  text.selectNodeContents(tag);
  const [inner, outer] = [text.getBoundingClientRect(), tag.getBoundingClientRect()];
  return inner.right > outer.right || outer.right > tag.closest("td").getBoundingClientRect().right;
}).map((tag) => tag.innerText)"""


def names_cut(desk, event):
    """On every page of the desk that lists tables or players, at every size: whose name is not whole."""
    cut = {}
    for width, height in DESK_SIZES:
        desk.page.set_viewport_size({"width": width, "height": height})
        for path in ("", "clock/", "players/", "pairings/", "results/", "results/slips", "standings/"):
            cut[path, width] = looked_at(desk, f"{event}/{path}")
            cut[path, width] += [name for look in (HIDDEN, SPLIT) for name in desk.page.evaluate(look)]
    return {where: names for where, names in cut.items() if names}


def test_a_long_name_crushes_no_short_one_where_results_are_listed(box, desk):
    """“✓ Hu… v Maximiliana-Josephina von Hohenstauffen…” stood among the results that were found."""
    with past_the_pages(box) as app:
        event = Event(app, [*FINALISTS, "Hugo", "David Levi"], tid=f"short-{secrets.token_hex(4)}").start()
        for match in event.t.current_round.matches:
            names = event.names_at(match.table)
            event.win(match.table, seat=names.index(min(names, key=len)))
    desk.page.set_viewport_size({"width": 1366, "height": 768})
    cut = {}
    for path in ("results/", "results/?q=Hugo", "results/?q=David", "pairings/"):
        cut[path] = looked_at(desk, f"{box.address}/events/{event.tid}/{path}")
        cut[path] += desk.page.locator(".r-players .name", has_text="Hugo").evaluate_all(TORN)
        cut[path] += desk.page.locator(".r-players .name", has_text="David").evaluate_all(TORN)
    assert {path: names for path, names in cut.items() if names} == {}
