"""A late player's missed rounds: a loss with 25 lost, in the file of results and explained on the score sheet."""

import csv
import io

import pytest

from engine.decisions import people, setup
from tests.server.played import act, play_round, played, t_of


@pytest.fixture
def late(app):
    """Round 1 is played, then somebody enters late and plays round 2."""
    tid = played(app, 5, 1)
    act(app, tid, lambda t: setup.enter(t, ["p9"]))
    play_round(app, tid)
    return tid


def rows(actor, name):
    text = actor.client.get(f"/events/cup/export/{name}.csv").get_data().decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text)))


def test_the_results_of_a_late_player_add_up_to_the_standings(app, judge, late):
    """“enters with losses for the rounds missed (0 blood earned, 25 lost)”."""
    mine = [row for row in rows(judge, "results") if row["Player"] == "p9"]
    assert [(row["Round"], row["Outcome"], row["How"]) for row in mine][:1] == [("1", "loss", "missed")]
    place = next(row for row in rows(judge, "standings") if row["Name"] == "p9")
    won = sum(row["Outcome"] == "win" for row in mine)
    assert place["Record"] == f"{won}–{len(mine) - won}"
    earned = next(key for key in place if "earned" in key.lower())
    assert int(place[earned]) == sum(int(row["Blood"]) for row in mine)


def test_everybody_has_a_row_for_every_round(app, judge, late):
    found = rows(judge, "results")
    assert len(found) == 5 + 6 + 1
    assert {row["Round name"] for row in found} == {"round 1", "round 2"}


def test_who_has_dropped_has_no_row_for_what_came_later(app, judge):
    tid = played(app, 6, 1)
    act(app, tid, lambda t: people.drop(t, "p1"))
    play_round(app, tid)
    assert t_of(app, tid).rounds_played == 2
    assert [row["Round"] for row in rows(judge, "results") if row["Player"] == "Name p1"] == ["1"]


@pytest.mark.parametrize(
    ("ruleset", "draws"), [("ashes-reborn", False), ("summoner-wars", False), ("ashes-classic", True)]
)
def test_the_score_sheet_explains_its_letters(app, judge, ruleset, draws):
    played(app, 5, 1, ruleset=ruleset)
    page = judge.get("/events/cup/sheets/scores")
    assert "– is a round missed, which counts as a loss" in page
    assert ("drawn" in page) == draws
