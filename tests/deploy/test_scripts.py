"""The scripts that start other programs, with programs that only write down how they were called."""

import os
import stat
import subprocess
from hashlib import sha256

import pytest

from tests.deploy.roots import DEPLOY
from tests.waiting import wait_until

SCRIPTS = DEPLOY / "root/usr/local/lib/cinderbox"


class Programs:
    """A folder of programs before all others; each call is a line in `called`."""

    def __init__(self, tmp_path):
        self.folder, self.calls = tmp_path / "bin", tmp_path / "called"
        self.folder.mkdir()
        self.calls.touch()
        self.env = {**os.environ, "PATH": f"{self.folder}:{os.environ['PATH']}"}

    def add(self, name, answer=""):
        (self.folder / name).write_text(f'#!/bin/sh\necho "{name} $*" >> {self.calls}\n{answer}\n')
        (self.folder / name).chmod(0o755)

    def called(self, name):
        return [line for line in self.calls.read_text().splitlines() if line.split()[0] == name]


@pytest.fixture
def programs(tmp_path):
    return Programs(tmp_path)


@pytest.fixture
def kiosk(programs, tmp_path):
    """The kiosk script with a screen that is off, a server that is not up, and a profile of a browser that crashed."""
    (tmp_path / "drm/card0-HDMI-A-1").mkdir(parents=True)
    (tmp_path / "drm/card0-HDMI-A-1/status").write_text("disconnected\n")
    (tmp_path / "run/profile").mkdir(parents=True)
    (tmp_path / "run/profile/crashed").touch()
    programs.add("cage")
    programs.add("chromium")
    programs.add("python", f"[ -e {tmp_path}/server-is-up ]")
    text = (SCRIPTS / "kiosk").read_text().replace("/opt/cinderbox/current/bin/python", "python")
    (tmp_path / "kiosk").write_text(text)
    settings = {"CINDERBOX_SCREENS": str(tmp_path / "drm"), "RUNTIME_DIRECTORY": str(tmp_path / "run")}
    (tmp_path / "wall-token").write_text("letmesee")
    (tmp_path / "machine-id").write_text("0123456789abcdef0123456789abcdef\n")
    settings |= {"CINDERBOX_RUN": str(tmp_path), "CINDERBOX_MACHINE": str(tmp_path / "machine-id")}
    with subprocess.Popen(["sh", tmp_path / "kiosk"], env={**programs.env, **settings, "CINDERBOX_PORT": "8123"}) as it:
        yield it
        it.kill()


SETTINGS = [
    ("# which stick\nCINDERBOX_USB=/mnt/stick\n", "/mnt/stick"),
    ("CINDERBOX_USB=/mnt/BLUE STICK  \n", "/mnt/BLUE STICK"),
    ('CINDERBOX_USB="/mnt/BLUE STICK "\n', "/mnt/BLUE STICK "),
    ("CINDERBOX_USB='/mnt/\"BLUE\" $TICK'\n", '/mnt/"BLUE" $TICK'),
    ("CINDERBOX_USB=/mnt/R&D $HOME $(touch broken) `touch broken`; touch broken\n", None),
    ('CINDERBOX_USB="/mnt/a\\"b \\$5 c\\d"\n', '/mnt/a"b $5 c\\d'),
    ("CINDERBOX_USB=/mnt/a\\ b\n", "/mnt/a b"),
    ("CINDERBOX_USB=/mnt/first\r\n  CINDERBOX_USB=/mnt/last\r\n", "/mnt/last"),
    ("CINDERBOX_USB=/mnt/a=b", "/mnt/a=b"),
    ("touch broken\n; CINDERBOX_USB=/mnt/x\nmy-name=x\nCINDERBOX_USB=\n", ""),
]


