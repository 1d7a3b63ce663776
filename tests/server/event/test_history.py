"""The history: every act in one line, and undoing with a preview of what it changes."""

import re

import pytest

from engine import facts as f
from engine import results as made
from engine.decisions import people, results, rounds
from engine.fold import apply_facts
from tests.server.result_event import Event, told

HISTORY = "/events/cup/history/"


@pytest.fixture
def cup(app):
    return Event(app, ("Ana", "Ben", "Cai", "<u>Dee</u>")).start()


def undo(cup, seq):
    return f"{HISTORY}{seq}/undo"


def last(cup):
    return cup.book.acts[-1].seq


def test_every_act_is_a_line_newest_first_with_who_did_it(judge, organizer, cup):
    one, two = cup.names_at(1)
    judge.post("/events/cup/results/1", winner=cup.pair(1)[0], wounds="12", round=1)
    page = judge.get(HISTORY)
    assert f"Jude Table 1: {one} 25 : 12 {two}" in told(page)
    assert page.text.index("25 : 12") < page.text.index("Round 1 published") < page.text.index("Event created")
    assert "<u>Dee" not in page.html


def test_many_entries_of_one_kind_are_one_line(organizer, cup):
    assert "Event created; 4 players entered" in organizer.get(HISTORY)


def test_a_result_that_both_gave_at_their_tablet_is_one_line(organizer, cup):
    """“Table 1: Ana reports 25 : 9; Table 1: Ben reports 25 : 9; Table 1: Ana 25 : 9 Ben” took five lines on Now."""
    first, second = cup.pair(1)
    result = made.won(cup.match(1), first, wounds=9, scoring=cup.t.settings.scoring)

    def both(t):
        one = results.report(t, 1, player=first, result=result)
        return *one, *results.report(apply_facts(t, one), 1, player=second, result=result)

    cup.do(both)
    page = told(organizer.get(HISTORY))
    one, two = cup.names_at(1)
    assert f"Table 1: {one} 25 : 9 {two}, both agree" in page
    assert "reports" not in page


def test_a_hundred_lines_a_page(organizer, cup):
    for _ in range(60):
        cup.win(1)
        cup.do(lambda t: results.take_back(t, 1))
    page = organizer.get(HISTORY)
    assert len(re.findall(r'class="num quiet h-no"', page.html)) == 100
    older = organizer.get(HISTORY, before=int(re.search(r"before=(\d+)", page.html)[1]))
    assert "Event created" in older
    assert "Newer" in older
    assert "Older" not in older


def test_undoing_first_shows_what_it_changes(organizer, cup):
    cup.win(1, wounds=12)
    acts = len(cup.book.acts)
    page = organizer.get(undo(cup, last(cup)))
    assert f"If you undo change {last(cup)}" in page
    assert "No longer counts" in page
    assert "players change place" in page
    assert "Round 1 of 2, pairings stay as they are." in told(page)
    assert "0 instead of 1" in page
    assert len(cup.book.acts) == acts


def test_the_button_undoes_and_the_line_stays_struck_through(organizer, cup):
    cup.win(1, wounds=12)
    seq = last(cup)
    page = organizer.post(undo(cup, seq), seen=cup.seen)
    assert page.path == HISTORY
    assert cup.match(1).result is None
    assert re.search(r"<s>Table 1:.*?</s>", page.html)
    assert f"{seq} undone: Table 1" in page


def test_what_was_undone_can_be_done_again(organizer, cup):
    cup.win(1, wounds=12)
    seq = last(cup)
    organizer.post(undo(cup, seq), seen=cup.seen)
    assert f"Redo {seq + 1}" in organizer.get(undo(cup, seq + 1))
    page = organizer.post(undo(cup, seq + 1), seen=cup.seen)
    assert cup.match(1).result is not None
    assert f"{seq} done again" in page
    organizer.post(undo(cup, seq), seen=cup.seen)
    assert cup.match(1).result is None


def test_an_undo_from_an_older_page_is_refused_with_what_changed(organizer, cup):
    cup.win(1)
    seq, seen = last(cup), cup.seen
    cup.win(2)
    page = organizer.post(undo(cup, seq), seen=seen, referrer=undo(cup, seq))
    assert "Something changed since you opened this page" in page
    assert cup.match(1).result is not None


def test_an_undo_without_its_preview_is_refused(organizer, cup):
    cup.win(1)
    page = organizer.post(undo(cup, last(cup)), referrer=HISTORY)
    assert "Look at what it changes first" in page
    assert cup.match(1).result is not None


def test_a_double_tap_undoes_once(organizer, cup):
    cup.win(1)
    seq, seen = last(cup), cup.seen
    for _ in range(2):
        page = organizer.post(undo(cup, seq), seen=seen, request_id="tap")
    assert page.path == HISTORY
    assert "already" not in page
    assert last(cup) == seq + 1


