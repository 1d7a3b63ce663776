"""Files of CrossFire, the free Spellfire program: decks (.cfd) and its card database (.tcl, a file for each set).

Both are Tcl scripts that set variables to lists; here they are read as lists and never run.

| in the file | means |
|---|---|
| `set tempDeckSize 55` | the deck's size, or a format whose name begins with it (`75AS`) |
| `set tempDeck { {4th 120} {FR 102} }` | the cards, each by set and number |
| `set tempAltCards { … }` | cards kept beside the deck |
| `set CrossFire::cardDataBase { {Set name} {…} {…} }` | the cards of a set, each of 13 words: set, number, level, kind,
  world, avatar, name, text, rarity, remark, attributes, uses, weight |
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from engine.refusals import Refused
from engine.values import dataclass

KINDS = (
    *("", "ally", "artifact", "blood ability", "cleric spell", "cleric", "event", "hero", "holding", "magical item"),
    *("monster", "psionic power", "psionicist", "realm", "regent", "rule card", "thief", "thief skill"),
    *("unarmed combat", "wizard spell", "wizard", "dungeon"),
)
WORLDS = (
    *("", "Forgotten Realms", "Greyhawk", "Ravenloft", "Dark Sun", "Dragonlance", "Birthright", "AD&D", "TSR", ""),
)
PHASE_0 = 29  # the attribute of cards that are played in phase 0; the other phases follow
PHASES = range(6)

Place = tuple[str, str]
"""Set and number."""


@dataclass(frozen=True, slots=True)
class DeckFile:
    """A deck as CrossFire keeps it: cards by set and number, and those beside it."""

    size: int | None
    cards: tuple[Place, ...]
    beside: tuple[Place, ...]


def is_deck_file(text: str) -> bool:
    return re.search(r"^\s*set\s+tempDeck\s", text, re.MULTILINE) is not None


def is_database(text: str) -> bool:
    return "CrossFire::cardDataBase" in text


def read_deck_file(text: str) -> DeckFile:
    """The deck in such a file."""
    said = _variables(text)
    size = re.match(r"\d+", said.get("tempDeckSize", ""))
    cards, beside = _places(said.get("tempDeck", "")), _places(said.get("tempAltCards", ""))
    if not cards:
        raise Refused("There is no card in this deck file. Save the deck in CrossFire again.")
    return DeckFile(int(size[0][:4]) if size else None, cards, beside)


def database_entries(text: str) -> list[dict[str, str]]:
    """The cards of one set as rows of a catalogue. Numbers that were never printed have no kind."""
    _, *cards = _words(_variables(text).get("CrossFire::cardDataBase", "")) or [""]
    return [_row(_words(card)) for card in cards]


def _row(fields: list[str]) -> dict[str, str]:
    if len(fields) < 11:
        return dict(zip(("set", "number"), fields, strict=False))
    edition, number, level, kind, world, avatar, name = fields[:7]
    return {
        "set": edition,
        "number": number,
        "name": name,
        "type": KINDS[int(kind)] if _known(kind, KINDS) else "",
        "world": WORLDS[int(world)] if _known(world, WORLDS) else "",
        "level": level,
        "avatar": "yes" if avatar == "1" else "",
        "phases": " ".join(_phases(_words(fields[10]))),
    }


def _known(number: str, of: tuple[str, ...]) -> bool:
    return number.isdecimal() and int(number[:4]) < len(of) and bool(of[int(number[:4])])


def _phases(attributes: list[str]) -> Iterator[str]:
    """CrossFire's own sets number the attributes, sets made by players name them."""
    for phase in PHASES:
        if str(PHASE_0 + phase) in attributes or f"Phase {phase}" in attributes:
            yield str(phase)


def _places(text: str) -> tuple[Place, ...]:
    pairs = (_words(card) for card in _words(text))
    return tuple((pair[0], pair[1]) for pair in pairs if len(pair) >= 2)


def _variables(text: str) -> Mapping[str, str]:
    words = _words(text)
    return {words[n + 1]: words[n + 2] for n in range(len(words) - 2) if words[n] == "set"}


def _words(text: str) -> list[str]:
    """The elements of a Tcl list: bare words, "words in quotes", and {words in braces, that may hold {others}}."""
    found, at = [], 0
    while at < len(text):
        if text[at].isspace() or text[at] == ";":
            at += 1
            continue
        end = _braces_end(text, at) if text[at] == "{" else _bare_end(text, at)
        found.append(text[at + 1 : end - 1] if text[at] == "{" else _bare(text[at:end]))
        at = end
    return found


def _braces_end(text: str, at: int) -> int:
    depth = 0
    for match in re.compile(r"\\.|[{}]", re.DOTALL).finditer(text, at):
        depth += {"{": 1, "}": -1}.get(match[0], 0)
        if not depth and match[0] == "}":
            return match.end()
    raise Refused("This file of CrossFire is cut off: a brace is never closed. Copy the whole file.")


_BARE = re.compile(r'"(?:\\.|[^"\\])*"|(?:\\.|[^\s;])+', re.DOTALL)


def _bare_end(text: str, at: int) -> int:
    match = _BARE.match(text, at)
    return match.end() if match else len(text)


def _bare(word: str) -> str:
    quoted = len(word) > 1 and word[0] == word[-1] == '"'
    return re.sub(r"\\(.)", r"\1", word[1:-1] if quoted else word, flags=re.DOTALL)
