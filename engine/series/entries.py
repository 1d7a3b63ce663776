"""What an event gives to a series, whoever reads it: who played and how far they came, and who ran it.

An entry is computed from a tournament, or typed from a wrap-up report. It holds no rules of a series: the same entry
may stand in several.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import date

from engine.refusals import Refused
from engine.rulesets.registry import ruleset_of
from engine.series.sent_form import FormPart
from engine.standings.participants import PlayedTable, came, smallest_table
from engine.standings.places import final_places, placed_sides
from engine.standings.pods import pod_standings
from engine.standings.staff import Names, PaidRole, paid_roles, staff_points
from engine.values import dataclass, replace
from engine.words import PlayerId, Tournament

When = tuple[date, str, str]


@dataclass(frozen=True, slots=True)
class EntryLine:
    """One person at one event: a player, or somebody of the staff who does not play.

    `id`: what the event calls them; `person`: who they are in the series. `place`: 0 for staff. `by_round`: points of
    each round by the rulebook, where it has such. `worth`: what a role is worth. Both have the event's factor in them.
    `out`: disqualified, so nothing comes of it.
    """

    id: str
    person: str
    place: int = 0
    wins: int = 0
    by_round: tuple[int, ...] = ()
    role: PaidRole | None = None
    worth: int = 0
    out: bool = False

    @property
    def points(self) -> int:
        """By the rulebook's own points, all together."""
        return 0 if self.out else sum(self.by_round) + self.worth


@dataclass(frozen=True, slots=True)
class Entry:
    """One event as a series sees it. `players`: who played a game; `smallest`: the table that the fewest played at.

    `waiting`: tables of the last round whose results are not in yet; `over`: nothing more is to come.
    `origin`: the same for every copy of one event, empty where nobody knows. `form`: what its forms say.
    `ended`: the moment it was over, where a box saw it: of two events of one day it tells which was later.
    The convention and the two codes are those of a typed report; a tournament has them in its settings.
    """

    event: str
    ruleset: str
    first_day: date
    last_day: date
    lines: tuple[EntryLine, ...] = ()
    players: int = 0
    factor: int = 1
    scored: bool = True
    over: bool = True
    waiting: tuple[int, ...] = ()
    smallest: PlayedTable | None = None
    origin: str = ""
    form: tuple[FormPart, ...] = ()
    ended: str = ""
    convention: str = ""
    convention_code: str = ""
    code: str = ""

    @property
    def codes(self) -> tuple[str, str, str]:
        """What a typed report says of its convention and codes."""
        return self.convention, self.convention_code, self.code

    @property
    def when(self) -> When:
        """Events stand in this order."""
        return self.last_day, self.ended, self.event


def entry_of(
    t: Tournament, *, event: str, days: tuple[date, date], names: Names | None = None, over: bool | None = None
) -> Entry:
    """What a tournament gives. `over` where somebody knows better than the journal that it has ended."""
    played = came(t)
    return Entry(
        event=event,
        ruleset=t.settings.ruleset,
        first_day=days[0],
        last_day=days[1],
        lines=(*_players(t, played), *_staff(t, names or {})),
        players=len(played),
        factor=t.settings.factor,
        scored=t.settings.scored,
        over=t.finish is not None if over is None else over,
        waiting=t.tables_out,
        smallest=smallest_table(t) if ruleset_of(t.settings).pods else None,
    )


def identified(entry: Entry, persons: Mapping[str, str]) -> Entry:
    """The entry with everybody as the person they are."""
    lines = tuple(replace(line, person=persons.get(line.id, line.person)) for line in entry.lines)
    return replace(entry, lines=lines)


def one_line_each(entry: Entry) -> tuple[EntryLine, ...]:
    """Everybody's one line, so that nobody scores twice at one event: entered twice, or a judge who plays."""
    lines: dict[str, EntryLine] = {}
    for line in sorted(entry.lines, key=_foremost):
        lines.setdefault(line.person, line)
    return tuple(lines.values())


def _foremost(line: EntryLine) -> tuple[bool, bool, int, int, str]:
    """Which of two lines is the person's: disqualified before anything, playing before staff, the better place."""
    return not line.out, line.role is not None, line.place, -line.points, line.id


def _players(t: Tournament, played: Iterable[PlayerId]) -> Iterable[EntryLine]:
    places, won, given = _places(t, frozenset(played)), wins(t), _by_round(t)
    for player in (player for player in t.players if player in played):
        yield EntryLine(
            id=player,
            person=player,
            place=places.get(player, 0),
            wins=won[player],
            by_round=given.get(player, ()),
            out=t.players[player].disqualified,
        )


def _places(t: Tournament, played: frozenset[PlayerId]) -> dict[PlayerId, int]:
    """The final places of those who came, partners together; none while a bracket is being played."""
    try:
        ranking = t.finish.ranking if t.finish is not None else final_places(t)
    except Refused:
        return {}
    sides = placed_sides(t, tuple(player for player in ranking if player in played))
    return {player: place for place, side in enumerate(sides, start=1) for player in side}


def wins(t: Tournament) -> Counter[PlayerId]:
    """Everybody's matches won, in the rounds and in the bracket; a bye is one."""
    won: Counter[PlayerId] = Counter()
    for round_ in (each for each in t.rounds if each.phase != "draft"):
        won.update(bye.player for bye in round_.byes)
        for match in (each for each in round_.matches if each.result is not None):
            assert match.result is not None
            outcomes = zip(match.players, match.result.outcomes, strict=True)
            won.update(player for player, outcome in outcomes if outcome.mark == "win")
    return won


def _by_round(t: Tournament) -> dict[PlayerId, tuple[int, ...]]:
    if t.stage is None or not ruleset_of(t.settings).pods:
        return {}
    return {line.player: line.by_round for line in pod_standings(t, t.stage)}


def _staff(t: Tournament, names: Names) -> Iterable[EntryLine]:
    """Whoever was entered as a player too, and did not play, is the person who was entered."""
    worth, entered = staff_points(t, names), {member.id: member.player for member in t.staff}
    for id, role in paid_roles(t, names).items():
        yield EntryLine(id=id, person=entered[id] or id, role=role, worth=worth[id])
