"""Wrong PINs and codes: who has to wait, and for how long.

Whoever guesses is slowed, and nobody else. Four keys have counters of their own (a PIN has one for each role), and each
is counted by address and for the whole box, because one person may have many addresses. Not so a device that was let in
before, and the machine's own screen: their tries are theirs alone, so that nobody can lock the desk out.

How long guessing takes, with any number of devices at once, on a day of twelve hours:

| key | possible | wrong tries for the whole box | that finds it |
|---|---|---|---|
| PIN of six digits | a million | 20, then one a minute: 740 a day | 1 day in 1,350; half of all take 347 days |
| PIN of four digits | ten thousand | the same | 1 day in 14; half of all take 83 hours |
| tablet's code | a million | 40, then one in 10 s: 130 while it lives | 1 code in 7,700 |
| personal code | 32^8, 1.1 million millions | 300, then ten a second: 432,300 a day | 1 day in 12,700 for one of 200 |
| match slip | 32^20 | the same | never |

Waiting is measured since the machine was switched on: the date of a box without a battery clock may jump. Switching it
off and on forgets the tries; whoever can do that can also reset the PIN.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import ceil
from typing import Any, Protocol

from flask import request, session
from sqlalchemy import ColumnElement, Connection, and_, delete, insert, or_, select, update

from engine.clock import Moment
from engine.refusals import Refused
from engine.values import dataclass
from server.core import holders
from server.core.db import db, writer
from server.core.models import WrongTryRow
from server.core.network import LOOPBACK, ipv6_network
from server.core.roles import at_least
from server.core.timekeeping import moment

FREE_TRIES, LONGEST_WAIT_S = 5, 900
FORGOTTEN_MS = 3_600_000
WHOLE_BOX, OWN_SCREEN = "whole box", "own screen"


@dataclass(frozen=True, slots=True)
class Tries:
    """What is known of somebody's wrong tries; `until_ms` is since the machine was switched on."""

    times: int = 0
    until_ms: int = 0


class Limit(Protocol):
    """How patient the box is."""

    def wait_ms(self, tries: Tries, now: int) -> int: ...

    def counted(self, tries: Tries, now: int) -> Tries: ...


@dataclass(frozen=True, slots=True)
class Doubling:
    """So many are free; each further one waits twice as long as the one before. Forgotten after the longest wait."""

    free: int

    def wait_ms(self, tries: Tries, now: int) -> int:
        return tries.until_ms - now

    def counted(self, tries: Tries, now: int) -> Tries:
        times = 1 + (tries.times if tries.until_ms > now - LONGEST_WAIT_S * 1000 else 0)
        wait_s = 0 if times < self.free else min(LONGEST_WAIT_S, 15 * 2 ** min(times - self.free, 10))
        return Tries(times, now + wait_s * 1000)


@dataclass(frozen=True, slots=True)
class Steady:
    """So many at once, then one in so many milliseconds: `until_ms` is when all of them will be forgotten."""

    at_once: int
    every_ms: int

    def wait_ms(self, tries: Tries, now: int) -> int:
        return tries.until_ms - now - (self.at_once - 1) * self.every_ms

    def counted(self, tries: Tries, now: int) -> Tries:
        return Tries(tries.times + 1, max(now, tries.until_ms) + self.every_ms)


@dataclass(frozen=True, slots=True)
class Key:
    """Something that lets people in: what it is called here, which role it gives, how patient the box is with it."""

    name: str
    role: str
    address: Limit
    box: Limit
    alone: Limit = Doubling(FREE_TRIES)
    tries: str = "wrong tries"


@dataclass(frozen=True, slots=True)
class Counter:
    """Where a wrong try is counted: which key, whose, by which limit."""

    key: Key
    who: str
    limit: Limit


@dataclass(frozen=True, slots=True)
class Try:
    """One try, counted as wrong until it turns out to be right: many at once are no cheaper than one after another."""

    keys: tuple[Key, ...]
    waits: str
    before: dict[Counter, Tries]
    after: dict[Counter, Tries]

    def was_right(self, role: str) -> None:
        """Forget the tries at or below this role; for those above, and for the whole box, only this one."""
        with writer() as connection, connection.begin():
            for counter in self.after:
                if counter.who != WHOLE_BOX and at_least(role, counter.key.role):
                    connection.execute(delete(WrongTryRow).where(_row(counter)))
                else:
                    _put_back(connection, counter, after=self.after[counter], before=self.before[counter])


def _pin(role: str) -> Key:
    return Key(f"{role} PIN", role, address=Doubling(FREE_TRIES), box=Steady(20, 60_000))


PINS = {role: _pin(role) for role in ("judge", "organizer")}
TABLET_CODE = Key("tablet code", "tablet", address=Steady(20, 10_000), box=Steady(40, 10_000))
# Long enough to be safe at this rate. A hall behind one address mistypes now and then, never twice a second.
PERSONAL_CODE = Key("personal code", "player", Steady(100, 500), Steady(300, 100), alone=Steady(100, 500))
SLIP = Key("slip", "player", Steady(100, 500), Steady(300, 100), alone=Steady(100, 500))
# A key for another program is longer still. What a right one does is counted, too: a script that runs wild is slowed.
CONTROL_KEY = Key("control key", "organizer", Steady(100, 500), Steady(300, 100), alone=Steady(100, 500))
COMMAND = Key("command", "organizer", Steady(30, 1_000), Steady(60, 500), alone=Steady(30, 1_000), tries="commands")
# Entering by phone is no guess, but counted in the same way: a hall behind one address enters in a few minutes.
ENTRY = Key("entry", "player", Steady(60, 5_000), Steady(200, 1_000), alone=Steady(60, 5_000), tries="entries")


