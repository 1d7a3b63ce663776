"""When lists close by themselves: a time of day on this box, kept with the settings.

At the first look after it everybody's list is locked, and so is the place of one that is missing: the organizer can
unlock each.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from engine import facts as f
from engine.refusals import Refused
from engine.words import Tournament
from server import journal
from server.decks import begun, collects, require_lists

MOST_MINUTES = 24 * 60
_TIME = re.compile(r"([01]?\d|2[0-3])[:.]([0-5]\d)")


def read(form: Mapping[str, str]) -> str:
    """The deadline that was typed, as a time of day or in so many minutes; empty for none."""
    at, minutes = form.get("at", "").strip(), form.get("minutes", "").strip()
    if at and minutes:
        raise Refused("Give a time of day or a number of minutes, not both.")
    if minutes:
        if not minutes.isdecimal() or not 1 <= int(minutes[:9]) <= MOST_MINUTES:
            raise Refused(f"Lists close in 1 to {MOST_MINUTES} minutes.")
        return _stamp(now() + timedelta(minutes=int(minutes)))
    if not at:
        return ""
    found = _TIME.fullmatch(at)
    if found is None:
        raise Refused("Write the time of day like 9:30.")
    today = now().replace(hour=int(found[1]), minute=int(found[2]), second=0, microsecond=0)
    return _stamp(today if today > now() else today + timedelta(days=1))


def setting(t: Tournament, due: str) -> tuple[f.Fact, ...]:
    """The organizer sets the deadline, moves it, or takes it away."""
    require_lists(t)
    if begun(t):
        raise Refused("Round 1 has begun, so lists are closed already.")
    return () if due == t.settings.lists_due else (f.SettingsChanged(replace(t.settings, lists_due=due)),)


def lock_if_due(tournament_id: str) -> None:
    """Carry the deadline out, if it has passed."""
    if _is_over(journal.read(tournament_id).tournament):
        journal.record(tournament_id, "system", decide=_locking)


def told(due: str) -> str:
    """The deadline in words: “10:30”, or “10:30 tomorrow”."""
    at = datetime.fromisoformat(due).astimezone(now().tzinfo)
    return f"{at:%H:%M}" + ("" if at.date() == now().date() else " tomorrow")


def now() -> datetime:
    """The time of day on this box."""
    return datetime.now().astimezone()


def _locking(t: Tournament) -> tuple[f.Fact, ...]:
    if not _is_over(t):  # somebody else looked first
        return ()
    locked = (f.DeckLocked(p) for p, player in t.players.items() if player.active and not player.deck_locked)
    return *locked, f.SettingsChanged(replace(t.settings, lists_due=""))


def _is_over(t: Tournament) -> bool:
    due = t.settings.lists_due
    return bool(due) and collects(t) and t.finish is None and datetime.fromisoformat(due) <= now()


def _stamp(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="seconds")
