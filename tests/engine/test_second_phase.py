"""Legendary Draft: who goes on, who is no longer among the best, whose seat is free, and what to do with too few."""

import pytest
from desk import desk

from engine.decisions import people, results, stages
from engine.progress import draft_name, next_round_name, round_name, where
from engine.results import won
from engine.standings.advancing import Vacancy, best_of_groups, going_on, overtaken, vacancies
from engine.standings.ranking import group_standings


def phase_one(players=9, **changes):
    """After the last round inside the groups; the one with the lower number wins."""
    made = desk("ashes-draft", players, legendary=True, **changes)
    for _ in range(3):
        made.pair().play()
    return made


def groups_of(made, stage=0):
    return [[line.player for line in lines] for lines in group_standings(made.t, made.t.stages[stage])]


def corrected(made, winner, loser):
    """The result of these two is corrected, so that `winner` won."""
    number, match = next((r.number, m) for r in made.t.rounds for m in r.matches if set(m.players) == {winner, loser})
    result = won(match, winner, wounds=0, scoring=made.settings.scoring)
    return made.do(results.correct, number, table=match.table, result=result)


@pytest.mark.parametrize(("players", "each"), [(9, 2), (32, 2), (33, 1), (64, 1)])
def test_the_line_under_a_groups_standings_is_where_the_rulebook_puts_it(players, each):
    """“32 or less participants …, the two highest ranked players from each group”; 33 or more: “only the highest”."""
    made = desk("ashes-draft", players, legendary=True)
    assert going_on(made.t, made.stage) == each


def test_the_rounds_of_the_legendary_draft_are_counted_from_one():
    """“In the second phase of the tournament, called the Legendary Phoenixborn Draft, …”"""
    made = phase_one()
    assert (round_name(made.t, 3), draft_name(made.t)) == ("round 3 of 3", "Draft")
    made.do(stages.open_second_draft)
    assert (where(made.t), draft_name(made.t)) == ("Legendary Draft", "Legendary Draft")
    assert next_round_name(made.t) == "Legendary Draft round 1"
    made.pair()
    assert where(made.t) == "Legendary Draft round 1 of 3"
    assert round_name(made.t, 3) == "round 3 of 3"


def test_after_a_correction_the_desk_knows_who_drafts_and_is_not_among_the_best():
    made = phase_one(10)
    first = groups_of(made)[0]
    made.do(stages.open_second_draft)
    assert overtaken(made.t) == ()
    third, second = first[2], first[1]
    for loser in first[:2]:
        if any({third, loser} == set(m.players) for r in made.t.rounds for m in r.matches):
            corrected(made, third, loser)
    now = groups_of(made)[0]
    assert third in now[:2]
    (found,) = overtaken(made.t)
    assert (found.group, found.best) == (1, third)
    assert found.drafts in (first[0], second)
    assert found.drafts not in now[:2]


def test_who_declined_is_not_missed_among_the_best():
    made = phase_one()
    first = groups_of(made)[0]
    made.do(stages.open_second_draft, declined={first[0]})
    assert made.stage.declined == (first[0],)
    assert overtaken(made.t) == ()


def test_when_somebody_leaves_the_second_draft_the_next_of_that_group_is_offered():
    made = phase_one()
    first, second = groups_of(made)
    made.do(stages.open_second_draft, declined={first[2]})
    made.do(people.drop, first[1])
    assert vacancies(made.t) == (Vacancy(first[1], 1, first[3]),)
    assert "is not the next" in made.refused(stages.take_draft_seat, first[1], comes=second[2])
    made.do(stages.advance_draft, 0).do(stages.take_draft_seat, first[1], comes=first[3])
    assert vacancies(made.t) == ()
    assert set(made.stage.entrants) == {first[0], first[3], *second[:2]} == set(made.t.drafting[0].seats)
    assert made.t.drafting[0].step == "deal"
    made.pair()
    assert first[3] in made.round_.seated


def test_a_seat_is_not_taken_once_a_round_is_published():
    made = phase_one()
    first, _ = groups_of(made)
    made.do(stages.open_second_draft).pair()
    made.do(people.drop, first[1])
    assert "have begun" in made.refused(stages.take_draft_seat, first[1], comes=first[2])


def test_too_few_who_go_on_are_filled_up_from_other_groups():
    """RULES: the organizer ends the event, or fills up with the next of other groups."""
    made = phase_one()
    first, second = groups_of(made)
    gone = set(first[1:])
    assert "only 3 would go on" in made.refused(stages.open_second_draft, declined=gone)
    made.do(stages.open_filled_second_draft, declined=gone)
    assert made.stage.entrants == (first[0], *second[:2], second[2])


def test_nobody_is_filled_up_where_enough_go_on():
    made = phase_one()
    assert made.do(stages.open_filled_second_draft).stage.entrants == best_of_groups(made.t, made.t.stages[0])


def test_with_three_left_there_is_no_second_draft():
    made = phase_one()
    first, second = groups_of(made)
    gone = {*first[1:], *second[2:]}
    assert "End the event instead" in made.refused(stages.open_filled_second_draft, declined=gone)
