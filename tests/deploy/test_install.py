"""install.sh on fake machines. A real bookworm is entered in test_debian.py."""

import os
import re
import shutil
import sqlite3
import stat
import subprocess
from contextlib import closing

import pytest

from tests.deploy.roots import DEPLOY, environment, everything_in, install, next_wheel, our_wheel, update_on

pytestmark = pytest.mark.skipif(not shutil.which("dpkg"), reason="dpkg is not installed: this is no Debian")


@pytest.fixture
def machine(tmp_path):
    folder = tmp_path / "machine"
    folder.mkdir()
    return folder


@pytest.fixture
def pretend(tmp_path, monkeypatch):
    """A program that answers what the test wants, found before the real one."""

    def made(name, answer):
        folder = tmp_path / "pretended"
        folder.mkdir(exist_ok=True)
        (folder / name).write_text(f"#!/bin/sh\n{answer}\n")
        (folder / name).chmod(0o755)
        monkeypatch.setenv("PATH", str(folder), prepend=":")

    return made


def wheelhouse(tmp_path, *names):
    """A folder of empty wheels."""
    (tmp_path / "house").mkdir()
    for name in names:
        (tmp_path / "house" / f"{name}.whl").touch()
    return tmp_path / "house"


@pytest.mark.parametrize("arch", ["armhf", "i386"])
def test_a_32_bit_system_is_refused_whatever_its_kernel_says(machine, pretend, arch):
    pretend("dpkg", f"echo {arch}")
    pretend("uname", "echo aarch64")
    done = install("--root", machine)
    assert done.returncode == 1
    assert f"32-bit ({arch})" in done.stderr
    assert "write that to the card" in done.stderr
    assert everything_in(machine) == {}


def test_an_old_python_is_refused(machine, pretend):
    pretend("python3", "echo 3.9")
    done = install("--root", machine)
    assert "needs Python 3.11 or newer; here is 3.9" in done.stderr
    assert everything_in(machine) == {}


def test_a_dry_run_says_much_and_changes_nothing(machine, tmp_path):
    house = wheelhouse(tmp_path, "cinderbox-1-py3-none-any")
    done = install("--dry-run", "--root", machine, "--offline", house)
    assert done.returncode == 0, done.stderr
    assert "would: put" in done.stdout
    assert "enable cinderbox.service" in done.stdout
    assert everything_in(machine) == {}


def test_a_time_zone_is_put_in_place_and_a_wrong_one_changes_nothing(machine, tmp_path):
    house = wheelhouse(tmp_path, "cinderbox-1-py3-none-any")
    done = install("--dry-run", "--root", machine, "--offline", house, "--zone", "Europe/Berlin")
    assert "would: ln -sfn /usr/share/zoneinfo/Europe/Berlin" in done.stdout
    for wrong in ("Europe/Nowhere", "../../etc/passwd", "/etc/passwd"):
        done = install("--root", machine, "--offline", house, "--zone", wrong)
        assert done.returncode == 1
        assert "There is no time zone" in done.stderr
    assert everything_in(machine) == {}


def test_a_dry_run_of_taking_it_away_changes_nothing(machine):
    (machine / "opt/cinderbox").mkdir(parents=True)
    (machine / "var/lib/cinderbox").mkdir(parents=True)
    before = everything_in(machine)
    done = install("--uninstall", "--purge", "--dry-run", "--root", machine)
    assert "would: rm -rf" in done.stdout
    assert everything_in(machine) == before


@pytest.mark.parametrize(
    "arguments",
    [["--wat"], ["--root", "/no/such/folder"], ["--offline"], ["--rollback"], ["--purge"], ["--with-backup"]],
)
def test_a_wrong_call_is_told_and_changes_nothing(machine, arguments):
    if "--root" not in arguments:
        arguments = [*arguments, "--root", machine] if arguments != ["--offline"] else ["--root", machine, *arguments]
    done = install(*arguments)
    assert done.returncode == 1
    assert done.stderr.strip()
    assert everything_in(machine) == {}


def test_a_wheelhouse_without_cinderbox_is_refused(machine, tmp_path):
    done = install("--root", machine, "--offline", wheelhouse(tmp_path))
    assert "holds no wheel of Cinderbox" in done.stderr
    assert everything_in(machine) == {}


