"""What is sent in after an event, on paper: the wrap-up report with everybody's points, the scoring form."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from engine.rulesets.registry import ruleset_of
from engine.standings.pods import pod_places, pod_standings
from engine.standings.points import SCORED_FROM, is_scored, round_points
from engine.words import Match, PlayerId, Round, Settings, Tournament
from server.core.desk import Desk
from server.paper.advancement_grid import scale_of
from server.paper.sheets import days
from server.people.staff import Member, members

LINES_A_COLUMN = 18
FORMS_A_PAGE = 6
BLANK_SEATS = 4

# A place in the report: rank, player, points.
Line = tuple[str, PlayerId | None, str]


@dataclass(frozen=True, slots=True)
class ReportHead:
    """What the report and the form have in common."""

    convention: str
    convention_code: str
    code: str
    days: str = ""
    due: str = ""
    scored: str = ""


@dataclass(frozen=True, slots=True)
class WrapUpReport:
    """Pages of two columns of players; the staff comes after the last."""

    pages: tuple[tuple[tuple[Line, ...], ...], ...]
    staff: tuple[Member, ...] = ()


@dataclass(frozen=True, slots=True)
class Form:
    """One table on the scoring form: players by place with their points, or in seat order while it plays."""

    round: str
    table: str
    scale: str
    lines: tuple[tuple[PlayerId | None, str], ...]


def sent(desk: Desk, *, now: datetime) -> ReportHead:
    """Convention, codes, the days of play and the day until which results are due."""
    t = desk.t
    first, last = days(desk, now=now)
    ended = t.finish is not None
    until = ruleset_of(t.settings).report_days
    due = (last + timedelta(days=until)).isoformat()
    blank = blank_sent(desk)
    return replace(
        blank,
        days=first.isoformat() if first == last or not ended else f"{first} to {last}",
        due=f"Due by {due}, {until} days after the event." if ended else blank.due,
        scored=_scored(t),
    )


def blank_sent(desk: Desk) -> ReportHead:
    """Only what is the same whoever plays."""
    event, until = desk.t.settings.event, ruleset_of(desk.t.settings).report_days
    codes = (event.convention, event.convention_code, event.code) if event else ("", "", "")
    return ReportHead(*codes, due=f"Due within {until} days after the event.")


def report(desk: Desk) -> WrapUpReport:
    """Everybody who has points, best first, and the staff with theirs."""
    stage = next((stage for stage in desk.t.stages if stage.kind == "pods"), None)
    ranked = pod_standings(desk.t, stage) if stage else ()
    lines = [(str(line.rank), line.player, str(line.points)) for line in ranked]
    return WrapUpReport(_pages(lines), members(desk))


def blank_report() -> WrapUpReport:
    lines = [(str(number), None, "") for number in range(1, 2 * LINES_A_COLUMN + 1)]
    return WrapUpReport(_pages(lines))


def scoring_forms(t: Tournament) -> tuple[tuple[Form, ...], ...]:
    """A form for every table of every published round, six to a page."""
    rounds = [round_ for round_ in t.rounds if round_.phase != "draft"]
    forms = [_form(t.settings, round_, at) for round_ in rounds for at in range(len(round_.matches))]
    return tuple(tuple(forms[at : at + FORMS_A_PAGE]) for at in range(0, len(forms), FORMS_A_PAGE))


def blank_forms() -> tuple[tuple[Form, ...], ...]:
    return ((Form("", "", "4/3/2/1", ((None, ""),) * BLANK_SEATS),) * FORMS_A_PAGE,)


def _form(settings: Settings, round_: Round, at: int) -> Form:
    match, places = round_.matches[at], pod_places([round_])[0]
    points = round_points(places, number=round_.number, factor=settings.factor)
    sides = len({seat.side for seat in match.seats})
    scale = scale_of(settings, round_.number, sides=sides, tables=len(round_.matches))
    table = "Final" if len(round_.matches) == 1 else str(match.table)
    return Form(str(round_.number), table, scale, _lines(match, places[at], points))


def _lines(
    match: Match, places: Sequence[tuple[PlayerId, ...]], points: dict[PlayerId, int]
) -> tuple[tuple[PlayerId | None, str], ...]:
    if not places:
        return tuple((player, "") for player in match.players)
    return tuple((player, str(points[player])) for side in places for player in side)


def _pages(lines: Sequence[Line]) -> tuple[tuple[tuple[Line, ...], ...], ...]:
    """Two columns to a page, filled one after the other."""
    columns = [tuple(lines[at : at + LINES_A_COLUMN]) for at in range(0, len(lines), LINES_A_COLUMN)] or [()]
    return tuple(tuple(columns[at : at + 2]) for at in range(0, len(columns), 2))


def _scored(t: Tournament) -> str:
    event = t.settings.event
    players = len({player for round_ in t.rounds if round_.phase != "draft" for player in round_.seated})
    if event is None or not event.scored:
        return "Not scored."
    return "Scored." if is_scored(players) else f"Not scored: {players} played, and it takes {SCORED_FROM}."
