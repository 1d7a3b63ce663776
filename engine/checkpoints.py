"""A journal folded with checkpoints: how the tournament stood after every closed round and after the newest acts.

Taking an act back then costs what came since, not the whole journal. Nothing here is stored: a checkpoint is made by
folding, and holds for the very acts it was folded from.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine import facts as f
from engine.fold import Act, apply_acts, in_force
from engine.refusals import Refused
from engine.values import dataclass, replace
from engine.words import Tournament

NEWEST = 32


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The tournament after this act; `lasts` if it is kept when newer ones come."""

    seq: int
    tournament: Tournament
    lasts: bool


Checkpoints = tuple[Checkpoint, ...]


@dataclass(frozen=True, slots=True)
class Folded:
    """A tournament at the end of its journal, with the checkpoints on the way, oldest first."""

    tournament: Tournament
    points: Checkpoints


def fold(acts: Iterable[Act]) -> Folded:
    """A whole journal."""
    return _on(None, in_force(acts))


def fold_on(folded: Folded, act: Act) -> Folded:
    """One act more, which takes none back."""
    return _on(folded, [act])


def fold_anew(points: Checkpoints, before: Sequence[Act], after: Sequence[Act]) -> Folded:
    """Where the acts that count were `before` and are `after`: from the last checkpoint that holds for both."""
    base = last_common(points, before, after)
    return _on(base, [act for act in after if base is None or act.seq > base.points[-1].seq])


def last_common(points: Checkpoints, before: Sequence[Act], after: Sequence[Act]) -> Folded | None:
    """The tournament as it stood before the first act that counts in only one of two pasts; None at the beginning."""
    first = min({act.seq for act in before} ^ {act.seq for act in after}, default=float("inf"))
    kept = tuple(point for point in points if point.seq < first)
    return Folded(kept[-1].tournament, kept) if kept else None


def _on(folded: Folded | None, acts: Iterable[Act]) -> Folded:
    tournament, points = (folded.tournament, list(folded.points)) if folded else (None, [])
    acts, folded_in = list(acts), 0
    for place, act in enumerate(acts):
        lasts = any(isinstance(fact, f.RoundClosed) for fact in act.facts)
        if lasts or place >= len(acts) - NEWEST:
            tournament = apply_acts(tournament, acts[folded_in : place + 1])
            folded_in = place + 1
            # A copy of which nothing is known yet: what pages worked out goes with the revision they showed.
            points.append(Checkpoint(act.seq, replace(tournament), lasts))
    if tournament is None:
        raise Refused("The journal is empty.")
    newest = max(0, len(points) - NEWEST)
    return Folded(tournament, tuple(point for place, point in enumerate(points) if point.lasts or place >= newest))
