"""What breaks a tie in a series, where the organizer wants ties broken. To add one: a line in `_ALL`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from engine.series.giving import Given
from engine.values import dataclass


@dataclass(frozen=True, slots=True)
class SeriesTiebreak:
    """A criterion: its key, its name, which end is best, and a person's number from the events that count for them."""

    key: str
    name: str
    best: Literal["highest", "lowest"]
    value: Callable[[Sequence[Given]], int]


_ALL = (
    SeriesTiebreak("events_won", "events won", "highest", lambda all_: sum(each.place == 1 for each in all_)),
    SeriesTiebreak("best_event", "best event", "highest", lambda all_: max((each.points for each in all_), default=0)),
    SeriesTiebreak("wins", "matches won", "highest", lambda all_: sum(each.wins for each in all_)),
    SeriesTiebreak("most_events", "events", "highest", len),
    SeriesTiebreak("fewest_events", "events", "lowest", len),
)
TIEBREAKS: dict[str, SeriesTiebreak] = {tiebreak.key: tiebreak for tiebreak in _ALL}
