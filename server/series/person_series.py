"""Where a person stands in each series of the box."""

from __future__ import annotations

from engine.box.words import PersonId
from engine.sentences import capital, named
from engine.series.series_words import working
from server.core.known_people import Directory
from server.directory.person_page import SeriesStand
from server.series.series_view import series_view, today


def person_series(known: Directory, person: PersonId) -> tuple[SeriesStand, ...]:
    """Every series in which they have an event that counts, by its name."""
    views = [series_view(known, id, today=today()) for id in known.book.box.series]
    found = [
        SeriesStand(
            id=view.id,
            name=view.name,
            rank=line.rank,
            points=line.points,
            working=capital(named(working(line), view.names)),
            open=view.series.open,
        )
        for view in views
        for line in view.ranks
        if line.person == person
    ]
    return tuple(sorted(found, key=lambda each: (each.name, each.id)))
