"""The hall of an event: its tables, and who is kept apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.folding.parts import MOST_TABLE
from engine.refusals import Refused
from engine.rulesets.registry import ruleset_of
from engine.sentences import capital, listed, plural, who
from engine.values import dataclass, replace
from engine.words import PlayerId, Settings, Tournament
from server.core.desk import Desk
from server.core.spelling import sorting
from server.hall.clubs import club_mates
from server.hall.table_ranges import TableRange, first_free, needed, range_of, shared

MOST_CLOSED = 200
NAMED_EVENTS = 3


@dataclass(frozen=True, slots=True)
class Someone:
    """A player to choose from; the club tells two of one name apart."""

    id: PlayerId
    name: str
    club: str


@dataclass(frozen=True, slots=True)
class HallPage:
    """What stands in the forms, what does not fit, and what could be."""

    first: str
    last: str
    closed: str
    needed: int
    has: str
    warnings: tuple[str, ...]
    suggested: int
    pairs: bool
    club_mates: bool
    first_round_only: bool
    clubs: tuple[tuple[str, int], ...]
    groups: tuple[tuple[PlayerId, ...], ...]
    people: tuple[Someone, ...]
    draft: bool


def hall_page(desk: Desk, *, typed: Mapping[str, str] | None = None) -> HallPage:
    """The hall as it is; or with what was typed, when that could not be saved."""
    t, settings = desk.t, desk.t.settings
    kept = {
        "first": str(settings.first_table or 1),
        "last": str(settings.last_table or ""),
        "closed": tables_listed(settings.closed_tables),
    }
    fields = kept | {name: typed[name] for name in kept if typed and name in typed}
    mine, current = range_of(desk.name, t), t.current_round
    clashes = shared(desk.id, mine)
    return HallPage(
        **fields,
        needed=needed(t),
        has=mine.words,
        warnings=tuple(table_warnings(desk.id, t, desk.name)),
        suggested=first_free(desk.id) if clashes else 0,
        pairs=not ruleset_of(settings).pods,
        club_mates=t.apart.club_mates,
        first_round_only=t.apart.first_round_only,
        clubs=tuple((club, len(players)) for club, players in club_mates(desk).items()),
        groups=t.apart.groups,
        people=tuple(_people(desk)),
        draft=current is not None and current.phase == "draft",
    )


def table_warnings(tid: str, t: Tournament, name: str) -> Iterator[str]:
    """What does not fit in the hall: too few tables, tables of another event, a fixed one that is out of use."""
    mine, settings = range_of(name, t), t.settings
    if settings.last_table:
        usable = [n for n in range(mine.first, settings.last_table + 1) if n not in settings.closed_tables]
        if len(usable) < needed(t):
            yield (
                f"{plural(needed(t), 'table')} are needed, and {mine.words} are {len(usable)}. "
                f"The others get numbers after {settings.last_table}."
            )
    yield from _also_used(tid, mine)
    for player in t.players.values():
        if player.active and player.fixed_table in settings.closed_tables:
            yield f"{who(player.id)} stays at table {player.fixed_table}, which is out of use: they sit elsewhere."


def _also_used(tid: str, mine: TableRange) -> Iterator[str]:
    """By whom else; events with the same tables are one sentence."""
    users: dict[str, list[str]] = {}
    for other in shared(tid, mine):
        both = replace(other, first=max(mine.first, other.first), last=min(mine.last, other.last))
        users.setdefault(both.words, []).append(other.event)
    for tables, events in users.items():
        names = list(dict.fromkeys(events))[:NAMED_EVENTS]
        more = len(events) - len(names)
        named = [*names, plural(more, "more event")] if more else names
        yield f"{capital(tables)} {'is' if tables.startswith('table ') else 'are'} also used by {listed(named)}."


def wanted_tables(settings: Settings, form: Mapping[str, str]) -> Settings:
    """The settings with the tables that the form names."""
    first, last = _number(form.get("first", ""), "The first table"), form.get("last", "").strip()
    return replace(
        settings,
        first_table=0 if first == 1 else first,
        last_table=_number(last, "The last table") if last else 0,
        closed_tables=read_tables(form.get("closed", "")),
    )


def read_tables(text: str) -> tuple[int, ...]:
    """5, 12-14: numbers, and from one to another."""
    found: set[int] = set()
    for part in text.replace("–", "-").replace(",", " ").replace(";", " ").split():
        one, dash, two = part.partition("-")
        first = _number(one, "A table out of use")
        last = _number(two, "A table out of use") if dash else first
        if not first <= last < first + MOST_CLOSED:
            raise Refused(
                f"Tables out of use: “{part[:20]}” is not from a number to a higher one, at most {MOST_CLOSED}."
            )
        found.update(range(first, last + 1))
    if len(found) > MOST_CLOSED:
        raise Refused(f"At most {MOST_CLOSED} tables are out of use.")
    return tuple(sorted(found))


def tables_listed(tables: tuple[int, ...]) -> str:
    """The same as people write it: 5, 12-14."""
    runs: list[list[int]] = []
    for table in tables:
        if runs and table == runs[-1][-1] + 1:
            runs[-1].append(table)
        else:
            runs.append([table])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def _number(text: str, what: str) -> int:
    bare = text.strip()
    if not (bare.isascii() and bare.isdigit() and len(bare) < 5 and 1 <= int(bare) <= MOST_TABLE):
        raise Refused(f"{what} has a number from 1 to {MOST_TABLE}; “{bare[:20]}” is none.")
    return int(bare)


def _people(desk: Desk) -> Iterator[Someone]:
    here = [p for p, player in desk.t.players.items() if player.active]
    for player in sorted(here, key=lambda p: (sorting(desk.names.get(p, p)), p)):
        person = desk.people.get(player)
        yield Someone(player, person.name if person else player, person.club if person else "")
