"""Who may import whom: the arrows between the rooms, read off the source."""

import ast
import sys
from pathlib import Path

import pytest

from tests import rooms

ROOT = Path(__file__).parent.parent
STDLIB = set(sys.stdlib_module_names)

# What each room may import besides the standard library and itself.
ALLOWED = {
    "engine": set(),
    "kiosk": {"engine.clock", "engine.clock_codec", "engine.cues", "engine.refusals"},
    "server": {
        *(
            "engine",
            "alembic",
            "flask",
            "flask_migrate",
            "flask_sqlalchemy",
            "flask_wtf",
            "jinja2",
            "markupsafe",
            "PIL",
            "segno",
        ),
        *("sqlalchemy", "waitress", "werkzeug"),
        *("networkx", "rustworkx", "playwright"),  # only to be measured against or with, in bench
    },
}
# The checker asks networkx for a second opinion where it is installed.
EXCEPTIONS = {"engine/pairing/checker.py": {"networkx"}, "kiosk/buzzer/pins.py": {"gpiozero"}}
# What the buzzer loads: nothing but these.
BUZZER = {"engine/clock.py", "engine/clock_codec.py", "engine/cues.py", "engine/refusals.py", "engine/values.py"}


def sources(room):
    return sorted((ROOT / room).rglob("*.py"))


