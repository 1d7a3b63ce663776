"""A pasted list of players: one per line, or a spreadsheet with headings. Tolerant; what it left out it says."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Sequence

from engine.decisions.roster import Details
from engine.decks.rosters import named_twice
from engine.factions import must_differ
from engine.names import key
from engine.refusals import Refused
from engine.rulesets.registry import ruleset_of
from engine.sentences import plural
from engine.values import dataclass, replace
from engine.words import Settings
from server.core.forms import MOST_TABLE, whole
from server.core.spelling import clean, quoted, shortened

LONGEST_NAME, LONGEST_LINE, MOST_FACTIONS = 200, 5000, 30
DELIMITERS = ("\t", ";", ",")
YES = {"yes", "y", "x", "1", "true", "paid", "ok", "✓", "✔", "☑", "ja", "j", "oui", "o", "si", "sí", "sì", "tak", "да"}
NameAndClub = tuple[str, str]
NO = {"", "no", "n", "0", "false", "-", "–", "nein", "non", "nie", "нет"}

HEADINGS: dict[str, str] = {
    **dict.fromkeys(("name", "names", "player", "players", "player name", "full name", "participant"), "name"),
    **dict.fromkeys(("first name", "firstname", "given name", "forename"), "first"),
    **dict.fromkeys(("last name", "lastname", "surname", "family name"), "last"),
    **dict.fromkeys(("club", "store", "group"), "club"),
    "team": "team",
    **dict.fromkeys(("partner", "team mate", "teammate", "plays with"), "partner"),
    **dict.fromkeys(("paid", "payment", "fee", "fee paid"), "paid"),
    **dict.fromkeys(("table", "fixed table", "table number"), "table"),
    **dict.fromkeys(("faction", "factions", "deck", "decks"), "factions"),
}
# A column for each round, as the match sheet has it: Round 1, R1, Faction 1, Round 1: My Faction.
_WHAT = r"(?:my )?(?:faction|deck)s?"
_OF_ROUND = re.compile(rf"(?:{_WHAT}(?: (?:for|in|of))?[ #(]*)?(?:\br(?:ound)?[ #]*)?(\d{{1,2}})\)?(?::? {_WHAT})?")
_NUMBERED = re.compile(r"(?:\d{1,4}[.)]|[-*•·–])\s+(?=\S)")


@dataclass(frozen=True, slots=True)
class Entry:
    """One player of the list, and the line they stand on.

    A team is a club, unless the event is played in teams; then `team` and `partner` say who plays together.
    """

    name: str
    club: str = ""
    paid: bool = False
    table: int | None = None
    factions: tuple[str, ...] = ()
    line: int = 0
    team: str = ""
    partner: str = ""

    @property
    def details(self) -> Details:
        """What the journal keeps of it."""
        return Details(self.table, self.factions)


@dataclass(frozen=True, slots=True)
class Offer:
    """Whoever stands on this line as `typed` may be this person of earlier events; `taken` if somebody says so."""

    line: int
    typed: str
    person: str
    name: str
    club: str
    taken: bool = False


@dataclass(frozen=True, slots=True)
class Pasted:
    """The players in the order of the list, and what the organizer is told about it.

    `known`: so many are people of earlier events; `offers`: who else may be. `again`: who was in the event before, each
    with their place in it.
    """

    players: tuple[Entry, ...]
    notes: tuple[str, ...] = ()
    doubles: tuple[str, ...] = ()
    known: int = 0
    offers: tuple[Offer, ...] = ()
    again: tuple[tuple[int, Entry], ...] = ()

    @property
    def told(self) -> tuple[str, ...]:
        """Everything worth saying, at most a handful."""
        return (*shortened(self.doubles), *shortened(self.notes))


@dataclass(frozen=True, slots=True)
class _Row:
    line: int
    cells: tuple[str, ...]


def read(text: str, *, most: int = 4096) -> Pasted:
    """The players of a pasted text. Refused if it cannot be a list of players."""
    lines = re.split(r"\r\n|[\n\r\x0b\x0c\x85\u2028\u2029]", text.removeprefix("\ufeff"))
    if too_long := next((i for i, line in enumerate(lines, 1) if len(line) > LONGEST_LINE), 0):
        raise Refused(
            f"Line {too_long} is {len(lines[too_long - 1]):,} characters long, so this is not a list of players. "
            "Paste one player per line, or rows of a spreadsheet."
        )
    if (count := sum(bool(line.strip()) for line in lines)) > 2 * most:  # not worth reading
        raise Refused(f"That is {count:,} lines; an event here has at most {most:,} players.")
    pasted = _with_headings(lines) or _without_headings(lines)
    if len(pasted.players) > most:
        raise Refused(f"That is {len(pasted.players):,} players; an event here has at most {most:,}.")
    return pasted


def once(pasted: Pasted, *, known: Iterable[NameAndClub] = ()) -> Pasted:
    """Everybody once: who was there before, or is already in the event, is left out and told.

    The same name with two different clubs is two people; without a club on one side it is a double.
    """
    here = _Called()
    for place, (name, club) in enumerate(known):
        here.add(name, club, Entry(name, club, line=place))
    first, taken, told, again = _Called(), list[Entry](), [], list[tuple[int, Entry]]()
    for entry in pasted.players:
        if (before := here.find(entry)) is not None:
            again.append((before.line, entry))
            told.append(f"{quoted(entry.name)} (line {entry.line}) is already in the event. Not entered again.")
        elif (before := first.find(entry)) is not None:
            told.append(f"{quoted(entry.name)} is there twice (lines {before.line} and {entry.line}). Taken once.")
        else:
            first.add(entry.name, entry.club, entry)
            taken.append(entry)
    return replace(pasted, players=tuple(taken), doubles=tuple(told), again=tuple(again))


class _Called:
    """Who is called how, by club."""

    def __init__(self) -> None:
        self._by_name: dict[str, dict[str, Entry]] = {}

    def add(self, name: str, club: str, entry: Entry) -> None:
        self._by_name.setdefault(key(name), {}).setdefault(key(club), entry)

    def find(self, entry: Entry) -> Entry | None:
        """Whoever has this name, and this club or no club on one side."""
        clubs = self._by_name.get(key(entry.name), {})
        club = key(entry.club)
        if not club:
            return next(iter(clubs.values()), None)
        return clubs.get(club) or clubs.get("")


def everyone(pasted: Pasted, *, known: Iterable[NameAndClub] = ()) -> Pasted:
    """Everybody as listed, with a word about those who share a name and are not told apart by club."""
    seen, shared = _Called(), []
    for name, club in known:
        seen.add(name, club, Entry(name, club))
    for entry in pasted.players:
        if seen.find(entry) is not None:
            shared.append(entry.name)
        seen.add(entry.name, entry.club, entry)
    told = tuple(f"Another player is called {quoted(name)} too. Tell them apart by club." for name in shared)
    return replace(pasted, doubles=told)


def told_twice(entries: Iterable[Entry], settings: Settings) -> tuple[str, ...]:
    """Who names a faction more than once, where each should be another one. It is entered as it is listed."""
    why = must_differ(settings)
    return tuple(
        f"{quoted(entry.name)}{f' (line {entry.line})' if entry.line else ''} names {faction} more than once. {why}"
        for entry in (entries if why else ())
        for faction in named_twice(entry.factions)
    )


def with_factions_told(pasted: Pasted, settings: Settings) -> Pasted:
    """Who names one twice; and that a column of decks is not used where nobody names a faction for each round."""
    told = (*_decks_left_out(pasted, settings), *told_twice(pasted.players, settings))
    return replace(pasted, notes=(*pasted.notes, *told))


def _decks_left_out(pasted: Pasted, settings: Settings) -> tuple[str, ...]:
    rules = ruleset_of(settings)
    if rules.format(settings.deck_format).factions or not any(entry.factions for entry in pasted.players):
        return ()
    sheet = rules.decks.sheet if rules.decks is not None else None
    why = f"a player’s {sheet.leader} is read from their deck list" if sheet else "no factions are named here"
    return (f"The column with decks or factions was not used: {why}.",)


def with_short_rosters_told(pasted: Pasted, *, rounds: int) -> Pasted:
    """Who lists fewer factions than there are rounds, where others list theirs."""
    if not any(entry.factions for entry in pasted.players):
        return pasted
    short = [(entry, sum(map(bool, entry.factions))) for entry in pasted.players]
    told = (
        f"{quoted(entry.name)} (line {entry.line}) names {plural(count, 'faction') if count else 'no faction'} "
        f"for {plural(rounds, 'round')}."
        for entry, count in short
        if count < rounds
    )
    return replace(pasted, notes=(*pasted.notes, *told))


READ_AS: dict[bool, Callable[..., Pasted]] = {False: once, True: everyone}


def split_factions(text: str) -> tuple[str, ...]:
    """Factions in the order of the rounds, separated by commas, semicolons, slashes or lines; a dash names none."""
    parts = [found for part in re.split(r"[,;/|\r\n]", text) if (found := clean(part)[:LONGEST_NAME])]
    named = ["" if part in ("-", "–") else part for part in parts[:MOST_FACTIONS]]
    while named and not named[-1]:
        named.pop()
    return tuple(named)


def table_number(text: str) -> int | None:
    """A fixed table; nothing for an empty field. Refused if it is no number of a table."""
    bare = clean(text).removesuffix(".0")
    if not bare:
        return None
    if not (found := whole(bare, most=MOST_TABLE)):
        raise Refused(f"{quoted(bare)} is not a table number: 1 to {MOST_TABLE}, or leave it empty.")
    return found


def _with_headings(lines: Sequence[str]) -> Pasted | None:
    """A spreadsheet whose first line names its columns."""
    start = next((i for i, line in enumerate(lines) if line.strip()), None)
    if start is None:
        return Pasted(())
    if asked := re.fullmatch(r"\s*sep=(.)\s*", lines[start]):  # Excel's way to name the delimiter
        delimiters: tuple[str, ...] = (asked[1],)
        start += 1
    else:
        delimiters = DELIMITERS
    for delimiter in delimiters:
        rows = _rows(lines[start:], delimiter, first=start + 1)
        columns = [_column(cell) for cell in rows[0].cells] if rows else []
        if "name" in columns or {"first", "last"} <= set(columns):
            return _from_columns(rows[1:], columns, headings=rows[0].cells)
    return None


def _column(heading: str) -> str:
    """What a column holds; a round's faction is “round 3”."""
    bare = re.sub(r"[\s_]+", " ", clean(heading)).strip(" :*").casefold()
    of_round = None if bare.isdigit() else _OF_ROUND.fullmatch(bare)
    return f"round {int(of_round[1])}" if of_round else HEADINGS.get(bare, "")


