"""How the rounds of an event went so far, by the times of its acts.

Only what people did counts: not a pause, not time that was added, not how long a closed list of results lay around.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from itertools import pairwise
from statistics import median

from engine import facts as f
from engine.stamps import Stamped
from engine.values import dataclass
from engine.words import Match, Settings

MINUTE = 60_000
# Before anything is known: five minutes to sit down and set up, five for tables that play on after time is called,
# ten from the last result to publishing the next round, three quarters of an hour for a draft.
SET_UP, OVER, BETWEEN, DRAFT = 5 * MINUTE, 5 * MINUTE, 10 * MINUTE, 45 * MINUTE
SLOW, LATE = 1.3, 5 * MINUTE  # so many times as long as half of the tables took, and so much longer
LONGEST = 120 * MINUTE  # longer than this is a meal, a night, or a box that woke up in another year


@dataclass(frozen=True, slots=True)
class Pace:
    """From publishing to the start, from time called to the last result, to the next round; and for a draft.

    `over_ms` is below zero where everybody is usually done before time is called.
    """

    set_up_ms: int
    over_ms: int
    between_ms: int
    draft_ms: int


def pace(settings: Settings, found: Stamped) -> Pace:
    """What is usual in this event, or a guess."""
    rounds = _rounds(found)
    played = [each for each in rounds if each.closed]
    gaps = [after.published - before.ended for before, after in pairwise(rounds) if before.ended is not None]
    return Pace(
        _usual([each.started - each.published for each in played if each.started is not None], SET_UP),
        _usual([each.over for each in played if each.over is not None], OVER, least=-LONGEST),
        _usual(gaps, settings.break_minutes * MINUTE or BETWEEN),
        _usual(_drafts(found), DRAFT),
    )


def rounds_ms(lengths: Sequence[int], usual: Pace) -> int:
    """From publishing the first of these rounds to the last result of the last, with the time between them."""
    played = sum(usual.set_up_ms + max(0, length + usual.over_ms) for length in lengths)
    return played + max(0, len(lengths) - 1) * usual.between_ms


def bracket_lengths(settings: Settings, rounds: int) -> list[int]:
    """How long the clock of each of the last so many rounds of a bracket runs; 0 where there is no limit."""
    lengths = [settings.bracket_minutes * MINUTE] * rounds
    return [*lengths[:-1], 0] if lengths and settings.untimed_final else lengths


@dataclass(slots=True)
class _Round:
    """A round as its facts tell it, in times of day.

    `due` is when its clock comes to zero, `stands` what it shows while it is paused; `over` is how far below zero it
    was at the last result.
    """

    published: int
    started: int | None = None
    timed: bool = False
    due: int = 0
    stands: int | None = None
    tables: set[int] = field(default_factory=set)
    ended: int | None = None
    over: int | None = None
    closed: bool = False


def _rounds(found: Stamped) -> list[_Round]:
    rounds: list[_Round] = []
    for at, fact in found:
        if isinstance(fact, f.RoundPublished):
            rounds.append(_Round(at))
        elif rounds:
            _note(rounds[-1], at, fact)
    return rounds


def _note(round_: _Round, at: int, fact: f.Fact) -> None:
    match fact:
        case f.ClockStarted(remaining_ms=left):
            if round_.started is None:
                round_.started, round_.timed = at, left > 0
            round_.due, round_.stands = at + left, None
        case f.ClockPaused(remaining_ms=left):
            round_.stands = left
        case f.TimeAdded(ms=ms):
            round_.due += ms
            round_.stands = None if round_.stands is None else round_.stands + ms
        case f.TimeCalledEarly():
            round_.due, round_.stands = at, None if round_.stands is None else 0
        case f.ResultRecorded(table=table) if table not in round_.tables:
            _note_result(round_, at, table)
        case f.RoundClosed():
            round_.closed = True


def _note_result(round_: _Round, at: int, table: int) -> None:
    """A table's first result: entering it again, perhaps after lunch, is no playing."""
    round_.tables.add(table)
    round_.ended = at
    if round_.timed:
        round_.over = at - round_.due if round_.stands is None else -round_.stands


def _drafts(found: Stamped) -> list[int]:
    """From drawing the groups of a draft to the round after it."""
    drafts, opened = [], None
    for at, fact in found:
        if isinstance(fact, f.DraftOpened):
            opened = at
        elif isinstance(fact, f.RoundPublished) and opened is not None:
            drafts.append(at - opened)
            opened = None
    return drafts


def _usual(seen: list[int], otherwise: int, *, least: int = 0) -> int:
    sensible = [each for each in seen if least <= each <= LONGEST]
    return int(median(sensible)) if sensible else otherwise


@dataclass(frozen=True, slots=True)
class SlowTables:
    """Tables that play much longer than the others did: `played_ms` of each, and when half of the round was done."""

    played_ms: dict[int, int]
    half_done_ms: int


def slow_tables(found: Stamped, matches: tuple[Match, ...], *, extra: Mapping[int, int], now: int) -> SlowTables:
    """By what this round has taught so far: nothing until half of its tables, and three, are done.

    Time counts while the round's clock runs, without what a table was given.
    """
    done, playing = _played(found, now)
    least = max(3, -(-len(matches) // 2))
    if len(done) < least:
        return SlowTables({}, 0)
    half = sorted(done.values())[-(-len(matches) // 2) - 1]
    open_ = {match.table: playing - extra.get(match.table, 0) for match in matches if match.result is None}
    return SlowTables({table: ms for table, ms in open_.items() if ms > max(SLOW * half, half + LATE)}, half)


def _played(found: Stamped, now: int) -> tuple[dict[int, int], int]:
    """How long each table of the round had played at its result, and how long everybody has by now."""
    done: dict[int, int] = {}
    ran, since = 0, None
    for at, fact in found:
        match fact:
            case f.RoundPublished():
                done, ran, since = {}, 0, None
            case f.ClockStarted():
                since = at
            case f.ClockPaused():
                ran, since = ran + (at - since if since is not None else 0), None
            case f.ResultRecorded(table=table):
                done.setdefault(table, ran + (at - since if since is not None else 0))
            case f.ResultWithdrawn(table=table):
                done.pop(table, None)
    return done, ran + (now - since if since is not None else 0)
