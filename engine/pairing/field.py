"""Who is to be paired, as the pairing code sees them: a score, whom they have met, whom they would rather not meet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.values import dataclass
from engine.words import PlayerId

Record = str | tuple[str, int]  # 2–1, or so many: ("points", 6)


@dataclass(frozen=True, slots=True)
class Entrant:
    """One player before a round. `bye_key`: who is lowest is first in line for a bye; without one the score says it.

    `avoid`: met in an earlier phase. `apart`: those the organizer wants kept apart from them.
    """

    id: PlayerId
    score: int = 0
    met: frozenset[PlayerId] = frozenset()
    byes: int = 0
    bye_key: tuple[int, ...] = ()
    faction: str | None = None
    avoid: frozenset[PlayerId] = frozenset()
    apart: frozenset[PlayerId] = frozenset()
    record: Record = ""
    fixed_table: int | None = None

    @property
    def called(self) -> Record:
        """The record that names their group; the bare score where there is none."""
        return self.record or ("score", self.score)

    @property
    def weakness(self) -> tuple[int, ...]:
        """Byes had, then the record: the lowest gets the next bye."""
        return (self.byes, *(self.bye_key or (self.score,)))


@dataclass(frozen=True, slots=True)
class Field:
    """What the pairing looks up: scores, who has met whom, and what a pair costs that should rather not be.

    A mirror match, or one of an earlier phase (`soft`), costs more than all pairs together that are wished apart.
    """

    score: dict[PlayerId, int]
    met: dict[PlayerId, frozenset[PlayerId]]
    faction: dict[PlayerId, str | None]
    avoid: dict[PlayerId, frozenset[PlayerId]]
    apart: dict[PlayerId, frozenset[PlayerId]]
    has_soft: bool
    heavy: int
    worst: int

    def cost(self, a: PlayerId, b: PlayerId) -> int:
        """0 is fine; the lowest sum over a round is best."""
        if not self.has_soft:
            return 0
        return (self.heavy if self.soft(a, b) else 0) + (b in self.apart[a])

    def soft(self, a: PlayerId, b: PlayerId) -> bool:
        """Would this pairing be a mirror match, or one of an earlier phase?"""
        return self.has_soft and (self.mirror(a, b) or b in self.avoid[a])

    def mirror(self, a: PlayerId, b: PlayerId) -> bool:
        faction = self.faction[a]
        return faction is not None and faction == self.faction[b]

    def clash(self, a: PlayerId, b: PlayerId) -> bool:
        return b in self.met[a] or self.cost(a, b) > 0


def field_of(entrants: Sequence[Entrant]) -> Field:
    """The same entrants, ready to be looked up. Both players of a meeting must remember it."""
    has_apart = any(e.apart for e in entrants)
    has_soft = has_apart or any(e.faction is not None or e.avoid for e in entrants)
    heavy = len(entrants) // 2 + 1 if has_apart else 1
    return Field(
        score={e.id: e.score for e in entrants},
        met={e.id: e.met for e in entrants},
        faction={e.id: None if e.faction is None else e.faction.casefold() for e in entrants} if has_soft else {},
        avoid={e.id: e.avoid for e in entrants} if has_soft else {},
        apart={e.id: e.apart for e in entrants} if has_soft else {},
        has_soft=has_soft,
        heavy=heavy,
        worst=heavy + has_apart,
    )


def score_groups(score: Mapping[PlayerId, int], players: Iterable[PlayerId]) -> list[list[PlayerId]]:
    """Players with the same score, best group first."""
    groups: dict[int, list[PlayerId]] = {}
    for player in players:
        groups.setdefault(score[player], []).append(player)
    return [groups[points] for points in sorted(groups, reverse=True)]


def strangers(players: Sequence[PlayerId], field: Field) -> list[list[int]]:
    """Of each of these players: the numbers of those whom they have not met."""
    return [[v for v, q in enumerate(players) if q != p and q not in field.met[p]] for p in players]
