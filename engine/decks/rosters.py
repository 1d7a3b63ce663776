"""Rosters: a faction for each round in place of a deck."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.decks.lines import fold

TWICE = "is named twice; a pool has each faction once."


def roster_faults(factions: Sequence[str], *, rounds: int, repeats_allowed: bool) -> tuple[str, ...]:
    """What is wrong with a roster: a round without a faction, or one faction twice unless repeats are allowed."""
    named = [*factions, *[""] * (rounds - len(factions))]
    missing = [f"Round {n}: no faction is named." for n, name in enumerate(named[:rounds], start=1) if not name.strip()]
    return (*missing, *(() if repeats_allowed else _repeated(named)))


def pool_faults(factions: Sequence[str], *, size: int) -> tuple[str, ...]:
    """What is wrong with a pool to choose from: too few or too many, or one faction twice."""
    named = [name for name in factions if name.strip()]
    are = "is" if len(named) == 1 else "are"
    number = f"{len(named)} of {size} factions {are} named." if named else f"No faction of {size} is named."
    number = number if len(named) < size else f"{len(named)} factions are named; the pool has {size}."
    return (*((number,) if len(named) != size else ()), *(f"{name} {TWICE}" for name in named_twice(named)))


def named_twice(factions: Sequence[str]) -> tuple[str, ...]:
    """Factions that stand there more than once, as they are first spelled."""
    seen: dict[str, list[str]] = {}
    for name in filter(None, map(str.strip, factions)):
        seen.setdefault(fold(name), []).append(name)
    return tuple(spelled[0] for spelled in seen.values() if len(spelled) > 1)


def _repeated(factions: Sequence[str]) -> Iterator[str]:
    rounds: dict[str, list[int]] = {}
    for number, name in enumerate(factions, start=1):
        if name.strip():
            rounds.setdefault(fold(name), []).append(number)
    for numbers in rounds.values():
        if len(numbers) > 1:
            when = " and ".join([", ".join(map(str, numbers[:-1])), str(numbers[-1])])
            name = factions[numbers[0] - 1].strip()
            yield f"{name} is named for rounds {when}; each round needs a different faction."
