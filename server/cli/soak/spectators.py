"""Whoever only looks: phones, walls, live streams, and the buzzer, which hears every cue once."""

from __future__ import annotations

import json
import re
import socket
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from threading import Thread
from urllib.parse import urlsplit

from engine.clock import Moment
from engine.clock_codec import EventClock, event_from_json
from engine.cues import cues_between, is_audible
from server.cli.soak.box_process import HOST
from server.cli.soak.day_clock import MINUTE
from server.cli.soak.event_record import EventRecord
from server.cli.soak.round_clock import RoundClock
from server.cli.soak.venue import Venue
from server.cli.soak.web_client import Client

Events = Sequence[EventRecord]
CUE_ERROR_MS = 250
REVISION = re.compile(rb'"revision": ?"(\d+)\.(\d+)"')


def phone(venue: Venue, number: int, events: Events) -> Iterator[int]:
    """Somebody who looks at their table, at the pairings, at the standings, now and then all day."""
    rng, device = Random(f"{venue.seed}/phone/{number}"), Client(venue, f"phone {number}")
    while True:
        yield venue.clock.now() + round(rng.expovariate(1 / 45) * MINUTE)
        if playing := [event.tid for event in events if event.tid]:
            page = rng.choice(("", "pairings", "standings", f"p/p{rng.randrange(1, 9)}", "?q=a"))
            device.get(f"/e/{rng.choice(playing)}/{page}")


def wall(venue: Venue, number: int) -> Iterator[int]:
    """A screen: says that it is there, and gets every scene."""
    rng, device = Random(f"{venue.seed}/wall/{number}"), Client(venue, f"wall {number}")
    screen = ""
    while True:
        yield venue.clock.now() + round(rng.uniform(5, 20) * MINUTE)
        found = device.get("/api/wall").json
        device.token = found["csrf"]
        venue.box.live_port = venue.box.live_port or urlsplit(found["live"]).port or 0
        said = device.tell("/wall/hello", {"id": screen, "scene": "clock", "window": str(number)}, request_id="-")
        screen = (said.json.get("screen") or {}).get("id", screen)
        for event in found["events"]:
            device.get(f"/api/tournaments/{event['id']}/wall")


class Stream:
    """A screen that follows an event live. What it hears never goes back."""

    def __init__(self, venue: Venue, event: EventRecord) -> None:
        self.venue, self.event, self.heard = venue, event, 0
        Thread(target=self._follow, daemon=True).start()

    def _follow(self) -> None:
        while not self.venue.over:
            try:
                self._listen()
            except OSError:
                time.sleep(0.2)

    def _listen(self) -> None:
        """From one connection to the next; before anybody knows where, there is nothing to hear."""
        if not (self.event.tid and self.venue.box.live_port):
            raise ConnectionError
        last, port = (0, 0), self.venue.box.live_port
        with socket.create_connection((HOST, port), timeout=5) as connection:
            connection.sendall(f"GET /live?event={self.event.tid} HTTP/1.1\r\nHost: {HOST}:{port}\r\n\r\n".encode())
            connection.settimeout(30)
            for line in connection.makefile("rb"):
                if line.startswith(b"data: ") and (found := REVISION.search(line)):
                    now = (int(found[1]), int(found[2]))
                    self.heard += 1
                    if now < last:
                        self.venue.fail(f"a stream of {self.event.tid} went back from {last} to {now}")
                    last = now


class Buzzer:
    """Knows the clocks as they were last told, and sounds what comes due, whether or not the box is up."""

    def __init__(self, venue: Venue) -> None:
        self.venue = venue
        self.heard: Counter[tuple[str, int, str, int]] = Counter()
        self.at: dict[tuple[str, int, str, int], int] = {}
        self._clocks: list[EventClock] = []
        self._last = Moment(venue.clock.boot_id, venue.clock.box_ms())
        self._device = Client(venue, "buzzer")
        self._known_acts = -1

    def listen(self) -> None:
        """Ask for the clocks if anybody did anything since."""
        if self._known_acts == self.venue.tally.posts and self._last.boot_id == self.venue.clock.boot_id:
            return
        self._known_acts = self.venue.tally.posts
        raw = json.loads(self._device.get("/api/clocks").text)
        self._clocks = [event_from_json(each) for each in raw["events"]]

    def sound(self, until_box_ms: int) -> None:
        """Everything that comes due up to this moment of the box."""
        now = Moment(self.venue.clock.boot_id, until_box_ms)
        if self._last.boot_id != now.boot_id:
            self._last = Moment(now.boot_id, 0)
        for each in self._clocks:
            for cue in cues_between(each.clock, self._last, until=now):
                if is_audible(cue, playing=each.playing, extended_out=each.out):
                    key = (each.id, *cue.id)
                    self.heard[key] += 1
                    self.at[key] = cue.at.ms
        self._last = now

    def round_ended(self, tid: str, number: int, clock: RoundClock) -> None:
        """A round nobody paused or lengthened: warned and called when it had to be, if anybody still played."""
        seq = max((key[1] for key in self.heard if key[0] == tid), default=0)
        mine = {key[2]: self.at[key] for key in self.heard if key[:2] == (tid, seq)}
        if "start" not in mine:
            self.venue.fail(f"{tid} round {number}: nobody heard the start")
        elif clock.length_ms and not clock.disturbed:
            for kind, left in (("warning", clock.warning_ms), ("called", 0)):
                off = mine.get(kind, 0) - mine["start"] - clock.length_ms + left
                if kind in mine and abs(off) > CUE_ERROR_MS:
                    self.venue.fail(f"{tid} round {number}: {kind} {off} ms off")
            if clock.left_at(self.venue.clock.now()) < -10 * MINUTE and "called" not in mine:
                self.venue.fail(f"{tid} round {number}: nobody heard that time was called")

    def said_twice(self) -> list[str]:
        return [f"cue {key} sounded {times} times" for key, times in self.heard.items() if times > 1]
