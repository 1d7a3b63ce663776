"""Rosters: a faction for each round in place of a deck."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.decks.lines import fold


def roster_faults(factions: Sequence[str], *, rounds: int, repeats_allowed: bool) -> tuple[str, ...]:
    """What is wrong with a roster: a round without a faction, or one faction twice unless repeats are allowed."""
    named = [*factions, *[""] * (rounds - len(factions))]
    missing = [f"Round {n}: no faction is named." for n, name in enumerate(named[:rounds], start=1) if not name.strip()]
    return (*missing, *(() if repeats_allowed else _repeated(named)))


def _repeated(factions: Sequence[str]) -> Iterator[str]:
    rounds: dict[str, list[int]] = {}
    for number, name in enumerate(factions, start=1):
        if name.strip():
            rounds.setdefault(fold(name), []).append(number)
    for numbers in rounds.values():
        if len(numbers) > 1:
            when = " and ".join([", ".join(map(str, numbers[:-1])), str(numbers[-1])])
            yield f"{factions[numbers[0] - 1].strip()} is named for rounds {when}; each round needs another faction."
