"""Reads and writes a Spellfire deck list; the format is in `parse_spellfire`."""

import re
from collections.abc import Callable, Iterator

from engine.decks.lines import clean_lines, fold, is_name, read_count, unbulleted, unreadable
from engine.decks.spellfire_cards import ANY_TIME, SpellfireCard, SpellfireDeck, kind_named, row_of, world_named
from engine.refusals import Refused
from engine.sentences import listed
from engine.values import dataclass, replace


@dataclass(frozen=True, slots=True)
class Named:
    """A line of a list that names a card and perhaps not all of it: `card` has no kind where the line gives none."""

    number: int
    line: str
    card: SpellfireCard
    leveled: bool

    @property
    def whole(self) -> bool:
        """Does the line say all that the checks need?"""
        return bool(self.card.kind) and (self.leveled or row_of(self.card.kind) != "champion")


Complete = Callable[[Named], SpellfireCard]
"""Says all of a card that a line names; refuses one that it cannot tell."""


def parse_spellfire(text: str, complete: Complete | None = None) -> SpellfireDeck:
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
    phases 3-5, any time. The dungeon card and the sideboard do not count as cards of the deck. The size may be left
    out. With `complete` the kind and the level may be left out too: it knows the cards by their names.
    """
    size: int | None = None
    deck: list[SpellfireCard] = []
    sideboard: list[SpellfireCard] = []
    block, wrong = deck, []
    for number, line in _lines(text):
        if stated := _SIZE.fullmatch(line):
            size = int(stated["size"])
        elif _HEADING.fullmatch(line):
            block = sideboard if fold(line).startswith("side") else deck
        else:
            try:
                block.append((complete or _require_whole)(_named(number, line)))
            except Refused as why:
                wrong.append(str(why))
        if len(wrong) == (_TOLD if complete else 1):
            break
    if wrong:
        raise Refused(" ".join(wrong))
    if not deck and not sideboard:
        raise Refused("The deck list is empty; write one card per line, like “Champion 9: Elminster”.")
    return deck_of(deck, size=size, sideboard=tuple(sideboard))


def deck_of(
    cards: list[SpellfireCard], *, size: int | None, sideboard: tuple[SpellfireCard, ...] = ()
) -> SpellfireDeck:
    """These cards as a deck: a dungeon card lies beside it."""
    dungeon = next((card for card in cards if card.kind == "dungeon" and card.count == 1), None)
    others = tuple(card for card in cards if card is not dungeon)
    return SpellfireDeck(size=size, cards=others, dungeon=dungeon, sideboard=sideboard)


def written(deck: SpellfireDeck) -> str:
    """The deck as a text that `parse_spellfire` reads back the same."""
    lines = [f"Deck: {deck.size}"] if deck.size else []
    lines += map(_line, (*deck.cards, *((deck.dungeon,) if deck.dungeon else ())))
    if deck.sideboard:
        lines += ["", "Sideboard:", *map(_line, deck.sideboard)]
    return "\n".join(lines)


def _line(card: SpellfireCard) -> str:
    level = "" if row_of(card.kind) != "champion" else " ?" if card.level is None else f" {card.level}"
    number = f"#{card.number}/{card.edition}" if card.edition else f"#{card.number}"
    details = (
        number if card.number else "",
        f"[{card.world}]" if card.world else "",
        "(avatar)" if card.avatar else "",
        "(multiples)" if card.multiples else "",
        f"({phases_told(card.phases)})" if card.phases else "",
    )
    named = f"{card.kind.capitalize()}{level}: {card.name}"
    return " ".join(filter(None, (f"{card.count}x" if card.count > 1 else "", named, *details)))


def phases_told(phases: tuple[int, ...]) -> str:
    """“phase 4”, “phases 3, 4 and 5”, “any time”."""
    if phases == ANY_TIME:
        return "any time"
    return f"phase{'s' if len(phases) > 1 else ''} {listed(list(map(str, phases)))}"


def phases_read(text: str) -> tuple[int, ...]:
    """“3 and 5” are two, “3-5” are three, and 0 to 5 any time."""
    if fold(text) in _ANY_TIME:
        return ANY_TIME
    found: set[int] = set()
    for first, last in re.findall(r"([0-6])(?: ?(?:[-–]|to) ?([0-6]))?", text):
        found |= set(range(int(first), int(last or first) + 1))
    return ANY_TIME if set(range(6)) <= found else tuple(sorted(found))


_ANY_TIME = ("any time", "anytime", "any", "any phase", "all")
_TOLD = 5  # lines that cannot be read are told at once, and no further ones looked at
_SIZE = re.compile(r"(?:deck|size|deck size) ?: ?(?P<size>\d{1,3})(?:[ -]cards?)?", re.IGNORECASE)
_HEADING = re.compile(r"(?:deck|cards|main deck|side ?board)(?: ?\( ?\d+(?: ?/ ?\d+)? ?\))? ?:?", re.IGNORECASE)
_CARD = re.compile(r"(?P<kind>[^:\d?+(]+?) ?\(?(?P<level>\?|\+?\d{1,3})?(?:/\+?[\d?]+)*\)? ?: ?(?P<rest>.+)")
_WORLD = re.compile(r"(?P<before>.*\S) ?\[(?P<world>[^\[\]]+)\]")
_REMARK = re.compile(r"(?P<before>.*\S) ?\((?P<remark>[^()]+)\)")
_NUMBER = re.compile(r"(?P<before>.*\S) #(?P<number>\d+)(?: ?[/.] ?(?P<edition>[^#\[\]()]+))?")
_PRINTED = re.compile(r"#?(?P<number>\d+) ?[/.] ?(?P<edition>\S.*)")
_PHASES = re.compile(
    r"(?:off/|def/|(?:only )?phases? )(?P<phases>[0-6](?:(?: ?[,/&-] ?| and | or | to )[0-6])*)(?: only)?"
)


def _lines(text: str) -> Iterator[tuple[int, str]]:
    return ((number, line) for number, line in enumerate(clean_lines(text), start=1) if line)


def _named(number: int, line: str) -> Named:
    """What a line says of a card. A kind is what stands before a colon, if it is one."""
    count, bare = read_count(line) or (1, unbulleted(line))
    match = _CARD.fullmatch(bare)
    kind = kind_named(match["kind"]) if match else None
    if match is None or kind is None:
        return Named(number, line, _with_details(SpellfireCard(bare, "", count=count)), leveled=False)
    level = match["level"]
    card = _with_details(SpellfireCard(match["rest"], kind, None if level in (None, "?") else int(level), count))
    if not is_name(card.name) or count == 0:
        raise unreadable(number, line, hint="has no card name or a count of 0; write it like “Realm: Waterdeep”.")
    return Named(number, line, card, leveled=level is not None)


def _require_whole(named: Named) -> SpellfireCard:
    if named.whole:
        return named.card
    if not named.card.kind:
        hint = "is not a card; write its kind and name, like “Realm: Waterdeep”."
        raise unreadable(named.number, named.line, hint=hint)
    hint = "gives no level; write it like “Champion 9: Elminster”, or “?” for none."
    raise unreadable(named.number, named.line, hint=hint)


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
        return replace(card, phases=phases_read(phases["phases"]))
    for word in re.split(r", ?", fold(remark)):
        if word == "avatar":
            card = replace(card, avatar=True)
        elif word in ("multiple", "multiples", "multiples allowed", "any number"):
            card = replace(card, multiples=True)
        elif word in _ANY_TIME:
            card = replace(card, phases=ANY_TIME)
        elif not card.kind and (kind := kind_named(word)):
            card = replace(card, kind=kind)
        else:
            return None
    return card


def _edition(text: str | None) -> str | None:
    return text.strip() if text else None
