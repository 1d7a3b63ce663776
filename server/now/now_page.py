"""The Now page: the steps of the round, one sentence and one button for what comes next, and what is still out."""

from __future__ import annotations

from flask import url_for

from engine.clock import Clock
from engine.decisions.results import agreed, disputed
from engine.decisions.stages import groups_drafting
from engine.pairing.draft import second_name
from engine.pod_words import gone_words, no_longer_scored, progress, two_at_a_table, wrong_seat_words
from engine.progress import is_ready, next_round_name, results_in, round_in_sentence, the_draft
from engine.rosters_due import due_next
from engine.rulesets.registry import ruleset_of
from engine.sentences import everyone, plural
from engine.sides import Side, lettered
from engine.so_far import at_open_tables
from engine.standings.participants import did_not_come
from engine.standings.pods import champion
from engine.values import dataclass, replace
from engine.whats_next import unplanned_cut
from engine.words import Match, Round, Tournament
from server.clock.clock_page import ClockPage, clock_page, start_words
from server.core.desk import Desk
from server.core.parts import Home, Part, is_meant, part_of
from server.draft.draft_warnings import draft_warnings
from server.event.history_page import line, ways_back
from server.event.tables_then import tables_then
from server.floor.floor_page import CallLine, call_lines, extra
from server.pairing.pod_choice import seating_choice
from server.people.begin import Next, before_start, to

STEPS = ("Check in", "Pair", "Publish", "Play", "Close round", "Standings")


@dataclass(frozen=True, slots=True)
class Out:
    """A table that has no result yet."""

    match: Match
    state: str
    word: str

    @property
    def sides(self) -> tuple[tuple[str, Side, str], ...]:
        """Each side with its letter, and how it went if nobody of it is there any more."""
        return tuple((letter, side, gone_words(self.match, side)) for letter, side in lettered(self.match))


@dataclass(frozen=True, slots=True)
class Acted:
    """A line of the history."""

    seq: int
    at: str
    text: str
    act: str = ""
    href: str = ""


@dataclass(frozen=True, slots=True)
class NowPage:
    """`seats` are sentences about seats that a correction has given to somebody else."""

    step: int
    next: Next
    out: Part[Out]
    tables: int
    last: tuple[Acted, ...]
    calls: tuple[CallLine, ...] = ()
    clock: ClockPage | None = None
    seats: tuple[str, ...] = ()
    last_round: int = 0


def now_page(desk: Desk) -> NowPage:
    """Everything the Now page shows."""
    t = desk.t
    step, next_ = _next(desk)
    told = (no_longer_scored(t), *two_at_a_table(t), *_due(t, step)) if t.finish is None else ()
    next_ = replace(next_, warnings=(*next_.warnings, *draft_warnings(t), *filter(None, told)))
    current = t.current_round
    open_ = [m for m in current.matches if m.result is None] if current and current.phase == "published" else []
    calls = call_lines(desk)
    called = {call.table for call in calls if not call.round}
    out = part_of(
        sorted((_out(t, match, called) for match in open_), key=lambda o: (o.state != "alarm", o.match.table)),
        Home("now.show", {"tid": desk.id}, "out"),
        meant=lambda each, q: is_meant(q, each.match.players, desk.names, table=each.match.table),
    )
    at = tables_then(desk.book)
    acts = desk.book.acts[-6:]
    ways = ways_back(desk, acts)
    last = tuple(Acted(act.seq, act.at, line(act, at), *ways.get(act.seq, ())) for act in reversed(acts))
    seats = wrong_seat_words(t) if t.finish is None else ()
    return NowPage(step, next_, out, results_in(t)[1], last, calls, clock_page(desk), seats, t.rounds_played)


def _due(t: Tournament, step: int) -> tuple[str, ...]:
    """Factions that are missing, as long as a round is to be paired or published."""
    return due_next(t) if STEPS[step] in ("Check in", "Pair", "Publish") else ()


def _out(t: Tournament, match: Match, called: set[int]) -> Out:
    several = progress(t, match) if len(match.seats) > 2 else ("", "")
    if disputed(match):
        return Out(match, "alarm", several[1] or "Two versions")
    if match.table in called:
        return Out(match, "warning", "Judge called")
    if not match.reports and (given := extra(t, match.table)):
        return Out(match, "warning", f"Extra {given}")
    if agreed(match) is not None:
        return Out(match, "warning", "To be confirmed")
    if several[1]:
        return Out(match, *several)
    return Out(match, "warning", "One has reported") if match.reports else Out(match, "", at_open_tables(t))


def _next(desk: Desk) -> tuple[int, Next]:
    """Where the event stands, as the index of a step and what to do there."""
    t = desk.t
    current = t.current_round
    if t.finish is not None:
        return 5, Next(
            "The event is over",
            "Places and prizes are recorded. Next: results to take away, certificates and the prize list.",
            "Show the places",
            to(desk, "standings.show"),
        )
    if not t.stages:
        return 0, before_start(desk)
    if groups_drafting(t):
        return 1, _lead_draft(desk)
    if current is None or current.phase == "closed":
        return (5, _after_stage(desk)) if _stage_done(t) else (1, _pair_next(desk))
    name = round_in_sentence(t, current.number)
    if current.phase == "draft":
        return 2, Next(
            f"Look over {name} and publish it",
            "Nobody sees the pairings yet. Change what you like, then publish.",
            "Open the draft",
            to(desk, "pairings.show"),
        )
    return _while_playing(desk, current)


