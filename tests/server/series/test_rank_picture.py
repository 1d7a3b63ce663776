"""The picture of a rank: up is better, every event has its place, nothing leaves the frame."""

import pytest

from server.series.rank_picture import EDGE, HEIGHT, WIDTH, rank_picture


def test_a_better_rank_is_higher_and_today_is_at_the_right_edge():
    dots = rank_picture((5, 3, 1), events=3).dots
    assert [x for x, _ in dots] == [EDGE, WIDTH / 2, WIDTH - EDGE]
    assert dots[0][1] > dots[1][1] > dots[2][1] == EDGE


def test_whoever_came_later_starts_where_their_first_event_stands():
    assert rank_picture((5, 3), events=3).dots[0][0] == rank_picture((9, 5, 3), events=3).dots[1][0]


def test_the_same_rank_is_a_level_line_and_one_rank_no_cliff():
    assert {y for _, y in rank_picture((4, 4, 4), events=3).dots} == {HEIGHT / 2}
    (_, before), (_, after) = rank_picture((2, 1), events=2).dots
    assert 0 < before - after < HEIGHT / 2


@pytest.mark.parametrize("ranks", [(1,), (1, 5000), (3, 1, 2, 900, 4, 5, 6, 7)])
def test_nothing_leaves_the_frame(ranks):
    for x, y in rank_picture(ranks, events=8).dots:
        assert EDGE <= x <= WIDTH - EDGE
        assert EDGE <= y <= HEIGHT - EDGE
