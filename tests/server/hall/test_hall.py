"""The hall: an event's own tables, a match that moves, who is kept apart, and rounds that somebody does not play."""

import json
import re

import pytest
from sqlalchemy import select

from engine.decisions import rounds, setup
from server.core import journal
from server.core.db import db
from server.core.desk import desk
from server.core.models import CallRow, PlayerRow
from server.event.transfer import export_event, import_event
from server.floor import calls
from tests.server.at_table_devices import phone
from tests.server.cup import HOME, Cup
from tests.server.events import new_event
from tests.server.played import act, entered, play_open_round, play_round, started, t_of
from tests.server.result_event import Event

HALL = "/events/cup/hall/"


@pytest.fixture
def cup(app):
    return Cup(app)


def clubs(app, **by_player):
    with app.app_context(), db.engine.begin() as connection:
        for player, club in by_player.items():
            connection.execute(PlayerRow.__table__.update().where(PlayerRow.id == player).values(club=club))


# Tables


def test_two_events_in_one_hall_have_table_numbers_of_their_own(app, organizer):
    """One is told which tables are taken, and one tap gives it others; round after round they share no number."""
    entered(app, 8, tid="cup")
    entered(app, 6, tid="open")
    page = organizer.get("/events/open/hall/")
    assert "Tables 1 to 3 are also used by Cup." in page
    organizer.post("/events/open/hall/tables", **hidden(page, "/events/open/hall/tables", which=-1))
    assert "also used by" not in organizer.get("/events/open/hall/")
    for tid in ("cup", "open"):
        act(app, tid, setup.start)
    for number in (1, 2):
        for tid, tables in (("cup", [1, 2, 3, 4]), ("open", [5, 6, 7])):
            play_round(app, tid)
            shown = organizer.client.get(f"/api/tournaments/{tid}").get_json()["rounds"][number - 1]
            assert sorted(match["table"] for match in shown["matches"]) == tables


def test_many_events_with_the_same_tables_are_one_sentence(app, organizer):
    """A hall of fourteen events said the same thirteen times over."""
    for tid in ("cup", "one", "two", "three", "four", "five"):
        entered(app, 2 if tid == "two" else 6, tid=tid)
    page = organizer.get(HALL)
    assert "Tables 1 to 3 are also used by Cup and 3 more events." in page
    assert "Table 1 is also used by Cup." in page


def hidden(page, action, which=0):
    form = re.findall(rf'action="{action}".*?</form>', page.html, re.S)[which]
    return dict(re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', form))


def test_tables_out_of_use_are_left_out_from_the_next_pairing_on(app, organizer, cup):
    entered(app, 8)
    page = organizer.post(f"{HALL}tables", first="5", last="12", closed="6, 8-9")
    assert "Saved." in page
    assert "4 tables needed now: tables 5 to 12." in page
    assert 'value="6, 8-9"' in page.html
    organizer.post("/events/cup/start")
    assert [match.table for match in cup.round.matches] == [5, 7, 10, 11]


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({"first": "", "last": "", "closed": ""}, "The first table has a number from 1 to 9999"),
        ({"first": "9", "last": "3", "closed": ""}, "the first one before the last"),
        ({"first": "1", "last": "", "closed": "x"}, "A table out of use has a number"),
        ({"first": "1", "last": "", "closed": "9-2"}, "is not from a number to a higher one"),
        ({"first": "1", "last": "", "closed": "1-9999"}, "is not from a number to a higher one"),
    ],
)
def test_what_cannot_be_is_said_and_stays_in_the_form(app, organizer, typed, told):
    entered(app, 4)
    page = organizer.post(f"{HALL}tables", **typed)
    assert page.status == 409
    assert told in page
    assert f'value="{typed["first"]}"' in page.html


def test_too_few_tables_and_a_fixed_one_out_of_use_are_told(app, organizer):
    entered(app, 8)
    organizer.post("/events/cup/players/p2", name="Ana", table="3")
    page = organizer.post(f"{HALL}tables", first="1", last="3", closed="3")
    assert "4 tables are needed, and tables 1 to 3 are 2." in page
    assert "Ana stays at table 3, which is out of use: they sit elsewhere." in page
    organizer.post("/events/cup/start")
    assert "Ana stays at table 3, which is out of use: they sit elsewhere." in organizer.get(HOME)


def test_a_fixed_table_is_marked_on_the_pairings(app, organizer):
    entered(app, 4)
    organizer.post("/events/cup/players/p2", name="Ana", table="9")
    organizer.post("/events/cup/start")
    assert "Ana stays here" in organizer.get(HOME)


def test_a_fixed_table_is_told_on_the_slip_and_on_ones_own_phone_and_nowhere_in_public(app, stranger, organizer):
    """Why somebody has one is nobody's business: no public page says so."""
    cup = Event(app, ("Ana", "Ben", "Cai", "Dee"))
    organizer.post("/events/cup/players/p1", name="Ana", table="9")
    cup.start()
    slips = organizer.get("/events/cup/print/slips")
    assert slips.html.count("stays at this table") == 1
    assert "Table 9 is kept for you in every round." in phone(cup, "p1").client.get("/me/table").text
    assert "kept for you" not in phone(cup, "p2").client.get("/me/table").text
    for path in ("/e/cup/p/p1", "/e/cup/pairings", "/e/cup/"):
        page = stranger.get(path).html
        assert "kept for" not in page
        assert "stays at" not in page


