"""What goes wrong in the day: kills, power cuts, a wrong date, a full disk, a damaged row."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from random import Random

from engine.values import dataclass
from server.cli.soak.crew import Crew
from server.cli.soak.event_play import EventPlay
from server.cli.soak.venue import Venue

BEAT_PATIENCE_S = 60


@dataclass(frozen=True, slots=True)
class Place:
    """Where something goes wrong: the venue, who works there, and the events that are on."""

    venue: Venue
    crew: Crew
    events: Sequence[EventPlay]


def faults(place: Place, *, every: float) -> Iterator[int]:
    """One after the other, at times nobody expects."""
    rng = Random(f"{place.venue.seed}/faults")
    while True:
        yield place.venue.clock.now() + round(rng.uniform(0.3, 1.7) * every)
        kind = rng.choice(FAULTS)
        place.venue.count(kind.__name__.replace("_", " "))
        kind(place, rng)


def killed(place: Place, _rng: Random) -> None:
    place.venue.box.kill()


def killed_while_busy(place: Place, rng: Random) -> None:
    place.venue.box.kill_in(rng.uniform(0.005, 0.3))


def power_cut(place: Place, _rng: Random) -> None:
    """The clocks have beaten since the last jump of the day, as they would have in a real one."""
    place.venue.heartbeat_gap_ms = _beaten(place)
    place.venue.cut_off_at = place.venue.clock.now()
    place.venue.box.cut_off()
    place.venue.box.revive()
    for event in place.events:
        if event.clock_runs:
            event.look_at_clock()


def wrong_date(place: Place, rng: Random) -> None:
    place.venue.clock.step_date(rng.choice((-36_000, -3600, -60, 60, 3600, 86_400)) * 1000)


def full_disk(place: Place, _rng: Random) -> None:
    """Whoever saves something next is told so; then somebody makes room."""
    place.venue.box.revive()
    place.venue.box.fill_disk()


def damaged_row(place: Place, rng: Random) -> None:
    """A character of an old event turns into another: that event says so, and all others go on."""
    place.venue.box.kill()
    seq, was = _spoil(place, rng)
    place.venue.damaged = place.crew.old_event
    desk = place.crew.desk
    for path in ("/", "/api/tournaments", "/api/clocks"):
        if (answer := desk.get(path)).status != 200:
            place.venue.fail(f"with act {seq} of the old event damaged, {path} was answered with {answer.status}")
    if "damaged" not in desk.get(f"/events/{place.crew.old_event}/").text:
        place.venue.fail(f"act {seq} of the old event is damaged, and its page does not say so")
    place.venue.box.kill()
    _write(place, seq, was)
    place.venue.damaged = ""
    if desk.get(f"/events/{place.crew.old_event}/").status != 200:
        place.venue.fail(f"{place.crew.old_event} is not whole again with its act {seq} as it was")


FAULTS = (killed, killed, killed_while_busy, killed_while_busy, power_cut, wrong_date, full_disk, damaged_row)


def _beaten(place: Place) -> int:
    """Wait for a heartbeat of every running clock; how long ago the oldest of them may be."""
    place.venue.box.revive()
    running = [event.tid for event in place.events if event.clock_runs]
    now, end = place.venue.clock.box_ms(), time.monotonic() + BEAT_PATIENCE_S
    while time.monotonic() < end:
        beats = place.venue.box.beats()
        if all(beats.get(tid, ("", 0))[0] == place.venue.clock.boot_id and beats[tid][1] >= now for tid in running):
            break
        time.sleep(0.05)
    return place.venue.clock.box_ms() - now


def _spoil(place: Place, rng: Random) -> tuple[int, str]:
    with closing(sqlite3.connect(place.venue.box.data / "cinderbox.db", timeout=30)) as database:
        query = "SELECT seq, facts FROM journal WHERE tournament_id = ? ORDER BY seq"
        seq, facts = rng.choice(database.execute(query, (place.crew.old_event,)).fetchall())
    at = rng.randrange(len(facts))
    _write(place, seq, facts[:at] + ("#" if facts[at] != "#" else "?") + facts[at + 1 :])
    return seq, facts


def _write(place: Place, seq: int, facts: str) -> None:
    with closing(sqlite3.connect(place.venue.box.data / "cinderbox.db", timeout=30)) as database:
        where = (facts, place.crew.old_event, seq)
        database.execute("UPDATE journal SET facts = ? WHERE tournament_id = ? AND seq = ?", where)
        database.commit()
