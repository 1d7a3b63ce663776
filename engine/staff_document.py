"""The staff as a document tells of it: one coordinator, one role a person, and whoever plays is a player."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine import facts as f
from engine.names import key
from engine.reading import Node
from engine.words import PlayerId, StaffRole

ROLES: tuple[StaffRole, ...] = ("coordinator", "judge", "organizer", "co-organizer")
KEYS = ("id", "name", "role", "player")


def read_staff(document: Node, players: Sequence[Node]) -> Iterator[f.StaffNamed]:
    """A fact for everybody of the staff. A person is told by the player they are, or else by id or name."""
    persons: dict[str, Node] = {}
    coordinator: Node | None = None
    for node in document.at("staff").items("staff member") if document.has("staff") else ():
        node.only(*KEYS)
        named = f.StaffNamed(node.at("id").text(), _role(node), _player(node, players))
        for person in _persons(node, named):
            if person in persons:
                raise node.refuse("this person is on the staff already, and has one role.")
            persons[person] = node
        if named.role == "coordinator":
            if coordinator is not None:
                raise node.refuse("an event has one coordinator; others are judges.")
            coordinator = node
        yield named


def staff_names(document: Node, players: Mapping[str, str]) -> dict[str, str]:
    """What everybody of the staff is called, by their ids; whoever is a player, too, is called as the player is."""
    nodes = list(document.at("staff").items("staff member")) if document.has("staff") else []
    return {node.at("id").text(): _called(node, players) for node in nodes}


def _called(node: Node, players: Mapping[str, str]) -> str:
    id = node.at("id").text()
    player = node.at("player").text() if node.has("player") else id
    return players.get(player) or (node.at("name").text() if node.has("name") else id)


def _role(node: Node) -> StaffRole:
    role = node.at("role").text()
    found = next((each for each in ROLES if each == role), None)
    if found is None:
        raise node.refuse(f"there is no role “{role}”.")
    return found


def _player(node: Node, players: Sequence[Node]) -> PlayerId | None:
    """Said so, of the same id, or the only player of the same name."""
    ids = [player.at("id").text() for player in players]
    if node.has("player"):
        if node.at("player").text() not in ids:
            raise node.at("player").refuse(f"there is no player {node.value['player']}.")
        return node.at("player").text()
    if node.at("id").text() in ids:
        return node.at("id").text()
    same = [id for id, player in zip(ids, players, strict=True) if _name(node) and _name(player) == _name(node)]
    return same[0] if same else None


def _persons(node: Node, named: f.StaffNamed) -> Iterator[str]:
    yield f"id {named.id}"
    if named.player:
        yield f"player {named.player}"
    if _name(node):
        yield f"name {_name(node)}"


def _name(node: Node) -> str:
    return key(node.at("name").text()) if node.has("name") else ""
