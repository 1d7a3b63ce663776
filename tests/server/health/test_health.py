"""Health that tells the truth: every check is seen red, on a machine made of files."""

import io
import json
import logging
import os
import sqlite3
import sys
import zipfile
from contextlib import closing
from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from sqlalchemy import insert, update

from server.box import backups, box_settings, disk, usb_stick
from server.core import auth, time_of_day, unsaved
from server.core.db import db, writer
from server.core.models import DeckRow, DeviceRow, JournalRow, PlayerRow, ScreenRow, TextRow, TournamentRow
from server.core.version import software
from server.health import debug_bundle, findings, stored_copies, watch
from server.table import tablets
from tests.server.result_event import Event
from tests.waiting import wait_until


@pytest.fixture
def machine(tmp_path):
    """A Raspberry Pi that is well."""
    return Machine(tmp_path / "machine")


SYNCHRONIZED = "run/systemd/timesync/synchronized"


class Machine:
    """A root directory with what a kernel would tell in it."""

    def __init__(self, root):
        self.root = root
        self.has("sys/class/hwmon/hwmon0/name", "cpu_thermal\n")
        self.has("sys/class/hwmon/hwmon1/name", "rpi_volt\n")
        self.has("sys/class/hwmon/hwmon1/in0_lcrit_alarm", "0\n")
        self.has("sys/class/thermal/thermal_zone0/temp", "48312\n")
        self.has(SYNCHRONIZED, "")
        self.has("proc/device-tree/model", "Raspberry Pi 4 Model B Rev 1.4\0")
        self.mounted("/", "ext4", "rw,noatime")

    def has(self, path, text):
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(text)

    def mounted(self, point, kind, options):
        path = self.root / "proc/self/mountinfo"
        before = path.read_text() if path.exists() else ""
        point = str(point).replace(" ", r"\040")
        self.has(
            "proc/self/mountinfo", f"{before}36 35 8:1 / {point} rw,relatime shared:1 - {kind} /dev/sda1 {options}\n"
        )


@pytest.fixture
def config(app, machine):
    """The box on that machine, also for the pages."""
    app.config["CINDERBOX"] = replace(app.config["CINDERBOX"], root=machine.root)
    yield app.config["CINDERBOX"]
    unsaved.forget(app.config["CINDERBOX"].data)


@pytest.fixture
def well(app, config):
    """A backup was made, so that nothing is wrong."""
    with app.app_context():
        backups.backup(config)
        yield config


@pytest.fixture
def stick(tmp_path):
    (tmp_path / "BLUE").mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CINDERBOX_USB", str(tmp_path / "BLUE"))
        yield


def wrong(config):
    return {found.part: found.trouble for found in findings.findings(config) if found.trouble}


def test_a_box_that_is_well_says_so_part_by_part(well, monkeypatch):
    monkeypatch.setattr(disk, "LEAST_FREE", 0)
    found = {each.part: each for each in findings.findings(well)}
    assert not wrong(well)
    assert list(found) == list(findings.PARTS)
    assert found["temperature"].told == "48 °C"
    assert found["version"].told == software()
    assert "no. 1, 0 minutes old" in found["last backup"].told


@pytest.mark.parametrize("sensor", ["in0_lcrit_alarm", "in1_lcrit_alarm"])
def test_a_weak_power_supply_is_red(well, machine, sensor):
    machine.has(f"sys/class/hwmon/hwmon1/{sensor}", "1\n")
    assert "the voltage is too low" in wrong(well)["power"]


def test_another_sensors_alarm_is_not_the_power_supplys(well, machine):
    machine.has("sys/class/hwmon/hwmon0/in0_lcrit_alarm", "1\n")
    assert "power" not in wrong(well)


def test_a_hot_processor_is_red(well, machine):
    machine.has("sys/class/thermal/thermal_zone1/temp", "81250\n")
    assert wrong(well)["temperature"].startswith("81 °C")


@pytest.mark.parametrize("said", ["", "hot\n", "-273200\n"])
def test_a_sensor_that_makes_no_sense_is_no_trouble(well, machine, said):
    machine.has("sys/class/thermal/thermal_zone0/temp", said)
    assert "temperature" not in wrong(well)