def imports(path):
    for node in rooms.every_node(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            yield node.module or ""


@pytest.mark.parametrize("room", ALLOWED)
def test_a_room_imports_only_what_it_may(room):
    for path in sources(room):
        name = path.relative_to(ROOT).as_posix()
        may = ALLOWED[room] | EXCEPTIONS.get(name, set()) | STDLIB | {room}
        strangers = {module for module in imports(path) if not {module, module.split(".")[0]} & may}
        assert not strangers, f"{name} imports {strangers}"


def test_the_engine_touches_no_clock_no_dice_and_no_files():
    """`now` and `rng` are arguments; only the seeded generator type itself is imported."""
    forbidden = {"os", "time", "pathlib", "io", "secrets", "socket", "subprocess", "threading", "asyncio", "logging"}
    for path in sources("engine"):
        modules = {module.split(".")[0] for module in imports(path)}
        assert not modules & forbidden, f"{path} imports {modules & forbidden}"
        for node in rooms.every_node(path):
            if isinstance(node, ast.ImportFrom) and node.module == "random":
                assert [alias.name for alias in node.names] == ["Random"], path
            if isinstance(node, ast.Import):
                assert all(alias.name != "random" for alias in node.names), path
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in {"open", "print", "input"}, f"{path}:{node.lineno}"
            if isinstance(node, ast.Attribute):
                assert node.attr not in {"now", "today", "utcnow"} or not _is_datetime(node), f"{path}:{node.lineno}"


def _is_datetime(node):
    return isinstance(node.value, ast.Name) and node.value.id in {"datetime", "date"}


@pytest.mark.parametrize("name", sorted(BUZZER))
def test_the_buzzer_pays_only_for_the_clock(name):
    mine = {module for module in imports(ROOT / name) if module.startswith("engine")}
    assert {f"{module.replace('.', '/')}.py" for module in mine} <= BUZZER


@pytest.mark.parametrize(
    "package", ["engine", *(f"engine/{p}" for p in ("box", "pairing", "standings", "decks", "rulesets", "series"))]
)
def test_packages_of_the_engine_load_nothing_by_themselves(package):
    assert (ROOT / package / "__init__.py").read_text(encoding="utf-8") == ""


def test_no_modules_import_each_other_in_a_circle():
    assert rooms.cycles() == set()


def test_a_room_looks_only_into_rooms_below_it():
    order = {room: place for place, room in enumerate(rooms.ORDER)}
    against = [
        (one, two) for one, two in rooms.between_rooms() if order[rooms.room_of(one)] < order[rooms.room_of(two)]
    ]
    assert against == []


def test_nothing_lies_outside_the_rooms():
    """But the module that puts them together."""
    folders = {path.name for path in (ROOT / "server").iterdir() if (path / "__init__.py").exists()}
    assert folders == set(rooms.ORDER)
    assert {path.name for path in (ROOT / "server").glob("*.py")} == {"app.py", "__init__.py"}


def test_only_commands_import_the_module_that_knows_all_rooms():
    users = {module for module, targets in rooms.arrows().items() if "server.app" in targets}
    assert {rooms.room_of(module) for module in users} == {"cli"}


def test_rooms_know_each_other_only_a_little():
    """Arrows from room to room, the ground that all stand on apart. More than this wants a reason.

    It was 200 before the directory came, which knows events, staff, decks and backups, and
    215 before the series, which know the directory. 230 before results to take away, which know all that can be seen,
    and the hall, which pairing, paper and wall ask; 265 before the door, which knows people, decks and phones.
    300 before buttons and other programs, which switch clock and walls and send out what everybody may see.
    """
    assert sum(rooms.room_of(two) != "core" for _, two in rooms.between_rooms()) < 310


def test_the_map_is_true():
    """If not: python -m tests.rooms"""
    assert rooms.the_map() in rooms.README.read_text(encoding="utf-8")


def test_the_tests_have_the_same_rooms():
    folders = {path.parent.name for path in (ROOT / "tests/server").glob("*/test_*.py")}
    assert folders <= set(rooms.ORDER)


def test_a_name_of_a_template_is_used_once():
    """They are found by name alone."""
    names = [path.name for path in (ROOT / "server").glob("*/templates/*")]
    assert sorted(names) == sorted(set(names))


# Facts are made in the engine alone: everybody else asks a decision for them.


@pytest.mark.parametrize("room", ["server", "kiosk", "deploy"])
def test_nobody_but_the_engine_makes_a_fact(room):
    found = {path.relative_to(ROOT).as_posix(): made_facts(rooms.tree(path)) for path in sources(room)}
    made = {name: lines for name, lines in found.items() if lines}
    assert not made, f"facts are made by decisions, not here: {made}"


@pytest.mark.parametrize(
    "source",
    [
        "from engine import facts\nfacts.Announced('a1')",
        "from engine import facts as f\nf.Announced('a1')",
        "from engine.facts import Announced\nAnnounced('a1')",
        "from engine.facts import Announced as Said, DeckLocked\nSaid('a1')",
        "import engine.facts\nengine.facts.Announced('a1')",
        "import engine.facts as f\nf.Announced('a1')",
        "from engine import facts as f\n(f.DeckLocked if late else f.DeckUnlocked)(player)",
        "from engine import facts as f\nlist(map(f.DeckLocked, players))",
        "def decide(t):\n    from engine import facts as f\n    return (f.Announced('a1'),)",
        "from engine.box import facts as b\nb.PersonErased('x')",
        "from engine.box.facts import PeopleMerged\nPeopleMerged('x', 'y')",
    ],
)
def test_however_it_is_imported_a_fact_that_is_made_is_found(source):
    assert made_facts(ast.parse(source))


@pytest.mark.parametrize(
    "source",
    [
        "from engine import facts as f\nisinstance(fact, (f.Announced, f.DeckLocked))",
        "from engine import facts as f\nWORDS = {f.Announced: 'said'}\ndef told(fact: f.Announced) -> str: ...",
        "class Announced: ...\nAnnounced('a1')",
    ],
)
def test_asking_what_a_fact_is_makes_none(source):
    assert not made_facts(ast.parse(source))


def made_facts(tree):
    """The lines on which the class of a fact is called, by itself or through `map` and the like."""
    named = _names_of_facts(tree)
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return [call.lineno for call in calls for part in _called(call) if ast.unparse(part) in named]


def _called(call):
    """What a call calls: one thing, whichever a condition chooses, or what it is handed to be called."""
    chosen = (call.func.body, call.func.orelse) if isinstance(call.func, ast.IfExp) else (call.func,)
    return (*chosen, *call.args[:1]) if ast.unparse(call.func) in {"map", "partial"} else chosen


def _names_of_facts(tree):
    """Every way this module can write the class of a fact: `f.Announced`, `engine.facts.Announced`, `Announced`."""
    return _names_of_facts_in(tree, "engine") | _names_of_facts_in(tree, "engine.box")


def _names_of_facts_in(tree, package):
    modules, classes = set(), {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            modules |= {alias.asname or alias.name for alias in node.names if alias.name == f"{package}.facts"}
        elif isinstance(node, ast.ImportFrom) and node.module == package:
            modules |= {alias.asname or alias.name for alias in node.names if alias.name == "facts"}
        elif isinstance(node, ast.ImportFrom) and node.module == f"{package}.facts":
            classes |= {alias.name: alias.asname or alias.name for alias in node.names}
    file = ROOT / package.replace(".", "/") / "facts.py"
    facts = {node.name for node in rooms.tree(file).body if isinstance(node, ast.ClassDef)}
    return {f"{module}.{fact}" for module in modules for fact in facts} | {classes[each] for each in facts & {*classes}}
