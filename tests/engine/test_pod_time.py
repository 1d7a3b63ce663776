"""Spellfire tables that end before somebody has won two games, and what a lot decides at them."""

from __future__ import annotations

import pytest
from desk import Desk, desk, pod, team_spirit

from engine import facts as f
from engine.clock import Moment
from engine.decisions import clock, people, results, roster, rounds
from engine.decisions.lots import replace_lots_at_a_table
from engine.decisions.roster import Details
from engine.history import told
from engine.pairing import pods
from engine.standings.participants import participants
from engine.standings.pods import pod_realms, pod_totals
from engine.standings.ranks import stage_ranks
from engine.standings.staff import staff_points
from engine.words import Game, Match

MINUTE = 60_000


def table(names: str = "Dori John Jim") -> Desk:
    made = desk("spellfire", names, round_minutes=60, timer="common")
    return made.facts(f.RoundPaired(1, pod(names))).do(rounds.publish)


def places(made: Desk, names: str = "Jim John Dori") -> list[int]:
    return [made.outcome(name).place for name in names.split()]


def decided(made: Desk) -> dict[str, str]:
    return pods.decided_by(made.match("Jim"))


# Time is called


def test_an_unfinished_game_is_recorded_with_everyones_realms_and_nobody_wins_it():
    """Ruling, time called: the unfinished game is recorded with everybody's realms and no winner."""
    made = table().game("Jim", Dori=4, John=3).do(results.end_early, 1, unfinished=(2, 5, 1))
    match = made.match("Jim")
    assert match.games[-1] == Game(None, (2, 5, 1))
    assert match.result.how == "ended-early"
    assert places(made) == [1, 2, 3]
    assert pod_realms(made.stage)["John"].count == 8
    assert pod_totals(made.t, made.stage) == {"Jim": 5, "John": 3, "Dori": 2}


def test_places_go_by_games_then_realms():
    """Ruling: places by games won, then realms, then lot. John has more realms, Dori has won a game."""
    made = table().game("Jim", John=5).game("Dori", John=5, Jim=5).do(results.end_early, 1, unfinished=(0, 5, 1))
    assert places(made, "Jim Dori John") == [1, 2, 3]
    assert decided(made) == {"Jim": "realms", "Dori": "realms", "John": "games"}


def test_without_time_the_others_go_by_realms():
    """“The player with the highest number of unrazed realms (excluding the victor) receives 3 points”."""
    made = table().game("Jim", John=5, Dori=0).game("Dori", John=5, Jim=5).game("Jim", John=5, Dori=0)
    assert places(made, "Jim John Dori") == [1, 2, 3]
    assert decided(made) == {"Jim": "winner", "John": "realms", "Dori": "realms"}


@pytest.mark.parametrize(
    ("realms", "why"),
    [((6, 0, 0), "without winning"), ((1, 2), "each of the 3"), ((), "each of the 3"), ((1, -1, 0), "fewer than 0")],
)
def test_realms_that_cannot_be_are_refused(realms, why):
    assert why in table().refused(results.end_early, 1, unfinished=realms)


def test_nothing_is_played_after_an_unfinished_game_until_it_is_taken_back():
    made = table().do(results.end_early, 1, unfinished=(1, 2, 3))
    assert "is decided" in made.refused(results.record_game, 1, game=Game(0, (6, 0, 0)))
    made.do(results.take_back, 1)
    assert (made.match("Jim").result, made.match("Jim").games) == (None, ())
    made.facts(f.GameRecorded(1, 1, Game(None, (1, 2, 3))))
    assert "not finished" in made.refused(results.record_game, 1, game=Game(0, (6, 0, 0)))


def test_players_report_an_unfinished_game_once_time_is_called():
    """Ruling: only where the organizer set a limit. Two versions that agree end the table, as with any game."""
    made, game = table().do(clock.start_clock, Moment("boot", 0)), Game(None, (2, 5, 1))
    early, late = Moment("boot", 59 * MINUTE), Moment("boot", 60 * MINUTE)
    assert "Time is not called" in made.refused(results.report_game, 1, player="Jim", game=game, now=early)
    assert "Time is not called" in made.refused(results.report_game, 1, player="Jim", game=game)
    made.do(results.report_game, 1, player="Jim", game=game, now=late)
    assert made.match("Jim").result is None
    made.do(results.report_game, 1, player="Dori", game=game, now=late)
    assert (made.match("Jim").result.how, places(made, "John Dori Jim")) == ("ended-early", [1, 2, 3])


def test_a_table_with_extra_time_plays_on():
    made, game = table().do(clock.start_clock, Moment("boot", 0)), Game(None, (2, 5, 1))
    made.do(clock.extend_table, 1, ms=5 * MINUTE, now=Moment("boot", 0))
    late = Moment("boot", 64 * MINUTE)
    assert "Time is not called" in made.refused(results.report_game, 1, player="Jim", game=game, now=late)


