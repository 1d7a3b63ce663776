"""`cinderbox standings` against standings computed a second time: R1–R6, C1–C3."""

import json
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from .documents import RULESETS, event, first_round, text
from .ledger import figures, places, sheets
from .settings import examples

# Classic says nothing of blood lost or opponents' blood, the others nothing of event points: there they are optional.
PRINTED = {
    "ashes-reborn": ["wins", "sos", "blood_earned", "blood_lost", "opponents_blood"],
    "summoner-wars": ["wins", "sos", "blood_earned", "blood_lost", "opponents_blood"],
    "ashes-classic": ["points", "toep", "blood_earned"],
}


@given(
    doc=st.builds(
        event,
        st.integers(0, 10**6),
        st.sampled_from(RULESETS),
        players=st.integers(2, 10),
        rounds=st.integers(1, 5),
        habit=st.sampled_from(["swiss", "any"]),
        comings=st.integers(0, 3),
    )
)
@examples(250)
def test_every_figure_and_every_place_is_as_the_rulebook_says(cinderbox, doc):
    examine(cinderbox, doc)


def examine(cinderbox, doc):
    ran = cinderbox("standings", "-", stdin=text(doc))
    assert ran.exit == 0, ran.err
    rows = ranked(json.loads(ran.out), doc)
    numbers = figures(doc)
    for row in rows:
        expected = numbers[row["player"]]
        assert {name: row[name] for name in PRINTED[doc["ruleset"]]} == {
            name: expected[name] for name in PRINTED[doc["ruleset"]]
        }, row["player"]
        assert row.get("wins", expected["wins"]) == expected["wins"]
        assert row["working"].strip() or not doc["rounds"]
    assert [row["rank"] for row in rows] == list(range(1, len(rows) + 1))
    rest = rows
    for decided_by, players in places(doc):
        here, rest = rest[: len(players)], rest[len(players) :]
        assert {row["player"] for row in here} == set(players)
        assert {row["decided_by"] for row in here} == {decided_by}
    assert not rest
    return rows


def ranked(rows, doc):
    """Everyone with a place. Whether the disqualified are listed without one or left out is left open."""
    out = {player for player, sheet in sheets(doc).items() if sheet.disqualified}
    assert all(not row.get("rank") for row in rows if row["player"] in out)
    return [row for row in rows if row["player"] not in out]


def played(ruleset, *rounds, **players):
    """played("ashes-reborn", "Ana>Ben 25-12, Cai bye"): an event by hand. Ana=Ben is a draw, or a double loss."""
    words = " ".join(rounds).replace(">", " ").replace("=", " ").split()
    people = [{"id": n, "name": n} | players.get(n, {}) for n in sorted({w for w in words if w[0].isupper()})]
    return {"ruleset": ruleset, "seed": "7", "players": people, "rounds": [_round(r) for r in rounds]}


def _round(line):
    matches, bye = [], {}
    for entry in line.split(", "):
        who, how = entry.split(" ", 1)
        if how == "bye":
            bye = {"bye": who}
            continue
        sign = ">" if ">" in who else "="
        pair = who.split(sign)
        match = {"table": len(matches) + 1, "players": pair}
        if how == "double-loss":
            matches.append(match | {"how": how, "blood": [0, 0]})
            continue
        blood, *ending = how.split()
        match["blood"] = [int(b) for b in blood.split("-")]
        match |= {"winner": pair[0]} if sign == ">" else {"draw": True}
        matches.append(match | ({"how": ending[0]} if ending else {}))
    return {"matches": matches} | bye


def row_of(rows, player):
    return next(row for row in rows if row["player"] == player)


ELIJAH = played(
    "ashes-classic",
    "Elijah>Kevin 25-10, Cole>Rosa 25-3",
    "Elijah=Rosa 13-9, Kevin>Cole 25-20",
    "Elijah=Cole 15-11, Kevin>Rosa 25-1",
)


def test_opponents_with_6_1_and_4_event_points_make_a_toep_of_11(cinderbox):
    """Classic, Determining a Winner, the first example."""
    rows = examine(cinderbox, ELIJAH)
    assert [row_of(rows, name)["points"] for name in ("Kevin", "Rosa", "Cole")] == [6, 1, 4]
    assert row_of(rows, "Elijah")["toep"] == 11


def test_a_win_and_13_and_15_wounds_without_winning_make_53_blood_points(cinderbox):
    """Classic, Determining a Winner, the second example."""
    assert row_of(examine(cinderbox, ELIJAH), "Elijah")["blood_earned"] == 53


def test_a_win_against_12_wounds_is_25_to_12(cinderbox):
    """Classic, Scoring: Deborah and Sam. Three event points to none."""
    deborah, sam = examine(cinderbox, played("ashes-classic", "Deborah>Sam 25-12"))
    assert (deborah["player"], deborah["points"], deborah["blood_earned"]) == ("Deborah", 3, 25)
    assert (sam["player"], sam["points"], sam["blood_earned"]) == ("Sam", 0, 12)


HEAD_TO_HEAD = {
    "three tied, each beat one": (
        played("ashes-reborn", "Ana>Ben 25-20, Cai bye", "Ben>Cai 25-0, Ana bye", "Cai>Ana 25-0, Ben bye"),
        None,
    ),
    "the loser has more blood, the winner is ahead all the same": (
        played("ashes-reborn", "Ana>Ben 25-24, Cai>Dee 25-0", "Cai>Ana 25-0, Ben>Dee 25-24"),
        ("Ana", "Ben", "head_to_head"),
    ),
    "a no-show is a meeting": (
        played("ashes-reborn", "Ana>Ben 25-0 no-show, Cai>Dee 25-0", "Cai>Ana 25-0, Ben>Dee 25-24"),
        ("Ana", "Ben", "head_to_head"),
    ),
    "a double loss has no winner": (
        played("ashes-reborn", "Ana=Ben double-loss, Cai>Dee 25-0", "Cai>Ana 25-3, Dee>Ben 25-9"),
        ("Ana", "Ben", "sos"),
    ),
    "classic has no head to head": (
        played("ashes-classic", "Ana>Ben 25-24, Cai>Dee 25-0", "Cai>Ana 25-0, Ben>Dee 25-24"),
        ("Ana", "Ben", "toep"),
    ),
}


