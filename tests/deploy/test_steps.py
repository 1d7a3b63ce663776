"""Single steps of install.sh on a machine that pretends: other folders, a systemctl that writes down what it hears."""

import re
import shutil
import socket
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from tests.deploy.roots import DEPLOY
from tests.deploy.test_scripts import SETTINGS, Programs

LIBRARIES = "\n".join(f". {DEPLOY}/lib/{name}.sh" for name in ("doing", "machine", "versions", "files"))


class Step:
    """Calls one step as install.sh would on the machine it runs on."""

    def __init__(self, tmp_path):
        self.programs = Programs(tmp_path)
        self.opt, self.data, self.units = tmp_path / "opt", tmp_path / "data", tmp_path / "units"
        for folder in (self.opt / "versions", self.data, self.units):
            folder.mkdir(parents=True)
        (self.units / "cinderbox.service").touch()
        self.programs.add("chown")
        self.systemctl()

    def systemctl(self, state="active", starts="true"):
        """`starts` is a shell's condition for whether the server comes up."""
        answer = f'case "$1" in is-active) echo {state}; [ {state} = active ] ;; restart) {starts} ;; esac'
        self.programs.add("systemctl", answer)

    def __call__(self, commands):
        settings = f"HERE={DEPLOY} OPT={self.opt} DATA={self.data} ETC=/nowhere TASK=install KIOSK=yes"
        settings += " ROOT= DRY= HTTPS= STOPPED="
        own = f"UNITS={self.units}; put_files() {{ :; }}"
        script = f"set -euo pipefail; shopt -s inherit_errexit\n{settings}\n{LIBRARIES}\n{own}\n{commands}"
        return subprocess.run(["bash", "-c", script], env=self.programs.env, capture_output=True, text=True)

    def told(self):
        """What systemctl was told to do."""
        return [line.split()[1] for line in self.programs.called("systemctl") if "is-active" not in line]

    def version(self, name):
        (self.opt / "versions" / name).mkdir()

    def points(self, **links):
        for name, version in links.items():
            (self.opt / name).symlink_to(f"versions/{version}")

    def now(self):
        links = {name: self.opt / name for name in ("current", "previous")}
        return {name: link.readlink().name for name, link in links.items() if link.is_symlink()}


@pytest.fixture
def step(tmp_path):
    return Step(tmp_path)


@pytest.fixture
def upgraded(step):
    for version in ("old", "new"):
        step.version(version)
    step.points(current="old")
    return step


@pytest.mark.parametrize("state", ["active", "activating", "inactive"])
def test_a_server_is_stopped_also_while_it_starts_again_and_again(step, state):
    step.systemctl(state)
    done = step('stop_server; echo "ran: $STOPPED"')
    assert step.told() == ["stop"]
    assert done.stdout.strip() == ("ran:" if state == "inactive" else "ran: yes"), done.stderr


def test_on_a_machine_without_the_unit_there_is_nothing_to_stop(step):
    (step.units / "cinderbox.service").unlink()
    assert step("stop_server").returncode == 0
    assert step.told() == []


def rows(file):
    with closing(sqlite3.connect(file)) as db:
        return db.execute("SELECT count(*) FROM act").fetchone()[0]


def test_what_only_the_log_of_a_killed_server_held_is_kept(step):
    file, backup = step.data / "cinderbox.db", step.data / "backup.db"
    with closing(sqlite3.connect(step.data / "running.db")) as running:
        running.executescript("PRAGMA journal_mode=WAL; CREATE TABLE act (n); PRAGMA wal_checkpoint(TRUNCATE)")
        shutil.copy(step.data / "running.db", backup)
        running.execute("INSERT INTO act VALUES (1)")
        running.commit()
        for part in ("", "-wal"):
            shutil.copy(f"{running.execute('PRAGMA database_list').fetchone()[2]}{part}", f"{file}{part}")
    done = step(f"put_back {backup} 0.2.0")
    assert "is kept in" in done.stdout, done.stderr
    assert (rows(file), rows(step.data / "cinderbox.db.0.2.0")) == (0, 1)