@pytest.mark.parametrize("options", ["ro,noatime", "rw,emergency_ro"])
def test_a_read_only_data_directory_is_red(well, machine, options):
    machine.mounted(well.data, "ext4", options)
    assert "read-only" in wrong(well)["storage"]
    assert "read-only" in findings.urgent(well)


def test_a_data_directory_in_memory_is_red(well, machine):
    machine.mounted(well.data.parent, "tmpfs", "rw,size=1g")
    assert "gone when the box is switched off" in wrong(well)["storage"]


def test_the_mount_nearest_to_the_data_counts(well, machine):
    machine.mounted(well.data.parent, "tmpfs", "rw")
    machine.mounted(well.data, "ext4", "rw")
    assert "storage" not in wrong(well)


def test_an_overlay_over_memory_is_red_and_one_over_a_disk_is_not(well, machine):
    machine.mounted("/media/root rw", "ext4", "rw")
    machine.mounted("/media/memory", "tmpfs", "rw")
    machine.mounted(well.data.parent, "overlay", "rw,lowerdir=/lower,upperdir=/media/root rw/up".replace(" ", "_"))
    assert "storage" not in wrong(well)
    machine.mounted(well.data, "overlay", "rw,lowerdir=/lower,upperdir=/media/memory/up,workdir=/media/memory/work")
    assert "gone when" in wrong(well)["storage"]


def test_a_machine_that_tells_nothing_of_its_disks_is_no_trouble(well, machine):
    (machine.root / "proc/self/mountinfo").unlink()
    assert "storage" not in wrong(well)


def test_a_nearly_full_disk_is_red(well, monkeypatch):
    monkeypatch.setattr(disk, "LEAST_FREE", 10**18)
    assert "MB free" in wrong(well)["disk space"]
    assert findings.urgent(well).startswith("Disk space: only")


def test_a_data_directory_that_cannot_be_written_is_red(well, tmp_path):
    file = tmp_path / "a file"
    file.touch()
    assert "cannot be written: Not a directory" in disk.writing(replace(well, data=file))
    assert not list(well.data.glob(".canary*"))


def test_a_damaged_database_is_red(app, well):
    file = well.data / "cinderbox.db"
    db.engine.dispose()
    with closing(sqlite3.connect(file)) as direct, direct:
        direct.execute("PRAGMA writable_schema=ON")
        direct.execute("UPDATE sqlite_master SET rootpage = 2 WHERE name = 'player'")
    assert stored_copies.database(well).startswith("damaged: ")


def test_a_database_that_is_away_for_a_moment_is_not_damaged(app, well):
    """The desk told people to restore a backup over healthy data, until the server was started again."""
    file = well.data / "cinderbox.db"
    db.engine.dispose()
    aside = file.rename(well.data / "aside")
    file.mkdir()
    assert wrong(well)["database"] == unsaved.FAILING
    file.rmdir()
    aside.rename(file)
    assert "database" not in wrong(well)
    assert not unsaved.damaged(well.data)
    assert "restore" not in findings.urgent(well)


def test_a_database_that_reads_well_from_end_to_end_is_not_damaged_any_more(well):
    unsaved.note_damage(well.data)
    assert "damaged" in findings.urgent(well)
    assert stored_copies.database(well) == ""
    assert "damaged" not in findings.urgent(well)


def aged(config, **by):
    """The first start was so long ago by the date."""
    then = (datetime.now() - timedelta(**by)).timestamp()
    os.utime(config.data / "secret-key", (then, then))


def backup_line(config):
    return next(each for each in findings.findings(config) if each.part == "last backup")


def test_a_box_minutes_old_is_well_and_says_when_the_first_backup_is_due(app, config):
    Event(app, ("Ana", "Ben"))
    aged(config, minutes=20)
    with app.app_context():
        due = [datetime.now() + timedelta(minutes=40 + wait) for wait in (-1, 0)]
        assert backup_line(config).told in [f"first backup due at {at:%H:%M}" for at in due]
        aged(config, minutes=70)
        assert "none yet" in wrong(config)["last backup"]


