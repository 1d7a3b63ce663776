"""What a listener hears first must not be older than what it is told next: answers that are still on their way."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor

import pytest

from server.live.hub import LEAST_PAUSE, MOST_PAUSE, PACE, Hub, Listener
from server.live.stream_messages import Said


class Ear:
    """A stream that keeps what was written to it."""

    def __init__(self):
        self.told = []
        self.transport = self

    def get_write_buffer_size(self):
        return 0

    def is_closing(self):
        return False

    def write(self, message):
        self.told.append(message)

    def all(self, kind):
        """Everything of this kind, the oldest first."""
        of = [each for each in self.told if f"event: {kind}\n".encode() in each]
        return [json.loads(each.partition(b"data: ")[2]) for each in of]

    def last(self, kind):
        """The newest of this kind."""
        return next(reversed(self.all(kind)), None)


class Database:
    """Answers as it stood when it was asked, and who asked last is answered first."""

    def __init__(self):
        self.sounds = False
        self.revision = 0
        self.waiting = []

    async def ask(self, question, *given):
        mark = {"table": 1, "revision": self.revision}
        answer = {
            "about_screen": {"id": given[0], "sounds": self.sounds},
            "about_tables": {1: mark},
            "about_event": Said(str(self.revision), {}, b'{"round":1}', mark, {1: mark} if given[1:] else {}),
        }[question.__name__]
        self.waiting.append(asyncio.Event())
        await self.waiting[-1].wait()
        return answer

    async def answers(self):
        """Everything that is asked, until nothing is asked any more."""
        for _ in range(30):
            while self.waiting:
                self.waiting.pop().set()
                await asyncio.sleep(0)
            await asyncio.sleep(0.01)


def joined(change, **wanted):
    """What a listener hears if the box changes before it had its first answer; of its event others may have heard."""
    with ThreadPoolExecutor(1) as thread:  # a browser of another test may have left a loop in this one
        return thread.submit(asyncio.run, _joined(change, **wanted)).result()


async def _joined(change, *, event=None, others=True, being_told=False, **wanted):
    database = Database()
    hub, ear = Hub(database.ask), Ear()
    publisher = asyncio.create_task(hub.publish())

    async def changes():
        change(database)
        hub.note(event)
        while not database.waiting:
            await asyncio.sleep(0)

    if event and others:
        await asyncio.gather(hub.join(Listener(Ear(), event=event)), database.answers())
    if being_told:
        await changes()
    joining = asyncio.create_task(hub.join(Listener(ear, event=event, **wanted)))
    while not database.waiting:
        await asyncio.sleep(0)
    if not being_told:
        await changes()
    await asyncio.sleep(0.05)
    await asyncio.gather(joining, database.answers())
    publisher.cancel()
    return ear


def test_a_screen_hears_what_the_desk_said_while_it_joined():
    ear = joined(lambda database: setattr(database, "sounds", True), screen="bar")
    assert ear.last("screen") == {"id": "bar", "sounds": True}


def test_a_tablet_hears_what_happened_at_its_table_while_it_joined():
    ear = joined(lambda database: setattr(database, "revision", 1), event="cup", table=1)
    assert ear.last("table") == {"table": 1, "revision": 1}


def test_a_tablet_that_joins_while_its_event_is_looked_at_hears_of_its_table_once():
    """Twice the same mark made tablets look again for nothing, and a test wait for a change that never came."""
    ear = joined(lambda database: None, event="cup", others=False, table=1)
    assert ear.all("table") == [{"table": 1, "revision": 0}]


def test_a_phone_that_joins_while_its_event_is_told_hears_how_things_stand_once():
    ear = joined(lambda database: setattr(database, "revision", 1), event="cup", being_told=True)
    assert len(ear.all("state")) == 1


def pauses(*costs):
    """How long the hub waits after tellings that take so many seconds, one change after the other."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, _pauses(costs)).result()


async def _pauses(costs):
    now, left, waited, done = 0.0, list(costs), [], asyncio.Event()

    async def ask(question, *given):
        nonlocal now
        now += left.pop(0) if given[1:] else 0  # a change; who joins asks without tables
        return Said(str(len(left)), {}, b"{}", {"left": len(left)}, {})

    async def rest(seconds):
        waited.append(seconds)
        if left:
            hub.note("cup")
        else:
            done.set()

    hub = Hub(ask, rest=rest, clock=lambda: now)
    await hub.join(Listener(Ear(), event="cup"))
    publisher = asyncio.create_task(hub.publish())
    hub.note("cup")
    await done.wait()
    publisher.cancel()
    return waited


def test_the_pause_follows_what_telling_costs_and_is_never_long():
    """Once it was always a tenth of a second: four times what this machine needs to tell 200 screens."""
    quick, slow = MOST_PAUSE / PACE / 4, MOST_PAUSE
    assert pauses(quick, slow, 0, quick) == pytest.approx([PACE * quick, MOST_PAUSE, LEAST_PAUSE, PACE * quick])
