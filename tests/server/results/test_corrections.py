"""Correcting a closed round: a preview of the places, then the record; what was paired since stays."""

import re

import pytest

from engine.decisions import people, rounds, stages
from engine.standings.ranking import stage_standings
from tests.server.result_event import Event, told

EIGHT = ("Ana", "Ben", "Cai", "Dee", "<b>Eve</b>", "Fay", "Gil", "Hal")


@pytest.fixture
def cup(app):
    """Two rounds played and closed; four make the cut."""
    return Event(app, EIGHT, cut=4).start().play().next_round().play()


def path(number, table):
    return f"/events/cup/results/round/{number}/{table}/correct"


def flipped(cup, number, table, wounds="12"):
    return {"winner": cup.match(table, number).players[1], "wounds": wounds, "how": "played"}


def test_the_form_starts_from_what_is_recorded(organizer, cup):
    page = organizer.get(path(2, 1))
    one, two = (cup.name(id) for id in cup.match(1, 2).players)
    assert "Correct round 2, table 1" in page
    assert f"{one} beat {two}, 25 : 1" in told(page)
    assert "Record the correction" not in page


def test_a_preview_shows_places_now_and_after_and_records_nothing(organizer, cup):
    acts = len(cup.book.acts)
    page = organizer.post(path(2, 1), do="preview", **flipped(cup, 2, 1))
    assert page.status == 200
    assert "After the correction" in page
    assert " up " in page.text
    assert " down " in page.text
    assert page.html.count('class="changed"') >= 2
    assert "data-cut" in page.html
    assert "No later round is paired yet" in page
    assert "Record the correction" in page
    assert "<b>Eve" not in page.html
    assert len(cup.book.acts) == acts


def test_whoever_crosses_the_cut_is_named(organizer, cup):
    one, two = (cup.name(id) for id in cup.match(1, 2).players)
    page = organizer.post(path(2, 1), do="preview", **flipped(cup, 2, 1))
    assert "The top 4" in page
    assert f"{two} beat {one}, 25 : 12." in told(page)


def test_the_cut_line_of_a_preview_skips_who_dropped(organizer, cup):
    """It stood below place 4, as if the winner of the Swiss rounds had not gone home."""
    leader = stage_standings(cup.t, cup.t.stages[0])[0].player
    cup.do(lambda t: people.drop(t, leader))
    page = organizer.post(path(2, 1), do="preview", **flipped(cup, 2, 1))
    assert re.findall(r'data-cut>\s*<td class="t n num">(\d+)', page.html) == ["5", "5"]


def test_only_the_last_button_records(organizer, cup):
    seen = cup.seen
    page = organizer.post(path(2, 1), do="record", seen=seen, **flipped(cup, 2, 1))
    assert "Round 2, table 1 is corrected. The standings are marked as amended." in page
    assert page.path == "/events/cup/results/"
    assert [out.blood for out in cup.match(1, 2).result.outcomes] == [12, 25]
    assert [r.amended for r in cup.t.rounds] == [False, True]


def test_without_a_preview_nothing_is_recorded(organizer, cup):
    page = organizer.post(path(2, 1), do="record", **flipped(cup, 2, 1))
    assert "Look at the preview first" in page
    assert not any(r.amended for r in cup.t.rounds)


def test_a_correction_of_an_older_page_is_refused_with_what_changed(organizer, cup):
    seen = cup.seen
    cup.draft()
    page = organizer.post(path(2, 1), do="record", seen=seen, **flipped(cup, 2, 1))
    assert page.status == 409
    assert "Round 3 paired" in page
    assert 'value="12"' in page.html
    assert not any(r.amended for r in cup.t.rounds)


def test_a_double_tap_corrects_once(organizer, cup):
    form = {"do": "record", "seen": cup.seen, "request_id": "tap", **flipped(cup, 2, 1)}
    organizer.post(path(2, 1), **form)
    acts = len(cup.book.acts)
    page = organizer.post(path(2, 1), **form)
    assert page.path == "/events/cup/results/"
    assert len(cup.book.acts) == acts


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"wounds": ""}, "Type the wounds on"),
        ({"wounds": "100"}, "100 is not possible"),
        ({"winner": "draw", "on_1": "1", "on_2": "2"}, "has no draws"),
        ({"how": "disqualified"}, "A correction cannot disqualify anybody"),
    ],
)
def test_what_cannot_be_is_refused(organizer, cup, fields, sentence):
    page = organizer.post(path(2, 1), do="preview", **{**flipped(cup, 2, 1), **fields})
    assert page.status == 409
    assert sentence in page


def test_the_same_result_is_no_correction(organizer, cup):
    same = {"winner": cup.match(1, 2).players[0], "wounds": "1", "how": "played"}
    assert "That is what is recorded already" in organizer.post(path(2, 1), do="preview", **same)


