"""What the wall says: short steps, and the right ones for the stage and the timer."""

from dataclasses import replace
from typing import Any

import pytest

from engine.rulesets.ashes_draft import ASHES_DRAFT_REBORN
from engine.rulesets.base import Ruleset
from engine.rulesets.registry import RULESETS, default_settings
from engine.rulesets.spellfire import with_realms
from engine.rulesets.spellfire_events import DECK_SIZES, TYPES, VARIANTS, VICTORIES, EventType
from engine.rulesets.wall import barred_cards, chess_plan, penalty_steps, posted_rules, set_up_steps, time_plan
from engine.words import Event, Settings
from tests.crystal_duel import BARE_DUEL, CRYSTAL_DUEL

ASHES_AND_WARS = [RULESETS[id] for id in ("ashes-reborn", "ashes-classic", "ashes-draft", "summoner-wars")]
EVERY = pytest.mark.parametrize(
    "rules", [*RULESETS.values(), ASHES_DRAFT_REBORN, CRYSTAL_DUEL, BARE_DUEL], ids=lambda rules: rules.name
)


@pytest.fixture(autouse=True)
def _games_of_somebody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    for rules in (CRYSTAL_DUEL, BARE_DUEL):
        monkeypatch.setitem(RULESETS, rules.id, rules)


def start(id: str) -> Settings:
    return default_settings(RULESETS[id])


@EVERY
def test_the_wall_has_at_most_five_steps_of_a_line_and_one_for_those_who_look_closely(rules: Ruleset) -> None:
    """As `TimePlan` and `Ruleset.set_up` say."""
    settings = default_settings(rules)
    plans = [plan for plan in (rules.time, rules.bracket_time, rules.chess) if plan]
    for steps in [
        *(plan.steps for plan in plans),
        *(set_up_steps(replace(settings, deck_format=each.id)) for each in rules.deck_formats),
        set_up_steps(settings),
    ]:
        assert 1 <= len(steps) <= 5
        assert all(0 < len(line) <= 90 and line.endswith(".") for step in steps for line in step.split("\n"))
        assert all(step.count("\n") <= 1 for step in steps)
    assert all(len(plan.called) <= 40 for plan in (rules.time, rules.bracket_time) if plan)


@EVERY
def test_every_text_is_a_finished_sentence(rules: Ruleset) -> None:
    texts = [*rules.notes, *(text for step in rules.penalties for text in (step.first, step.again))]
    assert texts
    assert all(text[0].isupper() and text.endswith(".") for text in texts)


@EVERY
def test_a_final_is_untimed_only_where_there_is_a_bracket(rules: Ruleset) -> None:
    assert not rules.untimed_final or "bracket" in rules.stages


@pytest.mark.parametrize("rules", [*ASHES_AND_WARS, ASHES_DRAFT_REBORN], ids=lambda rules: rules.name)
def test_a_final_can_be_untimed_in_ashes_and_summoner_wars(rules: Ruleset) -> None:
    """Ashes Reborn, Top Cut; given to the others too."""
    assert "without time limit" in rules.untimed_final


def test_event_summaries_fit_on_a_line() -> None:
    texts = [each.summary for each in (*TYPES, *VARIANTS, *VICTORIES)]
    assert all(0 < len(text) <= 90 and text.endswith(".") for text in texts)


@pytest.mark.parametrize("id", ["ashes-reborn", "summoner-wars"])
def test_sudden_death_holds_in_swiss_and_in_the_top_cut(id: str) -> None:
    """Ashes Reborn and Summoner Wars, Sudden Death: 2 cards, or 2 damage, at the start of a turn."""
    plan = time_plan(start(id), "swiss")
    assert plan is not None
    assert plan == time_plan(start(id), "bracket")
    assert "Sudden death" in plan.called
    assert any("2 cards" in step or "2 damage" in step for step in plan.steps)


