"""When this round and this event will end, by the rounds so far. Lengths only: whoever shows them adds the present."""

from __future__ import annotations

from engine import clock as clocks
from engine import facts as f
from engine import stamps
from engine.once import once
from engine.pace import MINUTE, Pace, bracket_lengths, pace, rounds_ms
from engine.pairing.brackets import round_names
from engine.pairing.draft import second_rounds
from engine.progress import results_in
from engine.stamps import Stamped
from engine.values import dataclass
from engine.whats_next import comes_next
from engine.words import Tournament
from server.clock.breaks import over_wall_ms
from server.core import time_of_day
from server.core.act_times import act_times
from server.core.books import Book
from server.core.desk import Desk
from server.core.timekeeping import moment


@dataclass(frozen=True, slots=True)
class Forecast:
    """From publishing to the start, from time called to the last result, between rounds, and all after this round.

    `over_ms` is below zero where everybody is usually done before. `next_wall_ms`, between two rounds: the time of day,
    in ms, at which the next one should be published.
    """

    set_up_ms: int
    over_ms: int
    between_ms: int
    after_ms: int
    rounds_left: int
    next_wall_ms: int | None = None


@once
def usual_pace(book: Book) -> Pace:
    """How the rounds of this event went so far."""
    return pace(book.tournament.settings, act_times(book))


def forecast(desk: Desk) -> Forecast | None:
    """None where nobody can know: a round without a limit is to come, or the event is over or has not begun."""
    t = desk.t
    lengths = _lengths(t)
    if lengths is None or t.settings.timer != "common" or not all(lengths):
        return None
    found, usual = act_times(desk.book), usual_pace(desk.book)
    after = usual.between_ms + rounds_ms(lengths, usual) if lengths else 0
    if t.stages[-1].kind == "groups":
        after += usual.draft_ms
    after += _lunch_ahead_ms(t, found, usual.between_ms)
    next_ = _next_wall_ms(desk, found, usual.between_ms)
    return Forecast(usual.set_up_ms, usual.over_ms, usual.between_ms, after, len(lengths), next_)


def _lunch_ahead_ms(t: Tournament, found: Stamped, between: int) -> int:
    """What lunch takes longer than the usual time between two rounds, as long as it is to come.

    A break after the round before it is lunch, also if it was ended early.
    """
    settings, stage, published = t.settings, t.stages[-1], _published(t)
    if not 0 < settings.lunch_after < stage.planned or stage.kind == "bracket" or published > settings.lunch_after:
        return 0
    broke, played = stamps.last(found, f.BreakStarted), stamps.last(found, f.RoundPublished)
    if published == settings.lunch_after and broke is not None and played is not None and broke > played:
        return 0
    return max(0, settings.lunch_minutes * MINUTE - between)


def _published(t: Tournament) -> int:
    return sum(round_.phase != "draft" for round_ in t.rounds)


def event_over_ms(found: Forecast) -> int:
    """Between two rounds: how long until the event is over. A round that is late already comes at once."""
    due = found.next_wall_ms if found.next_wall_ms is not None else 0
    return max(0, due - time_of_day.ms()) + found.after_ms - found.between_ms


def round_over_ms(desk: Desk, left: int) -> int:
    """How long until the last result of the round that is on, with so much left on its clock."""
    usual = usual_pace(desk.book)
    before = 0 if desk.t.clock is not None and desk.t.clock.runs else usual.set_up_ms
    # Whoever is slower than usual has until time is called; after that, whatever is late already comes at once.
    expected = left + usual.over_ms
    return before + (expected if expected > 0 else max(0, left))


def next_pairings_ms(desk: Desk) -> int | None:
    """How long until the next pairings, for phones and tablets alike; None where nobody can know it or none come.

    Nobody knows it either while the round's clock stands, once tables play on after time is called, or once the next
    round is late.
    """
    found, t = forecast(desk), desk.t
    if found is None or comes_next(t) != "pairings":
        return None
    acts = act_times(desk.book)
    lunch = _lunch_ahead_ms(t, acts, found.between_ms) if _published(t) == t.settings.lunch_after else 0
    due = found.next_wall_ms
    if due is None and results_in(t)[0] == results_in(t)[1]:
        due = _after_the_last_result_ms(acts, found.between_ms)
    if due is not None:
        ahead = due + lunch - time_of_day.ms()
        return ahead if ahead >= 0 else None
    now = moment()
    if t.clock is None or t.clock.untimed or not clocks.is_running(t.clock, now):
        return None
    left = clocks.remaining(t.clock, now)
    return round_over_ms(desk, left) + found.between_ms + lunch if left > 0 else None


def _lengths(t: Tournament) -> list[int] | None:
    """How long every round that is not published yet lasts, those of the bracket or the second draft included.

    0 where there is no limit.
    """
    stage, swiss = t.stage, t.settings.round_minutes * MINUTE
    if stage is None or t.finish is not None or not stage.planned:
        return None
    to_come = stage.planned - sum(round_.phase != "draft" for round_ in stage.rounds)
    if stage.kind == "bracket":
        return bracket_lengths(t.settings, to_come)
    if stage.kind == "groups":
        return [swiss] * (to_come + second_rounds(t.settings))
    cut = len(round_names(t.settings.cut)) if stage.kind == "swiss" and t.settings.cut else 0
    return [swiss] * to_come + bracket_lengths(t.settings, cut)


def _next_wall_ms(desk: Desk, found: Stamped, between: int) -> int | None:
    current = desk.t.current_round
    if current is not None and current.phase == "published":
        return None
    if (over := over_wall_ms(desk, moment())) is not None:
        return over
    return _after_the_last_result_ms(found, between)


def _after_the_last_result_ms(found: Stamped, between: int) -> int | None:
    """As in a break, unless the box woke up on an earlier day since."""
    ended = stamps.last(found, f.ResultRecorded)
    return None if ended is None or ended > time_of_day.ms() else ended + between
