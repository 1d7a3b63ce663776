"""The round clock at the desk: start, pause, more and less time, checks before it, breaks between rounds."""

import re
from datetime import datetime, timedelta

import pytest

from engine import clock as clocks
from engine.decisions import results, rounds
from server.clock import heartbeat
from server.clock.clock_feed import event_clocks
from server.core import journal
from server.core.timekeeping import moment
from tests.server.played import act, play_open_round, play_round, played, started, t_of

MINUTE = 60_000


@pytest.fixture
def cup(app):
    """A published round of four tables."""
    tid = started(app, 8)
    act(app, tid, rounds.pair_round)
    act(app, tid, rounds.publish)
    return tid


def form(page, words):
    """Where the form whose button says so leads, and what it sends."""
    found = next(form for form in re.findall(r"<form.*?</form>", page.html, re.S) if words in form)
    return re.search(r'action="([^"]+)"', found)[1], dict(re.findall(r'name="(\w+)" value="([^"]*)"', found))


def send(actor, page, words, **typed):
    """Press a button of a page, however long ago that was opened."""
    action, fields = form(page, words)
    return actor.post(action, **{**typed, **fields})


def next_step(page):
    """What is to do next."""
    return re.search(r"<h1>(.*?)</h1>", page.html)[1]


def phase(app, tid):
    return clocks.phase(t_of(app, tid).clock, moment())


def test_the_now_page_starts_the_clock_with_one_tap(app, organizer, cup):
    page = organizer.get(f"/events/{cup}/")
    assert "Start the clock" in page
    assert "First Fives are not checked yet at 4 tables; it can start anyway." in page
    assert "The clock is running." in organizer.post(f"/events/{cup}/clock/start")
    assert phase(app, cup) == "running"


def test_a_first_five_ticked_meanwhile_does_not_stop_the_start(app, organizer, judge, cup):
    """The start was refused with what had changed, and judges tick until the very moment."""
    page = organizer.get(f"/events/{cup}/")
    judge.post(f"/events/{cup}/clock/ready/1")
    assert "The clock is running." in send(organizer, page, "Start the clock")
    assert phase(app, cup) == "running"


def test_a_result_before_the_start_does_not_hide_the_start(app, organizer, cup):
    """Somebody did not come, and the page no longer said that the others wait for the clock."""
    act(app, cup, lambda t: results.record_double_loss(t, 1))
    assert "Start the clock" in next_step(organizer.get(f"/events/{cup}/"))
    play_open_round(app, cup)
    assert "Close round 1" in next_step(organizer.get(f"/events/{cup}/"))


def test_a_round_without_a_limit_needs_no_start_once_results_come_in(app, organizer):
    tid = started(app, 4, timer="chess")
    for decide in (rounds.pair_round, rounds.publish, lambda t: results.record_double_loss(t, 1)):
        act(app, tid, decide)
    assert "1 of 2 tables is still playing" in next_step(organizer.get(f"/events/{tid}/"))


def later(monkeypatch, minutes):
    """So much time passes since the test began."""
    monkeypatch.setenv("CINDERBOX_BOOT_OFFSET_MS", str(round(minutes * MINUTE)))


def test_the_second_of_two_slow_taps_takes_nothing_back(app, organizer, cup, monkeypatch):
    """Pause and Resume stand in the same place: whoever tapped twice believed the clock to be paused."""
    for act_, then, stays in (("start", "pause", "running"), ("pause", "start", "paused")):
        organizer.post(f"/events/{cup}/clock/{act_}")
        assert "Tap once more if you mean it." in organizer.post(f"/events/{cup}/clock/{then}")
        assert phase(app, cup) == stays
        later(monkeypatch, 1)


