"""Final places over all stages: the last stage first, then who did not get that far."""

from __future__ import annotations

from engine.pairing import brackets
from engine.sides import Side, partner_of
from engine.standings.pods import pod_standings
from engine.standings.ranking import stage_standings
from engine.values import dataclass
from engine.words import Match, PlayerId, Stage, Tournament


@dataclass(frozen=True, slots=True)
class FinalPlace:
    """A final place with its prize, and what there is to say about it: why it has none, or that they left."""

    place: int
    players: Side
    prize: str
    note: str = ""


def recorded_places(t: Tournament) -> tuple[FinalPlace, ...]:
    """The places as they were recorded at the end; none before it."""
    if t.finish is None:
        return ()
    sides = placed_sides(t, t.finish.ranking)
    return tuple(_final_place(t, place, side) for place, side in enumerate(sides, start=1))


def place_of(t: Tournament, player: PlayerId) -> FinalPlace | None:
    """Somebody's final place; None before the end, and for whoever has none."""
    return next((each for each in recorded_places(t) if player in each.players), None)


def hosts(t: Tournament) -> frozenset[PlayerId]:
    """Players who organize the event, too: they have a place and no prize."""
    return frozenset(s.player for s in t.staff if s.player and s.role in ("organizer", "co-organizer"))


def without_place(t: Tournament) -> tuple[PlayerId, ...]:
    """Who was disqualified, once the places are recorded."""
    return tuple(p for p, player in t.players.items() if player.disqualified) if t.finish is not None else ()


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


def _final_place(t: Tournament, place: int, side: Side) -> FinalPlace:
    given = t.finish.prizes if t.finish is not None else ()
    prize = ", ".join(dict.fromkeys(prize for prize, player in given if player in side))
    return FinalPlace(place, side, prize, _note(t, side, lacks_prize=bool(given) and not prize))


def _note(t: Tournament, side: Side, *, lacks_prize: bool) -> str:
    if hosts(t) & set(side):
        return "organizer, no prize" if lacks_prize else "organizer"
    return "dropped" if any(t.players[player].dropped is not None for player in side) else ""


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
