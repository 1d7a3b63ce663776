"""Reads a Summoner Wars deck sheet or roster; the format is in `parse_summoner_wars`."""

import re
from collections.abc import Iterator, Sequence

from engine.decks.lines import clean_lines, fold, is_name, read_count, unreadable
from engine.refusals import Refused
from engine.values import dataclass

MOST_ROUNDS = 30


@dataclass(frozen=True, slots=True)
class SheetCard:
    """One line of the sheet: a card and how many of it."""

    name: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class CustomDeck:
    """A Custom Deck sheet as filled in; starting units and the epic event are not listed."""

    summoner: str | None = None
    champions: tuple[SheetCard, ...] = ()
    commons: tuple[SheetCard, ...] = ()
    events: tuple[SheetCard, ...] = ()


@dataclass(frozen=True, slots=True)
class Roster:
    """The factions of a Base Decks player, round by round; an empty name is a round without one."""

    factions: tuple[str, ...] = ()


def parse_summoner_wars(text: str) -> CustomDeck | Roster:
    """A sheet or a roster, one entry a line; `Refused` names the first line that cannot be read.

    A sheet has `Summoner: NAME`, three `Champion: NAME`, `Common: 2x NAME` and `Event: 1x NAME`; a label may also
    stand alone above its lines (`Commons:`, then `2x NAME`). A roster has `Round 1: FACTION`. Blank lines, lines
    left empty on the sheet, and `Name:` and `Date:` lines are passed over.
    """
    entries = list(_entries(text))
    if not entries:
        raise Refused("The deck list is empty; write “Round 1: FACTION” lines, or “Summoner: NAME” and the cards.")
    is_roster = entries[0].label == "round"
    for entry in entries:
        if (entry.label == "round") != is_roster:
            raise _unreadable(entry, "mixes a roster and a deck; keep the rounds or the cards.")
    return _roster(entries) if is_roster else _sheet(entries)


_ROUND = re.compile(r"round ?(?P<count>\d{1,3}) ?: ?(?P<name>.*)", re.IGNORECASE)
_LABELED = re.compile(r"(?P<label>[^\W\d]+)(?: ?\(\d+\))? ?: ?(?P<rest>.*)")
_LABELS = {f"{label}{s}": label for label in ("summoner", "champion", "common", "event") for s in ("", "s")}
_PASSED_OVER = ("name", "player", "date")


@dataclass(frozen=True, slots=True)
class _Entry:
    number: int
    line: str
    label: str
    name: str
    count: int


def _entries(text: str) -> Iterator[_Entry]:
    section = ""
    for number, line in enumerate(clean_lines(text), start=1):
        if not line:
            continue
        if match := _ROUND.fullmatch(line):
            yield _Entry(number, line, "round", match["name"], int(match["count"]))
            continue
        labeled = _LABELED.fullmatch(line)
        word = fold(labeled["label"]) if labeled else ""
        if labeled and word in _LABELS and not labeled["rest"]:
            section = _LABELS[word]
        elif labeled and word in _LABELS:
            section = ""
            yield _card(number, line, label=_LABELS[word], text=labeled["rest"])
        elif word not in _PASSED_OVER:
            yield _card(number, line, label=section, text=line)


def _card(number: int, line: str, *, label: str, text: str) -> _Entry:
    count, name = read_count(text) or (1, text)
    entry = _Entry(number, line, label, name, count)
    if not label or not is_name(name) or count == 0 or (text == line and ":" in text):
        raise _unreadable(entry, "is not an entry; write it like “Common: 2x NAME” or “Round 1: FACTION”.")
    return entry


def _roster(entries: Sequence[_Entry]) -> Roster:
    factions: dict[int, str] = {}
    for entry in entries:
        if not 1 <= entry.count <= MOST_ROUNDS:
            raise _unreadable(entry, f"is not a round; rounds go from 1 to {MOST_ROUNDS}.")
        if factions.get(entry.count):
            raise _unreadable(entry, f"names round {entry.count} a second time; keep one line for each round.")
        factions[entry.count] = entry.name
    return Roster(tuple(factions.get(number, "") for number in range(1, max(factions) + 1)))


def _sheet(entries: Sequence[_Entry]) -> CustomDeck:
    summoners = [entry for entry in entries if entry.label == "summoner"]
    if sum(entry.count for entry in summoners) > 1:
        raise _unreadable(summoners[-1], "names a second summoner; a deck has one.")
    return CustomDeck(
        summoner=summoners[0].name if summoners else None,
        champions=_lines(entries, "champion"),
        commons=_lines(entries, "common"),
        events=_lines(entries, "event"),
    )


def _lines(entries: Sequence[_Entry], label: str) -> tuple[SheetCard, ...]:
    return tuple(SheetCard(entry.name, entry.count) for entry in entries if entry.label == label)


def _unreadable(entry: _Entry, hint: str) -> Refused:
    return unreadable(entry.number, entry.line, hint=hint)
