"""How long a round lasts by each book, and what an organizer is told who wants it otherwise."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.rulesets.lengths import length_warnings
from engine.rulesets.registry import RULESETS, default_settings, rescored
from engine.words import Settings


def start(id: str, **changes: object) -> Settings:
    return replace(default_settings(RULESETS[id]), **changes)  # type: ignore[arg-type]


def told(settings: Settings) -> str:
    return " ".join(length_warnings(settings))


@pytest.mark.parametrize("id", sorted(RULESETS))
def test_what_the_book_says_is_not_warned_about(id: str) -> None:
    assert told(start(id)) == ""
    assert told(replace(start(id), cut=4)) == ""


@pytest.mark.parametrize(("minutes", "fine"), [(49, False), (50, True), (55, True), (60, True), (61, False)])
def test_each_round_can_be_set_for_50_to_60_minutes(minutes: int, fine: bool) -> None:
    """Ashes Reborn, Timer Options: Standard Timer."""
    sentence = f"The rulebook's rounds last 50 to 60 minutes; yours last {minutes}."
    assert told(start("ashes-reborn", round_minutes=minutes)) == ("" if fine else sentence)


@pytest.mark.parametrize("minutes", [45, 50])
def test_summoner_wars_rounds_can_be_set_for_60_minutes(minutes: int) -> None:
    """Summoner Wars, Timer Options: Standard Timer."""
    sentence = f"The rulebook's rounds last 60 minutes; yours last {minutes}."
    assert told(start("summoner-wars", round_minutes=minutes)) == sentence


def test_classic_matches_shall_be_50_minutes_in_both_parts() -> None:
    """Ashes classic, Match Time Limit; the bracket's own only where there is one."""
    settings = start("ashes-classic", round_minutes=40, bracket_minutes=75)
    assert told(settings) == "The rulebook's rounds last 50 minutes; yours last 40."
    assert told(replace(settings, cut=4)).endswith("The rulebook's bracket matches last 50 minutes; yours last 75.")


def test_a_draft_follows_the_book_it_is_scored_by() -> None:
    draft = RULESETS["ashes-draft"]
    reborn = default_settings(rescored(draft, "wins"))
    assert "50 minutes" in told(start("ashes-draft", round_minutes=60))
    assert told(replace(reborn, round_minutes=60)) == ""


@pytest.mark.parametrize(
    ("id", "minutes", "sentence"),
    [
        ("ashes-reborn", 50, ""),
        ("ashes-reborn", 60, ""),
        ("ashes-reborn", 40, "25 to 30 minutes; half of your 40 is 20, so the clocks are set to 25."),
        ("ashes-reborn", 90, "25 to 30 minutes; half of your 90 is 45, so the clocks are set to 30."),
        ("summoner-wars", 60, ""),
        ("summoner-wars", 50, "30 minutes; half of your 50 is 25, so the clocks are set to 30."),
    ],
)
def test_each_side_of_a_chess_clock_is_half_the_round(id: str, minutes: int, sentence: str) -> None:
    """Reborn: 25-30 minutes per player; Summoner Wars: 30 minutes per player."""
    found = told(start(id, timer="chess", round_minutes=minutes))
    assert found.endswith(sentence)
    assert bool(found) == bool(sentence)


def test_without_a_limit_there_is_no_length() -> None:
    assert told(start("ashes-reborn", timer="none", round_minutes=5)) == ""
    assert told(start("spellfire", timer="common", round_minutes=90)) == ""
