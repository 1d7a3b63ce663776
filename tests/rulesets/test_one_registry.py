"""A ruleset is the only place that knows its game: nobody else asks which one it is, read off the source."""

import ast
import re
from importlib import import_module
from pathlib import Path

import pytest

from engine.rulesets.base import Ruleset
from engine.rulesets.registry import RULESETS

ROOT = Path(__file__).parents[2]
HOME = ROOT / "engine" / "rulesets"
IDS = "|".join(map(re.escape, RULESETS))
# A whole string, or a string that names one of those which are no word of their own.
IN_PYTHON = re.compile(rf"^({IDS})$|\b({'|'.join(re.escape(id) for id in RULESETS if '-' in id)})\b")
IN_PAGES = re.compile(rf"""["'`]({IDS})["'`]|#book-({IDS})\b""")


def sources(*endings):
    rooms = (ROOT / room for room in ("engine", "server", "kiosk", "deploy"))
    found = [path for room in rooms for path in sorted(room.rglob("*")) if path.suffix in endings]
    return [path for path in found if HOME not in path.parents]


def nodes(kind):
    for path in sources(".py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, kind):
                yield f"{path.relative_to(ROOT)}:{node.lineno}", node


def is_ruleset(node):
    """`settings.ruleset` and its like."""
    return isinstance(node, ast.Attribute) and node.attr == "ruleset"


def test_no_ruleset_is_named_in_the_code():
    named = [
        where for where, node in nodes(ast.Constant) if isinstance(node.value, str) and IN_PYTHON.search(node.value)
    ]
    assert not named, "ask the ruleset, never which ruleset it is"


@pytest.mark.parametrize("ending", [".html", ".js", ".css"])
def test_no_ruleset_is_named_on_a_page(ending):
    named = [path for path in sources(ending) if IN_PAGES.search(path.read_text(encoding="utf-8"))]
    assert not named, "ask the ruleset, never which ruleset it is"


def test_nothing_is_looked_up_by_a_rulesets_name():
    assert not [where for where, node in nodes(ast.Subscript) if is_ruleset(node.slice)]


def test_a_rulesets_name_is_compared_with_nothing_but_another_event_s():
    for where, node in nodes(ast.Compare):
        sides = [node.left, *node.comparators]
        assert not any(map(is_ruleset, sides)) or all(map(is_ruleset, sides)), where


def test_only_the_registry_knows_the_games_by_name():
    """Whoever wants one asks the registry for it, or for the one that it starts from."""
    for where, node in nodes(ast.ImportFrom):
        if (node.module or "").startswith("engine.rulesets.") and node.module != "engine.rulesets.registry":
            module = import_module(node.module)
            assert not [each.name for each in node.names if isinstance(getattr(module, each.name), Ruleset)], where
