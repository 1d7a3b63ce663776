"""An event that no box ran, typed from its wrap-up report: who played, their places and points, and the staff."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from sqlalchemy import Connection
from werkzeug.datastructures import MultiDict

from engine.box.words import EventId, PersonId, who_is
from engine.names import key
from engine.refusals import Refused
from engine.rulesets.registry import RULESETS
from engine.series.entries import Entry, EntryLine
from engine.series.sound import require_sound_entry as require_sound_entry
from engine.standings.participants import PlayedTable
from engine.standings.points import role_points
from engine.standings.staff import PaidRole
from engine.values import dataclass
from server.core import open_forms
from server.core.forms import whole
from server.core.known_people import REMOVED, Directory
from server.core.spelling import clean, quoted
from server.core.titles import titles
from server.core.writing import Beside
from server.directory.details import Details, keeping, new_id
from server.people.pasting import LONGEST_NAME
from server.series.series_form import number, typed_day, typed_name

MOST_LINES, MOST_POINTS, LONGEST_HEADING = 2000, 1_000_000, 60
LABELS: open_forms.Labels = {
    "name": "name",
    "ruleset": "game",
    "first_day": "first day",
    "last_day": "last day",
    "convention": "convention",
    "convention_code": "convention code",
    "code": "tournament code",
    "players": "players",
    "factor": "points count",
    "scored": ("scored", "not scored"),
    "small_table": ("a table of two", "no table of two"),
    "lines": "results",
}
ROLES: dict[str, PaidRole] = {"coordinator": "coordinator", "judge": "judge"}


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the report: a player with a place, or one of the staff with a role."""

    at: int
    name: str
    club: str
    place: int = 0
    by_round: tuple[int, ...] = ()
    wins: int = 0
    role: PaidRole | None = None


@dataclass(frozen=True, slots=True)
class Typed:
    """A report as it was typed; whoever is new in the directory gets an id from the form."""

    name: str
    ruleset: str
    days: tuple[date, date]
    players: int
    factor: int
    scored: bool
    small_table: bool
    codes: tuple[str, str, str]
    lines: tuple[Line, ...]


def typed(form: MultiDict[str, str]) -> Typed:
    """What the form says. Refused with the number of the line that cannot be read."""
    lines = tuple(_lines(form.get("lines", "")))
    playing = sum(line.role is None for line in lines)
    if not playing:
        raise Refused("Nobody is on the report. Write one player per line.")
    if form.get("ruleset") not in RULESETS:
        raise Refused("Choose the rulebook that was played.")
    first = typed_day(form.get("first_day", ""), "First")
    if first is None:
        raise Refused("On which day was it?")
    return Typed(
        name=typed_name(form),
        ruleset=form["ruleset"],
        days=(first, typed_day(form.get("last_day", ""), "Last") or first),
        players=number(form, "players", "Players", otherwise=playing),
        factor=number(form, "factor", "Points count", otherwise=1) or 1,
        scored="scored" in form,
        small_table="small_table" in form,
        codes=(_heading(form, "convention"), _heading(form, "convention_code"), _heading(form, "code")),
        lines=lines,
    )


def _heading(form: MultiDict[str, str], field: str) -> str:
    return clean(form.get(field, ""))[:LONGEST_HEADING]


def people_of(
    known: Directory, made: Typed, *, request_id: str, before: Entry | None = None
) -> tuple[dict[int, PersonId], dict[PersonId, Details]]:
    """Who each line is, and those whom the directory does not know yet. Who stood there `before` is who they were."""
    found: dict[int, PersonId] = {}
    new: dict[PersonId, Details] = {}
    stood = _stood(known, before.lines if before else ())
    for line in made.lines:
        if same := stood.get((key(line.name), key(line.club))):
            found[line.at] = same.pop(0)
            continue
        sure = known.called(line.name, line.club)
        if len(sure) > 1:
            raise Refused(f"Line {line.at}: {len(sure)} people are called {quoted(line.name)}. Write the club, too.")
        person = next(iter(sure), "") or new_id(f"{request_id}/{key(line.name)}/{key(line.club)}")
        found[line.at] = person
        if not sure:
            new[person] = Details(line.name, line.club, "", "", ())
    return found, new


