"""An update from a stick, with the real scripts on fake machines: checked as a copy, then done by install.sh itself."""

import os
import shutil
import subprocess
import tarfile

import pytest

from tests.deploy.roots import DEPLOY, environment, everything_in, install, next_wheel, our_wheel

SCRIPT = DEPLOY / "root/usr/local/lib/cinderbox/update-from-stick"
STEPS = "#!/bin/bash\necho done as asked: $*\n"
pytestmark = pytest.mark.skipif(not shutil.which("sha256sum"), reason="sha256sum is not installed")


class Machine:
    """Sticks, and the script that looks at them."""

    def __init__(self, folder, env):
        self.folder, self.media, self.kept = folder, folder / "media", folder / "kept"
        self.env = {
            **env,
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
            self.list_again(update)
        return update

    def list_again(self, update):
        files = sorted(path for path in update.rglob("*") if path.is_file() and path.name != "SHA256SUMS")
        names = [f"./{path.relative_to(update)}" for path in files]
        sums = subprocess.run(["sha256sum", *names], cwd=update, capture_output=True, text=True, check=True).stdout
        (update / "SHA256SUMS").write_text(sums)

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
    return Machine(tmp_path, os.environ)


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


@pytest.mark.skipif(not shutil.which("dpkg") or not shutil.which("systemctl"), reason="needs a Debian with systemd")
def test_a_box_is_updated_from_a_stick_with_its_events(tmp_path, mounted):
    """The whole way with the real steps: a backup, the try on it, the switch; and a version that does not fit."""
    root = tmp_path / "root"
    root.mkdir()
    env = environment(tmp_path)
    first = our_wheel(tmp_path / "first")
    assert install("--root", root, "--offline", first, "--no-kiosk", env=env).returncode == 0
    current = root / "opt/cinderbox/current"
    before = current.readlink().name
    command = [current / "bin/cinderbox", "demo", "--data", root / "var/lib/cinderbox"]
    subprocess.run(command, env=env, check=True, capture_output=True)
    machine = Machine(tmp_path, {**env, "PATH": os.environ["PATH"]})
    newer = next_wheel(first, tmp_path / "newer", version="0.2.0", newer_tables=True)
    update = machine.stick(next(newer.glob("*.whl")))
    files = everything_in(update)
    done = machine.update("--root", str(root))
    assert done.returncode == 0, done.stderr
    assert machine.said == ["done", "0.2.0"]
    assert current.readlink().name.startswith("0.2.0-")
    assert (root / "opt/cinderbox/previous").readlink().name == before
    assert len(list((root / "var/lib/cinderbox/backups").glob("backup-*.db"))) == 1
    assert everything_in(update) == files
    assert os.access(root / "usr/local/lib/cinderbox/update-from-stick", os.X_OK)

    shutil.rmtree(update.parent)  # the first one again: it does not know the newer tables
    machine.stick(next(first.glob("*.whl")))
    assert machine.update("--root", str(root)).returncode == 1
    assert "cannot open this box's data, so nothing was changed" in machine.said[1]
    assert current.readlink().name.startswith("0.2.0-")
