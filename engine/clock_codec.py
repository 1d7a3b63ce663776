"""Events' clocks as JSON and back, so that the box writes what the buzzer reads.

Everything that the buzzer computes with comes across; what was left when time was called early is the desk's alone.
Apart from `codec.py`, because the buzzer loads nothing but the clock.
"""

from typing import Any

from engine.clock import Clock, Extensions, Moment, Run, Segment
from engine.values import dataclass

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class EventClock:
    """An event with a clock; `playing` while a table is still out, `out` which ones; `called` what zero begins."""

    id: str
    name: str
    clock: Clock
    playing: bool
    out: tuple[int, ...] = ()
    called: str = ""


def event_to_json(event: EventClock) -> Json:
    return {
        "id": event.id,
        "name": event.name,
        "playing": event.playing,
        "out": list(event.out),
        "called": event.called,
        "clock": clock_to_json(event.clock),
    }


def event_from_json(raw: Any) -> EventClock:
    """The event of this JSON. TypeError, ValueError or KeyError if it is none."""
    return EventClock(
        checked(str, raw["id"]),
        checked(str, raw["name"]),
        clock_from_json(raw["clock"]),
        checked(bool, raw["playing"]),
        tuple(checked(int, table) for table in raw["out"]),
        checked(str, raw["called"]),
    )


def clock_to_json(clock: Clock) -> Json:
    return {
        "length_ms": clock.length_ms,
        "warning_ms": clock.warning_ms,
        "untimed": clock.untimed,
        "ended": clock.ended,
        "extensions": _pairs(clock.extensions),
        "runs": [_run_to_json(run) for run in clock.runs],
    }


def clock_from_json(raw: Any) -> Clock:
    return Clock(
        checked(int, raw["length_ms"]),
        _perhaps(int, raw["warning_ms"]),
        tuple(_run_from_json(run) for run in raw["runs"]),
        _extensions(raw["extensions"]),
        untimed=checked(bool, raw["untimed"]),
        ended=checked(bool, raw["ended"]),
    )


def moment_to_json(moment: Moment) -> Json:
    return {"boot": moment.boot_id, "ms": moment.ms}


def moment_from_json(raw: Any) -> Moment:
    return Moment(checked(str, raw["boot"]), checked(int, raw["ms"]))


def checked(kind: type, value: Any) -> Any:
    """This value, which is of this very type: true is no number."""
    if type(value) is not kind:
        raise TypeError(f"{value!r} is not {kind.__name__}")
    return value


def _perhaps(kind: type, value: Any) -> Any:
    return None if value is None else checked(kind, value)


def _run_to_json(run: Run) -> Json:
    return {
        "seq": run.seq,
        "segments": [_segment_to_json(segment) for segment in run.segments],
        "stopped_ms": run.stopped_ms,
        "added_ms": run.added_ms,
        "reason": run.reason,
    }


def _run_from_json(raw: Any) -> Run:
    segments = tuple(_segment_from_json(segment) for segment in raw["segments"])
    stopped, added = _perhaps(int, raw["stopped_ms"]), checked(int, raw["added_ms"])
    return Run(checked(int, raw["seq"]), segments, stopped, added, _perhaps(str, raw["reason"]))


def _segment_to_json(segment: Segment) -> Json:
    return {
        "at": moment_to_json(segment.at),
        "remaining_ms": segment.remaining_ms,
        "extensions": _pairs(segment.extensions),
    }


def _segment_from_json(raw: Any) -> Segment:
    return Segment(moment_from_json(raw["at"]), checked(int, raw["remaining_ms"]), _extensions(raw["extensions"]))


def _pairs(extensions: Extensions) -> list[list[int]]:
    return [[table, ms] for table, ms in extensions]


def _extensions(raw: Any) -> Extensions:
    return tuple((checked(int, table), checked(int, ms)) for table, ms in raw)
