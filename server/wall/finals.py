"""The wall at the end of a day: who meets in the bracket, by name, and the champion."""

from __future__ import annotations

from typing import Any

from engine.sentences import plural
from engine.sides import Side
from engine.standings.bracket_drawing import drawing
from engine.standings.participants import came
from engine.standings.places import final_places, recorded_places, winner_of
from engine.words import Match, Stage, Tournament
from server.core.desk import Desk
from server.core.play_days import days_played
from server.public.public_view import Public
from server.wall.long_scenes import called, name_of

Json = dict[str, Any]
MOST_BY_NAME = 4  # matches that have room for names in large type: from the quarter-finals on
PODIUM = 4


def by_name(t: Tournament) -> bool:
    """Whether the round that is on is shown by the names of those who play it."""
    current, stage = t.current_round, t.stage
    return current is not None and _is_of_bracket(stage) and 0 < len(current.matches) <= MOST_BY_NAME


def duels(view: Public) -> Json | None:
    """The matches of this round of the bracket, and which column of its drawing that is."""
    current, stage = view.t.current_round, view.t.stage
    if current is None or stage is None or not by_name(view.t):
        return None
    matches = sorted(current.matches, key=lambda match: match.table)
    return {"column": stage.rounds.index(current), "matches": [_duel(view, match) for match in matches]}


def champion(desk: Desk, view: Public) -> Json | None:
    """Who won it all, as soon as the final is closed or the event is finished, and the places behind."""
    sides = _podium(view.t)
    if not sides:
        return None
    first, *others = sides
    last = days_played(desk.book.acts)[1]
    return {
        **called(view, first),
        "day": f"{last.day} {last:%B %Y}",
        "among": plural(len(came(view.t)), "player"),
        "others": [{"place": place, **called(view, side)} for place, side in enumerate(others, start=2)],
    }


def _podium(t: Tournament) -> tuple[Side, ...]:
    """The recorded places; before that the two of the final, since the others are not decided by play."""
    if t.finish is not None:
        return tuple(each.players for each in recorded_places(t)[:PODIUM])
    stage = t.stage
    if stage is None or not _is_of_bracket(stage) or stage.rounds[-1].phase != "closed":
        return ()
    return tuple((player,) for player in final_places(t)[:2]) if drawing(t, stage).champion is not None else ()


def _is_of_bracket(stage: Stage | None) -> bool:
    return stage is not None and stage.kind == "bracket" and bool(stage.rounds)


def _duel(view: Public, match: Match) -> Json:
    outcomes = match.result.outcomes if match.result is not None else ()
    return {
        "table": match.table,
        "players": [name_of(view, player) for player in match.players],
        "winner": None if (won := winner_of(match)) is None else match.players.index(won),
        "score": [outcome.blood for outcome in outcomes],
    }
