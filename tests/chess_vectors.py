"""Games on a chess clock, step by step, as the engine plays them; the tablet plays the same ones.

`python -m tests.chess_vectors` writes anew what the engine makes of every step in `chess_vectors.json`; the steps
themselves are added by hand.
"""

import json
from contextlib import suppress
from pathlib import Path

from engine import chess_clock
from engine.clock import Moment
from engine.clock_codec import moment_from_json
from engine.refusals import Refused
from server.chess.chess_clocks import from_json, to_json

FILE = Path(__file__).with_suffix(".json")
TOLD = ("clock", "banks", "verdict")


def games():
    return json.loads(FILE.read_text(encoding="utf-8"))


def played(game):
    """Every step with what it comes to: the clock, both banks, and who loses on time."""
    clock, steps = chess_clock.new(game["bank_ms"], lending=game["lending"]), []
    for step in game["steps"]:
        asked, now = {key: step[key] for key in step if key not in TOLD}, moment_from_json(step["at"])
        with suppress(Refused):
            clock = after(clock, step, now)
        verdict = chess_clock.verdict(clock, now)
        told = None if verdict is None else [verdict.player, verdict.when]
        steps.append({**asked, "clock": to_json(clock), "banks": list(chess_clock.banks(clock, now)), "verdict": told})
    return {**game, "steps": steps}


def after(clock, step, now: Moment):
    match step["act"]:
        case "begin":
            return chess_clock.begin(clock, step["seat"], now=now)
        case "tap":
            return chess_clock.tap(clock, step["seat"], now=now)
        case "moved":
            return chess_clock.moved(clock, moment_from_json(step["before"]), now=now)
        case "hear":
            return chess_clock.newer(clock, from_json(step["received"]))
        case "look":
            return clock
        case act:
            return {"lend": chess_clock.lend, "stop": chess_clock.stop, "resume": chess_clock.resume}[act](clock, now)


def written(games):
    """A line for each step, so that a change can be read."""
    return "[\n" + ",\n".join(_game(game) for game in games) + "\n]\n"


def _game(game):
    steps = ",\n".join(f"  {json.dumps(step)}" for step in game["steps"])
    head = json.dumps({key: game[key] for key in game if key != "steps"})
    return f'{head[:-1]}, "steps": [\n{steps}\n]}}'


if __name__ == "__main__":
    FILE.write_text(written([played(game) for game in games()]), encoding="utf-8")
