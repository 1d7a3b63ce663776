"""The clock that the buzzer reads is the clock that the box wrote."""

import json
from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import clock as clocks
from engine.clock import Clock, Moment, Run, Segment, timed_clock, untimed_clock
from engine.clock_codec import (
    EventClock,
    clock_from_json,
    clock_to_json,
    event_from_json,
    event_to_json,
    moment_from_json,
    moment_to_json,
)
from engine.cues import cues_between

MINUTE = 60_000


def at(minute: int, boot: str = "a") -> Moment:
    return Moment(boot, minute * MINUTE)


def started() -> Clock:
    return clocks.started(timed_clock(60 * MINUTE), 7, at=at(0), remaining_ms=60 * MINUTE)


def paused() -> Clock:
    return clocks.paused(started(), 50 * MINUTE)


def cut_off() -> Clock:
    return clocks.paused(started(), 50 * MINUTE, reason=clocks.POWER)


CLOCKS = {
    "not started": timed_clock(60 * MINUTE),
    "without a warning": timed_clock(60 * MINUTE, warning_ms=None),
    "extended before the start": clocks.extended(timed_clock(60 * MINUTE), 3, ms=MINUTE, at=at(0)),
    "running": started(),
    "time added": clocks.time_added(started(), 5 * MINUTE, at=at(10)),
    "a table extended": clocks.extended(started(), 2, ms=4 * MINUTE, at=at(10)),
    "paused": paused(),
    "time added in a pause": clocks.time_added(paused(), -MINUTE, at=at(11)),
    "cut off by a power cut": cut_off(),
    "going on in another boot": clocks.started(cut_off(), 9, at=at(2, "b"), remaining_ms=50 * MINUTE),
    "called early": clocks.called_early(started(), at(10)),
    "ended": clocks.ended(started(), 50 * MINUTE),
    "untimed": untimed_clock(),
    "untimed and running": clocks.started(untimed_clock(), 7, at=at(0), remaining_ms=0),
}


def there_and_back(clock: Clock) -> Clock:
    return clock_from_json(json.loads(json.dumps(clock_to_json(clock))))


@pytest.mark.parametrize("clock", CLOCKS.values(), ids=CLOCKS)
def test_a_clock_comes_back_as_it_was(clock):
    assert there_and_back(clock) == replace(clock, cut_short_ms=0)


@pytest.mark.parametrize("clock", CLOCKS.values(), ids=CLOCKS)
def test_whoever_read_a_clock_sounds_and_shows_what_the_box_does(clock):
    read = there_and_back(clock)
    for now in (at(0), at(55), at(70), at(3, "b")):
        assert clocks.phase(read, now) == clocks.phase(clock, now)
        assert clocks.remaining(read, now) == clocks.remaining(clock, now)
        assert cues_between(read, Moment("a", -1), until=now) == cues_between(clock, Moment("a", -1), until=now)


NUMBERS = st.integers(-(2**53), 2**53)
MOMENTS = st.builds(Moment, st.text(), NUMBERS)
EXTRA = st.lists(st.tuples(st.integers(1, 999), NUMBERS), max_size=3).map(tuple)
SEGMENTS = st.builds(Segment, MOMENTS, NUMBERS, EXTRA)
RUNS = st.builds(
    Run,
    seq=NUMBERS,
    segments=st.lists(SEGMENTS, max_size=3).map(tuple),
    stopped_ms=st.none() | NUMBERS,
    added_ms=NUMBERS,
    reason=st.none() | st.text(),
)
ANY_CLOCK = st.builds(
    Clock,
    length_ms=NUMBERS,
    warning_ms=st.none() | NUMBERS,
    runs=st.lists(RUNS, max_size=3).map(tuple),
    extensions=EXTRA,
    untimed=st.booleans(),
    ended=st.booleans(),
)
TABLES = st.lists(st.integers(1, 999), max_size=3).map(tuple)


@given(st.builds(EventClock, st.text(), st.text(), ANY_CLOCK, st.booleans(), TABLES, st.text()))
def test_whatever_an_event_holds_comes_back(event):
    assert event_from_json(json.loads(json.dumps(event_to_json(event)))) == event


@given(MOMENTS)
def test_a_moment_comes_back(moment):
    assert moment_from_json(moment_to_json(moment)) == moment


def test_a_field_of_the_clock_crosses_or_is_known_not_to():
    """A new field would stay behind unnoticed, and the buzzer would compute with its default."""
    assert {field.name for field in fields(Clock)} == {*clock_to_json(timed_clock(1)), "cut_short_ms"}


def test_the_words_on_the_wire_stay():
    """A box and a buzzer of different versions meet while one of them is being updated."""
    clock = clocks.extended(clocks.paused(started(), 5, reason="power"), 2, ms=6, at=at(1))
    assert json.dumps(event_to_json(EventClock("cup", "Cup", clock, True, (2,), "Sudden death"))) == (
        '{"id": "cup", "name": "Cup", "playing": true, "out": [2], "called": "Sudden death", "clock": {'
        '"length_ms": 3600000, "warning_ms": 600000, "untimed": false, "ended": false, "extensions": [[2, 6]], '
        '"runs": [{"seq": 7, "segments": [{"at": {"boot": "a", "ms": 0}, "remaining_ms": 3600000, "extensions": []}], '
        '"stopped_ms": 5, "added_ms": 0, "reason": "power"}]}}'
    )
