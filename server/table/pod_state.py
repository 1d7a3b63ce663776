"""A table of several as its devices show it: whose game it is now, what was played, what is being told."""

from __future__ import annotations

from typing import Any

from engine.clock import is_up
from engine.pairing import pods
from engine.pod_words import decided_words, wins
from engine.rulesets.base import Ruleset
from engine.rulesets.registry import ruleset_of
from engine.sides import goes_first, members, seat_names
from engine.standings.pods import points_in_round
from engine.words import Game, Match, Round, Tournament
from server.core.timekeeping import moment

Json = dict[str, Any]


def pod(t: Tournament, round_: Round | None, match: Match) -> Json | None:
    """None at a table of two."""
    if len(match.seats) == 2:
        return None
    rules = ruleset_of(t.settings)
    limits = rules.limits
    return {
        "number": len(match.games) + 1,
        "wins_needed": pods.WINS_NEEDED,
        "sides": [seat.side for seat in match.seats],
        "teams": [name[0] for name in seat_names(match)],
        "seats": list(seat_names(match)),
        "first": goes_first(match),
        "left": list(match.withdrawn),
        "absent": list(match.no_shows),
        "limits": {
            "least": limits.winner_least,
            "most": limits.winner_most,
            "others": limits.others_most,
            "each": limits.each_most,
        },
        "games": [_game(match, game) for game in match.games],
        "reports": [{"player": each.player, **_game(match, each.game)} for each in match.game_reports],
        "wins": wins(match),
        "places": _places(t, round_, match),
        "called": match.result is None and is_up(t.clock, moment(), table=match.table),
        "after": _after_time(rules),
    }


def _after_time(rules: Ruleset) -> str:
    """How a table is decided that time was called at: the rulebook's last sentence about it."""
    return " ".join(rules.time.steps[-1].split()) if rules.time else ""


def step(match: Match) -> str:
    """playing, one (version of the game), two (versions), or in."""
    if match.result is not None:
        return "in"
    told = {report.game for report in match.game_reports}
    return "two" if len(told) > 1 else "one" if told else "playing"


def _game(match: Match, game: Game) -> Json:
    """`winner` is one of the side that won: whoever sits first; nobody won a game that was stopped."""
    winner = None if game.winner is None else members(match, game.winner)[0]
    return {"winner": winner, "realms": list(game.realms)}


def _places(t: Tournament, round_: Round | None, match: Match) -> list[Json]:
    """Everybody by place once the table is decided, with the points of this round."""
    if match.result is None or round_ is None:
        return []
    points = points_in_round(t, round_)
    how = decided_words(match)
    found = [
        {"player": player, "place": outcome.place, "points": points.get(player, 0), "how": how.get(player, "")}
        for player, outcome in zip(match.players, match.result.outcomes, strict=True)
    ]
    return sorted(found, key=lambda each: each["place"])
