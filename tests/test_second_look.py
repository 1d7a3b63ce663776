"""What fails among the others is tried again alone; what fails alone, too, is a failure."""

import subprocess
import sys

import pytest

from tests.box import ROOT
from tests.second_look import FEW

FIRST_TIME = """
from pathlib import Path

def test_wavers():
    tried = Path("tried")
    first = not tried.exists()
    tried.touch()
    assert not first
"""
ALWAYS = "def test_broken():\n    assert False\n"
MANY = """
import pytest
from pathlib import Path

@pytest.mark.parametrize("each", range(%d))
def test_wavers(each):
    tried = Path(f"tried{each}")
    first = not tried.exists()
    tried.touch()
    assert not first
"""


def suite(folder, *files):
    """That suite's exit code and what was said of it."""
    for number, text in enumerate(files):
        (folder / f"test_{number}.py").write_text(text)
    command = [sys.executable, str(ROOT / "tests/second_look.py"), "-q", "--rootdir", str(folder)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    return done.returncode, done.stdout


def test_what_passes_alone_has_wavered_and_is_named(tmp_path):
    code, said = suite(tmp_path, FIRST_TIME, "def test_sound():\n    pass\n")
    assert (code, said.splitlines()[-1]) == (0, "  test_0.py::test_wavers")
    assert "1 failed, 1 passed" in said


@pytest.mark.parametrize(
    "files",
    [(ALWAYS,), (FIRST_TIME, ALWAYS), (MANY % (FEW + 1),), ("def test_(:",), ("",)],
    ids=["broken", "one of two broken", "too many at once", "cannot be read", "no test at all"],
)
def test_everything_else_is_a_failure(tmp_path, files):
    code, said = suite(tmp_path, *files)
    assert code != 0
    assert "Wavered" not in said


def test_few_that_waver_are_forgiven(tmp_path):
    code, said = suite(tmp_path, MANY % FEW)
    assert (code, said.count("\n  test_0.py")) == (0, FEW)
