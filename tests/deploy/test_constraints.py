"""The versions in deploy/constraints.txt: all that Cinderbox needs is there, and fits what pyproject asks for."""

import ast
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, packages_distributions, requires, version

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.deploy.roots import DEPLOY, ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
ROOMS = ("engine", "kiosk", "server")


def constraints(file):
    """The version of each package in it, and in the file it refers to."""
    found = {}
    for line in (DEPLOY / file).read_text().splitlines():
        if line.startswith("-c "):
            found |= constraints(line.removeprefix("-c "))
        elif not line.startswith("#"):
            name, _, exactly = line.partition("==")
            found[name] = exactly
    return found


def installed(name):
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def needed(asked):
    """Each requirement of these packages and of theirs, as they are installed."""
    waiting, met = [Requirement(text) for text in asked], set()
    while waiting:
        requirement = waiting.pop()
        if requirement in met:
            continue
        met.add(requirement)
        for text in requires(requirement.name) or ():
            further = Requirement(text)
            extras = ("", *requirement.extras)
            if further.marker is None or any(further.marker.evaluate({"extra": extra}) for extra in extras):
                waiting.append(further)
    return met


@pytest.mark.parametrize(
    ("file", "extras"), [("constraints.txt", ()), ("constraints-dev.txt", ("dev", "bench"))], ids=["box", "tests"]
)
def test_everything_needed_has_a_version_that_fits(file, extras):
    known = constraints(file)
    if other := [name for name, wanted in known.items() if installed(name) not in (None, wanted)]:
        pytest.skip(f"here are other versions than the constraints name: {', '.join(other)}")
    asked = [*PROJECT["dependencies"], *(text for extra in extras for text in PROJECT["optional-dependencies"][extra])]
    for requirement in needed(asked):
        found = known.get(canonicalize_name(requirement.name))
        assert found, f"{requirement}: run deploy/build-constraints"
        assert requirement.specifier.contains(found, prereleases=True), f"{requirement}, but {found}"


def test_whatever_we_import_we_ask_for_ourselves():
    """A package that only comes along with another may stay away with its next version."""
    asked = [
        *PROJECT["dependencies"],
        *PROJECT["optional-dependencies"]["dev"],
        *PROJECT["optional-dependencies"]["bench"],
    ]
    ours = {canonicalize_name(Requirement(text).name) for text in asked}
    of_module = packages_distributions()
    for room in ROOMS:
        for path in (ROOT / room).rglob("*.py"):
            for module in imported(path) - {*sys.stdlib_module_names, *ROOMS}:
                assert {canonicalize_name(name) for name in of_module[module]} & ours, f"{path} imports {module}"


def imported(path):
    """The packages a file imports, by their first name."""
    nodes = list(ast.walk(ast.parse(path.read_text())))
    plain = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    parts = {node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.level == 0}
    return {name.split(".")[0] for name in plain | parts}
