"""A judge sets a chess clock right: it wins over what any tablet tells, and the history says why."""

from dataclasses import replace

import pytest

from engine import chess_clock as engine
from engine import facts as f
from engine.decisions.undo import undo
from engine.refusals import Refused
from server.chess import chess_clocks
from server.core.texts import texts
from server.core.timekeeping import moment
from server.table import tablets
from tests.server.at_table_devices import tablet
from tests.server.chess.test_chess_clocks import HALF, NAMES, running
from tests.server.result_event import Event, told


@pytest.fixture
def cup(app):
    event = Event(app, NAMES).start()
    event.do(lambda t: (f.SettingsChanged(replace(t.settings, timer="chess", round_minutes=60)),))
    return event


def correct(judge, cup, table=1, *, left=("25:00", "28:30"), seat=0, reason="ruling", corrections="0", **more):
    turn = "" if seat is None else cup.pair(table)[seat]
    form = {
        "left0": left[0],
        "left1": left[1],
        "turn": turn,
        "reason": reason,
        "corrections": corrections,
        "round": 1,
        **more,
    }
    return judge.post(f"/events/cup/chess/{table}", **form)


def clock_of(device):
    return device.state().json["chess"]["clock"]


def told_by(device, clock):
    return device.send("chess", clock=chess_clocks.to_json(clock)).json["clock"]


def test_what_a_judge_sets_is_what_the_tablet_shows_and_stands_still(cup, judge):
    here = tablet(cup, 1)
    told_by(here, running())
    page = correct(judge, cup)
    assert "is paused until the players go on" in page, page.text
    clock = clock_of(here)
    assert (clock["banks"], clock["turn"], clock["using"], clock["since"]) == ([1_500_000, 1_710_000], 0, 0, None)
    assert here.state().json["chess"]["corrected"] == "a ruling"


def test_a_tablet_that_was_away_or_reloaded_does_not_win_over_the_judge(cup, judge):
    here, away = tablet(cup, 1), running()
    told_by(here, away)
    correct(judge, cup)
    for _ in range(41):
        away = engine.tap(away, away.using, now=moment())
    assert told_by(here, away)["banks"] == [1_500_000, 1_710_000]
    assert clock_of(here)["correction"] == 1


def test_what_is_played_after_the_correction_counts(cup, judge):
    here = tablet(cup, 1)
    told_by(here, running())
    correct(judge, cup, left=("25:00", "31:30"))  # more than the event gives, as a judge may
    known = chess_clocks.from_json(clock_of(here))
    after = told_by(here, engine.resume(known, moment()))
    assert (after["counter"], after["correction"], after["banks"]) == (1, 1, [1_500_000, 1_890_000])


def test_a_clock_that_no_tablet_has_told_can_be_set(cup, judge):
    correct(judge, cup, seat=None, left=("30", "29.30"))
    clock = clock_of(tablet(cup, 1))
    assert (clock["banks"], clock["turn"]) == ([HALF, 1_770_000], None)


def test_a_flag_that_fell_is_up_again_with_the_time_it_got_back(cup, judge):
    here, (one, _) = tablet(cup, 1), cup.pair(1)
    here.send("flag", player=one)
    correct(judge, cup, left=("1:00", "20:00"))
    assert cup.match(1).flagged == ()
    here.send("flag", player=one)
    assert cup.match(1).flagged == (one,)


def test_the_history_has_both_banks_before_and_after_and_the_reason(cup, judge):
    told_by(tablet(cup, 1), replace(running(), since=None))
    correct(judge, cup, reason="wrong-starter", note="both rolled again")
    one, two = cup.names_at(1)
    said = f"Table 1: chess clock set to {one} 25:00 (was 30:00), {two} 28:30 (was 30:00), turn of {one}"
    assert f"{said} (the wrong player started)" in told(judge.get("/events/cup/history/"))
    with cup.app.app_context():
        assert [text.text for text in texts("cup", "chess")] == ["both rolled again"]


def test_time_is_not_undone(cup, judge):
    correct(judge, cup)
    acts = cup.book.acts
    with pytest.raises(Refused, match="Changes to a chess clock cannot be undone"):
        undo(acts, acts[-1].seq)


def test_two_who_correct_at_once_do_not_overwrite_each_other(cup, judge):
    correct(judge, cup)
    assert "Somebody else corrected this clock" in correct(judge, cup, left=("1:00", "1:00"))
    correct(judge, cup, left=("2:00", "1:00"), corrections="1")
    assert clock_of(tablet(cup, 1))["banks"] == [120_000, 60_000]


