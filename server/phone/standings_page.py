"""The standings on a phone: two numbers a row, and each row opens to its working."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from flask import url_for

from engine.progress import round_after, round_name, so_far_note, standings_after
from engine.sentences import capital
from engine.sides import Side
from engine.so_far import last_closed, last_published
from engine.standings.advancing import going_on, in_words
from engine.standings.bracket_drawing import Drawing, drawing
from engine.standings.places import FinalPlace, recorded_places
from engine.standings.ranks import Column, RankLine, Ranks, as_of, stage_ranks
from engine.values import dataclass, replace
from engine.words import PlayerId, Stage, Tournament
from server.public.public_view import Public
from server.standings.working import AskedCriterion, explained

A_PAGE = 128
OPPONENTS = "Opponents'"


@dataclass(frozen=True, slots=True)
class PhoneRank:
    """One row: place (0 is none), the two numbers that say most, and why."""

    player: PlayerId
    players: Side
    place: int
    numbers: tuple[int | str, ...]
    asked: tuple[AskedCriterion, ...]
    working: str
    note: str
    cut: bool = False
    goes_on: bool = False


@dataclass(frozen=True, slots=True)
class PhoneRanks:
    heading: str
    columns: tuple[tuple[str, str], ...]
    lines: tuple[PhoneRank, ...]


@dataclass(frozen=True, slots=True)
class PhoneStandings:
    title: str
    beside: str
    tables: tuple[PhoneRanks, ...] = ()
    places: tuple[FinalPlace, ...] = ()
    cut: str = ""
    goes_on: str = ""
    amended: tuple[int, ...] = ()
    earlier: str = ""
    later: str = ""
    meanings: tuple[tuple[str, str], ...] = ()


def phone_standings(view: Public, now: tuple[tuple[PhoneRanks, ...], int], page: int) -> PhoneStandings:
    """The standings after the last closed round, so many to a page; the final places above them once they are known."""
    t = view.t
    tables, number = now
    places = recorded_places(t)
    if not tables:
        return PhoneStandings("Standings", "Standings appear as soon as a round has been played.", places=places)
    open_, stage = number > last_closed(t), as_of(t, number).stage
    name = round_name(t, number)
    most = max(len(table.lines) for table in tables)
    last = (most - 1) // A_PAGE + 1
    shown = min(max(page, 1), last)
    cut_out = slice((shown - 1) * A_PAGE, shown * A_PAGE)
    return PhoneStandings(
        title=f"{capital(name)}, so far" if open_ else capital(standings_after(t, number)),
        beside=so_far_note(t) if open_ else "",
        tables=tuple(PhoneRanks(table.heading, table.columns, table.lines[cut_out]) for table in tables),
        places=places if shown == 1 else (),
        cut=in_words(going_on(t, stage)) if stage else "",
        goes_on=f"goes on to {round_after(t, number)}" if t.finish is None and _anybody_through(tables) else "",
        amended=tuple(r.number for r in (stage.rounds if stage else ()) if r.amended and r.number <= number),
        earlier=_at(view, shown - 1) if shown > 1 else "",
        later=_at(view, shown + 1) if shown < last else "",
        meanings=_meanings(tables[0].columns),
    )


def _anybody_through(tables: Sequence[PhoneRanks]) -> bool:
    return any(line.goes_on for table in tables for line in table.lines)


def tables_now(t: Tournament) -> tuple[tuple[PhoneRanks, ...], int]:
    """The tables of standings as they are shown now, and after which round; none before the first."""
    number = last_closed(t) or last_published(t)
    while number:
        past = as_of(t, number)
        stage = past.stages[-1]
        if stage.kind != "bracket":
            return _tables(past, stage), number
        number -= 1  # a bracket has no standings: those it came from
    return (), 0


def phone_bracket(view: Public) -> tuple[Drawing, ...]:
    """The bracket, if there is one."""
    return tuple(drawing(view.t, stage) for stage in view.t.stages if stage.kind == "bracket")


def _tables(past: Tournament, stage: Stage) -> tuple[PhoneRanks, ...]:
    why = {} if stage.kind == "pods" else explained(past, stage)
    cut = going_on(past, stage)
    by_wins = past.settings.scoring.score == "wins" and stage.kind != "pods"
    return tuple(_table(ranks, why, cut, by_wins=by_wins) for ranks in stage_ranks(past, stage))


def _table(ranks: Ranks, why: dict[PlayerId, tuple[AskedCriterion, ...]], cut: int, *, by_wins: bool) -> PhoneRanks:
    columns = [("Won", "Wins")] if by_wins else []
    columns += [(_over(column), column.name) for column in ranks.columns[: 2 - len(columns)]]
    last = ranks.last_in(cut)
    lines = (_line(line, why.get(line.rank.player, ()), by_wins=by_wins) for line in ranks.lines)
    lines = (replace(line, cut=True) if line.player == last else line for line in lines)
    return PhoneRanks(f"Group {ranks.group}" if ranks.group else "", tuple(columns), tuple(lines))


def _over(column: Column) -> str:
    """What stands over a column for people who do not know the letters: SoS are the opponents' wins."""
    if not column.name.startswith(OPPONENTS):
        return column.short
    return column.name.replace(OPPONENTS, "Opp.").replace(" event ", " ")


def _meanings(columns: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """What each number is, for whoever taps to know."""
    return tuple(
        (short, f"{name}: those of everybody you have met, added up." if name.startswith(OPPONENTS) else name)
        for short, name in columns
        if short != name
    )


def _line(line: RankLine, asked: tuple[AskedCriterion, ...], *, by_wins: bool) -> PhoneRank:
    row = line.rank
    numbers = ((row.wins,) if by_wins else ()) + row.numbers
    return PhoneRank(
        row.player, line.players, line.place, numbers[:2], asked, capital(row.working), row.out, goes_on=row.goes_on
    )


def _at(view: Public, page: int) -> str:
    return url_for("public_pages.standings", tid=view.id, page=page if page > 1 else None)