# A match that moves


def test_a_match_moves_with_the_call_that_waits_at_its_table(app, organizer, judge, cup):
    cup.begin(8).do(rounds.publish)
    at_2, at_4 = cup.pair_of(2), cup.pair_of(4)
    with app.app_context():
        calls.make_call("cup", 1, 2, kind="judge", by="d1")
        calls.make_call("cup", 1, 4, kind="judge", by="d2")
    page = judge.post(f"{HOME}move", table="2", to="4", round="1")
    assert "Table 2 plays at table 4 now." in page
    assert (cup.pair_of(4), cup.pair_of(2)) == (at_2, at_4)
    with app.app_context(), db.engine.connect() as connection:
        rows = connection.execute(select(CallRow.table_number, CallRow.by)).all()
    assert {tuple(row) for row in rows} == {(4, "d1"), (2, "d2")}


def test_a_double_tap_moves_once(app, organizer, cup):
    cup.begin(4).do(rounds.publish)
    with app.app_context():
        calls.make_call("cup", 1, 1, kind="judge", by="d1")
    first = cup.pair_of(1)
    for _ in range(2):
        organizer.post(f"{HOME}move", table="1", to="2", round="1", request_id="once")
    assert cup.pair_of(2) == first
    with app.app_context(), db.engine.connect() as connection:
        assert connection.execute(select(CallRow.table_number)).scalars().all() == [2]


@pytest.mark.parametrize(
    ("form", "told"),
    [
        ({"table": "9", "to": "1", "round": "1"}, "has no table 9"),
        ({"table": "1", "to": "x", "round": "1"}, "give the number of the table"),
        ({"table": "1", "to": "5", "round": "2"}, "This page was for round 2"),
        ({"table": "1", "to": "0", "round": "1"}, "numbers from 1"),
    ],
)
def test_a_move_that_cannot_be_is_refused_and_moves_no_row(app, organizer, cup, form, told):
    cup.begin(4).do(rounds.publish)
    with app.app_context():
        calls.make_call("cup", 1, 1, kind="judge", by="d1")
    assert told in organizer.post(f"{HOME}move", **form)
    with app.app_context(), db.engine.connect() as connection:
        assert connection.execute(select(CallRow.table_number)).scalars().all() == [1]


def test_the_history_tells_results_by_the_table_they_were_played_at(app, organizer, cup):
    cup.begin(4).do(rounds.publish, lambda t: rounds.move_match(t, 1, to=7))
    winner = cup.pair_of(7)[0]
    cup.win(7)
    page = organizer.get("/events/cup/history")
    assert "Table 1 of round 1 plays at table 7" in page
    assert f"Table 7: Name {winner}" in page


# Kept apart


def test_club_mates_are_kept_apart_with_one_switch(app, organizer, cup):
    for seed in range(5):
        tid = f"cup{seed}"
        entered(app, 8, tid=tid)
        clubs(app, p1="Hamburg", p2="hamburg", p3="Hamburg ", p4="Hamburg", p5="Berlin")
        page = organizer.post(f"/events/{tid}/hall/apart", club_mates="1", rounds="all")
        assert "Hamburg 4" in page
        assert "Berlin" not in page.text.split("Keep a group apart")[0]
        organizer.post(f"/events/{tid}/start")
        mates = [sum(p in ("p1", "p2", "p3", "p4") for p in m.players) for m in t_of(app, tid).current_round.matches]
        assert mates == [1, 1, 1, 1]


def test_a_group_is_kept_apart_by_hand_and_may_meet_again(app, organizer):
    entered(app, 6)
    page = organizer.post(f"{HALL}apart/add", player=["p1", "p2", "p3"])
    assert "are kept apart from the next pairing on." in page, page.text
    assert t_of(app, "cup").apart.groups == (("p1", "p2", "p3"),)
    page = organizer.post(f"{HALL}apart/remove", player=["p1", "p2", "p3"])
    assert "may meet again" in page
    assert t_of(app, "cup").apart.groups == ()


@pytest.mark.parametrize("chosen", [[], ["p1"], ["p1", "gone"]])
def test_a_group_of_fewer_than_two_who_are_there_is_refused(app, organizer, chosen):
    entered(app, 6)
    organizer.post(f"{HALL}apart/add", player=chosen)
    assert t_of(app, "cup").apart.groups == ()


def test_who_is_kept_apart_is_for_the_desk_alone(app, organizer, judge, stranger):
    started(app, 4)
    organizer.post(f"{HALL}apart/add", player=["p1", "p2", "p3", "p4"])
    play_round(app, "cup")
    assert judge.get(HALL).status == 403
    assert "judges read it in the history" in organizer.get(HALL)
    assert "Kept apart: Name p1" in judge.get("/events/cup/history")
    told = stranger.client.get("/api/tournaments/cup").get_json()["rounds"][0]["matches"]
    assert [match["why"] for match in told] == ["first round: drawn at random; could not be kept apart"] * 2


