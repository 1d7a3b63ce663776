"""What stood in two places once, and drifted apart there: each has one place now."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

# What it is, how its source looks, and the only file that may hold it.
ONCE = {
    "several facts applied": (r"for fact in .*:\n +\w+ = apply\(", "engine/fold.py"),
    "a table that has played gets no more time": (r"needs no more time", "engine/decisions/clock.py"),
    "settings read from a form": (r"\"untimed_final\" in form", "server/event/settings_form.py"),
    "a clock written as JSON": (r"\"stopped_ms\": ", "engine/clock_codec.py"),
    "a clock read from JSON": (r"\[\"stopped_ms\"\]", "engine/clock_codec.py"),
    "a moment written as JSON": (r"{\"boot\": [\w.]+\.boot_id, \"ms\": ", "engine/clock_codec.py"),
    "asking again what changed meanwhile": (
        r"while \(again\)|while \(lookAgain\)",
        "server/table/static/tablet/match.js",
    ),
    "which answer is the older one": (r"revision\b.*\.split\(", "server/table/static/tablet/match.js"),
    "which match it is": (r"\[match\.event, match\.round, match\.table", "server/table/static/tablet/match.js"),
    "a notice that is kept": (r"save\(\"notice\", sentence\)", "server/table/static/tablet/match.js"),
}


def holders(pattern):
    sources = (path for room in ("engine", "server", "kiosk") for path in (ROOT / room).rglob("*.[pj][ys]"))
    return [
        path.relative_to(ROOT).as_posix()
        for path in sources
        for _ in re.finditer(pattern, path.read_text(encoding="utf-8"))
    ]


@pytest.mark.parametrize(("pattern", "place"), ONCE.values(), ids=ONCE)
def test_it_stands_in_one_place(pattern, place):
    assert holders(pattern) == [place]
