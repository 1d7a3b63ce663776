"""Do the tests bite? Break the code in one place at a time, and see whether a test notices.

python tests/mutants.py                                  a sample of every module in AREAS
python tests/mutants.py engine/fold.py --each 0          every mutant of one module

A mutant is made from the syntax tree and lives only in the memory of a forked process: no file is ever changed. What
nothing notices is printed with its line. Not every survivor is a gap: some make no difference that anybody could see.
"""

from __future__ import annotations

import argparse
import ast
import copy
import importlib
import os
import signal
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.machinery import SourceFileLoader
from pathlib import Path
from random import Random

ROOT = Path(__file__).parent.parent
ENGINE, CORE = "tests/engine/test_{}.py", "tests/server/core/test_{}.py"
PINS, CODES = "tests/server/event/test_settings.py", "tests/server/people/test_codes.py"
# Which tests are about a module. The more there are, the slower; a module is at home with the tests of its own name.
AREAS = {
    "engine/check.py": [ENGINE.format("fold"), ENGINE.format("decisions_rounds")],
    "engine/clock.py": [ENGINE.format("clock"), ENGINE.format("cues"), ENGINE.format("decisions_clock")],
    "engine/fold.py": [ENGINE.format("fold"), ENGINE.format("undo"), ENGINE.format("decisions_results")],
    "engine/results.py": [ENGINE.format("decisions_results"), ENGINE.format("decisions_tables")],
    "engine/decisions/changing.py": [ENGINE.format("decisions_rounds")],
    "engine/decisions/clock.py": [ENGINE.format("decisions_clock"), ENGINE.format("decisions_tables")],
    "engine/decisions/people.py": [ENGINE.format("decisions_people"), ENGINE.format("decisions_rounds")],
    "engine/decisions/results.py": [
        ENGINE.format("decisions_results"),
        ENGINE.format("decisions_desk_results"),
        ENGINE.format("decisions_tables"),
    ],
    "engine/decisions/stages.py": [ENGINE.format("decisions_stages")],
    "engine/pairing/brackets.py": [ENGINE.format("brackets"), ENGINE.format("decisions_stages")],
    "engine/pairing/byes.py": [ENGINE.format("byes"), ENGINE.format("swiss")],
    "engine/pairing/exact.py": [ENGINE.format("exact")],
    "engine/pairing/tables.py": [ENGINE.format("tables")],
    "engine/series/entries.py": [ENGINE.format("series_ledger"), ENGINE.format("series_ranking")],
    "engine/series/giving.py": [ENGINE.format("series_ranking"), "tests/contract/test_series.py"],
    "engine/series/ledger.py": [ENGINE.format("series_ledger"), ENGINE.format("box_series")],
    "engine/series/ranking.py": [ENGINE.format("series_ranking")],
    "engine/standings/cutline.py": [ENGINE.format("cutline")],
    "engine/standings/points.py": [ENGINE.format("points"), ENGINE.format("pods")],
    "engine/standings/ranking.py": [ENGINE.format("ranking"), ENGINE.format("tiebreaks")],
    "engine/standings/sheets.py": [ENGINE.format("sheets"), ENGINE.format("tiebreaks")],
    "engine/standings/tiebreaks.py": [ENGINE.format("tiebreaks"), ENGINE.format("ranking")],
    "server/box/front_door.py": ["tests/server/box/test_front_door.py"],
    "server/core/auth.py": [CORE.format("roles"), CORE.format("wrong_tries"), PINS],
    "server/core/errors.py": [CORE.format("errors"), CORE.format("roles")],
    "server/core/holders.py": [CODES, CORE.format("roles"), CORE.format("keys")],
    "server/core/journal.py": [CORE.format("journal")],
    "server/core/keys.py": [CORE.format("keys")],
    "server/core/network.py": [CORE.format("network")],
    "server/core/own_addresses.py": [CORE.format("own_addresses")],
    "server/core/proxies.py": [CORE.format("proxies")],
    "server/core/wrong_tries.py": [CORE.format("wrong_tries")],
}
# Loaded before the fork, so that not every mutant waits for them; nothing of ours, and no plugin of pytest.
HEAVY = ("pytest", "networkx", "flask_migrate", "flask_sqlalchemy", "flask_wtf", "waitress")
OPPOSITE = dict(
    [
        *((ast.Lt, ast.LtE), (ast.LtE, ast.Lt), (ast.Gt, ast.GtE), (ast.GtE, ast.Gt), (ast.Eq, ast.NotEq)),
        *((ast.NotEq, ast.Eq), (ast.In, ast.NotIn), (ast.NotIn, ast.In), (ast.Is, ast.IsNot), (ast.IsNot, ast.Is)),
        *((ast.And, ast.Or), (ast.Or, ast.And), (ast.Add, ast.Sub), (ast.Sub, ast.Add)),
        *((ast.Mult, ast.FloorDiv), (ast.FloorDiv, ast.Mult), (ast.Mod, ast.Mult)),
    ]
)


@dataclass(frozen=True)
class Mutant:
    """One place of a module (the n-th node of its tree), and which of the changes that fit there."""

    module: str
    node: int
    change: int
    line: int

    @property
    def tree(self) -> ast.Module:
        """The whole module with its mistake in it."""
        tree, node, wrong = self.looked_up()
        return ast.fix_missing_locations(Exchange(node, wrong).visit(tree))

    def looked_up(self) -> tuple[ast.Module, ast.AST, ast.AST]:
        """The module, the place as it is, and the mistake."""
        tree = ast.parse((ROOT / self.module).read_text(encoding="utf-8"))
        node = list(ast.walk(tree))[self.node]
        return tree, node, list(changes(node))[self.change]