def test_classic_ends_in_a_draw_in_swiss_and_never_in_a_bracket() -> None:
    """Ashes classic, When the Time Limit Is Reached, for both parts of a tournament."""
    swiss, bracket = time_plan(start("ashes-classic"), "swiss"), time_plan(start("ashes-classic"), "bracket")
    assert swiss is not None
    assert bracket is not None
    assert "two more full turns" in swiss.steps[1]
    assert "It is a draw." in swiss.steps[-1]
    assert all(plan.steps[-1].endswith("Both would fall at once? The active player wins.") for plan in (swiss, bracket))
    assert "no draws" in bracket.steps[0]
    assert any("1 wound" in step for step in bracket.steps)


@pytest.mark.parametrize("id", ["ashes-reborn", "summoner-wars"])
def test_chess_clocks_replace_the_common_limit_and_the_slow_play_rule(id: str) -> None:
    """Chess-clock events have no common limit, no sudden death and no slow-play rule."""
    common, chess = start(id), replace(start(id), timer="chess")
    assert time_plan(chess, "swiss") is None
    assert chess_plan(chess) == RULESETS[id].chess
    assert chess_plan(common) is None
    assert "Slow play" in [step.fault for step in penalty_steps(common)]
    assert "Slow play" not in [step.fault for step in penalty_steps(chess)]
    assert penalty_steps(chess)


def test_a_spellfire_round_has_a_limit_only_if_the_organizer_sets_one() -> None:
    untimed = start("spellfire")
    timed = time_plan(replace(untimed, timer="common", round_minutes=90), "pods")
    assert time_plan(untimed, "pods") is None
    assert timed is not None
    assert "Count your realms" in timed.called


def test_the_first_five_is_chosen_after_seeing_the_opponents_phoenixborn() -> None:
    """Ashes Reborn, Gameplay; classic, Selecting Your First Five."""
    for id in ("ashes-reborn", "ashes-classic"):
        steps = set_up_steps(start(id))
        assert "Phoenixborn" in steps[0]
        assert "First Five" in steps[1]
        assert "check" in steps[2]


def test_only_classic_rolls_for_the_choice_of_first_player() -> None:
    """Ashes classic, Determining Which Player Receives the First Player Token."""
    rolling = [rules.id for rules in ASHES_AND_WARS if any("basics" in step for step in set_up_steps(start(rules.id)))]
    assert rolling == ["ashes-classic", "ashes-draft"]


def test_chained_cards_are_announced_while_the_setting_is_on() -> None:
    """Ashes Reborn, The Chained List: not in the First Five and not in the first round of the game."""
    settings = start("ashes-reborn")
    assert "Chained" in set_up_steps(settings)[-1]
    assert not any("Chained" in step for step in set_up_steps(replace(settings, chained=False)))


def test_summoner_wars_sets_up_by_its_format() -> None:
    """Summoner Wars, Formats."""
    base = set_up_steps(start("summoner-wars"))
    custom = set_up_steps(replace(start("summoner-wars"), deck_format="custom-deck"))
    assert "faction you named for this round" in base[0]
    assert "in every round" in custom[0]
    assert base[1:] == custom[1:]


@pytest.mark.parametrize(("cards", "opening", "draw", "hand"), [(55, 5, 3, 8), (75, 6, 4, 10), (110, 7, 5, 12)])
def test_spellfire_hands_go_by_deck_size(cards: int, opening: int, draw: int, hand: int) -> None:
    """Spellfire, Starting the Game: 55-, 75- and 110-Card Game Drawing & Hand Size."""
    steps = set_up_steps(replace(start("spellfire"), event=Event(deck_size=cards)))
    assert steps[-1].startswith(f"Draw {opening} cards. Each turn you draw {draw} and keep {hand} at most")
    assert len(steps) <= 5
    assert len(steps[-1]) <= 90
    assert cards in [size.cards for size in DECK_SIZES]


def told(**event: object) -> dict[str, str]:
    wanted = with_realms(Event(**event))  # type: ignore[arg-type]
    settings = replace(start("spellfire"), event=wanted)
    return {rule.title: rule.text for rule in posted_rules(settings)}


