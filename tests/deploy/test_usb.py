"""A stick in the box: each backup on it, the round on paper, and a way back in for who forgot the PIN."""

import os
import shutil
import subprocess
import threading
from pathlib import Path

import pytest

from engine.decisions import clock, rounds
from server.box import backups, latest_copies, restoring, usb_stick
from server.box.latest_copies import Copier
from server.clock import clock_feed
from server.core import auth, journal
from server.core.config import Config
from server.core.timekeeping import moment
from server.paper import round_pack
from tests.server.conftest import Actor, app, built, fresh_data, organizer  # noqa: F401 (fixtures)
from tests.server.played import act, play_round, played, started
from tests.waiting import wait_for_threads, wait_until


@pytest.fixture
def media(tmp_path):
    """A /media of its own; what counts as mounted there is in a file of the kernel's shape."""
    folder = tmp_path / "media"
    folder.mkdir()
    mounted(tmp_path, "/", "/proc")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(usb_stick, "PLACES", (str(folder),))
        patch.setattr(usb_stick, "MOUNTS", tmp_path / "mountinfo")
        yield folder


@pytest.fixture
def stick(media, tmp_path):
    folder = media / "stick"
    folder.mkdir()
    mounted(tmp_path, "/", media, folder)
    return folder


@pytest.fixture
def config(app):  # noqa: F811
    return app.config["CINDERBOX"]


def acts_of(app, tid):  # noqa: F811
    with app.app_context():
        return len(journal.read(tid).acts)


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
    assert usb_stick.sticks() == []
    mounted(tmp_path, media, media / "pulled-out", "/mediations/x")
    assert usb_stick.sticks() == [media / "pulled-out"]


def test_a_stick_with_a_blank_in_its_name_is_found(media, tmp_path):
    mounted(tmp_path, media / "BLUE STICK")
    assert usb_stick.sticks() == [media / "BLUE STICK"]


def test_a_folder_that_was_named_is_the_stick(media, stick, tmp_path, monkeypatch):
    monkeypatch.setenv("CINDERBOX_USB", str(tmp_path / "named"))
    assert usb_stick.sticks() == []
    (tmp_path / "named").mkdir()
    assert usb_stick.sticks() == [tmp_path / "named"]


def test_without_a_stick_nothing_happens(app, media, config):  # noqa: F811
    tid = played(app, 4, 1)
    round_pack.take_along(app, tid, backups.backup(config))
    assert usb_stick.trouble(config) == ""


def test_after_a_round_the_proved_backup_and_the_paper_are_on_the_stick(app, stick, config):  # noqa: F811
    tid = played(app, 4, 1)
    made = backups.backup(config)
    round_pack.take_along(app, tid, made)
    folder = stick / usb_stick.folder_of(config)
    assert backups.inside(folder / made.name) == backups.inside(folder / usb_stick.LATEST) == backups.inside(made)
    (page,) = folder.glob("*-round-1.html")
    text = page.read_text()
    assert "Standings after round 1" in text
    assert "<style>" in text
    assert not any(outside in text for outside in ("<script", "<link", "/static/", "http://", "Ctrl+P"))
    if any(map(shutil.which, round_pack.BROWSERS)):
        (paper,) = folder.glob("*-round-1.pdf")
        assert paper.read_bytes()[:5] == b"%PDF-"
    assert not list(folder.glob("*.tmp"))
    assert usb_stick.trouble(config) == ""


def test_the_last_twenty_stay_by_their_numbers_whatever_the_clock_said(stick, config, tmp_path):
    folder = stick / usb_stick.folder_of(config)
    folder.mkdir(parents=True)
    for number in range(25):
        (folder / f"backup-{number:04}-20300101-000000.db").write_text("old")
        os.utime(folder / f"backup-{number:04}-20300101-000000.db", (2e9 - number, 2e9 - number))
    (folder / "holiday.jpg").write_text("not ours")
    new = tmp_path / "backup-0025-19700101-000000.db"
    new.write_text("new")
    assert usb_stick.take_backup(config, new) == []
    left = sorted(path.name for path in folder.glob("backup-*.db"))
    assert [int(name.split("-")[1]) for name in left] == list(range(6, 26))
    assert (folder / "holiday.jpg").exists()


