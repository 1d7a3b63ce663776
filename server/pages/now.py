"""The Now page: the steps of the round, one sentence and one button for what comes next, and what is still out."""

from __future__ import annotations

from dataclasses import dataclass

from flask import url_for

from engine.decisions.results import disputed
from engine.rulesets.registry import ruleset_of
from engine.rulesets.sizes import size_warnings
from engine.standings.pods import champion
from engine.words import Match, Round, Tournament
from server.desk import Desk
from server.pages.frame import results_in, round_name
from server.pages.history import line, seats

STEPS = ("Check in", "Pair", "Publish", "Play", "Close round", "Standings")


@dataclass(frozen=True, slots=True)
class Next:
    """The one thing to do: a heading, a sentence, and a form or a link."""

    heading: str
    sentence: str
    button: str
    href: str
    posts: bool = False
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Out:
    """A table that has no result yet."""

    match: Match
    state: str
    word: str


@dataclass(frozen=True, slots=True)
class Acted:
    """A line of the history."""

    seq: int
    at: str
    text: str


@dataclass(frozen=True, slots=True)
class NowPage:
    step: int
    next: Next
    out: tuple[Out, ...]
    tables: int
    last: tuple[Acted, ...]


def now_page(desk: Desk) -> NowPage:
    """Everything the Now page shows."""
    t = desk.t
    step, next_ = _next(desk)
    current = t.current_round
    open_ = [m for m in current.matches if m.result is None] if current and current.phase == "published" else []
    out = sorted((_out(match) for match in open_), key=lambda o: (o.state != "alarm", o.match.table))
    at = seats(desk.book.acts)
    last = tuple(Acted(act.seq, act.at, line(act, at)) for act in reversed(desk.book.acts[-6:]))
    return NowPage(step, next_, tuple(out), results_in(t)[1], last)


def _out(match: Match) -> Out:
    if disputed(match):
        return Out(match, "alarm", "Two versions")
    return Out(match, "warning", "Waits for the other") if match.reports else Out(match, "", "Playing")


def _next(desk: Desk) -> tuple[int, Next]:
    """Where the event stands, as the index of a step and what to do there."""
    t = desk.t
    current = t.current_round
    if t.finish is not None:
        return 5, Next(
            "The event is over", "Places and prizes are recorded.", "Show the places", _to(desk, "standings.show")
        )
    if not t.stages:
        return 0, _before_start(desk)
    if current is None or current.phase == "closed":
        return (5, _after_stage(desk)) if _stage_done(t) else (1, _pair_next(desk))
    name = round_name(t, current.number)
    if current.phase == "draft":
        return 2, Next(
            f"Look over {name} and publish it",
            "Nobody sees the pairings yet. Change what you like, then publish.",
            "Open the draft",
            _to(desk, "pairings.show"),
        )
    return _while_playing(desk, current)


def _while_playing(desk: Desk, current: Round) -> tuple[int, Next]:
    """A published round: settle, wait, or close."""
    done, tables = results_in(desk.t)
    if troubled := [match for match in current.matches if disputed(match)]:
        table = troubled[0].table
        return 3, Next(
            f"Settle table {table}",
            f"Its players sent two versions of the result. {tables - done - 1} more of {tables} tables are still out.",
            f"Open table {table}",
            url_for("results.table", tid=desk.id, table=table),
        )
    if done < tables:
        return 3, Next(
            f"{tables - done} of {tables} tables are still playing",
            "Enter results as they come in. The slips page is the fastest: table, winner, number, Enter.",
            "Enter slips",
            _to(desk, "results.slips"),
        )
    return 4, Next(
        f"Close {round_name(desk.t, current.number)}",
        "All results are in. Closing fixes them; a mistake found later is corrected, not undone.",
        "Close the round",
        _to(desk, "now.close"),
        posts=True,
    )


def _before_start(desk: Desk) -> Next:
    t = desk.t
    players = sum(player.active for player in t.players.values())
    here = sum(player.present for player in t.players.values())
    rules = ruleset_of(t.settings)
    if players < rules.refused_below:
        return Next(
            "Add players",
            f"{rules.name} needs at least {rules.refused_below}.",
            "Add players",
            _to(desk, "players.show"),
        )
    warnings = size_warnings(rules, players, rounds=t.settings.rounds, cut=t.settings.cut)
    who = f"{here} of {players} are checked in. " if here else ""
    return Next(
        "Start with round 1",
        f"{who}Players who are not here can be taken off first, or dropped later.",
        f"Start and pair {players} players",
        _to(desk, "now.start"),
        posts=True,
        warnings=warnings,
    )


def _pair_next(desk: Desk) -> Next:
    number = desk.t.rounds_played + 1
    return Next(
        f"Pair round {number}",
        "The draw is made by the rulebook's order and explained table by table. You can change it before publishing.",
        f"Pair round {number}",
        _to(desk, "pairings.pair"),
        posts=True,
    )


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
            "The Swiss rounds are played. Look over who is in, and who declines.",
            "Open the cut",
            _to(desk, "standings.cut"),
        )
    if t.stages[-1].kind == "groups":
        return Next(
            "Open the second draft",
            "The rounds inside the groups are played. The best of each group draft again and start from zero.",
            "See who goes on",
            _to(desk, "standings.cut"),
        )
    return Next(
        "Finish the event",
        "The last round is closed. Places and prizes are next.",
        "Places and prizes",
        _to(desk, "standings.finish"),
    )


def _to(desk: Desk, endpoint: str) -> str:
    return url_for(endpoint, tid=desk.id)
