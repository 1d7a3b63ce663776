"""Penalties: given with a fault and a reason, the rulebook's next step proposed, lifted by the organizer."""

import re

import pytest

from server.core import texts
from tests.server.result_event import Event, told

PENALTIES = "/events/cup/results/penalties"
NEW = f"{PENALTIES}/new"


@pytest.fixture
def cup(app):
    return Event(app, ("Ana", "Ben", "Cai", "<b>Dee</b>")).start()


def checked(page):
    found = re.search(r'name="kind" value="([^"]+)" required checked', page.html)
    return found[1] if found else None


def slow(player, kind, earlier=0, **more):
    return {"player": player, "fault": "Slow play", "kind": kind, "earlier": earlier, **more}


def test_first_whom_and_for_what_then_which(judge, cup):
    page = judge.get(NEW)
    assert "Choose a player" in page
    assert "Slow play" in page
    assert "Another fault" in page
    chosen = judge.get(NEW, player="p1", fault="Slow play")
    assert "Penalty for Ana" in chosen
    assert checked(chosen) == "warning"


def test_a_warning_is_noted_and_its_reason_stands_beside_the_journal(judge, cup, app):
    page = judge.post(NEW, **slow("p1", "warning", reason="Four minutes\nfor one <turn>"))
    assert page.path == PENALTIES
    assert "Recorded: warning for Ana." in told(page)
    assert "for one <turn>" in page
    (penalty,) = cup.t.penalties
    assert (penalty.player, penalty.kind, penalty.fault, penalty.round) == ("p1", "warning", "slow-play", 1)
    with app.app_context():
        assert [text.id for text in texts.texts("cup", "penalty")] == [penalty.id]
    assert not any("Four" in str(fact) for act in cup.book.acts for fact in act.facts)


def test_the_second_slow_play_proposes_the_game_loss_with_the_first_in_view(judge, cup):
    judge.post(NEW, **slow("p1", "warning", reason="Very slow"))
    page = judge.get(NEW, player="p1", fault="Slow play")
    assert checked(page) == "game-loss"
    assert "Very slow" in page
    assert "the rulebook’s next step" in page


def test_a_game_loss_decides_the_open_match(judge, cup):
    match = next(m for m in cup.t.current_round.matches if "p1" in m.players)
    judge.post(NEW, **slow("p1", "game-loss", wounds="6"))
    result = cup.match(match.table).result
    seat = match.players.index("p1")
    assert result.how == "penalty"
    assert (result.outcomes[seat].mark, result.outcomes[seat].blood) == ("loss", 6)


def test_a_disqualification_is_out_of_the_event(judge, cup):
    judge.post(NEW, **slow("p1", "disqualification"))
    assert cup.t.players["p1"].disqualified


def test_a_loss_needs_a_match_under_way(judge, cup):
    cup.play(close=False)
    page = judge.post(NEW, **slow("p1", "game-loss", reason="Too late"))
    assert "has no match under way" in page
    assert "Too late" in page
    assert cup.t.penalties == ()


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"player": "p99"}, "Choose who gets the penalty"),
        ({"fault": "Sneezing"}, "Choose what it is for"),
        ({"kind": "flogging"}, "Choose the penalty"),
        ({"kind": ""}, "Choose the penalty"),
        ({"fault": "Another fault", "reason": ""}, "Say in a few words"),
        ({"kind": "game-loss", "wounds": "x"}, "Type the wounds as a number"),
        ({"kind": "game-loss", "wounds": "100"}, "100 is not possible"),
        ({"earlier": "3"}, "was given or lifted meanwhile"),
        ({"reason": "x" * 1001}, "1001 characters long"),
    ],
)
def test_what_is_missing_is_said_and_nothing_is_recorded(judge, cup, fields, sentence):
    page = judge.post(NEW, **{**slow("p1", "warning", reason="Because"), **fields})
    assert page.status == 409
    assert sentence in page
    assert cup.t.penalties == ()


def test_a_refused_penalty_leaves_no_text_behind(judge, cup, app):
    judge.post(NEW, **slow("p1", "game-loss", wounds="100", reason="Kept?"))
    with app.app_context():
        assert texts.texts("cup", "penalty") == ()


