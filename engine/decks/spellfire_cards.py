"""Spellfire as data: kinds of cards, worlds, and the limits of the three deck sizes (rulebook, The Deck and Worlds).

A fourth size, 25 cards, is what communities play as Blitz. An event may change any limit (`limits_for`).
"""

from collections.abc import Iterable, Mapping

from engine.decks.lines import amount, fold
from engine.values import dataclass, replace

CHAMPIONS = ("cleric", "hero", "monster", "psionicist", "regent", "thief", "wizard")
SPELLS = ("cleric spell", "wizard spell", "spell")
WORLDS = ("AD&D", "Birthright", "Dark Sun", "Dragonlance", "Forgotten Realms", "Greyhawk", "Ravenloft")
# The Deck names these two; other cards that allow more say so in the list.
MULTIPLES = ("Shaqat Beetles", "War Party")
ANY_TIME = tuple(range(7))  # the phases of a turn
# Chase cards are printed from 1 again (16/RR Chase); lists of cards number them on, behind so many regular ones.
REGULAR: Mapping[str, int] = {
    "1st": 440,
    **dict.fromkeys(("DL", "FR", "AR", "PO", "UD", "RR", "BR", "DR", "NS", "DU"), 100),
}

PLURALS: Mapping[str, str] = {
    "rule card": "rule cards",
    "realm": "realms",
    "holding": "holdings",
    "champion": "champions",
    "artifact": "artifacts",
    "magical item": "magical items",
    "event": "events",
    "ally": "allies",
    "blood ability": "blood abilities",
    "psionic power": "psionic powers",
    "thief skill": "thief skills",
    "unarmed combat": "unarmed combat cards",
    "dungeon": "dungeon cards",
    "cleric": "clerics",
    "hero": "heroes",
    "monster": "monsters",
    "psionicist": "psionicists",
    "regent": "regents",
    "thief": "thieves",
    "wizard": "wizards",
    "cleric spell": "cleric spells",
    "wizard spell": "wizard spells",
    "spell": "spells",
}


@dataclass(frozen=True, slots=True)
class SpellfireCard:
    """A card of a list. The kind is its icon; a level of None is printed “?” on champions; no phases: not said."""

    name: str
    kind: str
    level: int | None = None
    count: int = 1
    avatar: bool = False
    world: str | None = None
    number: str | None = None
    edition: str | None = None
    phases: tuple[int, ...] = ()
    multiples: bool = False


@dataclass(frozen=True, slots=True)
class SpellfireDeck:
    """A player's list. The dungeon card does not count as part of the deck."""

    size: int | None = None
    cards: tuple[SpellfireCard, ...] = ()
    dungeon: SpellfireCard | None = None
    sideboard: tuple[SpellfireCard, ...] = ()


@dataclass(frozen=True, slots=True)
class SizeLimits:
    """What one deck size allows; kinds that are not listed come in any number."""

    levels: int
    free_avatars: int
    kinds: Mapping[str, tuple[int, int]]


LIMITED = ("rule card", "realm", "holding", "champion", "artifact", "magical item", "event")
LEVELS, FREE_AVATARS = "levels", "free avatars"
SIZES: Mapping[int, SizeLimits] = {
    size: SizeLimits(levels, free_avatars, dict(zip(LIMITED, limits, strict=True)))
    for size, levels, free_avatars, limits in (
        (55, 90, 1, ((0, 3), (8, 15), (0, 6), (1, 20), (0, 10), (0, 12), (0, 10))),
        (75, 115, 1, ((0, 4), (10, 20), (0, 7), (3, 27), (0, 12), (0, 15), (0, 13))),
        (110, 180, 2, ((0, 5), (15, 30), (0, 10), (4, 40), (0, 15), (0, 20), (0, 17))),
    )
}
BLITZ = 25
COMMUNITY_SIZES: Mapping[int, SizeLimits] = {BLITZ: SizeLimits(40, 0, {"rule card": (0, 0), "avatar": (0, 0)})}
# What an event may change: (row, least, most).
TOTALS = (LEVELS, FREE_AVATARS)
CHANGEABLE = (*TOTALS, "avatar", *LIMITED)

Limit = tuple[str, int, int]


def printed_limits(size: int) -> SizeLimits | None:
    """What a deck of this size holds where nobody changes it."""
    return SIZES.get(size) or COMMUNITY_SIZES.get(size)


def limits_for(size: int, changed: Iterable[Limit] = ()) -> SizeLimits | None:
    """What a deck of this size holds in an event that changes these."""
    limits = printed_limits(size)
    if limits is None:
        return None
    rows = {name: (least, most) for name, least, most in changed}
    levels, free = rows.pop(LEVELS, None), rows.pop(FREE_AVATARS, None)
    return replace(
        limits,
        levels=levels[1] if levels else limits.levels,
        free_avatars=free[1] if free else limits.free_avatars,
        kinds={**limits.kinds, **rows},
    )


def community_limits(size: int) -> dict[str, tuple[int, int]]:
    """What a deck of a size that is not in the rulebook holds; nothing for the sizes that are."""
    found = COMMUNITY_SIZES.get(size)
    return {LEVELS: (0, found.levels), **found.kinds} if found else {}


def limit_named(row: str) -> str:
    """“Champion levels”, “Realms”: a row that an event may change, as people read it."""
    named = {LEVELS: "champion levels", FREE_AVATARS: "avatars free of levels", **PLURALS}.get(row, f"{row}s")
    return named[0].upper() + named[1:]


def counted(number: int, row: str) -> str:
    """“1 hero”, “3 avatars”."""
    return amount(number, row, many=PLURALS.get(row, f"{row}s"))


def row_of(kind: str) -> str:
    """The row of the table that a kind counts in: the seven champion icons are one."""
    return "champion" if kind in CHAMPIONS else kind


def kind_named(text: str) -> str | None:
    """The kind that people mean by “Thief abilities”, “Rule” or “Wizard champion”."""
    return _KIND_NAMES.get(fold(text))


def world_named(text: str) -> str:
    """The world that people mean by “FR” or “Advanced Dungeons & Dragons”; other text stays as it is."""
    return _WORLD_NAMES.get(fold(text), text)


_KIND_NAMES = {
    **{name: kind for kind, plural in PLURALS.items() for name in (kind, plural)},
    **{f"{icon} champion": icon for icon in CHAMPIONS},
    **dict.fromkeys(("rule", "rules"), "rule card"),
    **dict.fromkeys(("item", "items", "magic item", "magic items"), "magical item"),
    **dict.fromkeys(("thief ability", "thief abilities"), "thief skill"),
    **dict.fromkeys(("psionic", "psionics", "psionic power card"), "psionic power"),
    **dict.fromkeys(("unarmed combat card", "unarmed combats"), "unarmed combat"),
    "dungeon card": "dungeon",
}
_WORLD_NAMES = {
    **{fold(world): world for world in WORLDS},
    **dict.fromkeys(("advanced dungeons & dragons", "advanced dungeons and dragons", "add"), "AD&D"),
    **dict(zip(("br", "ds", "dl", "fr", "gh", "rl"), WORLDS[1:], strict=True)),
}