def take(keys: Sequence[Key]) -> Try:
    """A try of whichever of these keys need no waiting; Refused if all of them do."""
    now, counters = moment(), {key: _counters(key) for key in keys}
    with _alone() as connection:
        found = {key: _known(connection, counters[key], now) for key in keys}
        waits = {key: _longest(tries, now) for key, tries in found.items()}
        open_ = tuple(key for key in keys if not waits[key])
        told = next((each for each in waits.values() if each), "")
        if not open_:
            raise Refused(told)
        before = {counter: tries for key in open_ for counter, tries in found[key].items()}
        return Try(open_, told, before, _count(connection, before, now))


def require_patience(key: Key) -> None:
    """Whoever guesses has to wait."""
    now = moment()
    with db.engine.connect() as connection:
        told = _longest(_known(connection, _counters(key), now), now)
    if told:
        raise Refused(told)


def count_wrong(key: Key) -> None:
    """One more wrong code."""
    now, counters = moment(), _counters(key)
    with _alone() as connection:
        _count(connection, _known(connection, counters, now), now)


def forget_all(connection: Connection) -> None:
    """Everybody may try again: somebody who has the machine in hand asked for it."""
    connection.execute(delete(WrongTryRow))


def _counters(key: Key) -> list[Counter]:
    """Under what a wrong try of this request is counted."""
    if own := _own_name(key):
        return [Counter(key, own, key.alone)]
    address = request.remote_addr or "unknown"
    if isinstance(key.address, Steady):  # enough for a hall; and by IPv6 a device can take any address of its network
        address = ipv6_network(address) or address
    return [Counter(key, address, key.address), Counter(key, WHOLE_BOX, key.box)]


def _own_name(key: Key) -> str:
    """A device that this key or a higher one let in before; a player, on all of their phones; the machine's own screen.

    Only a right key gives such a name: if just asking did, whoever throws the cookie away could guess for ever. Nor
    does a judge's PIN give a name for guessing the organizer's.
    """
    if own := own_device(session, key):
        return own
    held = holders.find(session, holders.SESSION) if key.role == "player" else None
    return own_screen() if held is None else f"{held.actor} {held.tournament}"


def own_device(known: Mapping[str, Any], key: Key) -> str:
    """By what its cookie says of it; nothing, if neither this key nor a higher one let it in."""
    device = known.get("device")
    return f"device {device}" if device and at_least(str(known.get("earned") or "judge"), key.role) else ""


def own_screen() -> str:
    """The machine's own; nothing for all others."""
    return OWN_SCREEN if request.remote_addr in LOOPBACK and not _passed_on() else ""


def _passed_on() -> bool:
    """A proxy on this machine that nobody told us to trust: what it passes on may come from anywhere."""
    return any(name in request.headers for name in ("X-Forwarded-For", "Forwarded", "Via"))


@contextmanager
def _alone() -> Iterator[Connection]:
    """Nobody else counts meanwhile, in no process: two first tries would each be the first."""
    with writer() as connection, connection.begin():
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql("LOCK TABLE wrong_try IN SHARE ROW EXCLUSIVE MODE")
        yield connection


def _known(connection: Connection, counters: Iterable[Counter], now: Moment) -> dict[Counter, Tries]:
    columns = select(WrongTryRow.times, WrongTryRow.until_ms)
    found = {}
    for counter in counters:
        here = columns.where(_row(counter), WrongTryRow.boot_id == now.boot_id)
        row = connection.execute(here).first()
        found[counter] = Tries() if row is None else Tries(row.times, row.until_ms)
    return found


def _longest(found: dict[Counter, Tries], now: Moment) -> str:
    """What whoever has to wait is told; nothing if nobody has to."""
    waits = [(counter.limit.wait_ms(tries, now.ms), counter) for counter, tries in found.items()]
    wait_ms, counter = max(waits, key=lambda each: each[0])
    if wait_ms <= 0:
        return ""
    seconds = ceil(wait_ms / 1000)
    again = f"Try again in {seconds} {'second' if seconds == 1 else 'seconds'}."
    if counter.who != WHOLE_BOX:
        return f"Too many {counter.key.tries} on this device. {again}"
    return (
        f"There were many {counter.key.tries} on this box just now. {again} "
        "Devices that were signed in before need not wait."
    )


def _count(connection: Connection, before: dict[Counter, Tries], now: Moment) -> dict[Counter, Tries]:
    old = or_(WrongTryRow.boot_id != now.boot_id, WrongTryRow.until_ms < now.ms - FORGOTTEN_MS)
    connection.execute(delete(WrongTryRow).where(old))
    after = {counter: counter.limit.counted(tries, now.ms) for counter, tries in before.items()}
    for counter, tries in after.items():
        values = {"times": tries.times, "until_ms": tries.until_ms, "boot_id": now.boot_id}
        if not connection.execute(update(WrongTryRow).where(_row(counter)).values(**values)).rowcount:
            connection.execute(insert(WrongTryRow).values(key=counter.key.name, who=counter.who, **values))
    return after


def _put_back(connection: Connection, counter: Counter, *, after: Tries, before: Tries) -> None:
    """This try was none; unless another was counted meanwhile, it is as if it had not been."""
    same = and_(WrongTryRow.times == after.times, WrongTryRow.until_ms == after.until_ms)
    values = {"times": before.times, "until_ms": before.until_ms}
    connection.execute(update(WrongTryRow).where(_row(counter), same).values(**values))


def _row(counter: Counter) -> ColumnElement[bool]:
    return and_(WrongTryRow.key == counter.key.name, WrongTryRow.who == counter.who)
