"""The standings page: places with their reasons, who moved, the cut line; the bracket; the final places."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter
from random import Random

from flask import url_for

from engine import facts as f
from engine.pairing.draft import second_name
from engine.progress import round_after, round_alone, round_name, so_far_note, standings_after
from engine.refusals import Refused
from engine.rulesets.registry import ruleset_of
from engine.sentences import capital, round_at_start
from engine.sides import Side, team_of
from engine.so_far import last_closed, last_published
from engine.standings.advancing import going_on, in_words
from engine.standings.amended import Amended, amended, amended_until
from engine.standings.bracket_drawing import Drawing, drawing
from engine.standings.cutline import CutLine, stage_cut_line
from engine.standings.places import FinalPlace, final_places, recorded_places
from engine.standings.pods import champion
from engine.standings.ranks import Column, Rank, RankLine, Ranks, as_of, lot_ties, ranks_after, stage_ranks
from engine.values import dataclass
from engine.whats_next import unplanned_cut
from engine.words import PlayerId, Stage, Tournament
from server.core.books import standing
from server.core.desk import Desk
from server.core.parts import Home, Part, is_meant, part_of
from server.people.player_page import Played, rounds_of
from server.standings.working import AskedCriterion, explained

Why = dict[PlayerId, tuple[AskedCriterion, ...]]
Place = tuple[Ranks, RankLine]  # a line with the table it is in
CHEAP = 64  # up to so many players the chances are worked out while the page waits, and every row has its whole sum


@dataclass(frozen=True, slots=True)
class RoundChoice:
    """Another view of the standings."""

    text: str
    href: str
    here: bool


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """A line with how it moved (None where there is nothing to compare), its chance, and whether the cut is below."""

    place: int
    players: Side
    rank: Rank
    move: int | None
    decided: str
    chance: str = ""
    chance_state: str = ""
    cut: bool = False
    whole: bool = True
    asked: tuple[AskedCriterion, ...] = ()
    rounds: tuple[Played, ...] = ()


@dataclass(frozen=True, slots=True)
class StandingsTable:
    """One table of standings."""

    heading: str
    columns: tuple[Column, ...]
    rows: tuple[StandingsRow, ...]


@dataclass(frozen=True, slots=True)
class StandingsPage:
    title: str
    beside: str
    choices: tuple[RoundChoice, ...]
    tables: tuple[StandingsTable, ...] = ()
    shown: Part[Place] | Part[FinalPlace] | None = None
    drawing: Drawing | None = None
    places: tuple[FinalPlace, ...] = ()
    amended: tuple[Amended, ...] = ()
    lots: tuple[tuple[Side, ...], ...] = ()
    cut: int = 0
    line: str = ""
    goes_on: str = ""
    exact: bool = True
    finished: bool = False
    differs: bool = False
    next: RoundChoice | None = None
    other: RoundChoice | None = None
    number: int | None = None
    opened: str = ""


def standings_page(desk: Desk, number: int | None, *, opened: str = "") -> StandingsPage:
    """The standings after this round; without one, what matters now: places, bracket, or the last closed round.

    `opened`: whose row is open with its whole sum, where there are too many to have them all on one page.
    """
    t = desk.t
    shown = number or last_closed(t) or last_published(t)
    if number is not None and all(r.number != number or r.phase == "draft" for r in t.rounds):
        raise Refused(f"{round_at_start(number)} has not been played. Choose one of the rounds above the standings.")
    stage = stage_with(t, shown)
    if t.finish is not None and number is None:
        return _finished(desk)
    if (stage is not None and stage.kind == "bracket") or (number is None and t.stage and t.stage.kind == "bracket"):
        return _bracket(desk, stage if number else t.stage)
    if not shown or stage is None:
        return StandingsPage("Standings", "No round has been played yet.", ())
    return _ranked(desk, stage, shown, now=number is None, opened=opened)


def stage_with(t: Tournament, number: int) -> Stage | None:
    """The stage this round is part of."""
    return next((stage for stage in t.stages if any(r.number == number for r in stage.rounds)), None)


def by_hand(desk: Desk) -> frozenset[PlayerId]:
    """Whose lot the organizer replaced."""
    orders = [fact.order for act in standing(desk.book) for fact in act.facts if isinstance(fact, f.LotsReplaced)]
    return frozenset(player for order in orders for player in order)


def places_before(t: Tournament, number: int, group: int) -> dict[PlayerId, int]:
    """Everybody's place in the same table after the round before, if that was of the same stage."""
    stage = stage_with(t, number)
    if stage is None or stage is not stage_with(t, number - 1):
        return {}
    tables = [ranks for ranks in ranks_after(t, number - 1) if ranks.group == group]
    return {player: line.place for table in tables for line in table.lines for player in line.players}