def test_a_result_of_a_closed_round_is_corrected_instead(organizer, cup):
    cup.win(1)
    seq = last(cup)
    cup.play()
    page = organizer.get(undo(cup, seq))
    assert "Round 1 is closed" in page
    assert "/events/cup/results/round/1/1/correct" in page.html
    assert 'name="seen"' not in page.html
    refused = organizer.post(undo(cup, seq), seen=cup.seen, referrer=undo(cup, seq))
    assert "correct the result of table 1" in refused


def test_publishing_cannot_be_undone_under_results(organizer, cup):
    seq = last(cup)
    cup.win(1).win(2)
    page = organizer.get(undo(cup, seq))
    assert f"{seq} stays" in page
    assert "2 changes were made at its tables since" in page
    assert undo(cup, seq + 2) in page.html


def test_publishing_without_results_can_be_undone(organizer, cup):
    page = organizer.get(undo(cup, last(cup)))
    assert "is a draft again" in page
    organizer.post(undo(cup, last(cup)), seen=cup.seen)
    assert cup.t.current_round.phase == "draft"


def test_time_and_the_creation_are_never_undone(organizer, cup):
    page = organizer.get(undo(cup, 1))
    assert "cannot be undone" in page
    assert 'aria-label="Undo 1"' not in organizer.get(HISTORY).html


def test_there_is_no_such_act(organizer, cup):
    assert organizer.get(undo(cup, 999)).status == 404
    page = organizer.post(undo(cup, 999), seen=cup.seen, referrer=HISTORY)
    assert "There is no change 999" in page


def test_an_entry_and_a_drop_are_undone(organizer, cup):
    cup.do(lambda t: people.drop(t, "p1"))
    page = organizer.get(undo(cup, last(cup)))
    assert "Ana dropped after round 1" in told(page)
    organizer.post(undo(cup, last(cup)), seen=cup.seen)
    assert cup.t.players["p1"].active


def test_a_whole_pairing_is_undone(organizer, cup):
    cup.play().draft()
    page = organizer.get(undo(cup, last(cup)))
    assert "is gone; it can be paired again" in page
    cup.do(rounds.publish)


def test_judges_read_the_history_and_do_not_undo(judge, cup):
    page = judge.get(HISTORY)
    assert page.status == 200
    assert "Undo" not in page
    assert judge.get(undo(cup, 2)).status == 403
    assert judge.post(undo(cup, 2), seen=cup.seen).status == 403


def test_undo_is_offered_only_where_it_works(organizer, cup):
    """The result of a closed round is corrected, what others build on stays, and time is never undone."""
    cup.call_time().play()
    by_line = dict(re.findall(r'aria-label="(?:Undo|Redo|Correct…) (\d+)">([\w…]+)</a>', organizer.get(HISTORY).html))
    acts = {type(act.facts[0]).__name__: str(act.seq) for act in cup.book.acts}
    assert by_line[acts["RoundClosed"]] == "Undo"
    assert by_line[acts["ResultRecorded"]] == "Correct…"
    assert not by_line.keys() & {acts[kind] for kind in ("TournamentCreated", "RoundPublished", "ClockStarted")}
    now = organizer.get("/events/cup/")
    assert re.findall(r'class="act" href="[^"]+">(Undo|Correct…)</a>', now.html) == ["Undo", "Correct…", "Correct…"]


def test_a_new_name_is_not_taken_back_by_an_undo_that_would_leave_it(organizer, cup):
    """Names stand beside the journal, once: the Undo that was offered said that it worked and changed nothing."""
    cup.do(lambda t: [f.PlayerRenamed("p1", respelled=True)])
    seq = last(cup)
    assert f'aria-label="Undo {seq}"' not in organizer.get(HISTORY).html
    assert f'aria-label="Why no undo? {seq}"' in organizer.get(HISTORY).html
    assert "Change it again instead." in organizer.get(undo(cup, seq))


def test_the_history_is_searched_by_name_deed_and_number(organizer, judge, cup):
    """Many results of one act are one line, and each of them is found in it."""
    cup.play()
    for words, found in (("cai", 2), ("CLOSED", 1), ("table 2 cai", None), (str(last(cup)), None), ("nobody", 0)):
        page = judge.get(HISTORY, q=words)
        lines = len(re.findall(r'class="num quiet h-no"', page.html))
        assert lines == found if found is not None else lines, words
    assert "Nothing in the history" in judge.get(HISTORY, q="<b>")
    assert "<b>" not in re.findall(r"Nothing in the history.*?</p>", judge.get(HISTORY, q="<b>").html)[0]


def test_a_search_with_many_lines_has_pages(organizer, cup):
    for _ in range(60):
        cup.win(1)
        cup.do(lambda t: results.take_back(t, 1))
    page = organizer.get(HISTORY, q="table 1")
    assert "120 changes found" in page
    older = organizer.get(HISTORY, q="table 1", before=int(re.search(r"before=(\d+)", page.html)[1]))
    assert len(re.findall(r'class="num quiet h-no"', older.html)) == 20
    assert "Older" not in older
