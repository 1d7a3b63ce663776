"""Sentences that speak of people and rounds. They hold ids, marked; whoever shows the sentence puts the names in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from engine.words import PlayerId

MARKED = re.compile("⟨([^⟨⟩]*)⟩")
ROUND = re.compile(r"[Rr]ound \d+")


def who(player: PlayerId) -> str:
    """A player in a sentence."""
    return f"⟨{player}⟩"


def the_round(number: int) -> str:
    """A round in a sentence: round 3, or the semi-final once whoever shows it puts the names in."""
    return f"⟨round {number}⟩"


def round_at_start(number: int) -> str:
    """The same where the sentence begins."""
    return f"⟨Round {number}⟩"


def unmarked(mark: str) -> str:
    """What a mark stands for, which is how `named` looks it up."""
    return mark[1:-1]


def unbracketed(words: str) -> str:
    """What somebody typed, inside a sentence: nothing in it stands for a name."""
    return words.replace("⟨", "").replace("⟩", "")


def is_round(mark: str) -> bool:
    """Does this mark stand for a round, and not for a person?"""
    return ROUND.fullmatch(mark) is not None


def everyone(players: Iterable[PlayerId]) -> str:
    """Several players in a sentence: Ana, Ben and Cai."""
    return listed([who(player) for player in players])


def listed(parts: list[str]) -> str:
    """One, two and three."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def named(sentence: str, names: Mapping[PlayerId, str] | None = None) -> str:
    """The sentence with names in place of ids; an id without a name stands for itself."""
    return MARKED.sub(lambda found: (names or {}).get(found[1], found[1]), sentence)


def plural(count: int, one: str, many: str = "") -> str:
    """1 table, 2 tables."""
    return f"{count} {one if count == 1 else many or one + 's'}"


def span(least: int, most: int) -> str:
    """Exactly 5, 1 to 20, at most 10, or none."""
    if least:
        return f"exactly {least}" if least == most else f"{least} to {most}"
    return f"at most {most}" if most else "none"


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]