def _ranked(desk: Desk, stage: Stage, number: int, *, now: bool, opened: str) -> StandingsPage:
    t = desk.t
    round_ = next(r for r in stage.rounds if r.number == number)
    past = as_of(t, number)
    ranks = stage_ranks(past, past.stages[-1])
    shown = part_of(
        [(table, line) for table in ranks for line in table.lines],
        Home("standings.show", {"tid": desk.id, "round": None if now else number}),
        meant=lambda place, q: is_meant(q, place[1].players, desk.names),
        here=lambda place: opened in place[1].players,
    )
    current = now and len(t.stages) == 1 and stage.kind == "swiss" and t.finish is None
    line = _chances(desk, past, number) if current and t.settings.cut and last_closed(t) else None
    cut = going_on(t, stage)
    whole = frozenset(t.players) if len(t.players) <= CHEAP else frozenset({opened}) & frozenset(t.players)
    why = explained(past, past.stages[-1]) if whole and stage.kind != "pods" else {}
    name = round_name(t, number)
    open_ = round_.phase != "closed"
    return StandingsPage(
        title=f"{name[0].upper()}{name[1:]}, so far" if open_ else capital(standings_after(t, number)),
        beside=so_far_note(t) if open_ else "Open a row to see how ties were broken.",
        choices=_choices(desk, number),
        tables=_tables(desk, past, shown.rows, number, cut=cut, line=line, why=why, whole=whole),
        shown=shown,
        amended=tuple(each for each in amended_until(desk.book.acts, number) if stage_with(t, each.round) is stage),
        lots=_lots(t, ranks, shown) if t.finish is None and not open_ and number == last_published(t) else (),
        cut=cut,
        number=None if now else number,
        opened=opened,
        line=in_words(cut),
        goes_on=f"goes on to {round_after(t, number)}" if t.finish is None else "",
        exact=line is None or line.exact,
        next=_next(desk) if now else None,
        other=_unplanned_cut(desk) if now else None,
    )


def _lots(t: Tournament, ranks: tuple[Ranks, ...], shown: Part[Place]) -> tuple[tuple[Side, ...], ...]:
    """The ties of those who are shown."""
    here = {player for _, line in shown.rows for player in line.players}
    return tuple(tuple(team_of(t, player) for player in tied) for tied in lot_ties(ranks) if here.intersection(tied))


def _tables(
    desk: Desk,
    past: Tournament,
    places: tuple[Place, ...],
    number: int,
    *,
    cut: int,
    line: CutLine | None,
    why: Why,
    whole: frozenset[PlayerId],
) -> tuple[StandingsTable, ...]:
    return tuple(
        _table(desk, past, ranks, [shown for _, shown in lines], number, cut=cut, line=line, why=why, whole=whole)
        for ranks, lines in groupby(places, key=itemgetter(0))
    )


def _table(
    desk: Desk,
    past: Tournament,
    ranks: Ranks,
    lines: Sequence[RankLine],
    number: int,
    *,
    cut: int,
    line: CutLine | None,
    why: Why,
    whole: frozenset[PlayerId],
) -> StandingsTable:
    before = places_before(past, number, ranks.group)
    last, handed = ranks.last_in(cut), by_hand(desk)
    rows = []
    for shown in lines:
        row, then = shown.rank, before.get(shown.rank.player)
        word, state = _chance(line, row) if line else ("", "")
        rows.append(
            StandingsRow(
                place=shown.place,
                players=shown.players,
                rank=row,
                move=then - shown.place if then and shown.place else None,
                decided="By hand" if row.decided_by == "lot" and row.player in handed else row.decided,
                chance=word,
                chance_state=state,
                cut=row.player == last,
                whole=row.player in whole,
                asked=why.get(row.player, ()) if row.player in whole else (),
                rounds=rounds_of(desk, row.player)[:number] if row.player in whole else (),
            )
        )
    return StandingsTable(f"Group {ranks.group}" if ranks.group else "", ranks.columns, tuple(rows))


