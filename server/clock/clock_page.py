"""The clock at the desk: what it shows, what can be done with it now, who is not ready, whose time is longer."""

from __future__ import annotations

from dataclasses import field

from engine import clock as clocks
from engine.clock import Clock, Moment, mmss
from engine.decisions.clock import break_left, plays_on
from engine.progress import is_ready
from engine.rulesets.base import PostedCards
from engine.rulesets.registry import ruleset_of
from engine.rulesets.wall import barred_cards, chess_plan, time_plan
from engine.so_far import last_closed
from engine.values import dataclass
from engine.whats_next import is_played_out
from engine.words import Match, Round, Tournament
from server.clock import breaks
from server.clock.forecast import event_over_ms, forecast, round_over_ms
from server.core import time_of_day
from server.core.desk import Desk
from server.core.parts import Home, Part, is_meant, part_of
from server.core.timekeeping import heartbeats, moment

WORDS = {
    "not-started": "Not started",
    "running": "Running",
    "warning": "Time is short",
    "called": "Time called",
    "paused": "Paused",
    "ended": "Stopped",
}


@dataclass(frozen=True, slots=True)
class Extra:
    """A table that is still out and whose time is longer."""

    table: int
    given: str
    left: str


@dataclass(frozen=True, slots=True)
class Setting:
    """A table before the start: whose First Five is checked."""

    match: Match
    ready: bool


@dataclass(frozen=True, slots=True)
class ForecastShown:
    """Milliseconds from now, for the time of day; no `round_ms` between rounds, no `event_ms` where nobody knows.

    `ends` is the time of day at which time is called: only while the clock runs, and where the time is known.
    """

    round_ms: int | None
    event_ms: int | None
    rounds_left: int
    ends: str = ""


@dataclass(frozen=True, slots=True)
class BreakShown:
    """A break that counts down to a moment of this boot; after another one, the time of day is all that is known."""

    boot: str = ""
    until_ms: int = 0
    until: str = ""


@dataclass(frozen=True, slots=True)
class ClockPage:
    """`shown` is what the clock shows, empty without a limit; `may` are the acts that make sense now.

    `round` is the one whose clock it is: every form says so, and holds for no other. `called` is what the wall shows
    when time is called, `cut_short` what was left if that was early. `start` is what its button says.
    """

    phase: str
    word: str
    shown: str
    sentence: str
    may: frozenset[str]
    round: int = 0
    start: str = ""
    extras: tuple[Extra, ...] = ()
    setting_up: Part[Setting] = field(default_factory=lambda: Part((), 0))
    set_up: int = 0
    not_ready: int = 0
    barred: PostedCards | None = None
    called: str = ""
    cut_short: str = ""
    minutes_of_break: int = 15
    pause: BreakShown | None = None
    forecast: ForecastShown | None = None
    tables: tuple[int, ...] = ()


def clock_page(desk: Desk) -> ClockPage:
    """Everything about the clock of this event."""
    t, current, now = desk.t, desk.t.current_round, moment()
    if current is None or t.clock is None or current.phase != "published":
        return _between(desk, now)
    beat = heartbeats().get(desk.id)
    phase = clocks.phase(t.clock, now, tables_out=len(t.tables_out), heartbeat=beat)
    left = None if t.clock.untimed else clocks.remaining(t.clock, now, heartbeat=beat)
    waiting = _setting_up(t, current) if phase == "not-started" else ()
    shown = part_of(
        waiting,
        Home("clock.show", {"tid": desk.id}),
        meant=lambda each, q: is_meant(q, each.match.players, desk.names, table=each.match.table),
    )
    plan = time_plan(t.settings, t.stages[-1].kind)
    return ClockPage(
        phase=phase,
        word=WORDS[phase] if t.tables_out else "All results in",
        shown="" if left is None else mmss(left),
        sentence=_sentence(t, t.clock, phase, now),
        may=_may(t, t.clock, clocks.phase(t.clock, now, heartbeat=beat), left=left or 0),
        round=current.number,
        start=start_words(t.clock),
        extras=_extras(t, t.clock, left or 0),
        setting_up=shown,
        set_up=len(waiting),
        not_ready=sum(not each.ready for each in waiting),
        barred=barred_cards(t.settings) if waiting else None,
        called=plan.called if plan is not None else "",
        cut_short=mmss(t.clock.cut_short_ms),
        minutes_of_break=usual_break(t),
        forecast=_forecast(desk, phase, left) if t.tables_out else None,
        tables=t.tables_out,
    )


