"""More wounds than the winner's own life less one are doubted, and never refused."""

from __future__ import annotations

from dataclasses import replace

import pytest
from desk import Desk, desk

from engine.decisions import results, setup
from engine.lives import life_of, most_life, wounds_believed
from engine.results import doubts, drawn, won
from engine.rulesets.ashes_draft import ASHES_DRAFT_REBORN
from engine.rulesets.registry import RULESETS
from engine.words import Settings


def four(rules: str = "ashes-reborn", **settings: object) -> Desk:
    return desk(rules, "Ana Ben Cai Dee", **settings).seat("Ana?Ben", "Cai?Dee")


def asked(made: Desk, wounds: int, lives: dict[str, int] | None = None) -> tuple[str, ...]:
    """What is asked when Ana has won with so many wounds on her."""
    match = made.match("Ana")
    result = won(match, "Ana", wounds=wounds, scoring=made.settings.scoring)
    return doubts(result, match, settings=made.settings, lives=lives or {})


def settings(rules: str, **changes: object) -> Settings:
    return replace(desk(rules, "Ana Ben").settings, **changes)


@pytest.mark.parametrize(
    ("rules", "life"), [("ashes-reborn", 20), ("ashes-classic", 22), ("summoner-wars", 14), ("ashes-draft", 22)]
)
def test_where_nobody_knows_better_the_most_life_of_the_game_less_one_is_believed(rules, life):
    made = four(rules)
    assert not asked(made, life - 1)
    assert asked(made, life)
    assert most_life(made.settings) == life


def test_a_draft_scored_by_reborn_doubts_as_reborn_does():
    assert ASHES_DRAFT_REBORN.lives == RULESETS["ashes-reborn"].lives
    assert ASHES_DRAFT_REBORN.scoring.ask_above == 19


def test_it_says_why_it_asks():
    assert asked(four(), 31) == ("31 wounds, really? No Phoenixborn we know of survives 20.",)
    assert asked(four("summoner-wars"), 14) == ("14 wounds, really? No Summoner we know of survives 14.",)


def test_with_a_known_phoenixborn_its_own_life_counts():
    """Coal Roarkwin has 15: fifteen wounds on her and she has not won."""
    made = four()
    assert not asked(made, 14, {"Ana": 15, "Ben": 20})
    assert asked(made, 15, {"Ana": 15, "Ben": 20}) == ("15 wounds, really? ⟨Ana⟩’s Phoenixborn falls at 15.",)
    assert not asked(made, 15, {"Ben": 15}), "the loser's own life is not what lies on the winner"


def test_a_life_above_the_general_one_is_believed():
    """The organizer knows of a Phoenixborn that nobody has written down yet."""
    assert not asked(four(), 24, {"Ana": 25})


def test_in_a_draw_each_number_is_held_against_the_side_it_lies_on():
    """Classic, Scoring: each scores the wounds on the other's Phoenixborn."""
    made = four("ashes-classic")
    match = made.match("Ana")
    lives = {"Ana": 15, "Ben": 22}

    def told(on_ana: int, on_ben: int) -> tuple[str, ...]:
        return doubts(drawn(match, (on_ben, on_ana)), match, settings=made.settings, lives=lives)

    assert told(14, 21) == ()
    assert told(15, 21) == ("15 wounds, really? ⟨Ana⟩’s Phoenixborn falls at 15.",)
    assert told(14, 22) == ("22 wounds, really? ⟨Ben⟩’s Phoenixborn falls at 22.",)
    assert len(told(15, 22)) == 2


def test_a_doubt_refuses_nothing():
    """Classic, Ending a Match: where both have enough wounds, the active player wins, with more than they survive."""
    made = four("ashes-classic").do(results.record_win, 1, winner="Ana", wounds=23)
    assert made.outcome("Ben").blood == 23


def test_no_show_and_bye_are_not_doubted():
    assert asked(four(), 0, {"Ana": 15}) == ()


# The values


def test_the_lives_that_are_written_down_are_in_the_printed_range():
    """Reborn 15 to 20, classic 15 to 22; the most is one of them."""
    for id, least, most in (("ashes-reborn", 15, 20), ("ashes-classic", 15, 22)):
        lives = RULESETS[id].lives
        assert lives is not None
        found = [life for _, life in lives.by_name]
        assert (min(found), max(found)) == (least, most) == (15, lives.most)


def test_summoner_wars_knows_no_life_by_name():
    """They come from one source only, so the most of them is a doubt for all."""
    lives = RULESETS["summoner-wars"].lives
    assert lives is not None
    assert (lives.most, lives.by_name) == (14, ())


@pytest.mark.parametrize(
    ("rules", "name", "life"),
    [
        ("ashes-reborn", "Coal Roarkwin", 15),
        ("ashes-reborn", "MAEONI  viper", 20),
        ("ashes-reborn", "Jericho, Reborn", 17),
        ("ashes-reborn", "Harold Westraven", 16),
        ("ashes-classic", "Harold Westraven", 21),
        ("ashes-classic", "Maeoni Viper", 22),
        ("ashes-reborn", "Arren Frostpeak", None),  # one source
        ("ashes-reborn", "Rimea Careworn", None),  # two sources differ
        ("ashes-classic", "Plutarch Eastgate", None),  # one source
        ("ashes-reborn", "", None),
    ],
)
def test_a_life_is_known_by_name_where_two_sources_agree(rules, name, life):
    assert life_of(settings(rules), name) == life


def test_the_organizer_corrects_a_life_and_adds_one():
    mine = settings("ashes-reborn", lives=(("Coal Roarkwin", 18), ("Rimea Careworn", 17)))
    assert life_of(mine, "coal roarkwin") == 18
    assert life_of(mine, "Rimea Careworn") == 17
    assert life_of(mine, "Saria Guideman") == 20


def test_the_organizer_corrects_the_most_life():
    made = four(most_life=25)
    assert not asked(made, 24)
    assert asked(made, 25) == ("25 wounds, really? No Phoenixborn we know of survives 25.",)


def test_corrected_lives_stay_when_play_has_begun():
    made = four()
    made.do(setup.change_settings, replace(made.settings, lives=(("Coal Roarkwin", 18),), most_life=23))
    assert (life_of(made.settings, "Coal Roarkwin"), wounds_believed(made.settings)) == (18, 22)


def test_an_event_from_before_asks_above_the_number_it_was_made_with():
    """Settings are copied in: a later rulebook does not change them."""
    before = settings("ashes-reborn", scoring=replace(RULESETS["ashes-reborn"].scoring, ask_above=24))
    assert wounds_believed(before) == 24