def test_a_date_that_was_set_after_the_first_start_makes_no_box_old(app, config, machine):
    """Without a battery clock a box begins years ago, until the network tells it the date."""
    Event(app, ("Ana", "Ben"))
    with app.app_context():
        for by in ({"days": 700}, {"days": -700}):
            aged(config, **by)
            machine.has("proc/uptime", "600.25 1100.10\n")
            assert "first backup due at" in backup_line(config).told
            machine.has("proc/uptime", "7200.25 1100.10\n")
            assert "none yet" in backup_line(config).trouble


def test_without_an_event_there_is_nothing_to_back_up(app, config):
    aged(config, days=3)
    with app.app_context():
        assert backup_line(config).told == "none yet, and no event to keep"


def test_an_old_backup_is_red_once_the_events_went_on(app, config, monkeypatch):
    with app.app_context():
        made = backups.backup(config)
        monkeypatch.setenv("CINDERBOX_BOOT_ID", "the next day")
        yesterday = datetime.now() - timedelta(hours=30)
        made.rename(made.with_name(f"backup-0001-{yesterday:%Y%m%d-%H%M%S}.db"))
        assert "last backup" not in wrong(config)
    Event(app, ("Ana", "Ben"))
    with app.app_context():
        assert "30 hours old, and the events have gone on" in wrong(config)["last backup"]


@pytest.fixture
def box_without_a_clock(config, monkeypatch):
    """Nobody has said what time it is."""
    monkeypatch.setenv(time_of_day.VARIABLE, "unknown")
    yield config
    time_of_day.forget()


def test_a_backup_is_no_older_because_the_organizer_said_what_time_it_is(app, box_without_a_clock):
    """Stamped while the box was 212 days behind, it was “212 days old” a minute later, and red."""
    config = box_without_a_clock
    with app.app_context():
        backups.backup(config)
        time_of_day.set_now(time_of_day.ms() + 212 * 86_400_000)
    Event(app, ("Ana", "Ben"))
    with app.app_context():
        assert "last backup" not in wrong(config)
        assert backup_line(config).told == "no. 1, 0 minutes old"


def test_nobody_knows_how_old_a_backup_of_another_day_without_a_clock_is(
    app, box_without_a_clock, machine, monkeypatch
):
    config = box_without_a_clock
    with app.app_context():
        backups.backup(config)
        monkeypatch.setenv("CINDERBOX_BOOT_ID", "a week later")
        time_of_day.set_now(time_of_day.ms() + 212 * 86_400_000)
    Event(app, ("Ana", "Ben"))
    with app.app_context():
        machine.has("proc/uptime", "600.25 1100.10\n")
        assert backup_line(config).told == "no. 1, from before the box was switched on"
        machine.has("proc/uptime", f"{13 * 3600}.25 1100.10\n")
        assert "from before the box was switched on, and the events have gone on" in wrong(config)["last backup"]


def test_a_stick_that_took_nothing_is_red(well, stick):
    usb_stick.keep_trouble(well, ["The USB stick BLUE is full: backup-0001.db is not on it."])
    assert "BLUE is full" in wrong(well)["USB stick"]
    assert "BLUE is full" in findings.urgent(well)


def test_a_buzzer_that_stopped_is_red(well, tmp_path, monkeypatch):
    (tmp_path / "run").mkdir()
    monkeypatch.setenv("CINDERBOX_RUN", str(tmp_path / "run"))
    (tmp_path / "run/buzzer.json").write_text('{"sound": "", "server": ""}')
    (tmp_path / "run/buzzer.lock").touch()
    assert "it has stopped" in wrong(well)["buzzer"]


def test_silent_walls_and_tablets_are_red_and_named(app, well):
    long_ago = "2026-01-01T10:00:00+00:00"
    with writer() as connection, connection.begin():
        for number in range(6):
            connection.execute(insert(ScreenRow).values(id=f"s{number}", name=f"Wall {number}", seen=long_ago))
    tablets.make_tablet("Spare")
    with writer() as connection, connection.begin():
        connection.execute(update(DeviceRow).values(token_hash="x", seen=long_ago))
    assert "silent: Wall 0, Wall 1, Wall 2, Wall 3 and 2 more." in wrong(well)["walls"]
    assert "silent: Spare." in wrong(well)["tablets"]


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("run/systemd/timesync/synchronized", "set from the network"),
        ("sys/class/rtc/rtc0/name", "from the clock on the board"),
    ],
)
def test_the_time_of_day_is_told_where_somebody_sets_it(well, machine, path, told):
    (machine.root / SYNCHRONIZED).unlink()
    machine.has(path, "")
    found = {each.part: each for each in findings.findings(well)}["time of day"]
    assert not found.trouble
    assert told in found.told


