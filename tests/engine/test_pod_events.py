"""Whole Spellfire events: the printed grids, and what must hold at any size and whoever leaves."""

from __future__ import annotations

from random import Random

import pytest
from desk import entered
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.decisions import setup
from engine.pairing import pods
from engine.pairing.pod_grid import grid
from engine.refusals import Refused
from engine.rulesets.spellfire import shorthand
from engine.simulate import simulate
from engine.standings.places import winner_of
from engine.standings.points import Tally
from engine.words import Event, Round, Tournament

# Grids for 9, 18 and 60 players: tables, and how many fill up, round by round.
GRIDS = {
    9: [(3, 0), (1, 0)],
    18: [(6, 0), (2, 0), (1, 1)],
    60: [(20, 0), (7, 1), (3, 2), (1, 0)],
}


def filling_up(t: Tournament) -> list[tuple[Round, set[str]]]:
    """Every round with those in it who had not won a table of the round before."""
    found, before = [], None
    for round_ in t.rounds:
        won = round_.seated if before is None else {winner_of(match) for match in before.matches}
        found.append((round_, set(round_.seated) - won))
        before = round_
    return found


@pytest.mark.parametrize("players", GRIDS)
@pytest.mark.parametrize("seed", ["1", "2"])
def test_a_played_event_has_the_tables_fill_ups_and_rounds_of_the_printed_grid(players, seed):
    played = simulate("spellfire", players, seed=seed, restless=0)
    rounds = [(len(round_.matches), len(joined)) for round_, joined in filling_up(played.t)]
    assert rounds == GRIDS[players]
    assert [(len(each.sizes), each.filling_up) for each in grid(players)] == GRIDS[players]


@pytest.mark.parametrize("players", range(3, 201))
def test_from_three_to_two_hundred_players_everybody_has_one_seat_and_fill_ups_are_the_minority(players):
    """Nobody plays at two tables; tables of three and four; the last round is one table."""
    dice = Random(players)
    everyone = [f"p{i}" for i in range(players)]
    seated, joining = pods.seat_first_round(everyone, dice), ()
    for expected in grid(players):
        assert sorted(len(table) for table in seated) == list(expected.sizes)
        assert len(joining) == expected.filling_up
        sitting = [player for table in seated for player in table]
        assert len(sitting) == len(set(sitting))
        assert all(2 * sum(player in joining for player in table) < len(table) for table in seated)
        winners = [dice.choice(table) for table in seated]
        others = [Tally(p, dice.randrange(20)) for p in everyone if p not in winners]
        joining = pods.fillers(others, pods.fill_up(len(winners)), lots={p: i for i, p in enumerate(everyone)})
        if len(winners) > 1:
            seated = pods.seat_round(winners, joining, dice, sizes=pods.sizes(len(winners) + len(joining)))
    assert len(seated) == 1
    assert set(map(len, seated)) <= {3, 4, 5}


@settings(max_examples=25, deadline=None)
@given(players=st.integers(3, 120), seed=st.integers(0, 10_000))
def test_whoever_leaves_fill_ups_are_the_minority_and_nobody_sits_twice(players, seed):
    played = simulate("spellfire", players, seed=str(seed), restless=0.3)
    for round_, joined in filling_up(played.t):
        sitting = [player for match in round_.matches for player in match.players]
        assert len(sitting) == len(set(sitting))
        for match in round_.matches:
            assert 3 <= len(match.seats) <= 5
            assert 2 * len(joined & set(match.players)) < len(match.seats)


@pytest.mark.parametrize(
    ("players", "teams", "sentence"),
    [
        ("abcdef", (), "have no team yet"),
        ("abcdefg", ("ab", "cd", "ef"), "has no team yet"),
        ("abcd", ("ab", "cd"), "2 do not fill tables"),
    ],
)
def test_team_spirit_cannot_begin_without_its_teams(players, teams, sentence):
    """Team Spirit: three teams of two at a table."""
    made = entered("spellfire", " ".join(players), event=Event("Team Spirit", teams=tuple(map(tuple, teams))))
    with pytest.raises(Refused, match=sentence):
        setup.start(made.t)


@pytest.mark.parametrize(
    ("title", "kind", "called"),
    [
        ("", "King's Decree", "King's Decree"),
        ("Regional Championship", "Championship", "Regional Championship"),
        ("Gen Con Night", "King's Decree", "Gen Con Night, King's Decree"),
    ],
)
def test_an_event_with_a_name_of_its_own_still_says_its_type(title, kind, called):
    """Shorthand Specifications."""
    assert shorthand(Event(kind, title=title)) == f"Spellfire: {called}—Standard [55]"