def test_a_new_version_that_does_not_start_is_taken_back(upgraded):
    upgraded.systemctl(starts=f'[ "$(readlink {upgraded.opt}/current)" = versions/old ]')
    done = upgraded("NEW=new; switch_version; start_units")
    assert done.returncode == 1
    assert "new did not start" in done.stderr
    assert "so old is running again" in done.stderr
    assert upgraded.now() == {"current": "old"}
    assert not (upgraded.opt / "versions/new").exists()


def test_after_a_failed_upgrade_the_way_back_leads_where_it_led_before(upgraded):
    upgraded.version("oldest")
    upgraded.points(previous="oldest")
    upgraded.systemctl(starts=f'[ "$(readlink {upgraded.opt}/current)" != versions/new ]')
    upgraded("NEW=new; switch_version; start_units")
    assert upgraded.now() == {"current": "old", "previous": "oldest"}
    assert {path.name for path in (upgraded.opt / "versions").iterdir()} == {"old", "oldest"}


def test_a_rollback_to_a_version_that_does_not_start_is_taken_back(upgraded):
    upgraded.points(previous="new")
    upgraded.systemctl(starts=f'[ "$(readlink {upgraded.opt}/current)" = versions/old ]')
    done = upgraded("swap_versions; start_units")
    assert done.returncode == 1
    assert "new did not start" in done.stderr
    assert "so old is running again" in done.stderr
    assert upgraded.now() == {"current": "old", "previous": "new"}


def test_data_that_a_rollback_put_aside_comes_back_with_its_version(upgraded):
    backup, file = upgraded.data / "backup.db", upgraded.data / "cinderbox.db"
    upgraded.points(previous="new")
    backup.write_text("before")
    file.write_text("recorded since")
    (upgraded.data / "cinderbox.db-wal").write_text("the last minute")
    (upgraded.opt / "versions/old/backup-before").write_text(str(backup))
    upgraded.systemctl(starts=f'[ "$(readlink {upgraded.opt}/current)" = versions/old ] && grep -q since {file}')
    done = upgraded("WITH_BACKUP=yes; try_previous; swap_versions; start_units")
    assert "so old is running again" in done.stderr
    assert upgraded.now() == {"current": "old", "previous": "new"}
    assert {path.name: path.read_text() for path in upgraded.data.iterdir()} == {
        "backup.db": "before",
        "cinderbox.db": "recorded since",
        "cinderbox.db-wal": "the last minute",
    }


@pytest.mark.parametrize(
    ("links", "steps"),
    [({}, "NEW=new; switch_version"), ({"previous": "new"}, "swap_versions")],
    ids=["upgraded", "rolled back"],
)
def test_data_that_the_version_changed_goes_back_with_it(upgraded, links, steps):
    """Upgraded, or forward again after a rollback: the newer version changes the data, and does not come up."""
    backup, file = upgraded.data / "backup.db", upgraded.data / "cinderbox.db"
    upgraded.points(**links)
    backup.write_text("before")
    file.write_text("after")
    upgraded.systemctl(starts=f'[ "$(readlink {upgraded.opt}/current)" = versions/old ] && grep -q before {file}')
    done = upgraded(f"BACKUP={backup}; {steps}; start_units")
    assert "so old is running again" in done.stderr
    assert (file.read_text(), (upgraded.data / "cinderbox.db.new").read_text()) == ("before", "after")


def answering(step, version, script):
    """This version's command."""
    (step.opt / "versions" / version / "bin").mkdir()
    command = step.opt / "versions" / version / "bin/cinderbox"
    command.write_text(f"#!/bin/sh\n{script}\n")
    command.chmod(0o755)
    step.programs.add("runuser", 'while [ "$1" != -- ]; do shift; done; shift; "$@"')


def test_a_version_that_comes_up_without_its_data_is_not_taken_for_the_box_it_was(upgraded):
    """The newer one changed the data and did not start; the older one shows the page that restores a backup."""
    backup, file = upgraded.data / "backup.db", upgraded.data / "cinderbox.db"
    backup.write_text("before")
    file.write_text("after")
    answering(upgraded, "old", f"grep -q before {file} || exit 2")
    upgraded.systemctl(starts=f'[ "$(readlink {upgraded.opt}/current)" = versions/old ]')
    done = upgraded(f"BACKUP={backup}; NEW=new; switch_version; start_units")
    assert "so old is running again" in done.stderr
    assert (file.read_text(), (upgraded.data / "cinderbox.db.new").read_text()) == ("before", "after")