def test_a_correction_may_hold_an_unfinished_game_as_the_last_one():
    made = table().game("Jim").do(results.end_early, 1, unfinished=(2, 5, 1)).do(rounds.close)
    games = (Game(2, (0, 0, 6)), Game(None, (5, 2, 1)))
    made.do(results.correct_games, 1, table=1, games=games)
    assert places(made, "Jim Dori John") == [1, 2, 3]
    assert "was the last one" in made.refused(results.correct_games, 1, table=1, games=games[::-1])


# No secret lots


def tied() -> Desk:
    return table().game("Jim", Dori=3, John=3).game("Jim", Dori=4, John=4)


def test_what_a_lot_decided_is_known():
    made = tied()
    assert decided(made) == {"Jim": "winner", "Dori": "lot", "John": "lot"}
    assert [sorted(group) for group in pods.tied(made.match("Jim"))] == [[("Dori",), ("John",)]]
    assert "by lot" in told(made.match("Jim"), made.match("Jim").result)


def test_the_first_place_by_lot_is_known_too():
    made = table().do(results.end_early, 1, unfinished=(3, 3, 1))
    assert decided(made) == {"Dori": "lot", "John": "lot", "Jim": "realms"}


def test_another_fair_method_replaces_the_lot():
    """Ruling: a lot is always said where the place is shown, and may be replaced by another fair method."""
    made = tied()
    second, third = sorted(("Dori", "John"), key=lambda name: made.outcome(name).place)
    made.do(replace_lots_at_a_table, 1, 1, (second, third), places=(2, 1))
    assert places(made, f"Jim {third} {second}") == [1, 2, 3]
    assert decided(made) == {"Jim": "winner", "Dori": "method", "John": "method"}
    assert "no such lot" in made.refused(replace_lots_at_a_table, 1, 1, (second, third), places=(1, 2))
    assert "by lot" not in told(made.match("Jim"), made.match("Jim").result)


def test_also_after_the_round_was_closed():
    made = tied().do(rounds.close)
    made.do(replace_lots_at_a_table, 1, 1, ("Dori", "John"), places=(2, 1))
    assert (made.outcome("John").place, made.outcome("Dori").place) == (2, 3)
    made.do(results.correct_games, 1, table=1, games=made.match("Jim").games)
    assert decided(made)["John"] == "lot"


@pytest.mark.parametrize("players", [("Jim", "Dori"), ("Dori",), ("Dori", "John", "Jim"), ("Dori", "Dori")])
def test_only_those_who_are_tied_are_put_in_another_order(players):
    places = range(1, len(players) + 1)
    assert "no such lot" in tied().refused(replace_lots_at_a_table, 1, 1, players, places=places)


@pytest.mark.parametrize("places", [(1, 1), (0, 1), (2, 3), (1,)])
def test_everybody_gets_a_place_of_their_own(places):
    refused = tied().refused(replace_lots_at_a_table, 1, 1, ("Dori", "John"), places=places)
    assert "a different place, from 1 to 2" in refused


def test_an_organizer_who_names_one_of_the_tied_has_drawn_no_lot():
    made = table().do(results.end_early, 1, winner="Dori", unfinished=(3, 3, 1))
    assert decided(made) == {"Dori": "method", "John": "method", "Jim": "realms"}
    made = table().game("Jim").do(results.end_early, 1, winner="Dori")
    assert decided(made) == {"Dori": "named", "Jim": "games", "John": "games"}
    assert "decision" not in told(made.match("Jim"), made.match("Jim").result)


def test_who_is_named_before_somebody_with_more_games_decides_no_place_but_their_own():
    """The correction said “by the organizer’s decision” of a third player as well, who had as little as the winner."""
    made = table().game("Jim").do(results.end_early, 1, unfinished=(3, 3, 1)).do(rounds.close)
    made.do(results.correct_games, 1, table=1, games=made.match("Jim").games, winner="Dori")
    assert places(made, "Dori Jim John") == [1, 2, 3]
    assert decided(made) == {"Dori": "named", "Jim": "games", "John": "games"}


def test_a_lot_between_others_stays_one_whoever_is_named_first():
    made = desk("spellfire", 4).do(rounds.pair_round).do(rounds.publish)
    one, two, three, four = made.t.current_round.matches[0].players
    made.do(results.record_game, 1, game=Game(0, (6, 0, 2, 2))).do(results.end_early, 1, winner=two)
    match = made.t.current_round.matches[0]
    assert pods.decided_by(match) == {one: "games", two: "named", three: "lot", four: "lot"}
    assert [sorted(group) for group in pods.tied(match)] == [sorted([(three,), (four,)])]
    made.do(replace_lots_at_a_table, 1, 1, (three, four), places=(2, 1))
    by = pods.decided_by(made.t.current_round.matches[0])
    assert (by[two], by[three], by[four]) == ("named", "method", "method")


