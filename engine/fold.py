"""From facts to a tournament: `apply` one fact, `replay` a journal, leave out what was undone.

`apply` refuses a fact that does not fit, whoever decided it, and copies at most one round. `check` looks over the
whole after an act that seated people.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Protocol, TypeVar

from engine import facts as f
from engine.check import check, check_field
from engine.folding.parts import require_known_tiebreaks
from engine.folding.registry import APPLY
from engine.folding.results import ToldAtTable, apply_results
from engine.refusals import Refused
from engine.values import dataclass
from engine.words import Tournament

SEATING = frozenset(
    {
        *(f.RoundPaired, f.PairingChanged, f.StageOpened, f.ResultCorrected),
        *(f.DraftDrawnAnew, f.DraftSeatTaken, f.DraftGroupSeated),
    }
)


@dataclass(frozen=True, slots=True)
class Act:
    """The facts of one decision, numbered. Undone and redone whole."""

    seq: int
    facts: tuple[f.Fact, ...]
    by: str = ""
    at: str = ""


class Numbered(Protocol):
    """An act of any journal: of a tournament, or of the box."""

    @property
    def seq(self) -> int: ...
    @property
    def facts(self) -> tuple[object, ...]: ...


A = TypeVar("A", bound=Numbered)


def apply(tournament: Tournament | None, fact: f.Fact, *, seq: int = 0) -> Tournament:
    """The tournament after this fact. Refused if it does not fit."""
    if isinstance(fact, f.TournamentCreated):
        if tournament is not None:
            raise Refused("A journal creates its tournament once.")
        require_known_tiebreaks(fact.settings)
        return Tournament(fact.settings, fact.seed)
    if tournament is None:
        raise Refused("A journal begins with the creation of its tournament.")
    if isinstance(fact, f.Undone):
        raise Refused("An undo changes what came before it: replay the whole journal.")
    if isinstance(fact, f.ClockStarted):
        return APPLY[type(fact)](tournament, (fact, seq))
    return APPLY[type(fact)](tournament, fact)


def apply_facts(tournament: Tournament | None, facts: Iterable[f.Fact], *, seq: int = 0) -> Tournament:
    """The tournament after these facts, in their order."""
    for fact in facts:
        tournament = apply(tournament, fact, seq=seq)
    if tournament is None:
        raise Refused("An act holds at least one fact.")
    return tournament


def apply_act(tournament: Tournament | None, act: Act) -> Tournament:
    """The tournament after all facts of an act, looked over if anybody was seated."""
    tournament = apply_facts(tournament, act.facts, seq=act.seq)
    kinds = {*map(type, act.facts)}
    if not kinds.isdisjoint(SEATING):
        check(tournament)
    if not kinds.isdisjoint((f.RoundPaired, f.RoundPublished)):
        # Also when it is published: since the pairing somebody may have come or gone, or been left out by hand.
        stage = tournament.stages[-1]
        if stage.rounds:  # unless the same act goes on to another stage, or draws a draft anew
            check_field(tournament, stage, stage.rounds[-1])
    return tournament


def apply_acts(tournament: Tournament | None, acts: Iterable[Act]) -> Tournament:
    """The tournament after these acts, one after the other."""
    for number, run in groupby(acts, _only_results_of):
        if number and tournament is not None:
            tournament = apply_results(tournament, [fact for act in run for fact in act.facts])  # type: ignore[misc]
        else:
            for act in run:
                tournament = apply_act(tournament, act)
    if tournament is None:
        raise Refused("The journal is empty.")
    return tournament


def _only_results_of(act: Act) -> int:
    """The round of which tables told something, if that is all that happened."""
    numbers = {fact.number if isinstance(fact, ToldAtTable) else 0 for fact in act.facts}
    return numbers.pop() if len(numbers) == 1 else 0


def replay(acts: Iterable[Act]) -> Tournament:
    """The tournament at the end of its journal."""
    return apply_acts(None, in_force(acts))


def in_force(acts: Iterable[A]) -> list[A]:
    """The acts that count: undone ones left out, redone ones back in."""
    journal = list(acts)
    undos = list(filter(is_undo, journal))
    if not undos:
        return journal
    off = undone(undos) | {act.seq for act in undos}
    return [act for act in journal if act.seq not in off]


def is_undo(act: Numbered) -> bool:
    """Does this act take another one back, or do it again?"""
    for fact in act.facts:  # noqa: SIM110 - asked of every act again and again, and a generator takes five times as long
        if type(fact) is f.Undone:
            return True
    return False


def undone(acts: Iterable[Numbered]) -> set[int]:
    """The acts that are undone and not done again; undos among them."""
    off: set[int] = set()
    for act in reversed(list(filter(is_undo, acts))):
        if act.seq not in off:
            off.update(fact.seq for fact in act.facts if isinstance(fact, f.Undone))
    return off
