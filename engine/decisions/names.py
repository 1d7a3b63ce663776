"""Names changed outside the journal: nothing but the revision moves, so that every screen reads them again."""

from __future__ import annotations

from collections.abc import Collection

from engine import facts as f
from engine.words import Tournament


def change_names(t: Tournament, entries: Collection[str]) -> tuple[f.Fact, ...]:
    """Of these players and staff, as far as they are on the lists."""
    players = (f.PlayerRenamed(player) for player in t.players if player in entries)
    staff = (f.StaffRenamed(member.id) for member in t.staff if member.id in entries)
    return *players, *staff
