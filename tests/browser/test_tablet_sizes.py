"""Nothing on a table tablet is cut off, whatever tablet it is, which way it lies and how long the names are."""

import secrets
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from engine import facts as f
from engine.decisions import people, results, setup
from engine.words import Game
from server.core.db import writer
from server.core.models import PlayerRow
from tests.browser.hall import in_teams
from tests.browser.prepared import past_the_pages
from tests.browser.tablets import at_table
from tests.browser.test_told_apart import CLUBS
from tests.server.result_event import Event

SIZES = [(768, 1024), (800, 1280), (600, 960), (1024, 768), (1280, 800)]
ALL = [*SIZES, (1024, 600)]  # and the smallest that is sold
LONG = ["Wolfeschlegelsteinhausenbergerdorff von Altona", "Maximiliana Oberhauser-Wiśniewska of the Northern Marches"]
SIXTY = "Maximiliana-Theodora Oberwasserlechner-Wiśniewska von Altona"
CUT = """() => {
  const main = document.querySelector(".t-main") || document.querySelector(".t-banks");
  const [tall, room] = [main.scrollHeight, main.clientHeight];
  const cut = tall > room + 1 ? [`${main.className} is ${tall} of ${room}`] : [];
  const out = [...document.querySelectorAll("#tablet button")].filter((each) => {
    const at = each.getBoundingClientRect();
    if (each.scrollWidth > each.clientWidth + 1) return true;
    return at.top < -.5 || at.left < -.5 || at.bottom > innerHeight + .5 || at.right > innerWidth + .5;
  });
  return [...cut, ...out.map((each) => each.textContent || each.getAttribute("aria-label"))];
}"""

# Those of two answers whose words, which are few, take more than two lines.
STACKED = """() => [...document.querySelectorAll(".t-big .button")].filter((each) => {
  const words = document.createRange();
  words.selectNodeContents(each.lastChild);
  return new Set([...words.getClientRects()].map((line) => line.top)).size > 2;
}).map((each) => each.textContent)"""

# Those whose words touch their edge.
CROWDED = """() => [...document.querySelectorAll(".t-big .button")].filter((each) => {
  const [words, edge] = [document.createRange(), each.getBoundingClientRect()];
  words.selectNodeContents(each);
  return [...words.getClientRects()].some((line) => line.left < edge.left + 12 || line.right > edge.right - 12);
}).map((each) => each.textContent)"""

CUT_NAMES = """() => [...document.querySelectorAll("#tablet .t-main bdi")]
  .filter((each) => getComputedStyle(each).display !== "inline")
  .filter((each) => each.scrollHeight > each.clientHeight + 4 || each.scrollWidth > each.clientWidth + 1)
  .map((each) => each.textContent)"""


@pytest.fixture(scope="module")
def past(box):
    with past_the_pages(box) as app:
        yield app


def whole(tablet, screen, sizes=SIZES):
    """At every size; the screen stays on meanwhile."""
    for width, height in sizes:
        tablet.page.set_viewport_size({"width": width, "height": height})
        tablet.on(screen)
        assert tablet.page.evaluate(CUT) == [], (screen, width, height)


def names_whole(tablet, screen):
    whole(tablet, screen, ALL)
    no_name_is_cut(tablet, screen)


def no_name_is_cut(tablet, screen):
    for width, height in ALL:
        tablet.page.set_viewport_size({"width": width, "height": height})
        assert tablet.page.evaluate(CUT_NAMES) == [], (screen, width, height)


@pytest.mark.parametrize("ruleset", ["ashes-reborn", "ashes-classic", "summoner-wars"])
def test_telling_a_result_is_never_cut_off(chromium, box, past, ruleset):
    event = Event(past, LONG, ruleset_id=ruleset, tid=f"size-{secrets.token_hex(4)}").start()
    with at_table(chromium, box, past, event, 1) as tablet:
        whole(tablet, "idle", ALL)
        tablet.tap("Report the result")
        whole(tablet, "who", ALL)
        tablet.winner(0)
        whole(tablet, "count", ALL)
        tablet.tap("7", exact=True)
        tablet.tap("Next")
        whole(tablet, "confirm", ALL)
        for width, height in SIZES:
            tablet.page.set_viewport_size({"width": width, "height": height})
            assert tablet.page.evaluate(CROWDED) == [], (width, height)


