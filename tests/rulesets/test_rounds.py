"""The printed tables: rounds and cut sizes for a number of players, and what an organizer is told who differs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.refusals import Refused
from engine.rulesets.ashes_classic import ASHES_CLASSIC
from engine.rulesets.ashes_draft import ASHES_DRAFT, ASHES_DRAFT_REBORN
from engine.rulesets.ashes_reborn import ASHES_REBORN
from engine.rulesets.base import RoundsRow, Ruleset
from engine.rulesets.sizes import cuts_for, most_rounds, rounds_for, size_warnings
from engine.rulesets.spellfire import SPELLFIRE
from engine.rulesets.summoner_wars import SUMMONER_WARS

SWISS = [ASHES_REBORN, ASHES_CLASSIC, ASHES_DRAFT, ASHES_DRAFT_REBORN, SUMMONER_WARS]
BY_WINS = pytest.mark.parametrize("rules", [ASHES_REBORN, SUMMONER_WARS], ids=lambda rules: rules.id)


@BY_WINS
@pytest.mark.parametrize(
    ("players", "rounds", "cuts"),
    [
        (3, 2, ()),
        (4, 2, ()),
        (5, 3, ()),
        (8, 3, ()),
        (9, 4, ()),
        (16, 4, ()),
        (17, 5, (4,)),
        (32, 5, (4,)),
        (33, 6, (8,)),
        (500, 6, (8,)),
    ],
)
def test_rounds_and_top_cut_follow_the_number_of_players(
    rules: Ruleset, players: int, rounds: int, cuts: tuple[int, ...]
) -> None:
    """Ashes Reborn and Summoner Wars, Tournament Setup."""
    assert rounds_for(rules, players).rounds == rounds
    assert rounds_for(rules, players, with_cut=True).rounds == rounds
    assert cuts_for(rules, players) == cuts


@pytest.mark.parametrize(
    ("players", "rounds"), [(4, 3), (8, 3), (9, 4), (16, 4), (17, 5), (32, 5), (33, 6), (76, 6), (77, 6), (500, 6)]
)
def test_classic_rounds_without_a_bracket(players: int, rounds: int) -> None:
    """Ashes classic, Number of Rounds."""
    row = rounds_for(ASHES_CLASSIC, players)
    assert (row.rounds, row.cuts, row.or_more) == (rounds, (), players >= 33)


@pytest.mark.parametrize(
    ("players", "rounds", "cuts"),
    [
        (15, 4, ()),
        (16, 4, ()),
        (17, 4, (4,)),
        (32, 4, (4,)),
        (33, 5, (8,)),
        (76, 5, (8,)),
        (77, 6, (8, 16)),
        (500, 6, (8, 16)),
    ],
)
def test_classic_rounds_with_a_legendary_phoenixborn_bracket(players: int, rounds: int, cuts: tuple[int, ...]) -> None:
    """Ashes classic, Legendary Phoenixborn Bracket; 76 is printed twice and 16 left out."""
    row = rounds_for(ASHES_CLASSIC, players, with_cut=True)
    assert (row.rounds, row.cuts) == (rounds, cuts)


@pytest.mark.parametrize(
    ("rules", "players", "rounds"),
    [(ASHES_REBORN, 2, 1), (SUMMONER_WARS, 2, 1), (ASHES_CLASSIC, 2, 1), (ASHES_CLASSIC, 3, 3)],
)
def test_fewer_players_than_printed_play_as_many_rounds_as_they_have_opponents(
    rules: Ruleset, players: int, rounds: int
) -> None:
    """Two players can meet once; three can each meet both others, with a bye in between."""
    assert rounds_for(rules, players) == RoundsRow(players, players, rounds)


@pytest.mark.parametrize("rules", SWISS, ids=lambda rules: rules.name)
@given(players=st.integers(4, 2000), cut=st.booleans())
def test_every_number_of_players_has_rounds_that_can_be_played(rules: Ruleset, players: int, cut: bool) -> None:
    """The tables have no gap, and never ask for a rematch."""
    row = rounds_for(rules, players, with_cut=cut)
    assert row.fewest <= players <= (row.most or players)
    assert 1 <= row.rounds <= most_rounds(players)


@pytest.mark.parametrize("rules", [*SWISS, SPELLFIRE], ids=lambda rules: rules.name)
def test_the_rows_of_a_table_follow_each_other(rules: Ruleset) -> None:
    for table in (rules.rounds, rules.rounds_with_cut):
        assert [row.fewest for row in table[1:]] == [(row.most or 0) + 1 for row in table[:-1]]
        assert all(row.most is None for row in table[-1:])


@pytest.mark.parametrize(("players", "most"), [(2, 1), (3, 3), (4, 3), (5, 5), (8, 7), (9, 9)])
def test_opponents_limit_the_rounds(players: int, most: int) -> None:
    assert most_rounds(players) == most


@pytest.mark.parametrize(("rules", "players"), [(ASHES_REBORN, 1), (ASHES_CLASSIC, 0), (ASHES_DRAFT, 3)])
def test_too_few_players_are_no_tournament(rules: Ruleset, players: int) -> None:
    with pytest.raises(Refused, match=f"at least {rules.refused_below} players; there are {players}"):
        rounds_for(rules, players)
    assert len(size_warnings(rules, players)) == 1


def test_spellfire_has_no_table_of_rounds() -> None:
    """Spellfire, Tournament Tracking: tables play until one is left."""
    with pytest.raises(Refused, match="until one table is left"):
        rounds_for(SPELLFIRE, 9)
    assert size_warnings(SPELLFIRE, 9) == ()
    assert size_warnings(SPELLFIRE, 2) != ()


@pytest.mark.parametrize(
    ("rules", "players", "told"),
    [
        (ASHES_REBORN, 2, True),
        (ASHES_REBORN, 3, False),
        (ASHES_REBORN, 8, False),
        (SUMMONER_WARS, 2, True),
        (SUMMONER_WARS, 3, False),
        (ASHES_CLASSIC, 2, True),
        (ASHES_CLASSIC, 3, True),
        (ASHES_CLASSIC, 4, False),
    ],
)
def test_the_organizer_is_told_about_a_small_field_and_may_go_on(rules: Ruleset, players: int, told: bool) -> None:
    """Below the first printed row; that eight are recommended is said beside it."""
    warnings = [told for told in size_warnings(rules, players) if "recommends at least 8" not in told]
    assert bool(warnings) is told
    assert all("You may go on with 2 or more." in warning for warning in warnings)


# “It is recommended, but not necessary, that at least 8 participants attend to run a Swiss tournament.”
EIGHT = "recommends at least 8 players"


@pytest.mark.parametrize(
    ("rules", "players", "rounds", "cut", "expected"),
    [
        (ASHES_REBORN, 8, 3, 0, []),
        (ASHES_REBORN, 8, 4, 0, ["recommends 3 rounds; you chose 4"]),
        (ASHES_REBORN, 8, 2, 0, ["recommends 3 rounds; you chose 2"]),
        (ASHES_REBORN, 4, 4, 0, [EIGHT, "recommends 2 rounds; you chose 4", "3 rounds without a rematch"]),
        (ASHES_REBORN, 5, 5, 0, [EIGHT, "recommends 3 rounds"]),
        (ASHES_REBORN, 5, 6, 0, [EIGHT, "recommends 3 rounds", "5 rounds without a rematch"]),
        (ASHES_REBORN, 2, 2, 0, ["starts at 3 players", "1 round without a rematch"]),
        (ASHES_REBORN, 17, 5, 4, []),
        (ASHES_REBORN, 16, 4, 4, ["from 17 players on; there are 16"]),
        (ASHES_REBORN, 40, 6, 4, ["cuts to the top 8; you chose the top 4"]),
        (ASHES_REBORN, 33, 7, 0, ["recommends 6 rounds; you chose 7"]),
        (ASHES_CLASSIC, 32, 5, 0, []),
        (ASHES_CLASSIC, 33, 7, 0, ["Legendary Phoenixborn Bracket: 5 rounds, then the top 8"]),
        (ASHES_CLASSIC, 33, 5, 0, ["recommends 6 rounds or more; you chose 5", "asks for six or more rounds"]),
        (ASHES_CLASSIC, 80, 6, 0, ["Legendary Phoenixborn Bracket: 6 rounds, then the top 8 or 16"]),
        (ASHES_CLASSIC, 16, 4, 4, ["recommends a Legendary Phoenixborn Bracket from 17 players on; there are 16"]),
        (ASHES_CLASSIC, 33, 5, 8, []),
        (ASHES_CLASSIC, 20, 5, 4, []),
        (ASHES_CLASSIC, 20, 3, 4, ["recommends 4 rounds or more; you chose 3"]),
        (ASHES_CLASSIC, 80, 6, 16, []),
        (ASHES_CLASSIC, 80, 6, 4, ["cuts to the top 8 or 16; you chose the top 4"]),
    ],
)
def test_the_organizer_is_told_what_differs_from_the_rulebook(
    rules: Ruleset, players: int, rounds: int, cut: int, expected: list[str]
) -> None:
    """Rounds and cut are recommendations: a sentence for each difference, and no refusal."""
    warnings = size_warnings(rules, players, rounds=rounds, cut=cut)
    assert len(warnings) == len(expected)
    for warning, part in zip(warnings, expected, strict=True):
        assert part in warning
