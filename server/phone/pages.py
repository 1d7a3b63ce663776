"""What anybody may look up on a phone: the frame of every page, who sits where, and the pairings."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from flask import url_for

from engine import clock as clocks
from engine.clock import Moment
from engine.refusals import Refused
from engine.words import Match, PlayerId, Round, Stage, Tournament
from server.public import public_view
from server.core.desk import desk
from engine.history import score
from engine.rulesets.naming import played_by
from server.clock.breaks import over_at
from server.core.frame import round_name, where
from server.event.scenario import Scenario, scenario
from server.public.public_view import Public
from server.people.staff import Announced, announced
from server.core.texts import Text, announcements

MOST_SAID = 3  # announcements; more would bury what the page is for


@dataclass(frozen=True, slots=True)
class Tab:
    text: str
    icon: str
    href: str
    here: bool


@dataclass(frozen=True, slots=True)
class PhoneFrame:
    """What stands around every public page of one event.

    `table` is the one whose changes matter to this page, `clock_table` the one whose extra time its clock counts.
    `pause` says until when there is a break. Of the announcements the newest stand open, the `earlier` are folded away.
    """

    id: str
    revision: str
    name: str
    head: str
    beside: str
    clock: str
    tabs: tuple[Tab, ...]
    announcements: tuple[Text, ...]
    earlier: tuple[Text, ...] = ()
    pause: str = ""
    record: str = ""
    table: int | None = None
    clock_table: int | None = None
    rules: str = ""
    scenario: Scenario | None = None
    staff: tuple[Announced, ...] = ()


@dataclass(frozen=True, slots=True)
class Seat:
    """Where somebody is in the newest round that is published: a table, a bye, or neither."""

    table: int | None = None
    others: tuple[PlayerId, ...] = ()
    bye: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """One table of a round: who sits there, who won, and the score once it is in."""

    table: int
    seats: tuple[tuple[PlayerId, str], ...]
    score: str


@dataclass(frozen=True, slots=True)
class PairingsPage:
    title: str
    rows: tuple[Row, ...]
    byes: tuple[PlayerId, ...]
    results_in: int
    choices: tuple[tuple[str, str, bool], ...]


def phone_frame(
    view: Public,
    here: str,
    *,
    beside: str = "",
    record: str = "",
    table: int | None = None,
    clock_table: int | None = None,
) -> PhoneFrame:
    """The frame with `here` marked below."""
    t, timed = view.t, clock_table or table
    said = announcements(t, view.id)
    return PhoneFrame(
        id=view.id,
        revision=view.revision,
        name=view.name,
        head=where(t),
        beside=beside or view.name,
        clock=clock_words(t, public_view.moment(), datetime.now().astimezone(), table=timed or 0),
        tabs=_tabs(view, here),
        announcements=said[:MOST_SAID],
        earlier=said[MOST_SAID:],
        pause=_pause(view),
        scenario=scenario(t.settings) if t.finish is None else None,
        record=record,
        table=table,
        clock_table=timed,
        rules=played_by(t.settings) if t.settings.event is not None else "",
        staff=announced(t, view.id, view.names),
    )


def clock_words(t: Tournament, now: Moment, wall: datetime, *, table: int) -> str:
    """The clock of everybody, or of this table, for whoever has no script: nothing that is wrong a second later."""
    clock, current = t.clock, t.current_round
    if clock is None or current is None or current.phase != "published" or clock.untimed or clock.ended:
        return ""
    if not clock.runs:
        return f"{clock.length_ms // 60_000} min"
    if not clocks.is_running(clock, now):
        return "Paused"
    return f"ends {clocks.ends_at(wall, clocks.table_remaining(clock, now, table=table)):%H:%M}"


def pairings_page(view: Public, number: int | None) -> PairingsPage:
    """The tables of a round, the newest without a number."""
    t = view.t
    rounds = [(stage, round_) for stage in t.stages for round_ in stage.rounds]
    if not rounds:
        return PairingsPage("Pairings", (), (), 0, ())
    shown = rounds[-1] if number is None else next((each for each in rounds if each[1].number == number), None)
    if shown is None:
        raise Refused(f"Round {number} is not there yet.")
    rows = tuple(_row(match) for match in sorted(shown[1].matches, key=lambda match: match.table))
    return PairingsPage(
        title=capital(round_name(t, shown[1].number)),
        rows=rows,
        byes=tuple(bye.player for bye in shown[1].byes),
        results_in=sum(match.result is not None for match in shown[1].matches),
        choices=_choices(view, rounds, shown[1].number),
    )


def newest(t: Tournament) -> Round | None:
    """The newest round; a public view holds none that is not published."""
    return next(reversed(list(t.rounds)), None)


def seats_of(round_: Round | None) -> dict[PlayerId, Seat]:
    """Where everybody is in this round."""
    if round_ is None:
        return {}
    found = {bye.player: Seat(bye=True) for bye in round_.byes}
    for match in round_.matches:
        found.update({p: Seat(match.table, tuple(o for o in match.players if o != p)) for p in match.players})
    return found


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _pause(view: Public) -> str:
    """By the time of day, so that the same page is right for the whole break."""
    if view.t.pause is None or view.t.finish is not None:
        return ""
    until = over_at(desk(view.id), public_view.moment())
    return f"Break until about {until}." if until else "There is a break."


def _row(match: Match) -> Row:
    if match.result is None:
        return Row(match.table, tuple((player, "") for player in match.players), "")
    marks = tuple(zip(match.players, (outcome.mark for outcome in match.result.outcomes), strict=True))
    duel = len(match.seats) == 2
    return Row(match.table, marks, score(match.result).partition(",")[0] if duel else "")


def _choices(view: Public, rounds: list[tuple[Stage, Round]], here: int) -> tuple[tuple[str, str, bool], ...]:
    found = [
        (capital(round_name(view.t, r.number).partition(" of ")[0]), _at(view, r.number), r.number == here)
        for _, r in reversed(rounds)
    ]
    return tuple(found) if len(found) > 1 else ()


def _at(view: Public, number: int) -> str:
    return url_for("public_pages.pairings", tid=view.id, round=number)


def _tabs(view: Public, here: str) -> tuple[Tab, ...]:
    tabs = [
        ("me", "Me", "people", "public_pages.find"),
        ("pairings", "Pairings", "list", "public_pages.pairings"),
        ("standings", "Standings", "cup", "public_pages.standings"),
    ]
    if any(stage.kind == "bracket" for stage in view.t.stages):
        tabs.append(("bracket", "Bracket", "bracket", "public_pages.bracket"))
    return tuple(Tab(text, icon, url_for(end, tid=view.id), key == here) for key, text, icon, end in tabs)
