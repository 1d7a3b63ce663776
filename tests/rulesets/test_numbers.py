"""Printed numbers and lists of the 1-v-1 rulebooks."""

import pytest

from engine.pairing.groups import advancing_per_group
from engine.refusals import Refused
from engine.rulesets.ashes_classic import ASHES_CLASSIC
from engine.rulesets.ashes_draft import ASHES_DRAFT, ASHES_DRAFT_REBORN, LEGENDARY, ashes_draft
from engine.rulesets.ashes_reborn import ASHES_REBORN
from engine.rulesets.base import Ruleset, TimePlan
from engine.rulesets.summoner_wars import SUMMONER_WARS
from engine.words import Scoring

BY_WINS = pytest.mark.parametrize("rules", [ASHES_REBORN, SUMMONER_WARS], ids=lambda rules: rules.id)


@pytest.mark.parametrize(("rules", "ask_above"), [(ASHES_REBORN, 19), (SUMMONER_WARS, 13)])
def test_a_win_is_one_win_and_25_blood_points(rules: Ruleset, ask_above: int) -> None:
    """Recording Results; Final Placements, tie-breakers 1 to 6."""
    assert rules.scoring == Scoring(
        score="wins",
        win=1,
        draw=0,
        draws=False,
        tiebreaks=("head_to_head", "sos", "blood_earned", "blood_lost", "opponents_blood", "lot"),
        win_blood=25,
        ask_above=ask_above,
        most_blood=99,
        missed_lost=25,
        bye_by="record",
    )


def test_classic_gives_3_event_points_for_a_win_and_1_for_a_draw() -> None:
    """Ashes classic, Scoring; Determining a Winner (and Tie-Breaks); Byes."""
    assert ASHES_CLASSIC.scoring == Scoring(
        score="points",
        win=3,
        draw=1,
        draws=True,
        tiebreaks=("toep", "blood_earned", "lot"),
        win_blood=25,
        ask_above=21,
        most_blood=99,
        missed_lost=25,
        bye_by="standings",
    )


@pytest.mark.parametrize(
    ("plan", "minutes", "shortest", "longest"),
    [
        (ASHES_REBORN.time, 60, 50, 60),
        (ASHES_REBORN.bracket_time, 60, 50, 60),
        (SUMMONER_WARS.time, 60, 60, 60),
        (SUMMONER_WARS.bracket_time, 60, 60, 60),
        (ASHES_CLASSIC.time, 50, 50, 50),
        (ASHES_CLASSIC.bracket_time, 50, 50, 50),
    ],
)
def test_rounds_have_their_printed_length_and_a_10_minute_warning(
    plan: TimePlan, minutes: int, shortest: int, longest: int
) -> None:
    """Timer Options; Match Time Limit."""
    assert (plan.minutes, plan.shortest, plan.longest, plan.warning_minutes) == (minutes, shortest, longest, 10)


def test_chess_clocks_hold_half_a_round_each() -> None:
    """Chess Clocks: 25 to 30 minutes in Ashes Reborn, 30 in Summoner Wars; passing inside a turn is Reborn's."""
    reborn, wars = ASHES_REBORN.chess, SUMMONER_WARS.chess
    assert reborn is not None
    assert wars is not None
    assert (reborn.minutes, reborn.shortest, reborn.longest, reborn.lending) == (30, 25, 30, True)
    assert (wars.minutes, wars.shortest, wars.longest, wars.lending) == (30, 30, 30, False)
    assert ASHES_CLASSIC.chess is None


@pytest.mark.parametrize("rules", [ASHES_REBORN, SUMMONER_WARS, ASHES_CLASSIC, ASHES_DRAFT, ASHES_DRAFT_REBORN])
def test_a_flag_falls_only_where_there_are_chess_clocks(rules: Ruleset) -> None:
    assert ("flag" in rules.hows) is (rules.chess is not None)
    others = ("played", "concession", "penalty", "no-show", "double-loss", "disqualified")
    assert tuple(how for how in rules.hows if how != "flag") == others


def test_the_chained_and_banned_lists_of_version_6() -> None:
    """Ashes Reborn, The Chained List; Banned Cards."""
    assert sorted(ASHES_REBORN.chained) == [
        "Explosive Growth",
        "Golden Veil",
        "Hypnotize",
        "Meteor",
        "Psychic Vampire",
        "River Skald",
        "Summon Shining Hydra",
    ]
    assert ASHES_REBORN.banned == ("Molten Gold",)
    assert (ASHES_CLASSIC.chained, ASHES_CLASSIC.banned) == ((), ())


@BY_WINS
def test_slow_play_is_a_warning_then_a_game_loss_with_a_standard_timer(rules: Ruleset) -> None:
    """Slow Play."""
    slow = next(step for step in rules.penalties if step.fault == "Slow play")
    assert (slow.kinds, slow.timers) == (("warning", "game-loss"), ("common",))


def test_classic_leaves_penalties_to_the_organizer() -> None:
    """Ashes classic, Slow Play; Unsportsmanlike Conduct; Cheating and Penalties; Rules Interpretation."""
    steps = {step.fault: step for step in ASHES_CLASSIC.penalties}
    assert steps["Slow play"].first.startswith("Your call")
    assert steps["Cheating"].kinds == ("warning", "match-loss", "disqualification")
    assert steps["Unsportsmanlike conduct"].kinds == ("disqualification",)
    assert steps["Refusing the organizer's ruling"].kinds == ("disqualification",)


def test_summoner_wars_is_played_with_base_decks_or_one_custom_deck() -> None:
    """Summoner Wars, Formats; wounds are counted on the Summoner."""
    assert [each.id for each in SUMMONER_WARS.deck_formats] == ["base-decks", "base-pool", "custom-deck"]
    assert SUMMONER_WARS.avoid_mirrors
    assert SUMMONER_WARS.side == "Summoner"
    assert not ASHES_REBORN.avoid_mirrors


@pytest.mark.parametrize(("draft", "scored_by"), [(ASHES_DRAFT, ASHES_CLASSIC), (ASHES_DRAFT_REBORN, ASHES_REBORN)])
def test_a_draft_is_played_timed_and_counted_by_an_ashes_rulebook(draft: Ruleset, scored_by: Ruleset) -> None:
    """Ashes draft: everything about matches follows the organized play rules."""
    for field in ("scoring", "time", "bracket_time", "chess", "rounds", "hows", "set_up", "penalties", "chained"):
        assert getattr(draft, field) == getattr(scored_by, field)
    assert (draft.id, draft.refused_below, draft.banned) == ("ashes-draft", 4, ())


def test_a_draft_is_not_scored_by_another_game() -> None:
    with pytest.raises(Refused, match="ashes-classic or ashes-reborn"):
        ashes_draft(SUMMONER_WARS)


def test_a_legendary_draft_is_three_rounds_and_three_rounds() -> None:
    """Ashes draft, Legendary Phoenixborn Draft: more than 8 players, top two up to 32 participants, then top one."""
    assert LEGENDARY.rounds == (3, 3)
    for players in (8, 65):
        with pytest.raises(Refused, match=f"{players} players|there are {players}"):
            advancing_per_group(players)
    assert [advancing_per_group(n) for n in (9, 32, 33, 64)] == [2, 2, 1, 1]
