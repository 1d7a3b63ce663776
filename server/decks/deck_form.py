"""A deck list filled into a form, field by field: written out as the text that is kept, and read back from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.decks.rules import DeckSheet, Filled, SheetBlock
from engine.refusals import Refused
from engine.values import dataclass, replace
from server.core.forms import whole
from server.core.spelling import clean
from server.decks.verdicts import AnyDeck

MORE_LINES = 6
CARD_LINES = 60


@dataclass(frozen=True, slots=True)
class FormLine:
    """A card and how many of it, as typed."""

    count: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class Block:
    """Lines of one kind: `key` is how their fields begin; `counted` where there may be more than one of a card.

    `grows` where lines can be added.
    """

    key: str
    title: str
    lines: tuple[FormLine, ...]
    counted: bool = True
    grows: bool = False


@dataclass(frozen=True, slots=True)
class DeckForm:
    """The form: who leads the deck, the dice and how many there are in all if the game has them, and the cards."""

    leader: str
    leads: str
    dice: tuple[tuple[str, str], ...]
    pool: int
    blocks: tuple[Block, ...]


def form_of(sheet: DeckSheet[AnyDeck], deck: AnyDeck | None) -> DeckForm:
    """The form filled with this deck, or empty."""
    filled = Filled() if deck is None else sheet.filled(deck)
    dice = {name.casefold(): count for name, count in filled.dice}
    cards = filled.cards or ((),) * len(sheet.blocks)
    return DeckForm(
        leader=sheet.leader,
        leads=filled.leads,
        dice=tuple((kind, str(dice.get(kind) or "")) for kind in sheet.dice),
        pool=sheet.pool,
        blocks=tuple(_block(block, listed) for block, listed in zip(sheet.blocks, cards, strict=True)),
    )


def form_typed(sheet: DeckSheet[AnyDeck], typed: Mapping[str, str]) -> DeckForm:
    """The form as it came in; with “more lines” pressed it has more of them."""
    empty = form_of(sheet, None)
    more = typed.get("do") == "lines"
    return replace(
        empty,
        leads=clean(typed.get("leader", "")),
        dice=tuple((die, clean(typed.get(f"die-{die}", ""))) for die, _ in empty.dice),
        blocks=tuple(_typed_block(block, typed, more=more and block.grows) for block in empty.blocks),
    )


def text_typed(sheet: DeckSheet[AnyDeck], typed: Mapping[str, str]) -> str:
    """What the filled form says, as the text that is kept; refused where a count is no number."""
    form = form_typed(sheet, typed)
    if not form.leads and not any(line.name for block in form.blocks for line in block.lines):
        raise Refused(f"The form is empty. Write the {form.leader} and the cards.")
    return "\n".join(_text(sheet, form))


def _block(block: SheetBlock, cards: Sequence[tuple[int, str]]) -> Block:
    title = f"{block.title}, {block.hint}" if block.hint else block.title
    lines = [FormLine(str(count) if block.counted else "1", name) for count, name in cards]
    lines += [FormLine()] * (max(block.lines, len(cards) + block.spare) - len(cards))
    return Block(block.key, title, tuple(lines), block.counted, block.grows)


def _typed_block(block: Block, typed: Mapping[str, str], *, more: bool) -> Block:
    sent = sum(f"{block.key}-{n}" in typed for n in range(CARD_LINES))
    count = min(CARD_LINES, max(len(block.lines), sent) + (MORE_LINES if more else 0))
    lines = tuple(
        FormLine(clean(typed.get(f"{block.key}-{n}-count", "")), clean(typed.get(f"{block.key}-{n}", "")))
        for n in range(count)
    )
    return replace(block, lines=lines)


def _text(sheet: DeckSheet[AnyDeck], form: DeckForm) -> Iterator[str]:
    if form.leads:
        yield f"{sheet.leader}: {form.leads}"
    if form.dice:
        yield "Dice:"
        counted = ((die, count) for die, count in form.dice if count not in ("", "0"))
        yield from (f"{_number(count, of=die)}x {die.capitalize()}" for die, count in counted)
    for block, filled in zip(sheet.blocks, form.blocks, strict=True):
        yield from (block.heading,) if block.heading else ()
        before = "" if block.heading else f"{block.key.capitalize()}: "
        yield from (f"{before}{_card(line, counted=block.counted)}" for line in filled.lines if line.name)


def _card(line: FormLine, *, counted: bool) -> str:
    return f"{_number(line.count or '1', of=line.name)}x {line.name}" if counted else line.name


def _number(typed: str, *, of: str) -> int:
    if not (found := whole(typed, most=99)):
        raise Refused(f"{of}: “{typed[:20]}” is not a count. Write a number from 1 to 99.")
    return found
