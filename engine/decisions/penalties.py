"""Penalties as a judge gives and lifts them. What was said about one is kept outside, under its id."""

from __future__ import annotations

from typing import get_args

from engine import facts as f
from engine.decisions.people import open_match, penalise
from engine.folding.parts import require_unfinished
from engine.penalty_words import OTHER_FAULT
from engine.refusals import Refused
from engine.rulesets.wall import penalty_steps
from engine.sentences import who
from engine.words import PenaltyKind, PlayerId, Tournament


def give_penalty(
    t: Tournament,
    player: PlayerId,
    *,
    kind: str,
    fault: str,
    id: str,
    wounds: int = 0,
    reason: str = "",
    earlier: int | None = None,
) -> tuple[f.Fact, ...]:
    """A penalty for a fault of the rulebook, or for another one with its reason.

    `earlier` is how many penalties of the player the judge saw.
    """
    require_unfinished(t)
    if player not in t.players:
        raise Refused("Choose who gets the penalty.")
    if fault not in {OTHER_FAULT, *(step.fault for step in penalty_steps(t.settings))}:
        raise Refused("Choose what it is for.")
    known: PenaltyKind | None = next((each for each in get_args(PenaltyKind) if each == kind), None)
    if known is None:
        raise Refused("Choose the penalty for it.")
    if fault == OTHER_FAULT and not reason:
        raise Refused("Say in a few words what it was for.")
    if earlier not in (None, standing(t, player)):
        raise Refused(f"Another penalty of {who(player)} was given or lifted meanwhile. Look again, then decide.")
    if known in ("game-loss", "match-loss") and open_match(t, player) is None:
        raise Refused(
            f"{who(player)} has no match under way, so there is none to lose. "
            "Give a warning, or change the result of the table it was about."
        )
    return penalise(t, player, kind=known, fault=fault, id=id, wounds=wounds)


def lift_penalty(t: Tournament, id: str) -> tuple[f.Fact, ...]:
    """The penalty no longer counts; a result that it decided stays."""
    return (f.PenaltyLifted(id),)


def standing(t: Tournament, player: PlayerId) -> int:
    """How many penalties stand against a player."""
    return sum(penalty.player == player and not penalty.lifted for penalty in t.penalties)
