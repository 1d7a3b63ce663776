"""What people at the tables say themselves: reports, agreement, the desk's last word, flags and breaks."""

from __future__ import annotations

import pytest
from desk import Desk, at, desk, game_of

from engine.decisions import clock, first_fives, results
from engine.results import won
from engine.words import Match, Result


def told(made: Desk, match: Match, winner: str, wounds: int) -> Result:
    return won(match, winner, wounds=wounds, scoring=made.settings.scoring)


@pytest.fixture
def floor() -> Desk:
    """A published round that the desk has the last word on."""
    return desk("ashes-reborn", "Ana Ben Cai Dee", desk_confirms=True).pair()


def report(made: Desk, match: Match, *versions: tuple[str, int]) -> Desk:
    """Each player in turn says who won, with how many wounds."""
    for player, (winner, wounds) in zip(match.players, versions, strict=False):
        made.do(results.report, match.table, player=player, result=told(made, match, winner, wounds))
    return made


def test_equal_versions_wait_for_the_desk_where_it_has_the_last_word(floor):
    first = floor.round_.matches[0]
    report(floor, first, (first.players[0], 12), (first.players[0], 12))
    now = floor.match(first.players[0])
    assert now.result is None
    assert results.agreed(now) == told(floor, first, first.players[0], 12)
    floor.do(results.confirm_agreed, (first.table,))
    assert floor.match(first.players[0]).result == told(floor, first, first.players[0], 12)


def test_equal_versions_are_final_where_the_players_have_it():
    made = desk("ashes-reborn", "Ana Ben Cai Dee").pair()
    first = made.round_.matches[0]
    report(made, first, (first.players[1], 3), (first.players[1], 3))
    assert made.match(first.players[0]).result == told(made, first, first.players[1], 3)


def test_the_desk_confirms_nothing_that_is_disputed_or_half_told(floor):
    first, second = floor.round_.matches
    report(floor, first, (first.players[0], 12), (first.players[1], 12))
    report(floor, second, (second.players[0], 5))
    for match in (first, second):
        assert results.agreed(floor.match(match.players[0])) is None
        assert f"table {match.table} do not agree" in floor.refused(results.confirm_agreed, (match.table,))


def test_a_version_is_taken_back_until_it_is_recorded(floor):
    first = floor.round_.matches[0]
    report(floor, first, (first.players[0], 12), (first.players[0], 12))
    floor.do(results.withdraw_reports, first.table, players=(first.players[0],))
    assert [r.player for r in floor.match(first.players[0]).reports] == [first.players[1]]
    refused = floor.refused(results.withdraw_reports, first.table, players=(first.players[0],))
    assert "Nothing was reported" in refused
    report(floor, first, (first.players[0], 12)).do(results.confirm_agreed, (first.table,))
    assert "Tell the desk" in floor.refused(results.withdraw_reports, first.table, players=first.players)


def test_changing_a_version_replaces_it_and_equal_ones_end_the_dispute(floor):
    first = floor.round_.matches[0]
    report(floor, first, (first.players[0], 12), (first.players[0], 21))
    assert results.disputed(floor.match(first.players[0]))
    report(floor, first, (first.players[0], 21))
    assert not results.disputed(floor.match(first.players[0]))
    assert results.agreed(floor.match(first.players[0]))


def test_a_spellfire_game_counts_when_one_other_says_the_same():
    made = desk("spellfire", 3).pair()
    match = made.round_.matches[0]
    game, other = (game_of(match, player, made.settings) for player in match.players[:2])
    made.do(results.report_game, match.table, player=match.players[0], game=game)
    made.do(results.report_game, match.table, player=match.players[1], game=other)
    assert made.match(match.players[0]).games == ()
    made.do(results.report_game, match.table, player=match.players[2], game=game)
    assert made.match(match.players[0]).games == (game,)
    assert made.match(match.players[0]).game_reports == ()
    for player in match.players[:2]:
        made.do(results.report_game, match.table, player=player, game=game)
    assert made.match(match.players[0]).result is not None


def test_a_first_five_is_checked_once():
    made = desk("ashes-reborn", "Ana Ben Cai Dee").pair()
    first, second = made.round_.matches
    one, two = first.players
    made.do(first_fives.check_first_five, first.table, players=(two,))
    made.do(first_fives.check_first_five, first.table, players=first.players)
    assert made.match(one).ready == (two, one)
    assert first_fives.check_first_five(made.t, first.table, players=first.players) == ()
    assert made.match(second.players[0]).ready == ()


def test_a_first_five_is_checked_where_its_player_sits():
    made = desk("ashes-reborn", "Ana Ben Cai Dee").pair()
    first, second = made.round_.matches
    refused = made.refused(first_fives.check_first_five, first.table, players=second.players)
    assert f"does not sit at table {first.table}" in refused
    assert "no table 9" in made.refused(first_fives.check_first_five, 9, players=first.players)


def test_a_flag_falls_once_and_decides_nothing_by_itself():
    made = desk("ashes-reborn", "Ana Ben", timer="chess").pair()
    match = made.round_.matches[0]
    made.do(results.fall_flag, match.table, player=match.players[1])
    assert results.fall_flag(made.t, match.table, player=match.players[1]) == ()
    assert made.match("Ana").flagged == (match.players[1],)
    assert made.match("Ana").result is None


def test_there_is_no_flag_without_chess_clocks():
    made = desk("ashes-reborn", "Ana Ben").pair()
    assert "not played with chess clocks" in made.refused(results.fall_flag, 1, player="Ana")


def test_a_break_is_between_rounds_and_ends_with_the_next_one():
    made = desk("ashes-reborn", "Ana Ben Cai Dee").pair()
    assert "between rounds" in made.refused(clock.start_break, 900_000, now=at(1))
    made.play().do(clock.start_break, 900_000, now=at(61))
    assert made.t.pause is not None
    assert made.pair().t.pause is None
    assert "no break" in made.refused(clock.end_break)


def test_a_second_desk_does_not_replace_a_break():
    made = desk("ashes-reborn", "Ana Ben Cai Dee").pair().play().do(clock.start_break, 900_000, now=at(61))
    assert "with 14:00 left. End it first." in made.refused(clock.start_break, 60_000, now=at(62))
    made.do(clock.start_break, 60_000, now=at(76))
    assert made.t.pause.ms == 60_000


def test_a_break_is_on_until_its_last_second():
    made = desk("ashes-reborn", "Ana Ben Cai Dee").pair().play().do(clock.start_break, 900_000, now=at(61))
    assert "with 0:30 left. End it first." in made.refused(clock.start_break, 60_000, now=at(75.5))
    assert "with 0:01 left. End it first." in made.refused(clock.start_break, 60_000, now=at(76 - 1 / 120))


def test_a_break_from_before_a_power_cut_is_ended_by_somebody():
    """Nobody knows how long the box was off, so nobody knows what is left of the break."""
    made = desk("ashes-reborn", "Ana Ben Cai Dee").pair().play().do(clock.start_break, 900_000, now=at(61))
    assert "on already. End it first." in made.refused(clock.start_break, 60_000, now=at(5, boot="another"))
    made.do(clock.end_break).do(clock.start_break, 60_000, now=at(6, boot="another"))
    assert made.t.pause.ms == 60_000


def test_a_break_has_some_length():
    made = desk("ashes-reborn", "Ana Ben Cai Dee").pair().play()
    assert "at least a minute" in made.refused(clock.start_break, 0, now=at(61))
