"""A judge or the desk sets a table's chess clock right: what it shows, what usually helps, and what was typed."""

from __future__ import annotations

import re
from collections.abc import Mapping

from engine import chess_clock
from engine import facts as f
from engine.clock import mmss
from engine.decisions.judging import correct_chess_clock
from engine.history import CORRECTION_REASONS
from engine.progress import open_match
from engine.refusals import Refused, Unknown
from engine.rulesets.base import ChessPlan
from engine.rulesets.wall import chess_plan
from engine.sentences import capital
from engine.values import dataclass, replace
from engine.words import Match, PlayerId, Tournament
from server.chess.chess_clocks import KeptClock, known_clock
from server.core.desk import Desk
from server.core.timekeeping import moment

TIME = re.compile(r"(\d{1,2})(?:[:.](\d{2}))?")
TYPE_TIME = "Type what is left as minutes and seconds, such as 24:30."
TEXTS = "chess"
NOTES = {
    "wrong-starter": "Both swap what they have left, and the turn goes to the other one.",
    "accidental-pass": "The turn goes back, and what has run since the pass counts for whoever passed.",
    "ruling": "Set the banks as you ruled.",
    "tablet": "It was reset, replaced or showed something else. Set the banks as they should be.",
}


@dataclass(frozen=True, slots=True)
class ClockTyped:
    """The form as it came in or is filled in: times by seat, whose turn, why; `corrections` is how often it was set."""

    left: tuple[str, str]
    turn: str
    reason: str = ""
    note: str = ""
    corrections: str = ""


@dataclass(frozen=True, slots=True)
class ClockCorrectionPage:
    table: int
    number: int
    players: tuple[PlayerId, ...]
    said: ClockTyped
    reasons: tuple[tuple[str, str, str], ...]
    presets: tuple[tuple[str, str, str], ...]


def correction_page(desk: Desk, table: int, *, said: ClockTyped | None = None, preset: str = "") -> ClockCorrectionPage:
    """The clock of a table of the round that is on; `preset` fills in what usually helps."""
    match, kept = _clock(desk.id, desk.t, table)
    assert desk.t.current_round is not None
    reasons = tuple((code, capital(words), NOTES[code]) for code, words in CORRECTION_REASONS.items())
    begun = kept.clock.turn is not None
    return ClockCorrectionPage(
        table,
        desk.t.current_round.number,
        match.players,
        said or _filled(match, kept, preset if begun else ""),
        reasons,
        tuple(each for each in reasons if begun and each[0] in ("wrong-starter", "accidental-pass")),
    )


def typed(form: Mapping[str, str]) -> ClockTyped:
    fields = {field: form.get(field, "").strip() for field in ("turn", "reason", "note", "corrections")}
    return ClockTyped((form.get("left0", "").strip(), form.get("left1", "").strip()), **fields)


def correct(t: Tournament, tid: str, table: int, *, said: ClockTyped, id: str) -> tuple[f.Fact, ...]:
    """What the form says, if nobody else corrected this clock since it was opened."""
    _, kept = _clock(tid, t, table)
    if said.corrections != str(kept.clock.correction):
        raise Refused("Somebody else corrected this clock meanwhile. Look at it again, then set it.")
    first, second = map(_ms, said.left)
    return correct_chess_clock(
        t,
        table,
        left=(first, second),
        before=chess_clock.banks(kept.clock, moment()),
        turn=said.turn or None,
        correction=kept.clock.correction + 1,
        reason=said.reason,
        id=id,
    )


def _clock(tid: str, t: Tournament, table: int) -> tuple[Match, KeptClock]:
    plan, match = chess_plan(t.settings), open_match(t, table)
    if plan is None or len(match.seats) != 2:
        raise Unknown("This event is not played with chess clocks.")
    assert t.current_round is not None
    return match, known_clock(tid, t.current_round.number, match, lending=plan.lending) or _fresh(plan)


def _fresh(plan: ChessPlan) -> KeptClock:
    return KeptClock(chess_clock.new(plan.minutes * 60_000, lending=plan.lending))


def _filled(match: Match, kept: KeptClock, preset: str) -> ClockTyped:
    clock = kept.clock
    now = chess_clock.banks(clock, moment())
    first, second = _set_right(kept, now, preset)
    seat = clock.turn if clock.turn is None or not preset else 1 - clock.turn
    said = ClockTyped((mmss(first), mmss(second)), "" if seat is None else match.players[seat])
    return replace(said, reason=preset if preset in NOTES else "", corrections=str(clock.correction))


def _set_right(kept: KeptClock, now: tuple[int, int], preset: str) -> tuple[int, int]:
    turn = kept.clock.turn
    if preset == "wrong-starter":
        return now[1], now[0]
    if preset == "accidental-pass" and turn is not None and kept.at_pass is not None:
        ran = max(0, kept.at_pass[turn] - now[turn])
        moved = [max(0, now[0] - ran), max(0, now[1] - ran)]
        moved[turn] = now[turn] + ran
        return moved[0], moved[1]
    return now


def _ms(text: str) -> int:
    found = TIME.fullmatch(text)
    minutes, seconds = (int(part or 0) for part in found.groups()) if found else (0, 60)
    if seconds > 59:
        raise Refused(TYPE_TIME)
    return (60 * minutes + seconds) * 1000
