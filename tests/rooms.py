"""The rooms of the server and the arrows between them, read off the source.

python -m tests.rooms       writes the map into server/README.md; a test says when it is no longer true
"""

import ast
from collections import Counter
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
README = ROOT / "server/README.md"
BEGIN, END = "<!-- the map: python -m tests.rooms -->", "<!-- the end of the map -->"
# From the ground up: a module imports its own room and those before it.
ORDER = (
    *("core", "box", "hall", "pairing", "people", "chess", "floor", "decks", "paper", "clock", "draft", "standings"),
    *("public", "event", "directory", "series", "live", "phone", "door", "statistics", "takeaway", "now", "results"),
    *("wall", "overlay", "api", "control", "table", "health", "help", "cli"),
)


@cache
def tree(path):
    """A file as Python reads it; read once, because many rules are about all files."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def every_node(path):
    return tuple(ast.walk(tree(path)))


@cache
def modules():
    """Every module by its name."""
    found = {}
    for package in ("engine", "kiosk", "server"):
        for path in (ROOT / package).rglob("*.py"):
            name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            found[name.removesuffix(".__init__")] = path
    return found


@cache
def arrows():
    """Module → the modules it imports, also those inside functions."""
    return {name: frozenset(_imported(name, path)) for name, path in modules().items()}


def _imported(name, path):
    for node in every_node(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in modules())
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                for target in (f"{node.module}.{alias.name}", node.module):
                    if target in modules():
                        if target != name:
                            yield target
                        break


def room_of(module):
    """The room of a module of the server; the composition root has none."""
    parts = module.split(".")
    return parts[1] if parts[0] == "server" and len(parts) > 1 and parts[1] in ORDER else ""


def between_rooms():
    """(module, module) for every arrow from one room into another."""
    for module, targets in sorted(arrows().items()):
        for target in sorted(targets):
            if room_of(module) and room_of(target) and room_of(module) != room_of(target):
                yield module, target


def cycles():
    """Sets of modules that import each other in a circle."""
    below = {module: _below(module) for module in modules()}
    return {
        frozenset(other for other in below[module] if module in below[other])
        for module in modules()
        if module in below[module]
    }


def _below(module):
    seen, open_ = set(), list(arrows()[module])
    while open_:
        each = open_.pop()
        if each not in seen:
            seen.add(each)
            open_ += arrows()[each]
    return seen


def the_map():
    """A line for each room: what it is, and which rooms below it looks into, core apart."""
    counted = Counter((room_of(one), room_of(two)) for one, two in between_rooms())
    lines = ["| room | what lives there | looks into |", "|---|---|---|"]
    for room in ORDER:
        about = (ast.get_docstring(tree(modules()[f"server.{room}"])) or "").split("\n")
        into = [f"{other} {counted[room, other]}" for other in ORDER if other != "core" and counted[room, other]]
        lines.append(f"| `{room}/` | {about[0]} | {', '.join(into)} |")
    return "\n".join(lines)


def main():
    text = README.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    README.write_text(f"{before}{BEGIN}\n{the_map()}\n{END}{rest.partition(END)[2]}", encoding="utf-8")


if __name__ == "__main__":
    main()
