"""The bracket as a drawing: boxes in columns, a line from each match to the next. Never a result that is not in."""

from __future__ import annotations

from engine.pairing.brackets import Slot, bracket, picture, round_names
from engine.so_far import at_open_tables
from engine.standings.places import bracket_rounds
from engine.values import dataclass
from engine.words import Match, PlayerId, Stage, Tournament

WORDS = {
    "through": "through",
    "champion": "champion",
    "out": "out",
    "playing": "playing",
    "waiting": "waits",
    "bye": "bye",
    "open": "open",
}


@dataclass(frozen=True, slots=True)
class BoxLine:
    """One name in a box, or what stands there while nobody does."""

    player: PlayerId | None
    seed: int | None
    text: str
    state: str
    word: str
    score: str = ""


@dataclass(frozen=True, slots=True)
class MatchBox:
    """One match: its table if it has one, and its two lines."""

    label: str
    state: str
    lines: tuple[BoxLine, BoxLine]


@dataclass(frozen=True, slots=True)
class Joint:
    """The lines from two boxes to the next: drawn strong where a winner went through."""

    upper: bool
    lower: bool


@dataclass(frozen=True, slots=True)
class BracketColumn:
    """One round from top to bottom, and the joints to the next round."""

    name: str
    boxes: tuple[MatchBox, ...]
    joints: tuple[Joint, ...]


@dataclass(frozen=True, slots=True)
class Drawing:
    """The whole bracket."""

    size: int
    columns: tuple[BracketColumn, ...]
    champion: PlayerId | None


def drawing(t: Tournament, stage: Stage) -> Drawing:
    """The bracket of this stage, with what is published of it."""
    tree = bracket(stage.entrants, bracket_rounds(stage))
    slots = picture(tree)
    names = round_names(len(stage.entrants))
    columns = []
    for index, matches in enumerate(tree.rounds):
        row = [slot for slot in slots if slot.round == index]
        found = _found(stage, index)
        boxes = tuple(_box(row[2 * n], row[2 * n + 1], found, at_tables=at_open_tables(t)) for n in range(len(matches)))
        done = [match.winner is not None for match in matches]
        joints = tuple(Joint(done[n], done[n + 1]) for n in range(0, len(matches) - 1, 2))
        columns.append(BracketColumn(names[index], boxes, joints))
    return Drawing(len(stage.entrants), tuple(columns), tree.champion)


def _found(stage: Stage, index: int) -> dict[frozenset[PlayerId | None], Match]:
    """The tables of a round of the bracket, by who sits there."""
    if index >= len(stage.rounds) or stage.rounds[index].phase == "draft":
        return {}
    return {frozenset(match.players): match for match in stage.rounds[index].matches}


def _box(one: Slot, two: Slot, found: dict[frozenset[PlayerId | None], Match], *, at_tables: str) -> MatchBox:
    match = found.get(frozenset((one.player, two.player)))
    label = f"Table {match.table}" if match else ""
    playing = match is not None and match.result is None
    state = "playing" if playing else "done" if match else "bye" if "bye" in (one.state, two.state) else ""
    return MatchBox(
        f"{label}, {at_tables.lower()}" if playing else label, state, (_line(one, match), _line(two, match))
    )


def _line(slot: Slot, match: Match | None) -> BoxLine:
    # Two who are known to meet only play once their round is published.
    state = "waiting" if slot.state == "playing" and match is None else slot.state
    return BoxLine(slot.player, slot.seed, slot.text, state, WORDS[state], _score(slot.player, match))


def _score(player: PlayerId | None, match: Match | None) -> str:
    if match is None or match.result is None or player not in match.players:
        return ""
    return str(match.result.outcomes[match.players.index(player)].blood)
