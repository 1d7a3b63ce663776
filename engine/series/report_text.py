"""The report of an event as plain text, to be sent as a letter: who ran it, every table, everybody's points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date

from engine.rulesets.naming import played_by
from engine.sentences import listed, plural
from engine.series.series_words import times
from engine.standings.participants import participants, without_a_game
from engine.standings.pods import Side, pod_places, pod_standings, points_in_round
from engine.standings.staff import Names, paid_roles, staff_points
from engine.words import Event, Match, PlayerId, Round, Tournament


def report_text(t: Tournament, *, name: str, days: tuple[date, date], names: Names) -> str:
    """What the wrap-up report and the scoring forms say, in lines; the disqualified stand nowhere."""
    parts = (_head(t, name, days), _staff(t, names), *_rounds(t, names), _totals(t, names))
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def _head(t: Tournament, name: str, days: tuple[date, date]) -> list[str]:
    event = t.settings.event or Event()
    first, last = days
    return [
        f"Convention: {event.convention} (code {event.convention_code})",
        f"Tournament: {name} (code {event.code})",
        played_by(t.settings),
        f"Played: {first}" + (f" to {last}" if last != first else ""),
        plural(len(participants(t)), "player") + times(t.settings.factor),
    ]


def _staff(t: Tournament, names: Names) -> list[str]:
    worth, roles = staff_points(t, names), paid_roles(t, names)
    member = {each.id: each.player or each.id for each in t.staff}
    told = [(role, _name(names, member[id]), worth[id]) for id, role in roles.items()]
    return [f"{role.capitalize()}: {called}, {plural(points, 'point')}" for role, called, points in sorted(told)]


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
