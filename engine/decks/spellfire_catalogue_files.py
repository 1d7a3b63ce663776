"""The files of a Spellfire catalogue: CSV, JSON, or CrossFire's database, one or more at once; and what they lack."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from engine.decks.catalogue_files import (
    as_entry,
    csv_entries,
    json_entries,
    left_out,
    require_few,
    text_of,
    word,
)
from engine.decks.lines import fold
from engine.decks.rules import CatalogueRow, ReadCatalogue
from engine.decks.spellfire_cards import SPELLS, kind_named
from engine.decks.spellfire_crossfire import database_entries, is_database
from engine.refusals import Refused

HOW = (
    "Choose CSV or JSON with the columns set, number, name, type, world and level, or the files of CrossFire’s "
    "DataBase folder."
)

# What people call the columns.
_COLUMNS: Mapping[str, tuple[str, ...]] = {
    "set": ("set", "edition"),
    "number": ("number", "no", "no."),
    "name": ("name", "card"),
    "type": ("type", "kind"),
    "world": ("world",),
    "level": ("level",),
    "avatar": ("avatar",),
    "phases": ("phases", "phase"),
    "multiples": ("multiples",),
}
_YES = ("yes", "y", "true", "1", "x")


def read_catalogue(files: Sequence[bytes]) -> ReadCatalogue:
    """The cards of these files, as they are kept, and what is left out; refused if there are none."""
    said = [_said(entry) for raw in files for entry in _entries(raw)]
    cards = [_row(found) for found in said if found["name"] and kind_named(found["type"])]
    require_few(cards)
    if not cards:
        raise Refused(f"No line of this file has the name and the type of a card. {HOW}")
    return ReadCatalogue(cards, (*_left_out(said), *_without_phases(cards)))


def _entries(raw: bytes) -> Iterable[Mapping[str, Any]]:
    text = text_of(raw)
    if is_database(text):
        return database_entries(text)
    if text.lstrip()[:1] in ("[", "{"):
        return map(as_entry, json_entries(raw, how=HOW))
    return csv_entries(text)


def _said(entry: Mapping[str, Any]) -> CatalogueRow:
    return {
        key: next((said for name in names if (said := _word(entry.get(name)))), "") for key, names in _COLUMNS.items()
    }


def _word(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else ""
    return " ".join(map(word, value)) if isinstance(value, list) else word(value)


def _row(said: CatalogueRow) -> CatalogueRow:
    """What the checks need of a card; a tick is “yes”."""
    ticks = {tick: "yes" if fold(said[tick]) in _YES else "" for tick in ("avatar", "multiples")}
    row = {**said, **ticks, "type": kind_named(said["type"]) or ""}
    return {key: value for key, value in row.items() if value}


def _left_out(said: Sequence[CatalogueRow]) -> Iterator[str]:
    """What is no card, by what it lacks."""
    nameless = [_told(found) for found in said if not found["name"]]
    typeless = [_told(found) for found in said if found["name"] and not found["type"]]
    strange = [
        f"{_told(found)} ({found['type']})"
        for found in said
        if found["name"] and found["type"] and not kind_named(found["type"])
    ]
    yield from left_out("they have no name", nameless)
    yield from left_out("they have no type", typeless)
    yield from left_out("they have a type that Spellfire does not know", strange)


def _told(said: CatalogueRow) -> str:
    number = f"{said['number']}/{said['set']}" if said["number"] and said["set"] else said["number"]
    return " ".join(filter(None, (said["name"], number))) or "an empty one"


def _without_phases(cards: Sequence[CatalogueRow]) -> Iterator[str]:
    """A Wizard's Challenge asks for the phases of every spell."""
    spells = [row for row in cards if row["type"] in SPELLS]
    without = sum("phases" not in row for row in spells)
    if without:
        yield (
            f"{without:,} of {len(spells):,} spells come without the phases they are cast in; for a Wizard’s Challenge "
            "the deck lists have to say them."
        )
