"""What came out of an event, as plain JSON to compare."""

from __future__ import annotations

from typing import Any

from engine.penalty_words import fault_words
from engine.standings.places import final_places, stage_places
from engine.standings.pods import pod_standings
from engine.standings.ranking import stage_standings
from engine.standings.staff import staff_points
from engine.words import Stage, Tournament

NUMBERS = ("wins", "points", "sos", "toep", "blood_earned", "blood_lost", "opponents_blood", "lot")


def outcome(t: Tournament) -> dict[str, Any]:
    """The finish as it was recorded, and everything that is computed anew."""
    assert t.finish is not None
    return {
        "ranking": list(t.finish.ranking),
        "prizes": [list(prize) for prize in t.finish.prizes],
        "places": list(final_places(t)),
        "stages": [{"kind": stage.kind, "standings": _standings(t, stage)} for stage in t.stages],
        "rounds": [[round_.number, len(round_.matches), len(round_.byes)] for round_ in t.rounds],
        "penalties": [[p.player, p.kind, fault_words(p.fault), p.round, p.lifted] for p in t.penalties],
        "left": sorted(p for p, known in t.players.items() if not known.active),
        "staff": staff_points(t) if t.settings.event else {},
        "runs": len(t.clock.runs) if t.clock else 0,
    }


def _standings(t: Tournament, stage: Stage) -> list[Any]:
    if stage.kind == "bracket":
        return list(stage_places(t, stage))
    if stage.kind == "pods":
        return [
            [line.rank, line.player, line.points, list(line.by_round), line.decided_by]
            for line in pod_standings(t, stage)
        ]
    return [
        [line.rank, line.player, *(line.numbers[key] for key in NUMBERS), line.decided_by]
        for line in stage_standings(t, stage)
    ]
