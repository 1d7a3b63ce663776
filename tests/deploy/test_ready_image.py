"""What build-image takes out of an image and puts into it, on a folder that looks like a card; whole in `make pi`."""

import re
import subprocess

import pytest

from tests.deploy.roots import DEPLOY
from tests.deploy.test_scripts import Programs

FIRST_BOOT = DEPLOY / "image/usr/local/lib/cinderbox/first-boot"
OF_ONE_BOX = {
    "etc/machine-id": "0123456789abcdef0123456789abcdef\n",
    "var/lib/dbus/machine-id": "0123456789abcdef0123456789abcdef\n",
    "var/lib/systemd/random-seed": "the same for all",
    "etc/ssh/ssh_host_ed25519_key": "the same for all",
    "etc/cinderbox/hotspot.conf": "SSID=Cinderbox\nPASSWORD=thesameforall\n",
    "var/lib/cinderbox/organizer-pin": "123456",
    "var/lib/cinderbox/backups/backup-0001.db": "events",
    "var/log/apt/history.log": "who made it",
}
PASSWORDS = "root::1:0::::\ndaemon:*:1:0::::\npi:$6$salt$hash:1:0::::\nlocked:!:1:0::::\ngone:!$6$old:1:0::::\n"


@pytest.fixture
def system(tmp_path):
    """A card after install.sh, of somebody who has used it."""
    system = tmp_path / "system"
    for name, content in OF_ONE_BOX.items():
        (system / name).parent.mkdir(parents=True, exist_ok=True)
        (system / name).write_text(content)
    (system / "etc/shadow").write_text(PASSWORDS)
    (system / "etc/hostname").write_text("raspberrypi\n")
    (system / "etc/hosts").write_text("127.0.0.1\tlocalhost\n127.0.1.1\traspberrypi\n")
    for unit in ("multi-user.target.wants/ssh.service", "sockets.target.wants/ssh.socket"):
        (system / "etc/systemd/system" / unit).parent.mkdir(parents=True)
        (system / "etc/systemd/system" / unit).symlink_to("/lib/systemd/system/ssh.service")
    (system / "etc/cloud").mkdir()
    (system / "usr/local/lib/cinderbox").mkdir(parents=True)
    programs = Programs(tmp_path)
    programs.add("systemctl")
    library = f"HERE={DEPLOY}; . {DEPLOY}/lib/first_boot.sh; forget_who_made_it {system}; needs_no_keyboard {system}"
    subprocess.run(["bash", "-euc", library], env=programs.env, check=True)
    assert programs.called("systemctl") == [f"systemctl --root={system} --quiet enable cinderbox-first-boot.service"]
    return system


def test_nothing_of_one_box_goes_into_all(system):
    """An empty machine id is made at the start; without the file systemd would ask questions."""
    left = {name for name in OF_ONE_BOX if (system / name).exists()}
    assert left == {"etc/machine-id"}
    assert (system / "etc/machine-id").read_text() == ""
    assert (system / "var/lib/cinderbox").is_dir()


def test_nobody_has_a_password_and_ssh_is_off(system):
    passwords = dict(line.split(":")[:2] for line in (system / "etc/shadow").read_text().splitlines())
    assert passwords == {"root": "!", "daemon": "*", "pi": "!", "locked": "!", "gone": "!"}
    assert not list((system / "etc/systemd/system").rglob("ssh*"))


def test_it_asks_nothing_and_is_called_cinderbox(system):
    assert (system / "etc/hostname").read_text() == "cinderbox\n"
    assert (system / "etc/hosts").read_text() == "127.0.0.1\tlocalhost\n127.0.1.1\tcinderbox\n"
    assert (system / "etc/cloud/cloud-init.disabled").exists()
    asks = (system / "etc/systemd/system/userconfig.service.d/cinderbox.conf").read_text()
    assert "ConditionPathExists=/boot/firmware/userconf.txt" in asks


def test_the_first_start_makes_a_password_for_this_box(system, tmp_path):
    """Another one each time, and the keys of ssh, which stays off."""
    made = set()
    for box in ("one", "two"):
        folder = tmp_path / box
        folder.mkdir()
        programs = Programs(folder)
        programs.add("ssh-keygen")
        programs.add("chgrp")
        script = (
            FIRST_BOOT.read_text().replace("/etc/cinderbox/", f"{folder}/").replace("/usr/local", f"{system}/usr/local")
        )
        subprocess.run(["sh", "-c", script], env=programs.env, check=True)
        assert programs.called("ssh-keygen") == ["ssh-keygen -A"]
        assert (folder / "hotspot.conf").stat().st_mode & 0o777 == 0o640
        made.add(re.search(r"^PASSWORD=([a-z2-9]{12})$", (folder / "hotspot.conf").read_text(), re.M)[1])
    assert len(made) == 2


def test_build_image_says_how_it_is_called_and_refuses_what_it_cannot_do(tmp_path):
    def call(*arguments):
        command = [DEPLOY / "build-image", *arguments]
        return subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)

    assert call("--help").returncode == 0
    assert call().returncode == 2
    refused = call("nothing.img", "made.img")
    assert refused.returncode == 1
    assert re.search(r"There is no image|needs the administrator|is missing", refused.stderr)
    assert not (tmp_path / "made.img").exists()
