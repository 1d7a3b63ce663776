"""install.sh in a real Debian, as root in a folder, and then started with its own systemd. Long: `make soak`."""

import http.client
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import time
import urllib.error
import urllib.request
from itertools import product
from types import SimpleNamespace

import pytest

from tests.box import Visitor
from tests.deploy.roots import DEPLOY, SERVING, install, next_wheel, update_on
from tests.fresh import ROOTS
from tests.soaking import LONG
from tests.waiting import PATIENCE_S, wait_until

INCLUDED = "python3,python3-venv,systemd,systemd-sysv,dbus,udev,ca-certificates"
WANTS_A_START = 133  # so ends systemd-nspawn when its machine is to be started again
pytestmark = [
    LONG,
    pytest.mark.skipif(os.geteuid() != 0 or not shutil.which("debootstrap"), reason="needs root and debootstrap"),
]


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """A wheelhouse for this machine's processor."""
    folder = tmp_path_factory.mktemp("house")
    wheels(folder, PROCESSORS=os.uname().machine)
    return folder


@pytest.fixture(params=["bookworm", "trixie"])
def debian(request, tmp_path):
    return a_debian(request.param, tmp_path / "debian")


def a_debian(suite, folder, more=""):
    """One with a systemd in it; made once, as those of `make fresh`, and kept beside them."""
    made = ROOTS / f"{suite}-booted{more.replace(',', '-')}"
    if not made.exists():
        half = made.with_suffix(".half")
        shutil.rmtree(half, ignore_errors=True)
        ROOTS.mkdir(parents=True, exist_ok=True)
        subprocess.run(["debootstrap", "--variant=minbase", f"--include={INCLUDED}{more}", suite, half], check=True)
        half.rename(made)
    subprocess.run(["cp", "-a", "--reflink=auto", made, folder], check=True)
    return folder


def wheels(folder, **settings):
    env = {**os.environ, "PYTHON": sys.executable, **settings}
    subprocess.run([DEPLOY / "build-wheelhouse", folder], check=True, env=env)
    return {path.name for path in folder.glob("*.whl")}


def inside(debian, *command):
    return subprocess.run(["chroot", debian, *command], capture_output=True, text=True, check=True).stdout


def test_the_wheelhouse_holds_all_for_both_pythons_of_a_pi_and_a_pc(tmp_path):
    """Our own wheel is there, and nothing is missing for either Python on either processor."""
    names = wheels(tmp_path)
    ours = next(name for name in names if name.startswith("cinderbox-"))
    assert [name.split("-")[2] for name in names if name.startswith("lgpio-")] == ["cp311"]
    for python, processor in product(("3.11", "3.13"), ("aarch64", "x86_64")):
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", "--no-index", "--only-binary=:all:"]
        command += ["--target", tmp_path / "nowhere", "--find-links", tmp_path, "--python-version", python]
        command += ["--platform", f"manylinux2014_{processor}", "--platform", f"manylinux_2_28_{processor}"]
        command += ["--constraint", tmp_path / "constraints.txt", tmp_path / ours]
        subprocess.run(list(map(str, command)), check=True)


def test_a_real_debian_takes_it_upgrades_goes_back_and_lets_it_go(debian, house, tmp_path):
    done = install("--root", debian, "--offline", house)
    assert done.returncode == 0, done.stderr
    assert "avahi-daemon" in done.stdout
    assert inside(debian, "stat", "-c", "%U:%G %a", "/var/lib/cinderbox").strip() == "cinderbox:cinderbox 700"
    assert inside(debian, "stat", "-c", "%U:%G %a", "/etc/cinderbox/hotspot.conf").strip() == "root:cinderbox 640"
    newer = with_parts(house, next_wheel(house, tmp_path / "newer", version="0.2.0"))
    broken = with_parts(house, next_wheel(house, tmp_path / "broken", version="0.3.0", starts=False))
    boots_and_survives_what_does_not_start(debian, newer=newer, broken=broken)
    assert re.fullmatch(r"\d{6}\n", inside(debian, "cinderbox", "pin"))
    assert inside(debian, "stat", "-c", "%U", "/var/lib/cinderbox/cinderbox.db").strip() == "cinderbox"

    assert install("--rollback", "--root", debian).returncode == 0
    assert version(debian).startswith("0.1.0-")
    assert re.fullmatch(r"\d{6}\n", inside(debian, "cinderbox", "pin"))
    assert install("--uninstall", "--root", debian).returncode == 0
    assert (debian / "var/lib/cinderbox/cinderbox.db").exists()
    assert not (debian / "opt/cinderbox").exists()
    assert install("--uninstall", "--purge", "--root", debian).returncode == 0
    assert not (debian / "var/lib/cinderbox").exists()
    assert "cinderbox" not in (debian / "etc/passwd").read_text()


