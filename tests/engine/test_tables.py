"""Which table a match is played at."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.pairing.tables import fixed_table, table_numbers


@pytest.mark.parametrize(
    ("fixed", "numbers"),
    [
        ([], []),
        ([None, None, None], [1, 2, 3]),
        ([None, 1, None], [2, 1, 3]),
        ([3, None, None], [3, 1, 2]),
        ([None, None, 9], [1, 2, 9]),
        ([2, None, 2, None], [2, 1, 3, 4]),
        ([1, 2, 3], [1, 2, 3]),
    ],
)
def test_those_who_must_stay_at_a_table_stay_and_the_others_are_numbered_around_them(fixed, numbers):
    assert table_numbers(fixed) == numbers


@given(st.lists(st.none() | st.integers(1, 12), max_size=12), st.integers(1, 5))
def test_numbers_are_distinct_and_leave_no_gap_but_around_fixed_tables(fixed, first):
    numbers = table_numbers(fixed, first=first)
    assert len(set(numbers)) == len(numbers) == len(fixed)
    for place, wanted in enumerate(fixed):
        if wanted is not None and wanted not in fixed[:place]:
            assert numbers[place] == wanted
    free = [number for number, wanted in zip(numbers, fixed, strict=True) if number != wanted]
    assert free == sorted(free)
    assert all(number in numbers for number in range(first, max(free, default=first)))


@pytest.mark.parametrize(("tables", "found"), [([None, None], None), ([None, 4], 4), ([4, None], 4), ([7, 4], 7)])
def test_when_two_who_must_stay_meet_the_first_stays(tables, found):
    assert fixed_table(tables) == found