def test_pause_and_go_on(app, organizer, cup, monkeypatch):
    organizer.post(f"/events/{cup}/clock/start")
    later(monkeypatch, 1)
    assert "The clock is paused." in organizer.post(f"/events/{cup}/clock/pause")
    assert phase(app, cup) == "paused"
    assert "Resume" in organizer.get(f"/events/{cup}/clock/")
    later(monkeypatch, 2)
    organizer.post(f"/events/{cup}/clock/start")
    assert phase(app, cup) == "running"


@pytest.mark.parametrize("words", ["Pause", "+5 min", "Give extra time", "Call time now", "End this round’s clock"])
def test_a_page_of_an_earlier_round_does_not_change_the_next_ones_clock(app, organizer, cup, words):
    organizer.post(f"/events/{cup}/clock/start")
    page = organizer.get(f"/events/{cup}/clock/")
    play_open_round(app, cup)
    act(app, cup, rounds.close)
    assert "Round 1 is closed; its clock stays as it is." in send(organizer, page, words, table=2, minutes=3)
    for decide in (rounds.pair_round, rounds.publish):
        act(app, cup, decide)
    organizer.post(f"/events/{cup}/clock/start")
    before = t_of(app, cup).clock
    assert "This page was for round 1" in send(organizer, page, words, table=2, minutes=3)
    assert t_of(app, cup).clock == before


def test_a_table_of_an_earlier_round_is_not_ticked_off_in_the_next(app, judge, cup):
    page = judge.get(f"/events/{cup}/clock/")
    play_open_round(app, cup)
    for decide in (rounds.close, rounds.pair_round, rounds.publish):
        act(app, cup, decide)
    assert "This page was for round 1" in send(judge, page, "Mark checked")


def test_a_double_tap_on_start_is_one_start(app, organizer, cup):
    for _ in range(2):
        organizer.post(f"/events/{cup}/clock/start", request_id="once")
    assert len(t_of(app, cup).clock.runs) == 1


@pytest.mark.parametrize(("typed", "ms"), [("5", 300_000), ("-2", -120_000), ("−2", -120_000), ("1,5", 90_000)])
def test_time_for_everyone_is_typed_in_minutes(app, organizer, cup, typed, ms):
    before = t_of(app, cup).clock.length_ms
    organizer.post(f"/events/{cup}/clock/add", minutes=typed)
    assert t_of(app, cup).clock.length_ms == before + ms


@pytest.mark.parametrize("typed", ["", "five", "0", "601", "-601", "nan", "inf"])
def test_other_minutes_get_a_sentence(app, organizer, cup, typed):
    before = t_of(app, cup).clock
    page = organizer.post(f"/events/{cup}/clock/add", minutes=typed)
    assert "minutes" in page
    assert t_of(app, cup).clock == before


def test_a_judge_gives_a_table_more_time_and_no_more_than_that(app, judge, cup):
    assert "Table 2: +3 min." in judge.post(f"/events/{cup}/clock/extend", table=2, minutes=3)
    assert t_of(app, cup).clock.extensions == ((2, 180_000),)
    for act_ in ("start", "pause", "add", "call", "end", "break", "break/end"):
        assert judge.post(f"/events/{cup}/clock/{act_}", minutes=1).status == 403


def test_half_minutes_are_told_as_they_were_typed(organizer, cup):
    assert "Added: 2.5 min for everyone." in organizer.post(f"/events/{cup}/clock/add", minutes="2,5")
    assert "Taken away: 1.5 min for everyone." in organizer.post(f"/events/{cup}/clock/add", minutes="-1.5")
    assert "Table 2: +0.5 min." in organizer.post(f"/events/{cup}/clock/extend", table=2, minutes="0.5")


def test_extra_time_for_a_table_that_is_not_there(organizer, cup):
    assert "no table 9" in organizer.post(f"/events/{cup}/clock/extend", table=9, minutes=3)


