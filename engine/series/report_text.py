"""The report of an event as plain text, to be sent as a letter: who ran it, every table, everybody's points."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from engine.rulesets.naming import played_by
from engine.rulesets.registry import ruleset
from engine.sentences import listed, plural
from engine.series.entries import Entry, EntryLine
from engine.series.series_words import times
from engine.standings.participants import participants, without_a_game
from engine.standings.pods import Side, pod_places, pod_standings, points_in_round
from engine.standings.staff import Names, PaidRole, paid_roles, staff_points
from engine.words import Event, Match, PlayerId, Round, Tournament


def report_text(t: Tournament, *, name: str, days: tuple[date, date], names: Names) -> str:
    """What the wrap-up report and the scoring forms say, in lines; the disqualified stand nowhere."""
    parts = (_head(t, name, days), _staff(t, names), *_rounds(t, names), _totals(t, names))
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def wrap_up_text(entry: Entry, *, name: str, names: Names) -> str:
    """The same of a typed report: `names` are those of its people."""
    coded, played = _coded(name, *entry.codes), _played((entry.first_day, entry.last_day), entry.players, entry.factor)
    head = [*coded, ruleset(entry.ruleset).name, *played]
    there = sorted((line for line in entry.lines if line.role is None), key=lambda line: (not line.place, line.place))
    totals = ["Total points:", *(_typed_line(line, names) for line in there)]
    parts = (head, _roles((line.role, _name(names, line.person), line.worth) for line in entry.lines), totals)
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def _typed_line(line: EntryLine, names: Names) -> str:
    """1. Ana 14 (4 + 10)"""
    place = f"{line.place}. " if line.place else ""
    rounds = f" ({' + '.join(map(str, line.by_round))})" if line.by_round else ""
    return f"{place}{_name(names, line.person)} {line.points}{rounds}"


def _head(t: Tournament, name: str, days: tuple[date, date]) -> list[str]:
    event = t.settings.event or Event()
    coded = _coded(name, event.convention, event.convention_code, event.code)
    return [*coded, played_by(t.settings), *_played(days, len(participants(t)), t.settings.factor)]


def _coded(name: str, convention: str, convention_code: str, code: str) -> list[str]:
    """The convention and the tournament with their codes; nothing stands where nobody has written one."""
    told = {"Convention": _with_code(convention, convention_code), "Tournament": _with_code(name, code)}
    return [f"{what}: {words}" for what, words in told.items() if words]


def _with_code(words: str, code: str) -> str:
    told = f"code {code}" if code else ""
    return f"{words} ({told})" if words and told else words or told


def _played(days: tuple[date, date], players: int, factor: int) -> list[str]:
    first, last = days
    when = f"Played: {first}" + (f" to {last}" if last != first else "")
    return [when, plural(players, "player") + times(factor)]


def _staff(t: Tournament, names: Names) -> list[str]:
    worth, roles = staff_points(t, names), paid_roles(t, names)
    member = {each.id: each.player or each.id for each in t.staff}
    return _roles((role, _name(names, member[id]), worth[id]) for id, role in roles.items())


def _roles(told: Iterable[tuple[PaidRole | None, str, int]]) -> list[str]:
    paid = sorted((role, called, points) for role, called, points in told if role is not None)
    return [f"{role.capitalize()}: {called}, {plural(points, 'point')}" for role, called, points in paid]


def _rounds(t: Tournament, names: Names) -> Iterator[list[str]]:
    for round_ in (each for each in t.rounds if each.phase != "draft"):
        tables = zip(round_.matches, pod_places([round_])[0], strict=True)
        yield [
            f"Round {round_.number}, table {match.table}: {_table(t, round_, match, sides, names)}"
            for match, sides in tables
        ]


def _table(t: Tournament, round_: Round, match: Match, sides: Sequence[Side], names: Names) -> str:
    """1. Ana 4, 2. Ben 3, 3. Cai 2; or who goes on from a table that nobody scores at."""
    there = [(place, p) for place, side in enumerate(sides, start=1) for p in side if not t.players[p].disqualified]
    if without_a_game(match):
        won = listed([_name(names, player) for place, player in there if place == 1])
        return f"won by {won} without a game" if won else "no game"
    given = points_in_round(t, round_)
    placed = ", ".join(f"{place}. {_name(names, player)} {given[player]}" for place, player in there)
    return placed or "no result yet"


def _totals(t: Tournament, names: Names) -> list[str]:
    ranked = pod_standings(t, t.stage) if t.stage is not None else ()
    return ["Total points:", *(f"{line.rank}. {_name(names, line.player)} {line.points}" for line in ranked)]


def _name(names: Names, id: PlayerId) -> str:
    return names.get(id, id)
