"""Penalties as a judge gives and lifts them; and announcements, which are as short."""

from __future__ import annotations

import pytest
from desk import Desk, desk

from engine import facts as f
from engine.decisions import announcements, penalties, stages
from engine.penalty_words import OTHER_FAULT


def four() -> Desk:
    return desk("ashes-reborn", "Ana Ben Cai Dee").seat("Ana?Ben", "Cai?Dee")


def give(made: Desk, player: str = "Ana", **asked: object) -> Desk:
    return made.do(penalties.give_penalty, player, **{"kind": "warning", "fault": "Slow play", "id": "x1", **asked})


def refused(made: Desk, player: str = "Ana", **asked: object) -> str:
    wanted = {"kind": "warning", "fault": "Slow play", "id": "x1", **asked}
    return made.refused(penalties.give_penalty, player, **wanted)


def test_a_penalty_of_the_rulebook_needs_no_reason_another_fault_does():
    assert penalties.standing(give(four()).t, "Ana") == 1
    assert "what it was for" in refused(four(), fault=OTHER_FAULT)
    assert penalties.standing(give(four(), fault=OTHER_FAULT, reason="Shouting").t, "Ana") == 1


@pytest.mark.parametrize(
    ("player", "asked", "sentence"),
    [
        ("Zoe", {}, "Choose who gets the penalty"),
        ("Ana", {"fault": ""}, "Choose what it is for"),
        ("Ana", {"fault": "slow PLAY"}, "Choose what it is for"),
        ("Ana", {"kind": "flogging"}, "Choose the penalty"),
    ],
)
def test_whom_for_what_and_which(player, asked, sentence):
    assert sentence in refused(four(), player, **asked)


def test_two_judges_do_not_punish_the_same_thing_twice():
    made = give(four(), earlier=0)
    assert "was given or lifted meanwhile" in refused(made, id="x2", earlier=0)
    assert penalties.standing(give(made, id="x2", earlier=1).t, "Ana") == 2


@pytest.mark.parametrize("kind", ["game-loss", "match-loss"])
def test_a_loss_needs_a_match_to_lose(kind):
    assert give(four(), kind=kind).outcome("Ana").mark == "loss"
    assert "no match under way" in refused(four().results("Ana>Ben"), kind=kind)


def test_a_penalty_is_lifted_once_and_what_it_decided_stays():
    made = give(four(), kind="game-loss").do(penalties.lift_penalty, "x1")
    assert (penalties.standing(made.t, "Ana"), made.outcome("Ana").mark) == (0, "loss")
    assert "no such penalty" in made.refused(penalties.lift_penalty, "x1")


def test_after_the_finish_nobody_is_penalised():
    made = four().results("Ana>Ben", "Cai>Dee").close().do(stages.finish)
    assert "finished" in refused(made)


def test_an_announcement_goes_up_and_comes_down_once():
    made = four().do(announcements.announce, "a1")
    assert made.acts[-1].facts == (f.Announced("a1"),)
    assert "already announced" in made.refused(announcements.announce, "a1")
    assert made.do(announcements.take_down, "a1").t.announcements == ()
    assert "not up any more" in made.refused(announcements.take_down, "a1")