def _from_columns(rows: Sequence[_Row], columns: Sequence[str], *, headings: Sequence[str]) -> Pasted:
    notes: list[str] = []
    if unused := [quoted(clean(h)) for h, column in zip(headings, columns, strict=True) if not column and clean(h)]:
        notes.append(f"Columns not used: {', '.join(shortened(unused))}.")
    columns = _widened(columns, headings, max((len(row.cells) for row in rows), default=0))
    players = []
    for row in rows:
        cells: dict[str, list[str]] = {}
        for column, cell in zip(columns, row.cells, strict=False):
            cells.setdefault(column, []).append(cell)
        if entry := _entry(row.line, cells, notes):
            players.append(entry)
    return Pasted(tuple(players), tuple(notes))


def _widened(columns: Sequence[str], headings: Sequence[str], width: int) -> list[str]:
    """Cells right of the factions, under no heading of their own, are factions, too: one for each round."""
    wide: list[str] = []
    for at in range(max(width, len(columns))):
        bare = at >= len(columns) or not clean(headings[at])
        wide.append("factions" if bare and at and wide[-1] == "factions" else "" if bare else columns[at])
    return wide


def _entry(line: int, cells: dict[str, list[str]], notes: list[str]) -> Entry | None:
    name = clean(" ".join(cells.get("name") or (*cells.get("first", ()), *cells.get("last", ()))))
    if not name:
        if any(clean(cell) for column, row in cells.items() if column for cell in row):
            notes.append(f"Line {line} has no name. Left out.")
        return None
    return Entry(
        name=_fitting(name, line, notes),
        club=clean(" ".join(cells.get("club") or cells.get("team") or ()))[:LONGEST_NAME],
        paid=_paid(" ".join(cells.get("paid", ())), line, notes),
        table=_table(" ".join(cells.get("table", ())), line, notes),
        factions=_by_round(cells) or split_factions(",".join(cells.get("factions", ()))),
        line=line,
        team=clean(" ".join(cells.get("team", ())))[:LONGEST_NAME],
        partner=clean(" ".join(cells.get("partner", ())))[:LONGEST_NAME],
    )