def closed(made: Desk) -> Match:
    return next(iter(made.t.rounds)).matches[0]


def two_pairs() -> Desk:
    """Time is called in the first game at a table of four: two have three realms, two have one."""
    made = desk("spellfire", 4).do(rounds.pair_round).do(rounds.publish)
    return made.do(results.end_early, 1, unfinished=(3, 3, 1, 1))


def test_of_two_lots_at_a_table_only_the_one_that_was_replaced_is_the_organizers():
    """A lot is always said: the other one was called the organizer’s decision too, and could not be replaced."""
    made = two_pairs()
    first, second = pods.tied(made.t.current_round.matches[0])
    for number, (group, left) in enumerate([(first, (second,)), (second, ())], start=1):
        made.do(replace_lots_at_a_table, 1, 1, [side[0] for side in group], places=(2, 1))
        match = made.t.current_round.matches[0]
        assert pods.tied(match) == left
        assert list(pods.decided_by(match).values()).count("method") == 2 * number


def test_who_is_named_of_two_that_are_level_leaves_the_lot_between_the_others():
    made = two_pairs()
    (winner,), (other,) = pods.tied(made.t.current_round.matches[0])[0]
    third, fourth = pods.tied(made.t.current_round.matches[0])[1]
    made.do(rounds.close)
    made.do(results.correct_games, 1, table=1, games=closed(made).games, winner=other)
    by = pods.decided_by(closed(made))
    assert (by[other], by[winner]) == ("method", "method")
    assert pods.tied(closed(made)) == ((third, fourth),)


def test_nor_has_one_who_names_the_winner_in_a_correction():
    made = table().do(results.end_early, 1, unfinished=(3, 3, 1)).do(rounds.close)
    first = "John" if made.outcome("Dori").place == 1 else "Dori"
    made.do(results.correct_games, 1, table=1, games=made.match("Jim").games, winner=first)
    assert (made.outcome(first).place, decided(made)[first]) == (1, "method")


# Who comes late


def nine() -> Desk:
    made = desk("spellfire", 9)
    return made.do(rounds.pair_round)


@pytest.mark.parametrize("published", [False, True])
def test_a_late_player_is_the_fourth_at_a_table_without_a_game(published):
    """“Players should never be turned away from a tournament because they would create a four-player game”."""
    made = nine()
    if published:
        made.do(rounds.publish)
        made.do(results.record_game, 1, game=Game(0, (6, 0, 0)))
    made.do(people.enter_this_round, "Zoe")
    match = made.match("Zoe")
    assert (match.table, len(match.seats), len({seat.side for seat in match.seats})) == (1 + published, 4, 4)
    assert made.t.players["Zoe"].entered == 1
    made.do(people.enter_this_round, "Yan")
    assert made.match("Yan").table == 2 + published


def test_once_every_table_has_a_game_or_four_players_there_is_no_seat():
    made = nine().do(rounds.publish)
    for number in (1, 2):
        made.do(results.record_game, number, game=Game(0, (6, 0, 0)))
    made.do(people.enter_this_round, "Zoe")
    assert "every table is full or has a game in" in made.refused(people.enter_this_round, "Yan")


@pytest.mark.parametrize("count", [11, 12])
def test_a_draft_whose_tables_have_no_seat_for_all_is_drawn_again_with_everybody(count):
    """“Players should never be turned away from a tournament because they would create a four-player game”."""
    made = desk("spellfire", count).do(rounds.pair_round)
    late = [f"late{n}" for n in range(16 - count + 1)]
    made.do(roster.enter_listed, dict.fromkeys(late, Details()))
    assert "Pair it again" in made.refused(rounds.publish)
    made.do(rounds.pair_round).do(rounds.publish)
    assert [len(match.seats) for match in made.round_.matches] == [3, 3, 3, 4, 4]


def test_full_tables_at_which_nobody_has_played_say_how_another_can_still_come():
    made = desk("spellfire", 8).do(rounds.pair_round).do(rounds.publish)
    refused = made.refused(roster.enter_listed, {"Zoe": Details()})
    assert "undo its publishing in the history" in refused
    made.undo(made.seq).do(roster.enter_listed, {"Zoe": Details()}).do(rounds.pair_round).do(rounds.publish)
    assert [len(match.seats) for match in made.round_.matches] == [3, 3, 3]


