"""Spellfire's tables: "Tournament Tracking", "Tournament Scoring System" and the printed grids."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.pairing import pods
from engine.refusals import Refused
from engine.rulesets.spellfire import SPELLFIRE, limits_for
from engine.standings.points import KeptOverGames, Tally
from engine.words import Event, Game, Seat

# The printed grids: for each round, how many tables, and how many fill up.
GRIDS = [
    (9, [(3, 0), (1, 0)]),
    (18, [(6, 0), (2, 0), (1, 1)]),
    (60, [(20, 0), (7, 1), (3, 2), (1, 0)]),
]
STANDARD = limits_for(Event())
LOTS = {"dori": 1, "john": 2, "jim": 3, "kay": 4, "lou": 5}


def table(*players):
    return tuple(Seat(player, side) for side, player in enumerate(players))


def games(*results):
    return tuple(Game(winner, tuple(realms)) for winner, *realms in results)


def names(places):
    return [place.players[0] for place in places]


@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        (3, "3"),
        (4, "4"),
        (5, "5"),
        (6, "3 3"),
        (7, "3 4"),
        (8, "4 4"),
        (9, "3 3 3"),
        (10, "3 3 4"),
        (11, "3 4 4"),
        (20, "3 3 3 3 4 4"),
    ],
)
def test_tables_have_three_players_and_some_a_fourth_to_balance(players, sizes):
    assert pods.sizes(players) == tuple(int(size) for size in sizes.split())


@pytest.mark.parametrize("players", [0, 1, 2])
def test_fewer_than_three_players_are_refused(players):
    with pytest.raises(Refused, match=f"needs 3 players, and there are {players}"):
        pods.sizes(players)


@given(st.integers(6, 3000))
def test_nobody_is_turned_away(players):
    sizes = pods.sizes(players)
    assert sum(sizes) == players
    assert set(sizes) <= {3, 4}
    assert list(sizes) == sorted(sizes)
    assert sizes.count(4) == players % 3


@pytest.mark.parametrize(("players", "rounds"), GRIDS)
def test_tables_and_fill_ups_are_those_of_the_printed_grids(players, rounds):
    drawn, seated = [], players
    filling = 0
    while seated:
        drawn.append((len(pods.sizes(seated)), filling))
        winners = drawn[-1][0]
        filling = pods.fill_up(winners)
        seated = winners + filling if winners > 1 else 0
    assert drawn == rounds


@pytest.mark.parametrize(("winners", "fill"), [(1, 0), (2, 1), (3, 0), (4, 2), (5, 1), (6, 0), (7, 2), (8, 1), (20, 1)])
def test_winners_are_filled_up_to_a_multiple_of_three(winners, fill):
    assert pods.fill_up(winners) == fill


@pytest.mark.parametrize(
    ("winners", "left", "fill"),
    [(3, 1, 1), (9, 1, 1), (9, 3, 3), (7, 1, 3), (20, 2, 3), (4, 1, 0), (5, 2, 0), (7, 2, 1), (2, 1, 0), (3, 2, 0)],
)
def test_a_winner_who_leaves_is_a_vacancy_filled_the_same_way(winners, left, fill):
    """As long as those who fill up stay the minority; otherwise there is a table less, or the event is over."""
    assert pods.fill_up(winners, left=left) == fill


@given(data=st.data(), winners=st.integers(2, 300), seed=st.integers())
def test_those_who_fill_up_are_always_the_minority_at_their_table(data, winners, seed):
    left = data.draw(st.integers(0, winners - 1))
    count = pods.fill_up(winners, left=left)
    through = [f"w{i}" for i in range(winners - left)]
    filling = [f"f{i}" for i in range(count)]
    if len(through) == 1:
        assert count == 0
        return
    if (len(through) + count) % 3:
        pytest.fail("not a multiple of three")
    tables = pods.seat_round(through, filling, Random(seed), sizes=pods.sizes(len(through) + count))
    assert sorted(player for seats in tables for player in seats) == sorted(through + filling)
    assert all(2 * sum(player in filling for player in seats) < len(seats) for seats in tables)


def test_a_single_winner_is_never_challenged_by_two_who_fill_up():
    """The note under the grid for 60 players."""
    with pytest.raises(Refused, match="not be the minority"):
        pods.seat_round(["ana"], ["ben", "cai"], Random(1), sizes=(3,))


@pytest.mark.parametrize(("size", "most"), [(3, 1), (4, 1), (5, 2)])
def test_the_minority_is_fewer_than_half(size, most):
    assert pods.most_filling_up(size) == most


def test_seats_that_do_not_add_up_are_a_bug():
    with pytest.raises(ValueError, match="winners"):
        pods.seat_round(["ana", "ben"], [], Random(1), sizes=(3,))


@pytest.mark.parametrize(
    ("winners", "sizes"), [(3, (3,)), (4, (4,)), (7, (3, 4)), (8, (4, 4)), (20, (3, 3, 3, 3, 4, 4))]
)
def test_the_organizer_may_choose_tables_of_four_instead(winners, sizes):
    assert pods.sizes_without_filling_up(winners) == sizes


@pytest.mark.parametrize(("winners", "sentence"), [(2, "2 winners cannot"), (5, "5 winners cannot"), (1, "champion")])
def test_two_or_five_winners_cannot_do_without_filling_up(winners, sentence):
    with pytest.raises(Refused, match=sentence):
        pods.sizes_without_filling_up(winners)


@given(players=st.integers(3, 100), seed=st.integers())
def test_everyone_sits_at_one_table_in_the_first_round(players, seed):
    everyone = [f"p{i}" for i in range(players)]
    tables = pods.seat_first_round(everyone, Random(seed))
    assert tuple(len(seats) for seats in tables) == pods.sizes(players)
    assert sorted(player for seats in tables for player in seats) == sorted(everyone)


def test_seats_and_the_tables_of_those_who_fill_up_are_at_random():
    everyone = [f"w{i}" for i in range(7)]
    drawn = [pods.seat_round(everyone, ["x", "y"], Random(seed), sizes=(3, 3, 3)) for seed in range(200)]
    where = Counter(
        (number, seats.index("x")) for tables in drawn for number, seats in enumerate(tables) if "x" in seats
    )
    assert len(where) == 9
    assert drawn[5] == pods.seat_round(everyone, ["x", "y"], Random(5), sizes=(3, 3, 3))


def test_the_highest_total_fills_up_then_realms_per_game_then_lot():
    candidates = [
        Tally("few", 3, KeptOverGames(8, 2)),
        Tally("many", 3, KeptOverGames(13, 3)),
        Tally("top", 4, KeptOverGames(0, 4)),
        Tally("same", 3, KeptOverGames(26, 6)),
    ]
    lots = {"few": 1, "many": 9, "top": 5, "same": 2}
    assert pods.fillers(candidates, 4, lots=lots) == ("top", "same", "many", "few")
    assert pods.fillers(candidates, 1, lots=lots) == ("top",)


def test_realms_per_game_are_compared_exactly():
    """Two averages that no float can tell apart."""
    big = 10**17
    candidates = [Tally("less", 3, KeptOverGames(big, big + 1)), Tally("more", 3, KeptOverGames(big + 1, big + 2))]
    assert big / (big + 1) == (big + 1) / (big + 2)
    assert pods.fillers(candidates, 1, lots={"less": 1, "more": 2}) == ("more",)


def test_too_few_who_could_fill_up_are_refused():
    with pytest.raises(Refused, match="only 1 is still here"):
        pods.fillers([Tally("ana", 3)], 2, lots={"ana": 1})


@given(seed=st.integers())
def test_teams_never_sit_side_by_side(seed):
    """Team Spirit: A1 B1 C1 A2 B2 C2."""
    teams = [("a1", "a2"), ("b1", "b2"), ("c1", "c2")]
    seats = pods.team_seats(teams, Random(seed))
    assert [seat.side for seat in seats] == [0, 1, 2, 0, 1, 2]
    assert {frozenset((seats[i].player, seats[i + 3].player)) for i in range(3)} == {frozenset(team) for team in teams}


def test_any_member_of_any_team_may_begin():
    teams = [("a1", "a2"), ("b1", "b2"), ("c1", "c2")]
    assert {pods.team_seats(teams, Random(seed))[0].player for seed in range(100)} == {
        "a1",
        "a2",
        "b1",
        "b2",
        "c1",
        "c2",
    }


def test_team_spirit_needs_three_teams():
    with pytest.raises(Refused, match="three teams of two"):
        pods.team_seats([("a1", "a2"), ("b1", "b2")], Random(1))


def test_the_worked_example_of_a_table():
    """ "Tournament Scoring System": Dori 4+3+6+5 realms, John 4+6+4+5, Jim wins two games."""
    seats = table("jim", "dori", "john")
    played = games((0, 6, 4, 4), (2, 5, 3, 6), (1, 4, 6, 4), (0, 6, 5, 5))
    assert pods.table_winner(seats, played) == 0
    places = pods.table_places(seats, played, winner=0, lots=LOTS)
    assert [(place.place, place.players, place.realms) for place in places] == [
        (1, ("jim",), 21),
        (2, ("john",), 19),
        (3, ("dori",), 18),
    ]
    assert [place.decided_by for place in places] == ["winner", "realms", "realms"]
    assert all(pods.game_faults(seats, game, limits=STANDARD, counted=SPELLFIRE.counted) == () for game in played)


def test_a_table_plays_until_someone_has_won_two_games():
    seats = table("jim", "dori", "john")
    played = games((0, 6, 4, 4), (2, 5, 3, 6), (1, 4, 6, 4), (0, 6, 5, 5))
    assert [pods.table_winner(seats, played[:count]) for count in range(5)] == [None, None, None, None, 0]


@pytest.mark.parametrize("sides", [3, 4, 5])
def test_a_table_needs_at_most_one_game_more_than_it_has_players(sides):
    seats = table(*"abcde"[:sides])
    one_each = [Game(side, (0,) * sides) for side in range(sides)]
    assert pods.table_winner(seats, one_each) is None
    assert pods.table_winner(seats, [*one_each, one_each[0]]) == 0
    assert pods.most_games(sides) == len(one_each) + 1


def test_a_game_after_the_table_was_won_is_refused():
    with pytest.raises(Refused, match="won in game 2"):
        pods.table_winner(table("jim", "dori", "john"), games((0, 6, 1, 1), (0, 6, 1, 1), (1, 1, 6, 1)))


def test_the_winner_advances_even_with_the_fewest_realms():
    played = games((0, 6, 5, 5), (1, 0, 6, 5), (2, 0, 5, 6), (0, 6, 5, 5))
    assert names(pods.table_places(table("jim", "dori", "john"), played, winner=0, lots=LOTS)) == [
        "jim",
        "dori",
        "john",
    ]


def test_equal_realms_are_decided_by_games_won():
    played = games((0, 6, 5, 0), (2, 4, 1, 6), (0, 6, 0, 0))
    places = pods.table_places(table("jim", "dori", "john"), played, winner=0, lots=LOTS)
    assert names(places) == ["jim", "john", "dori"]
    assert [place.decided_by for place in places] == ["winner", "games", "games"]


@pytest.mark.parametrize(("lots", "second"), [({"dori": 1, "john": 2}, "dori"), ({"dori": 2, "john": 1}, "john")])
def test_equal_realms_and_games_are_decided_by_lot(lots, second):
    played = games((0, 6, 3, 4), (0, 6, 4, 3))
    places = pods.table_places(table("jim", "dori", "john"), played, winner=0, lots={"jim": 9, **lots})
    assert places[1].players == (second,)
    assert places[1].decided_by == places[2].decided_by == "lot"


def test_a_table_of_four_has_four_places():
    played = games((0, 6, 1, 2, 3), (0, 6, 1, 2, 3))
    places = pods.table_places(table("jim", "dori", "john", "kay"), played, winner=0, lots=LOTS)
    assert names(places) == ["jim", "kay", "john", "dori"]


def test_a_player_who_withdraws_is_last_at_the_table():
    seats = table("jim", "dori", "john", "kay")
    played = games((1, 5, 6, 2, 4), (0, 6, 0, 3, 3), (0, 6, 0, 3, 4))
    places = pods.table_places(seats, played, winner=0, lots=LOTS, withdrawn=["kay", "dori"])
    assert names(places) == ["jim", "john", "dori", "kay"]
    assert [place.decided_by for place in places] == ["winner", "realms", "withdrawn", "withdrawn"]


def test_with_one_player_left_that_one_wins():
    seats = table("jim", "dori", "john")
    assert pods.table_winner(seats, (), withdrawn=["jim"]) is None
    assert pods.table_winner(seats, games((0, 6, 1, 1)), withdrawn=["jim", "john"]) == 1


@pytest.mark.parametrize(
    ("played", "proposed"),
    [
        (games((1, 5, 6, 5)), 1),
        (games((0, 6, 1, 1), (1, 4, 6, 5)), 0),
        (games((0, 6, 1, 5), (1, 1, 6, 5)), 1),
        ((), 1),
    ],
)
def test_a_table_ended_early_goes_to_most_games_then_realms_then_lot(played, proposed):
    """Side 1 has the lowest lot; side 2 has most realms in the third row, and has won nothing."""
    assert pods.proposed_winner(table("jim", "dori", "john"), played, lots=LOTS) == proposed


def test_a_player_who_has_left_is_not_proposed():
    seats, played = table("jim", "dori", "john"), games((0, 6, 1, 2))
    assert pods.proposed_winner(seats, played, lots=LOTS, withdrawn=["jim"]) == 2
    with pytest.raises(Refused, match="Everyone has left"):
        pods.proposed_winner(seats, played, lots=LOTS, withdrawn=["jim", "dori", "john"])


def test_the_organizer_may_name_another_winner():
    places = pods.table_places(table("jim", "dori", "john"), games((0, 6, 1, 2)), winner=1, lots=LOTS)
    assert names(places) == ["dori", "jim", "john"]


@given(data=st.data(), sides=st.integers(3, 5))
def test_everyone_at_a_table_has_exactly_one_place(data, sides):
    seats = table(*list(LOTS)[:sides])
    rows = st.tuples(st.integers(0, sides - 1), st.lists(st.integers(0, 6), min_size=sides, max_size=sides))
    played = [Game(winner, tuple(realms)) for winner, realms in data.draw(st.lists(rows, max_size=sides + 1))]
    gone = data.draw(st.lists(st.sampled_from([seat.player for seat in seats]), unique=True, max_size=sides - 1))
    winner = pods.proposed_winner(seats, played, lots=LOTS, withdrawn=gone)
    places = pods.table_places(seats, played, winner=winner, lots=LOTS, withdrawn=gone)
    assert [place.place for place in places] == list(range(1, sides + 1))
    assert sorted(names(places)) == sorted(seat.player for seat in seats)
    assert places[0].side == winner
    assert names(places)[sides - len(gone) :] == gone[::-1]


def test_a_team_plays_on_while_one_of_it_is_there():
    seats = pods.team_seats([("a1", "a2"), ("b1", "b2"), ("c1", "c2")], Random(4))
    a_side = next(seat.side for seat in seats if seat.player == "a1")
    assert pods.table_winner(seats, (), withdrawn=["b1", "b2", "c1", "a2"]) is None
    assert pods.table_winner(seats, (), withdrawn=["b1", "b2", "c1", "a2", "c2"]) == a_side


def test_both_members_of_a_team_share_its_place():
    seats = tuple(Seat(player, side) for player, side in zip("aBcAbC", (0, 1, 2, 0, 1, 2), strict=True))
    played = games((1, 3, 5, 4, 4, 5, 1), (1, 0, 6, 4, 4, 4, 4))
    places = pods.table_places(seats, played, winner=1, lots=dict.fromkeys("aBcAbC", 1))
    assert [(place.players, place.realms) for place in places] == [(("B", "b"), 20), (("c", "C"), 13), (("a", "A"), 11)]


STANDARD_EVENT = Event()
ENHANCED = Event(victory="Enhanced", realms=10)
BARBARIC = Event(victory="Barbaric")
CONQUEROR = Event(type="Conqueror’s Game", realms=3, realms_at_least=True)
OWN = Event(type="Our own", victory="Ours", realms=12, realms_at_least=True)


@pytest.mark.parametrize(
    ("event", "realms", "faults"),
    [
        (STANDARD_EVENT, (6, 5, 0), []),
        (STANDARD_EVENT, (5, 4, 0), ["Seat 1 won with 5 unrazed realms; the winner has exactly 6."]),
        (STANDARD_EVENT, (7, 4, 0), ["Seat 1 won with 7 unrazed realms; the winner has exactly 6."]),
        (STANDARD_EVENT, (6, 6, 0), ["Seat 2 has 6 unrazed realms without winning; 5 is the most."]),
        (STANDARD_EVENT, (6, 3, -1), ["Seat 3 cannot have fewer than 0 realms."]),
        (STANDARD_EVENT, (6, 3), ["The game needs unrazed realms for each of the 3 players at the table."]),
        (ENHANCED, (10, 9, 3), []),
        (ENHANCED, (6, 3, 3), ["Seat 1 won with 6 unrazed realms; the winner has exactly 10."]),
        (BARBARIC, (6, 6, 0), []),
        (BARBARIC, (5, 6, 0), ["Seat 1 won with 5 unrazed realms; the winner has exactly 6."]),
        (BARBARIC, (6, 7, 0), ["Seat 2 has 7 unrazed realms without winning; 6 is the most."]),
        (CONQUEROR, (3, 6, 5), []),
        (CONQUEROR, (5, 0, 0), []),
        (OWN, (12, 12, 0), []),
        (CONQUEROR, (2, 4, 0), ["Seat 1 won with 2 unrazed realms; the winner has 3 to 10."]),
    ],
)
def test_realms_must_fit_the_victory_conditions(event, realms, faults):
    seats = table("jim", "dori", "john")
    assert list(pods.game_faults(seats, Game(0, realms), limits=limits_for(event), counted=SPELLFIRE.counted)) == faults


def test_a_game_needs_a_winner_from_the_table():
    faults = pods.game_faults(
        table("jim", "dori", "john"), Game(3, (1, 2, 3)), limits=STANDARD, counted=SPELLFIRE.counted
    )
    assert faults == ("The game needs a winner who sits at this table.",)


@pytest.mark.parametrize(
    ("realms", "faults"),
    [
        ((6, 5, 3, 4, 4, 5), []),
        ((6, 5, 5, 5, 5, 5), []),
        ((6, 5, 3, 3, 4, 5), ["Team A won with 9 unrazed realms; the winner has 10 to 20."]),
    ],
)
def test_a_team_wins_with_ten_realms_together(realms, faults):
    """They count at the start of a member's turn: the team may have more by then, and another team ten as well."""
    event = Event(type="Team Spirit", realms=10, teams=(("a1", "a2"), ("b1", "b2"), ("c1", "c2")))
    seats = pods.team_seats(event.teams, Random(1))
    assert list(pods.game_faults(seats, Game(0, realms), limits=limits_for(event), counted=SPELLFIRE.counted)) == faults