def _by_round(cells: dict[str, list[str]]) -> tuple[str, ...]:
    """Factions from a column for each round; what has no word in it, such as a score, is none."""
    named = {int(column[6:]): clean(row[0])[:LONGEST_NAME] for column, row in cells.items() if column[:6] == "round "}
    worded = {number: name for number, name in named.items() if sum(map(str.isalpha, name)) > 2}
    last = min(max(worded, default=0), MOST_FACTIONS)
    return tuple(worded.get(number, "") for number in range(1, last + 1))


def _fitting(name: str, line: int, notes: list[str]) -> str:
    if len(name) <= LONGEST_NAME:
        return name
    notes.append(f"{quoted(name)} (line {line}) is longer than {LONGEST_NAME} characters. The rest was cut off.")
    return name[:LONGEST_NAME].rstrip()


def _paid(text: str, line: int, notes: list[str]) -> bool:
    said = clean(text).casefold()
    if said not in YES | NO:
        notes.append(f"Line {line}: {quoted(clean(text))} under paid was read as paid.")
    return said not in NO


def _table(text: str, line: int, notes: list[str]) -> int | None:
    try:
        return table_number(text)
    except Refused:
        notes.append(f"Line {line}: {quoted(clean(text))} is not a table number. Left out.")
        return None


