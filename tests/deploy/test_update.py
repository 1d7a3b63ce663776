"""An update from a stick, with the real scripts on fake machines: what is checked before its install.sh is run.

A whole update is a step in the life of a box in test_install.py, and under the real systemd in test_debian.py.
"""

import os
import shutil
import subprocess
import tarfile

import pytest

from tests.deploy.roots import DEPLOY, list_again

SCRIPT = DEPLOY / "root/usr/local/lib/cinderbox/update-from-stick"
STEPS = "#!/bin/bash\necho done as asked: $*\n"
pytestmark = pytest.mark.skipif(not shutil.which("sha256sum"), reason="sha256sum is not installed")


class Machine:
    """Sticks, and the script that looks at them."""

    def __init__(self, folder):
        self.folder, self.media, self.kept = folder, folder / "media", folder / "kept"
        self.env = {
            **os.environ,
            "CINDERBOX_MEDIA": str(self.media),
            "CINDERBOX_UPDATES": str(self.kept),
            "CINDERBOX_WANTED": str(folder / "wanted"),
        }
        self.media.mkdir()

    def stick(self, wheel, name="sda1", steps=None):
        """Made by build-update, whose pip has this wheel at hand; `steps` in place of install.sh."""
        stick = self.media / name
        stick.mkdir()
        pip = self.folder / "pip"
        pip.write_text(
            f'#!/bin/sh\n[ "$3" = wheel ] || exit 0\nwhile [ "$1" != --wheel-dir ]; do shift; done\ncp {wheel} "$2"\n'
        )
        pip.chmod(0o755)
        env = {**self.env, "PYTHON": str(pip), "PYTHONS": "3.11", "PROCESSORS": "x86_64"}
        done = subprocess.run([DEPLOY / "build-update", stick], capture_output=True, text=True, env=env)
        assert done.returncode == 0, done.stderr
        assert "fingerprint" in done.stdout
        update = stick / "cinderbox-update"
        if steps is not None:
            (self.folder / "deploy").mkdir(exist_ok=True)
            (self.folder / "deploy/install.sh").write_text(steps)
            with tarfile.open(update / "deploy.tar", "w") as tar:
                tar.add(self.folder / "deploy", "deploy")
            list_again(update)
        return update

    def update(self, *arguments):
        return subprocess.run([SCRIPT, *arguments], capture_output=True, text=True, env=self.env, cwd="/")

    @property
    def said(self):
        return (self.kept / "said").read_text().splitlines()


@pytest.fixture
def mounted(tmp_path, monkeypatch):
    """Every folder counts as a stick that is mounted, but those called empty."""
    folder = tmp_path / "pretended"
    folder.mkdir()
    (folder / "mountpoint").write_text('#!/bin/sh\ncase "$2" in *empty*) exit 1 ;; esac\n')
    (folder / "mountpoint").chmod(0o755)
    monkeypatch.setenv("PATH", str(folder), prepend=":")


@pytest.fixture
def machine(tmp_path, mounted):
    return Machine(tmp_path)


@pytest.fixture
def wheel(tmp_path):
    made = tmp_path / "cinderbox-9.1.0-py3-none-any.whl"
    made.write_bytes(b"a wheel")
    return made


def test_what_is_whole_is_installed_by_its_own_steps_and_nothing_is_left_lying_about(machine, wheel):
    machine.stick(wheel, steps=STEPS)
    done = machine.update()
    assert done.returncode == 0, done.stderr
    assert "done as asked: --offline" in done.stdout
    assert "--no-kiosk" in done.stdout  # a box without a screen stays one
    assert machine.said == ["done", "9.1.0"]
    assert [path.name for path in machine.kept.iterdir()] == ["said"]


def test_what_a_power_cut_left_of_another_is_cleared_away(machine, wheel):
    (machine.kept / "update-aB3xYz/update").mkdir(parents=True)
    machine.stick(wheel, steps=STEPS)
    assert machine.update().returncode == 0
    assert [path.name for path in machine.kept.iterdir()] == ["said"]


def test_why_it_was_not_installed_is_told_to_the_desk(machine, wheel):
    machine.stick(wheel, steps="echo 'pip: a warning' >&2\necho 'The new version cannot open this data.' >&2\nexit 1\n")
    assert machine.update().returncode == 1
    assert machine.said == ["failed", "The new version cannot open this data."]
    assert [path.name for path in machine.kept.iterdir()] == ["said"]


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (lambda update: (update / "wheels/cinderbox-9.1.0-py3-none-any.whl").write_bytes(b"other"), "differs from"),
        (lambda update: (update / "more.sh").write_text("rm"), "not whole, or holds more"),
        (lambda update: (update / "wheels/constraints.txt").unlink(), "not whole, or holds more"),
        (lambda update: (update / "link").symlink_to("/etc/passwd"), "no plain file"),
        (lambda update: (update / "SHA256SUMS").unlink(), "no list of checksums"),
        (lambda update: (update / "SHA256SUMS").write_text(""), "not whole, or holds more"),
        (lambda update: os.mkfifo(update / "pipe"), "no plain file"),
    ],
)
def test_what_is_not_as_its_list_says_is_not_run(machine, wheel, spoil, told):
    spoil(machine.stick(wheel, steps=STEPS))
    done = machine.update()
    assert (done.returncode, done.stdout) == (1, "")
    assert told in machine.said[1]
    assert [path.name for path in machine.kept.iterdir()] == ["said"]


def test_one_stick_and_no_more(machine, wheel):
    machine.update()
    assert "no stick with an update" in machine.said[1]
    machine.stick(wheel, "empty", STEPS)  # a folder that somebody made, and no stick
    machine.update()
    assert "no stick with an update" in machine.said[1]
    machine.stick(wheel, "sda1", STEPS)
    machine.stick(wheel, "sdb1", STEPS)
    machine.update()
    assert "Two sticks" in machine.said[1]