@pytest.mark.parametrize(("settings", "stick"), SETTINGS, ids=range(len(SETTINGS)))
def test_the_command_has_the_settings_of_the_box(programs, tmp_path, settings, stick):
    """Backups by hand go where the server's go; settings are read as systemd reads them, and nothing in them is run."""
    (tmp_path / "cinderbox.env").write_text(settings, newline="")
    programs.add("box", 'echo "$CINDERBOX_USB|$CINDERBOX_DATA|$*"')
    programs.add("runuser", 'shift 3; exec "$@"')
    text = (SCRIPTS.parent.parent / "bin/cinderbox").read_text()
    text = text.replace("/etc/cinderbox", str(tmp_path)).replace("/opt/cinderbox/current/bin/cinderbox", "box")
    (tmp_path / "cinderbox").write_text(text.replace("/usr/local/lib/cinderbox", str(SCRIPTS)))
    called = ["sh", tmp_path / "cinderbox", "backup"]
    done = subprocess.run(called, env=programs.env, capture_output=True, text=True, cwd=tmp_path)
    stick = settings.strip().partition("=")[2] if stick is None else stick
    assert done.stdout == f"{stick}|/var/lib/cinderbox|backup\n", done.stderr
    assert not (tmp_path / "broken").exists()


def test_the_wall_waits_for_a_screen_then_for_the_server_and_starts_fresh(kiosk, programs, tmp_path):
    assert not programs.called("python")
    (tmp_path / "drm/card0-HDMI-A-1/status").write_text("connected\n")
    wait_until(lambda: len(programs.called("python")) > 1)
    assert not programs.called("cage")
    (tmp_path / "server-is-up").touch()
    assert kiosk.wait(30) == 0
    (call,) = programs.called("cage")
    same = sha256((tmp_path / "machine-id").read_bytes()).hexdigest()[:12]
    assert call.endswith(f" http://127.0.0.1:8123/wall?screen={same}#letmesee"), "the same screen at every start"
    for flag in ("--kiosk", "--noerrdialogs", "--hide-crash-restore-bubble", "--no-first-run"):
        assert f" {flag} " in call
    assert "--autoplay-policy=no-user-gesture-required" in call
    assert f"--user-data-dir={tmp_path}/run/profile" in call
    assert not list((tmp_path / "run/profile").iterdir())


@pytest.fixture
def hotspot(programs, tmp_path):
    settings = tmp_path / "hotspot.conf"
    settings.write_text("SSID=Cinderbox\nPASSWORD=twelveletter\n")
    programs.add("nmcli")
    programs.add("iw", "printf 'global\\ncountry DE: DFS-ETSI\\n'")
    own = {"CINDERBOX_HOTSPOT": str(settings), "CINDERBOX_PROFILES": str(tmp_path / "profiles")}

    def call(*arguments):
        command = [SCRIPTS / "hotspot", *arguments]
        return subprocess.run(command, env={**programs.env, **own}, capture_output=True, text=True)

    call.settings, call.profile = settings, tmp_path / "profiles/cinderbox-hotspot.nmconnection"
    return call


def test_the_hotspot_goes_up_with_a_profile_only_root_reads_and_down_without_a_trace(hotspot, programs):
    done = hotspot("up")
    assert done.returncode == 0, done.stderr
    assert stat.S_IMODE(hotspot.profile.stat().st_mode) == 0o600
    text = hotspot.profile.read_text()
    assert "mode=ap" in text
    assert "ssid=Cinderbox" in text
    assert "psk=twelveletter" in text
    assert programs.called("nmcli")[-1] == "nmcli connection up cinderbox-hotspot"
    assert not any("twelveletter" in call for call in programs.called("nmcli"))
    assert hotspot("down").returncode == 0
    assert not hotspot.profile.exists()


@pytest.mark.parametrize("country", ["country 00: DFS-UNSET", ""])
def test_the_hotspot_refuses_without_a_wlan_country(hotspot, programs, country):
    programs.add("iw", f"printf 'global\\n{country}\\n'")
    done = hotspot("up")
    assert done.returncode == 1
    assert "No WLAN country is set" in done.stderr
    assert "do_wifi_country" in done.stderr
    assert not hotspot.profile.exists()
    assert not programs.called("nmcli")


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ("PASSWORD=twelveletter\n", "names no SSID"),
        ("SSID=Cinderbox\nPASSWORD=short\n", "at least 8 characters"),
    ],
)
def test_the_hotspot_refuses_settings_that_cannot_work(hotspot, programs, settings, sentence):
    hotspot.settings.write_text(settings)
    done = hotspot("up")
    assert done.returncode == 1
    assert sentence in done.stderr
    assert not programs.called("nmcli")


def test_the_hotspot_does_nothing_it_was_not_told(hotspot):
    assert hotspot().returncode == 1