def _chance(line: CutLine, row: Rank) -> tuple[str, str]:
    chance = line.chances.get(row.player, "out")
    if chance != "possible":
        return ("in", "done") if chance == "clinched" else ("out", "")
    return ("possible" if line.exact else f"about {round(100 * line.share(row.player))} %"), ""


_last_chances: dict[str, tuple[Tournament, int, CutLine]] = {}


def _chances(desk: Desk, past: Tournament, number: int) -> CutLine | None:
    """Everybody's chance at the cut, kept until the journal moves on: a sample takes a fifth of a second."""
    if len(past.players) > CHEAP:
        return None
    known = _last_chances.get(desk.id)
    if known is None or known[0] is not desk.t or known[1] != number:
        line = stage_cut_line(past, past.stages[-1], rng=Random(desk.revision))
        _last_chances[desk.id] = known = (desk.t, number, line)
    return known[2]


def _bracket(desk: Desk, stage: Stage | None) -> StandingsPage:
    assert stage is not None
    numbers = {round_.number for round_ in stage.rounds}
    return StandingsPage(
        title=ruleset_of(desk.t.settings).bracket_name or f"Top {len(stage.entrants)}",
        beside=f"The numbers are {ruleset_of(desk.t.settings).counted.points}."
        if desk.t.settings.scoring.win_blood
        else "",
        choices=_choices(desk, -1),
        drawing=drawing(desk.t, stage),
        amended=tuple(each for each in amended(desk.book.acts) if each.round in numbers),
        next=_next(desk),
    )


def _finished(desk: Desk) -> StandingsPage:
    t = desk.t
    assert t.finish is not None
    last = t.stages[-1]
    shown = part_of(
        recorded_places(t),
        Home("standings.show", {"tid": desk.id}),
        meant=lambda place, q: is_meant(q, place.players, desk.names),
    )
    return StandingsPage(
        title="Places",
        beside="As recorded when the event was finished.",
        choices=_choices(desk, 0),
        places=shown.rows,
        shown=shown,
        finished=True,
        drawing=drawing(t, last) if last.kind == "bracket" else None,
        amended=amended(desk.book.acts),
        differs=final_places(t) != t.finish.ranking,
    )


def _choices(desk: Desk, here: int) -> tuple[RoundChoice, ...]:
    """The other views, newest first: 0 is the final places, -1 the bracket."""
    t = desk.t
    base = url_for("standings.show", tid=desk.id)
    found = [RoundChoice("Places", base, here == 0)] if t.finish is not None else []
    for stage in reversed(t.stages):
        shown = [round_.number for round_ in stage.rounds if round_.phase != "draft"]
        if stage.kind == "bracket":
            found.append(RoundChoice("Bracket", f"{base}?round={shown[-1]}" if shown else base, here == -1))
        else:
            found += [RoundChoice(capital(round_alone(t, n)), f"{base}?round={n}", here == n) for n in reversed(shown)]
    return tuple(found) if len(found) > 1 else ()


def _next(desk: Desk) -> RoundChoice | None:
    """What follows once a round is closed."""
    t = desk.t
    stage, current = t.stage, t.current_round
    if t.finish is not None or stage is None or current is None or current.phase != "closed":
        return None
    over = bool(champion(t, stage)) if stage.kind == "pods" else len(stage.rounds) >= stage.planned
    if not over:
        return RoundChoice("To the next round", url_for("pairings.show", tid=desk.id), False)
    if stage.kind == "groups":
        return RoundChoice(f"Open the {second_name(t.settings)}", url_for("standings.cut", tid=desk.id), False)
    if stage.kind == "swiss" and t.settings.cut:
        return RoundChoice(f"Cut to the top {t.settings.cut}", url_for("standings.cut", tid=desk.id), False)
    return RoundChoice("Places and prizes", url_for("standings.finish", tid=desk.id), False)


def _unplanned_cut(desk: Desk) -> RoundChoice | None:
    """The cut that the rulebook offers, where nobody planned one and the rounds are over."""
    offered = unplanned_cut(desk.t)
    return RoundChoice(f"Cut to the {offered} first", url_for("standings.cut", tid=desk.id), False) if offered else None
