"""Whole events of every ruleset, played out with dice: late entries, drops, byes, no-shows, cuts, two phases."""

from __future__ import annotations

import pytest
from desk import dump, load

from engine import facts as f
from engine.check import check
from engine.fold import replay
from engine.refusals import Refused
from engine.rulesets.registry import RULESETS
from engine.simulate import Simulation, report, simulate
from tests.soaking import SOAK

SIZES = range(3, 65) if SOAK else (3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 16, 17, 22, 29, 33, 47, 64)
SEEDS = range(20) if SOAK else range(2)
EVENTS = [(rules, players) for rules in RULESETS for players in SIZES if (rules, players) != ("ashes-draft", 3)]


@pytest.mark.parametrize(("rules", "players"), EVENTS)
def test_an_event_is_played_to_its_end_and_the_checker_finds_nothing(rules, players):
    for seed in SEEDS:
        played = simulate(rules, players, seed=f"{players}/{seed}", restless=(0.1, 0.4)[seed % 2])
        assert played.faults == []
        assert replay(load(dump(played.acts))) == played.t
        check(played.t)
        finish = played.t.finish
        assert finish is not None
        assert sorted(finish.ranking) == sorted(p for p, known in played.t.players.items() if not known.disqualified)


def test_a_draft_of_three_is_refused():
    """Draft, Dividing Groups: four at least."""
    with pytest.raises(Refused, match="at least 4 players"):
        simulate("ashes-draft", 3, seed="1")


def test_the_same_seed_plays_the_same_event_and_another_one_another():
    assert simulate("ashes-classic", 11, seed="7").acts == simulate("ashes-classic", 11, seed="7").acts
    assert simulate("ashes-classic", 11, seed="7").t != simulate("ashes-classic", 11, seed="8").t


def kinds(played: Simulation) -> set[type]:
    return {type(fact) for act in played.acts for fact in act.facts}


def test_people_come_late_leave_and_come_back():
    """Otherwise the events above would prove little."""
    played = [simulate("ashes-reborn", 30, seed=str(seed), restless=0.4) for seed in range(6)]
    assert any(player.entered > 1 for event in played for player in event.t.players.values())
    assert all(f.PlayerDropped in kinds(event) for event in played)
    assert any(f.PlayerReinstated in kinds(event) for event in played)
    assert any(round_.byes for event in played for round_ in event.t.rounds)
    assert any(f.CutMade in kinds(event) for event in played)


def test_players_leave_draft_groups_and_spellfire_tables_too():
    for rules in ("ashes-draft", "spellfire"):
        played = [simulate(rules, 27, seed=str(seed), restless=0.5) for seed in range(6)]
        assert any(f.PlayerDropped in kinds(event) for event in played)
    drafts = [simulate("ashes-draft", 12, seed=str(seed), restless=0.5) for seed in range(12)]
    assert {tuple(stage.kind for stage in event.t.stages) for event in drafts} == {("swiss",), ("groups", "swiss")}


def test_the_report_names_whoever_fills_up_without_the_marks_around_them():
    """“filling up by points: ⟨p6⟩” was printed."""
    told = "\n".join(report(simulate("spellfire", 10, seed=3)))
    assert "filling up by points: p6" in told
    assert "⟨" not in told


def test_the_report_tells_every_round_and_all_places():
    played = simulate("ashes-reborn", 6, seed="1", restless=0)
    lines = list(report(played))
    assert [line for line in lines if line.startswith("Round")] == [f"Round {n} (swiss)" for n in (1, 2, 3)]
    assert [line.split()[-1] for line in lines[-6:]] == list(played.t.finish.ranking)
