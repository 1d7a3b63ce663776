"""The rulings log: calls, visits, extra time, penalties, checks and rulings, for the head judge on one page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from engine import facts as f
from engine.clock import mmss
from engine.fold import Act
from engine.history import SAY, by_whom, minutes
from engine.penalty_words import fault_words
from engine.sentences import capital, unbracketed
from engine.values import dataclass, replace
from engine.words import PlayerId, Tournament
from server.core import auth, stamps
from server.core.books import standing
from server.core.desk import Desk
from server.core.texts import texts
from server.floor.calls import Kind, PastCall, all_calls
from server.floor.penalties_page import KINDS

What = Literal["Call", "Visit", "Extra time", "Penalty", "Ruling", "Chess clock", "Check"]
CALLS: dict[Kind, str] = {
    "judge": "Judge called",
    "wrong-result": "Says the result is wrong",
    "draft": "Judge called in the draft",
    "drop": "Asked at the tablet to drop",
}
TEXTS = ("ruling", "penalty", "chess", "deck-check")


@dataclass(frozen=True, slots=True)
class LogLine:
    """One thing that judges did, or were asked for. `judge` is who did it; `note` what was said about it."""

    at: str
    what: What
    text: str
    round: int
    table: int
    players: tuple[PlayerId, ...]
    judge: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the page is asked for: one table, one player, one judge; all where nothing is said."""

    table: str = ""
    player: str = ""
    judge: str = ""

    def fits(self, line: LogLine) -> bool:
        return (
            self.table in ("", str(line.table))
            and (not self.player or self.player in line.players)
            and self.judge in ("", line.judge)
        )


@dataclass(frozen=True, slots=True)
class LogPage:
    lines: tuple[LogLine, ...]
    wanted: Wanted
    tables: tuple[int, ...]
    players: tuple[PlayerId, ...]
    judges: tuple[str, ...]
    all: int


def log_page(desk: Desk, wanted: Wanted) -> LogPage:
    """The newest first, and what can be asked for."""
    lines = rulings_log(desk)
    players = {player for line in lines for player in line.players}
    return LogPage(
        lines=tuple(line for line in reversed(lines) if wanted.fits(line)),
        wanted=wanted,
        tables=tuple(sorted({line.table for line in lines if line.table})),
        players=tuple(sorted(players, key=lambda player: desk.names.get(player, player).casefold())),
        judges=tuple(sorted({line.judge for line in lines if line.judge}, key=str.casefold)),
        all=len(lines),
    )


def rulings_log(desk: Desk) -> tuple[LogLine, ...]:
    """All of it, the oldest first. What was undone is left out: the history has it."""
    staff = auth.names_of_staff()
    said = {text.id: text.text for kind in TEXTS for text in texts(desk.id, kind)}
    acts = [line for act in _with_rounds(standing(desk.book)) for line in _of_act(desk, *act, staff, said)]
    calls = [call_line(desk.t, call, staff) for call in all_calls(desk.id)]
    return tuple(sorted([*acts, *calls], key=lambda line: line.at))


def call_line(t: Tournament, past: PastCall, staff: Mapping[str, str]) -> LogLine:
    call = past.call
    round_ = next((round_ for round_ in t.rounds if round_.number == call.round), None)
    match = round_.match_at(call.table) if round_ and call.kind != "draft" else None
    judge = staff.get(call.claimed_by, "Somebody") if call.claimed_by else ""
    unanswered = "nobody went" if past.done_at else "no judge yet"
    went = f"answered after {_between(call.at, past.claimed_at)}" if past.claimed_at else unanswered
    table = 0 if call.kind == "draft" else call.table
    players = (call.player,) if call.player else match.players if match else ()
    return LogLine(call.at, "Call", CALLS[call.kind], call.round, table, players, judge, "" if call.player else went)


def _with_rounds(acts: Sequence[Act]) -> Iterator[tuple[Act, int]]:
    """Every act with the round that was on."""
    number = 0
    for act in acts:
        number = next((fact.number for fact in act.facts if isinstance(fact, f.RoundPublished)), number)
        yield act, number


def _of_act(desk: Desk, act: Act, number: int, staff: Mapping[str, str], said: Mapping[str, str]) -> Iterator[LogLine]:
    for fact in act.facts:
        line = _line(desk.t, fact, number, said)
        if line is not None:
            by = fact.judge if isinstance(fact, f.TableVisited) and fact.judge else act.by
            yield replace(line, at=act.at, judge=by_whom(by, dict(staff), desk.names))


def _line(t: Tournament, fact: f.Fact, number: int, said: Mapping[str, str]) -> LogLine | None:
    match fact:
        case f.TableVisited(number=of, table=table, players=players, ms=ms):
            text = "Judge at the table" if ms is None else f"Judge at the table for {mmss(ms)}"
            return LogLine("", "Visit", text, of, table, players, "")
        case f.RulingGiven(id=id, number=of, table=table, players=players):
            return LogLine("", "Ruling", unbracketed(said.get(id, "The words were erased")), of, table, players, "")
        case f.TableExtended(table=table, ms=ms):
            return LogLine("", "Extra time", minutes(ms), number, table, _seated(t, number, table), "")
        case f.ChessClockCorrected(id=id, number=of, table=table, left=left):
            text = SAY[f.ChessClockCorrected](fact).partition("chess clock ")[2]
            players = tuple(player for player, _ in left)
            return LogLine("", "Chess clock", capital(text), of, table, players, "", said.get(id, ""))
        case f.PenaltyGiven(id=id, player=player, kind=kind, fault=fault, round=of):
            text = f"{KINDS[kind][0]}: {fault_words(fault)}"
            return LogLine("", "Penalty", text, of, _table(t, of, player), (player,), "", said.get(id, ""))
        case f.PenaltyLifted(id=id):
            return _lifted(t, id, number)
        case f.DeckChecked(id=id, player=player, what=what, ok=False, round=of):
            text = f"{'Deck' if what == 'deck' else 'First Five'} with a fault"
            return LogLine("", "Check", text, of, _table(t, of, player), (player,), "", said.get(id, ""))
    return None


def _lifted(t: Tournament, id: str, number: int) -> LogLine | None:
    penalty = next((penalty for penalty in t.penalties if penalty.id == id), None)
    if penalty is None:
        return None
    text = f"Lifted: {KINDS[penalty.kind][0].lower()}, {fault_words(penalty.fault)}"
    return LogLine("", "Penalty", text, number, 0, (penalty.player,), "")


def _seated(t: Tournament, number: int, table: int) -> tuple[PlayerId, ...]:
    round_ = next((round_ for round_ in t.rounds if round_.number == number), None)
    match = round_.match_at(table) if round_ else None
    return match.players if match else ()


def _table(t: Tournament, number: int, player: PlayerId) -> int:
    matches = (match for round_ in t.rounds if round_.number == number for match in round_.matches)
    return next((match.table for match in matches if player in match.players), 0)


def _between(since: str, until: str) -> str:
    took = stamps.ms_between(since, until)
    return "" if took is None else mmss(max(0, took))
