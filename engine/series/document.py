"""A series as one JSON document, for the command line: its rules, its events, and who is who by their names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from typing import get_args

from engine.names import key
from engine.reading import Node
from engine.refusals import Refused
from engine.rulesets.registry import RULESETS
from engine.series.entries import Entry, entry_of, identified
from engine.series.ledger import Marks, Verdict
from engine.series.rules import Asked, By, Series, SeriesRules, Tick
from engine.series.tiebreaks import TIEBREAKS
from engine.series.wrap_up_document import read_wrap_up
from engine.values import dataclass, replace
from engine.words import Tournament

DOCUMENT = ("name", "rules", "events")
TICKS: tuple[Tick, ...] = get_args(Tick)
EVENT = ("name", "date", "last_day", "sent", "decision", *TICKS, "document", "wrap_up")
# What everybody's rules may say, and what only one kind of points does.
RULES = ("by", "participation", "best", "tiebreaks", "qualify")
OWN: dict[By, tuple[str, ...]] = {"place": ("points", "rest"), "wins": ("points",), "participation": ("points",)}
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)

Names = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Played:
    """One event as it was read: the tournament, what everybody in it is called, and whether nothing more is to come."""

    tournament: Tournament
    names: Names
    over: bool = True


Read = Callable[[object], Played]


@dataclass(frozen=True, slots=True)
class SeriesDocument:
    """What a document tells: the series, its events with what was marked about them, and what to call everybody."""

    series: Series
    entries: tuple[tuple[Entry, Marks], ...]
    events: Names
    people: Names


def read_series(document: Node, read: Read) -> SeriesDocument:
    """The series of a document, its events in order; `read` opens one of them."""
    document.only(*DOCUMENT)
    document.at("name").text()
    series = read_rules(document.at("rules"))
    nodes = list(document.at("events").items("event"))
    ids = _ids(nodes)
    found = [(*_entry(node, id, read), _marks(node, series.rules.asked)) for node, id in zip(nodes, ids, strict=True)]
    return SeriesDocument(
        series=series,
        entries=tuple((entry, marks) for entry, _, marks in found),
        events={id: node.at("name").text() for id, node in zip(ids, nodes, strict=True)},
        people=_spellings((entry, names) for entry, names, _ in found),
    )


def read_rules(node: Node) -> Series:
    """A rulebook's own ranking by its name, or rules of the organizer's."""
    if isinstance(node.value, str):
        return _of_a_book(node)
    by = node.at("by")
    own = next((each for each in OWN if each == by.text()), None)
    node.only(*RULES, *(OWN[own] if own else ()))
    series = Series(_points(SeriesRules(by=own), node)) if own else _of_a_book(by)
    return replace(series, rules=_added_up(series.rules, node))


def _of_a_book(node: Node) -> Series:
    books = {id: book.series for id, book in RULESETS.items() if book.series is not None}
    rules = books.get(node.text())
    if rules is None:
        known = ", ".join((*books, *OWN))
        raise node.refuse(f"there are no points by “{node.value}”; known are {known}.")
    return Series(rules, ruleset=node.text())


def _points(rules: SeriesRules, node: Node) -> SeriesRules:
    if rules.by != "place":
        return replace(rules, each=_number(node, "points", default=1))
    return replace(rules, points=node.at("points").numbers(), rest=_number(node, "rest"))


def _added_up(rules: SeriesRules, node: Node) -> SeriesRules:
    tiebreaks = node.at("tiebreaks").texts() if node.has("tiebreaks") else ()
    if strange := [each for each in tiebreaks if each not in TIEBREAKS]:
        raise node.at("tiebreaks").refuse(f"“{strange[0]}” breaks no ties; known are {', '.join(TIEBREAKS)}.")
    return replace(
        rules,
        participation=_number(node, "participation"),
        best=_number(node, "best", least=1),
        tiebreaks=tiebreaks,
        qualify=_number(node, "qualify", least=1),
    )


def _number(node: Node, name: str, *, least: int = 0, default: int = 0) -> int:
    return node.at(name).number(least=least) if node.has(name) else default


def _ids(nodes: Sequence[Node]) -> list[str]:
    """An id for each event that does not depend on the order in which the document names them."""
    keys = [(_days(node)[1], node.at("name").text(), place) for place, node in enumerate(nodes)]
    order = {place: number for number, (_, _, place) in enumerate(sorted(keys), start=1)}
    return [f"{order[place]:06}" for place in range(len(nodes))]


def _days(node: Node) -> tuple[date, date]:
    node.only(*EVENT)
    first = node.at("date").day()
    last = node.at("last_day").day() if node.has("last_day") else first
    if last < first:
        raise node.refuse(f"its last day, {last}, is before its first.")
    return first, last


def _entry(node: Node, id: str, read: Read) -> tuple[Entry, Names]:
    """One event, everybody in it known by their name, and how these names are spelled there."""
    days = _days(node)
    if node.has("wrap_up"):
        if node.has("document"):
            raise node.refuse("it has a document and a wrap-up, and one of them is enough.")
        entry = read_wrap_up(node.at("wrap_up"), event=id, days=days)
        names: Names = {line.id: line.id for line in entry.lines}
    else:
        played = _played(node.at("document"), read)
        t, names = played.tournament, played.names
        _require_apart(node, [names[player] for player in t.players])
        entry = entry_of(t, event=id, days=days, names=names, over=played.over)
    return identified(entry, {each: key(name) for each, name in names.items()}), names


def _played(node: Node, read: Read) -> Played:
    try:
        return read(node.value)
    except Refused as why:
        raise node.refuse(str(why).removeprefix("document: ")) from why


def _require_apart(node: Node, names: Sequence[str]) -> None:
    """People are matched by name, so two of one name in one event would be one person who played twice."""
    counts = Counter(map(key, names))
    if twice := [name for name in names if counts[key(name)] > 1]:
        raise node.refuse(f"two players are called {twice[0]}, and nothing else tells them apart.")


def _marks(node: Node, asked: Asked) -> Marks:
    """Whatever the document does not say was done as the rulebook asks."""
    sent = node.at("sent").day() if node.has("sent") and node.value["sent"] is not None else None
    if sent is not None and asked.days and sent < _days(node)[1]:
        raise node.at("sent").refuse(f"{sent} is before the event was over.")
    ticks = frozenset(tick for tick in TICKS if not node.has(tick) or node.at(tick).truth())
    return Marks(sent=sent, ticks=ticks, verdict=_verdict(node))


def _verdict(node: Node) -> Verdict | None:
    if not node.has("decision"):
        return None
    found = next((each for each in VERDICTS if each == node.at("decision").text()), None)
    if found is None:
        raise node.at("decision").refuse(f"a person decides {' or '.join(VERDICTS)}.")
    return found


def _spellings(events: Iterable[tuple[Entry, Names]]) -> dict[str, str]:
    """What to call everybody: as the newest event spells them."""
    spelled = [
        (entry.last_day, names.get(line.id, line.id), line.person) for entry, names in events for line in entry.lines
    ]
    return {person: name for _, name, person in sorted(spelled)}