@pytest.mark.parametrize("name", ["backup-saturday.db", "backup-0012.db", "backup-0012-20300101-000000-good.db"])
def test_a_backup_that_somebody_renamed_on_the_stick_is_theirs(stick, config, tmp_path, name):
    """It broke every backup after it; and twenty newer ones must not push it off the stick."""
    folder = stick / usb_stick.folder_of(config)
    folder.mkdir(parents=True)
    (folder / name).write_text("theirs")
    for number in range(usb_stick.KEPT + 1):
        new = tmp_path / f"backup-{number:04}-19700101-000000.db"
        new.write_text("new")
        assert usb_stick.take_backup(config, new) == []
    assert (folder / name).read_text() == "theirs"
    assert len(list(folder.glob("backup-*.db"))) == usb_stick.KEPT + 1


def test_every_backup_goes_to_the_stick_whoever_makes_it(app, organizer, stick, config, cinderbox):  # noqa: F811
    played(app, 4, 1)
    organizer.post("/box/backups")
    cinderbox("backup", "--data", config.data)
    on_the_stick = sorted(path.name for path in (stick / usb_stick.folder_of(config)).glob("backup-*.db"))
    assert on_the_stick == [kept.name for kept in reversed(backups.backups(config))]
    assert len(on_the_stick) == 2


def test_a_published_round_is_on_the_stick(app, organizer, stick, config):  # noqa: F811
    tid = started(app, 4)
    act(app, tid, rounds.pair_round)
    organizer.post(f"/events/{tid}/pairings/publish")
    wait_for_threads()
    (held,) = backups.inside(stick / usb_stick.folder_of(config) / usb_stick.LATEST)
    assert held.acts == acts_of(app, tid)


def test_while_a_clock_runs_the_stick_has_the_latest_every_few_minutes(app, stick, config, monkeypatch):  # noqa: F811
    """A box that dies in the middle of a round leaves a stick with that round on it."""
    tid = started(app, 4)
    latest, copier = stick / usb_stick.folder_of(config) / usb_stick.LATEST, Copier(config, clock_feed.a_clock_runs)
    with app.app_context():
        copier.copy_if_due()
        assert latest.exists(), "a stick that was just put in waits for nothing"
        latest.unlink()
        for decide in (rounds.pair_round, rounds.publish, lambda t: clock.start_clock(t, moment())):
            act(app, tid, decide)
        copier.copy_if_due()
        assert not latest.exists(), "some minutes have to pass"
        monkeypatch.setattr(latest_copies, "COPY_EVERY", 0.0)
        copier.copy_if_due()
        (held,) = backups.inside(latest)
        assert held.acts == acts_of(app, tid)
        latest.unlink()
        copier.copy_if_due()
        assert latest.exists(), "the clock ran on"
    assert backups.backups(config) == []


def test_several_who_write_to_a_stick_wait_for_each_other(stick, config, tmp_path):
    """The end of a round, the latest minutes and the box's timer met on one unfinished file: red for nothing."""
    sizes, wrong = range(1, 9), []

    def write(size):
        file = tmp_path / f"{size}.db"
        file.write_bytes(bytes([size]) * size * 500_000)
        for _ in range(5):
            wrong.extend(usb_stick.copy_to_sticks(config, {usb_stick.LATEST: file}))

    writers = [threading.Thread(target=write, args=(size,)) for size in sizes]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert wrong == []
    left = (stick / usb_stick.folder_of(config) / usb_stick.LATEST).read_bytes()
    assert left in [bytes([size]) * size * 500_000 for size in sizes]


def test_another_process_that_writes_to_the_stick_is_waited_for(stick, config, tmp_path):
    file = tmp_path / "new.db"
    file.write_text("new")
    latest = stick / usb_stick.folder_of(config) / usb_stick.LATEST
    with usb_stick.one_writer(config):
        later = threading.Thread(target=usb_stick.copy_to_sticks, args=(config, {usb_stick.LATEST: file}))
        later.start()
        later.join(timeout=0.2)
        assert not latest.exists()
    later.join()
    assert latest.read_text() == "new"


