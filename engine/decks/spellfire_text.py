"""Reads a Spellfire deck list; the format is in `parse_spellfire`."""

import re
from collections.abc import Iterator
from dataclasses import replace

from engine.decks.lines import clean_lines, fold, is_name, read_count, unreadable
from engine.decks.spellfire_cards import SpellfireCard, SpellfireDeck, kind_named, row_of, world_named
from engine.refusals import Refused


def parse_spellfire(text: str) -> SpellfireDeck:
    """The deck in a text of one card a line; `Refused` names the first line that cannot be read.

        Deck: 55
        Champion 9: Elminster #12/1st [Forgotten Realms]
        Wizard 20: Midnight, Goddess of Magic #404/3rd [Forgotten Realms] (avatar)
        Realm: Waterdeep (1/1st) [Forgotten Realms]
        2x Ally +3: War Party #54/3rd (multiples)
        Wizard spell: Fireball (phase 4)
        Dungeon: The Lonely Mountain #5/DU

        Sideboard:
        Event: Caravan #157/1st

    A kind, for champions a level (“?” if the card prints one), a colon and the name are needed; champions may
    give their icon (Wizard 9, Hero 6) in place of “Champion”. Number, world and remarks may be left out and come
    in any order; remarks are avatar, multiples (the deck may have more than one), phase 3, phase 4, phases 3 and 4,
    any time. The dungeon card and the sideboard do not count as cards of the deck. The size may be left out.
    """
    size: int | None = None
    deck: list[SpellfireCard] = []
    sideboard: list[SpellfireCard] = []
    block = deck
    for number, line in _lines(text):
        if stated := _SIZE.fullmatch(line):
            size = int(stated["size"])
        elif _HEADING.fullmatch(line):
            block = sideboard if fold(line).startswith("side") else deck
        else:
            block.append(_card(number, line))
    if not deck and not sideboard:
        raise Refused("The deck list is empty; write one card a line, like “Champion 9: Elminster”.")
    dungeon = next((card for card in deck if card.kind == "dungeon" and card.count == 1), None)
    cards = tuple(card for card in deck if card is not dungeon)
    return SpellfireDeck(size=size, cards=cards, dungeon=dungeon, sideboard=tuple(sideboard))


_SIZE = re.compile(r"(?:deck|size|deck size) ?: ?(?P<size>\d{1,3})(?:[ -]cards?)?", re.IGNORECASE)
_HEADING = re.compile(r"(?:deck|cards|main deck|side ?board)(?: ?\( ?\d+(?: ?/ ?\d+)? ?\))? ?:?", re.IGNORECASE)
_CARD = re.compile(r"(?P<kind>[^:\d?+(]+?) ?\(?(?P<level>\?|\+?\d{1,3})?(?:/\+?[\d?]+)*\)? ?: ?(?P<rest>.+)")
_WORLD = re.compile(r"(?P<before>.*\S) ?\[(?P<world>[^\[\]]+)\]")
_REMARK = re.compile(r"(?P<before>.*\S) ?\((?P<remark>[^()]+)\)")
_NUMBER = re.compile(r"(?P<before>.*\S) #(?P<number>\d+)(?: ?[/.] ?(?P<edition>[^#\[\]()]+))?")
_PRINTED = re.compile(r"#?(?P<number>\d+) ?[/.] ?(?P<edition>\S.*)")
_PHASES = re.compile(r"(?:off/|def/|(?:only )?phases? )(?P<phases>[1-6](?:(?: ?[,/&-] ?| and | or )[1-6])*)(?: only)?")


def _lines(text: str) -> Iterator[tuple[int, str]]:
    return ((number, line) for number, line in enumerate(clean_lines(text), start=1) if line)


def _card(number: int, line: str) -> SpellfireCard:
    count, bare = read_count(line) or (1, line)
    match = _CARD.fullmatch(bare)
    kind = kind_named(match["kind"]) if match else None
    if match is None or kind is None:
        raise unreadable(number, line, hint="is not a card; write its kind and name, like “Realm: Waterdeep”.")
    if row_of(kind) == "champion" and match["level"] is None:
        raise unreadable(number, line, hint="gives no level; write it like “Champion 9: Elminster”, or “?” for none.")
    level = match["level"]
    card = _with_details(SpellfireCard(match["rest"], kind, None if level in (None, "?") else int(level), count))
    if not is_name(card.name) or count == 0:
        raise unreadable(number, line, hint="has no card name or a count of 0; write it like “Realm: Waterdeep”.")
    return card


def _with_details(card: SpellfireCard) -> SpellfireCard:
    """The card with number, world and remarks taken off the end of its name, as long as there are any."""
    while (shorter := _one_detail(card)) is not None:
        card = shorter
    return card


def _one_detail(card: SpellfireCard) -> SpellfireCard | None:
    if match := _WORLD.fullmatch(card.name):
        return replace(card, name=match["before"], world=card.world or world_named(match["world"].strip()))
    if match := _NUMBER.fullmatch(card.name):
        return replace(card, name=match["before"], number=match["number"], edition=_edition(match["edition"]))
    if match := _REMARK.fullmatch(card.name):
        return _with_remarks(replace(card, name=match["before"]), match["remark"])
    return None


def _with_remarks(card: SpellfireCard, remark: str) -> SpellfireCard | None:
    """None if the brackets hold no remark of ours: then they belong to the name."""
    if printed := _PRINTED.fullmatch(remark):
        return replace(card, number=printed["number"], edition=_edition(printed["edition"]))
    if phases := _PHASES.fullmatch(fold(remark)):
        return replace(card, phases=tuple(sorted({int(digit) for digit in re.findall(r"\d", phases["phases"])})))
    for word in re.split(r", ?", fold(remark)):
        if word == "avatar":
            card = replace(card, avatar=True)
        elif word in ("multiple", "multiples", "multiples allowed", "any number"):
            card = replace(card, multiples=True)
        elif word != "any time":
            return None
    return card


def _edition(text: str | None) -> str | None:
    return text.strip() if text else None
