"""What the desk asks of an open round: the engine's decisions, after what only a form can get wrong."""

from __future__ import annotations

from collections.abc import Callable

from engine import facts as f
from engine.decisions import rounds
from engine.folding.parts import require_unfinished
from engine.refusals import Refused
from engine.sentences import who
from engine.words import PlayerId, Round, Tournament

Facts = tuple[f.Fact, ...]
Decide = Callable[[Tournament], Facts]


def begun(decide: Decide) -> Decide:
    """The decision, with a sentence of our own where there is nothing to pair yet."""

    def decided(t: Tournament) -> Facts:
        if not t.stages:
            raise Refused("Play has not begun. Start with round 1 on the Now page.")
        return decide(t)

    return decided


def shortened(t: Tournament) -> Facts:
    require_unfinished(t)
    stage = t.stage
    if stage is None or not stage.rounds or stage.rounds[-1].phase != "closed":
        raise Refused("An event is shortened between two rounds: close the open one first.")
    return rounds.plan_rounds(t, len(stage.rounds))


def planned(t: Tournament, number: int) -> Facts:
    require_unfinished(t)
    return rounds.plan_rounds(t, number) if t.stage is None or t.stage.planned != number else ()


def swapped(t: Tournament, one: PlayerId, two: PlayerId) -> Facts:
    round_ = t.current_round
    if round_ is not None and any({one, two} <= set(match.players) for match in round_.matches):
        raise Refused(f"{who(one)} and {who(two)} sit at the same table: changing places would change nothing.")
    return rounds.swap(t, one, two)


def seated(t: Tournament, one: PlayerId, two: PlayerId) -> Facts:
    _require_in_round(t, one, two)
    return rounds.seat_together(t, one, two)


def as_played(t: Tournament, one: PlayerId, two: PlayerId) -> Facts:
    round_ = _require_in_round(t, one, two)
    if any({one, two} <= set(match.players) for match in round_.matches):
        raise Refused(f"{who(one)} and {who(two)} already have a table together: enter its result as usual.")
    return rounds.record_as_played(t, [(one, two)])


def taken_out(t: Tournament, player: PlayerId) -> Facts:
    """Out of the round and of the event in one act: whoever never played in this round left before it."""
    left_out = rounds.leave_out(t, player)
    (fact,) = left_out
    gone = (f.PlayerDropped(player, fact.number - 1),) if t.players[player].active else ()
    return *left_out, *gone


def seated_late(t: Tournament, player: PlayerId) -> Facts:
    if player not in t.players:
        raise Refused("Enter the player first, on the Players page.")
    if t.current_round is not None and player in t.current_round.seated:
        raise Refused(f"{who(player)} already has a place in this round.")
    return rounds.seat_late(t, player)


def _require_in_round(t: Tournament, *players: PlayerId) -> Round:
    round_ = t.current_round
    if round_ is None or round_.phase == "closed":
        raise Refused("There is no open round. Pair the next one first.")
    for player in players:
        if player not in round_.seated:
            raise Refused(f"{who(player)} is not in round {round_.number}.")
    return round_
