"""A stick in the box: each backup on it, the round on paper, and a way back in for who forgot the PIN."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from server import auth, backups, round_pack, usb
from tests.server.conftest import Actor, app, built, fresh_data  # noqa: F401 (fixtures)
from tests.server.played import played


@pytest.fixture
def media(tmp_path, monkeypatch):
    """A /media of its own; what counts as mounted there is in a file of the kernel's shape."""
    folder = tmp_path / "media"
    folder.mkdir()
    monkeypatch.setattr(usb, "PLACES", (str(folder),))
    monkeypatch.setattr(usb, "MOUNTS", tmp_path / "mountinfo")
    mounted(tmp_path, "/", "/proc")
    return folder


@pytest.fixture
def stick(media, tmp_path):
    folder = media / "stick"
    folder.mkdir()
    mounted(tmp_path, "/", media, folder)
    return folder


@pytest.fixture
def config(app):  # noqa: F811
    return app.config["CINDERBOX"]


def mounted(tmp_path, *places):
    names = (str(place).replace(" ", r"\040") for place in places)
    lines = [f"36 35 98:0 / {name} rw,noatime master:1 - vfat /dev/sda1 rw\n" for name in names]
    (tmp_path / "mountinfo").write_text("".join(lines))


def small_disk(folder, options):
    if os.geteuid() != 0:
        pytest.skip("mounting needs root")
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", options, "stick", folder], capture_output=True)
    if done.returncode:
        pytest.skip("nothing can be mounted here")


@pytest.fixture
def unmount(stick):
    yield
    subprocess.run(["umount", stick], capture_output=True)


def test_a_folder_without_a_stick_in_it_is_none(media, tmp_path):
    (media / "pulled-out").mkdir()
    assert usb.sticks() == []
    mounted(tmp_path, media, media / "pulled-out", "/mediations/x")
    assert usb.sticks() == [media / "pulled-out"]


def test_a_stick_with_a_blank_in_its_name_is_found(media, tmp_path):
    mounted(tmp_path, media / "BLUE STICK")
    assert usb.sticks() == [media / "BLUE STICK"]


def test_a_folder_that_was_named_is_the_stick(media, stick, tmp_path, monkeypatch):
    monkeypatch.setenv("CINDERBOX_USB", str(tmp_path / "named"))
    assert usb.sticks() == []
    (tmp_path / "named").mkdir()
    assert usb.sticks() == [tmp_path / "named"]


def test_without_a_stick_nothing_happens(app, media, config):  # noqa: F811
    tid = played(app, 4, 1)
    round_pack.take_along(app, tid, backups.backup(config))
    assert usb.trouble(config) == ""


def test_after_a_round_the_proved_backup_and_the_paper_are_on_the_stick(app, stick, config):  # noqa: F811
    tid = played(app, 4, 1)
    made = backups.backup(config)
    round_pack.take_along(app, tid, made)
    folder = stick / "cinderbox"
    assert backups.inside(folder / made.name) == backups.inside(made)
    (page,) = folder.glob("*-round-1.html")
    text = page.read_text()
    assert "Standings after round 1" in text
    assert "<style>" in text
    assert not any(outside in text for outside in ("<script", "<link", "/static/", "http://"))
    if shutil.which("chromium"):
        (paper,) = folder.glob("*-round-1.pdf")
        assert paper.read_bytes()[:5] == b"%PDF-"
    assert not list(folder.glob("*.tmp"))
    assert usb.trouble(config) == ""


def test_the_last_twenty_stay_and_the_newest_whatever_the_clock_says(stick, tmp_path):
    folder = stick / "cinderbox"
    folder.mkdir()
    for number in range(25):
        (folder / f"backup-{number:04}.db").write_text("old")
        os.utime(folder / f"backup-{number:04}.db", (2e9 + number, 2e9 + number))
    (folder / "holiday.jpg").write_text("not ours")
    new = tmp_path / "backup-0001-19700101-000000.db"
    new.write_text("new")
    assert usb.copy_to_sticks([new]) == []
    left = sorted(path.name for path in folder.glob("*.db"))
    assert len(left) == usb.KEPT
    assert new.name in left
    assert left[1:] == [f"backup-{number:04}.db" for number in range(6, 25)]
    assert (folder / "holiday.jpg").exists()


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ("size=64k", "The USB stick stick is full: {name} is not on it. Delete something or use another stick."),
        ("ro", "The USB stick stick cannot be written: {name} is not on it. Check its lock or use another."),
    ],
)
def test_a_full_or_locked_stick_is_told_and_stops_nothing(app, stick, config, unmount, options, sentence):  # noqa: F811
    small_disk(stick, options)
    tid = played(app, 4, 1)
    made = backups.backup(config)
    round_pack.take_along(app, tid, made)
    assert sentence.format(name=made.name) in usb.trouble(config)
    assert not list(stick.rglob("*.tmp"))
    subprocess.run(["umount", stick], check=True)
    round_pack.take_along(app, tid, made)
    assert usb.trouble(config) == ""


def test_a_reset_file_makes_a_new_pin_once_and_tells_it_on_the_stick(app, stick, config, caplog):  # noqa: F811
    old = config.pin_file.read_text()
    asked = stick / "cinderbox-reset-pin"
    asked.touch()
    usb.reset_pin_if_asked(app)
    new = config.pin_file.read_text()
    assert new != old
    assert new in Path(f"{asked}.done").read_text()
    assert not asked.exists()
    assert "new organizer PIN was made" in caplog.text
    assert new not in caplog.text
    usb.reset_pin_if_asked(app)
    assert config.pin_file.read_text() == new
    assert Actor(app).sign_in(new).get("/box").status == 200


def test_a_reset_file_on_a_locked_stick_changes_nothing(app, stick, config, unmount, caplog):  # noqa: F811
    small_disk(stick, "size=64k")
    (stick / "cinderbox-reset-pin").touch()
    subprocess.run(["mount", "-o", "remount,ro", stick], check=True)
    old = config.pin_file.read_text()
    usb.reset_pin_if_asked(app)
    assert config.pin_file.read_text() == old
    assert "The PIN was not reset" in caplog.text


def test_a_reset_file_is_seen_while_the_server_runs(app, stick, config):  # noqa: F811
    old = config.pin_file.read_text()
    (stick / "cinderbox-reset-pin").touch()
    looking = usb.keep_looking(app)
    try:
        for _ in range(600):
            if (stick / "cinderbox-reset-pin.done").exists() and config.pin_file.read_text() != old:
                break
            looking.wait(0.05)
    finally:
        looking.set()
    assert config.pin_file.read_text() != old
    with app.app_context():
        assert auth.has_pin("organizer")