def test_https_comes_up_in_its_hardened_unit(house, tmp_path):
    """The real Caddy under the real systemd: it may make its certificate and open its port, and nothing else."""
    debian = a_debian("bookworm", tmp_path / "debian", more=",caddy,openssl")
    inside(debian, "systemctl", "mask", "caddy.service")  # one that was there before we came is not ours to silence
    done = install("--https", "--root", debian, "--offline", house)
    assert done.returncode == 0, done.stderr
    port, live, https = free_ports(3)
    ports = f"CINDERBOX_PORT={port}\nCINDERBOX_LIVE_PORT={live}\nCINDERBOX_HTTPS_PORT={https}\n"
    (debian / "etc/cinderbox/cinderbox.env").write_text(ports)
    command = ["systemd-nspawn", "--quiet", "--boot", "--keep-unit", "--register=no", "--console=pipe", "-D", debian]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL) as machine:
        try:
            made = debian / "var/lib/cinderbox-https/authority.crt"
            wait_until(made.exists, "the certificate is made")
            trust = ssl.create_default_context(cafile=made)
            wait_until(lambda: answers(f"https://localhost:{https}/healthz", trust), "a page comes by https")
            with urllib.request.urlopen(f"https://localhost:{https}/time", context=trust, timeout=30) as time_:
                assert json.load(time_).keys() == {"server_ms", "boot"}
        finally:
            machine.terminate()
            assert machine.wait(120) == 0
    assert inside(debian, "stat", "-c", "%U %a", "/var/lib/cinderbox-https").strip() == "cinderbox-https 700"


def test_an_update_from_a_stick_is_installed_or_taken_back_by_its_unit(house, tmp_path):
    """Under the real systemd: the server's user leaves a word, the hardened unit does the rest, also the way back."""
    debian, stick = a_debian("bookworm", tmp_path / "debian"), tmp_path / "stick"
    assert install("--root", debian, "--offline", house, "--no-kiosk").returncode == 0
    newer = with_parts(house, next_wheel(house, tmp_path / "newer", version="0.2.0"))
    broken = with_parts(house, next_wheel(house, tmp_path / "broken", version="0.3.0", starts=False))
    update_on(stick, newer)
    port, live = free_ports(2)
    (debian / "etc/cinderbox/cinderbox.env").write_text(f"CINDERBOX_PORT={port}\nCINDERBOX_LIVE_PORT={live}\n")
    command = ["systemd-nspawn", "--quiet", "--boot", "--keep-unit", "--register=no", "--console=pipe", "-D", debian]
    command += [f"--bind-ro={DEPLOY}:/srv/deploy", f"--bind-ro={stick}:/media/cinderbox/sdz1"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL) as machine:
        try:
            box = Booted(machine, f"http://127.0.0.1:{port}/healthz")
            box.answers()
            assert updated(box, debian) == ["done", "0.2.0"]
            box.answers()
            both = version(debian), version(debian, "previous")
            assert (both[0][:6], both[1][:6]) == ("0.2.0-", "0.1.0-")
            update_on(stick, broken)
            assert updated(box, debian) == ["failed", f"{told_of_broken(debian)}, so {both[0]} is running again."]
            box.answers()
            assert (version(debian), version(debian, "previous")) == both
            kept = debian / "var/lib/cinderbox-update"
            wait_until(lambda: [each.name for each in kept.iterdir()] == ["said"], "nothing is left lying about")
        finally:
            machine.terminate()
            assert machine.wait(120) == 0


def test_the_desk_restarts_a_machine_and_switches_it_off(house, tmp_path):
    """Its server may not; the two units that hear its word do it, and the machine is really off."""
    debian = a_debian("bookworm", tmp_path / "debian")
    assert install("--root", debian, "--offline", house, "--no-kiosk").returncode == 0
    port, live = free_ports(2)
    (debian / "etc/cinderbox/cinderbox.env").write_text(f"CINDERBOX_PORT={port}\nCINDERBOX_LIVE_PORT={live}\n")
    command = ["systemd-nspawn", "--quiet", "--boot", "--keep-unit", "--register=no", "--console=pipe", "-D", debian]
    for what, ends_with in (("restart", WANTS_A_START), ("off", 0)):
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL) as machine:
            try:
                Booted(machine, f"http://127.0.0.1:{port}/healthz").answers()
                olga(debian, port).post("/box/off", what=what)
                assert machine.wait(PATIENCE_S) == ends_with
            finally:
                machine.terminate()


def olga(debian, port):
    """The organizer, at this machine's desk."""
    pin = (debian / "var/lib/cinderbox/organizer-pin").read_text()
    return Visitor(SimpleNamespace(address=f"http://127.0.0.1:{port}", pin=pin)).sign_in()


