"""The pages of a series: all of them, one ranking, and its ledger event by event."""

from __future__ import annotations

from datetime import date

from engine.box.series import is_in_series
from engine.box.words import EventId, PersonId, SeriesId
from engine.rulesets.registry import ruleset
from engine.sentences import capital, plural, who
from engine.series.ledger import LedgerLine, State
from engine.series.ranking import Playoff, SeriesRank
from engine.series.rules import Series, SeriesRules
from engine.series.series_words import PLAYOFF, due_words, state_words, why_not, working
from engine.series.tiebreaks import TIEBREAKS
from engine.values import dataclass
from server.core.known_people import REMOVED, Directory
from server.core.spelling import holds, sorting
from server.core.titles import titles
from server.series.rank_picture import RankPicture, rank_picture
from server.series.series_view import EventOfBox, SeriesView, events_of_box

A_PAGE = 200
SHOWN: dict[State, str] = {
    "late": "warning",
    "amended": "warning",
    "disqualified": "alarm",
    "counted": "done",
    "sent": "done",
}


@dataclass(frozen=True, slots=True)
class SeriesLine:
    """One series in the list."""

    id: SeriesId
    name: str
    rules: str
    open: bool


@dataclass(frozen=True, slots=True)
class RankRow:
    """One person in a ranking. `moved`: ranks up, below 0 down, None for who is new; `line`: the playoff ends here.

    `ranks`: after each of the last events, today's at the end; `picture` shows them, `so_far` says them.
    """

    rank: int
    person: PersonId
    name: str
    points: int
    events: int
    moved: int | None
    ranks: tuple[int, ...]
    picture: RankPicture
    so_far: str
    working: str
    playoff: Playoff
    said: str
    line: bool
    linked: bool


@dataclass(frozen=True, slots=True)
class RankPage:
    """As much of a ranking as a page shows, and how many `more` there are."""

    rows: tuple[RankRow, ...]
    more: int


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """One event in the ledger. `due`: how many days are left to send the report, empty where nobody waits for it.

    `late`: only its days keep it from counting, which a person decides.
    """

    event: EventId
    name: str
    day: date
    ruleset: str
    players: int
    state: State
    words: str
    shown: str
    why: str
    due: str
    late: bool
    verdict: str
    typed: bool
    by_hand: bool
    reported: bool


def series_list(known: Directory) -> tuple[SeriesLine, ...]:
    """Every series of the box, by name."""
    names = titles()
    lines = [
        SeriesLine(id, names.get(id, id), rules_in_words(each.terms), each.open)
        for id, each in known.book.box.series.items()
    ]
    return tuple(sorted(lines, key=lambda line: (sorting(line.name), line.id)))


def rules_in_words(terms: Series) -> str:
    """The game, the rulebook’s own points; best 4 of each; 1996-01-01 to 1996-12-31."""
    rules = terms.rules
    book = ruleset(terms.ruleset).name if terms.ruleset else "Any game"
    return "; ".join(filter(None, (f"{book}, {_points(rules)}", _best(rules), _ties(rules), _period(terms))))


def _points(rules: SeriesRules) -> str:
    more = f" and {rules.participation} for playing" if rules.participation else ""
    if rules.by == "place":
        rest = f", then {rules.rest}" if rules.rest else ""
        return f"by place {' '.join(map(str, rules.points))}{rest}{more}"
    told = {
        "rounds": "the rulebook’s own points",
        "wins": f"{plural(rules.each, 'point')} for each match won",
        "participation": f"{plural(rules.each, 'point')} for each event",
    }
    return told[rules.by] + more


def _best(rules: SeriesRules) -> str:
    return f"the best {plural(rules.best, 'event')} of each" if rules.best else ""


def _ties(rules: SeriesRules) -> str:
    asked = [TIEBREAKS[key] for key in rules.tiebreaks if key in TIEBREAKS]
    return (
        f"ties by {', '.join(('fewer ' if each.best == 'lowest' else '') + each.name for each in asked)}"
        if asked
        else ""
    )


