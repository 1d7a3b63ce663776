"""Tables of three and four put right: somebody is taken out, did not come, or leaves, from desk and judge's page."""

import html
import re

import pytest

from engine.decisions import results
from tests.server.pairing.test_pairing_changes import hidden as hidden_fields
from tests.server.result_event import told
from tests.server.results.test_spellfire_desk import CUP, mages, play

PAIRINGS = f"{CUP}/pairings/"


@pytest.fixture
def nine(app):
    return mages(app, 9).start()


def hidden(page, action):
    return {name: html.unescape(value) for name, value in hidden_fields(page, action).items()}


def tables(event):
    return sorted(len(match.seats) for match in event.t.current_round.matches)


def absent(event, table=1, seat=2):
    player = event.match(table).players[seat]
    event.do(lambda t: results.leave_table(t, table, player=player, no_show=True))
    return player


# At the desk


def test_a_name_says_who_moves_when_it_is_taken_out(organizer, nine):
    gone, one, two = nine.pair(1)
    page = organizer.get(PAIRINGS, pick=gone)
    sentence = f"{nine.name(one)} moves to table 2, {nine.name(two)} to table 3."
    assert sentence in told(page)
    page = organizer.post(f"{PAIRINGS}take-out", **hidden(page, f"{PAIRINGS}take-out"))
    assert f"{nine.name(gone)} is out of the round. {sentence}" in told(page)
    assert tables(nine) == [4, 4]
    assert not nine.t.players[gone].active
    assert "9 entered and 8 take part" in organizer.get(CUP + "/")


def test_those_who_are_listed_later_break_no_rule_for_that(organizer, app):
    """“3 more that would break a rule” stood under six who keep every rule; the others kept them as well."""
    event = mages(app, 12).start()
    page = organizer.get(PAIRINGS, pick=event.pair(1)[0])
    assert "3 more to choose from" in page
    assert "would break a rule" not in page


def test_a_table_of_four_goes_on_with_three(organizer, app):
    event = mages(app, 10).start()
    table = next(match for match in event.t.current_round.matches if len(match.seats) == 4)
    page = organizer.get(PAIRINGS, pick=table.players[0])
    assert "Every other table stays." in page
    organizer.post(f"{PAIRINGS}take-out", player=table.players[0])
    assert tables(event) == [3, 3, 3]


def test_a_vacancy_of_a_later_round_is_filled(organizer, nine):
    play(nine).next_round()
    gone = nine.pair(1)[0]
    page = organizer.get(PAIRINGS, pick=gone)
    assert re.search(r"Mage \d fills up at table 1\.", told(page))
    organizer.post(f"{PAIRINGS}take-out", player=gone)
    assert tables(nine) == [3]
    assert gone not in nine.t.current_round.seated


def test_where_nobody_can_move_the_page_says_what_to_do(organizer, nine):
    for table in (2, 3):
        nine.game(table, 0, 6, 1, 2)
    gone = nine.pair(1)[0]
    page = organizer.get(PAIRINGS, pick=gone)
    assert "no other table can take or spare anybody" in page
    assert "take-out" not in page.html
    assert f'href="{CUP}/results/1"' in page.html


def test_two_who_are_left_are_told_that_they_may_sit_elsewhere(organizer, nine):
    """“Two-player games … are not eligible for scoring.”"""
    gone = absent(nine)
    page = organizer.get(PAIRINGS)
    assert f"{nine.name(gone)} did not come" in page
    assert f"pick={gone}" in page.html
    page = organizer.get(f"{CUP}/results/1")
    assert f"{nine.name(gone)} did not come" in page
    assert "Two are left at this table, and the rulebook scores tables of three or more." in page
    assert f'href="{PAIRINGS}?pick={gone}#pick"' in page.html
    page = organizer.get(PAIRINGS, pick=gone)
    organizer.post(f"{PAIRINGS}take-out", **hidden(page, f"{PAIRINGS}take-out"))
    assert tables(nine) == [4, 4]


@pytest.mark.parametrize("players", [9, 10, 5])
def test_a_late_player_is_told_whose_seat_it_is(organizer, app, players):
    """“Players should never be turned away”. A table of five with one missing once ended the page."""
    event = mages(app, players).start()
    gone = absent(event)
    assert f"sits down at table 1 in place of {event.name(gone)}, who did not come" in told(
        organizer.get(f"{CUP}/players/")
    )
    page = organizer.post(f"{CUP}/players/add", players="Late Larry")
    assert "Late Larry sits at table 1." in page
    assert gone not in event.t.current_round.seated


def test_did_not_come_is_offered_between_games_only_for_whom_it_can_be_true(organizer, app):
    event = mages(app, 4).start()
    event.game(1, 0, 6, 3, 0, 2)
    page = organizer.get(f"{CUP}/results/1")
    assert "did not come" in page
    fourth, third = event.pair(1)[3], event.pair(1)[2]
    refused = organizer.post(f"{CUP}/results/1/leave", round=1, player=fourth, no_show="1", referrer=f"{CUP}/results/1")
    assert "has realms in a game at table 1" in refused
    organizer.post(f"{CUP}/results/1/leave", round=1, player=third, no_show="1")
    assert event.match(1).no_shows == (third,)


def test_a_wrap_up_says_which_table_was_played_by_two(organizer, app):
    """“Two-player games … are not eligible for scoring”, however many play at the other tables."""
    event = mages(app, 12).start()
    absent(event)
    while len(event.t.current_round.matches) > 1:
        play(event).next_round()
    play(event)
    page = organizer.get(f"{CUP}/standings/finish")
    assert "Table 1 in round 1 was played by two" in page
    assert "so the event does not count for the ranking." in page
    assert "send the results in" not in page
    report = organizer.get(f"{CUP}/sheets/wrap-up")
    assert "Not scored: two played at table 1 in round 1, and it takes 3." in report
    assert "Due" not in report


# The judge's page


def test_a_judge_says_who_did_not_come_at_a_table_of_several(judge, nine):
    page = judge.get(f"{CUP}/floor/1")
    assert page.text.count("Did not come") == 3
    player = nine.pair(1)[1]
    done = judge.post(f"{CUP}/results/1/leave", round=1, player=player, no_show="1", back="floor")
    assert f"{nine.name(player)} did not come" in told(done)
    assert done.path == f"{CUP}/floor/1"
    assert nine.match(1).no_shows == (player,)
    page = judge.get(f"{CUP}/floor/1")
    assert "did not come" in page
    assert page.text.count("Did not come") == 2


def test_a_judge_says_who_leaves_between_games(judge, nine):
    nine.game(1, 0, 6, 1, 2)
    page = judge.get(f"{CUP}/floor/1")
    assert page.text.count("Leaves the table") == 3
    assert "Did not come" not in page
    judge.post(f"{CUP}/results/1/leave", round=1, player=nine.pair(1)[1], back="floor")
    judge.post(f"{CUP}/results/1/leave", round=1, player=nine.pair(1)[2], back="floor")
    assert nine.match(1).result is not None
    assert "Leaves the table" not in judge.get(f"{CUP}/floor/1")


def test_the_last_one_who_is_left_wins_the_table(judge, nine):
    for seat in (1, 2):
        judge.post(f"{CUP}/results/1/leave", round=1, player=nine.pair(1)[seat], no_show="1", back="floor")
    assert [each.place for each in nine.match(1).result.outcomes] == [1, 2, 3]
    page = judge.get(f"{CUP}/floor/1")
    assert nine.name(nine.pair(1)[0]) in page