def test_time_is_called_early_and_the_clock_ended(app, organizer, cup):
    organizer.post(f"/events/{cup}/clock/start")
    organizer.post(f"/events/{cup}/clock/call")
    assert phase(app, cup) == "called"
    assert "already been called" in organizer.post(f"/events/{cup}/clock/call")
    organizer.post(f"/events/{cup}/clock/end")
    assert phase(app, cup) == "ended"
    assert "has ended" in organizer.post(f"/events/{cup}/clock/add", minutes=1)


def test_a_call_by_mistake_says_what_was_left_and_is_taken_back(app, organizer, cup):
    """One tap took half an hour from everybody, and nobody could tell how much it had been."""
    organizer.post(f"/events/{cup}/clock/start")
    page = organizer.post(f"/events/{cup}/clock/call")
    left = clocks.mmss(t_of(app, cup).clock.cut_short_ms)
    assert f"Time is called; {left} were left." in page
    assert f"Time was called with {left} left." in organizer.get(f"/events/{cup}/")
    assert f"Time called early; {left} were left" in organizer.get(f"/events/{cup}/history/")
    assert "The call is taken back." in send(organizer, page, f"Undo “time called”: {left} left")
    assert phase(app, cup) == "running"
    assert 59 * MINUTE < clocks.remaining(t_of(app, cup).clock, moment()) <= 60 * MINUTE
    assert "Undo “time called”" not in organizer.get(f"/events/{cup}/clock/")


def test_after_the_call_no_time_is_taken_away(organizer, cup):
    """“−1 min” was there, and always refused."""
    organizer.post(f"/events/{cup}/clock/start")
    assert "−1 min" in organizer.get(f"/events/{cup}/clock/")
    organizer.post(f"/events/{cup}/clock/call")
    page = organizer.get(f"/events/{cup}/clock/")
    assert "+1 min" in page
    assert "−1 min" not in page
    assert "take away" not in page


def test_after_the_call_the_clock_is_paused_for_tables_with_extra_time(app, organizer, cup, monkeypatch):
    """A fire alarm in the extra minutes, and there was no button."""
    organizer.post(f"/events/{cup}/clock/start")
    organizer.post(f"/events/{cup}/clock/extend", table=2, minutes=4)
    organizer.post(f"/events/{cup}/clock/call")
    page = organizer.get(f"/events/{cup}/clock/")
    later(monkeypatch, 0.1)
    assert "The clock is paused." in send(organizer, page, ">Pause<")
    left = clocks.table_remaining(t_of(app, cup).clock, moment(), table=2)
    assert 3 * MINUTE < left <= 4 * MINUTE
    later(monkeypatch, 0.2)
    assert "The clock is running." in send(organizer, organizer.get(f"/events/{cup}/clock/"), "Resume")
    assert phase(app, cup) == "called"
    act(app, cup, lambda t: results.record_double_loss(t, 2))
    assert ">Pause<" not in organizer.get(f"/events/{cup}/clock/").html


@pytest.fixture
def ten_minutes_after(organizer, cup, monkeypatch):
    """Time was called ten minutes ago."""
    organizer.post(f"/events/{cup}/clock/start")
    later(monkeypatch, 70)


@pytest.mark.usefixtures("ten_minutes_after")
class TestExtraTimeAfterTheCall:
    """It was confirmed as if it had helped."""

    def test_for_everyone_it_may_not_be_enough(self, organizer, cup):
        page = organizer.post(f"/events/{cup}/clock/add", minutes=5)
        assert re.search(r"Added: 5 min for everyone. Time is still up, by 5:0\d", page.text)
        assert "Time is still over" not in organizer.post(f"/events/{cup}/clock/add", minutes=6)

    def test_for_one_table_it_may_not_be_enough(self, organizer, cup):
        page = organizer.post(f"/events/{cup}/clock/extend", table=2, minutes=3)
        assert re.search(r"Table 2: \+3 min. Its time is still up, by 7:0\d", page.text)
        page = organizer.post(f"/events/{cup}/clock/extend", table=2, minutes=9)
        assert re.search(r"Table 2: \+9 min. It has (2:00|1:5\d) left", page.text)

    def test_a_judge_on_the_floor_is_told_so_too(self, judge, cup):
        page = judge.post(f"/events/{cup}/floor/2/extra", minutes=3)
        assert re.search(r"Table 2 has 3:00 more. Its time is still up, by 7:0\d", page.text)
        assert "Table 2 has 1:00 less. " in judge.post(f"/events/{cup}/floor/2/extra", minutes=-1)


