"""Deck checks at the table: tables picked at random or by hand, a tick or a fault with its words, in the history."""

import re

import pytest

from server.core import texts
from tests.server.conftest import Actor
from tests.server.deck_lists import ILLEGAL, hand_in, plays, with_lists
from tests.server.result_event import Event, told

CHECKS = "/events/cup/deck-checks/"


@pytest.fixture
def cup(app):
    event = with_lists(app, ("Ana", "<b>Ben</b>", "Cai", "Dee", "Eve", "Fay"))
    return hand_in(event, *event.t.players).start()


def picked(page):
    return [int(table) for table in re.findall(r"<h2>Table (\d+)</h2>", page.html)]


def check(actor, event, table=1, seat=0, **form):
    return actor.post(f"{CHECKS}player/{event.pair(table)[seat]}", table=table, **form)


def test_tables_are_picked_at_random_from_the_round(judge, cup):
    page = judge.post(f"{CHECKS}pick", tables="2")
    assert len(picked(page)) == 2
    assert "Rin Northfell, 30 cards, 10 dice" in page


def test_those_who_were_never_checked_come_first(judge, cup):
    for table in (1, 2):
        for seat in (0, 1):
            check(judge, cup, table, seat, do="fine")
    assert picked(judge.post(f"{CHECKS}pick", tables="1")) == [3]
    assert picked(judge.post(f"{CHECKS}pick", tables="3")) == [1, 2, 3]


def test_tables_are_picked_by_hand(judge, cup):
    page = judge.get(CHECKS, table=["1", "3"])
    assert picked(page) == [1, 3]
    assert "<b>Ben" not in page.html


def test_a_deck_that_is_fine_is_ticked_off_and_logged(judge, organizer, cup):
    page = check(judge, cup, do="fine")
    assert picked(page) == [1]
    assert "Deck fine" in page
    (found,) = cup.t.deck_checks
    assert (found.player, found.what, found.ok, found.round) == (cup.pair(1)[0], "deck", True, 1)
    assert "is fine" in organizer.get("/events/cup/history/")


def test_a_fault_is_logged_with_its_words(app, judge, cup):
    page = check(judge, cup, do="fault", fault="29 cards,\none <sleeve> torn")
    assert "has a fault" in told(page)
    assert "one <sleeve> torn" in page
    assert not cup.t.deck_checks[0].ok
    with app.app_context():
        assert [text.text for text in texts.texts("cup", "deck-check")] == ["29 cards,\none <sleeve> torn"]
    assert "29 cards" in judge.get(f"/events/cup/decks/player/{cup.pair(1)[0]}")


def test_a_double_tap_logs_once(judge, cup):
    for _ in range(2):
        check(judge, cup, do="fault", fault="Worn", request_id="tap")
    assert len(cup.t.deck_checks) == 1


def test_faults_of_the_list_itself_stand_beside_it(judge, app):
    event = with_lists(app)
    hand_in(event, "p1", text=ILLEGAL).start()
    table = next(m.table for m in event.t.current_round.matches if "p1" in m.players)
    assert "Molten Gold is banned" in judge.get(CHECKS, table=table)
    assert "No list is handed in: look at the deck itself." in judge.get(CHECKS, table=table)


@pytest.mark.parametrize("tables", ["0", "4", "x", ""])
def test_a_number_of_tables_that_there_are_not_is_refused(judge, cup, tables):
    assert "Choose a number from 1 to 3." in judge.post(f"{CHECKS}pick", tables=tables, referrer=CHECKS)


def test_what_makes_no_sense_is_refused(judge, cup):
    assert "Say in a few words what is wrong." in check(judge, cup, do="fault", referrer=CHECKS)
    assert judge.post(f"{CHECKS}player/p99", do="fine").status == 404
    assert cup.t.deck_checks == ()


def test_without_a_round_there_is_no_table(app, judge):
    with_lists(app)
    assert "At random" not in judge.get(CHECKS)
    assert "No round is being played" in judge.post(f"{CHECKS}pick", tables="1", referrer=CHECKS)


def test_whoever_plays_checks_no_decks(app, judge, cup):
    plays(cup, "p1", "judge")
    own = Actor(app).sign_in("2468", "Ana")
    mine = next(m.table for m in cup.t.current_round.matches if "p1" in m.players)
    page = own.get(CHECKS, table=[1, 2, 3])
    assert page.text.count("You may not see this list") == 5
    assert "That is your own deck." in own.post(f"{CHECKS}player/p1", do="fine", referrer=CHECKS)
    assert own.post(f"{CHECKS}player/p2", do="fine").status == 403
    assert mine not in picked(own.post(f"{CHECKS}pick", tables="3"))


def test_base_decks_are_held_against_the_faction_of_the_round(app, judge, organizer):
    event = Event(app, ("Ana", "Ben", "Cai", "Dee"), ruleset_id="summoner-wars")
    organizer.post("/events/cup/decks/player/p1/roster", **{"round-1": "Vanguards", "round-2": "Swamp Orcs"})
    event.start()
    table = next(m.table for m in event.t.current_round.matches if "p1" in m.players)
    assert "Named for this round: Vanguards" in judge.get(CHECKS, table=table)
