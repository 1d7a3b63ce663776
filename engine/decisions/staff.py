"""The staff of an event: who is on it, and who of them plays. Names are kept outside."""

from __future__ import annotations

from collections.abc import Collection

from engine import facts as f
from engine.decisions.setup import name_staff
from engine.folding.parts import player_of
from engine.refusals import Refused
from engine.rulesets.registry import ruleset_of
from engine.words import PlayerId, Staff, StaffRole, Tournament

HOSTS: tuple[StaffRole, ...] = ("organizer", "co-organizer")


def roles_for(t: Tournament) -> tuple[StaffRole, ...]:
    """The roles this rulebook knows."""
    return ruleset_of(t.settings).staff_roles


def join_staff(
    t: Tournament, id: str, *, role: str, player: PlayerId = "", known_as: Collection[str] = ()
) -> tuple[f.Fact, ...]:
    """Somebody on the staff, in one role: one of the players, or somebody whose name is kept under this id.

    `known_as`: under which other ids this person is on the staff already; they give up those roles.
    """
    known = next((each for each in roles_for(t) if each == role), None)
    if known is None:
        raise Refused("Choose what they do at the event.")
    new = Staff(id, known)
    if player:
        player_of(t, player)
        new = Staff(_playing(player), known, player)
    others = [each for each in t.staff if each.id != new.id]
    given_up = [each for each in others if each.id in known_as]
    if known == "coordinator" and any(each.role == known and each not in given_up for each in others):
        raise Refused("An event has one coordinator. Take that one off the staff first, or add a judge.")
    named = () if new in t.staff else name_staff(t, new)
    return *(f.StaffRemoved(each.id) for each in given_up), *named


def host_and_play(t: Tournament, player: PlayerId, *, role: str) -> tuple[f.Fact, ...]:
    """A player is an organizer too; no role: they only play."""
    player_of(t, player)
    now = [each for each in t.staff if each.player == player]
    if not role:
        return tuple(f.StaffRemoved(each.id) for each in now)
    known = next((each for each in HOSTS if each == role), None)
    if known is None:
        raise Refused("Choose organizer or co-organizer.")
    if now and now[0].role == known:
        return ()
    return name_staff(t, Staff(now[0].id if now else _playing(player), known, player))


def leave_staff(t: Tournament, id: str) -> tuple[f.Fact, ...]:
    return (f.StaffRemoved(id),)


def _playing(player: PlayerId) -> str:
    """The id of somebody of the staff who plays."""
    return f"plays-{player}"
