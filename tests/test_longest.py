"""The longest files of tests are played first."""

from types import SimpleNamespace

from tests.box import ROOT
from tests.longest import NAMED, longest_first, measured

LOG = """
12.50s call     tests/server/test_a.py::test_one[x::y]
 1.25s setup    tests/server/test_a.py::test_two
20.00s teardown tests/browser/test_b.py::test_three
 4.00s call     tests/test_short.py::test_four
"""


def test_every_file_that_is_named_is_there():
    assert [file for file in NAMED.read_text().split() if not (ROOT / file).is_file()] == []


def test_named_files_come_first_and_all_others_stay_in_their_order():
    first, second = NAMED.read_text().split()[:2]
    ids = ["tests/test_new.py::test_z", f"{second}::test_y", "tests/test_new.py::test_a", f"{first}::test_x"]
    found = longest_first([SimpleNamespace(nodeid=each) for each in ids])
    assert [item.nodeid for item in found] == [ids[3], ids[1], ids[0], ids[2]]


def test_the_seconds_of_a_file_are_added_up_and_what_is_short_is_left_out():
    assert measured(LOG) == [("tests/browser/test_b.py", 20.0), ("tests/server/test_a.py", 13.75)]
