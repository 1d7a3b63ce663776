"""What has to be heard by now, and when the next sound is due."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.clock import Moment
from engine.clock_codec import EventClock
from engine.cues import Cue, coming_cues, cues_between, is_audible
from kiosk.buzzer.answer import Feed

TOLD = {
    "start": "the round starts",
    "warning": "the warning",
    "called": "time is called",
    "table-over": "the extra time of a table is over",
}


@dataclass(frozen=True, slots=True)
class Sound:
    """One cue of one event. The key stays the same whenever it is computed, so it is sounded once."""

    key: str
    kind: str
    at_ms: int
    told: str


def sounds_until(feed: Feed, now: Moment, *, tables: bool) -> list[Sound]:
    """Every sound of this boot up to now, oldest first; the extra time of tables only if asked for."""
    ever = Moment(now.boot_id, -1)
    found = [
        _sound(event, cue)
        for event in feed.events
        for cue in cues_between(event.clock, ever, until=now)
        if _audible(event, cue, tables=tables)
    ]
    return sorted([*found, *_test(feed, now)], key=lambda sound: (sound.at_ms, sound.key))


def next_at(feed: Feed, now: Moment, *, tables: bool) -> int | None:
    """When something sounds next, if nothing changes."""
    coming = (
        cue.at.ms
        for event in feed.events
        for cue in coming_cues(event.clock, now)
        if _audible(event, cue, tables=tables)
    )
    return min(coming, default=None)


def _audible(event: EventClock, cue: Cue, *, tables: bool) -> bool:
    return is_audible(cue, playing=event.playing, extended_out=event.out if tables else ())


def _sound(event: EventClock, cue: Cue) -> Sound:
    # With the moment of the start: after a restore another round may have the same number in the journal.
    began = event.clock.runs[0].segments[0].at
    seq, kind, n = cue.id
    key = f"{event.id}/{began.boot_id[:8]}-{began.ms}/{seq}/{kind}/{n}"
    return Sound(key, cue.kind, cue.at.ms, f"{event.name}: {_told(event, cue)}")


def _told(event: EventClock, cue: Cue) -> str:
    if cue.kind == "called" and event.called:
        return f"{TOLD[cue.kind]}, {event.called.lower()}"
    return TOLD[cue.kind] if cue.table is None else f"{TOLD[cue.kind]} (table {cue.table})"


def _test(feed: Feed, now: Moment) -> Iterator[Sound]:
    if feed.test is not None and feed.test.boot_id == now.boot_id and feed.test.ms <= now.ms:
        yield Sound(f"test/{feed.test.ms}", "test", feed.test.ms, "a test")
