"""Spellfire: somebody is taken out of a round before they played, and who sits down in their place."""

from __future__ import annotations

import pytest
from desk import Desk, desk, pod, team_spirit

from engine import facts as f
from engine.decisions import people, results, rounds
from engine.standings.participants import counted_players


def seated(*tables: str) -> Desk:
    made = desk("spellfire", " ".join(tables))
    return made.facts(f.RoundPaired(1, pod(*tables))).do(rounds.publish)


def tables(made: Desk) -> list[str]:
    return [" ".join(match.players) for match in made.round_.matches]


def sizes(made: Desk) -> list[int]:
    return sorted(len(match.seats) for match in made.round_.matches)


@pytest.mark.parametrize(
    ("before", "gone", "after"),
    [
        (("Ana Ben Cai Dee",), "Ben", ["Ana Cai Dee"]),
        (("Ana Ben Cai Dee Eli",), "Ana", ["Ben Cai Dee Eli"]),
        (("Ana Ben Cai", "Dee Eli Fay Gus"), "Ana", ["Ben Cai Gus", "Dee Eli Fay"]),
        (("Ana Ben Cai", "Dee Eli Fay Gus"), "Eli", ["Ana Ben Cai", "Dee Fay Gus"]),
        (("Ana Ben Cai", "Dee Eli Fay", "Gus Hal Ida"), "Ana", ["Dee Eli Fay Ben", "Gus Hal Ida Cai"]),
        (("Ana Ben Cai", "Dee Eli Fay"), "Dee", ["Ana Ben Cai Eli Fay"]),
    ],
)
def test_whoever_is_taken_out_leaves_tables_of_three_and_four(before, gone, after):
    """“Since each round of a tournament requires at least three players, it will be necessary at times to have
    four-player games to balance things out.”"""
    made = seated(*before).do(people.take_out, gone)
    assert tables(made) == after
    assert made.player(gone).dropped == 0
    assert counted_players(made.t) == sum(sizes(made))


def test_tables_with_a_game_stay_as_they_are():
    made = seated("Ana Ben Cai", "Dee Eli Fay Gus", "Hal Ida Jon Kay").game("Dee").do(people.take_out, "Ana")
    assert tables(made) == ["Ben Cai Kay", "Dee Eli Fay Gus", "Hal Ida Jon"]
    assert len(made.match("Dee").games) == 1


def test_where_nobody_can_move_the_two_play_on():
    made = seated("Ana Ben Cai", "Dee Eli Fay").game("Dee")
    refused = made.refused(people.take_out, "Ana")
    assert "Two would be left at table 1, and no other table can take or spare anybody." in refused
    assert "Say at table 1 that ⟨Ana⟩ did not come" in refused
    made.do(results.leave_table, 1, player="Ana", no_show=True).game("Ben").game("Ben")
    assert made.outcome("Ben").place == 1


def test_after_a_game_they_leave_the_table():
    made = seated("Ana Ben Cai Dee").game("Ana")
    assert "A game is in at table 1" in made.refused(people.take_out, "Ben")


def test_who_did_not_come_is_taken_out_as_long_as_no_game_is_in():
    made = seated("Ana Ben Cai", "Dee Eli Fay Gus").do(results.leave_table, 1, player="Ana", no_show=True)
    made.do(people.take_out, "Ana")
    assert tables(made) == ["Ben Cai Gus", "Dee Eli Fay"]
    assert made.match("Ben").no_shows == ()


@pytest.mark.parametrize(
    ("before", "absent", "gone", "after"),
    [
        (("Ana Ben Cai", "Dee Eli Fay", "Gus Hal Ida"), "Fay", "Cai", ["Dee Eli Ana Ben", "Gus Hal Ida"]),
        (("Ana Ben Cai", "Dee Eli Fay"), "Fay", "Cai", ["Dee Eli Ana Ben"]),
        (("Ana Ben Cai Dee", "Eli Fay Gus"), "Dee", "Gus", ["Ana Ben Cai Eli Fay"]),
        (("Ana Ben Cai Dee", "Eli Fay Gus", "Hal Ida Jon"), "Dee", "Gus", ["Ana Ben Cai Eli", "Hal Ida Jon Fay"]),
    ],
)
def test_two_tables_that_somebody_did_not_come_to_make_one(before, absent, gone, after):
    """“the only legal tournaments are those using three-player (or more) games”: of two tables that each waited for
    one nobody could move, because the other table had waited too."""
    made = seated(*before)
    for player in (absent, gone):
        made.do(results.leave_table, made.match(player).table, player=player, no_show=True)
    made.do(people.take_out, gone)
    assert tables(made) == after
    assert not made.player(absent).active
    assert not any(match.no_shows for match in made.round_.matches)
    assert counted_players(made.t) == sum(sizes(made))


def test_a_table_that_nobody_joins_still_knows_who_did_not_come():
    made = seated("Ana Ben Cai Dee", "Eli Fay Gus", "Hal Ida Jon", "Kay Leo Max")
    made.do(results.leave_table, 4, player="Max", no_show=True).do(people.take_out, "Eli")
    assert tables(made) == ["Ana Ben Cai", "Fay Gus Dee", "Hal Ida Jon", "Kay Leo Max"]
    assert made.match("Kay").no_shows == ("Max",)


def test_a_late_player_takes_the_seat_of_somebody_who_did_not_come():
    made = seated("Ana Ben Cai", "Dee Eli Fay").do(results.leave_table, 2, player="Fay", no_show=True)
    made.do(people.enter_this_round, "Zoe")
    assert tables(made) == ["Ana Ben Cai", "Dee Eli Zoe"]
    assert not made.player("Fay").active
    assert counted_players(made.t) == 6


def test_nobody_changes_places_with_somebody_who_did_not_come():
    """It would be forgotten that they did not."""
    made = seated("Ana Ben Cai", "Dee Eli Fay").do(results.leave_table, 2, player="Fay", no_show=True)
    for one in ("Fay", "Eli"):
        assert "⟨Fay⟩ did not come to table 2. Take them out first." in made.refused(rounds.swap, one, "Ana")


def test_teams_stay_together():
    made = team_spirit(3).pair()
    assert "Teams stay together" in made.refused(people.take_out, "a1")


# Later rounds


def later(players: int) -> Desk:
    """The second round, published."""
    return desk("spellfire", players).pair().play().pair()


def test_a_vacancy_among_the_winners_is_filled_by_the_strongest_of_the_others():
    """“the player who has scored the highest ranking thus far … gets another chance at winning”"""
    made = later(9)
    gone = made.round_.matches[0].players[0]
    made.do(people.take_out, gone)
    assert sizes(made) == [3]
    (new,) = set(made.round_.seated) - {m.players[0] for m in made.stage.rounds[0].matches}
    assert made.outcome(new, 1).place == 2


def test_a_table_of_four_winners_goes_on_with_three():
    made = desk("spellfire", 12).pair().play().do(rounds.seat_at_fours).do(rounds.publish)
    made.do(people.take_out, made.round_.matches[0].players[3])
    assert sizes(made) == [3]


def test_those_who_fill_up_stay_the_minority():
    """“they should be split up so that they are always a minority in their respective bracket”"""
    made = later(6)
    winners = [match.players[0] for match in made.stage.rounds[0].matches]
    refused = made.refused(people.take_out, winners[0])
    assert "more who fill up than winners at table 1" in refused
    filler = next(p for p in made.round_.seated if p not in winners)
    made.do(people.take_out, filler)
    assert sizes(made) == [3]
    assert filler not in made.round_.seated
