"""All of it in one zip: pages that open from a stick without a server, the lists as files, and the results as JSON."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator

from flask import get_template_attribute, render_template

from engine.refusals import Refused
from engine.standings.ranks import round_with_standings
from server.core import static_files
from server.core.desk import Desk
from server.event.export_routes import csv_bytes
from server.paper import lists
from server.takeaway.forum_text import forum_text
from server.takeaway.taken_pages import TakenEvent, results_document, taken_event

EARLIEST = (1980, 1, 1, 0, 0, 0)
Page = tuple[str, str]


def archive(desk: Desk, *, decks: bool = False) -> bytes:
    """The zip. The same event gives the same bytes."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as found:
        for name, content in files(desk, decks=decks):
            found.writestr(zipfile.ZipInfo(name, EARLIEST), content, compress_type=zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def files(desk: Desk, *, decks: bool = False) -> Iterator[tuple[str, bytes]]:
    """Every file of it by name."""
    event = taken_event(desk, decks=decks)
    pages = pages_of(event)
    for file, title in pages:
        shown = {"e": event, "names": event.names, "pages": pages, "here": file, "title": title}
        yield file, render_template(f"taken_{file}", **shown).encode("utf-8")
    yield "style.css", _styles().encode("utf-8")
    yield "results.txt", forum_text(desk).encode("utf-8")
    yield "results.json", json.dumps(results_document(desk), ensure_ascii=False, indent=1).encode("utf-8")
    yield from _lists(desk)


def pages_of(event: TakenEvent) -> tuple[Page, ...]:
    """The pages this event has, in the order of the menu."""
    there: tuple[tuple[str, str, object], ...] = (
        ("index.html", "Places" if event.places else "Event", True),
        ("bracket.html", "Bracket", event.drawings),
        ("standings.html", "Standings", event.standings),
        ("pairings.html", "Pairings and results", event.rounds),
        ("grid.html", "Advancement grid", event.grid),
        ("groups.html", "Groups", event.groups),
        ("statistics.html", "Statistics", not event.statistics.empty),
        ("decks.html", "Deck lists", event.decks),
    )
    return tuple((file, title) for file, title, found in there if found)


def _styles() -> str:
    sheets = get_template_attribute("_taken_styles.html", "styles")
    found = static_files.bundled(static_files.SEPARATOR.join(sheets))
    assert found is not None, sheets
    return found


def _lists(desk: Desk) -> Iterator[tuple[str, bytes]]:
    """The same lists that the desk offers, as far as there are any."""
    if desk.t.finish is not None:
        yield "places.csv", csv_bytes(lists.places(desk))
    if round_with_standings(desk.t):
        yield "standings.csv", csv_bytes(lists.standings(desk, None))
    yield "results.csv", csv_bytes(lists.results(desk))


def require_played(desk: Desk) -> None:
    """Before a round is published there is nothing to take away."""
    if all(round_.phase == "draft" for round_ in desk.t.rounds):
        raise Refused("There are no results yet: no round has been published.")
