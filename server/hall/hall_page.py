"""The hall of an event: its tables, and who is kept apart."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.folding.parts import MOST_TABLE
from engine.refusals import Refused
from engine.rulesets.registry import ruleset_of
from engine.sentences import capital, listed, plural, who
from engine.values import dataclass, replace
from engine.words import Apart, PlayerId, Settings, Tournament
from server.core import open_forms
from server.core.desk import Desk
from server.core.spelling import sorting
from server.hall.clubs import club_mates
from server.hall.table_ranges import TableRange, first_free, needed, range_of, shared

MOST_CLOSED = 200
TABLES: open_forms.Labels = {"first": "first table", "last": "last table", "closed": "out of use"}
APART: open_forms.Labels = {
    "club_mates": ("club-mates apart", "club-mates not kept apart"),
    "first": ("in round 1 only", "in all rounds"),
}
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
    tables_were: str
    apart_was: str


def hall_page(
    desk: Desk,
    *,
    typed: Mapping[str, str] | None = None,
    apart: Mapping[str, str] | None = None,
    why: Refused | None = None,
) -> HallPage:
    """The hall as it is; or with what was `typed` of its tables, or of who is kept `apart`, that could not be saved."""
    t, settings = desk.t, desk.t.settings
    kept, kept_apart = tables_kept(settings), apart_kept(t.apart)
    wanted = apart_typed(apart) if apart is not None else kept_apart
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
        club_mates=bool(wanted["club_mates"]),
        first_round_only=bool(wanted["first"]),
        clubs=tuple((club, len(players)) for club, players in club_mates(desk).items()),
        groups=t.apart.groups,
        people=tuple(_people(desk)),
        draft=current is not None and current.phase == "draft",
        tables_were=open_forms.was(kept, typed, why),
        apart_was=open_forms.was(kept_apart, apart, why),
    )


def require_tables_as_they_were(form: Mapping[str, str], settings: Settings) -> None:
    """Refused with the tables of today, if they are not what the form was filled with."""
    kept = tables_kept(settings)
    open_forms.require_as_it_was(form, kept, now=open_forms.differences(kept, form, TABLES))


def require_apart_as_it_was(form: Mapping[str, str], apart: Apart) -> None:
    """Refused with who is kept apart today, if the form was filled with something else."""
    kept = apart_kept(apart)
    open_forms.require_as_it_was(form, kept, now=open_forms.differences(kept, apart_typed(form), APART))


def tables_kept(settings: Settings) -> dict[str, str]:
    return {
        "first": str(settings.first_table or 1),
        "last": str(settings.last_table or ""),
        "closed": tables_listed(settings.closed_tables),
    }


def apart_kept(apart: Apart) -> dict[str, str]:
    return {"club_mates": "on" if apart.club_mates else "", "first": "on" if apart.first_round_only else ""}


def apart_typed(form: Mapping[str, str]) -> dict[str, str]:
    return {
        "club_mates": "on" if "club_mates" in form else "",
        "first": "on" if form.get("rounds") == "first" else "",
    }


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
