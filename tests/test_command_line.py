"""How `cinderbox` is called: its help, its version, its sentences, where its data is, and how it ends."""

import argparse
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tomllib
import urllib.request
from contextlib import contextmanager

import pytest

from engine.refusals import Refused
from kiosk.buzzer.__main__ import _parser as buzzer_parser
from server.cli.last_used import events_elsewhere
from server.cli.options import commands_of, parser
from server.core.config import Config, config_from
from server.core.version import software
from tests.box import ROOT, Box
from tests.waiting import PATIENCE_S

CINDERBOX = [sys.executable, "-m", "server.cli"]
PARSERS = {"cinderbox": parser(), "buzzer": buzzer_parser(), **commands_of(parser())}


@pytest.mark.parametrize("name", PARSERS)
def test_every_option_has_a_word_of_help(name):
    for each in PARSERS[name]._actions:
        if isinstance(each, argparse._SubParsersAction):
            assert {choice.dest for choice in each._choices_actions if choice.help} == set(each.choices)
        else:
            assert each.help, each
    assert PARSERS[name].description


def test_the_version_is_the_same_everywhere(cinderbox):
    told = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    newest = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), flags=re.M)
    ran = cinderbox("--version")
    assert (ran.exit, ran.out) == (0, f"Cinderbox {told}\n")
    assert (software(), newest[1]) == (told, told)


@pytest.mark.parametrize("option", ["--port", "--live-port"])
@pytest.mark.parametrize("port", ["70000", "65536", "-5", "http", "", "٨٠", "9" * 5000])
def test_a_port_that_is_none_is_one_sentence(cinderbox, tmp_path, option, port):
    """--port 70000 quietly served on 4464."""
    ran = cinderbox("serve", "--data", tmp_path / "new", option, port)
    assert (ran.exit, ran.out, len(ran.err.splitlines())) == (2, "", 1)
    assert "A port is a number from 1 to 65535" in ran.err
    assert not (tmp_path / "new").exists()


CALLS = """
import json, sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from server.cli.__main__ import main

for call in json.load(sys.stdin):
    with redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()) as err:
        try:
            code = main(call)
        except SystemExit as stop:
            code = stop.code
    print(json.dumps([code, out.getvalue(), err.getvalue()]))
"""


def refused(calls, *, by=()):
    """What is said about each of these calls of `cinderbox`, which all end at once, in one process of their own."""
    calls = [[str(word) for word in call] for call in calls]
    command = [*by, sys.executable, "-c", CALLS]
    done = subprocess.run(
        command, input=json.dumps(calls), cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE_S
    )
    for call, line in zip(calls, done.stdout.splitlines(), strict=True):
        code, out, said = json.loads(line)
        assert (call, code, out, said.count("\n")) == (call, 2, "", 1)
        yield said


def test_a_host_that_is_not_this_machine_is_one_sentence(tmp_path):
    hosts = ["nowhere.invalid", "192.0.2.77", "a..b", "x" * 70]
    for said in refused(["serve", "--data", tmp_path, "--port", 0, "--host", host] for host in hosts):
        assert "is no address of this machine" in said


def test_a_port_that_is_taken_is_one_sentence(tmp_path):
    options = [("--port", "--live-port"), ("--live-port", "--port")]
    with socket.create_server(("127.0.0.1", 0)) as somebody:
        taken = somebody.getsockname()[1]
        here = ["serve", "--data", tmp_path, "--host", "127.0.0.1"]
        told = list(refused([*here, option, taken, other, 0] for option, other in options))
    reason = f"Port {taken} cannot be used: Address already in use."
    assert told == [f"{reason} Choose another with {option}.\n" for option, _ in options]


def test_screens_and_codes_name_the_address_that_it_really_listens_on(tmp_path):
    """With `--host 127.0.0.1` walls, tablet codes and slips named an address of the network, where nobody answers."""
    with (
        Box(tmp_path, host="127.0.0.1") as box,
        urllib.request.urlopen(f"{box.address}/api/wall", timeout=PATIENCE_S) as answer,
    ):
        assert json.load(answer)["box"]["address"] == f"http://127.0.0.1:{box.port}/"


@pytest.mark.parametrize("url", ["http://box:70000", "http://box:0"])
def test_the_address_of_the_streams_has_a_port_that_exists(tmp_path, monkeypatch, url):
    monkeypatch.setenv("LIVE_URL", url)
    with pytest.raises(Refused, match="LIVE_URL has to be an address"):
        config_from(str(tmp_path))


@contextmanager
def serving(folder, *arguments, **env):
    """`cinderbox serve` in this folder, with what it said until it was open; stopped at the end."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_STATE_HOME": str(folder.parent / "state"), **env}
    command = [*CINDERBOX, "serve", "--host", "127.0.0.1", "--port", "0", *map(str, arguments)]
    process = subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True)
    process.said = []
    for line in process.stdout:
        process.said.append(line)
        if "Ctrl-C" in line:
            break
    try:
        yield process
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def in_words(process):
    return " ".join("".join(process.said).split())


def test_ctrl_c_ends_with_one_calm_line(tmp_path):
    with serving(tmp_path) as process:
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0
        assert process.stdout.read() == "\nCinderbox has stopped. Everything is saved.\n"


@pytest.fixture
def folders(tmp_path):
    for name in ("club", "elsewhere"):
        (tmp_path / name).mkdir()
    return tmp_path / "club", tmp_path / "elsewhere"


def test_the_welcome_says_where_the_data_is_and_who_can_open_it(folders):
    club, _ = folders
    with serving(club) as process:
        assert f"Everything is kept in {club / 'instance'}" in in_words(process)
        assert "Only this machine can open that address: --host 127.0.0.1 says so." in in_words(process)
        assert "No events are in it yet" not in in_words(process)


def test_a_start_in_another_folder_says_where_the_events_are(folders, cinderbox):
    club, elsewhere = folders
    with serving(club):
        cinderbox("demo", "--data", club / "instance")
    with serving(elsewhere) as process:
        said = f"No events are in it yet. Those of last time: cinderbox serve --data {club / 'instance'}"
        assert said in in_words(process)


@pytest.fixture
def told(folders):
    """The data directory that a start in this folder speaks of."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("XDG_STATE_HOME", str(folders[0].parent / "state"))
        yield lambda folder: events_elsewhere(Config(folder / "instance"))


