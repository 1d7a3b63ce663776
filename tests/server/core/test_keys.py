"""Slip keys and personal codes: each opens one thing, and nothing else."""

from dataclasses import replace

import pytest

from engine.words import Match, Seat
from server.core import keys

SECRET, OTHER = "00" * 16, "01" * 16
MATCH = Match(7, (Seat("p1", 0), Seat("p2", 1)))


def test_a_slip_key_is_for_one_match_of_one_round_of_one_event():
    swapped = replace(MATCH, seats=(Seat("p1", 0), Seat("p3", 1)))
    made = {
        keys.slip_key(SECRET, 3, match=MATCH),
        keys.slip_key(SECRET, 4, match=MATCH),
        keys.slip_key(SECRET, 3, match=replace(MATCH, table=8)),
        keys.slip_key(SECRET, 3, match=swapped),
        keys.slip_key(OTHER, 3, match=MATCH),
    }
    assert len(made) == 5


def test_a_personal_code_is_replaced_by_counting_up():
    assert keys.personal_code(SECRET, "p1", codes=0) != keys.personal_code(SECRET, "p1", codes=1)
    assert keys.personal_code(SECRET, "p1", codes=0) != keys.personal_code(SECRET, "p2", codes=0)


@pytest.mark.parametrize("typed", ["10v4 abcd", "IOV4-ABCD", "loU4abcd", " 10V4ABCD "])
def test_what_is_read_wrong_from_paper_is_still_right(typed):
    assert keys.same(typed, "10V4ABCD")


def test_codes_hold_nothing_that_is_misread():
    code = keys.personal_code(SECRET, "p1", codes=0)
    assert len(code) == keys.CODE_LENGTH
    assert not set(code) & set("ILOU")
    assert keys.grouped("10V4ABCD") == "10V4 ABCD"


def test_what_was_printed_before_an_update_still_opens():
    """Codes and slips are on paper: how they are computed can never change."""
    assert keys.personal_code(SECRET, "p1", codes=0) == "ANJY48G2"
    assert keys.slip_key(SECRET, 3, match=MATCH) == "BJ2PAN7R8QBCTZ53H0N1"


def test_an_event_without_a_secret_has_no_keys():
    with pytest.raises(ValueError, match="secret"):
        keys.slip_key("", 3, match=MATCH)