@pytest.mark.parametrize(
    ("arch", "python", "here"),
    [
        ("amd64", "3.11", "Python 3.11 on x86_64"),
        ("arm64", "3.12", "Python 3.12 on aarch64"),
    ],
)
def test_a_wheelhouse_for_another_machine_is_refused_before_anything_is_changed(
    machine, tmp_path, pretend, arch, python, here
):
    parts = ("flask-3.1.3-py3-none-any", "markupsafe-3.0.4-cp311-cp311-manylinux2014_aarch64.manylinux_2_17_aarch64")
    house = wheelhouse(tmp_path, "cinderbox-1-py3-none-any", *parts)
    pretend("dpkg", f"echo {arch}")
    pretend("python3", f"echo {python}")
    done = install("--root", machine, "--offline", house)
    assert done.returncode == 1
    assert f"is not for this machine, which has {here}: markupsafe would be missing" in done.stderr
    assert f"PYTHONS={python} PROCESSORS={here.split()[-1]} ./deploy/build-wheelhouse" in done.stderr
    assert everything_in(machine) == {}


@pytest.mark.parametrize(
    "part",
    ["cp311-cp311-manylinux_2_28_aarch64", "cp39-abi3-manylinux_2_28_aarch64", "py3-none-manylinux2014_aarch64"],
)
def test_a_wheelhouse_may_hold_wheels_for_other_machines_beside_ours(machine, tmp_path, pretend, part):
    other = "markupsafe-3.0.4-cp313-cp313-manylinux_2_28_x86_64"
    house = wheelhouse(tmp_path, "cinderbox-1-py3-none-any", other, f"markupsafe-3.0.4-{part}")
    pretend("dpkg", "echo arm64")
    pretend("python3", "echo 3.11")
    done = install("--dry-run", "--root", machine, "--offline", house)
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(not shutil.which("systemctl"), reason="systemctl is not installed: units cannot be enabled")
def test_installed_upgraded_taken_back_and_taken_away(machine, tmp_path, pretend):
    """The whole life of a box, in one test because each step stands on the one before. The upgrade is on a stick."""
    pretend("mountpoint", "exit 0")
    env = environment(tmp_path)
    box = Installed(machine, env)
    first = our_wheel(tmp_path / "first")
    box.put_in(first)
    it_is_all_there(machine)
    https_is_switched_on_and_stays_on(box, first)
    settings_stay_when_installed_again(box, first)
    box.cinderbox("demo")
    one = box.version()

    newer = next_wheel(first, tmp_path / "newer", version="0.2.0", newer_tables=True)
    box.updated_from_a_stick(newer)
    assert box.version().startswith("0.2.0-")
    assert box.version("previous") == one
    assert len(box.backups()) == 1
    box.cinderbox("demo")

    newer_tables_are_not_taken_back_blindly(box)
    assert (box.version(), box.version("previous")[:6]) == (one, "0.2.0-")

    done = install("--rollback", "--root", machine, env=env)
    assert done.returncode == 0, done.stderr
    assert box.version("previous") == one
    assert box.events() == 1

    done = install("--uninstall", "--root", machine, env=env)
    assert done.returncode == 0, done.stderr
    left = {str(path.relative_to(machine)) for path in machine.rglob("*") if path.is_file() or path.is_symlink()}
    assert not [path for path in left if re.match(r"opt/|usr/|etc/(systemd|avahi|udev|pam\.d|sysusers)", path)]
    assert box.events() == 1
    assert "etc/cinderbox/cinderbox.env" in left
    assert install("--uninstall", "--purge", "--root", machine, env=env).returncode == 0
    assert not (machine / "var/lib/cinderbox").exists()
    assert not (machine / "etc/cinderbox").exists()