def entry_typed(made: Typed, event: EventId, people: Mapping[int, PersonId]) -> Entry:
    """The entry that the report makes; points by round are as the form has them, the event's factor in them."""
    convention, convention_code, code = made.codes
    return Entry(
        event=event,
        ruleset=made.ruleset,
        first_day=made.days[0],
        last_day=made.days[1],
        lines=tuple(_entry_line(made, line, people[line.at]) for line in made.lines),
        players=made.players,
        factor=made.factor,
        scored=made.scored,
        smallest=PlayedTable(1, 1, 2) if made.small_table else None,
        convention=convention,
        convention_code=convention_code,
        code=code,
    )


def keeping_people(new: Mapping[PersonId, Details], title: Beside) -> Beside:
    """Writes down whoever is new, and what the event is called."""

    def beside(connection: Connection) -> None:
        for person, details in new.items():
            keeping(person, details)(connection)
        title(connection)

    return beside


def form_of(name: str, entry: Entry, known: Directory) -> dict[str, str]:
    """What stands in the fields of an event that was typed before."""
    return {
        "name": name,
        "ruleset": entry.ruleset,
        "first_day": str(entry.first_day),
        "last_day": str(entry.last_day),
        "convention": entry.convention,
        "convention_code": entry.convention_code,
        "code": entry.code,
        "players": str(entry.players),
        "factor": str(entry.factor),
        **({"scored": "on"} if entry.scored else {}),
        **({"small_table": "on"} if entry.smallest else {}),
        "lines": "\n".join(_written(line, known) for line in entry.lines),
    }


def kept(event: EventId, known: Directory) -> dict[str, str]:
    """What stands in the fields as it is written down now; nothing of an event that nobody typed."""
    entry = known.book.box.typed.get(event)
    return form_of(titles()[event], entry, known) if entry else {}


def require_as_it_was(form: Mapping[str, str], event: EventId, known: Directory) -> None:
    """Refused with what is written down today, if that is not what the form was filled with."""
    if now := kept(event, known):
        open_forms.require_as_it_was(form, now, now=open_forms.differences(now, form, LABELS))


def _stood(known: Directory, lines: Iterable[EntryLine]) -> dict[tuple[str, str], list[PersonId]]:
    """Who was on the report, by what the form calls them: several who have lost their names are called alike."""
    found: dict[tuple[str, str], list[PersonId]] = {}
    for line in lines:
        name, club = _called(line, known)
        found.setdefault((key(name), key(club)), []).append(line.person)
    return found


def _called(line: EntryLine, known: Directory) -> tuple[str, str]:
    """Name and club of today."""
    person = known.people.get(who_is(known.book.box, line.person))
    return (person.name, person.club) if person else (REMOVED, "")


def _written(line: EntryLine, known: Directory) -> str:
    name, club = _called(line, known)
    if line.role is not None:
        return "; ".join(filter(None, (line.role, name, club)))
    points = "+".join(map(str, line.by_round))
    return f"{line.place}; {name}; {club}; {points}; {line.wins or ''}".rstrip("; ")


def _entry_line(made: Typed, line: Line, person: PersonId) -> EntryLine:
    if line.role is not None:
        worth = role_points(line.role, players=made.players, factor=made.factor)
        return EntryLine(person, person, role=line.role, worth=worth)
    return EntryLine(person, person, place=line.place, wins=line.wins, by_round=line.by_round)


def _lines(text: str) -> Iterable[Line]:
    rows = [(at, row) for at, row in enumerate(text.splitlines(), start=1) if row.strip()]
    if len(rows) > MOST_LINES:
        raise Refused(f"A report has at most {MOST_LINES:,} lines.")
    for at, row in rows:
        yield _line(at, [cell.strip() for cell in re.split(r"[;\t]", row)])


def _line(at: int, cells: Sequence[str]) -> Line:
    """1; Ana; Berlin; 4+8+15; 5 or judge; Jo; Jena. What is left out at the end is nothing."""
    first, name, club, points, won = [*cells, "", "", "", ""][:5]
    name, club = clean(name), clean(club)
    if not name or max(len(name), len(club)) > LONGEST_NAME:
        raise Refused(f"Line {at}: write place; name; club; points by round; matches won.")
    if (role := ROLES.get(first.casefold())) is not None:
        return Line(at, name, club, role=role)
    place = _number(at, first.rstrip("."), "place")
    by_round = tuple(_number(at, part, "points") for part in re.split(r"[+,\s]+", points) if part)
    return Line(at, name, club, place=place, by_round=by_round, wins=_number(at, won or "0", "number of wins"))


def _number(at: int, text: str, what: str) -> int:
    found = whole(text.strip(), most=MOST_POINTS)
    if found is None:
        raise Refused(f"Line {at}, {what}: {quoted(text)} is not a whole number.")
    return found
