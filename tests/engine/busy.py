"""A busy day at the desk: whatever an organizer may try, in any order, sensible or not.

Every try is one decision. What is refused changes nothing; anything but a refusal or an act is a bug.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

from desk import Desk, at, entered, game_of

from engine import facts as f
from engine.decisions import clock, people, results, rounds, setup, stages
from engine.refusals import Refused
from engine.rulesets.spellfire import with_realms
from engine.words import Event, Match, Outcome, Result, Staff

Try = Callable[[Desk, Random], None]
RULESETS = ("ashes-reborn", "ashes-classic", "ashes-draft", "summoner-wars", "spellfire")


def busy_day(seed: int | str, *, tries: int = 60) -> Desk:
    """A small event of any ruleset in which somebody tries so many things."""
    dice = Random(f"busy/{seed}")
    made = _opened(dice, seed=str(seed))
    minute = 0
    for _ in range(tries):
        minute += 1
        move = dice.choices(MOVES, WEIGHTS)[0]
        if dice.random() < 0.12:
            move = _time(minute)
        try:
            move(made, dice)
        except Refused:
            continue
    return made


def _opened(dice: Random, *, seed: str) -> Desk:
    ruleset_id = dice.choice(RULESETS)
    players = dice.randint(4, 10)
    changes = {}
    if ruleset_id == "ashes-draft" and players > 8:
        changes["legendary"] = True
    if ruleset_id == "spellfire" and dice.random() < 0.3:
        players = 6
        teams = tuple((f"p{i}", f"p{i + 1}") for i in (1, 3, 5))
        changes["event"] = with_realms(Event(type="Team Spirit", teams=teams))
    made = entered(ruleset_id, players, seed=seed, **changes)
    made.do(setup.name_staff, Staff("host", "organizer", "p1"))
    return made.do(setup.start)


def _anyone(made: Desk, dice: Random) -> str:
    return dice.choice([*made.t.players, "nobody"] if dice.random() < 0.05 else [*made.t.players] or ["nobody"])


def _table(made: Desk, dice: Random) -> Match:
    if made.t.current_round is None or not made.round_.matches:
        raise Refused("There is no table.")
    waiting = [match for match in made.round_.matches if match.result is None]
    return dice.choice(waiting if waiting and dice.random() < 0.9 else made.round_.matches)


def _pair(made: Desk, dice: Random) -> None:
    made.do(dice.choice((rounds.pair_round, rounds.pair_round, rounds.pair_with_rematches, rounds.seat_at_fours)))


def _change(made: Desk, dice: Random) -> None:
    one, two, three, four = (_anyone(made, dice) for _ in range(4))
    what = dice.randrange(6)
    if what == 0:
        made.do(rounds.swap, one, two)
    elif what == 1:
        made.do(rounds.seat_together, one, two)
    elif what == 2:
        made.do(rounds.give_bye, one)
    elif what == 3:
        made.do(rounds.leave_out, one)
    elif what == 4:
        made.do(rounds.seat_late, one)
    else:
        made.do(rounds.record_as_played, [(one, two)] if dice.random() < 0.7 else [(one, two), (three, four)])


def _result(made: Desk, dice: Random) -> None:
    match = _table(made, dice)
    if made.stage.kind == "pods":
        winner = dice.choice(match.players)
        others = {name: dice.randrange(4) for name in match.players if name != winner}
        game = game_of(match, winner, made.settings, **others)
        made.do(results.record_game, match.table, game=game)
    elif dice.random() < 0.1:
        made.do(results.record_draw, match.table, blood=(dice.randrange(20), dice.randrange(20)))
    elif dice.random() < 0.05:
        made.do(results.record_double_loss, match.table)
    else:
        winner = dice.choice(match.players)
        made.do(results.record_win, match.table, winner=winner, wounds=dice.randrange(26))


def _report(made: Desk, dice: Random) -> None:
    match = _table(made, dice)
    result = Result((Outcome("win", 25), Outcome("loss", dice.choice((3, 4)))))
    made.do(results.report, match.table, player=dice.choice(match.players), result=result)


def _all_results(made: Desk, dice: Random) -> None:
    for match in made.round_.matches if made.t.current_round else ():
        for _ in range(8):
            if made.match(match.players[0]).result is None:
                _result(made, dice)


def _take_back(made: Desk, dice: Random) -> None:
    made.do(results.take_back, _table(made, dice).table)


def _correct(made: Desk, dice: Random) -> None:
    closed = [r for r in made.t.rounds if r.phase == "closed" and r.matches]
    if not closed:
        raise Refused("Nothing to correct.")
    round_ = dice.choice(closed)
    match = dice.choice(round_.matches)
    winner = dice.choice(match.players)
    if len(match.seats) > 2:
        game = game_of(match, winner, made.settings)
        made.do(results.correct_games, round_.number, table=match.table, games=(game,) * dice.randint(1, 2))
    else:
        won = (Outcome("win", 25), Outcome("loss", dice.randrange(20)))
        result = Result(won if winner == match.players[0] else won[::-1])
        made.do(results.correct, round_.number, table=match.table, result=result)


def _people(made: Desk, dice: Random) -> None:
    one = _anyone(made, dice)
    what = dice.randrange(9)
    if what < 2:
        made.do(people.drop, one)
    elif what == 2:
        made.do(people.reinstate, one)
    elif what == 3:
        made.do(setup.enter, [f"late{len(made.acts)}"])
    elif what == 4:
        made.do(people.enter_this_round, f"late{len(made.acts)}")
    elif what == 5:
        made.do(people.no_show, one)
    elif what == 6 and dice.random() < 0.3:
        made.do(people.disqualify, one)
    elif what == 7:
        kind = dice.choice(("warning", "game-loss"))
        made.do(people.penalise, one, kind=kind, fault="Slow play", id=f"x{len(made.acts)}", wounds=3)
    else:
        made.do(setup.fix_table, one, table=dice.choice((None, 1, 2, 7)))


def _odds_and_ends(made: Desk, dice: Random) -> None:
    one, what = _anyone(made, dice), dice.randrange(6)
    if what == 0:
        made.facts(f.LotsReplaced((one, _anyone(made, dice))))
    elif what == 1:
        made.facts(f.PlayerRemoved(one))
    elif what == 2:
        made.do(rounds.plan_rounds, dice.randint(0, 5))
    elif what == 3:
        match = _table(made, dice)
        made.facts(f.FirstFiveChecked(made.round_.number, match.table, dice.choice(match.players)))
    elif what == 4:
        match = _table(made, dice)
        made.do(results.leave_table, match.table, player=dice.choice(match.players))
    else:
        made.do(results.end_early, _table(made, dice).table)


def _next_stage(made: Desk, dice: Random) -> None:
    what = dice.randrange(5)
    if what == 0:
        made.do(stages.make_cut, dice.randint(2, 5), declined={_anyone(made, dice)})
    elif what == 1:
        made.do(stages.open_second_draft)
    elif what == 2:
        made.do(stages.advance_draft, dice.randrange(2))
    elif what == 3:
        made.do(setup.change_settings, replace(made.settings, round_minutes=dice.randint(30, 60)))
    elif dice.random() < 0.2:
        made.do(stages.finish, prizes=("first prize",))


def _undo(made: Desk, dice: Random) -> None:
    recent = made.acts[-6:] if dice.random() < 0.8 else made.acts
    made.undo(dice.choice(recent).seq)


def _time(minute: int) -> Try:
    def move(made: Desk, dice: Random) -> None:
        what = dice.randrange(6)
        if what < 2:
            made.do(clock.start_clock, at(minute))
        elif what == 2:
            made.do(clock.pause_clock, at(minute))
        elif what == 3:
            made.do(clock.add_time, 60_000, now=at(minute))
        elif what == 4:
            made.do(clock.extend_table, dice.randint(1, 3), ms=60_000, now=at(minute))
        else:
            made.do(clock.end_clock, at(minute))

    return move


def _forward(made: Desk, dice: Random) -> None:
    made.do(rounds.publish if dice.random() < 0.5 else rounds.close)


MOVES: Sequence[Try] = (
    *(_pair, _forward, _all_results, _result, _change, _people),
    *(_report, _take_back, _correct, _odds_and_ends, _next_stage, _undo),
)
WEIGHTS = (6, 12, 6, 6, 5, 5, 2, 2, 4, 3, 4, 5)
