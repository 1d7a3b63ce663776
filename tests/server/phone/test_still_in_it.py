"""Can I still make the cut? Phones say it, with why; who I play has a record beside the name; when it goes on."""

import re

import pytest

from engine.decisions import clock, people, stages
from server.core.timekeeping import moment
from tests.server.at_table_devices import phone
from tests.server.result_event import Event

NAMES = [f"Player {n}" for n in range(1, 10)]


def played_rounds(event, rounds):
    event.start().play()
    for _ in range(rounds - 1):
        event.next_round().play()
    return event


def by_place(event, stranger):
    """The players in the order of the standings."""
    return re.findall(r'id="why-(p\d+)"', stranger.get("/e/cup/standings").html)


@pytest.fixture
def cup(app):
    """Nine players, four rounds, a cut to four; everything is played."""
    return played_rounds(Event(app, NAMES, cut=4), 4)


def test_after_the_last_round_the_first_are_in_and_the_last_are_out(cup, stranger):
    ranked = by_place(cup, stranger)
    assert "You are in the top 4. However the rest ends, you stay inside." in stranger.get(f"/e/cup/p/{ranked[0]}")
    last = stranger.get(f"/e/cup/p/{ranked[-1]}").text
    assert re.search(r"You cannot reach the top 4 any more\. You have \d wins?, and \d players have more\.", last)


def test_in_the_middle_most_can_still_make_it_and_read_what_the_line_is(app, stranger):
    event = played_rounds(Event(app, NAMES, cut=4), 1)
    ranked = by_place(event, stranger)
    page = stranger.get(f"/e/cup/p/{ranked[4]}").text
    assert "You can still make the top 4." in page
    assert re.search(r"You have 1 win with 3 matches to play; the line is at 1 win now\.", page)
    assert re.search(r"you make it in about \d+ of 100\.", page)


def test_somebody_with_a_bye_or_a_missed_cut_by_tie_breaks_reads_that(cup, stranger):
    ranked = by_place(cup, stranger)
    told = {player: stranger.get(f"/e/cup/p/{player}").text for player in ranked}
    said = ["in" if "You are in the top 4" in t else "out" if "cannot reach" in t else "?" for t in told.values()]
    assert said == ["in"] * 4 + ["out"] * 5


def test_whoever_dropped_reads_nothing_about_the_cut(cup, stranger):
    first = by_place(cup, stranger)[0]
    cup.do(lambda t: people.drop(t, first))
    assert "top 4" not in re.sub("Top 4 go on", "", stranger.get(f"/e/cup/p/{first}").text)


def test_without_a_cut_or_once_it_is_made_nothing_is_said_of_it(app, stranger, cup):
    played_rounds(Event(app, NAMES, tid="none"), 1)
    assert "can still make" not in stranger.get("/e/none/p/p1")
    cup.do(lambda t: stages.make_cut(t, 4))
    assert "You are in the top" not in stranger.get("/e/cup/p/p1")


def test_a_large_field_is_told_by_the_scores_alone(app, stranger):
    event = played_rounds(Event(app, [f"P {n}" for n in range(80)], cut=8), 1)
    page = stranger.get(f"/e/cup/p/{event.pair(1)[0]}").text
    assert "You can still make the top 8." in page
    assert "of 100" not in page


def test_my_opponent_is_a_link_with_their_record(app, stranger):
    event = played_rounds(Event(app, NAMES), 1).next_round()
    one, two = event.pair(1)
    page = stranger.get(f"/e/cup/p/{one}")
    assert f'href="/e/cup/p/{two}"' in page.html
    assert re.search(rf"against {event.name(two)} Wins and losses: [01]–[01]", page.text)
    assert f'href="/e/cup/p/{two}"' in stranger.get("/e/cup/pairings").html
    assert f"All matches of {event.name(two)}" in stranger.get("/e/cup/standings").text


def test_the_next_pairings_have_a_time_of_day(app, stranger):
    event = Event(app, NAMES).start()
    event.do(lambda t: clock.start_clock(t, moment()))
    event.win(1)
    player = event.pair(1)[0]
    when = r"Next pairings at about \d\d:\d[05]\."
    assert re.search(when, stranger.get(f"/e/cup/p/{player}").text)
    assert re.search(when, phone(event, player).client.get("/me/table").get_data(as_text=True))
    assert not re.search(when, stranger.get(f"/e/cup/p/{event.pair(2)[0]}").text)
    event.play()
    assert re.search(when, stranger.get(f"/e/cup/p/{player}").text)


def test_what_to_do_when_time_is_called_is_on_the_page_of_whoever_plays(app, stranger):
    event = Event(app, NAMES).start().win(1)
    assert "Time! Sudden death" in stranger.get(f"/e/cup/p/{event.pair(2)[0]}").text
    assert "Time! Sudden death" not in stranger.get(f"/e/cup/p/{event.pair(1)[0]}").text
