"""Cues: what the room has to hear, and when. A mark sounds once, when the clock comes down to it.

| cue        | its mark                                      | sounds again                               |
|------------|-----------------------------------------------|--------------------------------------------|
| start      | the first start of the round                  | never: resuming is not starting            |
| warning    | the warning mark (10 minutes)                 | after added time lifted the clock above it |
| called     | zero (sudden death, where the game has it)    | the same                                   |
| table-over | zero at one table, its extra time included    | the same, or after more extra time         |

Everything is computed from the clock's segments, so a cue in the past has the same id whenever it is asked for.
"""

from collections.abc import Container, Iterable, Iterator
from typing import Literal

from engine.clock import Clock, Moment
from engine.values import dataclass

Kind = Literal["start", "warning", "called", "table-over"]
CueId = tuple[int, str, int]

LATE_MS = 30_000  # a cue found later than this, whichever it is, is left out
# A sounder hears of added time a little late and may have sounded the mark by then. So time added this close above a
# mark counts as lifting the clock over it; otherwise the mark's real sound would be taken for one already made.
HEARD_MS = 1_000

_ORDER: dict[Kind, int] = {"start": 0, "warning": 1, "called": 2, "table-over": 3}


@dataclass(frozen=True, slots=True)
class Cue:
    """One sound: `seq` is the journal's number of the round's first start, `n` grows when the mark is lifted over."""

    seq: int
    kind: Kind
    n: int
    at: Moment
    table: int | None = None

    @property
    def id(self) -> CueId:
        """The same for the same sound, across pauses and restarts too."""
        return self.seq, self.kind if self.table is None else f"{self.kind}-{self.table}", self.n


def cues_between(clock: Clock, since: Moment, *, until: Moment) -> tuple[Cue, ...]:
    """The cues after `since`, up to and including `until`, in order.

    A boot in which the clock never ran counts as before it in `since` and as after it in `until`. A clock cut off by a
    power cut is to be paused first (`after_power_cut`): until then nobody knows how far its last run went.
    """
    if since.boot_id == until.boot_id:
        return tuple(cue for cue in coming_cues(clock, since) if cue.at.ms <= until.ms)
    boots = _boots(clock)
    first = (boots.get(since.boot_id, -1), since.ms)
    last = (boots.get(until.boot_id, len(boots)), until.ms)
    return tuple(cue for cue in _cues(clock) if first < (boots[cue.at.boot_id], cue.at.ms) <= last)


def coming_cues(clock: Clock, now: Moment) -> Iterator[Cue]:
    """The cues after now if nothing changes, in order; none if the clock stands still or has none left."""
    return (cue for cue in _cues(clock) if cue.at.boot_id == now.boot_id and cue.at.ms > now.ms)


def is_audible(cue: Cue, *, playing: bool, extended_out: Container[int]) -> bool:
    """Nobody needs to be told that time is over who has handed in the result.

    `playing` while any table is out; `extended_out` are the tables that are out, those with extra time at least.
    """
    if cue.kind == "table-over":
        return cue.table in extended_out
    return cue.kind == "start" or playing


@dataclass(frozen=True, slots=True)
class _Piece:
    """A stretch in which the time left only ran down; `low` is None while it still does."""

    at: Moment
    high: int
    low: int | None
    extra: int = 0  # the part of it that is one table's own


@dataclass(frozen=True, slots=True)
class _Crossing:
    n: int
    at: Moment
    shown: int
    extra: int


def _boots(clock: Clock) -> dict[str, int]:
    order = dict.fromkeys(segment.at.boot_id for run in clock.runs for segment in run.segments)
    return {boot_id: place for place, boot_id in enumerate(order)}


def _cues(clock: Clock) -> list[Cue]:
    if not clock.runs:
        return []
    boots = _boots(clock)
    found = [_start(clock)] if clock.untimed else [_start(clock), *_common(clock), *_tables_over(clock)]
    return sorted(found, key=lambda cue: (boots[cue.at.boot_id], cue.at.ms, _ORDER[cue.kind], cue.table or 0))


def _start(clock: Clock) -> Cue:
    segment = clock.runs[0].segments[0]
    return Cue(clock.runs[0].seq, "start", 1, segment.at)


def _common(clock: Clock) -> Iterator[Cue]:
    pieces = [*_pieces(clock)]
    for c in _crossings(pieces, 0):
        yield Cue(clock.runs[0].seq, "called", c.n, c.at)
    for c in _crossings(pieces, clock.warning_ms) if clock.warning_ms else ():
        if c.shown > 0:  # taking away all that is left calls time, and warns of nothing
            yield Cue(clock.runs[0].seq, "warning", c.n, c.at)


def _tables_over(clock: Clock) -> Iterator[Cue]:
    extended = {table for run in clock.runs for segment in run.segments for table, _ in segment.extensions}
    for table in extended:
        for c in _crossings(_pieces(clock, table), 0):
            if c.extra:  # without extra time a table's end is the common call
                yield Cue(clock.runs[0].seq, "table-over", c.n, c.at, table)


def _pieces(clock: Clock, table: int | None = None) -> Iterator[_Piece]:
    for run in clock.runs:
        for segment, following in zip(run.segments, (*run.segments[1:], None), strict=True):
            extra = next((ms for other, ms in segment.extensions if other == table), 0)
            high = segment.remaining_ms + extra
            if following is not None:
                yield _Piece(segment.at, high, high - (following.at.ms - segment.at.ms), extra)
            else:
                yield _Piece(segment.at, high, None if run.stopped_ms is None else run.stopped_ms + extra, extra)


def _crossings(pieces: Iterable[_Piece], mark: int) -> Iterator[_Crossing]:
    """Each time the mark is reached: by time passing inside a piece, or at its start by time taken away."""
    n, armed = 0, False
    before: _Piece | None = None
    for piece in pieces:
        if piece.high > mark and _lifts(before, piece, mark=mark):
            n, armed = n + 1, True
        if armed and piece.high <= mark:
            taken_back = before.extra if before else 0
            yield _Crossing(n, piece.at, piece.high - piece.extra, max(piece.extra, taken_back))
            armed = False
        elif armed and (piece.low is None or piece.low <= mark):
            at = Moment(piece.at.boot_id, piece.at.ms + piece.high - mark)
            yield _Crossing(n, at, mark - piece.extra, piece.extra)
            armed = False
        before = piece


def _lifts(before: _Piece | None, piece: _Piece, *, mark: int) -> bool:
    if before is None or before.low is None:
        return True
    return before.low < piece.high and before.low <= mark + HEARD_MS
