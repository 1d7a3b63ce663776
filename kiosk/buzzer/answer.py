"""The server's answer, field by field: clocks come without loss, so that cues are computed here and not told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.clock import Moment
from engine.clock_codec import EventClock, checked, event_from_json, moment_from_json


@dataclass(frozen=True, slots=True)
class Feed:
    """Everything that may have to sound; `test` is the moment the desk last asked for a test."""

    boot_id: str
    events: tuple[EventClock, ...] = ()
    test: Moment | None = None


class NotAFeed(ValueError):
    """Whatever answered, it was not a Cinderbox of this version."""


def feed_of(raw: Any) -> Feed:
    """The feed of the server's JSON."""
    try:
        events = tuple(event_from_json(each) for each in raw["events"])
        return Feed(checked(str, raw["boot"]), events, None if raw["test"] is None else moment_from_json(raw["test"]))
    except (KeyError, TypeError, ValueError) as why:
        raise NotAFeed(f"its answer has a shape this buzzer does not know ({why!r})") from why