def test_two_of_one_long_name_are_whole_with_their_clubs_while_a_result_is_told(chromium, box, past):
    """On a tablet lying down the club, which tells them apart, was cut to “v…”."""
    event = Event(past, CLUBS, tid=f"size-{secrets.token_hex(4)}")
    with past.app_context(), writer() as connection, connection.begin():
        for club in CLUBS:
            one = (PlayerRow.tournament_id == event.tid) & (PlayerRow.id == event.ids[club])
            connection.execute(PlayerRow.__table__.update().where(one).values(name=SIXTY, club=club))
    with at_table(chromium, box, past, event.start(), 1) as tablet:
        names_whole(tablet, "idle")
        tablet.tap("Report the result")
        names_whole(tablet, "who")
        tablet.winner(0)
        names_whole(tablet, "count")
        tablet.tap("7", exact=True)
        tablet.tap("Next")
        names_whole(tablet, "confirm")
        tablet.tap("No", exact=True)
        names_whole(tablet, "who")  # whose heading asks one of them
        tablet.tells(0, 9)
        no_name_is_cut(tablet, "versions")


def test_two_of_one_long_name_are_whole_with_their_clubs_at_a_table_of_several(chromium, box, past):
    """“Anna-Katharina Schmidt-Hohenstein (Spiele…” sat there twice, and both had said something else."""
    event = Event(past, [*CLUBS, *LONG], ruleset_id="spellfire", tid=f"size-{secrets.token_hex(4)}")
    with past.app_context(), writer() as connection, connection.begin():
        for club in CLUBS:
            one = (PlayerRow.tournament_id == event.tid) & (PlayerRow.id == event.ids[club])
            connection.execute(PlayerRow.__table__.update().where(one).values(name=SIXTY, club=club))
    match = event.start().match(1)
    with at_table(chromium, box, past, event, 1) as tablet:
        no_name_is_cut(tablet.on("podIdle"), "podIdle")
        tablet.tap("Report game 1")
        no_name_is_cut(tablet.on("realms"), "realms")
        for seat in (0, 1):
            told = Game(match.seats[seat].side, tuple(6 if seat == place else 2 for place in range(4)))
            event.do(lambda t, by=match.players[seat], told=told: results.report_game(t, 1, player=by, game=told))
            screen = ("gameConfirm", "gameVersions")[seat]
            no_name_is_cut(tablet.on(screen), screen)


def test_a_doubted_number_is_never_cut_off(chromium, box, past):
    """“No, change it” stood in three lines, with its cross outside of the button."""
    event = Event(past, LONG, ruleset_id="ashes-classic", tid=f"size-{secrets.token_hex(4)}").start()
    with at_table(chromium, box, past, event, 1) as tablet:
        tablet.tap("Report the result")
        tablet.tells(0, 29)
        whole(tablet, "sure")
        for width, height in SIZES:
            tablet.page.set_viewport_size({"width": width, "height": height})
            assert tablet.page.evaluate(STACKED) == [], (width, height)
        tablet.tap("No, change it")
        tablet.tap("Back")
        tablet.tap("Draw")
        whole(tablet, "early")


def test_dropping_is_never_cut_off_and_ends_when_it_is_done_elsewhere(chromium, box, past):
    """“Ask the desk” lay half below the edge."""
    event = Event(past, LONG, tid=f"size-{secrets.token_hex(4)}").start().win(1)
    with at_table(chromium, box, past, event, 1) as tablet:
        whole(tablet, "done")
        tablet.tap("Drop from the event")
        whole(tablet, "leaving")
        tablet.winner(0)
        whole(tablet, "leavingCode")
        event.do(lambda t: people.drop(t, event.pair(1)[0]))
        tablet.on("done").sees("has dropped from the event.")
        tablet.sees("Next pairings")
        event.do(lambda t: people.drop(t, event.pair(1)[1]))
        tablet.sees("Thank you for playing.")  # nothing is promised to two who are out
        expect(tablet.page.locator("#tablet")).not_to_contain_text("airings")
        expect(tablet.page.get_by_role("button", name="Drop from the event")).to_have_count(0)
        tablet.tap("Keep playing after all")
        tablet.on("leaving").sees("Who plays on?")


