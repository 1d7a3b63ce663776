"""Statistics at the desk, on phones and to take away."""

import re
from itertools import pairwise

import pytest

from engine.decisions import stages
from engine.statistics import RankLine, WonWith
from server.statistics.charts import histogram, rank_chart, won_rows
from tests.server.deck_lists import hand_in, with_lists
from tests.server.played import act, played
from tests.server.result_event import Event

DESK, PHONE = "/events/cup/statistics/", "/e/cup/statistics"


@pytest.mark.parametrize("path", [DESK, PHONE])
def test_after_two_rounds_there_is_something_to_look_at(app, judge, path):
    played(app, 10, 2)
    page = judge.get(path)
    assert "Places over the rounds" in page
    assert "How close matches were" in page
    assert page.html.count("<polyline") == 10
    assert "style=" not in page.html


def test_before_that_the_page_says_so(app, judge):
    played(app, 4, 0)
    assert "There are statistics as soon as" in judge.get(DESK)


def test_what_was_played_is_told_when_the_event_is_over(app, organizer, stranger):
    cup = hand_in(with_lists(app, ["Ana", "Ben", "Cai", "Dee"]), "p1", "p2").start().play()
    assert "when the event is over" in stranger.get(PHONE)
    assert "Wins by" not in stranger.get(PHONE).text.replace("Wins by what", "")
    cup.do(lambda t: stages.finish(t))
    page = stranger.get(PHONE)
    assert "Wins by Phoenixborn" in page
    assert "too few to say more" in page


def test_a_name_in_a_chart_is_text(app, stranger):
    Event(app, ["<script>x</script>", "Ben", "Cai", "Dee"]).start().play().next_round().play()
    assert "<script>x" not in stranger.get(PHONE).html


def test_the_links_to_it(app, organizer, stranger):
    tid = played(app, 6, 2)
    assert DESK in organizer.get("/events/cup/standings/").html
    assert PHONE in stranger.get("/e/cup/standings").html
    act(app, tid, lambda t: stages.finish(t))
    assert DESK in organizer.get("/events/cup/standings/").html


def test_bars_stand_on_one_line_and_the_limit_where_it_belongs():
    chart = histogram([2, 7, 7, 12, 58, 61], size=5, limit=60, words="60 min")
    assert sum(bar.count for bar in chart.bars) == 6
    floors = {round(bar.y + bar.height) for bar in chart.bars}
    assert len(floors) == 1
    sixty = next(bar for bar in chart.bars if bar.label == "60")
    assert chart.mark[0] == pytest.approx(sixty.x, abs=1)
    assert all(bar.x >= 0 and bar.x + bar.width <= 360 for bar in chart.bars)


def test_fewer_than_five_numbers_are_no_picture():
    assert histogram([1, 2, 3, 4], size=5) is None


def test_a_share_is_drawn_only_of_enough_matches():
    few, enough = won_rows([WonWith("Rin", 1, 4, 4, 0, 0), WonWith("Noah", 3, 8, 3, 2, 1)])
    assert (few.share, few.few) == (0.0, True)
    assert (enough.share, enough.few) == (50.0, False)


def test_only_the_first_sixteen_have_a_line_and_none_leaves_the_picture():
    lines = [RankLine(f"p{n}", (41 - n, n)) for n in range(1, 41)]
    chart = rank_chart((1, 2), lines, {f"p{n}": "W" * 40 for n in range(1, 41)})
    assert (len(chart.lines), chart.more) == (16, 24)
    ends = [int(y) for line in chart.lines for y in re.findall(r",(\d+)", line.points)]
    assert max(ends) <= chart.height


def test_long_names_are_whole_and_no_row_lies_over_another():
    """They ended after 13 letters: two people of a hyphened family could not be told apart."""
    named = {"p1": "Maximiliana Oberhauser-Wiśniewska", "p2": "Nguyễn Thị Ánh Tuyết", "p3": "田中" * 12, "p4": "Ana"}
    lines = [RankLine(player, (5 - n, n)) for n, player in enumerate(named, start=1)]
    shown = rank_chart((1, 2), lines, named).lines
    assert ["".join(words for _, words in line.label).replace(" ", "") for line in shown] == [
        f"{n}.{name}".replace(" ", "") for n, name in enumerate(named.values(), start=1)
    ]
    assert [len(line.label) for line in shown] == [3, 2, 3, 1]
    rows = [y for line in shown for y, _ in line.label]
    assert all(below - above >= 18 for above, below in pairwise(rows))
    assert shown[1].points.split()[0].endswith(f",{shown[2].y}"), "who was third is level with the third"


def test_the_words_at_the_limit_stand_above_every_number():
    """“60 min” lay over the number of the bar beside it."""
    chart = histogram([57] * 5, size=5, limit=60, words="60 min")
    assert min(bar.y for bar in chart.bars) - 4 - 16 >= 14