def usual_break(t: Tournament) -> int:
    """The minutes that are proposed: lunch after its round, else what the event says."""
    last, settings = last_closed(t), t.settings
    lunch = settings.lunch_minutes if last and last == settings.lunch_after else 0
    return lunch or settings.break_minutes or 15


def start_words(clock: Clock) -> str:
    """Without a limit no clock is seen, so it is the round that starts."""
    return "Start the round" if clock.untimed else "Start the clock"


def _between(desk: Desk, now: Moment) -> ClockPage:
    t, pause, expected = desk.t, desk.t.pause, forecast(desk)
    left = None if pause is None else break_left(pause, now)
    ran_out, over = left is not None and left <= 0, t.finish is not None or is_played_out(t)
    acts = {"end-break"} if pause is not None else {"break"} if t.stages and not over else set()
    return ClockPage(
        phase="none",
        word="No round is being played" if pause is None else "Break" if not ran_out else "The break is over",
        shown="" if left is None or ran_out else mmss(left),
        sentence="All rounds are played." if over else "The clock comes with the next published round.",
        may=frozenset(acts),
        pause=None if pause is None else _pause(desk, left, now),
        forecast=ForecastShown(None, event_over_ms(expected), expected.rounds_left) if expected else None,
        minutes_of_break=usual_break(t),
    )


def _pause(desk: Desk, left: int | None, now: Moment) -> BreakShown:
    if left is not None:
        return BreakShown(now.boot_id, now.ms + left)
    return BreakShown(until=breaks.over_at(desk, now))


def _may(t: Tournament, clock: Clock, phase: str, *, left: int) -> frozenset[str]:
    if phase == "not-started" and not t.tables_out:
        return frozenset()
    less, extend = ["less"] if left > 0 else [], ["extend"] if t.tables_out else []
    timed = {"add", *less, *extend} if not clock.untimed else set()
    table: dict[str, set[str]] = {
        "not-started": {"start", *timed},
        "running": {"pause", "end", *timed, *({"call"} if timed else ())},
        "warning": {"pause", "end", *timed, "call"},
        "called": {"end", *timed, *_after_the_call(t, clock)},
        "paused": {"resume", "end", *timed},
        "ended": {"resume"},
    }
    return frozenset(table[phase])


def _after_the_call(t: Tournament, clock: Clock) -> set[str]:
    """Tables with extra time play on by the same clock, so a fire alarm still pauses it."""
    return {*(["pause"] if plays_on(t, moment()) else []), *(["take-call-back"] if clock.cut_short_ms else [])}


def _sentence(t: Tournament, clock: Clock, phase: str, now: Moment) -> str:
    if phase == "paused" and clocks.why_paused(clock, now) == clocks.POWER:
        return f"The power was out. {_kept(clock)}"
    if phase == "paused":
        return "Every screen says so. One tap resumes it."
    if phase == "called" and clock.cut_short_ms:
        return f"Time was called with {mmss(clock.cut_short_ms)} left."
    chess = chess_plan(t.settings)
    if chess is not None:
        return f"No common limit: each player has {chess.minutes} minutes on a chess clock. {chess.flag_rule}"
    if clock.untimed:
        return "This round has no time limit."
    return ""


def _kept(clock: Clock) -> str:
    if clocks.ran_unseen(clock):
        return "Nobody knows how long the clock ran since its last change; check the time, then resume."
    return "The clock was kept at the second it stopped; one tap resumes it."


def _extras(t: Tournament, clock: Clock, left: int) -> tuple[Extra, ...]:
    out = ((table, ms) for table, ms in clock.extensions if table in t.tables_out)
    return tuple(Extra(table, f"+{mmss(ms)}", mmss(max(0, left + ms))) for table, ms in out)


def _setting_up(t: Tournament, current: Round) -> tuple[Setting, ...]:
    if not ruleset_of(t.settings).first_five:
        return ()
    found = [Setting(match, is_ready(match)) for match in current.matches]
    return tuple(sorted(found, key=lambda each: each.ready))


def _forecast(desk: Desk, phase: str, left: int | None) -> ForecastShown | None:
    if left is None or phase == "ended":
        return None
    found, round_ms = forecast(desk), round_over_ms(desk, left)
    end = time_of_day.at(left) if phase in ("running", "warning") else ""
    if found is None:
        return ForecastShown(round_ms, None, 0, end)
    return ForecastShown(round_ms, round_ms + found.after_ms, found.rounds_left, end)