def test_a_table_whose_result_is_in_needs_no_more_time(app, organizer, judge, cup):
    organizer.post(f"/events/{cup}/clock/start")
    organizer.post(f"/events/{cup}/clock/extend", table=2, minutes=3)
    assert 'data-table-clock="2"' in organizer.get(f"/events/{cup}/clock/").html
    act(app, cup, lambda t: results.record_double_loss(t, 2))
    page = organizer.get(f"/events/{cup}/clock/")
    assert 'data-table-clock="2"' not in page.html
    assert re.findall(r"<option>(\d+)</option>", page.html) == ["1", "3", "4"]
    needs_none = "The result of table 2 is in, so it needs no more time."
    assert needs_none in organizer.post(f"/events/{cup}/clock/extend", table=2, minutes=3)
    assert needs_none in judge.post(f"/events/{cup}/floor/2/extra", minutes=3, referrer=f"/events/{cup}/floor/")
    assert "without a visit" not in judge.get(f"/events/{cup}/floor/2")
    judge.post(f"/events/{cup}/floor/2/arrive")
    page = judge.post(f"/events/{cup}/floor/2/leave", minutes=3)
    assert f"You have left table 2. {needs_none}" in page
    assert t_of(app, cup).clock.extensions == ((2, 180_000),)


def test_first_fives_are_ticked_off_by_table_or_by_player(app, judge, cup):
    first, second = t_of(app, cup).current_round.matches[:2]
    judge.post(f"/events/{cup}/clock/ready/{first.table}")
    judge.post(f"/events/{cup}/clock/ready/{second.table}", player=second.players[1])
    one, two = t_of(app, cup).current_round.matches[:2]
    assert set(one.ready) == set(first.players)
    assert two.ready == (second.players[1],)
    assert "3 of 4 tables are not ready" in judge.get(f"/events/{cup}/clock/")
    for table in (2, 3, 4):
        judge.post(f"/events/{cup}/clock/ready/{table}")
    page = judge.get(f"/events/{cup}/clock/")
    assert "Every table is ready" in page
    assert "not ready" not in page  # “0 of 4 tables are not ready; the clock can start anyway”


def test_a_ticked_table_is_ticked_once(app, judge, cup):
    for _ in range(2):
        judge.post(f"/events/{cup}/clock/ready/1")
    assert len(t_of(app, cup).current_round.matches[0].ready) == 2


def test_a_break_is_between_rounds(app, organizer, cup):
    assert "between rounds" in organizer.post(f"/events/{cup}/clock/break", minutes=10)
    play_open_round(app, cup)
    act(app, cup, rounds.close)
    assert "A break of 10 minutes has begun." in organizer.post(f"/events/{cup}/clock/break", minutes=10)
    assert "A break is on already" in organizer.post(f"/events/{cup}/clock/break", minutes=1)
    assert "End the break" in organizer.get(f"/events/{cup}/")
    organizer.post(f"/events/{cup}/clock/break/end")
    assert t_of(app, cup).pause is None
    assert "no break to end" in organizer.post(f"/events/{cup}/clock/break/end")
    assert "A break lasts at least a minute." in organizer.post(f"/events/{cup}/clock/break", minutes=-1)


