"""What judges do at a table beside results and penalties: correct its chess clock, note a visit and a ruling."""

from __future__ import annotations

from typing import get_args

from engine import facts as f
from engine.clock import mmss
from engine.folding.parts import require_unfinished
from engine.progress import open_match
from engine.refusals import Refused
from engine.rulesets.wall import chess_plan
from engine.words import ClockCorrectionReason, PlayerId, Tournament

MOST_MS = 99 * 60_000 + 59_000


def correct_chess_clock(
    t: Tournament,
    table: int,
    *,
    left: tuple[int, int],
    before: tuple[int, int],
    turn: PlayerId | None,
    correction: int,
    reason: str,
    id: str,
) -> tuple[f.Fact, ...]:
    """Both banks as a judge sets them, by seat; `correction` counts on from what the clock knew."""
    match = open_match(t, table)
    if chess_plan(t.settings) is None or len(match.seats) != 2:
        raise Refused("This event is not played with chess clocks.")
    if match.result is not None:
        raise Refused(f"The result of table {table} is in. Take it back first, then correct the chess clock.")
    if not all(0 <= ms <= MOST_MS for ms in left):
        raise Refused(f"A chess clock shows 0:00 to {mmss(MOST_MS)}.")
    if turn not in (None, *match.players):
        raise Refused("Choose whose turn it is.")
    known = next((each for each in get_args(ClockCorrectionReason) if each == reason), None)
    if known is None:
        raise Refused("Choose why the clock is corrected.")
    assert t.current_round is not None
    pairs = tuple(zip(match.players, left, strict=True))
    return (f.ChessClockCorrected(id, t.current_round.number, table, pairs, before, turn, correction, known),)


def note_visit(t: Tournament, number: int, table: int, *, ms: int | None, judge: str = "") -> tuple[f.Fact, ...]:
    """A judge was at this table of a round for so long; whoever sat there is noted with it."""
    round_ = next((round_ for round_ in t.rounds if round_.number == number), None)
    match = round_.match_at(table) if round_ else None
    return (f.TableVisited(number, table, match.players, ms, judge),) if match else ()


def give_ruling(
    t: Tournament, table: int, *, words: str, id: str, about: tuple[PlayerId, ...] = ()
) -> tuple[f.Fact, ...]:
    """A ruling in a word or two, about everybody at the table or some of them."""
    require_unfinished(t)
    match = open_match(t, table)
    if not words:
        raise Refused("Say in a word or two what you ruled.")
    if not set(about) <= set(match.players):
        raise Refused(f"Others sit at table {table} now. Look again.")
    assert t.current_round is not None
    return (f.RulingGiven(id, t.current_round.number, table, about or match.players),)