def test_another_fault_holds_its_words_outside_the_journal(judge, cup):
    judge.post(NEW, player="p4", fault="Another fault", kind="warning", reason="Shouting at Ben")
    assert cup.t.penalties[0].fault == "other"
    page = judge.get(PENALTIES)
    assert "Shouting at Ben" in page
    assert "<b>Dee" not in page.html


def test_a_double_tap_gives_one_penalty(judge, cup, app):
    for _ in range(2):
        page = judge.post(NEW, **slow("p1", "warning", reason="Once", request_id="tap"))
    assert page.path == PENALTIES
    assert len(cup.t.penalties) == 1
    with app.app_context():
        assert len(texts.texts("cup", "penalty")) == 1


def test_the_organizer_lifts_a_penalty_and_the_next_one_is_a_warning_again(judge, organizer, cup):
    judge.post(NEW, **slow("p1", "warning"))
    lift = f"{PENALTIES}/{cup.t.penalties[0].id}/lift"
    assert judge.post(lift).status == 403
    page = organizer.post(lift)
    assert "(lifted)" in page
    assert cup.t.penalties[0].lifted
    assert checked(judge.get(NEW, player="p1", fault="Slow play")) == "warning"
    assert "no such penalty to lift" in organizer.post(lift, referrer=PENALTIES)


def test_chess_clocks_know_no_slow_play(app, judge):
    from dataclasses import replace

    from engine.decisions import setup

    event = Event(app, ("Ana", "Ben", "Cai"))
    event.do(lambda t: setup.change_settings(t, replace(t.settings, timer="chess")))
    assert "Slow play" not in judge.get(NEW)


def test_a_table_of_several_gives_no_match_away(app, judge):
    event = Event(app, [f"Mage {i}" for i in range(6)], ruleset_id="spellfire").start()
    page = judge.get(NEW, player=event.pair(1)[0], fault="Illegal deck or sideboard")
    assert "Game loss" not in page
    assert "Disqualification" in page
    assert checked(page) is None


def test_the_table_s_page_shows_what_its_players_have(judge, cup):
    judge.post(NEW, **slow("p1", "warning"))
    table = next(m.table for m in cup.t.current_round.matches if "p1" in m.players)
    assert "warning: Slow play, round 1" in judge.get(f"/events/cup/results/{table}")
    assert "1 penalty given" in judge.get("/events/cup/results/")


def test_what_a_loss_does_is_said_before_it_is_given(judge, cup):
    match = next(m for m in cup.t.current_round.matches if "p1" in m.players)
    opponent = next(cup.name(p) for p in match.players if p != "p1")
    page = told(judge.get(NEW, player="p1", fault="Slow play"))
    assert page.count(f"table {match.table} ends now, and {opponent} wins it") == 2
    cup.play(close=False)
    page = told(judge.get(NEW, player="p1", fault="Slow play"))
    assert "ends now" not in page
    assert "No match under way" in page


@pytest.mark.parametrize("kind", ["game-loss", "match-loss", "disqualification"])
def test_undoing_a_penalty_gives_the_match_back(judge, organizer, cup, kind):
    """What it did to the result goes with it, in one step."""
    before = cup.t
    judge.post(NEW, **slow("p1", kind, wounds="6"))
    assert cup.t != before
    seq = cup.book.acts[-1].seq
    organizer.post(f"/events/cup/history/{seq}/undo", seen=cup.seen)
    assert cup.t == before


def test_a_penalty_on_the_floor_names_the_next_step(judge, cup):
    judge.post(NEW, **slow("p1", "warning", reason="Four minutes a turn"))
    table = next(m.table for m in cup.t.current_round.matches if "p1" in m.players)
    page = judge.get(f"/events/cup/floor/{table}")
    assert "Four minutes a turn" in page
    assert "Slow play again: The organizer may give a game loss at once." in page


def test_a_lifted_loss_says_that_the_result_stays(judge, organizer, cup):
    judge.post(NEW, **slow("p1", "game-loss"))
    table = next(m.table for m in cup.t.current_round.matches if "p1" in m.players)
    page = organizer.post(f"{PENALTIES}/{cup.t.penalties[0].id}/lift")
    assert "that result stays: change it at the table" in page
    assert cup.match(table).result.how == "penalty"
