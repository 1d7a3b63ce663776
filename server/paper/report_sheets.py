"""What is sent in after an event, on paper: the wrap-up report with everybody's points, the scoring form."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from engine.rulesets.registry import ruleset_of
from engine.sides import sides
from engine.so_far import begun
from engine.standings.participants import counted_players, counts_for_ranking, tables_of_two
from engine.standings.pods import pod_places, pod_standings, points_in_round
from engine.standings.points import SCORED_FROM, SEATS_FROM, is_scored
from engine.standings.ranks import stage_ranks
from engine.values import dataclass, replace
from engine.words import Match, PlayerId, Round, Tournament
from server.core.desk import Desk
from server.paper.advancement_grid import scale_at
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
    last_round: str = ""


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
    lines: tuple[Line, ...]


def sent(desk: Desk, *, now: datetime) -> ReportHead:
    """Convention, codes, the days of play and the day until which results are due, if anybody waits for them."""
    t = desk.t
    blank = blank_sent(desk)
    if begun(t) and not counts_for_ranking(t):
        blank = replace(blank, due="")
    first, last = days(desk, now=now)
    ended = t.finish is not None
    until = ruleset_of(t.settings).report_days
    due = (last + timedelta(days=until)).isoformat()
    return replace(
        blank,
        days=first.isoformat() if first == last or not ended else f"{first} to {last}",
        due=f"Due by {due}, {until} days after the event." if ended and blank.due else blank.due,
        scored=_scored(t),
    )


def blank_sent(desk: Desk) -> ReportHead:
    """Only what is the same whoever plays; nothing is due of an event that is not to count."""
    event, until = desk.t.settings.event, ruleset_of(desk.t.settings).report_days
    codes = (event.convention, event.convention_code, event.code) if event else ("", "", "")
    due = f"Due within {until} days after the event." if desk.t.settings.scored else ""
    return ReportHead(*codes, due=due, last_round=ruleset_of(desk.t.settings).last_round.in_a_sentence)


def report(desk: Desk) -> WrapUpReport:
    """Everybody who has points, best first, and the staff with theirs."""
    stage = next((stage for stage in desk.t.stages if stage.kind == "pods"), None)
    ranked = pod_standings(desk.t, stage) if stage else ()
    tables = stage_ranks(desk.t, stage) if stage else ()
    places = {player: line.place for table in tables for line in table.lines for player in line.players}
    lines = [(str(places[line.player]), line.player, str(line.points)) for line in ranked]
    return WrapUpReport(_pages(lines), members(desk))


def blank_report() -> WrapUpReport:
    lines = [(str(number), None, "") for number in range(1, 2 * LINES_A_COLUMN + 1)]
    return WrapUpReport(_pages(lines))


def scoring_forms(t: Tournament) -> tuple[tuple[Form, ...], ...]:
    """A form for every table of every published round, six to a page."""
    rounds = [round_ for round_ in t.rounds if round_.phase != "draft"]
    made = [_form(t, round_, at) for round_ in rounds for at in range(len(round_.matches))]
    forms = [form for form in made if form.lines]  # none where a table was ended before any game
    return tuple(tuple(forms[at : at + FORMS_A_PAGE]) for at in range(0, len(forms), FORMS_A_PAGE))


def blank_forms() -> tuple[tuple[Form, ...], ...]:
    lines = tuple((str(seat), None, "") for seat in range(1, BLANK_SEATS + 1))
    return ((Form("", "", "4/3/2/1", lines),) * FORMS_A_PAGE,)


def _form(t: Tournament, round_: Round, at: int) -> Form:
    match, places = round_.matches[at], pod_places([round_])[0]
    scale = scale_at(t, round_, match)
    table = ruleset_of(t.settings).last_round.table if len(round_.matches) == 1 else str(match.table)
    return Form(str(round_.number), table, scale, _lines(t, match, places[at], points_in_round(t, round_)))


def _lines(
    t: Tournament, match: Match, places: Sequence[tuple[PlayerId, ...]], points: dict[PlayerId, int]
) -> tuple[Line, ...]:
    """The disqualified stand on no form; the points of the others stay what their places gave."""
    if places:
        lines = [(player, str(points[player])) for side in places for player in side if player in points]
    else:
        lines = [(player, "") for side in sides(match) for player in side if player not in match.no_shows]
    listed = [(player, worth) for player, worth in lines if not t.players[player].disqualified]
    return tuple((str(n), player, worth) for n, (player, worth) in enumerate(listed, start=1))


def _pages(lines: Sequence[Line]) -> tuple[tuple[tuple[Line, ...], ...], ...]:
    """Two columns to a page, filled one after the other."""
    columns = [tuple(lines[at : at + LINES_A_COLUMN]) for at in range(0, len(lines), LINES_A_COLUMN)] or [()]
    return tuple(tuple(columns[at : at + 2]) for at in range(0, len(columns), 2))


def _scored(t: Tournament) -> str:
    if not t.settings.scored:
        return "Not scored."
    if counts_for_ranking(t):
        return "Scored."
    played, small = counted_players(t), tables_of_two(t)
    if is_scored(played) and small:
        return f"Not scored: two played at table {small[0].table} in round {small[0].round}, and it takes {SEATS_FROM}."
    return f"Not scored: {played} played, and it takes {SCORED_FROM}."
