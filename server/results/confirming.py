"""The desk confirms what players agree on, where the organizer wants the last word."""

from __future__ import annotations

from collections.abc import Iterable

from engine import facts as f
from engine.decisions import results
from engine.refusals import Refused
from engine.results import fingerprint
from engine.words import Tournament

Agreed = tuple[int, str]


def read_agreed(values: Iterable[str]) -> tuple[Agreed, ...]:
    """The tables of the form, each with the result that was shown for it."""
    parts = (value.partition(" ") for value in values)
    return tuple((int(table), shown) for table, _, shown in parts if table.isdecimal() and len(table) < 6)


def confirm(t: Tournament, shown: Iterable[Agreed]) -> tuple[f.Fact, ...]:
    """Record what was shown and still stands. A table whose players changed their minds is left alone."""
    current = t.current_round
    if current is None or current.phase != "published":
        raise Refused("No round is being played, so there is nothing to confirm.")
    matches = {match.table: match for match in current.matches}
    standing = tuple(
        table
        for table, result in dict(shown).items()
        if table in matches and (told := results.agreed(matches[table])) and fingerprint(told) == result
    )
    if not standing:
        raise Refused("What the players agreed on changed meanwhile, or it is recorded already. Look again.")
    return results.confirm_agreed(t, standing)
