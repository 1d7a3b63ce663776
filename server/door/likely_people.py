"""Who an entry may be: somebody on the list already, or somebody of the directory. Only the desk is told."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

from engine.names import key
from engine.values import dataclass
from engine.words import PlayerId
from server.core.desk import Desk, Person
from server.core.known_people import Directory, Known, directory
from server.core.stored_box import BoxDamaged
from server.door.waiting import WaitingEntry
from server.people.lookalikes import like, sound

MOST_OFFERED = 4


@dataclass(frozen=True, slots=True)
class Likely:
    """`sure` where somebody on the list has this very name, and no other club; `found` where the directory has just one
    person of this name and club.
    """

    listed: tuple[PlayerId, ...] = ()
    known: tuple[Known, ...] = ()
    sure: bool = False
    found: bool = False


def likely(desk: Desk, entries: tuple[WaitingEntry, ...]) -> dict[str, Likely]:
    """For each entry whom the desk may mean by it. No list fails because the directory is damaged."""
    by_sound: dict[str, list[PlayerId]] = {}
    for player in desk.t.players:
        by_sound.setdefault(sound(desk.people[player].name), []).append(player)
    known = None
    with suppress(BoxDamaged):
        known = directory() if entries else None
    return {entry.id: _likely(desk, entry, by_sound, known) for entry in entries}


def _likely(desk: Desk, entry: WaitingEntry, by_sound: Mapping[str, list[PlayerId]], known: Directory | None) -> Likely:
    listed = tuple(by_sound.get(sound(entry.name), ()))[:MOST_OFFERED]
    # Whoever is written just so is found by itself; whoever is on the list here is offered as that.
    written = {(key(entry.name), key(entry.club)), *(_called(desk.people[player]) for player in listed)}
    alike = like(known, entry.name, entry.club) if known else []
    offered = [each for each in alike if (key(each.name), key(each.club)) not in written]
    return Likely(
        listed=listed,
        known=tuple(offered[:MOST_OFFERED]),
        sure=any(_same(desk, entry, player) for player in listed),
        found=known is not None and len(known.called(entry.name, entry.club)) == 1,
    )


def _called(person: Person) -> tuple[str, str]:
    return key(person.name), key(person.club)


def _same(desk: Desk, entry: WaitingEntry, player: PlayerId) -> bool:
    """The same name; and the same club, unless one of them has none."""
    person = desk.people[player]
    if key(person.name) != key(entry.name):
        return False
    return not person.club or not entry.club or key(person.club) == key(entry.club)
