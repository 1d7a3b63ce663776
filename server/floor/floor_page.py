"""The floor: who calls and since when, where the judges are, and every table of the round to go to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from flask import url_for

from engine import clock as clocks
from engine.decisions.results import disputed
from engine.history import minutes, told
from engine.pace import MINUTE, SlowTables, slow_tables
from engine.pod_words import progress
from engine.progress import is_ready, round_name
from engine.rulesets.base import PostedCards
from engine.rulesets.registry import ruleset_of
from engine.rulesets.wall import barred_cards
from engine.sentences import plural
from engine.sides import Lettered, lettered
from engine.so_far import at_open_tables
from engine.values import dataclass
from engine.words import Match, PlayerId, Round, Tournament
from server.core import auth, stamps
from server.core.act_times import act_times
from server.core.desk import Desk
from server.core.parts import Home, Part, is_meant, part_of
from server.floor import calls, visits
from server.floor.calls import Call, Kind
from server.floor.visits import Visit

WANTS: dict[Kind, str] = {
    "judge": "calls a judge",
    "wrong-result": "says the result is wrong",
    "draft": "calls a judge",
    "drop": "has somebody who wants to drop",
}


@dataclass(frozen=True, slots=True)
class CallLine:
    """A call as judges read it. `goes` is who said so, `mine` if that is the one who looks, `there` on arrival.

    `place` is where: Table 7, or Group 2 of a draft, which is `drafting`. `drops` is who asks to drop.
    """

    id: int
    table: int
    round: int
    wants: str
    sides: Lettered
    waiting: str
    goes: str
    claimed_by: str
    mine: bool
    there: bool
    href: str
    place: str
    drafting: bool
    drops: PlayerId | None


@dataclass(frozen=True, slots=True)
class TableLine:
    """A table of the round, with the one thing a judge wants to know about it."""

    table: int
    sides: Lettered
    state: str
    icon: str
    word: str
    href: str


@dataclass(frozen=True, slots=True)
class JudgeVisit:
    """A judge at a table. `minutes` is what leaving proposes; `text` what the stopwatch shows."""

    table: int
    who: str
    mine: bool
    seconds: int | None
    text: str
    minutes: int


@dataclass(frozen=True, slots=True)
class FirstFives:
    """Before the clock starts: how many tables are checked, and the cards that nobody may show."""

    number: int
    ready: int
    tables: int
    barred: PostedCards | None


@dataclass(frozen=True, slots=True)
class FloorPage:
    """Without the call that one is at just now: the stopwatch stands for it."""

    round: str
    calls: tuple[CallLine, ...]
    watch: JudgeVisit | None
    open: Part[TableLine]
    done: Part[TableLine]
    tables: int = 0
    out: int = 0
    fives: FirstFives | None = None
    half_done: str = ""


def floor_page(desk: Desk) -> FloorPage:
    """Everything on the floor page."""
    t = desk.t
    current = t.current_round
    playing = current is not None and current.phase == "published"
    here = watches(desk)
    calling = call_lines(desk)
    slow = _slow(desk, current) if current and playing else None
    matches = current.matches if current and playing else ()

    def line(match: Match) -> TableLine:
        return _table(desk, match, here, calling, slow)

    watch = next((watch for watch in here.values() if watch.mine), None)
    return FloorPage(
        round=round_name(t, current.number) if current and playing else "",
        calls=tuple(call for call in calling if call.round or not watch or call.table != watch.table),
        watch=watch,
        open=_part(desk, matches, done=False).made(line),
        done=_part(desk, matches, done=True).made(line),
        tables=len(matches),
        out=sum(match.result is None for match in matches),
        fives=_first_fives(t, current) if current and playing else None,
        half_done=_minutes(slow.half_done_ms) if slow and slow.played_ms else "",
    )


def _part(desk: Desk, matches: Sequence[Match], *, done: bool) -> Part[Match]:
    """Of the tables with a result, or of those without; one search goes through both."""
    return part_of(
        [match for match in matches if (match.result is not None) == done],
        Home("floor.show", {"tid": desk.id}, "done" if done else None),
        name="done" if done else "part",
        of=len(matches),
        meant=lambda match, q: is_meant(q, match.players, desk.names, table=match.table),
    )


def _slow(desk: Desk, current: Round) -> SlowTables:
    clock = desk.t.clock
    extra = {match.table: clocks.extension(clock, match.table) if clock else 0 for match in current.matches}
    now = round(datetime.fromisoformat(stamps.now()).timestamp() * 1000)
    return slow_tables(act_times(desk.book), current.matches, extra=extra, now=now)


def _minutes(ms: int) -> str:
    return plural(round(ms / MINUTE), "minute")


def _first_fives(t: Tournament, current: Round) -> FirstFives | None:
    """As long as somebody's is not checked and the clock has not started."""
    ready = sum(map(is_ready, current.matches))
    if not _showing_fives(t) or ready == len(current.matches):
        return None
    return FirstFives(current.number, ready, len(current.matches), barred_cards(t.settings))