def _without_headings(lines: Sequence[str]) -> Pasted:
    """One player per line; of rows of cells, the first column that holds words."""
    delimiter = next((d for d in ("\t", ";") if any(d in line for line in lines)), None)
    notes: list[str] = []
    clubs: dict[int, str] = {}
    if delimiter:
        rows = _rows(lines, delimiter)
        column = _name_column(rows)
        names = [(row.line, row.cells[column]) for row in rows if len(row.cells) > column]
        if (beside := _club_column(rows, column)) is not None:
            clubs = {row.line: clean(row.cells[beside])[:LONGEST_NAME] for row in rows if len(row.cells) > beside}
            notes.append("The words beside the names were taken as clubs.")
        elif any(sum(bool(clean(cell)) for cell in row.cells) > 1 for row in rows):
            notes.append(
                "Only the names were taken. To take more, put a line with headings first: name, club, paid, table."
            )
    else:
        names = [(i, _unquoted(line)) for i, line in enumerate(_bare(lines), 1)]
    found = [(line, name) for line, cell in names if (name := clean(cell))]
    if not delimiter and len(found) > 1 and any("," in name for _, name in found):
        notes.append(
            "Commas were kept as part of the names. If they separate columns, put the headings first: name, club, …"
        )
    entries = (Entry(_fitting(name, line, notes), clubs.get(line, ""), line=line) for line, name in found)
    return Pasted(tuple(entries), tuple(notes))


def _name_column(rows: Sequence[_Row]) -> int:
    width = max((len(row.cells) for row in rows), default=0)
    for column in range(width):
        cells = [clean(row.cells[column]) for row in rows if len(row.cells) > column]
        if any(cell and not re.fullmatch(r"[\d.,)#]+", cell) for cell in cells):
            return column
    return 0


def _club_column(rows: Sequence[_Row], names: int) -> int | None:
    """The next column, if nothing else is filled and it holds words but no yes or no: Anna Schmidt;Berlin.

    Beyond an empty column stands something else: factions, as a sheet has them after club and table.
    """
    width = max((len(row.cells) for row in rows), default=0)
    cells = {at: [clean(row.cells[at]) for row in rows if len(row.cells) > at] for at in range(width) if at != names}
    filled = {at: [cell for cell in column if cell] for at, column in cells.items() if any(column)}
    if len(filled) != 1:
        return None
    ((at, said),) = filled.items()
    worded = all(any(map(str.isalpha, cell)) and cell.casefold() not in YES | NO for cell in said)
    return at if at == names + 1 and worded else None


def _bare(lines: Sequence[str]) -> list[str]:
    """The lines without numbers or dots in front, if all of them have some."""
    full = [line.strip() for line in lines if line.strip()]
    if len(full) < 2 or not all(_NUMBERED.match(line) for line in full):
        return list(lines)
    return [_NUMBERED.sub("", line.strip(), count=1) for line in lines]


def _unquoted(line: str) -> str:
    bare = line.strip()
    whole = len(bare) > 2 and bare[0] == bare[-1] == '"' and '"' not in bare[1:-1].replace('""', "")
    return bare[1:-1].replace('""', '"') if whole else bare


def _rows(lines: Sequence[str], delimiter: str, *, first: int = 1) -> list[_Row]:
    """The cells of each line. Quotes that do not add up are taken as they are."""
    try:
        reader = csv.reader([line + "\n" for line in lines], delimiter=delimiter, strict=True)
        rows = [_Row(reader.line_num + first - 1, tuple(cells)) for cells in reader]
    except csv.Error:
        rows = [_Row(i, tuple(line.split(delimiter))) for i, line in enumerate(lines, first)]
    return [row for row in rows if any(cell.strip() for cell in row.cells)]