def test_of_two_who_come_late_the_refusal_says_how_many_find_a_seat():
    """It named the one without a seat by an id, p13, since nobody had a name for them yet."""
    made = desk("spellfire", 11).do(rounds.pair_round).do(rounds.publish)
    late = {"Zoe": Details(), "Yan": Details()}
    refused = made.refused(roster.enter_listed, late)
    assert "Only 1 of these 2 would find a seat" in refused
    assert "Yan" not in refused
    assert "undo its publishing in the history" in refused
    made.game(next(match.players[0] for match in made.round_.matches if len(match.seats) == 4))
    assert made.refused(roster.enter_listed, late).endswith("have a game in. Enter 1 of them.")
    made.do(roster.enter_listed, {"Zoe": Details()})


def test_teams_are_not_told_of_tables_with_a_free_seat():
    made = team_spirit(3).do(rounds.pair_round)
    assert "Undo the start in the history" in made.refused(roster.enter_listed, {"Zoe": Details()})


def test_the_only_table_takes_a_fifth():
    made = desk("spellfire", 4).do(rounds.pair_round).do(people.enter_this_round, "Zoe")
    assert len(made.match("Zoe").seats) == 5
    assert "every table is full" in made.do(rounds.publish).refused(people.enter_this_round, "Yan")


def test_nobody_joins_the_winners_of_a_later_round():
    made = nine().do(rounds.publish)
    for number in (1, 2, 3):
        made.do(results.end_early, number)
    made.do(rounds.close).do(rounds.pair_round)
    assert "later rounds are for winners" in made.refused(people.enter_this_round, "Zoe")


def test_whoever_enters_from_a_list_is_seated_at_once():
    made = nine().do(rounds.publish).do(roster.enter_listed, {"Zoe": Details(), "Yan": Details()})
    assert [made.match(name).table for name in ("Zoe", "Yan")] == [1, 2]
    assert "Only 1 of these 2" in made.refused(roster.enter_listed, {"A": Details(), "B": Details()})


@pytest.mark.parametrize("published", [False, True])
def test_whoever_was_taken_out_and_comes_after_all_is_turned_away_from_no_table(published):
    """“Players should never be turned away from a tournament”: they were in, and had a seat in no round any more."""
    made = desk("spellfire", 10).do(rounds.pair_round)
    if published:
        made.do(rounds.publish)
    made.do(people.take_out, "p1").do(people.reinstate, "p1")
    assert len(made.match("p1").seats) == 4
    assert made.t.players["p1"].active


def test_whoever_comes_back_where_they_still_sit_or_where_no_seat_is_free_is_seated_nowhere_else():
    made = nine().do(rounds.publish)
    table = made.match("p1").table
    made.do(people.drop, "p1").do(people.reinstate, "p1")
    assert made.match("p1").table == table
    assert [len(match.seats) for match in made.round_.matches] == [3, 3, 3]
    small = desk("spellfire", 4).do(rounds.pair_round).do(rounds.publish).do(people.take_out, "p1")
    small.do(results.record_game, 1, game=Game(0, (6, 0, 0))).do(people.reinstate, "p1")
    assert "p1" not in small.round_.seated


# Who did not play


def test_who_never_played_scores_nothing_and_is_not_counted():
    """Ruling: somebody who never played a game scores nothing and is not counted; staff points follow that count."""
    made = table("Dori John Jim Kay").facts(f.StaffNamed("s", "coordinator"))
    made.do(results.leave_table, 1, player="Kay", no_show=True).game("Jim").game("Jim")
    assert pod_totals(made.t, made.stage).keys() == {"Jim", "Dori", "John"}
    assert participants(made.t) == {"Jim", "Dori", "John"}
    assert staff_points(made.t) == {"s": 3}


def test_who_leaves_during_the_first_game_has_played():
    """“everyone who plays receives at least one point”"""
    made = table().do(results.leave_table, 1, player="John").game("Jim").game("Jim")
    assert pod_totals(made.t, made.stage)["John"] == 2
    assert "so they were there" in table().game("Jim").refused(results.leave_table, 1, player="Jim", no_show=True)


def test_realms_per_game_count_only_the_games_somebody_was_in():
    made = table().game("Jim", Dori=4, John=2).do(results.leave_table, 1, player="John").game("Jim", Dori=1)
    assert {p: (r.count, r.games) for p, r in pod_realms(made.stage).items()} == {
        "Jim": (12, 2),
        "Dori": (5, 2),
        "John": (2, 1),
    }
    assert pod_totals(made.t, made.stage)["John"] == 2


def test_the_working_of_a_place_says_every_lot():
    made = tied()
    rows = {row.player: row.working for row in stage_ranks(made.t, made.stage)[0].rows}
    assert "by lot" not in rows["Jim"]
    assert "at table 1 in the championship round by lot" in rows["Dori"]
    assert "at table 1 in the championship round by lot" in rows["John"]