def call_lines(desk: Desk) -> tuple[CallLine, ...]:
    """The open calls: one's own first, then those nobody goes to, each by how long they wait."""
    who, here = auth.names_of_staff(), visits.visits(desk.id, desk.t)
    lines = [_call(desk, call, who, here) for call in calls.open_calls(desk.id, desk.t)]
    return tuple(sorted(lines, key=lambda line: (not line.mine, bool(line.goes))))


def watches(desk: Desk) -> dict[int, JudgeVisit]:
    """The judges at tables, by table."""
    who = auth.names_of_staff()
    return {table: _watch(visit, who) for table, visit in visits.visits(desk.id, desk.t).items()}


def waited(at: str) -> str:
    """How long ago that was, as one says it."""
    whole = int(max(0, stamps.seconds_since(at))) // 60
    if not whole:
        return "just now"
    return f"{whole} min" if whole < 60 else f"{whole // 60} h {whole % 60} min"


def extra(t: Tournament, table: int) -> str:
    """+4:00, or nothing if the table has no extra time."""
    given = clocks.extension(t.clock, table) if t.clock else 0
    return minutes(given) if given else ""


def _call(desk: Desk, call: Call, who: dict[str, str], at: Mapping[int, Visit]) -> CallLine:
    current, drafting = desk.t.current_round, call.kind == "draft"
    here = drafting or (current is not None and current.number == call.round and current.phase == "published")
    return CallLine(
        call.id,
        call.table,
        0 if here else call.round,
        WANTS[call.kind],
        _callers(desk.t, call),
        waited(call.at),
        who.get(call.claimed_by, "Somebody") if call.claimed_by else "",
        call.claimed_by or "",
        call.claimed_by == auth.actor(),
        here and not drafting and call.table in at,
        _where(desk, call, here=here),
        call.place,
        drafting,
        call.player,
    )


def _callers(t: Tournament, call: Call) -> Lettered:
    """Whoever sits where the call came from."""
    if call.player:
        return (("", (call.player,)),)
    if call.kind == "draft":
        return tuple(("", (player,)) for player in t.drafting[call.table - 1].seats if t.players[player].active)
    round_ = next(round_ for round_ in t.rounds if round_.number == call.round)
    match = round_.match_at(call.table)
    return lettered(match) if match else ()


def _where(desk: Desk, call: Call, *, here: bool) -> str:
    """The page for whoever goes: the draft, the table, or the result of an earlier round."""
    if call.kind == "draft":
        return url_for("draft.show", tid=desk.id)
    if call.player:
        return url_for("players.edit", tid=desk.id, pid=call.player)
    if here:
        return url_for("floor.table", tid=desk.id, table=call.table)
    return url_for("results.correct", tid=desk.id, number=call.round, table=call.table)


def _watch(visit: Visit, who: dict[str, str]) -> JudgeVisit:
    seconds = None if visit.elapsed_ms is None else visit.elapsed_ms // 1000
    text = "–:––" if seconds is None else clocks.mmss(1000 * seconds)
    mine = visit.by == auth.actor()
    return JudgeVisit(visit.table, who.get(visit.by, "A judge"), mine, seconds, text, visit.minutes)


def _table(
    desk: Desk,
    match: Match,
    here: dict[int, JudgeVisit],
    calling: tuple[CallLine, ...],
    slow: SlowTables | None,
) -> TableLine:
    state, icon, word = _state(desk.t, match, here.get(match.table), calling)
    if slow and not state and match.table in slow.played_ms:
        state, icon, word = "warning", "clock", f"Slow: {_minutes(slow.played_ms[match.table])}"
    href = url_for("floor.table", tid=desk.id, table=match.table)
    return TableLine(match.table, lettered(match), state, icon, word, href)


def _state(
    t: Tournament, match: Match, watch: JudgeVisit | None, calling: tuple[CallLine, ...]
) -> tuple[str, str, str]:
    """The first that applies: what needs somebody before what only is."""
    state, words = progress(t, match) if len(match.seats) > 2 else ("", "")
    if disputed(match):
        return "alarm", "alarm", words or "Two versions"
    if watch:
        return "warning", "clock", "You are here" if watch.mine else f"{watch.who} is here"
    here = (call for call in calling if call.table == match.table and not call.round)
    if call := next((call for call in here if not call.drops), None):
        return "warning", "alarm", f"Judge called, {call.waiting}"
    if match.result:
        return "done", "check", told(match, match.result)
    if given := extra(t, match.table):
        return "warning", "clock", f"Extra {given}"
    if words:
        return state, "clock" if state else "play", words
    if match.reports:
        return "warning", "clock", "One has reported"
    if _showing_fives(t):
        return ("", "check", "Checked") if is_ready(match) else ("", "clock", "Not checked yet")
    return "", "play" if at_open_tables(t) == "Playing" else "clock", at_open_tables(t)


def _showing_fives(t: Tournament) -> bool:
    """First Fives are checked as long as the clock has not started."""
    return ruleset_of(t.settings).first_five and not (t.clock and t.clock.runs)
