"""The short document: players who carry what one round needs, in place of all earlier rounds."""

from __future__ import annotations

from engine.document import player_nodes, read_apart, read_settings
from engine.pairing.field import Entrant
from engine.pairing.roster import wished_apart
from engine.reading import Node
from engine.words import Settings

DOCUMENT = ("ruleset", "seed", "scoring", "round", "players", "apart", "apart_first_round_only")
PLAYER = ("id", "name", "points", "opponents", "byes", "faction", "dropped", "table")


def is_short(document: Node) -> bool:
    """Told by the round to be paired standing beside the players."""
    return document.has("round") and not document.has("rounds")


def read_entrants(document: Node) -> tuple[int, list[Entrant]]:
    """The number of the round to pair, and who is in it."""
    document.only(*DOCUMENT)
    settings = read_settings(document)
    number = document.at("round").number(least=1)
    nodes = player_nodes(document)
    met: dict[str, set[str]] = {node.at("id").text(): set() for node in nodes}
    for node in nodes:
        node.only(*PLAYER)
        me = node.at("id").text()
        for other in node.at("opponents").texts() if node.has("opponents") else ():
            if other == me:
                raise node.refuse(f"{me} cannot be their own opponent.")
            met[me].add(other)
            if other in met:
                met[other].add(me)
    apart = wished_apart(read_apart(document, met), number)
    entrants = [_entrant(node, met[node.at("id").text()], apart, settings) for node in nodes]
    return number, [entrant for entrant in entrants if entrant is not None]


def _entrant(node: Node, met: set[str], apart: dict[str, set[str]], settings: Settings) -> Entrant | None:
    score = node.at("points").number() if node.has("points") else 0
    byes = node.at("byes").number() if node.has("byes") else 0
    faction = node.at("faction").text() if node.has("faction") and node.value["faction"] is not None else None
    table = node.at("table").number(least=1) if node.has("table") else None
    if node.has("dropped") and node.at("dropped").truth():
        return None
    return Entrant(
        id=node.at("id").text(),
        score=score,
        met=frozenset(met),
        byes=byes,
        faction=faction if settings.avoid_mirrors else None,
        apart=frozenset(apart.get(node.at("id").text(), ())),
        record=(settings.scoring.score, score),
        fixed_table=table,
    )