@pytest.mark.parametrize(
    ("new_opens", "code", "told"),
    [("exit 0", 0, "forward again"), ("exit 2", 1, "The backup failed, so nothing was changed")],
    ids=["the new one opens it", "nobody does"],
)
def test_data_that_only_the_newer_version_knows_goes_forward_again(upgraded, new_opens, code, told):
    (upgraded.data / "cinderbox.db").write_text("of the new one")
    answering(upgraded, "old", "exit 2")
    answering(upgraded, "new", new_opens)
    done = upgraded("NEW=new; back_up_and_try")
    assert (done.returncode, told in done.stdout + done.stderr) == (code, True)


def test_a_backup_that_fails_for_another_reason_changes_nothing(upgraded):
    """Such as a full disk: the data is known to the version that runs."""
    (upgraded.data / "cinderbox.db").write_text("known")
    answering(upgraded, "old", '[ "$1" != backup ]')
    answering(upgraded, "new", "exit 0")
    done = upgraded("NEW=new; back_up_and_try")
    assert "The backup failed, so nothing was changed" in done.stderr
    assert done.returncode == 1


def test_it_is_not_said_that_a_version_runs_which_does_not(upgraded):
    upgraded.systemctl(starts="false")
    done = upgraded("NEW=new; switch_version; start_units")
    assert "Neither new nor old" in done.stderr
    assert "running again" not in done.stderr


def test_the_same_version_with_a_setting_that_does_not_work_stays(upgraded):
    """Somebody chose a port that is taken: the version before is no cure for that."""
    upgraded.points(previous="new")
    upgraded.systemctl(starts="false")
    done = upgraded("NEW=old; switch_version; start_units")
    assert done.stderr.strip() == "The server does not start: journalctl -u cinderbox says why."
    assert upgraded.now() == {"current": "old", "previous": "new"}


def test_which_chromium_there_is_is_asked_after_the_lists_are_there(step):
    """A new system has no package lists yet, and would be told that there is no chromium."""
    lists = step.data / "lists"
    step.programs.add("dpkg-query", "exit 1")
    step.programs.add("apt-cache", f"[ ! -e {lists} ] || [ $3 = chromium-browser ] || echo Package: $3")
    step.programs.add("apt-get", f"[ $1 != update ] || touch {lists}")
    done = step('WHEELHOUSE=; inside() { shift $([ $1 = env ] && echo 2 || echo 0); "$@"; }; require_packages')
    assert done.returncode == 0, done.stderr
    asked = {line.split()[-1] for line in step.programs.called("apt-get")}
    assert "chromium" in asked
    assert "chromium-browser" not in asked


@pytest.mark.parametrize(("settings", "stick"), SETTINGS, ids=range(len(SETTINGS)))
def test_what_the_installer_asks_of_the_box_is_asked_with_its_settings(step, tmp_path, settings, stick):
    (tmp_path / "cinderbox.env").write_text(settings, newline="")
    step.programs.add("runuser", 'shift 3; exec "$@"')
    done = step(f"cd {tmp_path}; ETC={tmp_path}; as_box sh -c 'echo \"$CINDERBOX_USB|$CINDERBOX_DATA\"'")
    stick = settings.strip().partition("=")[2] if stick is None else stick
    assert done.stdout == f"{stick}|{step.data}\n", done.stderr
    assert not (tmp_path / "broken").exists()


def test_a_system_in_a_folder_needs_no_proc_to_be_backed_up(step, tmp_path):
    """Before an upgrade, and on the way back: where nobody mounted /proc, the boot it says is in no file."""
    asks = "as_box sh -c 'echo \"$CINDERBOX_BOOT_ID\"'"
    assert step(f"ROOT={tmp_path}; {asks}").stdout == "none\n"
    step.programs.add("runuser", 'shift 3; exec "$@"')
    assert step(asks).stdout == "\n"


