"""Cards of an emulated Pi: the image as deploy/build-image makes it, with a door for the tests; what a cut left."""

import os
import re
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing

from tests.deploy.roots import DEPLOY, ROOT
from tests.pi.debian import CARD, mounted

# A shell on the serial line, before anything of ours: what fails is still looked at.
DOOR = """[Unit]
DefaultDependencies=no
After=sysinit.target

[Service]
Environment=HOME=/root PYTHONPATH=/root
WorkingDirectory=/root
ExecStart=/bin/sh -c 'exec </dev/ttyAMA0 >/dev/ttyAMA0 2>/dev/null; stty raw -echo; echo door-is-open; exec /bin/bash'
Restart=always
"""
# An emulated Pi is slow: systemd must not give up on what takes longer.
SLOW = "[Manager]\nDefaultTimeoutStartSec=1800\nDefaultDeviceTimeoutSec=1800\nDefaultTimeoutStopSec=1800\n"
SLOW_UNIT = "[Service]\nTimeoutStartSec=1800\nWatchdogSec=0\n"
# What Debian does beside, and an emulated Pi has no time for.
NOT_OURS = (
    *("serial-getty@ttyAMA0.service", "apt-daily.timer", "apt-daily-upgrade.timer", "systemd-binfmt.service"),
    *("proc-sys-fs-binfmt_misc.automount", "proc-sys-fs-binfmt_misc.mount", "e2scrub_reap.service"),
)
IN_GUEST = ("tests/__init__.py", "tests/box.py", "tests/waiting.py", "tests/pi/__init__.py", "tests/pi/guest.py")


def wheelhouse(folder):
    env = {**os.environ, "PYTHON": sys.executable, "PYTHONS": "3.11", "PROCESSORS": "aarch64"}
    subprocess.run([DEPLOY / "build-wheelhouse", folder], check=True, env=env)
    return folder


def ready_image(base, house, image):
    """What somebody would write to a card, and what the script said."""
    command = [DEPLOY / "build-image", base, image, "--offline", house, "--zone", "Europe/Berlin"]
    room = {**os.environ, "ROOM": str(CARD - base.stat().st_size)}
    done = subprocess.run(command, capture_output=True, text=True, env=room)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def open_door(image, folder):
    """The tests come in by the serial line, and bring their client."""
    with mounted(image, folder) as system:
        units = system / "etc/systemd/system"
        (units / "door.service").write_text(DOOR)
        (units / "sysinit.target.wants").mkdir(exist_ok=True)
        (units / "basic.target.wants").mkdir(exist_ok=True)
        (units / "basic.target.wants/door.service").symlink_to("../door.service")
        for kept_quiet in NOT_OURS:
            (units / kept_quiet).symlink_to("/dev/null")
        (system / "etc/systemd/system.conf.d").mkdir(exist_ok=True)
        (system / "etc/systemd/system.conf.d/slow.conf").write_text(SLOW)
        (units / "cinderbox.service.d").mkdir()
        (units / "cinderbox.service.d/slow.conf").write_text(SLOW_UNIT)
        for name in IN_GUEST:
            place = system / "root" / name
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, place)
    return image


def left_on(card, folder):
    """The results on a card after a power cut, by table. A copy is looked at, mounted as at any start."""
    folder.mkdir()
    copy = folder / "card.img"
    subprocess.run(["cp", "--sparse=always", card, copy], check=True)
    with mounted(copy, folder / "root") as system:
        shutil.copytree(system / "var/lib/cinderbox", folder / "data")
    copy.unlink()
    with closing(sqlite3.connect(folder / "data/cinderbox.db")) as db:
        assert db.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        rows = db.execute("SELECT facts FROM journal WHERE facts LIKE '%ResultRecorded%' ORDER BY seq").fetchall()
    return [int(table) for (facts,) in rows for table in re.findall(r'"ResultRecorded".*?"table": ?(\d+)', facts)]