@pytest.mark.parametrize(("doc", "pair"), HEAD_TO_HEAD.values(), ids=HEAD_TO_HEAD)
def test_head_to_head_only_between_exactly_two_with_one_winner(cinderbox, doc, pair):
    rows = examine(cinderbox, doc)
    if pair is None:
        assert "head_to_head" not in {row["decided_by"] for row in rows}
    else:
        ahead, behind, by = pair
        assert row_of(rows, ahead)["rank"] + 1 == row_of(rows, behind)["rank"]
        assert row_of(rows, ahead)["decided_by"] == by


def test_one_win_each_after_a_forced_rematch_goes_on_to_the_next_tie_break(cinderbox):
    """Whether an opponent met twice counts twice for strength of schedule is left open: here it makes no difference."""
    doc = played("summoner-wars", "Ana>Ben 25-3", "Ben>Ana 25-4")
    rows = json.loads(cinderbox("standings", "-", stdin=text(doc)).out)
    assert [(row["player"], row["decided_by"]) for row in rows] == [("Ana", "blood_earned"), ("Ben", "blood_earned")]


def test_a_set_that_is_split_does_not_go_back_to_head_to_head(cinderbox):
    """Two are left of a larger set after strength of schedule; the one who lost their game is ahead on blood."""

    def overruled(doc):
        book, lines = sheets(doc), places(doc)
        return any(
            a[0] == b[0] == "blood_earned" and a[1][0] in book[b[1][0]].beat and b[1][0] not in book[a[1][0]].beat
            for a, b in pairwise(lines)
        )

    found = [e for seed in range(120) if overruled(e := event(seed, "ashes-reborn", players=6, rounds=3))]
    assert found
    for doc in found:
        examine(cinderbox, doc)


def test_a_bye_is_a_win_with_25_blood_points_and_no_opponent(cinderbox):
    rows = examine(cinderbox, played("ashes-reborn", "Ana>Ben 25-12, Cai bye"))
    cai = row_of(rows, "Cai")
    assert [cai[k] for k in ("wins", "blood_earned", "blood_lost", "sos", "opponents_blood")] == [1, 25, 0, 0, 0]


def test_a_bye_is_worth_three_event_points_in_classic_and_counts_in_toep(cinderbox):
    rows = examine(cinderbox, played("ashes-classic", "Ana>Ben 25-12, Cai bye", "Ana>Cai 25-1, Ben bye"))
    assert row_of(rows, "Cai")["points"] == 3
    assert row_of(rows, "Ana")["toep"] == 6


def test_a_late_entry_has_earned_nothing_and_lost_25_in_each_round_missed(cinderbox):
    late = {"entered_round": 3}
    doc = played(
        "ashes-reborn",
        "Ana>Ben 25-1, Cai>Dee 25-2",
        "Ana>Cai 25-3, Ben>Dee 25-4",
        "Zoe>Dee 25-7, Ben>Cai 25-0, Ana bye",
        Zoe=late,
    )
    zoe = row_of(examine(cinderbox, doc), "Zoe")
    assert [zoe[k] for k in ("wins", "blood_earned", "blood_lost")] == [1, 25, 57]


def test_a_double_loss_is_no_win_and_no_blood_for_either(cinderbox):
    for row in examine(cinderbox, played("ashes-reborn", "Ana=Ben double-loss")):
        assert [row[k] for k in ("wins", "blood_earned", "blood_lost")] == [0, 0, 0]


def test_a_dropped_player_keeps_a_place_and_still_counts_for_others(cinderbox):
    doc = played("ashes-reborn", "Ana>Ben 25-5, Cai>Dee 25-6", "Ben>Cai 25-9, Dee bye", Ana={"dropped_after": 1})
    rows = examine(cinderbox, doc)
    assert {row["player"] for row in rows} == {"Ana", "Ben", "Cai", "Dee"}
    assert row_of(rows, "Ben")["sos"] == 2


def test_a_disqualified_player_has_no_place_but_earlier_results_stand(cinderbox):
    doc = played("ashes-reborn", "Dan>Ana 25-5, Ben>Cai 25-6", "Ben>Dan 25-0 disqualified, Cai>Ana 25-4")
    rows = examine(cinderbox, doc)
    assert [row["player"] for row in rows] == ["Ben", "Cai", "Ana"]
    assert row_of(rows, "Ana")["sos"] == 2


TIED = played("ashes-reborn", "Ana>Ben 25-10, Cai>Dee 25-10")


def test_a_lot_is_drawn_once_and_stays(cinderbox):
    one, again = (cinderbox("standings", "-", stdin=text(TIED)).out for _ in range(2))
    assert one == again
    assert {row["decided_by"] for row in json.loads(one)} == {"lot"}


def test_a_lot_is_drawn_from_the_seed_and_is_fair(cinderbox):
    first = [examine(cinderbox, TIED | {"seed": str(seed)})[0]["player"] for seed in range(64)]
    assert set(first) == {"Ana", "Cai"}
    assert 12 < first.count("Ana") < 52


def test_before_the_first_round_everyone_is_there(cinderbox):
    assert len(examine(cinderbox, first_round(5))) == 5
