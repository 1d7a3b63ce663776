"""What the coordinator and the judges get for an event. A person is one person, by whatever list they were named from.

Names live outside the engine and are given to these functions: those of players and staff, by id.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from engine.names import key
from engine.so_far import begun
from engine.standings import points
from engine.standings.participants import participants
from engine.words import PlayerId, Staff, Tournament

# Older journals may have an organizer in place of a coordinator.
COORDINATORS = ("coordinator", "organizer")
Names = Mapping[str, str]
PaidRole = Literal["coordinator", "judge"]


def staff_points(t: Tournament, names: Names | None = None) -> dict[str, int]:
    """What everybody of the staff gets: for one role, and nothing if they play."""
    worth = points.staff_points(paid_roles(t, names or {}), players=participants(t), factor=t.settings.factor)
    return {each.id: worth.get(each.id, 0) for each in t.staff}


def paid_roles(t: Tournament, names: Names) -> dict[str, PaidRole]:
    """Who of the staff gets points, and as what: one coordinator, each person in one role, and nobody who plays."""
    coordinator = next((each.id for role in COORDINATORS for each in t.staff if each.role == role), "")
    # Whoever is named twice counts as the coordinator, or else by the first role.
    order = sorted(t.staff, key=lambda each: each.id != coordinator)
    persons: dict[str, Staff] = {}
    for each in order:
        persons.setdefault(person(t, each, names), each)
    return {
        each.id: "coordinator" if each.id == coordinator else "judge"
        for each in persons.values()
        if not plays(t, each, names)
    }


def plays(t: Tournament, member: Staff, names: Names) -> bool:
    """Does this member of the staff take part? Before the first round: is this one of the players?"""
    player = player_of_staff(t, member, names)
    return player is not None and (player in participants(t) if begun(t) else t.players[player].active)


def player_of_staff(t: Tournament, member: Staff, names: Names) -> PlayerId | None:
    """The player that this member of the staff is: said so when they were named, or of the same name."""
    if member.player is not None or not names.get(member.id):
        return member.player
    called = players_called(t, names[member.id], names)
    part = participants(t)
    return next((player for player in called if player in part), called[0] if called else None)


def players_called(t: Tournament, name: str, names: Names) -> tuple[PlayerId, ...]:
    """The players of this name, however it is spelled."""
    return tuple(player for player in t.players if key(names.get(player, "")) == key(name))


def known_as(t: Tournament, name: str, player: PlayerId | None, names: Names) -> tuple[str, ...]:
    """Under which ids this person is on the staff already: somebody of this name, or this player."""
    return tuple(
        each.id
        for each in t.staff
        if (player is not None and player_of_staff(t, each, names) == player)
        or (player is None and key(names.get(each.id, "")) == key(name))
    )


def person(t: Tournament, member: Staff, names: Names) -> str:
    """What tells this person from others: the player they are, the name, or else the id."""
    player = player_of_staff(t, member, names)
    return f"player {player}" if player is not None else f"name {key(names.get(member.id, member.id))}"