def test_too_many_wounds_are_asked_about_before_the_preview(organizer, cup):
    asked = organizer.post(path(2, 1), do="preview", **flipped(cup, 2, 1, "31"))
    assert "31 wounds, really?" in asked
    key = re.search(r'name="sure" value="([^"]+)"', asked.html)[1]
    page = organizer.post(path(2, 1), do="preview", sure=key, **flipped(cup, 2, 1, "31"))
    assert f'name="sure" value="{key}"' in page.html
    organizer.post(path(2, 1), do="record", seen=cup.seen, sure=key, **flipped(cup, 2, 1, "31"))
    assert cup.match(1, 2).result.outcomes[0].blood == 31


def test_corrections_are_for_the_organizer(judge, cup):
    assert judge.get(path(2, 1)).status == 403
    assert judge.post(path(2, 1), do="record", seen=cup.seen, **flipped(cup, 2, 1)).status == 403


def test_only_closed_rounds_are_corrected(organizer, cup):
    cup.next_round()
    assert "Round 3 is still open" in organizer.get(path(3, 1))
    assert organizer.get(path(2, 77)).status == 404
    assert organizer.get(path(9, 1)).status == 404


def test_a_draft_drawn_before_the_correction_can_be_drawn_again(organizer, cup):
    cup.draft()
    page = organizer.post(path(2, 1), do="preview", **flipped(cup, 2, 1))
    assert "Round 3 stays as it is paired" in page
    page = organizer.post(path(2, 1), do="record", seen=cup.seen, **flipped(cup, 2, 1))
    assert "Draw round 3 again" in page
    cup.do(rounds.pair_round)
    assert "Draw round 3 again" not in organizer.get("/events/cup/results/")


def test_a_published_round_without_results_says_how_to_draw_it_again(organizer, cup):
    cup.next_round()
    page = organizer.post(path(2, 1), do="record", seen=cup.seen, **flipped(cup, 2, 1))
    assert "undo its publishing" in page
    href = re.search(r'href="(/events/cup/history/\d+/undo)"', page.html)[1]
    assert "Round 3 published" in organizer.get(href)
    cup.win(1)
    assert "undo its publishing" not in organizer.get("/events/cup/results/")


def test_a_correction_after_the_cut_leaves_the_cut(organizer, cup):
    cup.do(lambda t: stages.make_cut(t, 4))
    cup.next_round()
    page = organizer.post(path(2, 1), do="preview", **flipped(cup, 2, 1))
    assert "The cut was made and stays as it is" in page


def test_in_a_bracket_the_right_winner_takes_the_seat(organizer, cup):
    cup.do(lambda t: stages.make_cut(t, 4))
    cup.next_round().play().draft()
    wrong, right = cup.match(1, 3).players
    page = organizer.post(path(3, 1), do="preview", **flipped(cup, 3, 1))
    assert f"{cup.name(right)} takes the place of {cup.name(wrong)} in the final." in told(page)
    organizer.post(path(3, 1), do="record", seen=cup.seen, **flipped(cup, 3, 1))
    assert right in cup.t.current_round.seated


def test_after_the_finish_the_recorded_places_stay(organizer, cup):
    cup.do(stages.finish)
    page = organizer.post(path(2, 1), do="preview", **flipped(cup, 2, 1))
    assert "Undo the finish to give them anew" in page


def test_a_long_list_leaves_out_what_stays(organizer, app):
    cup = Event(app, [f"Player {i}" for i in range(40)]).start().play().next_round().play()
    page = organizer.post(path(2, 1), do="preview", winner=cup.match(1, 2).players[0], wounds="19")
    assert "stay as they are" in page


def test_the_games_of_a_table_of_several_are_corrected(organizer, app):
    cup = Event(app, [f"Mage {i}" for i in range(1, 10)], ruleset_id="spellfire").start()
    for table in (1, 2, 3):
        cup.game(table, 0, 6, 2, 3).game(table, 0, 6, 1, 5)
    cup.do(rounds.close)
    games = {"game_1_winner": "1", "game_2_winner": "2", "game_3_winner": "2"}
    realms = {
        f"game_{g}_realms_{n}": count
        for g, row in enumerate(((6, 2, 3), (1, 6, 5), (0, 6, 2)), 1)
        for n, count in enumerate(row, 1)
    }
    assert "Won by" in organizer.get(path(1, 1))
    wrong = organizer.post(path(1, 1), do="preview", **{**games, **realms, "game_2_winner": ""})
    assert "Choose who won game 2" in wrong
    page = organizer.post(path(1, 1), do="preview", **games, **realms)
    assert "After the correction" in page
    organizer.post(path(1, 1), do="record", seen=cup.seen, **games, **realms)
    assert [out.place for out in cup.match(1, 1).result.outcomes] == [3, 1, 2]
    assert len(cup.match(1, 1).games) == 3
