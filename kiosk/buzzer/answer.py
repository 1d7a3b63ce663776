"""The server's answer, field by field: clocks come without loss, so that cues are computed here and not told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.clock import Clock, Extensions, Moment, Run, Segment


@dataclass(frozen=True, slots=True)
class BuzzerEvent:
    """One event's clock; `playing` while a table is still out, `out` which ones; `called` what zero begins."""

    id: str
    name: str
    clock: Clock
    playing: bool
    out: tuple[int, ...] = ()
    called: str = ""


@dataclass(frozen=True, slots=True)
class Feed:
    """Everything that may have to sound; `test` is the moment the desk last asked for a test."""

    boot_id: str
    events: tuple[BuzzerEvent, ...] = ()
    test: Moment | None = None


class NotAFeed(ValueError):
    """Whatever answered, it was not a Cinderbox of this version."""


def feed_of(raw: Any) -> Feed:
    """The feed of the server's JSON."""
    try:
        events = tuple(_event(each) for each in raw["events"])
        return Feed(_is(str, raw["boot"]), events, None if raw["test"] is None else _moment(raw["test"]))
    except (KeyError, TypeError, ValueError) as why:
        raise NotAFeed(f"its answer has a shape this buzzer does not know ({why!r})") from why


def _event(raw: Any) -> BuzzerEvent:
    clock = _clock(raw["clock"])
    out = tuple(_is(int, table) for table in raw["out"])
    called = _is(str, raw["called"])
    return BuzzerEvent(_is(str, raw["id"]), _is(str, raw["name"]), clock, _is(bool, raw["playing"]), out, called)


def _clock(raw: Any) -> Clock:
    return Clock(
        _is(int, raw["length_ms"]),
        _perhaps(int, raw["warning_ms"]),
        tuple(_run(run) for run in raw["runs"]),
        _extensions(raw["extensions"]),
        untimed=_is(bool, raw["untimed"]),
        ended=_is(bool, raw["ended"]),
    )


def _run(raw: Any) -> Run:
    segments = tuple(_segment(segment) for segment in raw["segments"])
    stopped = _perhaps(int, raw["stopped_ms"])
    return Run(_is(int, raw["seq"]), segments, stopped, _is(int, raw["added_ms"]), _perhaps(str, raw["reason"]))


def _segment(raw: Any) -> Segment:
    return Segment(_moment(raw["at"]), _is(int, raw["remaining_ms"]), _extensions(raw["extensions"]))


def _moment(raw: Any) -> Moment:
    return Moment(_is(str, raw["boot"]), _is(int, raw["ms"]))


def _extensions(raw: Any) -> Extensions:
    return tuple((_is(int, table), _is(int, ms)) for table, ms in raw)


def _is(kind: type, value: Any) -> Any:
    if type(value) is not kind:
        raise TypeError(f"{value!r} is not {kind.__name__}")
    return value


def _perhaps(kind: type, value: Any) -> Any:
    return None if value is None else _is(kind, value)