def updated(box, debian):
    """The word that the server would leave, and what the desk would read afterwards."""
    said = debian / "var/lib/cinderbox-update/said"
    said.unlink(missing_ok=True)
    box.run("runuser", "-u", "cinderbox", "--", "touch", "/run/cinderbox/update-from-stick")
    wait_until(lambda: said.exists() and not said.read_text().startswith("running"), "the update is over")
    return said.read_text().splitlines()


def told_of_broken(debian):
    said = (debian / "var/lib/cinderbox-update/said").read_text()
    return re.search(r"0\.3\.0-\w+ did not start \(.*?\)", said)[0]


def answers(address, trust):
    try:
        with urllib.request.urlopen(address, context=trust, timeout=30) as answer:
            return json.load(answer)["ok"]
    except OSError:
        return False


def with_parts(house, folder):
    """The other wheels beside this one of Cinderbox."""
    for wheel in house.glob("*"):
        if not wheel.name.startswith("cinderbox-"):
            shutil.copy(wheel, folder)
    return folder


def version(debian, which="current"):
    link = debian / "opt/cinderbox" / which
    return link.readlink().name if link.is_symlink() else None


def boots_and_survives_what_does_not_start(debian, *, newer, broken):
    """With its own systemd: the hardened unit comes up, whatever is installed or taken back, and goes down."""
    if not shutil.which("systemd-nspawn"):
        pytest.skip("systemd-nspawn is not installed")
    port, live = free_ports(2)
    (debian / "etc/cinderbox/cinderbox.env").write_text(f"CINDERBOX_PORT={port}\nCINDERBOX_LIVE_PORT={live}\n")
    command = ["systemd-nspawn", "--quiet", "--boot", "--keep-unit", "--register=no", "--console=pipe", "-D", debian]
    command += [f"--bind-ro={DEPLOY}:/srv/deploy", f"--bind-ro={newer}:/srv/newer", f"--bind-ro={broken}:/srv/broken"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL) as machine:
        try:
            box = Booted(machine, f"http://127.0.0.1:{port}/healthz")
            box.answers()
            a_broken_upgrade_is_taken_back(box, debian)
            a_broken_rollback_is_taken_back(box, debian)
        finally:
            machine.terminate()
            assert machine.wait(120) == 0
    assert "Deactivated successfully" in journal(debian)


def a_broken_upgrade_is_taken_back(box, debian):
    first = version(debian)
    done = box.install("--offline", "/srv/broken")
    assert done.returncode == 1
    assert f"so {first} is running again" in done.stderr
    box.answers()
    assert (version(debian), version(debian, "previous")) == (first, None)


def a_broken_rollback_is_taken_back(box, debian):
    done = box.install("--offline", "/srv/newer")
    assert done.returncode == 0, done.stderr
    assert re.search(r"^Open http://[\d.]+:\d+/$|^This machine is on no network", done.stdout, re.M)
    assert re.search(r"^PIN: \d{6}$", done.stdout, re.M)
    both = version(debian), version(debian, "previous")
    (serving,) = (debian / "opt/cinderbox/versions" / both[1]).glob(f"lib/python3*/site-packages/{SERVING}")
    works = serving.read_text()
    serving.write_text("raise SystemExit('This version does not serve.')\n")
    done = box.install("--rollback")
    assert done.returncode == 1
    assert f"so {both[0]} is running again" in done.stderr
    box.answers()
    assert (version(debian), version(debian, "previous")) == both
    serving.write_text(works)


class Booted:
    """A Debian that runs; commands are given in it as its administrator."""

    def __init__(self, machine, address):
        self.machine, self.address = machine, address

    def answers(self):
        assert answer(self.address)["ok"]

    def install(self, *arguments):
        return self.run("/srv/deploy/install.sh", *arguments)

    def run(self, *words):
        children = f"/proc/{self.machine.pid}/task/{self.machine.pid}/children"
        with open(children) as file:
            first = file.read().split()[0]
        command = ["nsenter", f"--target={first}", "--all", *words]
        clean = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8"}
        return subprocess.run(command, capture_output=True, text=True, env=clean)


def journal(debian):
    """What the machine wrote; it is kept because the folder for it is there."""
    command = ["journalctl", "--no-pager", f"--directory={debian}/var/log/journal", "-u", "cinderbox"]
    return subprocess.run(command, capture_output=True, text=True).stdout


def free_ports(count):
    doors = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [door.getsockname()[1] for door in doors]
    for door in doors:
        door.close()
    return ports


def answer(address):
    for _ in range(240):
        try:
            with urllib.request.urlopen(address, timeout=5) as page:
                return json.load(page)
        except (OSError, ValueError, http.client.HTTPException):
            time.sleep(0.5)
    raise AssertionError(f"{address} never answered")