def test_a_break_that_has_run_out_says_so(app, organizer, cup, monkeypatch):
    play_open_round(app, cup)
    act(app, cup, rounds.close)
    assert "A break of 1 minute has begun." in organizer.post(f"/events/{cup}/clock/break", minutes=1)
    later(monkeypatch, 1.1)
    page = organizer.get(f"/events/{cup}/clock/")
    assert "The break is over" in page
    assert "0:00" not in page
    assert "End the break" in page


def test_after_the_last_round_no_clock_and_no_break_is_promised(app, organizer):
    tid = played(app, 4, 1, tid="last", rounds=2)
    assert "Start the break" in organizer.get(f"/events/{tid}/")
    play_round(app, tid)
    assert "Start the break" not in organizer.get(f"/events/{tid}/")
    page = organizer.get(f"/events/{tid}/clock/")
    assert "All rounds are played." in page
    assert "next published round" not in page


def test_after_a_reboot_a_break_says_until_when(app, organizer, cup, monkeypatch):
    """The countdown was gone, and nobody knew when to be back."""
    play_open_round(app, cup)
    act(app, cup, rounds.close)
    organizer.post(f"/events/{cup}/clock/break", minutes=40)
    assert "Until about" not in organizer.get(f"/events/{cup}/clock/")
    monkeypatch.setenv("CINDERBOX_BOOT_ID", "another boot")
    with app.app_context():
        began = datetime.fromisoformat(journal.read(cup).acts[-1].at)
    over = (began + timedelta(minutes=40)).astimezone().strftime("%H:%M")
    page = organizer.get(f"/events/{cup}/clock/")
    assert re.search(f"Until about {over} ?\\.", page.text)
    assert "End the break" in page


def test_after_a_power_cut_the_page_says_so_and_one_tap_goes_on(app, organizer, cup, monkeypatch):
    organizer.post(f"/events/{cup}/clock/start")
    monkeypatch.setenv("CINDERBOX_BOOT_ID", "another boot")
    with app.app_context():
        from server.clock.heartbeat import note_power_cuts

        note_power_cuts(event_clocks(), heartbeat.moment())
    page = organizer.get(f"/events/{cup}/clock/")
    assert "The power was out." in page
    organizer.post(f"/events/{cup}/clock/start", outage="10")
    left = clocks.remaining(t_of(app, cup).clock, moment())
    assert 49 * 60_000 < left <= 50 * 60_000


def test_before_the_first_round_there_is_no_clock(app, organizer):
    tid = started(app, 4)
    assert "no clock before a round is published" in organizer.post(f"/events/{tid}/clock/start")
    assert "No round is being played" in organizer.get(f"/events/{tid}/clock/")


def test_an_event_on_chess_clocks_has_no_common_limit(app, organizer):
    tid = started(app, 4, timer="chess")
    act(app, tid, rounds.pair_round)
    act(app, tid, rounds.publish)
    page = organizer.get(f"/events/{tid}/clock/")
    assert "No common limit: each player has 30 minutes on a chess clock." in page
    assert "Start the round" in page
    assert "Start the clock" not in page
    assert "no time limit" in organizer.post(f"/events/{tid}/clock/add", minutes=5)


def test_with_all_results_in_a_running_clock_can_still_be_stopped_and_calls_nobody(app, organizer, stranger, cup):
    organizer.post(f"/events/{cup}/clock/start")
    organizer.post(f"/events/{cup}/clock/extend", table=2, minutes=3)
    kinds = {kind for _, kind, _, _ in stranger.client.get(f"/api/tournaments/{cup}/clock").get_json()["cues"]}
    assert kinds == {"start", "warning", "called", "table-over-2"}
    play_open_round(app, cup)
    page = organizer.get(f"/events/{cup}/clock/")
    assert "All results in" in page
    assert "End this round’s clock" in page
    assert "Resume" not in page
    kinds = {kind for _, kind, _, _ in stranger.client.get(f"/api/tournaments/{cup}/clock").get_json()["cues"]}
    assert kinds == {"start"}