@pytest.mark.parametrize(
    ("settings", "port"),
    [("CINDERBOX_PORT=8080", "8080"), ('CINDERBOX_PORT="8080"', "8080"), ("#CINDERBOX_PORT=1", "80")],
)
def test_the_port_is_found_however_it_is_written(step, tmp_path, settings, port):
    (tmp_path / "cinderbox.env").write_text(f"{settings}\n")
    assert step(f"ETC={tmp_path}; port").stdout == f"{port}\n"


class Ending:
    """The last lines of install.sh on a machine with or without a network, pins and a library for them."""

    def __init__(self, step, tmp_path):
        self.step, self.pins = step, tmp_path / "gpiochip0"
        step.version("new")
        step.points(current="new")
        self.bin = step.opt / "versions/new/bin"
        self.bin.mkdir()
        step.programs.add("runuser", 'shift 3; exec "$@"')
        step.programs.add("apt-cache")
        self.box()

    def box(self, address="192.168.1.5", pin="123456", has_lgpio=True):
        self._program("python", f'case "$2" in *lgpio*) {str(has_lgpio).lower()} ;; *) echo {address} ;; esac')
        self._program("cinderbox", f'echo "{pin}"')

    def _program(self, name, answer):
        (self.bin / name).write_text(f"#!/bin/sh\n{answer}\n")
        (self.bin / name).chmod(0o755)

    def lines(self, settings=""):
        done = self.step(f"PINS={self.pins.parent}/gpiochip*\n{settings}\nsay_what_matters")
        assert done.returncode == 0, done.stderr
        return done.stdout.splitlines()


@pytest.fixture
def ending(step, tmp_path):
    return Ending(step, tmp_path)


def test_the_last_lines_are_the_address_and_the_pin(ending):
    ending.pins.touch()
    assert ending.lines() == ["Open http://192.168.1.5/", "PIN: 123456"]


def test_a_port_of_ones_own_is_in_the_address(ending):
    assert ending.lines("port() { echo 8080; }")[0] == "Open http://192.168.1.5:8080/"


def test_without_a_network_the_address_is_the_one_on_this_machine(ending):
    ending.box(address="127.0.0.1")
    assert ending.lines()[0] == "This machine is on no network yet. On its own screen: http://localhost/"


def test_where_no_network_may_be_asked_for_it_is_done_all_the_same(ending):
    """An update from a stick runs without one: it was told as failed after everything was in place."""
    ending.box(address="; exit 1")
    assert ending.lines()[0] == f"Open http://{socket.gethostname()}.local/"


def test_a_new_password_is_made_in_silence(step):
    """systemd starts scripts that no broken pipe ends: what goes on writing then says so, a line for each file."""
    done = step("trap '' PIPE; new_password")
    assert (done.stderr, bool(re.fullmatch(r"[a-z2-9]{12}\n", done.stdout))) == ("", True)


def test_a_pin_that_was_changed_is_not_shown(ending):
    ending.box(pin="The organizer changed the PIN.")
    assert ending.lines()[1] == "The organizer changed the PIN."


def test_a_machine_without_pins_is_told_why_there_is_no_buzzer(ending):
    assert ending.lines()[-1].startswith("No buzzer: this machine has no pins")


@pytest.mark.parametrize(
    ("offered", "why"),
    [("true", "this system has no package python3-lgpio"), ("echo Package: $3", "python3-lgpio is not installed")],
)
def test_pins_without_their_library_are_told(ending, offered, why):
    ending.pins.touch()
    ending.box(has_lgpio=False)
    ending.step.programs.add("apt-cache", offered)
    assert why in ending.lines()[-1]


@pytest.mark.parametrize("whole", [True, False])
def test_debian_gets_the_library_of_the_pins_as_a_wheel_that_is_no_empty_shell(step, whole):
    """PyPI has 0.0.0.2 for every Python, which holds nothing: it is not asked for, and would be taken away again."""
    step.programs.add("dpkg", "echo arm64")
    step.programs.add("dpkg-query", "exit 1")
    step.programs.add("python-of-the-box", f'case "$*" in *gpiochip_open*) {"true" if whole else "false"} ;; esac')
    done = step("WHEELHOUSE=/house; get_lgpio python-of-the-box /wheels")
    assert done.returncode == 0, done.stderr
    asked, looked, *more = step.programs.called("python-of-the-box")
    assert "--no-index --find-links /wheels lgpio>=0.2.2" in asked
    assert "lgpio.gpiochip_open" in looked
    assert bool(more) != whole
    assert done.stdout == ("" if whole else "No library for the pins: the buzzer stays silent.\n")