def _period(terms: Series) -> str:
    first, last = terms.first_day, terms.last_day
    if first and last:
        return f"{first} to {last}"
    return f"from {first}" if first else f"until {last}" if last else ""


def rank_page(view: SeriesView, q: str = "", *, most: int = A_PAGE) -> RankPage:
    """The first so many of the ranking, or of whoever has all of these words in their name."""
    last_in = max((at for at, line in enumerate(view.ranks) if line.playoff in ("in", "level")), default=-1)
    found = [(at, line) for at, line in enumerate(view.ranks) if holds(view.names[line.person], q)]
    rows = (_row(view, line, line_below=at == last_in and at + 1 < len(view.ranks)) for at, line in found[:most])
    return RankPage(tuple(rows), max(0, len(found) - most))


def rank_rows(view: SeriesView) -> tuple[RankRow, ...]:
    """All of the ranking."""
    return rank_page(view, most=len(view.ranks)).rows


def _row(view: SeriesView, line: SeriesRank, *, line_below: bool) -> RankRow:
    ranks, events = view.history.ranks[line.person], view.history.events
    since = events[-len(ranks) :]
    return RankRow(
        rank=line.rank,
        person=line.person,
        name=view.names[line.person],
        points=line.points,
        events=line.events,
        moved=ranks[-2] - ranks[-1] if len(ranks) > 1 else None,
        ranks=ranks,
        picture=rank_picture(ranks, events=len(events)),
        so_far=", ".join(f"{rank} after {who(event)}" for event, rank in zip(since, ranks, strict=True)),
        working=capital(working(line)),
        playoff=line.playoff,
        said=PLAYOFF[line.playoff] if line.playoff == "level" else "",
        line=line_below,
        linked=view.names[line.person] != REMOVED,
    )


def ledger_rows(view: SeriesView, *, today: date) -> tuple[LedgerRow, ...]:
    """Every event of the series, newest first."""
    return tuple(_ledger_row(view, line, today=today) for line in reversed(view.ledger))


def _ledger_row(view: SeriesView, line: LedgerLine, *, today: date) -> LedgerRow:
    entry = line.entry
    return LedgerRow(
        event=entry.event,
        name=view.names[entry.event],
        day=entry.last_day,
        ruleset=ruleset(entry.ruleset).name,
        players=entry.players,
        state=line.state,
        words=state_words(line),
        shown=SHOWN.get(line.state, ""),
        why=capital(why_not(line)) if line.state != "disqualified" else "",
        due=due_words(left) if (left := days_left(line, today=today)) is not None else "",
        late=any(reason.code in ("late", "not-sent") for reason in line.why),
        verdict=view.series.verdicts.get(entry.event, ""),
        typed=entry.event in view.typed,
        by_hand=entry.event in view.series.put,
        reported=line.due is not None,
    )


def days_left(line: LedgerLine, *, today: date) -> int | None:
    """How many days there are to send the report; None where it is sent, not over or waited for by nobody.

    It is waited for where only somebody's ticks are missing.
    """
    stands = line.state != "not-counted" or all(reason.code == "not-ticked" for reason in line.why)
    if line.due is None or line.sent is not None or not line.entry.over or line.state == "disqualified" or not stands:
        return None
    return (line.due - today).days


def could_be_put_in(known: Directory, id: SeriesId, view: SeriesView) -> tuple[EventOfBox, ...]:
    """Events of the box, and typed ones, that are not in the series, newest first."""
    box, here = known.book.box, {line.entry.event for line in view.ledger}
    events = [each for each in events_of_box() if each.id not in here]
    typed = [
        EventOfBox(event, view.names[event], entry.last_day.isoformat(), "")
        for event, entry in box.typed.items()
        if not is_in_series(box, id, entry)
    ]
    return (*events, *typed)
