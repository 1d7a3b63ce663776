"""What `cinderbox series` prints: the ranking over the events of one document, and of each event whether it counts."""

from __future__ import annotations

from datetime import date
from typing import Any

from engine.document import player_nodes, read_tournament
from engine.reading import BadDocument, Node
from engine.sentences import named
from engine.series.document import Played, SeriesDocument, read_series
from engine.series.ledger import ledger
from engine.series.ranking import SeriesRank, ranking
from engine.series.series_words import why_not, working
from engine.short_document import is_short
from engine.staff_document import staff_names
from server.cli.documents import is_exported


def series(raw: object, *, today: date) -> Any:
    """The ranking, best first, and the events in the order of the document."""
    document = read_series(Node(raw, "document"), _played)
    lines = {line.entry.event: line for line in ledger(document.series, document.entries, today=today)}
    events = [lines[entry.event] for entry, _ in document.entries]
    return {
        "ranking": [_rank(document, line) for line in ranking(document.series, lines.values())],
        "events": [
            {"name": document.events[line.entry.event], "counts": line.counts, "why": why_not(line)} for line in events
        ],
    }


def _rank(document: SeriesDocument, line: SeriesRank) -> dict[str, Any]:
    return {
        "rank": line.rank,
        "name": document.people[line.person],
        "points": line.points,
        "events": line.events,
        "working": named(working(line), document.events),
        **({"playoff": line.playoff} if line.playoff else {}),
    }


def _played(raw: object) -> Played:
    """One event: a tournament document, or what a box exported."""
    if is_exported(raw):
        from server.cli.exported import event_of

        t, names = event_of(raw)
        return Played(t, names, over=t.finish is not None)
    document = Node(raw, "document")
    if is_short(document):
        raise BadDocument("a series needs the rounds; this document only has what one pairing needs.")
    t = read_tournament(document)
    nodes = player_nodes(document)
    names = {node.at("id").text(): node.at("name" if node.has("name") else "id").text() for node in nodes}
    return Played(t, {**staff_names(document, names), **names})
