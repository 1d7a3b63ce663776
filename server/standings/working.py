"""Why somebody has their place, step by step: every tie-break in its order, whether it was needed, and its sum."""

from __future__ import annotations

from collections.abc import Mapping

from engine.rulesets.base import Counted
from engine.rulesets.registry import ruleset_of
from engine.sentences import plural
from engine.standings.ranking import stage_workings
from engine.standings.sheets import Sheet, sheets
from engine.standings.tiebreaks import TIEBREAKS, Summand
from engine.standings.working import NoDuel, Step, Working
from engine.values import dataclass
from engine.words import PlayerId, Scoring, Settings, Stage, Tournament

NO_DUEL: dict[NoDuel, str] = {
    "not-two": "only counts between two.",
    "not-met": "the two have not met.",
    "one-each": "each beat the other once.",
    "no-winner": "nobody won the match between them.",
}


@dataclass(frozen=True, slots=True)
class AskedCriterion:
    """One criterion. `state`: decided (here), level (nobody was separated, or not all), not (it did not count)."""

    state: str
    name: str
    text: str
    parts: tuple[Summand, ...] = ()
    total: int = 0


def explained(t: Tournament, stage: Stage) -> dict[PlayerId, tuple[AskedCriterion, ...]]:
    """The working of every place of a Swiss or groups stage."""
    own = sheets(t, stage)
    by_hand = frozenset(player for order in t.lots_by_hand for player in order)
    return {
        player: tuple(_asked(player, working, t.settings, own, by_hand))
        for player, working in stage_workings(t, stage).items()
    }


def _asked(
    player: PlayerId, working: Working, settings: Settings, own: Mapping[PlayerId, Sheet], by_hand: frozenset[PlayerId]
) -> list[AskedCriterion]:
    scoring, counted = settings.scoring, ruleset_of(settings).counted
    found = [_score(working, scoring)]
    for step in working.steps:
        parts = TIEBREAKS[step.key].parts(own[player], own)
        told = _told(step, counted, player in by_hand)
        found.append(AskedCriterion(_state(step), *told, parts, sum(part.number for part in parts)))
    reached = {step.key for step in working.steps}
    later = [key for key in (*scoring.tiebreaks, "lot") if key not in reached]
    found += [AskedCriterion("not", TIEBREAKS[key].called(counted), "not needed.") for key in dict.fromkeys(later)]
    return found


def _score(working: Working, scoring: Scoring) -> AskedCriterion:
    amount = plural(working.total, "win" if scoring.score == "wins" else "event point")
    if working.level == 1:
        return AskedCriterion("decided", amount, "nobody else has as many. Decided here.")
    return AskedCriterion("level", amount, f"level with {plural(working.level - 1, 'other')}.")


def _state(step: Step) -> str:
    if step.left == 1:
        return "decided"
    return "not" if step.no_duel else "level"


def _told(step: Step, counted: Counted, by_hand: bool) -> tuple[str, str]:
    """The name of the criterion with the player's number, and what came of it."""
    tiebreak = TIEBREAKS[step.key]
    name = tiebreak.called(counted)
    if tiebreak.kind == "duel":
        return name, NO_DUEL[step.no_duel] if step.no_duel else f"{_duel(step)} Decided here."
    if tiebreak.kind == "lot":
        return name, "the organizer put these in order." if by_hand else "drawn once, and kept. Decided here."
    end = "Decided here." if step.left == 1 else f"{step.left} stay level." if step.left < step.tied else ""
    return f"{name} {step.mine}", f"{_compared(step)} {end}".strip()


def _duel(step: Step) -> str:
    return "won the match between them." if step.below is not None else "lost the match between them."


def _compared(step: Step) -> str:
    """Against the others who were level: the most of the 12; behind 8, ahead of 6; the same for both."""
    if step.left == step.tied:
        return "the same for both." if step.tied == 2 else f"the same for all {step.tied}."
    most, fewest = ("most", "fewest") if TIEBREAKS[step.key].best == "highest" else ("fewest", "most")
    if step.tied == 2:
        other = step.above if step.above is not None else step.below
        return f"against {other}."
    if step.above is None:
        return f"the {most} of the {step.tied}."
    if step.below is None:
        return f"the {fewest} of the {step.tied}."
    return f"behind {step.above}, ahead of {step.below}."
