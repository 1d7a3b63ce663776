"""Who comes, goes, and is penalised while the tournament runs."""

from __future__ import annotations

from engine import facts as f
from engine import results
from engine.decisions.results import leave_table
from engine.decisions.rounds import leave_out, take_free_seat
from engine.decisions.setup import enter
from engine.fold import apply_facts
from engine.pairing.pod_seating import free_table_for
from engine.penalty_words import fault_code
from engine.refusals import Refused
from engine.rulesets.wall import penalty_steps
from engine.sentences import who
from engine.words import How, Match, PenaltyKind, PlayerId, Tournament


def drop(t: Tournament, player: PlayerId) -> tuple[f.Fact, ...]:
    """Out from the next pairing on; what was played stays and counts for others."""
    return (f.PlayerDropped(player, _last_round(t)),)


def reinstate(t: Tournament, player: PlayerId) -> tuple[f.Fact, ...]:
    """Back in from the next pairing on; rounds missed are losses. At tables of several they sit down as if late."""
    back = f.PlayerReinstated(player)
    if free_table_for(t, player) is None:
        return (back,)
    return back, *take_free_seat(apply_facts(t, [back]), player)


def take_out(t: Tournament, player: PlayerId) -> tuple[f.Fact, ...]:
    """Out of the round and of the event in one act: whoever never played in this round left before it.

    So did whoever never came to a table that this changes.
    """
    left_out = leave_out(t, player)
    current, after = t.current_round, apply_facts(t, left_out).current_round
    assert current is not None
    assert after is not None
    absent = [p for match in current.matches for p in match.no_shows if p not in after.seated]
    gone = [p for p in dict.fromkeys((player, *absent)) if t.players[p].active]
    return *left_out, *(f.PlayerDropped(p, current.number - 1) for p in gone)


def enter_this_round(t: Tournament, player: PlayerId) -> tuple[f.Fact, ...]:
    """A late arrival who still plays this round: against the player who had the bye, or at a table of several."""
    current = t.current_round
    if current is None:
        raise Refused("No round is paired yet: enter the player as usual.")
    entered, *seated = enter(t, [player])  # before the deal they sit down in a draft group, too
    assert isinstance(entered, f.PlayerEntered)
    late = (f.PlayerEntered(player, entered.lot, current.number), *seated)
    return *late, *take_free_seat(apply_facts(t, late), player)


def no_show(t: Tournament, player: PlayerId) -> tuple[f.Fact, ...]:
    """The opponent wins; it counts as a meeting."""
    return (_loss(t, player, how="no-show", wounds=0),)


def penalise(
    t: Tournament, player: PlayerId, *, kind: PenaltyKind, fault: str, id: str, wounds: int = 0
) -> tuple[f.Fact, ...]:
    """A warning is noted; a loss also decides the open match (the loser keeps the wounds placed so far).

    The fault comes by its name in the rulebook.
    """
    number = t.rounds_played
    given = f.PenaltyGiven(id, player, kind, fault_code(fault), number)
    if kind == "warning":
        return (given,)
    if kind == "disqualification":
        return given, *disqualify(t, player, wounds=wounds)
    return given, _loss(t, player, how="penalty", wounds=wounds)


def disqualify(t: Tournament, player: PlayerId, *, wounds: int = 0) -> tuple[f.Fact, ...]:
    """Out from now on: the current opponent wins, earlier results stand, no place and no prize."""
    out = f.PlayerDisqualified(player)
    match = open_match(t, player)
    if match is None:
        return (out,)
    if len(match.seats) > 2:
        return out, *leave_table(t, match.table, player=player)
    return out, _loss(t, player, how="disqualified", wounds=wounds)


def next_penalty(t: Tournament, player: PlayerId, *, fault: str) -> PenaltyKind | None:
    """What the rulebook does now, as with slow play: a warning, then a game loss. None: it leaves it to you."""
    step = next((step for step in penalty_steps(t.settings) if step.fault == fault), None)
    if step is None or not step.kinds:
        return None
    earlier = sum(p.player == player and p.fault == step.code and not p.lifted for p in t.penalties)
    return step.kinds[min(earlier, len(step.kinds) - 1)]


def open_match(t: Tournament, player: PlayerId) -> Match | None:
    """The match this player is in, while it has no result."""
    current = t.current_round
    if current is None or current.phase != "published":
        return None
    return next((m for m in current.matches if player in m.players and m.result is None), None)


def _loss(t: Tournament, player: PlayerId, *, how: How, wounds: int) -> f.ResultRecorded:
    match = open_match(t, player)
    if match is None:
        raise Refused(f"{who(player)} has no match under way.")
    opponent = next(p for p in match.players if p != player)
    result = results.won(match, opponent, wounds=wounds, scoring=t.settings.scoring, how=how)
    assert t.current_round is not None
    return f.ResultRecorded(t.current_round.number, match.table, result)


def _last_round(t: Tournament) -> int:
    """Rounds that are published count; a draft is paired anew without them."""
    current = t.current_round
    return t.rounds_played - (1 if current is not None and current.phase == "draft" else 0)
