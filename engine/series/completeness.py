"""What the forms of an event still lack: “Incomplete or illegible forms will not be accepted.”"""

from __future__ import annotations

from collections.abc import Iterator

from engine.reasons import Reason
from engine.standings.staff import COORDINATORS
from engine.words import Tournament


def missing_on_forms(t: Tournament) -> tuple[Reason, ...]:
    """The convention and both codes, the coordinator, every table; nothing where they are complete."""
    return tuple(_missing(t))


def _missing(t: Tournament) -> Iterator[Reason]:
    event = t.settings.event
    codes = (event.convention, event.convention_code, event.code) if event else ("", "", "")
    for code, text in zip(("no-convention", "no-convention-code", "no-tournament-code"), codes, strict=True):
        if not text.strip():
            yield Reason(code)
    if not any(each.role in COORDINATORS for each in t.staff):
        yield Reason("no-coordinator")
    for round_ in t.rounds:
        if open_ := tuple(match.table for match in round_.matches if match.result is None):
            yield Reason("open-tables", {"round": round_.number, "tables": open_})
