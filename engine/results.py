"""Results: how they are made, and which ones a ruleset allows."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.lives import why_doubted, wounds_believed
from engine.refusals import Refused
from engine.rulesets.base import Counted
from engine.rulesets.registry import ruleset_of
from engine.words import Game, How, Match, Outcome, PlayerId, Result, Scoring, Settings, StageKind

NOBODY: Mapping[PlayerId, int] = MappingProxyType({})


def won(match: Match, winner: PlayerId, *, wounds: int, scoring: Scoring, how: How = "played") -> Result:
    """A duel with a winner, who scores what a win scores; the loser scores what lies on the winner's side."""
    _duel(match)
    outcomes = (Outcome("win", scoring.win_blood), Outcome("loss", wounds))
    return Result(outcomes if match.players[0] == winner else outcomes[::-1], how)


def drawn(match: Match, blood: tuple[int, int]) -> Result:
    """A duel without a winner; each scores what lies on the other's side."""
    _duel(match)
    return Result((Outcome("draw", blood[0]), Outcome("draw", blood[1])))


def is_draw(result: Result) -> bool:
    return all(outcome.mark == "draw" for outcome in result.outcomes)


def double_loss(match: Match) -> Result:
    """Both lose, nothing scored."""
    _duel(match)
    return Result((Outcome("loss"), Outcome("loss")), "double-loss")


def placed(place: int) -> Outcome:
    """What a seat at a table of several got: the first place has won it."""
    return Outcome("win" if place == 1 else "loss", place=place)


def require_legal(result: Result, match: Match, *, settings: Settings, stage: StageKind) -> None:
    """Refuse a result the rulebook does not know."""
    if len(result.outcomes) != len(match.seats):
        raise Refused(f"Table {match.table} has {len(match.seats)} seats, the result {len(result.outcomes)} outcomes.")
    rules = ruleset_of(settings)
    if result.how not in rules.hows:
        raise Refused(f"“{result.how}” is not a way to end a match of this game.")
    if stage == "pods":
        _require_places(result, match)
    else:
        _require_duel(result, settings.scoring, in_bracket=stage == "bracket")
        _require_numbers(result, settings.scoring, rules.counted)


def doubts(
    result: Result, match: Match, *, settings: Settings, lives: Mapping[PlayerId, int] = NOBODY
) -> tuple[str, ...]:
    """What to ask about before believing it: whoever has not fallen has less on them than they survive.

    `lives` are those that are known of the players at this table. A doubt refuses nothing.
    """
    if len(match.seats) != 2:
        return ()
    many = ruleset_of(settings).counted.many
    return tuple(
        f"{outcome.blood} {many}, really? {why_doubted(settings, lies_on, lives)}"
        for outcome, lies_on in zip(result.outcomes, reversed(match.players), strict=True)
        if outcome.mark != "win" and outcome.blood > wounds_believed(settings, lives.get(lies_on))
    )


def _duel(match: Match) -> None:
    if len(match.seats) != 2:
        raise Refused(f"Table {match.table} has {len(match.seats)} seats; record its games instead.")


def _require_duel(result: Result, scoring: Scoring, *, in_bracket: bool) -> None:
    marks = sorted([outcome.mark for outcome in result.outcomes])
    if marks == ["draw", "draw"]:
        if not scoring.draws:
            raise Refused("This game has no draws. Record who won.")
        if in_bracket:
            raise Refused("A bracket match has no draw: play on until somebody wins.")
        if result.how != "played":
            raise Refused("A draw is played out; a match that ended otherwise has a winner.")
    elif marks == ["loss", "loss"]:
        if result.how != "double-loss" or any(outcome.blood for outcome in result.outcomes):
            raise Refused("Two losers are a double loss, and nobody scores in it.")
        if in_bracket:
            raise Refused("A bracket match needs a winner: name who goes on.")
    elif marks != ["loss", "win"]:
        raise Refused("A match has one winner and one loser.")
    if marks != ["loss", "loss"] and result.how == "double-loss":
        raise Refused("A double loss has no winner.")


def _require_numbers(result: Result, scoring: Scoring, counted: Counted) -> None:
    for outcome in result.outcomes:
        if outcome.mark == "win" and outcome.blood != scoring.win_blood:
            raise Refused(f"The winner scores {scoring.win_blood} {counted.points}, not {outcome.blood}.")
        if not 0 <= outcome.blood <= scoring.most_blood:
            raise Refused(f"{counted.title} run from 0 to {scoring.most_blood}; {outcome.blood} is not possible.")


def _require_places(result: Result, match: Match) -> None:
    """Places run from 1 by side: partners share theirs."""
    if any((outcome.mark == "win") != (outcome.place == 1) for outcome in result.outcomes):
        raise Refused(f"Table {match.table}: whoever is first has won, and nobody else.")
    by_side: dict[int, set[int]] = {}
    for seat, outcome in zip(match.seats, result.outcomes, strict=True):
        by_side.setdefault(seat.side, set()).add(outcome.place)
    places = sorted(place for places in by_side.values() for place in places)
    if any(len(places) != 1 for places in by_side.values()) or places != list(range(1, len(by_side) + 1)):
        raise Refused(f"Table {match.table}: every side needs a place of its own, from 1 to {len(by_side)}.")


def fingerprint(result: Result | None) -> str:
    """Which result a page shows, so that a form can say what it replaces."""
    if result is None:
        return ""
    seats = (f"{outcome.mark}{outcome.blood}.{outcome.place}" for outcome in result.outcomes)
    return f"{result.how} {' '.join(seats)}"


def fingerprint_of(match: Match) -> str:
    """What a page shows of a table: its result, or how many games are in while it has none."""
    return f"games {len(match.games)}" if match.games and match.result is None else fingerprint(match.result)


def game_fingerprint(game: Game) -> str:
    """Which version of a game a page shows."""
    return f"game {game.winner} {' '.join(map(str, game.realms))}"
