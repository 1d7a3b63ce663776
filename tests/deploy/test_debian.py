"""install.sh in a real bookworm, as root in a folder, and then started with its own systemd. Long: `make soak`."""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

import pytest

from tests.deploy.roots import DEPLOY, install, next_wheel

INCLUDED = "python3,python3-venv,systemd,systemd-sysv,dbus,udev,ca-certificates"
pytestmark = [
    pytest.mark.skipif(not os.environ.get("SOAK"), reason="takes minutes: make soak"),
    pytest.mark.skipif(os.geteuid() != 0 or not shutil.which("debootstrap"), reason="needs root and debootstrap"),
]


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """A wheelhouse for this machine and bookworm's Python."""
    folder = tmp_path_factory.mktemp("house")
    machine = os.uname().machine
    platforms = " ".join(f"manylinux{glibc}_{machine}" for glibc in ("2014", "_2_17", "_2_28"))
    wheels(folder, PYTHONS="3.11", PLATFORMS=platforms)
    return folder


@pytest.fixture
def debian(tmp_path):
    folder = tmp_path / "bookworm"
    subprocess.run(["debootstrap", "--variant=minbase", f"--include={INCLUDED}", "bookworm", folder], check=True)
    return folder


def wheels(folder, **settings):
    env = {**os.environ, "PYTHON": sys.executable, **settings}
    subprocess.run([DEPLOY / "build-wheelhouse", folder], check=True, env=env)
    return {path.name for path in folder.glob("*.whl")}


def inside(debian, *command):
    return subprocess.run(["chroot", debian, *command], capture_output=True, text=True, check=True).stdout


def test_the_wheelhouse_holds_all_for_both_pythons_of_a_64_bit_pi(tmp_path):
    """Each wheel of C code is there for 3.11 and 3.13; our own is there; and nothing is missing for either."""
    names = wheels(tmp_path)
    ours = next(name for name in names if name.startswith("cinderbox-"))
    built = {name.split("-")[0] for name in names if "aarch64" in name}
    assert "sqlalchemy" in built
    for package in built:
        assert {"cp311", "cp313"} <= {name.split("-")[2] for name in names if name.startswith(f"{package}-")}, package
    assert not any(name.startswith("lgpio-") for name in names)
    for python in ("3.11", "3.13"):
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--dry-run", "--no-index", "--only-binary=:all:"]
        command += ["--target", tmp_path / "nowhere", "--find-links", tmp_path, "--python-version", python]
        command += ["--platform", "manylinux2014_aarch64", "--platform", "manylinux_2_28_aarch64", tmp_path / ours]
        subprocess.run(list(map(str, command)), check=True)


def test_a_real_bookworm_takes_it_upgrades_goes_back_and_lets_it_go(debian, house, tmp_path):
    done = install("--root", debian, "--offline", house)
    assert done.returncode == 0, done.stderr
    assert "avahi-daemon" in done.stdout
    assert inside(debian, "stat", "-c", "%U:%G %a", "/var/lib/cinderbox").strip() == "cinderbox:cinderbox 700"
    assert inside(debian, "stat", "-c", "%U:%G %a", "/etc/cinderbox/hotspot.conf").strip() == "root:cinderbox 640"
    assert re.fullmatch(r"\d{6}\n", inside(debian, "cinderbox", "pin"))
    assert inside(debian, "stat", "-c", "%U", "/var/lib/cinderbox/cinderbox.db").strip() == "cinderbox"
    boots_and_answers(debian)

    newer = next_wheel(house, tmp_path / "newer", version="0.2.0")
    for wheel in house.glob("*.whl"):
        if not wheel.name.startswith("cinderbox-"):
            shutil.copy(wheel, newer)
    done = install("--root", debian, "--offline", newer)
    assert done.returncode == 0, done.stderr
    assert inside(debian, "readlink", "/opt/cinderbox/current").startswith("versions/0.2.0-")
    assert install("--rollback", "--root", debian).returncode == 0
    assert inside(debian, "readlink", "/opt/cinderbox/current").startswith("versions/0.1.0-")
    assert re.fullmatch(r"\d{6}\n", inside(debian, "cinderbox", "pin"))

    assert install("--uninstall", "--root", debian).returncode == 0
    assert (debian / "var/lib/cinderbox/cinderbox.db").exists()
    assert not (debian / "opt/cinderbox").exists()
    assert install("--uninstall", "--purge", "--root", debian).returncode == 0
    assert not (debian / "var/lib/cinderbox").exists()
    assert "cinderbox" not in (debian / "etc/passwd").read_text()


def boots_and_answers(debian):
    """With its own systemd: the hardened unit comes up, and goes down when the machine does."""
    if not shutil.which("systemd-nspawn"):
        return
    port, live = free_ports(2)
    (debian / "etc/cinderbox/cinderbox.env").write_text(f"CINDERBOX_PORT={port}\nCINDERBOX_LIVE_PORT={live}\n")
    command = ["systemd-nspawn", "--quiet", "--boot", "--keep-unit", "--register=no", "--console=pipe", "-D", debian]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL) as machine:
        try:
            assert answer(f"http://127.0.0.1:{port}/healthz")["ok"]
        finally:
            machine.terminate()
            assert machine.wait(120) == 0
    assert "Deactivated successfully" in journal(debian)


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
        except (urllib.error.URLError, OSError):
            time.sleep(0.5)
    raise AssertionError(f"{address} never answered")