@pytest.mark.parametrize(
    "words", ["WHEELHOUSE=/house; get_lgpio python-of-the-box /wheels", "check_lgpio python-of-the-box"]
)
def test_the_library_of_the_pins_gets_a_folder_for_its_pipe(step, words):
    """It fails where it may not write, such as / in the unit that updates from a stick, and leaves its pipe behind."""
    step.programs.add("dpkg", "[ $1 != --print-architecture ] || echo arm64")
    step.programs.add("dpkg-query", "printf installed" if words.startswith("check") else "exit 1")
    places = step.data / "places"
    writes = f'touch "$LG_WD/.lgd-nfy0" && echo "$LG_WD" >>{places}'
    step.programs.add("python-of-the-box", f'case "$*" in *"import lgpio"*) {writes} ;; esac')
    done = step(f"cd /proc; {words}")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    (place,) = places.read_text().split()
    assert not Path(place).exists()


@pytest.mark.parametrize("machine", ["amd64", "arm64"])
def test_no_wheel_where_a_package_has_it_or_no_pins_are(step, machine):
    step.programs.add("dpkg", f"echo {machine}")
    step.programs.add("dpkg-query", "printf installed")
    step.programs.add("python-of-the-box")
    assert step("WHEELHOUSE=; get_lgpio python-of-the-box /wheels").stdout == ""
    assert not step.programs.called("python-of-the-box")


def enable_https(step):
    wanted = step.units / "multi-user.target.wants"
    wanted.mkdir()
    (wanted / "cinderbox-https.service").symlink_to("../cinderbox-https.service")


@pytest.mark.parametrize(
    ("settings", "shown"),
    [
        ("", ""),
        ("CINDERBOX_HTTPS_PORT=443", ""),
        ('CINDERBOX_HTTPS_PORT="8443"', ":8443"),
        ("#CINDERBOX_HTTPS_PORT=1", ""),
    ],
)
def test_with_https_its_address_is_told_too(ending, tmp_path, settings, shown):
    ending.pins.touch()
    enable_https(ending.step)
    (tmp_path / "cinderbox.env").write_text(settings.format("CINDERBOX_HTTPS_PORT") + "\n")
    told = ending.lines(f"ETC={tmp_path}")
    assert told[2] == f"By https for staff and tablets: https://192.168.1.5{shown}/"


@pytest.mark.skipif(not shutil.which("openssl"), reason="openssl is not installed")
def test_and_the_numbers_by_which_its_certificate_is_known(ending):
    ending.pins.touch()
    enable_https(ending.step)
    made = DEPLOY / "root/usr/local/lib/cinderbox/make-certificate"
    subprocess.run([made, f"{ending.step.data}-https"], check=True)
    assert re.fullmatch(r"Its certificate: ([0-9A-F]{2}:){31}[0-9A-F]{2}", ending.lines()[3])


@pytest.mark.parametrize(("https", "installed", "quiet"), [("yes", False, 1), ("yes", True, 0), ("", False, 0)])
def test_debians_own_caddy_is_kept_from_our_port_unless_somebody_uses_it_already(step, https, installed, quiet):
    step.programs.add("dpkg-query", "printf installed" if installed else "exit 1")
    assert step(f"HTTPS={https}; keep_caddy_quiet").returncode == 0
    masked = ["--quiet", "mask", "caddy.service"]
    assert [line.split()[1:] for line in step.programs.called("systemctl")] == [masked] * quiet


def test_where_caddy_cannot_be_had_everything_else_goes_on(step):
    step.programs.add("dpkg-query", "exit 1")
    done = step('HTTPS=yes; require_caddy; echo "[$HTTPS]"; parts')
    assert done.returncode == 0, done.stderr
    assert "Without caddy and openssl there is no https" in done.stdout
    assert "[]" in done.stdout
    assert "cinderbox-https.service" not in done.stdout
