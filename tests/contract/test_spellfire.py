"""`cinderbox standings` for Spellfire: points times round, the final, staff."""

import json

import pytest

from .documents import text

# Two games to none, nobody level on realms: the seats come in as they sit.
QUICK = [{"realms": [6, 4, 2, 1, 0]}, {"realms": [6, 5, 3, 2, 0]}]
JIM_DORI_JOHN = [(0, [6, 4, 4]), (2, [5, 3, 6]), (1, [4, 6, 4]), (0, [6, 5, 5])]


def spellfire(players, *, staff=()):
    people = [{"id": f"p{i}", "name": f"Player {i}"} for i in range(1, players + 1)]
    how = {"type": "Championship", "variants": [], "victory": "Standard", "deck_size": 55, "scored": True}
    return {
        "ruleset": "spellfire", "seed": "5", "event": how, "players": people, "staff": list(staff), "rounds": []
    }  # fmt: skip


def quick(table, players):
    games = [{"winner": players[0], "realms": game["realms"][: len(players)]} for game in QUICK]
    return {"table": table, "players": list(players), "games": games}


def play_quickly(doc, *, until):
    """Rounds in which the first seat always wins, each filled up to threes with the best of the others."""
    going = [p["id"] for p in doc["players"]]
    while len(doc["rounds"]) < until:
        fours = len(going) % 3
        sizes = [3] * ((len(going) - 4 * fours) // 3) + [4] * fours
        tables = [quick(i + 1, going[sum(sizes[:i]) : sum(sizes[: i + 1])]) for i in range(len(sizes))]
        doc["rounds"].append({"tables": tables})
        winners = [t["players"][0] for t in tables]
        others = sorted({p["id"] for p in doc["players"]} - set(winners), key=lambda p: (-_points(doc)[p], p))
        going = _minorities(winners, others[: -len(winners) % 3])
    return going


def _minorities(winners, fill):
    """Whoever fills up sits last at a table of their own."""
    seats = list(winners)
    for i, player in enumerate(fill):
        seats.insert(3 * i + 2, player)
    return seats


def _points(doc):
    """Points by place at quick tables, by RULES; a round of one table is the final."""
    total = {p["id"]: 0 for p in doc["players"]}
    for number, round_ in enumerate(doc["rounds"], start=1):
        first = 5 if len(round_["tables"]) == 1 else 4
        for table in round_["tables"]:
            for player, worth in zip(table["players"], (first, 3, 2, 1, 1), strict=False):
                total[player] += worth * number
    return total


def standings(cinderbox, doc):
    ran = cinderbox("standings", "-", stdin=text(doc))
    assert ran.exit == 0, ran.err
    return json.loads(ran.out)


def points(cinderbox, doc):
    return {row["player"]: row["points"] for row in standings(cinderbox, doc)["standings"]}


def test_the_worked_example_a_final_in_round_5(cinderbox):
    """Tournament Scoring System: Jim 25, John 15, Dori 10. 84 players play 28, 10, 4 and 2 tables before it."""
    doc = spellfire(84)
    jim, dori, john = play_quickly(doc, until=4)
    assert [len(r["tables"]) for r in doc["rounds"]] == [28, 10, 4, 2]
    before = points(cinderbox, doc)
    seats = [jim, dori, john]
    games = [{"winner": seats[winner], "realms": realms} for winner, realms in JIM_DORI_JOHN]
    doc["rounds"].append({"tables": [{"table": 1, "players": seats, "games": games}]})
    after = points(cinderbox, doc)
    assert [after[p] - before[p] for p in (jim, john, dori)] == [25, 15, 10]
    assert standings(cinderbox, doc)["standings"][0]["player"] == jim


@pytest.mark.parametrize(("players", "rounds"), [(9, 1), (9, 2), (10, 2), (11, 2), (18, 3), (26, 3), (60, 4), (84, 5)])
def test_totals_are_the_sum_over_rounds_of_points_times_round(cinderbox, players, rounds):
    """Four players at a table where the threes do not come out; the sizes of the printed grids among them."""
    doc = spellfire(players)
    play_quickly(doc, until=rounds)
    rows = standings(cinderbox, doc)["standings"]
    assert {row["player"]: row["points"] for row in rows} == _points(doc)
    assert [row["rank"] for row in rows] == list(range(1, players + 1))
    in_order = [row["points"] for row in rows]
    # How equal totals are ranked is left open.
    assert in_order == sorted(in_order, reverse=True)


def test_the_winner_of_the_final_is_first(cinderbox):
    doc = spellfire(9)
    play_quickly(doc, until=2)
    first, *_ = standings(cinderbox, doc)["standings"]
    assert (first["player"], first["rank"], first["points"]) == ("p1", 1, 14)


def test_a_final_of_four_scores_5_3_2_1_times_the_round(cinderbox):
    """The organizer may choose a table of four instead of filling up."""
    doc = spellfire(12)
    winners = play_quickly(doc, until=1)
    doc["rounds"].append({"tables": [quick(1, [p for p in winners if p in ("p1", "p4", "p7", "p10")])]})
    got = points(cinderbox, doc)
    assert [got[p] for p in doc["rounds"][1]["tables"][0]["players"]] == [14, 10, 8, 6]


@pytest.mark.parametrize(
    ("games", "order"),
    [
        ([("p1", [6, 5, 4]), ("p1", [6, 1, 3])], ["p1", "p3", "p2"]),
        ([("p1", [6, 2, 4]), ("p2", [0, 6, 4]), ("p1", [6, 2, 2])], ["p1", "p2", "p3"]),
        ([("p2", [5, 6, 0]), ("p3", [5, 0, 6]), ("p3", [5, 1, 6])], ["p3", "p1", "p2"]),
    ],
    ids=["by the sum of realms", "level on realms: more games won", "the table's winner has fewer realms than another"],
)
def test_losers_of_a_table_rank_by_unrazed_realms(cinderbox, games, order):
    doc = spellfire(9)
    tables = [quick(n, [f"p{3 * n - 2}", f"p{3 * n - 1}", f"p{3 * n}"]) for n in (1, 2, 3)]
    tables[0]["games"] = [{"winner": winner, "realms": realms} for winner, realms in games]
    doc["rounds"].append({"tables": tables})
    got = points(cinderbox, doc)
    assert [got[p] for p in order] == [4, 3, 2]


@pytest.mark.parametrize("players", [9, 10, 11, 18])
def test_a_coordinator_gets_a_point_a_player_and_a_judge_one_for_two(cinderbox, players):
    staff = [{"id": "s1", "name": "Cy", "role": "coordinator"}, {"id": "s2", "name": "Jo", "role": "judge"}]
    doc = spellfire(players, staff=staff)
    play_quickly(doc, until=1)
    got = {s["id"]: s["points"] for s in standings(cinderbox, doc)["staff"]}
    assert got == {"s1": players, "s2": players // 2}


def test_staff_who_play_score_as_players_only(cinderbox):
    """Listed with nothing or not listed is left open; so is any other way to say that they play than the id."""
    doc = spellfire(9, staff=[{"id": "p4", "name": "Player 4", "role": "judge"}])
    play_quickly(doc, until=1)
    answer = standings(cinderbox, doc)
    assert [s for s in answer["staff"] if s["id"] == "p4" and s["points"]] == []
    assert next(row["points"] for row in answer["standings"] if row["player"] == "p4") == 4


def test_staff_who_play_under_their_name_score_as_players_only(cinderbox):
    """Ruling: a person who plays forfeits staff points, whatever list the name came from."""
    doc = spellfire(9, staff=[{"id": "s1", "name": "player  4", "role": "judge"}])
    play_quickly(doc, until=1)
    assert [s["points"] for s in standings(cinderbox, doc)["staff"]] == [0]
