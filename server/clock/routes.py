"""The round clock at the desk, the First Five checks before it starts, and the break between rounds."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from engine import clock as clocks
from engine import facts as f
from engine.clock import mmss
from engine.decisions import clock
from engine.decisions.first_fives import check_all_first_fives, check_first_five, faulty_first_fives
from engine.decisions.results import match_at
from engine.history import long
from engine.progress import require_round
from engine.refusals import Refused
from engine.sentences import plural, who
from engine.words import Tournament
from server.clock.clock_page import clock_page
from server.clock.switching import JUST_SWITCHED, MINUTE, DecideNow, added_words, minutes_in_ms, once
from server.core.auth import needs
from server.core.desk import desk, record, tell
from server.core.frame import frame
from server.core.journal import Recorded
from server.core.timekeeping import moment
from server.floor.visits import left_at
from server.people import playing_staff

bp = Blueprint("clock", __name__, url_prefix="/events/<tid>/clock")


@bp.get("/")
@needs("judge")
def show(tid: str) -> str:
    d = desk(tid)
    return render_template("clock.html", d=frame(d, "clock", heading="Clock"), names=d.names, clock=clock_page(d))


@bp.post("/start")
@needs("organizer")
def start(tid: str) -> ResponseReturnValue:
    outage = _minutes("outage") if request.form.get("outage") else 0
    _switch(tid, lambda t, now: clock.start_clock(t, now, outage_ms=outage), said="The clock is running.")
    return _back(tid)


@bp.post("/pause")
@needs("organizer")
def pause(tid: str) -> ResponseReturnValue:
    _switch(tid, clock.pause_clock, said="The clock is paused.")
    return _back(tid)


@bp.post("/add")
@needs("organizer")
def add(tid: str) -> ResponseReturnValue:
    """Time for everyone; a negative number takes it away."""
    ms = _minutes("minutes")
    _do(tid, lambda t, now: clock.add_time(t, ms, now=now))
    tell(f"{added_words(ms)}{_still_over(tid)}")
    return _back(tid)


@bp.post("/extend")
@needs("judge")
def extend(tid: str) -> ResponseReturnValue:
    """Time for one table."""
    ms, table = _minutes("minutes"), request.form.get("table", type=int) or 0
    _do(tid, lambda t, now: clock.extend_table(t, table, ms=ms, now=now))
    tell(f"Table {table}: {ms / MINUTE:+g} min.{left_at(desk(tid).t, table) if ms > 0 else ''}")
    return _back(tid)


@bp.post("/call")
@needs("organizer")
def call(tid: str) -> ResponseReturnValue:
    left = _do(tid, clock.call_time).only(f.TimeCalledEarly).left_ms
    tell(f"Time is called; {mmss(left)} were left.")
    return _back(tid)


@bp.post("/call/take-back")
@needs("organizer")
def take_call_back(tid: str) -> ResponseReturnValue:
    _do(tid, clock.take_call_back, "The call is taken back. The clock goes on with what was left.")
    return _back(tid)


@bp.post("/end")
@needs("organizer")
def end(tid: str) -> ResponseReturnValue:
    _do(tid, clock.end_clock, "The clock has ended. Nothing sounds any more.")
    return _back(tid)


@bp.post("/ready/<int:table>")
@needs("judge")
def ready(tid: str, table: int) -> ResponseReturnValue:
    """Tick the First Fives of this table off: one player's, or everybody's."""
    only, number = request.form.get("player"), request.form.get("round", type=int)

    d = desk(tid)

    def decide(t: Tournament) -> tuple[f.Fact, ...]:
        require_round(t, number)
        match = match_at(t, table)
        playing_staff.require_other(d, match)
        players = tuple(player for player in match.players if only in (None, "", player))
        return check_first_five(t, table, players=players)

    record(tid, decide, said=f"Table {table}: First Five checked.")
    return _back(tid)


@bp.post("/ready")
@needs("judge")
def ready_all(tid: str) -> ResponseReturnValue:
    """Tick every First Five of the round off; where whoever asks plays, somebody else checks."""
    d, number = desk(tid), request.form.get("round", type=int)
    mine = playing_staff.own_tables(d)

    def decide(t: Tournament) -> tuple[f.Fact, ...]:
        require_round(t, number)
        return check_all_first_fives(t, but=tuple(mine))

    done = record(tid, decide)
    tables = {fact.table for fact in done.facts if isinstance(fact, f.FirstFiveChecked)}
    tell(f"The First Fives of {plural(len(tables), 'table')} are checked.")
    for table, player in mine.items():
        tell(f"Table {table} is left out: {who(player)} of the staff plays there, so somebody else checks.", "warning")
    for table in _with_a_fault(desk(tid).t):
        tell(f"Table {table} is left out: a fault was found there. Check it by itself.", "warning")
    return _back(tid)


def _with_a_fault(t: Tournament) -> list[int]:
    current, faulty = t.current_round, faulty_first_fives(t)
    matches = current.matches if current else ()
    return [match.table for match in matches if faulty.intersection(match.players) - set(match.ready)]


@bp.post("/break")
@needs("organizer")
def start_break(tid: str) -> ResponseReturnValue:
    ms = _minutes("minutes")
    if ms <= 0:
        raise Refused("A break lasts at least a minute.")
    _do(tid, lambda t, now: clock.start_break(t, ms, now=now), f"A break of {long(ms)} has begun.")
    return _back(tid)


@bp.post("/break/end")
@needs("organizer")
def end_break(tid: str) -> ResponseReturnValue:
    record(tid, clock.end_break, said="The break is over.")
    return _back(tid)


def _switch(tid: str, decide: DecideNow, *, said: str) -> None:
    done = _do(tid, once(decide))
    if done.facts:
        tell(said)
    else:
        tell(JUST_SWITCHED.format(again="Tap once more"), "warning")


def _do(tid: str, decide: DecideNow, said: str = "") -> Recorded:
    """Time is read inside the lock, so that what is recorded is what everybody saw."""
    number = request.form.get("round", type=int)

    def decide_now(t: Tournament) -> tuple[f.Fact, ...]:
        require_round(t, number)
        return decide(t, moment())

    return record(tid, decide_now, said=said)


def _still_over(tid: str) -> str:
    """Time that was added long after the call may not bring anything back."""
    shown = desk(tid).t.clock
    left = 0 if shown is None else clocks.remaining(shown, moment())
    return f" Time is still up, by {mmss(-left)}." if left < 0 else ""


def _minutes(field: str) -> int:
    return minutes_in_ms(request.form.get(field, ""))


def _back(tid: str) -> ResponseReturnValue:
    where = {"now": "now.show", "floor": "floor.show"}.get(request.form.get("back", ""), "clock.show")
    return redirect(url_for(where, tid=tid), 303)
