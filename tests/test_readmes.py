"""What the READMEs say can be typed, can be typed. `make run` and `make test` themselves are tried by `make fresh`."""

import argparse
import json
import re
import shlex
import shutil
import subprocess
import tomllib
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from engine.decisions import clock
from kiosk.buzzer.config import load
from server.app import opened_app
from server.cli.options import parser
from server.control import control_keys
from server.core import journal
from server.core.config import Config
from server.core.timekeeping import moment
from server.wall import screens
from tests.server.deck_lists import LEGAL
from tests.server.result_event import Event

ROOT = Path(__file__).parent.parent
READMES = sorted(ROOT.glob("*.md")) + sorted(ROOT.glob("[a-z]*/README.md"))
NEEDS_NOTHING = {"git", "ls", "cd"}  # they are everybody's own


def blocks(readme, language=""):
    """The fenced blocks of one language."""
    return re.findall(rf"^```{language}\n(.*?)^```", readme.read_text(), re.S | re.M)


def commands(readme):
    """Every command of every block without a language, without its comment, with what it should print."""
    for block in blocks(readme):
        shown = re.split(r"^\$ ", block, flags=re.M)[1:]
        for each in shown or block.splitlines():
            line, _, printed = each.partition("\n")
            line, _, comment = line.partition("#")
            for command in filter(None, map(str.strip, line.split("&&"))):
                yield command, printed.strip() or comment.strip()


EVERY = [pytest.param(*found, id=found[0]) for readme in READMES for found in commands(readme)]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The files that the README's examples name."""
    (document,) = blocks(ROOT / "README.md", "json")
    (tmp_path / "event.json").write_text(document)
    event = {"name": "Spring Cup", "date": "2026-03-02", "document": json.loads(document)}
    (tmp_path / "season.json").write_text(json.dumps({"name": "Season", "rules": {"by": "wins"}, "events": [event]}))
    (tmp_path / "deck.txt").write_text(LEGAL)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(("command", "printed"), EVERY)
def test_a_command_of_a_readme_does_what_is_written(command, printed, folder, cinderbox):
    words = [word for word in shlex.split(command) if word != "sudo"]
    if words[0] == "cinderbox" and not command.startswith("sudo"):
        ran = cinderbox(*words[1:])
        assert ran.exit == 0, ran.err
        assert re.search(like(printed), ran.out, re.S), ran.out
    elif words[0] not in NEEDS_NOTHING:
        KNOWN[words[0]](words, folder)


def like(printed):
    """A pattern for what is printed; a comment in words says nothing about it."""
    if not printed.startswith(("{", "[")):
        return ""
    return ".*".join(map(re.escape, printed.split("…")))


def the_parser_knows_it(words, _folder):
    parser().parse_args(words[1:])


def the_makefile_knows_it(words, _folder):
    done = subprocess.run(["make", "--dry-run", *words[1:]], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def the_installer_would_do_it(words, folder):
    if not (shutil.which("dpkg") and shutil.which("systemd-sysusers")):
        pytest.skip("needs a Debian with systemd")
    (folder / "machine").mkdir()
    command = [ROOT / words[0], *words[1:], "--dry-run", "--root", folder / "machine"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def the_image_would_be_made(words, folder):
    """There is no system of a Pi here to make it from; what follows the two names, install.sh has to know."""
    refused = subprocess.run([ROOT / words[0], *words[1:]], capture_output=True, text=True)
    assert re.search("There is no image|needs the administrator|is missing", refused.stderr)
    the_installer_would_do_it(["./deploy/install.sh", *words[3:]], folder)


def the_unit_is_ours(words, _folder):
    assert words[1] in ("start", "stop", "restart", "enable", "set-default")
    assert (ROOT / f"deploy/root/etc/systemd/system/{words[-1]}.service").exists()


def the_box_does_it(words, folder):
    """As curl would send it, to a box where a round is being played."""
    options = argparse.ArgumentParser()
    options.add_argument("-X", choices=["POST"])
    options.add_argument("-H")
    options.add_argument("-d", action="append", default=[])
    options.add_argument("address")
    asked = options.parse_args(words[1:])
    journal.forget()
    with opened_app(Config(folder)) as app:
        cup = Event(app, ("Ana", "Ben", "Cai", "Dee")).start()
        with app.test_request_context():
            key = control_keys.make("Script")
            screens.hello("", address="10.0.0.1", told={})
        if asked.address.endswith("/time"):
            cup.do(lambda t: clock.start_clock(t, moment()))
        name, _, said = asked.H.replace("KEY", key).partition(": ")
        form = dict(each.split("=", 1) for each in asked.d)
        answer = app.test_client().post(urlsplit(asked.address).path, data=form, headers={name: said})
        assert answer.status_code == 200, answer.json
    journal.forget()


KNOWN = {
    "curl": the_box_does_it,
    "cinderbox": the_parser_knows_it,
    "make": the_makefile_knows_it,
    "./deploy/install.sh": the_installer_would_do_it,
    "./deploy/build-image": the_image_would_be_made,
    "systemctl": the_unit_is_ours,
}


def test_there_are_commands_to_try():
    """Or the pattern above has stopped finding them."""
    assert {shlex.split(each.values[0])[0] for each in EVERY} >= {"cinderbox", "make", "sudo"}


@pytest.mark.parametrize("readme", READMES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_command_named_in_passing_exists(readme):
    """`make soak` and `cinderbox bench load --devices 200`, wherever a sentence names them."""
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M)) | {".venv"}
    prose = re.sub(r"```.*?```", "", readme.read_text(), flags=re.S)
    for words in re.findall(r"`(?:sudo )?(make|cinderbox) ([^`]+)`", prose):
        program, rest = words[0], words[1].split()
        if program == "make":
            assert {word for word in rest if "=" not in word} <= targets, rest
        else:
            it_has_these_options(rest)


def it_has_these_options(words):
    command, *rest = words
    known = parser()._subparsers._group_actions[0].choices
    assert command in known or command.startswith("--") or command.isupper(), words
    if command in known and command != "buzzer":
        options = {name for action in known[command]._actions for name in action.option_strings}
        assert {word for word in rest if word.startswith("--")} <= options, words


def test_the_settings_of_the_buzzer_can_be_read(tmp_path):
    for block in blocks(ROOT / "kiosk/README.md", "toml"):
        tomllib.loads(block)
        (tmp_path / "buzzer.toml").write_text(block)
        assert load(tmp_path / "buzzer.toml", {}).pin == 17


def test_every_document_is_json():
    for readme in READMES:
        for block in blocks(readme, "json"):
            json.loads(block)


def test_a_ruling_names_modules_that_exist():
    named = re.findall(r"`([a-z_/]+\.py)`", (ROOT / "engine/RULINGS.md").read_text())
    assert len(named) > 20
    assert not [name for name in named if not any((ROOT / "engine").rglob(name))]
