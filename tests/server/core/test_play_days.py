"""On which days an event was played, whatever is put right afterwards."""

from dataclasses import replace
from datetime import date, timedelta

from engine.decisions import stages
from server.core.play_days import days_played
from tests.engine.desk import desk

FIRST = date(2026, 3, 2)


def played():
    """An event of four in two rounds, a round a day, finished on the second."""
    made = desk("ashes-reborn", 4)
    dated(made, 0)
    made.pair().play()
    dated(made, 0)
    made.pair().play().do(stages.finish)
    return dated(made, 1)


def dated(made, after):
    """Everything that has no time yet happened so many days after the first one."""
    at = f"{FIRST + timedelta(days=after)}T12:00:00.000+00:00"
    made.acts[:] = [act if act.at else replace(act, at=at) for act in made.acts]
    return made


def test_from_the_first_round_to_the_end():
    assert days_played(played().acts) == (FIRST, FIRST + timedelta(days=1))


def test_an_event_that_is_finished_again_after_a_correction_ended_when_it_did():
    made = played()
    dated(made.undo().do(stages.finish), 40)
    assert days_played(made.acts) == (FIRST, FIRST + timedelta(days=1))


def test_an_event_that_was_finished_too_early_ended_later():
    made = desk("ashes-reborn", 4)
    made.pair().play().do(stages.finish)
    dated(made, 0)
    made.undo().pair().play().do(stages.finish)
    assert days_played(dated(made, 1).acts) == (FIRST, FIRST + timedelta(days=1))


def test_as_long_as_it_is_not_over_the_last_act_counts():
    made = played()
    assert days_played(dated(made.undo(), 40).acts) == (FIRST, FIRST + timedelta(days=40))