# Rounds off


def test_a_bye_in_advance_and_a_missed_round_stand_on_the_players_own_page_and_in_the_list(app, organizer):
    entered(app, 7)
    page = organizer.post("/events/cup/players/p3/rounds-off", **{"round-1": "bye", "round-2": "missed", "round-3": ""})
    assert "Name p3 is saved." in page
    assert "Bye in round 1, misses round 2" in organizer.get("/events/cup/players/")
    organizer.post("/events/cup/start")
    round_ = t_of(app, "cup").current_round
    assert [bye.player for bye in round_.byes] == ["p3"]
    assert "given in advance" in organizer.get(HOME)


def test_whoever_misses_the_round_stands_among_its_checks(app, organizer, judge):
    """Seven players at three tables, “Bye: none, 6 play”: nothing said where the seventh is."""
    tid = entered(app, 7)
    organizer.post("/events/cup/players/p3/rounds-off", **{"round-1": "missed"})
    act(app, tid, setup.start)
    act(app, tid, rounds.pair_round)
    assert "Misses the round Name p3" in judge.get(HOME).text
    play_round_on(app, tid)
    act(app, tid, rounds.pair_round)
    assert "Misses the round" not in judge.get(HOME)


def play_round_on(app, tid):
    """The round that is paired: published, played and closed."""
    act(app, tid, rounds.publish)
    play_open_round(app, tid)
    act(app, tid, rounds.close)


@pytest.mark.parametrize("form", [{"round-x": "bye"}, {"round-1": "win"}, {"round-0": "bye"}, {"round-1000": "bye"}])
def test_a_round_off_that_cannot_be_is_refused(app, organizer, form):
    entered(app, 4)
    page = organizer.post("/events/cup/players/p1/rounds-off", **form)
    assert "Rounds are numbered" in page or "A round is played, missed, or a bye" in page
    assert t_of(app, "cup").players["p1"].excused == ()


def test_only_rounds_to_come_are_offered(app, organizer):
    started(app, 8)
    play_round(app, "cup")
    page = organizer.get("/events/cup/players/p1")
    assert 'name="round-1"' not in page.html
    assert 'name="round-3"' in page.html


def test_once_the_last_round_is_published_there_is_none_left_to_miss(app, organizer):
    """After three of three rounds, with the cut to come, a bye was offered in “round 4”."""
    started(app, 8)
    for _ in range(t_of(app, "cup").stage.planned):
        play_round(app, "cup")
    page = organizer.get("/events/cup/players/p1")
    assert "rounds-off" not in page.html


# On paper


def test_there_is_a_sign_for_every_table_and_a_card_for_everybody(app, organizer):
    entered(app, 8)
    clubs(app, p1="Hamburg")
    organizer.post(f"{HALL}tables", first="21", last="", closed="22")
    organizer.post("/events/cup/players/p2", name="Ana", table="3")
    signs = organizer.get("/events/cup/print/signs")
    found = [int(number) for number in re.findall(r"</small>(\d+)</b>", signs.html)]
    assert found == sorted([3, 21, 23, 24, 25] * 2)
    cards = organizer.get("/events/cup/print/cards")
    assert cards.html.count('class="name-card"') == 8
    organizer.post("/events/cup/players/p4", name="Ana", club="Berlin")
    cards = organizer.get("/events/cup/print/cards")
    assert "Hamburg" in cards
    assert "(Berlin)" not in cards  # the club has a line of its own
    assert "Ana Berlin" in cards
    assert "Table 3" in cards


def test_a_table_out_of_use_has_no_sign_and_stands_on_no_card_whoever_stays_there(app, organizer):
    entered(app, 8)
    organizer.post("/events/cup/players/p2", name="Ana", table="2")
    organizer.post(f"{HALL}tables", first="1", last="", closed="2")
    signs = organizer.get("/events/cup/print/signs")
    assert "</small>2</b>" not in signs.html
    assert "</small>1</b>" in signs.html
    assert "Table 2" not in organizer.get("/events/cup/print/cards")


def test_what_a_pairing_with_clubs_recorded_comes_back_from_an_export(app, organizer):
    with app.app_context():
        new_event(6)
    clubs(app, p1="Hamburg", p2="Hamburg")
    organizer.post(f"{HALL}apart", club_mates="1", rounds="first")
    organizer.post("/events/cup/start")
    with app.app_context():
        assert journal.read("cup").tournament.apart.clubs == (("p1", "p2"),)
    assert t_of(app, "cup").apart.first_round_only
    act(app, "cup", rounds.pair_round)
    act(app, "cup", rounds.publish)
    with app.app_context():
        new = import_event(json.dumps(export_event("cup")))
        there, here = journal.read(new).tournament, journal.read("cup").tournament
    assert there.apart == here.apart
    assert tuple(there.rounds) == tuple(here.rounds)
    assert {player: known.club for player, known in _people(app, new).items()}["p1"] == "Hamburg"


def _people(app, tid):
    with app.app_context():
        return desk(tid).people
