"""Reads the deck text that players copy from ashes.live.

| what the text has (RULES.md, Decks and checks) | where |
|---|---|
| a title line | `_take_title` |
| `Phoenixborn: NAME` | `_take_phoenixborn` |
| `Dice:`, `Cards (30/30):`, `Ready Spells (8):` …, `Conjuration Deck:` | `_heading` |
| `2x Card Name`, `3x Card Name (Phoenixborn Name)` | `read_count`, `split_owner` |
| `Created with …` | `_is_closing` |

Headings, bracketed counts, blank lines, the title and the closing line may all be missing.
"""

import re
from collections.abc import Iterable, Iterator

from engine.decks.lines import clean_lines, fold, is_name, read_count, shortened, unreadable
from engine.refusals import Refused
from engine.values import dataclass

DICE_KINDS = ("ceremonial", "charm", "divine", "illusion", "natural", "sympathy", "time")
POOL = 10


@dataclass(frozen=True, slots=True)
class Card:
    """A card of a list, how many of it, and the Phoenixborn it is unique to, if the list says so."""

    name: str
    count: int
    phoenixborn: str | None = None


@dataclass(frozen=True, slots=True)
class AshesDeck:
    """A player's list as pasted; nothing is checked yet."""

    title: str = ""
    phoenixborn: str | None = None
    dice: tuple[tuple[str, int], ...] = ()
    cards: tuple[Card, ...] = ()
    conjurations: tuple[Card, ...] = ()


def parse_ashes(text: str) -> AshesDeck:
    """The deck in a pasted text; `Refused` names the first line that cannot be read."""
    lines = list(_lines(text))
    if not lines:
        raise Refused("The deck list is empty; paste the text that ashes.live gives under Share and export.")
    title, body = _take_title(lines)
    phoenixborn, body = _take_phoenixborn(body)
    entries = list(_entries(body))
    if phoenixborn is None and not entries:
        hint = "is not a deck list; paste the text that ashes.live gives under Share and export."
        raise unreadable(lines[0].number, lines[0].text, hint=hint)
    return AshesDeck(
        title=title,
        phoenixborn=phoenixborn,
        dice=tuple((die.name, die.count) for die in _summed(entries, _DICE)),
        cards=_summed(entries, _CARDS),
        conjurations=_summed(entries, _CONJURATIONS),
    )


def split_owner(name: str) -> tuple[str, str | None]:
    """“Double Edge (Jericho Kill)” as the card and its Phoenixborn; other brackets belong to the name."""
    if not name.endswith(")"):
        return name, None
    at, depth = len(name) - 1, 1
    while at and depth:
        at -= 1
        depth += (name[at] == ")") - (name[at] == "(")
    card, owner = name[:at], name[at + 1 : -1].strip()
    if depth or not card.endswith(" ") or not is_name(card) or not _has_letter(owner):
        return name, None
    return card.rstrip(), owner


_DICE, _CARDS, _CONJURATIONS = "dice", "cards", "conjurations"
_BLOCKS = {
    **dict.fromkeys(("dice", "dice pool"), _DICE),
    **dict.fromkeys(("cards", "deck", "main deck", "allies", "ally", "spells", "units"), _CARDS),
    **{f"{kind} spell{s}": _CARDS for kind in ("ready", "action", "reaction", "alteration") for s in ("", "s")},
    **{f"conjuration{rest}": _CONJURATIONS for rest in ("", "s", " deck", " pile", " cards")},
    **{f"conjured alteration spell{s}": _CONJURATIONS for s in ("", "s")},
}
_PHOENIXBORN = re.compile(r"phoenixborn(?: ?\(\d+\))? ?:(?: ?1 ?[x×] )? ?(?P<name>.*)", re.IGNORECASE)
_BRACKETED_COUNT = re.compile(r" ?\( ?\d+(?: ?/ ?\d+)? ?\)$")


@dataclass(frozen=True, slots=True)
class _Line:
    number: int
    text: str
    after_blank: bool


@dataclass(frozen=True, slots=True)
class _Entry:
    block: str
    name: str
    count: int


def _lines(text: str) -> Iterator[_Line]:
    after_blank = False
    for number, line in enumerate(clean_lines(text), start=1):
        if line:
            yield _Line(number, line, after_blank)
        after_blank = not line


def _take_title(lines: list[_Line]) -> tuple[str, list[_Line]]:
    """The first line is the title unless it says something else; “2 Fast” above the Phoenixborn is one too."""
    first, rest = lines[0], lines[1:]
    if _PHOENIXBORN.fullmatch(first.text):
        return "", lines
    if rest and _PHOENIXBORN.fullmatch(rest[0].text):
        return first.text, rest
    says_more = _known_block(first.text) or read_count(first.text) or _is_closing(first.text)
    return ("", lines) if says_more else (first.text, rest)


def _take_phoenixborn(lines: list[_Line]) -> tuple[str | None, list[_Line]]:
    found: str | None = None
    rest: list[_Line] = []
    waiting = False
    for line in lines:
        match = _PHOENIXBORN.fullmatch(line.text)
        name = match["name"] if match else _name_below(line.text) if waiting else ""
        waiting = bool(match) and not name
        if name and found and fold(name) != fold(found):
            hint = f"names a second Phoenixborn after {shortened(found)}; keep one."
            raise unreadable(line.number, line.text, hint=hint)
        found = found or name or None
        if not match and not name:
            rest.append(line)
    return found, rest


def _name_below(text: str) -> str:
    """The Phoenixborn on the line under a bare “Phoenixborn:”, unless that line is already the next heading."""
    if _heading(text):
        return ""
    counted = read_count(text)
    return counted[1] if counted else text


def _entries(lines: Iterable[_Line]) -> Iterator[_Entry]:
    block, pool = _CARDS, 0
    for line in lines:
        if _is_closing(line.text):
            continue
        if heading := _heading(line.text):
            block, pool = heading, 0
            continue
        count, name = _counted(line)
        known = fold(name) in DICE_KINDS and block != _CONJURATIONS
        if block == _DICE and not known and pool and (line.after_blank or pool >= POOL):
            block = _CARDS  # the heading of the cards is missing
        pool += count
        if count:
            yield _Entry(_DICE if known else block, name, count)


def _counted(line: _Line) -> tuple[int, str]:
    counted = read_count(line.text)
    if counted is None:
        raise unreadable(line.number, line.text, hint="is not a card with its count; write it like “2x Card Name”.")
    return counted


def _heading(text: str) -> str | None:
    """The block a heading opens. Headings we do not know end in a colon and open cards."""
    if block := _known_block(text):
        return block
    if not text.endswith(":") or read_count(text) or not _has_letter(text):
        return None
    return _CONJURATIONS if fold(text).startswith("conjur") else _CARDS


def _known_block(text: str) -> str | None:
    bare = _BRACKETED_COUNT.sub("", text.strip(" #*_:")).strip(" #*_:")
    return _BLOCKS.get(fold(bare))


def _is_closing(text: str) -> bool:
    return fold(text).startswith(("created with", "http://", "https://"))


def _summed(entries: Iterable[_Entry], block: str) -> tuple[Card, ...]:
    """The cards of one block in the order listed; a card listed twice is one card."""
    cards: dict[tuple[str, str], Card] = {}
    for entry in entries:
        if entry.block == block:
            name, owner = split_owner(entry.name)
            key = fold(name), fold(owner or "")
            before = cards.get(key, Card(name, 0, owner))
            cards[key] = Card(before.name, before.count + entry.count, before.phoenixborn)
    return tuple(cards.values())


def _has_letter(text: str) -> bool:
    return any(c.isalpha() for c in text)