@pytest.mark.parametrize("typed", ["", "soon", "24:60", "124:00", "-1:00", "1:2"])
def test_what_is_no_time_is_refused_and_kept_on_the_page(cup, judge, typed):
    page = correct(judge, cup, left=(typed, "28:30"))
    assert "such as 24:30" in page
    assert 'value="28:30"' in page.html
    assert cup.match(1).chess is None


def test_a_reason_and_somebody_of_the_table_are_needed(cup, judge):
    assert "Choose why" in correct(judge, cup, reason="")
    assert "Choose whose turn" in correct(judge, cup, turn=cup.pair(2)[0])


def test_a_table_with_a_result_has_no_clock_to_correct(cup, judge):
    cup.win(1)
    assert "Take it back first" in correct(judge, cup)


def test_a_form_of_an_earlier_round_sets_nothing(cup, judge):
    cup.play().next_round()
    assert "round" in correct(judge, cup)
    assert cup.match(1).chess is None


def test_for_a_wrong_starter_the_form_swaps_banks_and_turn(cup, judge):
    told_by(tablet(cup, 1), replace(running(), since=None, banks=(HALF - 90_000, HALF)))
    page = judge.get("/events/cup/chess/1", **{"for": "wrong-starter"})
    assert 'name="left0" inputmode="text" autocomplete="off" maxlength="5" required value="30:00"' in " ".join(
        page.html.split()
    )
    assert 'value="28:30"' in page.html
    assert f'value="{cup.pair(1)[1]}" checked' in " ".join(page.html.split())


def test_for_an_accidental_pass_what_ran_since_counts_for_whoever_passed(cup, judge):
    """Also after somebody paused the clock: the box remembers the banks at the pass."""
    here, at = tablet(cup, 1), moment()
    first = engine.begin(engine.new(HALF, lending=True), 0, now=at)
    passed = engine.tap(first, 0, now=later(at, 60))
    told_by(here, first)
    told_by(here, passed)
    told_by(here, engine.stop(passed, later(at, 75)))
    page = " ".join(judge.get("/events/cup/chess/1", **{"for": "accidental-pass"}).html.split())
    assert 'required value="28:45"' in page  # a minute of their own, and the fifteen seconds
    assert 'required value="30:00"' in page
    assert f'value="{cup.pair(1)[0]}" checked' in page


def later(at, seconds):
    return replace(at, ms=at.ms + 1000 * seconds)


def test_an_event_without_chess_clocks_has_no_such_page(app, judge):
    Event(app, NAMES).start()
    assert judge.get("/events/cup/chess/1").status == 404


def test_a_second_tablet_only_watches_and_can_take_over(cup):
    first, second = tablet(cup, 1), tablet(cup, 1)
    clock = running()
    told_by(first, clock)
    assert first.state().json["chess"]["keeper"]["ours"]
    assert not second.state().json["chess"]["keeper"]["ours"]
    other = engine.tap(clock, 0, now=moment())
    refused = second.send("chess", clock=chess_clocks.to_json(other)).json
    assert (refused["clock"]["counter"], refused["keeper"]["ours"]) == (1, False)
    taken = second.send("chess", clock=chess_clocks.to_json(clock), take=True).json
    assert (taken["clock"]["counter"], taken["keeper"]["ours"]) == (1, True)
    assert told_by(second, other)["counter"] == 2
    # The first one comes back with more taps, and watches now.
    ahead = first.send("chess", clock=chess_clocks.to_json(replace(clock, counter=9))).json
    assert (ahead["clock"]["counter"], ahead["keeper"]["ours"]) == (2, False)


def test_whoever_watches_asks_for_the_clock_alone(cup, judge):
    first, second = tablet(cup, 1), tablet(cup, 1)
    told_by(first, running())
    watched = second.client.get("/at-table/chess", query_string={"event": "cup", "table": 1}).json
    assert (watched["clock"]["counter"], watched["keeper"]["ours"]) == (1, False)
    correct(judge, cup)
    assert clock_of(second)["correction"] == 1


def test_a_tablet_that_was_sent_away_keeps_no_clock(cup):
    first, second = tablet(cup, 1), tablet(cup, 1)
    told_by(first, running())
    with cup.app.app_context():
        keeper = chess_clocks.told_clocks("cup", 1)[1].keeper
        tablets.change(keeper, name="elsewhere", tournament_id="cup", table=2)
    assert second.state().json["chess"]["keeper"] is None
    other = engine.tap(running(), 0, now=moment())
    assert told_by(second, other)["counter"] == 2
