"""The units and scripts: clean to the tools that check them, and nothing waits for a network or the time."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.deploy.roots import DEPLOY, system_units

UNITS = sorted((DEPLOY / "root/etc/systemd/system").iterdir())
SERVICES = [unit for unit in UNITS if unit.suffix == ".service"]
SCRIPTS = [path for path in sorted(DEPLOY.rglob("*")) if path.is_file() and path.read_bytes()[:2] == b"#!"]

# What `systemd-analyze security` gave when deploy/README was written; a higher number is a step back.
EXPOSURE = {
    "cinderbox.service": 1.8,
    "cinderbox-buzzer.service": 1.5,
    "cinderbox-kiosk.service": 3.2,
    "cinderbox-backup.service": 0.6,
    "cinderbox-hotspot.service": 2.3,
    "cinderbox-https.service": 1.7,
    "cinderbox-off.service": 1.7,
    "cinderbox-restart.service": 1.7,
    "cinderbox-update.service": 2.3,
}

systemd = pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd-analyze is not installed")


@pytest.fixture(scope="module")
def machine(tmp_path_factory):
    """A root with our files in it and something to start; skipped where systemd-analyze cannot work at all."""
    folder = tmp_path_factory.mktemp("root")
    system_units(folder)
    shutil.copytree(DEPLOY / "root", folder, dirs_exist_ok=True)
    for name in ("opt/cinderbox/current/bin/cinderbox", "usr/bin/caddy", "usr/bin/rm", "usr/bin/systemctl"):
        command = folder / name
        command.parent.mkdir(parents=True, exist_ok=True)
        command.write_text("#!/bin/sh\n")
        command.chmod(0o755)
    (folder / "etc/systemd/system/plain.service").write_text(
        "[Service]\nExecStart=/opt/cinderbox/current/bin/cinderbox\n"
    )
    code, said = verify(folder, "plain.service")
    if code:
        pytest.skip(f"systemd-analyze cannot work here: {said.strip()}")
    return folder


def verify(machine, unit):
    command = ["systemd-analyze", "verify", "--man=no", f"--root={machine}", unit]
    done = subprocess.run(command, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


@systemd
@pytest.mark.parametrize("unit", [unit.name for unit in UNITS])
def test_systemd_finds_nothing_to_say_about_a_unit(machine, unit):
    assert verify(machine, unit) == (0, "")


@systemd
def test_systemd_would_say_something(machine):
    (machine / "etc/systemd/system/wrong.service").write_text("[Service]\nExecStart=/no/such/thing\nColour=red\n")
    code, said = verify(machine, "wrong.service")
    assert code
    assert "Colour" in said


@systemd
@pytest.mark.parametrize("unit", [unit.name for unit in SERVICES])
def test_a_unit_is_no_more_exposed_than_the_readme_says(machine, unit):
    command = ["systemd-analyze", "security", "--offline=true", "--no-pager", f"--root={machine}", unit]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    measured = float(re.search(r"Overall exposure level for \S+: ([\d.]+)", said)[1])
    assert measured <= EXPOSURE[unit]


@pytest.mark.skipif(not shutil.which("systemd-sysusers"), reason="systemd-sysusers is not installed")
def test_the_users_are_made_that_the_parts_run_as(tmp_path):
    shutil.copytree(DEPLOY / "root/etc/sysusers.d", tmp_path / "etc/sysusers.d")
    subprocess.run(["systemd-sysusers", f"--root={tmp_path}", "cinderbox.conf"], check=True)
    users, groups = ((tmp_path / "etc" / name).read_text() for name in ("passwd", "group"))
    assert re.search(r"^cinderbox:.*:/var/lib/cinderbox:/usr/sbin/nologin$", users, re.M)
    assert re.search(r"^cinderbox-wall:", users, re.M)
    assert re.search(r"^cinderbox-https:", users, re.M)
    assert re.search(r"^gpio:", groups, re.M)


def test_the_readme_has_these_numbers():
    readme = (DEPLOY / "README.md").read_text()
    for unit, exposure in EXPOSURE.items():
        assert re.search(rf"`{re.escape(unit)}` \| {exposure} ", readme), unit


@pytest.mark.skipif(not shutil.which("shellcheck"), reason="shellcheck is not installed")
def test_the_scripts_are_clean_to_shellcheck():
    scripts = [*SCRIPTS, *DEPLOY.glob("lib/*.sh"), *DEPLOY.glob("root/**/*.sh")]
    command = ["shellcheck", "--external-sources", *map(str, scripts)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=DEPLOY.parent)
    assert done.stdout + done.stderr == ""
    assert len(scripts) > 6


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_nothing_waits_for_a_network_or_for_the_time(unit):
    text = "\n".join(line for line in unit.read_text().splitlines() if not line.startswith("#"))
    assert not re.search(r"network(-online|-pre)?\.target|time-(sync|set)|timesync|wait-online", text)


@pytest.mark.parametrize("unit", SERVICES, ids=lambda unit: unit.name)
def test_nothing_runs_as_root_but_the_hotspot_the_update_and_what_switches_off(unit):
    user = re.search(r"^User=(\S+)", unit.read_text(), re.M)
    own = (
        {None}
        if unit.stem in ("cinderbox-hotspot", "cinderbox-off", "cinderbox-restart", "cinderbox-update")
        else {"cinderbox", "cinderbox-wall", "cinderbox-https"}
    )
    assert (user and user[1]) in own


@pytest.mark.parametrize("name", ["cinderbox", "cinderbox-backup"])
def test_whoever_makes_backups_may_write_to_a_stick_wherever_it_is(name):
    text = (DEPLOY / f"root/etc/systemd/system/{name}.service").read_text()
    named = re.search(r"CINDERBOX_USB=(/\w+)", (DEPLOY / "settings/cinderbox.env").read_text())[1]
    may = re.search(r"^ReadWritePaths=(.*)", text, re.M)[1].split()
    assert {f"-{named}", "-/media", "-/run/media"} <= set(may)


def test_what_the_room_needs_never_gives_up():
    for name in ("cinderbox", "cinderbox-buzzer", "cinderbox-kiosk", "cinderbox-https"):
        text = (DEPLOY / f"root/etc/systemd/system/{name}.service").read_text()
        assert "StartLimitIntervalSec=0" in text
        assert "Restart=always" in text
        assert re.search(r"^RestartSec=\d", text, re.M)


def test_a_stick_is_looked_at_after_udev_knows_what_it_is():
    """The bus and the file system come from 60-persistent-storage.rules; rules are read in the order of their names."""
    (rules,) = (DEPLOY / "root/etc/udev/rules.d").glob("*-usb.rules")
    assert "ID_BUS" in rules.read_text()
    assert "60-persistent-storage.rules" < rules.name < "99"


def test_the_pins_belong_to_the_group_that_the_buzzer_is_in():
    """Debian leaves them to root; the rule and the unit speak of the same group, which is made with the users."""
    rule = (DEPLOY / "root/etc/udev/rules.d/60-cinderbox-gpio.rules").read_text()
    group = re.search(r'KERNEL=="gpiochip\*", GROUP="(\w+)", MODE="0660"', rule)[1]
    unit = (DEPLOY / "root/etc/systemd/system/cinderbox-buzzer.service").read_text()
    assert f"SupplementaryGroups={group}\n" in unit
    assert re.search(rf"^g {group} ", (DEPLOY / "root/etc/sysusers.d/cinderbox.conf").read_text(), re.M)


def test_a_buzzer_that_was_killed_leaves_no_pin_on():
    unit = (DEPLOY / "root/etc/systemd/system/cinderbox-buzzer.service").read_text()
    start = re.search(r"^ExecStart=(\S+) buzzer ", unit, re.M)[1]
    assert f"\nExecStopPost=-{start} buzzer --off\n" in unit


def test_every_script_can_be_started():
    for script in SCRIPTS:
        assert script.stat().st_mode & 0o111, script
    assert Path(DEPLOY / "install.sh") in SCRIPTS
