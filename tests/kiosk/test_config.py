"""Settings of the buzzer: a file, the environment over it, the command line over both; what is wrong is a sentence."""

import os
from pathlib import Path

import pytest

from engine.refusals import Refused
from kiosk.buzzer import config
from kiosk.buzzer.__main__ import REFUSED, main
from kiosk.buzzer.config import BuzzerConfig, load
from kiosk.buzzer.status import Status, own
from server.clock import buzzer_status

FULL = """
server = "http://127.0.0.1:9000"
kind = "none"
pin = 18
tone = 3000
active_high = false
light_pin = 23
light_active_high = false
tables = true
pin_log = "/tmp/pins"

[patterns]
warning = [100, 100, 100, 100, 100]
start = []
"""


@pytest.fixture(autouse=True)
def no_file_of_this_machine(monkeypatch, tmp_path):
    monkeypatch.setattr(config, "DEFAULT_FILE", tmp_path / "nothing.toml")


@pytest.fixture
def written(tmp_path):
    def write(text):
        path = tmp_path / "buzzer.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def test_without_a_file_everything_has_a_value():
    assert load(None, {}) == BuzzerConfig()
    assert BuzzerConfig().patterns["called"] == (1000, 400, 1000, 400, 1000)
    assert BuzzerConfig().tables is False


def test_the_file_sets_everything(written):
    found = load(written(FULL), {})
    assert (found.server, found.kind) == ("http://127.0.0.1:9000", "none")
    assert (found.pin, found.tone, found.active_high) == (18, 3000, False)
    assert (found.light_pin, found.light_active_high) == (23, False)
    assert (found.tables, found.pin_log) == (True, Path("/tmp/pins"))
    assert found.patterns["warning"] == (100,) * 5
    assert found.patterns["start"] == ()
    assert found.patterns["called"] == BuzzerConfig().patterns["called"]


def test_the_environment_goes_over_the_file_and_the_command_line_over_both(written):
    environment = {"CINDERBOX_BUZZER_PIN": "22", "CINDERBOX_SERVER": "http://127.0.0.1:1", "CINDERBOX_LIGHT_PIN": ""}
    found = load(written(FULL), environment, server="http://127.0.0.1:2")
    assert (found.pin, found.server, found.light_pin) == (22, "http://127.0.0.1:2", 23)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("pin = ", "is not TOML"),
        ("pim = 17", "no setting “pim”"),
        ("pin = true", "pin is a whole number"),
        ("pin = 'GPIO17'", "pin is a whole number"),
        ("kind = 3", "kind is a text"),
        ("tables = 1", "tables is true or false"),
        ("kind = 'loud'", "active, passive or none, not “loud”"),
        ("tone = 20", "between 200 and 5000 hertz"),
        ("kind = 'passive'\nactive_high = false", "cannot be turned round"),
        ("light_pin = 17", "cannot share pin 17"),
        ("patterns = 3", "has patterns for start"),
        ("[patterns]\nend = [3]", "not “end”"),
        ("[patterns]\nstart = 3", "list of milliseconds"),
        ("[patterns]\nstart = [0]", "list of milliseconds"),
        ("[patterns]\nstart = [true]", "list of milliseconds"),
        ("[patterns]\nstart = [9000, 9000]", "10000 at most"),
    ],
)
def test_what_makes_no_sense_is_told_in_a_sentence(written, text, says):
    with pytest.raises(Refused) as told:
        load(written(text), {})
    assert says in str(told.value)


@pytest.mark.parametrize(
    "server",
    [
        *("https://box", "127.0.0.1:8000", "http://", "http://[::1", "http://cinderbox..local:8000"),
        *("http://127.0.0.1:80O0", "http://127.0.0.1:99999", "http://127.0.0.1:-1", "http://127.0.0.1:0"),
    ],
)
def test_a_server_that_cannot_be_anywhere_is_told_in_a_sentence(server):
    with pytest.raises(Refused) as told:
        load(None, {"CINDERBOX_SERVER": server})
    assert str(told.value) == f"The server's address is like http://127.0.0.1:8000, not “{server}”."


@pytest.mark.parametrize(
    "server", ["http://127.0.0.1", "http://127.0.0.1:8000/", "http://[::1]:8000", "http://bücher:80"]
)
def test_a_server_can_be_anywhere_on_this_machine(server):
    assert load(None, {"CINDERBOX_SERVER": server}).server == server


@pytest.mark.parametrize("pin", ["²", "17.0", "-1", "GPIO17"])
def test_a_pin_in_the_environment_is_a_number(pin):
    with pytest.raises(Refused, match="pin is a whole number"):
        load(None, {"CINDERBOX_BUZZER_PIN": pin})


def test_a_file_that_was_named_has_to_be_there(tmp_path):
    with pytest.raises(Refused, match="cannot be read: No such file"):
        load(tmp_path / "gone.toml", {})


def test_settings_that_make_no_sense_are_told_to_the_desk(written, tmp_path, monkeypatch, capsys):
    """It gives up before it can say how it is: then that is what it leaves behind, until it starts."""
    monkeypatch.setenv("CINDERBOX_RUN", str(tmp_path / "run"))
    assert main(["--config", str(written("server = 'http://127.0.0.1:80O0'"))]) == REFUSED
    assert "The server's address is like" in capsys.readouterr().err
    assert buzzer_status.trouble().startswith("it does not start. The server's address is like")


def test_where_the_buzzer_leaves_word_is_set_for_the_server_too(written, tmp_path, monkeypatch):
    """A place of its own in the file would be one where the server never looks: all would be well, whatever happens."""
    monkeypatch.setenv("CINDERBOX_RUN", str(tmp_path / "run"))
    assert load(None, os.environ).run == tmp_path / "run"
    assert main(["--config", str(written("run = '/tmp/elsewhere'"))]) == REFUSED
    assert "Set CINDERBOX_RUN for the server and the buzzer alike." in buzzer_status.trouble()


def test_a_second_buzzer_with_wrong_settings_says_nothing_of_the_first(written, tmp_path, monkeypatch):
    monkeypatch.setenv("CINDERBOX_RUN", str(tmp_path))
    with own(tmp_path):
        Status(tmp_path).say(sound="", server="", last="")
        assert main(["--config", str(written("pin = maybe"))]) == REFUSED
        assert buzzer_status.trouble() == ""
