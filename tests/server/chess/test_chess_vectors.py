"""The games that the tablet's chess clock plays, too: what the file says of a step is what the engine does."""

from dataclasses import fields
from typing import get_args

import pytest

from engine.chess_clock import ChessClock, When
from tests import chess_vectors

GAMES = chess_vectors.games()
NEW = {"clock": {"counter": 0}}
STEPS = [(before, step) for game in GAMES for before, step in zip([NEW, *game["steps"]], game["steps"], strict=False)]


@pytest.mark.parametrize("game", GAMES, ids=[game["game"] for game in GAMES])
def test_a_game_goes_as_it_is_written(game):
    """If the rules changed on purpose: python -m tests.chess_vectors, then the tablet's chess.js."""
    assert chess_vectors.played(game) == game


def test_the_file_is_as_it_would_be_written():
    assert chess_vectors.FILE.read_text(encoding="utf-8") == chess_vectors.written(GAMES)


@pytest.mark.parametrize("act", ["begin", "tap", "lend", "stop", "resume", "moved", "hear"])
def test_every_act_is_seen_to_change_the_clock_and_not_to(act):
    counters = {step["clock"]["counter"] == before["clock"]["counter"] for before, step in STEPS if step["act"] == act}
    assert counters == {True, False}


def test_every_way_to_lose_on_time_is_seen():
    assert {step["verdict"][1] for _, step in STEPS if step["verdict"]} == set(get_args(When))


def test_every_field_of_the_clock_is_told_and_seen_to_differ():
    for field in fields(ChessClock):
        assert len({str(step["clock"][field.name]) for _, step in STEPS}) > 1
