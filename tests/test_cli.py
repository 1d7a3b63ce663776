"""The command line around the engine: simulate, bench, and what a wrong call says."""

import json
from concurrent.futures import ThreadPoolExecutor

import pytest


def test_simulate_tells_the_rounds_with_their_reasons_and_the_places(cinderbox):
    ran = cinderbox("simulate", "--ruleset", "ashes-reborn", "--players", 7, "--seed", "s")
    assert ran.exit == 0
    assert "Round 1 (swiss)" in ran.out
    assert "first round: drawn at random" in ran.out
    assert ran.out.splitlines()[-1] == "The checker found nothing wrong."


def test_simulate_is_the_same_for_the_same_seed(cinderbox):
    once, again, other = (
        cinderbox("simulate", "--ruleset", "spellfire", "--players", 11, "--seed", seed).out for seed in ("a", "a", "b")
    )
    assert once == again != other


def test_bench_measures_every_kind_of_event(cinderbox):
    """A short pass, so that the harness itself cannot rot."""
    ran = cinderbox("bench", "--sizes", 16, "--seeds", 1)
    assert ran.exit == 0
    assert "16 players, wins only" in ran.out
    assert "16 players, 3/1/0, draws, drops" in ran.out
    assert "bytes a player" in ran.out


def test_bench_opens_every_page_early_and_late(cinderbox):
    """Once a late round ended it with a refusal; then the event before was remembered, and each page folded anew."""
    ran = cinderbox("bench", "pages", "--sizes", 8)
    assert ran.exit == 0
    early, late = ran.out.strip().split("\n\n")
    assert early.startswith("second round")
    assert late.startswith("late round")
    for page in ("Now", "Undo, looked at", "API: state", "A result is entered", "Undo, done"):
        assert f"| {page} | " in early
        assert f"| {page} | " in late


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (("groups", 3), "4"),
        (("groups", 0), "4"),
        (("pods", 2), "3"),
        (("simulate", "--ruleset", "chess", "--players", 8), "chess"),
        (("simulate", "--ruleset", "ashes-draft", "--players", 3), "4"),
        (("simulate", "--ruleset", "spellfire", "--players", 2), "3"),
        (("simulate", "--ruleset", "ashes-reborn", "--players", 1), "2"),
        (("deck", "/nowhere/deck.txt", "--ruleset", "ashes-reborn"), "/nowhere/deck.txt"),
        (("pair", "/nowhere/event.json"), "/nowhere/event.json"),
    ],
)
def test_what_cannot_be_done_is_one_sentence_and_exit_2(cinderbox, call, said):
    ran = cinderbox(*call)
    assert (ran.exit, ran.out) == (2, "")
    assert len(ran.err.splitlines()) == 1
    assert said in ran.err


def test_a_fixed_table_is_kept(cinderbox):
    """A player who must stay at one table: `table` beside the player in a document."""
    players = [{"id": f"p{i}", "name": f"P{i}"} for i in range(8)]
    players[5]["table"] = 7
    line = json.loads(
        cinderbox("pair", "-", stdin=json.dumps({"ruleset": "ashes-reborn", "players": players, "rounds": []})).out
    )
    assert next(m["table"] for m in line["matches"] if "p5" in m["players"]) == 7
    assert sorted(m["table"] for m in line["matches"]) == [1, 2, 3, 7]


def test_bench_load_measures_streams_and_polling_in_one_run(cinderbox):
    """A short pass against a real server, so that the harness itself cannot rot."""
    ran = cinderbox("bench", "load", "--devices", 3, "--reports", 4, "--seconds", 0.2)
    assert ran.exit == 0, ran.err
    assert ran.out.count("3 of 3 devices have the last result") == 3
    assert "streams / the limit" in ran.out
    assert "polling / streams" in ran.out


def test_bench_door_counts_first_visits_and_lets_many_in_at_once(cinderbox):
    """A short pass in a real browser, where there is one; a thread takes only one Playwright, and tests have theirs."""
    with ThreadPoolExecutor(1) as thread:
        ran = thread.submit(cinderbox, "bench", "door", "--phones", 3).result()
    if "install" in ran.err:
        pytest.skip(ran.err)
    assert ran.exit == 0, ran.out + ran.err
    assert "3 phones at once: 3 have everything" in ran.out
    assert [line.split()[0] for line in ran.out.splitlines()[2:6]] == ["wall", "tablet", "phone", "desk"]
