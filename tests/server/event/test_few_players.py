"""Few players: what the rulebook prints is told from what we propose; and how long an event lasts."""

import pytest

from server.event.new_event import plan_of


def plan(ruleset, players, **typed):
    names = "\n".join(f"Player {number}." for number in range(players))
    return plan_of({"ruleset": ruleset, "name": "Cup", "players": names, **typed}, most=100)


def rounds(ruleset, players):
    return dict(plan(ruleset, players).facts)["Rounds"]


@pytest.mark.parametrize(
    ("ruleset", "players", "words"),
    [
        ("ashes-reborn", 2, "1, the rulebook has none for so few"),
        ("summoner-wars", 2, "1, the rulebook has none for so few"),
        ("ashes-classic", 2, "1, the rulebook has none for so few"),
        ("ashes-classic", 3, "3, the rulebook has none for so few"),
        ("ashes-reborn", 3, "2, by the rulebook"),
        ("summoner-wars", 4, "2, by the rulebook"),
        ("ashes-classic", 4, "3, by the rulebook"),
        ("ashes-reborn", 0, "by the rulebook"),
    ],
)
def test_by_the_rulebook_is_said_only_where_it_has_the_row(ruleset, players, words):
    """Reborn: “For 3-4 players - run 2 rounds.” Classic: “< 4 Not recommended”."""
    assert rounds(ruleset, players) == words


@pytest.mark.parametrize("ruleset", ["ashes-reborn", "summoner-wars"])
@pytest.mark.parametrize(("players", "told"), [(3, True), (7, True), (8, False), (9, False)])
def test_it_is_recommended_but_not_necessary_that_at_least_8_participants_attend(ruleset, players, told):
    advice = "The rulebook recommends at least 8 players; you may go on with fewer."
    assert (advice in plan(ruleset, players).warnings) == told


def test_classic_recommends_no_eight():
    assert not [line for line in plan("ashes-classic", 6).warnings if "at least 8" in line]


def lasts(**typed):
    return dict(plan("ashes-reborn", 17, **typed).facts)["Takes about"]


def test_with_chess_clocks_an_event_lasts_as_long_as_their_banks():
    """“Set each side of the chess clock for half of the length of the round (25-30 minutes per player)”."""
    assert lasts(timer="chess", minutes="70") == lasts(timer="chess", minutes="60") == lasts(minutes="60")
    assert lasts(timer="chess", minutes="20") == lasts(timer="chess", minutes="50") == lasts(minutes="50")


def test_a_cut_with_chess_clocks_counts_their_banks_too():
    assert lasts(timer="chess", minutes="70", cut="4") == lasts(minutes="60", cut="4", bracket_minutes="60")
