"""The tournament as the pairing sees it: everybody's score, opponents and byes before a round."""

from __future__ import annotations

from collections.abc import Iterable

from engine.check import expected
from engine.earlier import before_round
from engine.factions import pool_size
from engine.once import once
from engine.pairing.field import Entrant, Record
from engine.standings.ranking import lots_of
from engine.standings.sheets import Sheet, sheets
from engine.standings.tiebreaks import Totals, number_keys, table_of, worth
from engine.values import replace
from engine.words import Apart, PlayerId, Round, Scoring, Stage, Tournament


def entrants_before(t: Tournament, number: int) -> tuple[Entrant, ...]:
    """Everybody who is to be paired in this round of the current stage, as they stood before it."""
    return _entrants(before_round(t, number), number)


@once
def _entrants(t: Tournament, number: int) -> tuple[Entrant, ...]:
    stage = t.stages[-1]
    names = [p for p in expected(t, stage, Round(number, ())) if t.players[p].excuse(number) is None]
    return tuple(entrants_of(t, stage, players=names, number=number))


def byes_in_advance(t: Tournament, number: int) -> list[PlayerId]:
    """Who was promised a bye in this round."""
    everyone = expected(t, t.stages[-1], Round(number, ()))
    return [p for p in everyone if t.players[p].excuse(number) == "bye"]


def stage_before(t: Tournament, number: int) -> Stage:
    """The current stage without this round and what came after."""
    stage = t.stages[-1]
    return replace(stage, rounds=tuple(round_ for round_ in stage.rounds if round_.number < number))


def entrants_of(t: Tournament, stage: Stage, *, players: Iterable[PlayerId], number: int) -> list[Entrant]:
    """These players with what the stage's rounds so far say about them."""
    scoring = t.settings.scoring
    all_sheets = sheets(t, stage)
    table = table_of(all_sheets, lots_of(t)) if scoring.bye_by == "standings" else None
    earlier = _met_in_earlier_stages(t) if len(t.stages) > 1 else {}
    apart = wished_apart(t.apart, number)
    return [
        Entrant(
            id=player,
            score=score_of(all_sheets[player], scoring),
            met=frozenset(all_sheets[player].opponents),
            byes=all_sheets[player].byes,
            bye_key=() if table is None else _standing_key(player, table, scoring),
            faction=faction_of(t, player, number),
            avoid=frozenset(earlier.get(player, ())),
            apart=frozenset(apart.get(player, ())),
            record=record_of(all_sheets[player], scoring) if stage.rounds else "",
            fixed_table=t.players[player].fixed_table,
        )
        for player in players
    ]


def wished_apart(apart: Apart, number: int) -> dict[PlayerId, set[PlayerId]]:
    """From whom each is to be kept apart in this round."""
    found: dict[PlayerId, set[PlayerId]] = {}
    if apart.first_round_only and number > 1:
        return found
    for group in (*apart.groups, *(apart.clubs if apart.club_mates else ())):
        for player in group:
            found.setdefault(player, set()).update(p for p in group if p != player)
    return found


def score_of(sheet: Sheet, scoring: Scoring) -> int:
    return sheet.wins if scoring.score == "wins" else sheet.points


def record_of(sheet: Sheet, scoring: Scoring) -> Record:
    """What a group is called by: 2–0, or 6 points."""
    return sheet.record if scoring.score == "wins" else ("points", sheet.points)


def faction_of(t: Tournament, player: PlayerId, number: int) -> str | None:
    """The faction this player brings to this round, if the event avoids mirror matches and it is known by then."""
    if pool_size(t.settings):
        return None
    factions = t.players[player].factions
    return (factions[number - 1] or None) if t.settings.avoid_mirrors and number <= len(factions) else None


def _standing_key(player: PlayerId, table: Totals, scoring: Scoring) -> tuple[int, ...]:
    """Classic gives the bye to the lowest in the standings; the lot does not count, equals are drawn."""
    return tuple(worth(key, player, table) for key in ("points", *number_keys(scoring)))


def _met_in_earlier_stages(t: Tournament) -> dict[PlayerId, set[PlayerId]]:
    met: dict[PlayerId, set[PlayerId]] = {}
    for stage in t.stages[:-1]:
        for round_ in stage.rounds:
            for match in round_.matches:
                for player in match.players:
                    met.setdefault(player, set()).update(p for p in match.players if p != player)
    return met
