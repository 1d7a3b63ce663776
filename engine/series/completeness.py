"""What the forms of an event still lack: “Incomplete or illegible forms will not be accepted.”"""

from __future__ import annotations

from collections.abc import Iterator

from engine.reasons import Reason
from engine.series.entries import Entry
from engine.standings.staff import COORDINATORS
from engine.words import Event, Tournament


def missing_on_forms(t: Tournament) -> tuple[Reason, ...]:
    """The convention and both codes, the coordinator, every table; nothing where they are complete."""
    return tuple(_missing(t))


def missing_on_wrap_up(entry: Entry) -> tuple[Reason, ...]:
    """The same of a typed report. It has no tables: where one was left out, its players have no points."""
    return tuple(_missing_when_typed(entry))


def _missing(t: Tournament) -> Iterator[Reason]:
    event = t.settings.event or Event()
    yield from _codes(event.convention, event.convention_code, event.code)
    if not any(each.role in COORDINATORS for each in t.staff):
        yield Reason("no-coordinator")
    for round_ in t.rounds:
        if open_ := tuple(match.table for match in round_.matches if match.result is None):
            yield Reason("open-tables", {"round": round_.number, "tables": open_})


def _missing_when_typed(entry: Entry) -> Iterator[Reason]:
    yield from _codes(*entry.codes)
    if not any(line.role in COORDINATORS for line in entry.lines):
        yield Reason("no-coordinator")
    if without := entry.players - sum(bool(line.by_round) for line in entry.lines):
        yield Reason("no-points", {"players": without})


def _codes(*codes: str) -> Iterator[Reason]:
    for code, text in zip(("no-convention", "no-convention-code", "no-tournament-code"), codes, strict=True):
        if not text.strip():
            yield Reason(code)
