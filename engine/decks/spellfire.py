"""Checks of a Spellfire deck.

| rulebook | where |
|---|---|
| The Deck: counts per kind and total for 55, 75, 110 | `SIZES`, `_count_faults`; an event may change them |
| The Deck: champion levels, one avatar free (two in 110) | `_level_faults` |
| The Deck: a card once by name and icon, unless it allows more | `_repeat_faults` |
| Dungeon Cards: one, beside the deck; an event may bar them | `_dungeon_faults` |
| Variants, Sideboard: exactly seven, 55-card decks only | `_sideboard_faults` |
| Tournament Types: No-Xs, World War!, Shattered Land, Wizard's Challenge | `_event_faults` |
| Tournament Types: Sealed Deck, Master's Strategy: every card is legal | `spellfire_faults` |
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from engine.decks.lines import amount, fold
from engine.decks.spellfire_cards import (
    CHAMPIONS,
    MULTIPLES,
    PLURALS,
    SIZES,
    SPELLS,
    WORLDS,
    Limit,
    SizeLimits,
    SpellfireCard,
    SpellfireDeck,
    counted,
    limits_for,
    row_of,
    world_named,
)
from engine.decks.spellfire_text import parse_spellfire
from engine.refusals import Refused
from engine.sentences import span

__all__ = [
    "CHAMPIONS",
    "SIZES",
    "WORLDS",
    "SizeLimits",
    "SpellfireCard",
    "SpellfireDeck",
    "parse_spellfire",
    "spellfire_faults",
]

SIDEBOARD = 7


def spellfire_faults(
    deck: SpellfireDeck,
    *,
    size: int | None = None,
    event_type: str = "Championship",
    variants: Collection[str] = (),
    changed: Collection[Limit] = (),
    dungeons: bool = True,
) -> tuple[str, ...]:
    """What is wrong with a deck, one sentence each. Without a size, the list's own, else the nearest one, counts.

    `changed` are the limits that an event sets in place of the rulebook's.
    """
    if is_sealed(event_type):
        return ()
    played = _played_size(deck, size)
    limits = limits_for(played, changed)
    if limits is None:
        raise Refused(f"A Spellfire deck has 55, 75 or 110 cards, not {played}; choose one of these sizes.")
    with_sideboard = has_sideboard(variants)
    return (
        *_dungeon_faults(deck, allowed=dungeons),
        *_count_faults(deck.cards, played, limits),
        *_level_faults(deck.cards, played, limits),
        *_repeat_faults(deck.cards),
        *(_sideboard_faults if with_sideboard else _stray_sideboard_faults)(deck, played),
        *_event_faults((*deck.cards, *deck.sideboard), event_type),
    )


def is_sealed(event_type: str) -> bool:
    """Are decks opened there and then, every card of them legal?"""
    return _key(event_type) in _SEALED


def has_sideboard(variants: Collection[str]) -> bool:
    return "sideboard" in {_key(variant) for variant in variants}


_SEALED = ("sealed deck", "master's strategy")
_NO_XS = re.compile(r"no[- ](?P<digit>\d)'?s?")


def _key(name: str) -> str:
    return fold(name).rstrip("!")


def _played_size(deck: SpellfireDeck, size: int | None) -> int:
    total = sum(card.count for card in deck.cards)
    return size or deck.size or min(SIZES, key=lambda known: abs(known - total))


def _dungeon_faults(deck: SpellfireDeck, *, allowed: bool) -> Iterator[str]:
    surplus = sum(card.count for card in deck.cards if card.kind == "dungeon")
    if not allowed and (deck.dungeon or surplus):
        yield "There is a dungeon card; this event allows none."
    elif surplus:
        yield f"{amount(surplus, 'dungeon card', many='dungeon cards')} too many; a deck has one beside it."


def _count_faults(cards: Sequence[SpellfireCard], size: int, limits: SizeLimits) -> Iterator[str]:
    counts: Counter[str] = Counter()
    for card in cards:
        counts[row_of(card.kind)] += card.count
    total = counts.total() - counts["dungeon"]
    counts["avatar"] = sum(card.count for card in cards if card.avatar)
    if total != size:
        yield f"{amount(total, 'card', many='cards')}; a {size}-card deck has exactly {size}."
    for kind, (least, most) in limits.kinds.items():
        if not least <= counts[kind] <= most:
            yield f"{counted(counts[kind], kind)}; a {size}-card deck has {span(least, most)}."


def _level_faults(cards: Sequence[SpellfireCard], size: int, limits: SizeLimits) -> Iterator[str]:
    champions = [card for card in cards if row_of(card.kind) == "champion" for _ in range(card.count)]
    avatars = sorted((card.level or 0 for card in champions if card.avatar), reverse=True)
    total = sum(card.level or 0 for card in champions) - sum(avatars[: limits.free_avatars])
    if total > limits.levels:
        free = min(len(avatars), limits.free_avatars)
        apart = f", {amount(free, 'free avatar', many='free avatars')} apart" if free else ""
        yield f"The champions total {total} levels{apart}; a {size}-card deck has at most {limits.levels}."


def _repeat_faults(cards: Sequence[SpellfireCard]) -> Iterator[str]:
    many = {fold(name) for name in MULTIPLES}
    spelled = {fold(card.name): card.name for card in reversed(cards)}
    counts: Counter[tuple[str, str]] = Counter()
    for card in cards:
        if not card.multiples and fold(card.name) not in many:
            counts[fold(card.name), card.kind] += card.count
    for (name, kind), count in counts.items():
        if count > 1:
            yield f"{count} copies of {spelled[name]} ({kind}); a card is in a deck once unless it allows more."


def _sideboard_faults(deck: SpellfireDeck, size: int) -> Iterator[str]:
    if size != 55:
        yield f"The Sideboard variant is played with 55-card decks only, not with {size}."
    count = sum(card.count for card in deck.sideboard)
    if count not in (0, SIDEBOARD):  # players may do without one
        yield f"{amount(count, 'card', many='cards')} in the sideboard; it has exactly {SIDEBOARD}."


def _stray_sideboard_faults(deck: SpellfireDeck, size: int) -> Iterator[str]:
    if deck.sideboard:
        yield "There is a sideboard; only events with the Sideboard variant have one."


def _event_faults(cards: Sequence[SpellfireCard], event_type: str) -> Iterator[str]:
    if digit := _NO_XS.fullmatch(_key(event_type)):
        return _number_faults(cards, digit["digit"])
    if _key(event_type) in ("no-xs", "no-x's", "no xs"):
        raise Refused("No-Xs needs its digit; name the event type like “No-9s”.")
    check = _EVENT_CHECKS.get(_key(event_type))
    return check(cards) if check else iter(())


def _number_faults(cards: Sequence[SpellfireCard], digit: str) -> Iterator[str]:
    for card in cards:
        if digit in (card.number or ""):
            yield f"{card.name} has number {card.number}; No-{digit}s allows no {digit} in it."
    if unnumbered := [card.name for card in cards if not card.number]:
        example = f"write it like “{unnumbered[0]} (12/1st)”"
        yield f"No card number is given for {', '.join(unnumbered)}; No-{digit}s needs it: {example}."


def _world_war_faults(cards: Sequence[SpellfireCard]) -> Iterator[str]:
    worlds: Counter[str] = Counter()
    for card in cards:
        if _has_logo(card) and (world := world_named(card.world or "")) in WORLDS:
            worlds[world] += card.count
    most = max(worlds, key=worlds.__getitem__, default=None)
    return _world_faults(cards, most, event_type="World War!")


def _shattered_land_faults(cards: Sequence[SpellfireCard]) -> Iterator[str]:
    return _world_faults(cards, "Dark Sun", event_type="Shattered Land")


def _world_faults(cards: Sequence[SpellfireCard], world: str | None, *, event_type: str) -> Iterator[str]:
    for card in cards:
        if not _has_logo(card) or (card.world and world_named(card.world) == world):
            continue
        wanted = f"this deck is all {world}" if world else "a deck is all of one world"
        belongs = f"is of {world_named(card.world)}" if card.world else "has no world in the list"
        yield f"{card.name} {belongs}; in {event_type} {wanted}."


def _has_logo(card: SpellfireCard) -> bool:
    return row_of(card.kind) in ("realm", "holding", "artifact", "champion")


def _wizards_faults(cards: Sequence[SpellfireCard]) -> Iterator[str]:
    for card in cards:
        if card.kind in ("ally", "unarmed combat", "blood ability", "thief skill", "psionic power"):
            yield f"{card.name}: {PLURALS[card.kind]} are not allowed in Wizard’s Challenge."
        elif card.kind in SPELLS and card.phases and 4 not in card.phases:
            yield f"{card.name} cannot be cast in phase 4; Wizard’s Challenge allows only spells that can."
    if unsaid := [card.name for card in cards if card.kind in SPELLS and not card.phases]:
        phases = "(phase 4), (phases 3 and 4) or (any time)"
        yield f"No phase is given for {', '.join(unsaid)}; Wizard’s Challenge needs it: write {phases}."


_EVENT_CHECKS: Mapping[str, Callable[[Sequence[SpellfireCard]], Iterator[str]]] = {
    "world war": _world_war_faults,
    "shattered land": _shattered_land_faults,
    "wizard's challenge": _wizards_faults,
}
