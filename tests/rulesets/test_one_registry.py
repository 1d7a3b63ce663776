"""A ruleset is the only place that knows its game: nobody else asks which one it is, read off the source."""

import ast
import re
from importlib import import_module
from pathlib import Path

import pytest

from engine.rulesets.base import Ruleset
from engine.rulesets.registry import RULESETS
from tests.rooms import every_node

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
        for node in every_node(path):
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


@pytest.mark.parametrize("ending", [".py", ".html"])
def test_what_an_event_was_asked_does_not_tell_which_game_it_is(ending):
    """Only its ruleset says whether it sits at tables of several, sends results in, or plays in teams."""
    asked = re.compile(r"settings\.event( is\b| else\b|:)")
    assert not [path for path in sources(ending) if asked.search(path.read_text(encoding="utf-8"))]


# What only one game says: its name, its sides, what lies on them, what its players build and lose.
ONE_GAMES = re.compile(
    r"(?<![a-z])ashes(?![a-z])|phoenixborn|conjuration|summoner|spellfire|razed|blood|wound|realm", re.I
)
# Fields of journals, databases, documents, the API and forms, which have these names for ever; and what is named after
# them. They are names in code: what a person reads says what the ruleset says.
FIELDS = re.compile(r"[a-z_-]*(?<![a-z])(blood|wounds?|realms?)(?![a-z])[a-z_-]*|(?<=[a-z])(Realms|Wounds)")
# Where a game's own word has to stand, and why.
MAY_SAY = {
    "engine/decks/ashes": "how lists of this game are read and judged, which its rulesets name as `decks`",
    "engine/decks/spellfire": "the same",
    "engine/decks/summoner_wars": "the same",
    "engine/chess_clock.py": "cites the rulebooks that its rules are taken from",
    "engine/standings/tiebreaks.py": "the same",
}
KEY = re.compile(r"[a-z_.#-]+")


def may_say(path):
    return any(str(path.relative_to(ROOT)).startswith(name) for name in MAY_SAY)


def read(path):
    """What a person may come to read: strings of code, and of a page its text and the labels of its elements."""
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        docs = {id(node.value) for node in every_node(path) if isinstance(node, ast.Expr)}
        found = [node.value for node in every_node(path) if isinstance(node, ast.Constant) and id(node) not in docs]
        return [text for text in found if isinstance(text, str)]
    if path.suffix == ".js":
        code = re.sub(r"(?<!:)//[^\n]*|/\*.*?\*/", "", source, flags=re.S)
        return [re.sub(r"\$\{[^{}]*\}", "", text) for text in re.findall(r'"[^"\n]*"|`[^`]*`', code)]
    code = re.findall(r"\{[{%].*?[%}]\}", source, re.S)
    page = re.sub(r"\{[{%#].*?[%}#]\}", " ", source, flags=re.S)
    labels = re.findall(r'(?:aria-label|title|placeholder|alt)="([^"]*)"', page)
    return [*re.findall(r'"([^"]*)"', " ".join(code)), *labels, re.sub(r"<[^>]*>", " ", page)]


@pytest.mark.parametrize("ending", [".py", ".html", ".js"])
def test_nobody_reads_a_word_of_another_game(ending):
    """Whatever is shown, printed, exported or refused has its words from the ruleset."""
    said = {(path, text) for path in sources(ending) if not may_say(path) for text in read(path)}
    found = [f"{path.relative_to(ROOT)}: {text.strip()}" for path, text in said if ONE_GAMES.search(text)]
    found = [each for each in found if not KEY.fullmatch(each.partition(": ")[2].strip('"`'))]
    assert not found, "\n".join(["ask the ruleset for its word:", *sorted(found)])


def test_a_word_of_one_game_names_nothing_outside_its_ruleset():
    """Comments, styles and names as well: somebody who adds a game finds nothing that is about another one."""
    found = []
    for path in sources(".py", ".html", ".js", ".css"):
        if not may_say(path):
            lines = enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
            bare = ((number, line) for number, line in lines if ONE_GAMES.search(FIELDS.sub("", line)))
            found += [f"{path.relative_to(ROOT)}:{number} {line.strip()}" for number, line in bare]
    assert not found, "\n".join(["say it in words of any game:", *found])


def test_whoever_may_say_a_games_word_says_one():
    """An exception that is no longer needed is taken off the list."""
    for name in MAY_SAY:
        said = [path for path in sources(".py") if str(path.relative_to(ROOT)).startswith(name)]
        assert any(ONE_GAMES.search(path.read_text(encoding="utf-8")) for path in said), name