def test_it_is_said_at_every_start_until_there_are_events_here_too(folders, told, cinderbox):
    club, elsewhere = folders
    cinderbox("demo", "--data", club / "instance")
    assert told(club) is None
    assert [told(elsewhere), told(elsewhere)] == [club / "instance"] * 2
    cinderbox("demo", "--data", elsewhere / "instance")
    assert told(elsewhere) is None


@pytest.mark.parametrize("lost", ["deleted", "empty", "garbage"])
def test_what_is_gone_is_not_spoken_of(folders, told, cinderbox, lost):
    club, elsewhere = folders
    if lost != "empty":
        cinderbox("demo", "--data", club / "instance")
    told(club)
    if lost == "deleted":
        shutil.rmtree(club)
    if lost == "garbage":
        (club.parent / "state/cinderbox/data-directory").write_bytes(b"\0\xff")
    assert told(elsewhere) is None


def test_where_the_data_is_named_for_good_nothing_is_remembered(folders, told, monkeypatch):
    club, _ = folders
    monkeypatch.setenv("CINDERBOX_DATA", str(club / "instance"))
    assert told(club) is None
    assert not (club.parent / "state").exists()


def test_without_a_home_it_starts_all_the_same(folders, told, monkeypatch, tmp_path):
    club, _ = folders
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    assert told(club) is None
    with serving(club, XDG_STATE_HOME="", HOME="/dev/null") as process:
        assert "Stop with Ctrl-C" in in_words(process)


def test_another_users_data_says_use_sudo(tmp_path):
    """`cinderbox pin` on the appliance: the data belongs to the box's own user, and nobody else may look in."""
    if os.geteuid() or not shutil.which("setpriv"):
        pytest.skip("only root can make another user's directory, and setpriv becomes nobody")
    tmp_path.chmod(0o755)
    data = tmp_path / "data"
    data.mkdir(mode=0o700)
    nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
    if subprocess.run([*nobody, sys.executable, "-c", "import flask, server.cli"], cwd=ROOT).returncode:
        pytest.skip("nobody else can run what is installed here")
    more = {"restore": [data / "backups/b.db"], "export": ["cup"]}
    commands = ["pin", "check", "backup", "demo", "serve", "restore", "export"]
    for said in refused(([each, *more.get(each, []), "--data", data] for each in commands), by=nobody):
        assert "is not yours. Use sudo" in said


@pytest.mark.parametrize("command", ["pin", "check", "backup", "debug", "export"])
def test_where_no_box_has_ever_been_nothing_is_made_and_nothing_is_told(tmp_path, cinderbox, command):
    """A mistyped folder got a new, empty box of its own, and `cinderbox pin` a PIN that opened nothing."""
    data = tmp_path / "mistyped"
    more = {"debug": [tmp_path / "bundle.zip"], "export": ["cup"]}.get(command, [])
    ran = cinderbox(command, *more, "--data", data)
    assert (ran.exit, ran.out) == (2, "")
    assert (
        ran.err.strip() == f"There is no box in {data} yet. `cinderbox serve` makes one; --data names another folder."
    )
    assert list(tmp_path.iterdir()) == []


def completed(*words):
    """What bash offers for the last of these words."""
    script = 'source <("${@:1:3}" completion); COMP_WORDS=(cinderbox "${@:4}"); COMP_CWORD=$(($# - 3)); _cinderbox; '
    script += 'printf "%s\\n" "${COMPREPLY[@]}"'
    done = subprocess.run(["bash", "-c", script, "bash", *CINDERBOX, *words], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.split()


@pytest.mark.skipif(not shutil.which("bash"), reason="bash is not installed")
def test_bash_completes_commands_options_and_choices():
    assert completed("s") == ["serve", "standings", "series", "simulate", "soak"]
    assert set(commands_of(parser())) < set(completed(""))
    assert completed("serve", "--p") == ["--port"]
    assert completed("serve", "--port", "9000", "--da") == ["--data"]
    assert completed("bench", "") == ["pairing", "pages", "load", "clock", "door", "people"]
    assert completed("restore", "") == []


@pytest.mark.skipif(not shutil.which("groff"), reason="groff is not installed")
def test_the_manual_page_is_sound_and_names_every_command(cinderbox):
    page = cinderbox("manual").out
    done = subprocess.run(
        ["groff", "-man", "-Tutf8", "-Kutf8", "-ww", "-P-cbou"], input=page.encode(), capture_output=True
    )
    assert (done.returncode, done.stderr) == (0, b"")
    told = done.stdout.decode()
    assert all(f"cinderbox {name}" in told for name in commands_of(parser()))
    assert software() in told


@pytest.mark.skipif(not shutil.which("make"), reason="make is not installed")
@pytest.mark.parametrize("call", [["make", "run", "PORT=70000"], ["env", "PORT=70000", "make", "run"]])
def test_make_run_passes_the_port_on(call):
    done = subprocess.run([*call, "--dry-run"], cwd=ROOT, capture_output=True, text=True)
    assert 'cinderbox serve --port "${PORT:-8000}"' in done.stdout
