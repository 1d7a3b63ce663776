"""What the tests need beside Python: installed through apt, or else a sentence says which tests are left out."""

import shutil
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parent / "install-tools"
UNITS = "the tests of the units and of the installer"


class Machine:
    """A shell and next to nothing else; programs are added by what they do, and write down how they were called."""

    def __init__(self, folder, *, user=1000):
        self.folder, self.log = folder, folder / "log"
        self.log.touch()
        for name in ("sh", "env", "grep"):
            (folder / name).symlink_to(shutil.which(name))
        self.add("id", f"echo {user}")
        # A clone of its own, in which nothing is installed yet.
        self.script = folder / "clone/tests/install-tools"
        self.programs = folder / "clone/.venv/bin"
        self.script.parent.mkdir(parents=True)
        self.programs.mkdir(parents=True)
        shutil.copy(SCRIPT, self.script)

    def add(self, name, does):
        """Never through a link: what it points at belongs to the machine the tests run on."""
        place = self.folder / name
        place.unlink(missing_ok=True)
        with place.open("x") as file:
            file.write(f'#!/bin/sh\necho "{name} $*" >>{self.log}\n{does}\n')
        place.chmod(0o755)

    def run(self, *groups, **env):
        env = {"PATH": str(self.folder), **env}
        return subprocess.run([self.script, *groups], env=env, capture_output=True, text=True, stdin=subprocess.DEVNULL)


def test_without_apt_it_says_what_is_missing_and_which_tests_are_left_out(tmp_path):
    done = Machine(tmp_path).run("shell")
    assert done.returncode == 0
    assert done.stderr.splitlines() == [
        "Not here: shellcheck; this system has no apt. Left out: the check of the shell scripts.",
        f"Not here: systemd; this system has no apt. Left out: {UNITS}.",
    ]


def test_the_postgresql_of_the_tests_starts_no_server_for_everybody(tmp_path):
    """Debian would make and start one when the package is installed: a setting says no, and is taken away again."""
    machine = Machine(tmp_path, user=0)
    for name in ("apt-get", "mkdir", "rm"):
        machine.add(name, "exit 0")
    machine.add("tee", 'read -r line; echo "$line" >>"${0%/*}/log"')
    assert machine.run("database", POSTGRESQL=str(tmp_path)).stderr == ""
    told = machine.log.read_text().splitlines()
    setting = "/etc/postgresql-common/createcluster.d/tests.conf"
    said, asked = told.index("create_main_cluster = false"), [line.split()[:2] for line in told]
    assert said < asked.index(["apt-get", "install"]) < told.index(f"rm -f {setting}")


def test_a_machine_without_apt_does_without_postgresql(tmp_path):
    done = Machine(tmp_path).run("database", POSTGRESQL=str(tmp_path))
    assert done.stderr == "Not here: postgresql; this system has no apt. Left out: the tests with PostgreSQL.\n"


def test_on_ci_nothing_may_be_left_out(tmp_path):
    assert Machine(tmp_path).run("shell", CI="true").returncode == 1


@pytest.mark.parametrize(("sudo", "why"), [(None, "sudo is missing"), ("exit 1", "sudo wants a password")])
def test_an_ordinary_user_is_told_why_nothing_can_be_installed(tmp_path, sudo, why):
    machine = Machine(tmp_path)
    machine.add("apt-get", "exit 1")
    machine.add("shellcheck", "")
    if sudo is not None:
        machine.add("sudo", sudo)
    assert machine.run("shell").stderr == f"Not here: systemd; {why}. Left out: {UNITS}.\n"
    assert "apt-get" not in machine.log.read_text()


def test_what_is_missing_is_installed_without_a_question_and_said_once(tmp_path):
    machine = Machine(tmp_path)
    machine.add("apt-get", "exit 0")
    machine.add("sudo", '[ "$1" != -n ] || shift; exec "$@"')
    machine.add("env", '[ "$1" != DEBIAN_FRONTEND=noninteractive ] || shift; exec "$@"')
    machine.add("true", "")
    done = machine.run("shell")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "Installing with apt what the tests need: once, a few minutes …\n"
    called = machine.log.read_text().splitlines()
    assert called.count("apt-get update -qq") == 1
    assert "apt-get install -y -qq --no-install-recommends -o DPkg::Lock::Timeout=600 systemd" in called
    assert [line for line in called if line.startswith("env DEBIAN_FRONTEND=noninteractive apt-get")]


def test_what_is_there_is_not_touched(tmp_path):
    machine = Machine(tmp_path)
    for name in ("shellcheck", "systemd-analyze", "apt-get"):
        machine.add(name, "")
    assert machine.run("shell").stdout == ""
    assert "apt-get" not in machine.log.read_text()


def test_the_caddy_of_the_tests_starts_no_server_for_everybody(tmp_path):
    """Debian would start one on port 80: only the program is taken out of the package, and nobody has to be root."""
    machine = Machine(tmp_path)
    for name in ("mktemp", "rm", "cp"):
        (tmp_path / name).symlink_to(shutil.which(name))
    machine.add("apt-cache", "echo Package: caddy")
    machine.add("apt-get", '[ "$1" = download ] && : >caddy_2.6.2-5_amd64.deb')
    machine.add("mkdir", f'exec {shutil.which("mkdir")} "$@"')
    machine.add("dpkg-deb", "mkdir -p usr/bin && : >usr/bin/caddy")
    done = machine.run("https")
    assert (done.returncode, done.stderr) == (0, "")
    assert (machine.programs / "caddy").exists()
    assert "install" not in machine.log.read_text()


def test_without_apt_the_tests_of_https_are_left_out_with_a_sentence(tmp_path):
    machine = Machine(tmp_path)
    for name in ("mktemp", "rm"):
        (tmp_path / name).symlink_to(shutil.which(name))
    done = machine.run("https")
    told = "Not here: caddy; apt could not fetch it. Left out: the tests of https.\n"
    assert (done.returncode, done.stderr) == (0, told)
