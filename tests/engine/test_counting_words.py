"""One point, two points: what is counted is said as people say it."""

import pytest

from engine.decks.rosters import pool_faults
from engine.pairing_words import record_words


@pytest.mark.parametrize(
    ("record", "words"),
    [
        (("points", 0), "on 0 points"),
        (("points", 1), "on 1 point"),
        (("points", 2), "on 2 points"),
        (("wins", 1), "on 1 win"),
        (("score", 1), "on 1"),
        ("1–0", "1–0"),
    ],
)
def test_a_score_group_is_counted_in_words(record, words):
    assert record_words(record) == words


def test_one_of_a_pool_is_named():
    assert pool_faults(["Vanguards"], size=3) == ("1 of 3 factions is named.",)
