"""Names of thirty to fifty letters are whole on the pages of the desk: at a laptop, on a lying tablet, on a phone."""

import re

import pytest

from engine.decisions import deck_lists, roster, setup, stages
from engine.words import Staff
from server.decks import decks
from tests.browser.conftest import PHONE, somebody
from tests.browser.prepared import past_the_pages, played_out, several, spirit, swiss_played
from tests.server.deck_lists import LEGAL, with_lists
from tests.server.result_event import Event

LONG = (
    "Maximiliana Oberhauser-Wiśniewska",
    "Wolfgang Alexander Freiherr von Hohenstein",
    "José Luis Fernández de la Torre y Villanueva",
    "Konstantina Papadimitropoulou-Georgiou",
    "Siobhán Ní Bhriain O'Shaughnessy-MacNamara",
    "Jean-Christophe Beauregard de Montpellier",
    "Elisabetta Giovanna Montefeltro della Rovere",
    "Priya Raghunathan Venkataraman Subramanian",
    "Friederike Charlotte Sophie Müller-Lüdenscheidt",
    "Bartholomew Montgomery Featherstonehaugh",
    "Cornelius van den Heuvel-Rozenboom",
    "Theodora Anastasia Constantinopoulos-Smythe",
    "Oluwaseun Adebayo-Oyelaran Fitzgerald",
    "Christopher Wellington-Smythe the Younger",
    "Hugo",
    "Ida",
)
SIZES = ({"width": 1366, "height": 768}, {"width": 1024, "height": 768}, PHONE)
# What hides a part of itself, and a name whose words are torn into letters because nothing is left for it.
LOST = r"""() => {
  const all = [...document.querySelectorAll(".d-main *")].filter((e) => e.getClientRects().length && !e.closest(".sr"));
  const hides = all.filter((e) => !e.matches("input, select, textarea") && getComputedStyle(e).overflowX === "hidden")
    .filter((e) => e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 4);
  const narrow = ({ clientWidth }) => clientWidth && clientWidth < 60;
  const crushed = all.filter((e) => e.matches(".name") && e.innerText.length > 20 && narrow(e));
  return [...hides, ...crushed].map((e) => `${e.tagName}.${e.className}: ${e.innerText.slice(0, 60)}`);
}"""
WIDER = "document.documentElement.scrollWidth > document.documentElement.clientWidth + 1"


@pytest.fixture(scope="module")
def named(box):
    """Events of people with such names, each called by what is looked at."""
    with past_the_pages(box) as app:
        Event(app, LONG, tid="whole-check-in").do(lambda t: roster.check_in(t, "p1", present=True))
        Event(app, LONG[:11], ruleset_id="ashes-draft", tid="whole-draft").do(setup.start)
        playing = Event(app, LONG, tid="whole-playing").start().play().next_round().win(1)
        playing.do(lambda t: setup.name_staff(t, Staff("s9", "organizer", "p3")))
        swiss_played(Event(app, LONG, cut=8, tid="whole-cut"))
        cut = swiss_played(Event(app, LONG, tid="whole-bracket"))
        cut.do(lambda t: stages.make_cut(t, 16))
        cut.next_round().win(1).win(2)
        lists(app)
        pods = Event(app, LONG[:14], ruleset_id="spellfire", tid="whole-pods").start()
        several(pods)
        spirit(Event(app, LONG[:12], ruleset_id="spellfire", tid="whole-teams"))
        over = Event(app, LONG[:3], ruleset_id="spellfire", tid="whole-over").start()
        for _ in range(2):
            over.game(1, over.match(1).seats[0].side, 6, 2, 3)
        played_out(Event(app, LONG, cut=4, tid="whole-end"))


def lists(app):
    """One list is in; two tables can be picked for a check."""
    event = with_lists(app, LONG[:8], tid="whole-decks")
    with app.app_context():
        decide = lambda t: deck_lists.hand_in(t, "p1")  # noqa: E731
        decks.save("whole-decks", "p1", text=LEGAL, by="player:p1", decide=decide, request_id=None)
    event.start()


PAGES = (
    *("whole-check-in/players/", "whole-draft/draft/"),
    *(f"whole-playing/{page}" for page in ("", "pairings/", "results/", "results/slips", "results/2", "staff/")),
    *(f"whole-playing/{page}" for page in ("results/round/1/1/correct", "history/", "players/p1", "history/3/undo")),
    *("whole-cut/standings/cut", "whole-bracket/standings/", "whole-bracket/pairings/"),
    *("whole-decks/decks/", "whole-decks/deck-checks/?table=1&table=2"),
    *(f"whole-pods/{page}" for page in ("results/", "results/1", "results/2", "players/p1", "pairings/")),
    *("whole-teams/teams/", "whole-over/standings/finish", "whole-end/standings/finish"),
)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size["width"]))
def test_nothing_of_a_long_name_is_lost_at_the_desk(named, chromium, box, size):
    """A team had no names on a phone, places of Spellfire one letter a line; elsewhere they ended in “…”."""
    lost = {}
    with somebody(chromium, box, viewport=size) as desk:
        for page in PAGES:
            answer = desk.page.goto(f"{box.address}/events/{page}")
            assert answer.status == 200, page
            lost[page] = desk.page.evaluate(LOST)
            lost[page] += ["the page is wider than its window"] * desk.page.evaluate(WIDER)
    assert {page: what for page, what in lost.items() if what} == {}


def test_a_bracket_of_sixteen_is_on_one_page_with_every_name(named, desk):
    """Names ended in “…” where two lines were not enough."""
    page = desk.page
    page.goto(f"{desk.box.address}/events/whole-bracket/print/bracket")
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 726, "height": 1050})  # A4 within its margins
    cut = "all => all.filter((e) => e.scrollHeight > e.clientHeight + 2).map((e) => e.innerText)"
    assert page.locator(".slot, .slot .name").evaluate_all(cut) == []
    for paper in ("A4", "Letter"):
        assert len(re.findall(rb"/Type\s*/Page\b(?!s)", page.pdf(format=paper, prefer_css_page_size=True))) == 1, paper


def test_on_paper_the_number_that_everybody_looks_for_is_as_large_as_their_name(named, desk):
    """Few players are printed larger, and the numbers of their tables had stayed as small as those of many."""
    desk.page.goto(f"{desk.box.address}/events/whole-decks/print/names")
    desk.page.emulate_media(media="print")
    size = "e => parseFloat(getComputedStyle(e).fontSize)"
    row = desk.page.locator(".p-names li:not(.p-keys)").first
    assert row.locator(".p-table").evaluate(size) == row.locator("b").evaluate(size)
