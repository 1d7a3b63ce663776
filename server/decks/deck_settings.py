"""The settings about decks: whether lists are collected, repeated factions, and the Chained and Banned lists."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from engine.decks.lines import fold
from engine.refusals import Refused
from engine.rulesets.registry import ruleset_of
from engine.values import dataclass, replace
from engine.words import Settings
from server.core.spelling import clean

LONGEST_NAME, MOST_CARDS, MOST_IN_POOL = 200, 500, 30
TICKS = ("deck_lists", "repeat_factions")


@dataclass(frozen=True, slots=True)
class DeckSettings:
    """What is asked of this event, and how it stands; a Custom Deck is always written down, so it is not asked."""

    asks_lists: bool
    lists: bool
    asks_repeats: bool
    repeats: bool
    asks_pool: bool
    pool: str
    asks_cards: bool
    chained: str
    banned: str
    since: str


def deck_settings(now: Settings, typed: Mapping[str, str] | None) -> DeckSettings:
    """As they are, or as they were typed when they could not be saved."""
    rules, said = ruleset_of(now), typed if typed is not None else {}
    chosen = rules.format(now.deck_format)
    return DeckSettings(
        asks_lists=rules.decks is not None and not (chosen.factions or chosen.written_down),
        lists="deck_lists" in said if typed is not None else now.deck_lists,
        asks_repeats=any(each.factions for each in rules.deck_formats),
        repeats="repeat_factions" in said if typed is not None else now.repeat_factions,
        asks_pool=any(each.pool for each in rules.deck_formats),
        pool=said.get("pool_size", str(now.pool_size or max((each.pool for each in rules.deck_formats), default=0))),
        asks_cards=bool(rules.chained or rules.banned),
        chained=said.get("chained_cards", "\n".join(now.chained_cards)),
        banned=said.get("banned_cards", "\n".join(now.banned_cards)),
        since=said.get("lists_since", now.lists_since),
    )


def with_decks(wanted: Settings, form: Mapping[str, str]) -> Settings:
    """The settings with what the form says about decks. What was not asked stays as it is."""
    return replace(
        wanted,
        chained_cards=_cards(form, "chained_cards", wanted.chained_cards),
        banned_cards=_cards(form, "banned_cards", wanted.banned_cards),
        lists_since=_since(form, wanted.lists_since),
        pool_size=_pool(form, wanted),
        **{key: key in form for key in TICKS if f"asked_{key}" in form},  # type: ignore[arg-type]
    )


def _cards(form: Mapping[str, str], key: str, now: tuple[str, ...]) -> tuple[str, ...]:
    """One card a line; a card that is there twice is there once."""
    if key not in form:
        return now
    lines = (clean(line) for line in form[key].splitlines())
    cards = tuple({fold(line): line for line in lines if line}.values())
    if len(cards) > MOST_CARDS or any(len(card) > LONGEST_NAME for card in cards):
        raise Refused(f"A list has at most {MOST_CARDS} cards, one per line, each at most {LONGEST_NAME} characters.")
    return cards


def _pool(form: Mapping[str, str], wanted: Settings) -> int:
    """How many factions a pool has; nothing is written down where it is the usual number."""
    if "pool_size" not in form:
        return wanted.pool_size
    usual, typed = [each.pool for each in ruleset_of(wanted).deck_formats], form["pool_size"].strip()
    if not typed.isdecimal() or not 1 <= int(typed[:9]) <= MOST_IN_POOL:
        raise Refused(f"A pool has 1 to {MOST_IN_POOL} factions, not {typed or 'nothing'}.")
    return 0 if int(typed) in usual else int(typed)


def _since(form: Mapping[str, str], now: str) -> str:
    typed = form.get("lists_since", now).strip()
    try:
        return typed and date.fromisoformat(typed).isoformat()
    except ValueError:
        raise Refused("There is no such day. Write the date like 2025-05-03, or nothing.") from None
