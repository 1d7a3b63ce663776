"""What is installed from a wheel runs by itself, in an empty environment."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The `cinderbox` of a fresh environment that has only our wheel."""
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, ROOT)
    (wheel,) = folder.glob("cinderbox-*.whl")
    run(sys.executable, "-m", "venv", "--without-pip", folder / "venv")
    pip = (sys.executable, "-m", "pip", "--python", folder / "venv/bin/python")
    run(*pip, "install", "--quiet", "--no-compile", "--constraint", ROOT / "deploy/constraints.txt", wheel)
    return folder / "venv/bin/cinderbox"


def run(*command, stdin=""):
    done = subprocess.run([str(part) for part in command], input=stdin, capture_output=True, text=True, cwd="/")
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_installed_command_pairs_a_round(installed):
    doc = {"ruleset": "ashes-reborn", "seed": "1", "players": [{"id": p, "name": p} for p in ("Ana", "Ben", "Cai")]}
    line = json.loads(run(installed, "pair", "-", stdin=json.dumps(doc | {"rounds": []})))
    assert {*line["matches"][0]["players"], line["bye"]} == {"Ana", "Ben", "Cai"}


@pytest.mark.parametrize("ruleset", ["ashes-reborn", "ashes-classic", "ashes-draft", "summoner-wars", "spellfire"])
def test_the_installed_command_plays_an_event_of_every_ruleset(installed, ruleset):
    assert "nothing wrong" in run(installed, "simulate", "--ruleset", ruleset, "--players", "9", "--quiet")
