"""What a correction changes in a ranking: shown before it is made, or told afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.series.ledger import LedgerLine
from engine.series.ranking import SeriesRank, ranking
from engine.series.rules import Series


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


def since_last_event(
    series: Series, ledger: Sequence[LedgerLine], *, ranks: Sequence[SeriesRank] | None = None
) -> tuple[RankChange, ...]:
    """How the newest event that counts has moved everybody: the movement to show beside a ranking.

    `ranks`: the ranking of this ledger, where it is known already.
    """
    counting = [line for line in ledger if line.counts]
    newest = max(counting, key=lambda line: (line.entry.last_day, line.entry.event), default=None)
    before = [line for line in counting if line is not newest]
    return rank_changes(ranking(series, before), ranking(series, counting) if ranks is None else ranks)


def rank_changes(before: Sequence[SeriesRank], after: Sequence[SeriesRank]) -> tuple[RankChange, ...]:
    """Everybody whose rank, points or way to the playoff changes, in the order of the ranking afterwards."""
    was, will = ({line.person: line for line in lines} for lines in (before, after))
    found = (RankChange(person, was.get(person), will.get(person)) for person in {**will, **was})
    return tuple(each for each in found if _told(each.before) != _told(each.after))


def _told(line: SeriesRank | None) -> tuple[object, ...]:
    return () if line is None else (line.rank, line.points, line.events, line.playoff)