def test_a_time_of_day_that_nobody_sets_is_a_warning(well, machine):
    (machine.root / SYNCHRONIZED).unlink()
    assert "no round clock counts with it" in wrong(well)["time of day"]


def test_the_page_puts_trouble_first(app, organizer, config, machine):
    machine.has("sys/class/thermal/thermal_zone0/temp", "90000\n")
    assert "Health" in organizer.get("/box")
    page = organizer.get("/box/health")
    assert page.status == 200
    assert "90 °C: the processor slows itself down" in page
    assert "Raspberry Pi 4 Model B" in page
    assert page.html.rindex('data-state="alarm"') < page.html.index('<div data-state="ok"')


def test_staff_see_a_red_line_on_every_page_and_nobody_else_does(app, organizer, judge, stranger, config, machine):
    Event(app, ("Ana", "Ben"))
    watch.look(config)
    assert 'class="d-unwell" data-live="unwell"></div>' in organizer.get("/").html
    machine.has("sys/class/hwmon/hwmon1/in0_lcrit_alarm", "1\n")
    watch.look(config)
    for who, path in ((organizer, "/"), (organizer, "/events/cup"), (judge, "/events/cup")):
        assert "Power: the voltage is too low" in who.get(path)
    assert "/box/health" not in judge.get("/events/cup").html
    assert "the voltage" not in stranger.get("/")


def test_the_command_says_ok_or_what_is_wrong(app, cinderbox, config, stick, monkeypatch):
    monkeypatch.setattr(disk, "LEAST_FREE", 0)
    cinderbox("backup", "--data", config.data)
    ran = cinderbox("check", "--data", config.data)
    assert ran.out.splitlines()[0] == "database: ok"
    assert f"version: ok, {software()}" in ran.out
    usb_stick.keep_trouble(config, ["The USB stick BLUE is full."])
    ran = cinderbox("check", "--data", config.data)
    assert (ran.exit, "USB stick: The USB stick BLUE is full." in ran.out) == (1, True)


MARK = "zqx"


@pytest.fixture
def marked(app, config):
    """A box whose every name, text, secret and address carries a mark."""
    with app.app_context():
        auth.set_pin("organizer", "70707070")
        box_settings.put(wifi_name=f"{MARK}-net", wifi_password=f"{MARK}-password")
        tablets.make_tablet(f"{MARK}-tablet")
    Event(app, tuple(f"{MARK}-{name}" for name in ("Ana", "Ben", "Cai", "Dee")), tid=f"{MARK}-cup").start()
    about = {"tournament_id": f"{MARK}-cup", "at": "2026-01-01"}
    with app.app_context(), writer() as connection, connection.begin():
        connection.execute(insert(TextRow).values(**about, id="t1", kind="penalty", text=f"{MARK} was rude"))
        connection.execute(insert(DeckRow).values(**about, player_id="p1", list=f'["{MARK}"]', by=f"{MARK}"))
        connection.execute(
            insert(ScreenRow).values(id=f"{MARK}1", name=f"{MARK} wall", seen="2026-01-01T00:00:00+00:00")
        )
        connection.execute(update(PlayerRow).values(club=f"{MARK} club"))
        connection.execute(update(TournamentRow).values(name=f"{MARK} open", key=f"{MARK}-key"))
        connection.execute(update(JournalRow).values(by=f"{MARK}-by", request_id=JournalRow.seq + f"{MARK}"))
        connection.execute(update(DeviceRow).values(token_hash=f"{MARK}-hash", seen="2026-01-01T00:00:00+00:00"))
    usb_stick.keep_trouble(config, [f"The USB stick {MARK}-STICK is full."])
    (config.data / "secret-key").write_text(f"{MARK}-secret")
    return config


def unpacked(made):
    with zipfile.ZipFile(io.BytesIO(made)) as archive:
        return {name.rpartition("/")[2]: archive.read(name).decode() for name in archive.namelist()}


