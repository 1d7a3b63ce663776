"""What stood in two places once, and drifted apart there: each has one place now."""

import ast
import re
from collections import defaultdict
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


# Functions that may look the same, and why.
ALIKE = {
    "_kernels, _kernels_boot_id": "the buzzer and the server do not import each other",
    "close, rest": "of two things that have a connection of their own and nothing else in common",
    "_config, _config": "one line",
}
SHORT = 110  # characters of a syntax tree: less is hardly more than a call


def sources(ending):
    return sorted(path for room in ("engine", "server", "kiosk") for path in (ROOT / room).rglob(f"*.{ending}"))


def holders(pattern):
    return [
        path.relative_to(ROOT).as_posix()
        for path in (*sources("py"), *sources("js"))
        for _ in re.finditer(pattern, path.read_text(encoding="utf-8"))
    ]


@pytest.mark.parametrize(("pattern", "place"), ONCE.values(), ids=ONCE)
def test_it_stands_in_one_place(pattern, place):
    assert holders(pattern) == [place]


def test_no_function_is_written_twice():
    """The same body, whatever its arguments are called."""
    found = defaultdict(list)
    for path in sources("py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.FunctionDef)
                and "migrations" not in path.parts
                and len(body := body_of(node)) > SHORT
            ):
                found[body].append(node.name)
    assert not {", ".join(sorted(names)) for names in found.values() if len(names) > 1} - set(ALIKE)


def body_of(function):
    """Its syntax tree without docstring, its arguments numbered."""
    names = [each.arg for each in (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)]
    numbered = {name: f"argument {n}" for n, name in enumerate(names)}
    for node in ast.walk(function):
        if isinstance(node, ast.Name):
            node.id = numbered.get(node.id, node.id)
    documented = ast.get_docstring(function) is not None
    return "".join(ast.dump(statement) for statement in function.body[documented:])
