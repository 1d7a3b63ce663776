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


def hosting_roles(t: Tournament) -> tuple[StaffRole, ...]:
    """What a player may be beside playing: an organizer, or whatever else this rulebook has."""
    known = roles_for(t)
    return tuple(role for role in known if role in HOSTS) or known


def host_and_play(t: Tournament, player: PlayerId, *, role: str, known_as: Collection[str] = ()) -> tuple[f.Fact, ...]:
    """A player runs the event too; no role: they only play. `known_as` as in `join_staff`."""
    player_of(t, player)
    now = [each.id for each in t.staff if each.player == player or each.id in known_as]
    if not role:
        return tuple(f.StaffRemoved(id) for id in now)
    if role not in hosting_roles(t):
        raise Refused(f"Choose {' or '.join(hosting_roles(t))}.")
    return join_staff(t, "", role=role, player=player, known_as=now)


def leave_staff(t: Tournament, id: str) -> tuple[f.Fact, ...]:
    return (f.StaffRemoved(id),)


def _playing(player: PlayerId) -> str:
    """The id of somebody of the staff who plays."""
    return f"plays-{player}"
