"""Spellfire standings read off the tournament: places at each table, realms, points."""

from __future__ import annotations

from collections.abc import Sequence

from engine.standings import points
from engine.standings.ranking import disqualified_from, lots_of
from engine.words import Match, PlayerId, Round, Stage, Tournament

Side = tuple[PlayerId, ...]


def pod_places(rounds: Sequence[Round]) -> list[list[tuple[Side, ...]]]:
    """For each published round and table: the sides in the order of their places; empty while the table plays."""
    return [[_places(match) for match in round_.matches] for round_ in rounds if round_.phase != "draft"]


def pod_totals(t: Tournament, stage: Stage) -> dict[PlayerId, int]:
    """Everybody's points so far."""
    return points.totals(pod_places(stage.rounds), factor=_factor(t))


def pod_realms(stage: Stage) -> dict[PlayerId, points.Realms]:
    """Everybody's unrazed realms over the event."""
    return points.realm_counts((m.seats, m.games) for round_ in stage.rounds for m in round_.matches)


def pod_standings(t: Tournament, stage: Stage) -> tuple[points.Ranked, ...]:
    """The ranking by points, champion first."""
    return points.ranking(
        pod_places(stage.rounds),
        realms=pod_realms(stage),
        lots=lots_of(t),
        factor=_factor(t),
        unplaced=disqualified_from(t),
    )


def staff_points(t: Tournament) -> dict[str, int]:
    """What the coordinator and the judges get for the event."""
    roles = {s.id: s.role for s in t.staff if s.role in ("coordinator", "judge")}
    playing = {s.id for s in t.staff if s.player is not None}
    worth = points.staff_points(roles, players=tuple(t.players), factor=_factor(t))
    return {person: 0 if person in playing else worth[person] for person in roles}


def _places(match: Match) -> tuple[Side, ...]:
    if match.result is None:
        return ()
    sides: dict[int, list[PlayerId]] = {}
    for seat, outcome in zip(match.seats, match.result.outcomes, strict=True):
        sides.setdefault(outcome.place, []).append(seat.player)
    return tuple(tuple(sides[place]) for place in sorted(sides))


def _factor(t: Tournament) -> int:
    return t.settings.event.factor if t.settings.event else 1


def pod_working(line: points.Ranked, ranked: Sequence[points.Ranked]) -> str:
    """Why this place, in a sentence a player can follow."""
    if line.decided_by == "champion":
        return f"won the final; {line.points} points"
    tied = [other for other in ranked if other.points == line.points and other.decided_by != "champion"]
    if line.decided_by == "points" or len(tied) < 2:
        return f"alone on {line.points} points"
    text = f"{len(tied)} tied on {line.points} points; unrazed realms per game {_per_game(line)}"
    return text if line.decided_by == "realms" else f"{text}, equal; by lot"


def _per_game(line: points.Ranked) -> str:
    return f"{line.realms.unrazed} in {line.realms.games}"
