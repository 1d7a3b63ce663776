"""Final places over all stages: the last stage first, then who did not get that far."""

from __future__ import annotations

from engine.pairing import brackets
from engine.sides import Side, partner_of
from engine.standings.pods import pod_standings
from engine.standings.ranking import stage_standings
from engine.words import Match, PlayerId, Stage, Tournament


def final_places(t: Tournament) -> tuple[PlayerId, ...]:
    """Everybody with a place, best first. Disqualified players have none."""
    placed: dict[PlayerId, None] = {}
    for stage in reversed(t.stages):
        placed.update(dict.fromkeys(stage_places(t, stage)))
    return tuple(p for p in placed if not t.players[p].disqualified)


def placed_sides(t: Tournament, ranking: tuple[PlayerId, ...]) -> tuple[Side, ...]:
    """The final places in this order: one player each, or both of a team where nothing tells them apart."""
    played = t.stages[-1:] if t.settings.teams else ()
    ranks = {line.player: line.rank for stage in played for line in pod_standings(t, stage)}
    found: list[Side] = []
    for player in ranking:
        before = found[-1][0] if found else ""
        if partner_of(t, player) == before and ranks.get(player) == ranks.get(before):
            found[-1] = (before, player)
        else:
            found.append((player,))
    return tuple(found)


def stage_places(t: Tournament, stage: Stage) -> tuple[PlayerId, ...]:
    """The order within one stage."""
    if stage.kind == "bracket":
        return brackets.places(stage.entrants, bracket_rounds(stage))
    if stage.kind == "pods":
        return tuple(line.player for line in pod_standings(t, stage))
    return tuple(line.player for line in stage_standings(t, stage) if line.rank)


def bracket_rounds(stage: Stage) -> list[list[brackets.Played]]:
    """What has been played of a bracket."""
    return [
        [(m.players[0], m.players[1], winner_of(m)) for m in round_.matches]
        for round_ in stage.rounds
        if round_.phase != "draft"
    ]


def winner_of(match: Match) -> PlayerId | None:
    """Who won a duel; nobody yet, or nobody at all."""
    if match.result is None:
        return None
    outcomes = zip(match.seats, match.result.outcomes, strict=True)
    return next((seat.player for seat, outcome in outcomes if outcome.mark == "win"), None)
