"""Two entries in the directory that are one person: what would move, and whether they can be one at all."""

from __future__ import annotations

from collections.abc import Callable

from engine.box.words import PersonId
from engine.values import dataclass
from server.core.beyond import SeriesChange
from server.core.known_people import Directory, Known
from server.directory import kept_records
from server.directory.entries import Entry, entries_of
from server.directory.person_page import person_of, score


@dataclass(frozen=True, slots=True)
class MergePage:
    """`moves` are the events of whoever goes on as somebody else; `both` the events in which both played.

    `rankings`: the series in which they would stand elsewhere.
    """

    into: Known
    gone: Known
    moves: tuple[Entry, ...]
    matches: int
    record: str
    both: tuple[str, ...]
    spellings: tuple[str, ...]
    rankings: tuple[SeriesChange, ...]


# What merging two would change in rankings: told by the room of series, which knows this one.
RANKINGS: list[Callable[[Directory, PersonId, PersonId], tuple[SeriesChange, ...]]] = []


def merge_page(known: Directory, into: PersonId, gone: PersonId) -> MergePage:
    """A preview; nothing is changed yet."""
    stays, goes = person_of(known, into), person_of(known, gone)
    moves, already = entries_of(known, gone), entries_of(known, into)
    wanted = {each.event: each.state for each in (*moves, *already)}
    _, records = kept_records.records(wanted, [(each.event, each.entry) for each in (*moves, *already)])
    both = both_played(known, into, gone)
    wins, losses, draws = (sum(getattr(r, name) for r in records.values()) for name in ("wins", "losses", "draws"))
    return MergePage(
        into=stays,
        gone=goes,
        moves=moves,
        matches=wins + losses + draws,
        record=score(wins, losses, draws),
        both=both,
        spellings=tuple(name for name in dict.fromkeys((goes.name, *goes.others)) if name != stays.name),
        rankings=() if both else tuple(each for told in RANKINGS for each in told(known, into, gone)),
    )


def both_played(known: Directory, one: PersonId, two: PersonId) -> tuple[str, ...]:
    """The events in which both had a seat: nobody plays twice in one."""
    ours, theirs = entries_of(known, one), entries_of(known, two)
    shared = {each.event for each in ours} & {each.event for each in theirs}
    if not shared:
        return ()
    asked = [each for each in (*ours, *theirs) if each.event in shared]
    _, records = kept_records.records(
        {each.event: each.state for each in asked}, [(each.event, each.entry) for each in asked]
    )
    seated = {(each.event, each.entry) for each in asked if (r := records.get((each.event, each.entry))) and r.seated}
    return tuple(
        dict.fromkeys(
            each.name
            for each in ours
            for other in theirs
            if each.event == other.event and {(each.event, each.entry), (other.event, other.entry)} <= seated
        )
    )
