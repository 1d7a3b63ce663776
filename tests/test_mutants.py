"""The mistakes that `make mutants` makes on purpose."""

import ast

import pytest

from tests.mutants import AREAS, ROOT, changes, mutants


@pytest.mark.parametrize(
    ("code", "mistakes"),
    [
        ("a < b", ["a <= b"]),
        ("a in b", ["a not in b"]),
        ("a and b", ["a or b"]),
        ("a + b", ["a - b"]),
        ("not a", ["a"]),
        ("True", ["False"]),
        ("5", ["6"]),
        ("a if b else c", ["a if not b else c"]),
        ("(a, b, c)", ["(b, c)", "(a, c)", "(a, b)"]),
        ("'words'", []),
    ],
)
def test_what_could_be_written_by_mistake(code, mistakes):
    assert [ast.unparse(wrong) for wrong in changes(ast.parse(code, mode="eval").body)] == mistakes


@pytest.mark.parametrize("code", ["raise Refused('No.')", "session.clear()"])
def test_what_could_be_forgotten(code):
    assert [ast.unparse(wrong) for wrong in changes(ast.parse(code).body[0])] == ["pass"]


@pytest.mark.parametrize("module", AREAS)
def test_every_mutant_can_be_run_and_its_tests_are_there(module):
    """Or one that Python itself refuses would count as noticed."""
    assert all((ROOT / test).exists() for test in AREAS[module])
    found = mutants(module)
    assert found
    for mutant in found[:: max(1, len(found) // 5)]:
        compile(mutant.tree, module, "exec")
