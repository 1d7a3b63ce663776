"""Whether every journal is sound: read from its first act to its last, in the background, a few at a time."""

from __future__ import annotations

import time
from collections import deque
from contextlib import suppress
from pathlib import Path

from engine.sentences import plural
from server.core import box_journal, journal
from server.core.config import Config
from server.core.events import damaged_events, listed
from server.core.stored_box import BoxDamaged
from server.core.stored_journal import Damaged

EVERY_S = 600.0  # from the end of one look at all journals to the next
A_LITTLE_S = 0.2
MOST_NAMED = 3
_waiting: dict[Path, deque[str]] = {}
_begun: dict[Path, float] = {}


def look_on(config: Config, *, seconds: float = A_LITTLE_S) -> None:
    """Go on where the last look ended, for about so long; from the beginning once all were looked at a while ago."""
    end = time.monotonic() + seconds
    waiting = _waiting.setdefault(config.data, deque())
    if not waiting and time.monotonic() - _begun.get(config.data, -EVERY_S) >= EVERY_S:
        _begun[config.data] = time.monotonic()
        waiting.extend(event.id for event in listed())
        _prove_directory()
    while waiting and time.monotonic() < end:
        _prove(waiting.popleft())


def look_at_all() -> None:
    """Every journal, now."""
    for event in listed():
        _prove(event.id)
    _prove_directory()


def damaged(_config: Config) -> str:
    """Which events are damaged, as far as they were looked at, and what is wrong with them."""
    found = damaged_events()
    told = [f"{event.name} is damaged. {damage.what}" for event, damage in found[:MOST_NAMED]]
    more = f" {plural(len(found) - MOST_NAMED, 'more event')} besides." if len(found) > MOST_NAMED else ""
    if found:
        return f"{' '.join(told)}{more} Events says what to do; all other events go on."
    directory = box_journal.damage()
    return f"The directory of people is damaged. {directory.what} Events go on without it." if directory else ""


def looked_at(_config: Config) -> str:
    return plural(len(listed()), "event")


def _prove(tournament_id: str) -> None:
    with suppress(Damaged):
        journal.prove(tournament_id)


def _prove_directory() -> None:
    with suppress(BoxDamaged):
        box_journal.prove()
