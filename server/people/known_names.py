"""Whoever on a list may be somebody of earlier events: offered before they are entered, never decided by the box."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from sqlalchemy import select

from engine.box.words import PersonId, who_is
from engine.values import replace
from server.core.db import db
from server.core.known_people import Directory, Known, directory
from server.core.models import EntryRow
from server.core.stored_box import BoxDamaged
from server.people import lookalikes
from server.people.pasting import Entry, Offer, Pasted

MOST_EACH, MOST = 2, 8


def with_known(pasted: Pasted, chosen: Mapping[str, str], *, event: str = "") -> Pasted:
    """The list with those as whom somebody was `chosen`, and offers for whoever is not sure. No list fails by it."""
    try:
        known = directory()
    except BoxDamaged:
        return pasted
    sure = {entry.line: found for entry in pasted.players if (found := _the_one(known, entry.name, entry.club))}
    busy = {*sure.values(), *_here(known, event)}
    players, offers = [], list[Offer]()
    for entry in pasted.players:
        alike = [] if entry.line in sure else _candidates(known, entry, busy)
        wanted = next((each for each in alike if chosen.get(f"known-{entry.line}") == each.id), None)
        offers += [_offer(entry, each, taken=each is wanted) for each in alike[:MOST_EACH]]
        players.append(replace(entry, name=wanted.name, club=wanted.club) if wanted else entry)
    met = len(sure) + sum(offer.taken for offer in offers)
    return replace(pasted, players=tuple(players), known=met, offers=tuple(offers[:MOST]))


def labels(known: Directory) -> dict[str, PersonId]:
    """Everybody as a field that completes names calls them: with their club, and nobody of whom there are two."""
    found: dict[str, list[PersonId]] = {}
    for person in known.people.values():
        found.setdefault(label(person), []).append(person.id)
    return {text: ids[0] for text, ids in found.items() if len(ids) == 1}


def label(person: Known) -> str:
    return f"{person.name}, {person.club}" if person.club else person.name


def _the_one(known: Directory, name: str, club: str) -> PersonId | None:
    found = known.called(name, club)
    return next(iter(found)) if len(found) == 1 else None


def _candidates(known: Directory, entry: Entry, busy: Collection[PersonId]) -> list[Known]:
    """Of this very name first, then of one like it; only whom name and club find again, and nobody who is here."""
    if known.called(entry.name, entry.club):
        return []  # two of this name and club: nobody can say which
    alike = [each for each in lookalikes.like(known, entry.name, entry.club) if each.id not in busy]
    return [each for each in alike if _the_one(known, each.name, each.club) == each.id]


def _offer(entry: Entry, person: Known, *, taken: bool) -> Offer:
    return Offer(entry.line, entry.name, person.id, person.name, person.club, taken)


def _here(known: Directory, event: str) -> set[PersonId]:
    box = known.book.box
    asked = select(EntryRow.entry, EntryRow.person_id).where(EntryRow.tournament_id == event)
    with db.engine.connect() as connection:
        rows = connection.execute(asked).all() if event else []
    return {who_is(box, box.people.given.get((event, row.entry), row.person_id)) for row in rows}
