"""Scenario play: the special rules of an event as walls and phones tell them."""

from __future__ import annotations

from engine.rulesets.wall import chess_plan
from engine.sentences import plural
from engine.values import dataclass
from engine.words import Settings


@dataclass(frozen=True, slots=True)
class Scenario:
    """What is special, how long a round lasts, what a match is worth."""

    text: str
    time: str
    points: str


def scenario(settings: Settings) -> Scenario | None:
    """The special rules with time and points as set; None for a usual tournament."""
    return Scenario(settings.scenario, _time(settings), _points(settings)) if settings.scenario else None


def _time(settings: Settings) -> str:
    chess = chess_plan(settings)
    if chess is not None:
        return f"Chess clocks: {chess.minutes} minutes each."
    if settings.timer == "none" or not settings.round_minutes:
        return "No time limit."
    return f"A round lasts {plural(settings.round_minutes, 'minute')}."


def _points(settings: Settings) -> str:
    scoring = settings.scoring
    if scoring.score == "wins":
        return "Places go by wins."
    draw = f", a draw {scoring.draw}" if scoring.draws else ""
    return f"A win gives {plural(scoring.win, 'point')}{draw}."
