"""Announcements: a sentence for everybody. The words are kept outside, under the announcement's id."""

from __future__ import annotations

from engine import facts as f
from engine.words import Tournament


def announce(t: Tournament, id: str) -> tuple[f.Fact, ...]:
    return (f.Announced(id),)


def take_down(t: Tournament, id: str) -> tuple[f.Fact, ...]:
    return (f.AnnouncementEnded(id),)
