"""The staff of an event. The journal knows ids and roles; the names of those who do not play are texts beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.decisions import staff
from engine.rulesets.registry import ruleset_of
from engine.standings.pods import staff_points
from engine.words import PlayerId, Staff, Tournament
from server.core import texts
from server.core.desk import Desk
from server.core.journal import Beside

KIND, LONGEST = "staff", 120
ROLES = {
    "coordinator": "Coordinator",
    "organizer": "Organizer",
    "co-organizer": "Co-organizer",
    "judge": "Judge",
}


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody of the staff; `points` is None where the rulebook gives none to anybody."""

    id: str
    name: str
    role: str
    player: PlayerId | None
    points: int | None


@dataclass(frozen=True, slots=True)
class AnnouncedStaff:
    """Somebody of the staff whom everybody is told about."""

    name: str
    role: str
    player: PlayerId | None


def announced(t: Tournament, tournament_id: str, names: Mapping[PlayerId, str]) -> tuple[AnnouncedStaff, ...]:
    """Staff who play, and the co-organizers beside an organizer who does: every screen says so."""
    playing = [s for s in t.staff if s.player is not None]
    if any(s.role == "organizer" for s in playing):
        playing += [s for s in t.staff if s.role == "co-organizer" and s.player is None]
    typed = _typed(tournament_id) if playing else {}
    order = list(ROLES)
    playing.sort(key=lambda s: order.index(s.role))
    return tuple(AnnouncedStaff(_name(names, s, typed), ROLES[s.role].lower(), s.player) for s in playing)


def members(desk: Desk) -> tuple[Member, ...]:
    """Everybody of the staff, by role."""
    t, order = desk.t, list(ROLES)
    names = _typed(desk.id)
    points = staff_points(t) if ruleset_of(t.settings).report_days else {}
    found = [
        Member(s.id, _name(desk.names, s, names), ROLES[s.role], s.player, points.get(s.id))
        for s in sorted(t.staff, key=lambda s: order.index(s.role))
    ]
    return tuple(found)


def roles_for(t: Tournament) -> tuple[tuple[str, str], ...]:
    """The roles this rulebook knows, and what they are called."""
    known = staff.roles_for(t)
    return tuple((role, text) for role, text in ROLES.items() if role in known)


def keep_name(tournament_id: str, id: str, name: str) -> Beside | None:
    """Writes the name down; a player's is written down already."""
    return texts.keeping(tournament_id, id=id, kind=KIND, text=name)


def _typed(tournament_id: str) -> dict[str, str]:
    return {text.id: text.text for text in texts.texts(tournament_id, KIND)}


def _name(names: Mapping[PlayerId, str], member: Staff, typed: dict[str, str]) -> str:
    if member.player is not None:
        return names.get(member.player, member.player)
    return typed.get(member.id, member.id)
