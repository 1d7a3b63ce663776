"""Results found by a name or a table, over all rounds: the way to what happened two rounds ago."""

from __future__ import annotations

from engine.values import dataclass
from engine.words import Round
from server.core.desk import Desk
from server.core.parts import is_meant
from server.core.spelling import holds
from server.decks.known_lives import known_lives
from server.results.results_page import ResultRow, entered_with, row_in, row_out, short_name


@dataclass(frozen=True, slots=True)
class FoundRound:
    """What was found in one round."""

    name: str
    rows: tuple[ResultRow, ...]
    byes: tuple[str, ...]


def found_results(desk: Desk, q: str) -> tuple[FoundRound, ...]:
    """The tables of every round that somebody of this name sat at, newest round first; a number is a table, too."""
    rounds = (_in_round(desk, round_, q) for round_ in reversed(tuple(desk.t.rounds)) if round_.phase != "draft")
    return tuple(found for found in rounds if found.rows or found.byes)


def _in_round(desk: Desk, round_: Round, q: str) -> FoundRound:
    here = [match for match in round_.matches if is_meant(q, match.players, desk.names, table=match.table)]
    entered, lives = (entered_with(desk, round_), known_lives(desk, round_.number)) if here else ({}, {})
    rows = (
        row_in(desk, round_, match, entered.get(match.table), lives) if match.result else row_out(desk, match)
        for match in sorted(here, key=lambda match: match.table)
    )
    byes = tuple(bye.player for bye in round_.byes if holds(desk.names[bye.player], q))
    return FoundRound(short_name(desk.t, round_.number), tuple(rows), byes)
