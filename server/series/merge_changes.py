"""What merging two people would change in the series they are in: shown before it is made."""

from __future__ import annotations

from engine.box.words import PersonId
from engine.series.changes import rank_changes
from engine.series.series_words import change_words
from engine.values import replace
from server.core.beyond import SeriesChange
from server.core.known_people import Directory
from server.series.series_view import called, ranks_of


def in_rankings(known: Directory, into: PersonId, gone: PersonId) -> tuple[SeriesChange, ...]:
    """Where the two stand now, and where the one they would be; only series in which that is another place."""
    people = known.book.box.people
    merged = replace(people, merged={**people.merged, gone: into})
    then = replace(known, book=replace(known.book, box=replace(known.book.box, people=merged)))
    names = called(known)
    found = []
    for id in known.book.box.series:
        changes = rank_changes(ranks_of(known, id), ranks_of(then, id))
        if lines := tuple(change_words(each) for each in changes if each.person in (into, gone)):
            found.append(SeriesChange(names[id], lines, 0, names))
    return tuple(sorted(found, key=lambda each: each.name))
