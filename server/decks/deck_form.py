"""A deck list filled into a form, field by field: written out as the text that is kept, and read back from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.decks.ashes import DECK_SIZE
from engine.decks.parse import DICE_KINDS, AshesDeck, Card
from engine.decks.summoner_wars import CHAMPIONS, COMMON_LINES, EVENT_LINES, CustomDeck, SheetLine
from engine.refusals import Refused
from server.core.spelling import clean
from server.decks.verdicts import ASHES, AnyDeck

FEWEST_LINES, MORE_LINES = 12, 6
CARD_LINES = 60


@dataclass(frozen=True, slots=True)
class Line:
    """A card and how many of it, as typed."""

    count: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class Block:
    """Lines of one kind: `key` is how their fields begin; `counted` where there may be more than one of a card."""

    key: str
    title: str
    lines: tuple[Line, ...]
    counted: bool = True


@dataclass(frozen=True, slots=True)
class DeckForm:
    """The form: who leads the deck, the dice if the game has them, and the cards. `grows` where lines can be added."""

    leader: str
    leads: str
    dice: tuple[tuple[str, str], ...]
    blocks: tuple[Block, ...]
    grows: bool = False


def has_form(ruleset: str) -> bool:
    """Spellfire's lists say too much about each card; they are written as text."""
    return ruleset in (*ASHES, "summoner-wars")


def form_of(ruleset: str, deck: AnyDeck | None) -> DeckForm:
    """The form filled with this deck, or empty."""
    if ruleset == "summoner-wars":
        return _sheet_form(deck if isinstance(deck, CustomDeck) else CustomDeck())
    return _ashes_form(deck if isinstance(deck, AshesDeck) else AshesDeck())


def form_typed(ruleset: str, typed: Mapping[str, str]) -> DeckForm:
    """The form as it came in; with “more lines” pressed it has more of them."""
    empty = form_of(ruleset, None)
    wanted = typed.get("do") == "lines"
    return DeckForm(
        leader=empty.leader,
        leads=clean(typed.get("leader", "")),
        dice=tuple((die, clean(typed.get(f"die-{die}", ""))) for die, _ in empty.dice),
        blocks=tuple(_typed_block(block, typed, more=wanted and empty.grows) for block in empty.blocks),
        grows=empty.grows,
    )


def text_typed(ruleset: str, typed: Mapping[str, str]) -> str:
    """What the filled form says, as the text that is kept; refused where a count is no number."""
    form = form_typed(ruleset, typed)
    if not form.leads and not any(line.name for block in form.blocks for line in block.lines):
        raise Refused(f"The form is empty. Write the {form.leader} and the cards.")
    return "\n".join(_sheet_text(form) if ruleset == "summoner-wars" else _ashes_text(form))


def _ashes_form(deck: AshesDeck) -> DeckForm:
    dice = {name.casefold(): count for name, count in deck.dice}
    cards = tuple(Line(str(card.count), _whole(card)) for card in deck.cards)
    conjurations = tuple(Line(str(card.count), _whole(card)) for card in deck.conjurations)
    return DeckForm(
        leader="Phoenixborn",
        leads=deck.phoenixborn or "",
        dice=tuple((kind, str(dice.get(kind) or "")) for kind in DICE_KINDS),
        blocks=(
            Block("card", f"Cards, {DECK_SIZE} in all", _filled(cards, max(FEWEST_LINES, len(cards) + 2))),
            Block("conjuration", "Conjurations, if you like", _filled(conjurations, max(3, len(conjurations) + 1))),
        ),
        grows=True,
    )


def _sheet_form(deck: CustomDeck) -> DeckForm:
    """As printed on the Custom Deck sheet."""
    champions = tuple(Line("1", line.name) for line in deck.champions)
    return DeckForm(
        leader="Summoner",
        leads=deck.summoner or "",
        dice=(),
        blocks=(
            Block("champion", "Champions", _filled(champions, CHAMPIONS), counted=False),
            Block("common", "Commons", _filled(_lines(deck.commons), COMMON_LINES)),
            Block("event", "Events", _filled(_lines(deck.events), EVENT_LINES)),
        ),
    )


def _lines(lines: Sequence[SheetLine]) -> tuple[Line, ...]:
    return tuple(Line(str(line.count), line.name) for line in lines)


def _filled(lines: tuple[Line, ...], least: int) -> tuple[Line, ...]:
    return (*lines, *[Line()] * (least - len(lines)))


def _whole(card: Card) -> str:
    return f"{card.name} ({card.phoenixborn})" if card.phoenixborn else card.name


def _typed_block(block: Block, typed: Mapping[str, str], *, more: bool) -> Block:
    sent = sum(f"{block.key}-{n}" in typed for n in range(CARD_LINES))
    count = min(CARD_LINES, max(len(block.lines), sent) + (MORE_LINES if more and block.key == "card" else 0))
    lines = tuple(
        Line(clean(typed.get(f"{block.key}-{n}-count", "")), clean(typed.get(f"{block.key}-{n}", "")))
        for n in range(count)
    )
    return Block(block.key, block.title, lines, block.counted)


def _ashes_text(form: DeckForm) -> Iterator[str]:
    yield f"Phoenixborn: {form.leads}"
    yield "Dice:"
    yield from (f"{_number(count, of=die)}x {die.capitalize()}" for die, count in form.dice if count not in ("", "0"))
    for block, heading in zip(form.blocks, ("Cards:", "Conjuration Deck:"), strict=True):
        yield heading
        yield from (f"{_number(line.count or '1', of=line.name)}x {line.name}" for line in block.lines if line.name)


def _sheet_text(form: DeckForm) -> Iterator[str]:
    if form.leads:
        yield f"Summoner: {form.leads}"
    for block in form.blocks:
        for line in block.lines:
            if line.name:
                count = f"{_number(line.count or '1', of=line.name)}x " if block.counted else ""
                yield f"{block.key.capitalize()}: {count}{line.name}"


def _number(typed: str, *, of: str) -> int:
    if not typed.isdecimal() or not 0 < int(typed[:4]) <= 99:
        raise Refused(f"{of}: “{typed[:20]}” is not a count. Write a number from 1 to 99.")
    return int(typed)