def test_a_chess_clock_is_never_cut_off_and_every_button_has_a_word(chromium, box, past):
    """With the faction of the round below each name."""
    event = Event(past, LONG, ruleset_id="summoner-wars", tid=f"size-{secrets.token_hex(4)}")
    event.do(lambda t: (f.SettingsChanged(replace(t.settings, timer="chess")),))
    for player in event.ids.values():
        event.do(lambda t, p=player: setup.name_factions(t, p, factions=("Crimson Order of the Obsidian Dwarves",)))
    event.start()
    with at_table(chromium, box, past, event, 1) as tablet:
        whole(tablet, "chess")
        tablet.sees("Crimson Order")
        tablet.page.locator(".t-bank").first.click()
        tablet.sees("your turn: tap to pass")
        whole(tablet, "chess")
        words = tablet.page.locator("#tablet button").all_inner_texts()
        assert all(word.strip() for word in words), words
        assert "Report the result" in " ".join(words)
        tablet.tap("Report the result")
        whole(tablet, "who")


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_realms_of_a_game_are_never_cut_off(chromium, box, past, players):
    """Six in three teams: the keys from 6 to 10 lay half below the edge of an upright tablet; a table of four was
    scrolled on the smallest."""
    event = Event(
        past, [*LONG, "Ana", "Ben", "Cai", "Dee"][:players], ruleset_id="spellfire", tid=f"size-{secrets.token_hex(4)}"
    )
    sizes = SIZES if players == 5 else ALL  # five rows of large keys are more than the smallest has room for
    (in_teams(event) if players == 6 else event).start()
    with at_table(chromium, box, past, event, 1) as tablet:
        whole(tablet, "podIdle", ALL)
        tablet.tap("Report game 1")
        whole(tablet, "realms", sizes)
        tablet.tap("3", exact=True)
        whole(tablet, "realms", sizes)


@pytest.mark.parametrize("size", [SIZES[2], SIZES[3]], ids=lambda size: f"{size[0]}x{size[1]}")
def test_when_time_is_called_at_a_table_of_four_its_steps_are_never_cut_off(chromium, box, past, size):
    """And whoever did not come “scores nothing and is not counted”: they have not left, nor are they fourth."""
    event = Event(past, [*LONG, "Ana", "Ben"], ruleset_id="spellfire", tid=f"size-{secrets.token_hex(4)}")
    timed = replace(event.t.settings, timer="common", round_minutes=60, bracket_minutes=60)
    event.do(lambda t: (f.SettingsChanged(timed),))
    absent = event.start().pair(1)[3]
    event.do(lambda t: results.leave_table(t, 1, player=absent, no_show=True))
    event.game(1, event.match(1).seats[0].side, 6, 3, 2, 0).call_time()
    viewport = dict(zip(("width", "height"), size, strict=True))
    with at_table(chromium, box, past, event, 1, viewport=viewport) as tablet:
        whole(tablet, "podIdle")
        tablet.sees("Time is called.")
        assert "First to two games" not in tablet.page.inner_text("#tablet")
        assert "did not come" in tablet.page.locator(".t-people li").nth(3).inner_text()
        tablet.tap("Count your unrazed realms")
        whole(tablet, "realms")
        assert "did not come" in tablet.page.locator(".t-realm").nth(3).inner_text()
        event.game(1, event.match(1).seats[0].side, 6, 3, 2, 0)
        tablet.on("done")
        assert "did not come" in tablet.page.locator(".t-people li").nth(3).inner_text()
        assert "4th" not in tablet.page.inner_text("#tablet")
