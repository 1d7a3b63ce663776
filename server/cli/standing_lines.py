"""A line of the standings as `cinderbox standings` prints it: of duels, and of tables of several."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.rulesets.registry import ruleset_of
from engine.sentences import named
from engine.sides import partner_of
from engine.standings.pods import pod_standings, pod_working
from engine.standings.ranking import Standing
from engine.standings.ranks import Rank, stage_ranks
from engine.standings.staff import staff_points
from engine.words import PlayerId, Scoring, Tournament

Line = dict[str, Any]

# Printed whatever places go by; the score and the tie-breaks of the event come on top.
ALWAYS = frozenset({"wins", "blood_earned", "blood_lost", "opponents_blood", "lot"})


def standing_line(line: Standing, scoring: Scoring) -> Line:
    printed = ALWAYS | {scoring.score, *scoring.tiebreaks}
    return {
        "rank": line.rank or None,
        "player": line.player,
        **{key: number for key, number in line.numbers.items() if key in printed},
        "decided_by": line.decided_by,
        "working": line.working,
    }


def pod_lines(t: Tournament, names: Mapping[str, str] | None = None) -> Line:
    """Whoever has no place stands last, with 0 points and the reason."""
    ranked, counted = pod_standings(t, t.stages[-1]), ruleset_of(t.settings).counted
    lines: list[Line] = [
        {
            "rank": line.rank,
            "player": line.player,
            "points": line.points,
            "by_round": list(line.by_round),
            "realms": line.realms.count,
            "games": line.realms.games,
            "decided_by": line.decided_by,
            "working": named(pod_working(t, line, ranked, counted), names),
            **_partner(t, line.player),
        }
        for line in ranked
    ]
    (table,) = stage_ranks(t, t.stages[-1])
    lines += [{**_unplaced(row), **_partner(t, row.player)} for row in table.rows if not row.place]
    called = names or {}
    named_ = [{**line, "name": called[line["player"]]} if line["player"] in called else line for line in lines]
    known = {each.id: called.get(each.player or each.id) for each in t.staff}
    staff = [
        {"id": id, "points": points, **({"name": known[id]} if known[id] else {})}
        for id, points in staff_points(t, called).items()
    ]
    return {"standings": named_, "staff": staff}


def _partner(t: Tournament, player: PlayerId) -> Line:
    partner = partner_of(t, player)
    return {} if partner is None else {"partner": partner}


def _unplaced(row: Rank) -> Line:
    return {
        "rank": None,
        "player": row.player,
        "points": 0,
        "by_round": [],
        "realms": 0,
        "games": 0,
        "decided_by": "",
        "working": row.working,
        "disqualified": row.disqualified,
    }