def it_is_all_there(machine):
    for file in (path for path in (DEPLOY / "root").rglob("*") if path.is_file()):
        put = machine / file.relative_to(DEPLOY / "root")
        assert put.is_file(), put
        assert bool(put.stat().st_mode & stat.S_IXUSR) == bool(file.stat().st_mode & stat.S_IXUSR)
        assert not re.search(r"@[A-Z]+@", put.read_text()), put
    wanted = machine / "etc/systemd/system/multi-user.target.wants"
    assert {path.name for path in wanted.iterdir()} == {
        "cinderbox.service",
        "cinderbox-buzzer.service",
        "cinderbox-kiosk.service",
        "cinderbox-off.path",
        "cinderbox-restart.path",
        "cinderbox-update.path",
    }
    assert (machine / "etc/systemd/system/timers.target.wants/cinderbox-backup.timer").is_symlink()
    assert stat.S_IMODE((machine / "var/lib/cinderbox").stat().st_mode) == 0o700
    assert stat.S_IMODE((machine / "etc/cinderbox/hotspot.conf").stat().st_mode) == 0o640
    assert re.search(r"^PASSWORD=[a-z2-9]{12}$", (machine / "etc/cinderbox/hotspot.conf").read_text(), re.M)


def https_is_switched_on_and_stays_on(box, house):
    wanted = box.machine / "etc/systemd/system/multi-user.target.wants/cinderbox-https.service"
    box.put_in(house, "--https")
    assert wanted.is_symlink()
    assert "cinderbox-https.service" in install("--dry-run", "--root", box.machine, "--offline", house).stdout
    assert wanted.is_symlink()


def settings_stay_when_installed_again(box, house):
    settings = box.machine / "etc/cinderbox/cinderbox.env"
    settings.write_text("CINDERBOX_PORT=8080\n")
    hotspot = (box.machine / "etc/cinderbox/hotspot.conf").read_text()
    was = box.version()
    said = box.put_in(house)
    assert "is here already" in said
    assert (box.version(), box.version("previous")) == (was, None)
    assert settings.read_text() == "CINDERBOX_PORT=8080\n"
    assert (box.machine / "etc/cinderbox/hotspot.conf").read_text() == hotspot
    assert "<port>8080</port>" in (box.machine / "etc/avahi/services/cinderbox.service").read_text()


def newer_tables_are_not_taken_back_blindly(box):
    """The version before cannot read the newer tables: refused, until the data from before is asked for."""
    done = install("--rollback", "--root", box.machine, env=box.env)
    assert done.returncode == 1
    assert "cannot read what was recorded since" in done.stderr
    assert box.version().startswith("0.2.0-")
    done = install("--rollback", "--with-backup", "--root", box.machine, env=box.env)
    assert done.returncode == 0, done.stderr
    assert "what was recorded since is kept in" in done.stdout
    assert box.events() == 1
    (aside,) = box.data.glob("cinderbox.db.0.2.0-*")
    assert aside.stat().st_size


class Installed:
    """A machine that install.sh worked on."""

    def __init__(self, machine, env):
        self.machine, self.env = machine, env
        self.data = machine / "var/lib/cinderbox"

    def put_in(self, house, *more):
        done = install("--root", self.machine, "--offline", house, *more, env=self.env)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def updated_from_a_stick(self, house):
        """As its unit does it, once the desk has confirmed it: by the same steps, with a list of checksums before."""
        kept = self.machine.parent / "kept"
        update = update_on(self.machine.parent / "media/sda1", house)
        before = everything_in(update)
        where = {"CINDERBOX_MEDIA": str(update.parent.parent), "CINDERBOX_UPDATES": str(kept)}
        where["CINDERBOX_WANTED"] = str(self.machine / "etc/systemd/system/multi-user.target.wants")
        command = [self.machine / "usr/local/lib/cinderbox/update-from-stick", "--root", self.machine]
        env = {**self.env, **where, "PATH": os.environ["PATH"]}
        done = subprocess.run(command, capture_output=True, text=True, env=env, cwd="/")
        assert done.returncode == 0, done.stderr
        assert (kept / "said").read_text() == "done\n0.2.0\n"
        assert everything_in(update) == before
        assert [path.name for path in kept.iterdir()] == ["said"]

    def version(self, which="current"):
        link = self.machine / "opt/cinderbox" / which
        return link.readlink().name if link.is_symlink() else None

    def cinderbox(self, *arguments):
        command = [self.machine / "opt/cinderbox/current/bin/cinderbox", *arguments, "--data", self.data]
        done = subprocess.run(command, env=self.env, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def backups(self):
        return sorted(self.data.glob("backups/backup-*.db"))

    def events(self):
        with closing(sqlite3.connect(self.data / "cinderbox.db")) as db:
            return db.execute("SELECT count(*) FROM tournament").fetchone()[0]