def _while_playing(desk: Desk, current: Round) -> tuple[int, Next]:
    """A published round: settle, wait, or close."""
    done, tables = results_in(desk.t)
    if troubled := [match for match in current.matches if disputed(match)]:
        table = troubled[0].table
        return 3, Next(
            f"Settle table {table}",
            f"Its players sent two versions of the result. {_more(tables - done - 1, tables)}",
            f"Open table {table}",
            url_for("results.table", tid=desk.id, table=table),
        )
    if waiting := sum(agreed(match) is not None for match in current.matches):
        return 3, _confirm(desk, waiting)
    if desk.t.clock is not None and _waits_for_start(desk.t.clock, done, tables=tables):
        return 3, _start_clock(desk, current)
    if done < tables:
        rules = ruleset_of(desk.t.settings)
        number = rules.counted.many if rules.pods else "number"
        return 3, Next(
            f"{tables - done} of {plural(tables, 'table')} {'is' if tables - done == 1 else 'are'} still playing",
            f"Enter results as they come in. The slips page is the fastest: table, winner, {number}, Enter.",
            "Enter slips",
            to(desk, "results.slips"),
        )
    return 4, Next(
        f"Close {round_in_sentence(desk.t, current.number)}",
        "All results are in. After closing, a wrong result is corrected: you see the standings before and after.",
        "Close the round",
        to(desk, "now.close"),
        posts=True,
        seen=desk.revision,
    )


def _more(out: int, tables: int) -> str:
    if not out:
        return "All others are in."
    return f"{out} more of {plural(tables, 'table')} {'is' if out == 1 else 'are'} still out."


def _waits_for_start(clock: Clock, done: int, *, tables: int) -> bool:
    """A first result, such as a no-show, starts no clock; only a round without a limit needs no start after it."""
    return not clock.runs and done < (1 if clock.untimed else tables)


def _confirm(desk: Desk, waiting: int) -> Next:
    return Next(
        f"{plural(waiting, 'result')} {'waits' if waiting == 1 else 'wait'} to be confirmed",
        "Both players agree. Check that it is possible, then confirm; one tap confirms all that are plausible.",
        "Look at the results",
        to(desk, "results.show"),
    )


def _start_clock(desk: Desk, current: Round) -> Next:
    waiting = [str(match.table) for match in current.matches if not is_ready(match)]
    checked = ruleset_of(desk.t.settings).first_five and waiting
    assert desk.t.clock is not None
    start = start_words(desk.t.clock)
    return Next(
        start,
        f"First Fives are not checked yet at {plural(len(waiting), 'table')}; it can start anyway."
        if checked
        else "When everybody is seated and ready. Every screen shows it.",
        start,
        to(desk, "clock.start"),
        posts=True,
        round=current.number,
    )


def _lead_draft(desk: Desk) -> Next:
    together = len(desk.t.drafting) == 1
    waiting = "the group" if together else plural(len(groups_drafting(desk.t)), "group")
    speed = "Step by step" if together else "Each group goes at its own speed"
    return Next(
        f"Lead {waiting} through {the_draft(desk.t)}",
        f"{speed}, from here or from its tablet. The walls show every step.",
        "Open the draft",
        to(desk, "draft.show"),
    )


def _pair_next(desk: Desk) -> Next:
    name = next_round_name(desk.t)
    if choice := seating_choice(desk.t):
        return Next(
            f"Seat {name}",
            choice.told,
            f"Choose for {name}",
            to(desk, "pairings.show"),
        )
    return Next(
        f"Pair {name}",
        _how_paired(desk.t),
        f"Pair {name}",
        to(desk, "pairings.pair"),
        posts=True,
        seen=desk.revision,
        absent=did_not_come(desk.t),
    )


def _how_paired(t: Tournament) -> str:
    if t.stages[-1].kind == "bracket":
        return "The bracket says who meets whom: by seeds at first, then winner against winner."
    return "The draw is made by the rulebook's order and explained table by table. You can change it before publishing."


def _stage_done(t: Tournament) -> bool:
    stage = t.stages[-1]
    if stage.kind == "pods":
        return bool(champion(t, stage))
    return bool(stage.planned) and len(stage.rounds) >= stage.planned


def _after_stage(desk: Desk) -> Next:
    t = desk.t
    if t.stages[-1].kind == "swiss" and t.settings.cut:
        return Next(
            f"Cut to the top {t.settings.cut}",
            f"The Swiss rounds are played{_then(t)}. See who is in, and tick who does not want to go on.",
            "Open the cut",
            to(desk, "standings.cut"),
        )
    if t.stages[-1].kind == "groups":
        return Next(
            f"Open the {second_name(t.settings)}",
            "The rounds inside the groups are played. The best of each group draft again and start from zero.",
            "See who goes on",
            to(desk, "standings.cut"),
        )
    offered = unplanned_cut(t)
    return Next(
        "Finish the event",
        f"{_over(t)} Places and prizes are next.",
        "Places and prizes",
        to(desk, "standings.finish"),
        other=(f"Cut to the {offered} first", to(desk, "standings.cut")) if offered else None,
    )


def _then(t: Tournament) -> str:
    """The bracket by its name, where the rulebook has one."""
    name = ruleset_of(t.settings).bracket_name
    return f", and the {name} is next" if name else ""


def _over(t: Tournament) -> str:
    """What ended the event: where one is left of all tables, a champion."""
    won = champion(t, t.stages[-1]) if t.stages[-1].kind == "pods" else ()
    first = tuple(player for player in won if not t.players[player].disqualified)
    if not first:
        return "The last round is closed."
    return f"{everyone(first)} {'is the champion' if len(first) == 1 else 'are the champions'}."