def test_an_older_copy_never_takes_the_place_of_a_later_one(app, stick, config):  # noqa: F811
    """A backup that waited for the stick is older than the latest minutes that were written meanwhile."""
    tid = played(app, 4, 1)
    made = backups.backup(config)
    play_round(app, tid)
    backups.latest_to_sticks(config)
    assert usb_stick.take_backup(config, made) == []
    folder = stick / usb_stick.folder_of(config)
    assert backups.inside(folder / usb_stick.LATEST)[0].acts == acts_of(app, tid)
    assert backups.inside(folder / made.name) == backups.inside(made)


def test_a_copy_from_a_wrong_date_in_the_future_is_replaced(stick, config, tmp_path):
    file = tmp_path / "backup-0001-20260101-000000.db"
    file.write_text("new")
    usb_stick.take_backup(config, file)
    latest = stick / usb_stick.folder_of(config) / usb_stick.LATEST
    latest.write_text("of 2033")
    os.utime(latest, (2e9, 2e9))
    usb_stick.take_backup(config, file)
    assert latest.read_text() == "new"


def test_another_boxes_copies_on_the_stick_stay(app, stick, config, tmp_path):  # noqa: F811
    played(app, 4, 1)
    made = backups.backup(config)
    (tmp_path / "other").mkdir()
    (tmp_path / "other/secret-key").write_text("another")
    other = Config(tmp_path / "other")
    usb_stick.take_backup(other, made)
    assert usb_stick.folder_of(other) != usb_stick.folder_of(config)
    assert len(list(stick.rglob(usb_stick.LATEST))) == 2


def test_a_restore_leaves_the_stick_it_was_brought_on_as_it_is(app, stick, config):  # noqa: F811
    tid = played(app, 4, 1)
    backups.backup(config)
    latest = stick / usb_stick.folder_of(config) / usb_stick.LATEST
    held = backups.inside(latest)
    play_round(app, tid)
    restoring.restore(config, latest)
    assert backups.inside(latest) == held


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
    assert sentence.format(name=made.name) in usb_stick.trouble(config)
    assert not list(stick.rglob("*.tmp"))
    subprocess.run(["umount", stick], check=True)
    round_pack.take_along(app, tid, made)
    assert usb_stick.trouble(config) == ""


def test_the_trouble_with_a_stick_goes_with_it(stick, config, tmp_path):
    usb_stick.keep_trouble(config, ["The USB stick stick is full."])
    assert usb_stick.trouble(config)
    mounted(tmp_path, "/")
    assert usb_stick.trouble(config) == ""


def test_a_reset_file_makes_a_new_pin_once_and_tells_it_on_the_stick(app, stick, config, caplog):  # noqa: F811
    old = config.pin_file.read_text()
    asked = stick / "cinderbox-reset-pin"
    asked.touch()
    usb_stick.reset_pin_if_asked(app)
    new = config.pin_file.read_text()
    assert new != old
    assert new in Path(f"{asked}.done").read_text()
    assert not asked.exists()
    assert "new organizer PIN was made" in caplog.text
    assert new not in caplog.text
    usb_stick.reset_pin_if_asked(app)
    assert config.pin_file.read_text() == new
    assert Actor(app).sign_in(new).get("/box").status == 200


def test_a_reset_file_on_a_locked_stick_changes_nothing(app, stick, config, unmount, caplog):  # noqa: F811
    small_disk(stick, "size=64k")
    (stick / "cinderbox-reset-pin").touch()
    subprocess.run(["mount", "-o", "remount,ro", stick], check=True)
    old = config.pin_file.read_text()
    usb_stick.reset_pin_if_asked(app)
    assert config.pin_file.read_text() == old
    assert "The PIN was not reset" in caplog.text


def test_a_reset_file_is_seen_while_the_server_runs(app, stick, config):  # noqa: F811
    old = config.pin_file.read_text()
    (stick / "cinderbox-reset-pin").touch()
    looking = usb_stick.keep_looking(app)
    try:
        wait_until((stick / "cinderbox-reset-pin.done").exists, "the file is seen")
    finally:
        looking.set()
    wait_for_threads()
    assert config.pin_file.read_text() != old
    with app.app_context():
        assert auth.has_pin("organizer")
