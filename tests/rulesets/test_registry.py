"""The rulesets by name, and what a new tournament starts from."""

from dataclasses import replace

import pytest

from engine.refusals import Refused
from engine.rulesets.ashes_draft import ASHES_DRAFT, ASHES_DRAFT_REBORN
from engine.rulesets.registry import RULESETS, default_settings, ruleset, ruleset_of, scored_by
from engine.standings.tiebreaks import TIEBREAKS

ALL = pytest.mark.parametrize("id", list(RULESETS))


def test_there_are_five_rulesets() -> None:
    assert list(RULESETS) == ["ashes-reborn", "ashes-classic", "ashes-draft", "summoner-wars", "spellfire"]


@ALL
def test_a_ruleset_is_registered_under_its_own_name(id: str) -> None:
    assert ruleset(id).id == id


def test_an_unknown_ruleset_is_refused_with_the_known_ones() -> None:
    with pytest.raises(Refused, match="“chess”") as refusal:
        ruleset("chess")
    assert all(id in str(refusal.value) for id in RULESETS)


@ALL
def test_every_tie_break_is_one_that_can_be_computed(id: str) -> None:
    """Spellfire's realms per game are counted with its points."""
    known = {*TIEBREAKS, "realms_per_game", "lot"}
    assert set(ruleset(id).scoring.tiebreaks) <= known
    assert ruleset(id).scoring.tiebreaks[-1] == "lot"


@ALL
def test_settings_start_from_the_rulesets_numbers(id: str) -> None:
    rules = ruleset(id)
    settings = default_settings(rules)
    assert (settings.ruleset, settings.scoring, settings.rounds, settings.cut) == (id, rules.scoring, 0, 0)
    assert settings.deck_format == rules.deck_formats[0].id
    assert ruleset_of(settings) == rules


def test_ashes_decks_have_their_first_fives_checked_built_or_drafted() -> None:
    """Ashes Reborn, Gameplay; classic, Verifying Your Deck and Your First Five."""
    checked = [id for id, rules in RULESETS.items() if rules.first_five]
    assert checked == ["ashes-reborn", "ashes-classic", "ashes-draft"]
    assert ASHES_DRAFT_REBORN.first_five


@pytest.mark.parametrize(
    ("id", "round_minutes", "bracket_minutes", "timer"),
    [
        ("ashes-reborn", 60, 60, "common"),
        ("ashes-classic", 50, 50, "common"),
        ("ashes-draft", 50, 50, "common"),
        ("summoner-wars", 60, 60, "common"),
        ("spellfire", 0, 0, "none"),
    ],
)
def test_settings_start_with_the_printed_time(id: str, round_minutes: int, bracket_minutes: int, timer: str) -> None:
    settings = default_settings(ruleset(id))
    assert (settings.round_minutes, settings.bracket_minutes, settings.timer) == (round_minutes, bracket_minutes, timer)
    assert settings.warning_minutes == 10


@pytest.mark.parametrize(
    ("id", "players", "rounds"),
    [
        ("ashes-reborn", 4, 2),
        ("ashes-classic", 4, 3),
        ("ashes-draft", 3, 0),
        ("summoner-wars", 1, 0),
        ("spellfire", 9, 0),
    ],
)
def test_settings_take_the_rounds_of_the_table(id: str, players: int, rounds: int) -> None:
    """0 where there are too few players yet, or no number of rounds at all."""
    assert default_settings(ruleset(id), players=players).rounds == rounds


def test_only_reborn_starts_chained_and_only_summoner_wars_avoids_mirrors() -> None:
    settings = {id: default_settings(ruleset(id)) for id in RULESETS}
    assert [id for id in RULESETS if settings[id].chained] == ["ashes-reborn"]
    assert [id for id in RULESETS if settings[id].avoid_mirrors] == ["summoner-wars"]
    assert [id for id in RULESETS if settings[id].event] == ["spellfire"]


def test_a_draft_scored_by_wins_follows_ashes_reborn() -> None:
    assert ruleset_of(default_settings(ASHES_DRAFT_REBORN)) is ASHES_DRAFT_REBORN
    assert ruleset_of(default_settings(ASHES_DRAFT)) is ASHES_DRAFT


def test_a_draft_scored_otherwise_takes_that_books_numbers_and_keeps_what_was_changed() -> None:
    classic = replace(default_settings(ASHES_DRAFT), rounds=5, warning_minutes=7)
    reborn = scored_by(classic, "wins")
    assert ruleset_of(reborn) is ASHES_DRAFT_REBORN
    assert reborn == replace(default_settings(ASHES_DRAFT_REBORN), rounds=5, warning_minutes=7)
    assert scored_by(reborn, "points") == classic


def test_two_players_are_enough_for_classics_drafted_decks() -> None:
    """Ashes classic, Drafted Decks: groups of two, three or four."""
    settings = replace(default_settings(ASHES_DRAFT), small_groups=True)
    assert ruleset_of(settings).refused_below == 2
