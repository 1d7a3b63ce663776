"""What the factions of an event did: how often each was played, won and drew, and how often it met itself."""

from __future__ import annotations

from collections.abc import Iterator

from engine.decks.lines import fold
from engine.factions import same_faction
from engine.handing_in import faction_for, names_factions
from engine.values import dataclass, replace
from engine.words import Mark, Tournament


@dataclass(frozen=True, slots=True)
class FactionRecord:
    """Mirror matches are counted apart: the faction wins and loses every one of them."""

    faction: str
    played: int = 0
    won: int = 0
    drawn: int = 0
    mirrors: int = 0


def faction_records(t: Tournament) -> tuple[FactionRecord, ...]:
    """By name; without byes and without those who did not come."""
    found: dict[str, FactionRecord] = {}
    for name, mark, mirror in _seats(t) if names_factions(t) else ():
        known = found.get(fold(name), FactionRecord(name))
        found[fold(name)] = replace(known, mirrors=known.mirrors + 1) if mirror else _with(known, mark)
    return tuple(replace(found[key], mirrors=found[key].mirrors // 2) for key in sorted(found))


def _with(known: FactionRecord, mark: Mark) -> FactionRecord:
    won, drawn = known.won + (mark == "win"), known.drawn + (mark == "draw")
    return replace(known, played=known.played + 1, won=won, drawn=drawn)


def _seats(t: Tournament) -> Iterator[tuple[str, Mark, bool]]:
    """Every seat whose faction is known: what came of it, and whether the other one brought the same."""
    for round_ in t.rounds:
        for match in round_.matches:
            if match.result is None or match.result.how == "no-show" or len(match.seats) != 2:
                continue
            one, two = (faction_for(t, player, round_.number) for player in match.players)
            for name, outcome in zip((one, two), match.result.outcomes, strict=True):
                if name:
                    yield name, outcome.mark, same_faction(one, two)