class Exchange(ast.NodeTransformer):
    """One node for another."""

    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        return ast.copy_location(self.new, node) if node is self.old else self.generic_visit(node)


def changes(node: ast.AST) -> Iterator[ast.AST]:
    """What could be written here by mistake."""
    match node:
        case ast.Compare(ops=[op]) if type(op) in OPPOSITE:
            yield _with(node, ops=[OPPOSITE[type(op)]()])
        case ast.BoolOp() | ast.BinOp() if type(node.op) in OPPOSITE:
            yield _with(node, op=OPPOSITE[type(node.op)]())
        case ast.UnaryOp(op=ast.Not()):
            yield node.operand
        case ast.Constant(value=bool()):
            yield ast.Constant(not node.value)
        case ast.Constant(value=int()):
            yield ast.Constant(node.value + 1)
        case ast.If() | ast.IfExp() if not isinstance(node.test, ast.Compare | ast.BoolOp | ast.UnaryOp):
            yield _with(node, test=ast.UnaryOp(ast.Not(), node.test))
        case ast.Raise() | ast.Expr(value=ast.Call()):
            yield ast.Pass()
        case ast.Tuple(ctx=ast.Load()) | ast.Set() if len(node.elts) > 2:
            for left_out in range(len(node.elts)):
                yield _with(node, elts=node.elts[:left_out] + node.elts[left_out + 1 :])


def _with(node: ast.AST, **fields: object) -> ast.AST:
    new = copy.copy(node)
    for name, value in fields.items():
        setattr(new, name, value)
    return new


def mutants(module: str) -> list[Mutant]:
    """Every mutant of a module; types, decorators and assertions are left alone."""
    tree = ast.parse((ROOT / module).read_text(encoding="utf-8"))
    idle = {id(inner) for node in ast.walk(tree) for part in _idle(node) for inner in ast.walk(part)}
    return [
        Mutant(module, place, number, node.lineno)
        for place, node in enumerate(ast.walk(tree))
        if id(node) not in idle
        for number, _ in enumerate(changes(node))
    ]


def _idle(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.Assert) or (isinstance(node, ast.Subscript) and ast.unparse(node.value) == "Literal"):
        yield node
    yield from getattr(node, "decorator_list", ())
    yield from filter(None, (getattr(node, "annotation", None), getattr(node, "returns", None)))


def unnoticed(tried: list[Mutant], tests: list[str], *, seconds: int) -> list[Mutant]:
    """Those with which no test fails. One that never ends is noticed, too."""
    waiting, running, found = list(tried), {}, []
    while waiting or running:
        while waiting and len(running) < (os.cpu_count() or 1):
            mutant = waiting.pop()
            running[_forked(mutant, tests, seconds)] = mutant
        child, status = os.wait()
        done = running.pop(child)
        found += [] if status else [done]
    return found


def _forked(mutant: Mutant | None, tests: list[str], seconds: int) -> int:
    """The process that tries this mutant, or the code as it is."""
    child = os.fork()
    if not child:
        signal.alarm(seconds)
        os._exit(_test(mutant, tests))
    return child


def _test(mutant: Mutant | None, tests: list[str]) -> int:
    import pytest

    silence = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        os.dup2(silence, stream)
    if mutant is not None:
        _load_instead(mutant)
    return int(pytest.main(["-x", "-p", "no:cacheprovider", "-p", "no:xdist", *tests]))


def _load_instead(mutant: Mutant) -> None:
    """From here on whoever imports the module gets the mutant."""
    usual, where = SourceFileLoader.get_code, str(ROOT / mutant.module)

    def get_code(loader: SourceFileLoader, name: str) -> object:
        return compile(mutant.tree, where, "exec") if loader.path == where else usual(loader, name)

    SourceFileLoader.get_code = get_code  # type: ignore[method-assign, assignment]


def look(module: str, *, each: int) -> tuple[int, int]:
    """Try a sample of a module's mutants; how many were noticed, of how many."""
    tests, began = AREAS[module], time.monotonic()
    if os.waitpid(_forked(None, tests, 900), 0)[1]:
        sys.exit(f"The tests of {module} fail as it is: {' '.join(tests)}")
    seconds = 30 + 5 * int(time.monotonic() - began)
    every = mutants(module)
    tried = Random(module).sample(every, min(each or len(every), len(every)))
    survivors = unnoticed(tried, tests, seconds=seconds)
    print(f"{module}: {len(tried) - len(survivors)} of {len(tried)} noticed ({len(every)} in all)", flush=True)
    for mutant in sorted(survivors, key=lambda mutant: mutant.line):
        print(f"  {mutant.line}: {_told(mutant)}", flush=True)
    return len(tried) - len(survivors), len(tried)


def _told(mutant: Mutant) -> str:
    """The place as it is, and as the mutant has it."""
    _, node, wrong = mutant.looked_up()
    return " → ".join(ast.unparse(each).splitlines()[0][:90] for each in (node, ast.fix_missing_locations(wrong)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", nargs="*", default=list(AREAS), metavar="MODULE")
    parser.add_argument("--each", type=int, default=20, help="mutants of a module; 0: all of them")
    args = parser.parse_args()
    os.chdir(ROOT)
    sys.path.insert(0, str(ROOT))
    for name in HEAVY:
        importlib.import_module(name)
    found = [look(module, each=args.each) for module in args.modules]
    noticed, tried = (sum(column) for column in zip(*found, strict=True))
    print(f"{noticed} of {tried} mutants were noticed.")


if __name__ == "__main__":
    main()
