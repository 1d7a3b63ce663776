"""What a correction changes in a ranking: shown before it is made, or told afterwards."""

from __future__ import annotations

from collections.abc import Sequence

from engine.series.ranking import SeriesRank
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class RankChange:
    """One person before and after, None where they are not in the ranking; `moved` so many ranks up, below 0 down."""

    person: str
    before: SeriesRank | None
    after: SeriesRank | None

    @property
    def moved(self) -> int:
        return self.before.rank - self.after.rank if self.before is not None and self.after is not None else 0

    @property
    def gained(self) -> int:
        """The points more, or fewer below 0."""
        return (self.after.points if self.after else 0) - (self.before.points if self.before else 0)


def rank_changes(before: Sequence[SeriesRank], after: Sequence[SeriesRank]) -> tuple[RankChange, ...]:
    """Everybody whose rank, points or way to the playoff changes, in the order of the ranking afterwards."""
    was, will = ({line.person: line for line in lines} for lines in (before, after))
    found = (RankChange(person, was.get(person), will.get(person)) for person in {**will, **was})
    return tuple(each for each in found if _told(each.before) != _told(each.after))


def _told(line: SeriesRank | None) -> tuple[object, ...]:
    return () if line is None else (line.rank, line.points, line.events, line.playoff)