def test_type_variants_and_victory_conditions_are_posted_with_what_they_mean() -> None:
    """The Deck: “Tournaments should always post what optional rules variants and victory conditions are being used”."""
    rules = told(type="King’s Decree", variants=("Melon Rule", "Coffee"), victory="Barbaric", deck_size=75)
    assert list(rules) == [
        "King's Decree",
        "Melon Rule",
        "Coffee",
        "Barbaric victory",
        "Decks of 75 cards",
        "Points and time",
    ]
    assert rules["King's Decree"].startswith("Every champion may attack any realm")
    assert rules["Barbaric victory"].startswith("6 unrazed realms when one's own regular turn starts")
    assert rules["Coffee"] == "The organizer’s own rules. Ask at the desk."


@pytest.mark.parametrize("each", TYPES)
def test_every_type_of_the_rulebook_is_posted_in_words(each: EventType) -> None:
    rules = told(type=each.name)
    assert rules[each.name] == (each.summary if each.digit else each.posted)  # the digit is in the name of an event
    assert ("Standard victory" in rules) is (each.to_win is None)  # else the type itself says what wins


@pytest.mark.parametrize(("size", "realms"), [(25, 3), (55, 6), (110, 10)])
def test_the_posted_number_of_realms_is_the_one_that_is_played_to(size: int, realms: int) -> None:
    """Victory: ten realms with 110 cards."""
    assert told(deck_size=size)["Standard victory"] == f"First to {realms} unrazed realms."
    own = told(deck_size=size, victory="House", realms=4)
    assert own["House"].startswith("4 unrazed realms win a game.")


def test_a_card_destroyed_by_enter_darkness_together_may_be_replaced() -> None:
    """Tournament Protocol: “may replace a card destroyed by the Enter Darkness Together event at the end”."""
    assert (
        "A card destroyed by Enter Darkness Together may be replaced at the end of the round."
        in told()["Decks of 55 cards"]
    )


def test_barred_dungeon_cards_and_limits_of_ones_own_are_posted() -> None:
    """Dungeon Cards: “Unless otherwise noted in the event description”."""
    event = Event(deck_size=75, dungeons_barred=True, limits=(("levels", 0, 125), ("realm", 8, 20)))
    decks = told(deck_size=75, dungeons_barred=True, limits=event.limits)["Decks of 75 cards"]
    assert decks.startswith("No dungeon cards. Champion levels: at most 125. Realms: 8 to 20.")
    steps = set_up_steps(replace(default_settings(RULESETS["spellfire"]), event=event))
    assert not any("dungeon" in step for step in steps)


def test_with_sideboards_opponents_are_told_and_may_count() -> None:
    """Sideboard: who has none “must inform their opponents”; all “must allow” them “to count … (face down)”."""
    settings = default_settings(RULESETS["spellfire"])
    step = "Tell your opponents if you have no sideboard. They may count its seven cards, face down."
    assert step not in set_up_steps(settings)
    assert told(variants=("Sideboard",))["Sideboard"].endswith(f"may have to leave the event. {step}")
    assert step in set_up_steps(replace(settings, event=Event(variants=("Sideboard",))))


def test_a_rulebook_that_leaves_nothing_to_choose_posts_nothing() -> None:
    assert posted_rules(default_settings(RULESETS["ashes-reborn"])) == ()


def test_the_chained_cards_are_named_for_everybody() -> None:
    """Ashes Reborn, The Chained List, as the organizer may have edited it."""
    settings = start("ashes-reborn")
    barred = barred_cards(settings)
    assert barred is not None
    assert barred.title == "Chained cards"
    assert barred.text == "None in a First Five, none played or conjured in the first game round."
    assert "Meteor" in barred.cards
    assert len(barred.cards) == 7
    assert barred_cards(replace(settings, chained_cards=("Abundance",))).cards == ("Abundance",)


@pytest.mark.parametrize("changes", [{"chained": False}, {"chained_cards": ()}])
def test_where_no_card_is_chained_nobody_speaks_of_it(changes: dict[str, Any]) -> None:
    settings = replace(start("ashes-reborn"), **changes)
    assert barred_cards(settings) is None
    assert not any("Chained" in step for step in set_up_steps(settings))


def test_classic_and_the_others_chain_no_card() -> None:
    assert [id for id in RULESETS if barred_cards(start(id))] == ["ashes-reborn"]