def test_the_bundle_helps_and_tells_nothing_of_anybody(app, marked, organizer, monkeypatch):
    monkeypatch.setenv("CINDERBOX_USB", f"/mnt/{MARK}")
    monkeypatch.setenv("CINDERBOX_PORT", "8080")
    organizer.sign_in("70707070", f"{MARK}-Olga")
    files = unpacked(organizer.client.get("/box/health/bundle").data)
    assert set(files) == set(debug_bundle.FILES)
    for name, text in files.items():
        assert MARK not in text.lower(), name
        assert "70707070" not in text
        assert str(marked.data) not in text
    assert json.loads(files["about.json"])["model"].startswith("Raspberry Pi 4")
    assert json.loads(files["settings.json"])["environment"]["CINDERBOX_PORT"] == "8080"
    assert json.loads(files["counts.json"])["player"] == 4
    (event,) = json.loads(files["journals.json"])
    assert event["acts"][0][3][0] == "TournamentCreated"
    assert "tablets: not well; the names are left out" in files["checks.txt"]
    assert "CREATE TABLE journal" in files["schema.sql"]


def test_the_log_in_the_bundle_has_no_values(app, monkeypatch):
    monkeypatch.setattr(logging.getLogger(), "handlers", [])
    debug_bundle.remember_log()
    try:
        raise ValueError(f"{MARK} has no table")
    except ValueError:
        logging.getLogger("server.test").exception("The clock of %s is lost.", f"{MARK} Cup")
        with app.test_request_context(f"/events/{MARK}/clock"):
            app.log_exception(sys.exc_info())
    with app.app_context():
        text = unpacked(debug_bundle.bundle(app.config["CINDERBOX"]))["log.txt"]
    assert "Exception on /… [GET]" in text
    assert "ERROR server.test: The clock of %s is lost." in text
    assert "ValueError at test_health.py:" in text
    assert MARK not in text


def test_the_log_still_goes_to_the_terminal(monkeypatch, capsys):
    monkeypatch.setattr(logging.getLogger(), "handlers", [])
    debug_bundle.remember_log()
    logging.getLogger("server.test").warning("The stick is full.")
    assert "The stick is full." in capsys.readouterr().err


def test_the_bundle_on_the_command_line(app, cinderbox, tmp_path):
    data = app.config["CINDERBOX"].data
    assert cinderbox("debug", tmp_path / "bundle.zip", "--data", data).exit == 0
    assert set(unpacked((tmp_path / "bundle.zip").read_bytes())) == set(debug_bundle.FILES)
    ran = cinderbox("debug", tmp_path / "nowhere/bundle.zip", "--data", data)
    assert ran.exit == 2
    assert "cannot be written" in ran.err


def test_what_changes_is_told_to_desk_and_walls(app, config, machine, monkeypatch):
    """The thread says so once when it begins and once when it is over."""
    Event(app, ("Ana", "Ben"))
    told = []
    monkeypatch.setattr(watch, "LOOK_EVERY", 0.05)
    monkeypatch.setattr(watch.changes, "changed", told.append)
    monkeypatch.setattr(disk, "LEAST_FREE", 0)
    done = watch.keep_watching(app)
    try:
        machine.has("sys/class/hwmon/hwmon1/in0_lcrit_alarm", "1\n")
        wait_until(lambda: len(told) == 2, "it is told that the box is unwell")
        machine.has("sys/class/hwmon/hwmon1/in0_lcrit_alarm", "0\n")
        wait_until(lambda: len(told) == 4, "it is told that the box is well again")
    finally:
        done.set()
    assert told == [None, "cup"] * 2


def test_a_machine_that_cannot_know_about_its_power_says_so(well, machine):
    """A PC, or an emulated board: nothing is wrong, and nothing is known to be right."""
    found = {each.part: each for each in findings.findings(well)}
    assert (found["power"].trouble, found["power"].told) == ("", "")
    machine.has("sys/class/hwmon/hwmon1/name", "another\n")
    (machine.root / "sys/class/thermal/thermal_zone0/temp").unlink()
    (machine.root / "sys/class/thermal/thermal_zone1/temp").unlink(missing_ok=True)
    found = {each.part: each for each in findings.findings(well)}
    assert (found["power"].trouble, found["power"].told) == ("", "no sensor")
    assert (found["temperature"].trouble, found["temperature"].told) == ("", "no sensor")
