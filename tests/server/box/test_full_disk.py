"""A disk that is full or has become read-only: reads go on, writes say why not, nothing is lost, and it passes."""

import json
import os
import re
import shutil
import subprocess
import sys
import urllib.error
import urllib.request
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from subprocess import PIPE

import pytest

from engine.decisions import setup
from server.app import opened_app
from server.box import backups
from server.box.disk import FOR_THE_WALLS
from server.core import journal, unsaved
from server.core.config import Config
from server.core.db import db
from server.decks import deadline
from server.health import watch
from server.wall import screens
from tests.box import Box, Visitor
from tests.server import at_table_devices as at
from tests.server.conftest import Actor
from tests.server.deck_lists import with_lists
from tests.server.listening import Ear
from tests.server.played import play_round, played
from tests.server.result_event import Event
from tests.waiting import PATIENCE_S, wait_for_threads, wait_until

NAMES = ("Ana", "Ben", "Cai", "Dee")


def mounted(*arguments):
    """Mount, or skip and say why."""
    if os.geteuid() != 0:
        pytest.skip("mounting needs root")
    done = subprocess.run(["mount", *map(str, arguments)], capture_output=True, text=True)
    if done.returncode:
        pytest.skip(f"nothing can be mounted here: {done.stderr.strip()}")


@pytest.fixture
def disk(tmp_path):
    """A disk of one megabyte."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted("-t", "tmpfs", "-o", "size=1m", "small", folder)
    yield folder
    subprocess.run(["umount", "--lazy", folder], capture_output=True)


@pytest.fixture
def app(fresh_data, disk):
    journal.forget()
    shutil.copytree(fresh_data, disk, dirs_exist_ok=True)
    with opened_app(Config(disk)) as app:
        app.config.update(WTF_CSRF_ENABLED=False, TESTING=True)
        yield app
        wait_for_threads()
    journal.forget()
    unsaved.forget(disk)
    unsaved.forget_damage(disk)


@pytest.fixture
def cup(app):
    return Event(app, NAMES).start()


@pytest.fixture
def organizer(app):
    return Actor(app).sign_in(app.config["CINDERBOX"].pin_file.read_text())


def comes_back(app, disk):
    """By the thread that a running server has."""
    done = watch.keep_watching(app)
    try:
        wait_until(lambda: not unsaved.last(disk), "the disk can be written again")
    finally:
        done.set()


def fill(disk):
    """Not a byte is left."""
    with (disk / "ballast").open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError:
            return file.name


# SQLite's lock of a reader: with it held, whoever closes the database last leaves the write-ahead log there.
READS = """
import fcntl, sys
with open(sys.argv[1], "rb") as file:
    fcntl.lockf(file, fcntl.LOCK_SH, 510, 0x40000002)
    print("reading", flush=True)
    sys.stdin.read()
"""


@contextmanager
def read_only(app, disk):
    """The disk as it is after an error: read-only, with the write-ahead log of a running server on it."""
    command = [sys.executable, "-c", READS, disk / "cinderbox.db"]
    with subprocess.Popen(command, stdin=PIPE, stdout=PIPE, text=True) as reader:
        assert reader.stdout.readline() == "reading\n"
        with app.app_context():
            db.engine.dispose()
        subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
        assert (disk / "cinderbox.db-wal").exists()
        yield
        subprocess.run(["mount", "-o", "remount,rw", disk], check=True)
        reader.stdin.close()


def slip(actor, cup, table=1, **more):
    winner = cup.t.current_round.match_at(table).players[0]
    return actor.post(f"/events/cup/results/{table}", winner=winner, wounds=3, **more)


def everybody_still_reads(organizer, tablet):
    for path in ("/events/cup", "/events/cup/results", "/events/cup/history", "/devices/", "/e/cup/", "/wall"):
        assert organizer.get(path).status == 200, path
    for _ in range(2):  # also when it is time to write down who was there
        assert tablet.state().status_code == 200
    assert organizer.client.get("/api/tournaments/cup").status_code == 200


def test_a_full_disk_costs_nothing_but_the_wait(app, cup, disk):
    organizer = Actor(app).sign_in(app.config["CINDERBOX"].pin_file.read_text())
    tablet = at.tablet(cup, 2)
    assert slip(organizer, cup).status == 200
    before, ballast = cup.book.acts, fill(disk)

    page = slip(organizer, cup, 2, request_id="once")
    for _ in range(20):  # there may be room for one or two more in what is already allotted
        if page.status == 503:
            break
        before = cup.book.acts
        page = organizer.post("/events/cup/announcements", text="Lunch is at one. " * 20)
    assert page.status == 503
    assert "The disk of this box" in page
    assert "what was saved before is safe" in page

    answer = tablet.send("call", kind="judge")
    assert answer.status_code == 503
    assert "what was saved before is safe" in answer.json["error"]
    everybody_still_reads(organizer, tablet)
    assert "The disk of this box" in organizer.get("/events/cup")
    assert organizer.client.get("/healthz").status_code == 503
    journal.forget()
    assert cup.book.acts == before

    Path(ballast).unlink()
    comes_back(app, disk)
    assert organizer.client.get("/healthz").json["ok"]
    assert "The disk of this box is full" not in organizer.get("/events/cup")
    assert slip(organizer, cup, 2, request_id="once").status == 200
    assert len(cup.book.acts) == len(before) + 1


def test_a_deadline_on_a_read_only_disk_closes_lists_once_there_is_room(app, disk):
    """Whoever looked after the deadline got “the disk is read-only” in place of the page."""
    cup = with_lists(app, NAMES)
    organizer = Actor(app).sign_in(app.config["CINDERBOX"].pin_file.read_text())
    due = (deadline.now() - timedelta(minutes=1)).isoformat()
    cup.do(lambda t: setup.change_settings(t, replace(t.settings, lists_due=due)))
    with read_only(app, disk), app.app_context():
        deadline.carry_out()
        assert organizer.get("/events/cup/decks/").status == 200
        assert not cup.t.players["p1"].deck_locked
    comes_back(app, disk)
    with app.app_context():
        deadline.carry_out()
    assert cup.t.players["p1"].deck_locked


def test_a_read_only_disk_lets_everybody_read(app, cup, disk):
    organizer = Actor(app).sign_in(app.config["CINDERBOX"].pin_file.read_text())
    tablet = at.tablet(cup, 2)
    wall = organizer.client.post("/wall/hello", json={"id": ""}).json["screen"]
    before = cup.book.acts
    with read_only(app, disk):
        page = slip(organizer, cup, request_id="once")
        assert (page.status, "is read-only" in page) == (503, True)
        assert "is read-only" in tablet.send("call", kind="judge").json["error"]
        everybody_still_reads(organizer, tablet)
        assert organizer.get("/events/cup").html.count('role="alert"') == 1
        answer = organizer.client.get("/api/tournaments/cup/state")
        assert answer.json["health"] == organizer.client.get("/api/wall").json["health"] == FOR_THE_WALLS
        screens._written.clear()
        assert organizer.client.post("/wall/hello", json={"id": wall["id"]}).json["screen"]["name"] == wall["name"]
        assert organizer.client.post("/wall/hello", json={"id": ""}).status_code == 503
        assert "is read-only" in organizer.post("/box/backups")
        assert Actor(app).post("/sign-in", pin="1").status == 503
    journal.forget()
    assert cup.book.acts == before
    comes_back(app, disk)
    assert slip(organizer, cup, request_id="once").status == 200
    assert len(cup.book.acts) == len(before) + 1


def test_nothing_starts_for_the_first_time_on_a_read_only_disk_and_the_sentence_says_so(app, disk, cinderbox):
    with app.app_context():
        db.engine.dispose()
    subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
    ran = cinderbox("serve", "--port", "0", "--data", disk)
    assert ran.exit == 2
    assert f"The data directory {disk} cannot be written: Read-only file system." in ran.err
    assert cinderbox("check", "--data", disk / "below").exit == 2


def fills_up(disk):
    fill(disk)
    return lambda: (disk / "ballast").unlink()


def becomes_read_only(disk):
    subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
    return lambda: subprocess.run(["mount", "-o", "remount,rw", disk], check=True)


@pytest.mark.parametrize(
    ("spoil", "told"),
    [(fills_up, "The disk of this box is full"), (becomes_read_only, "The disk of this box is read-only")],
    ids=["full", "read-only"],
)
def test_a_box_that_starts_on_a_disk_that_takes_nothing_says_so_and_opens_by_itself(app, cup, disk, spoil, told):
    """No terminal is at hand in a hall: its page and the wall tell it, and nobody has to start it again."""
    with app.app_context():
        db.engine.dispose()
    with Box(disk) as box:
        box.stop()
        mend = spoil(disk)
        box.start()
        visitor = Visitor(box)
        _, page = visitor.get("/")
        assert told in page
        assert "Nothing new can be saved; what was saved before is safe." in page
        assert 'name="pin"' not in page, "a PIN to restore helps nobody here"
        assert told in visitor.get("/wall")[1]
        assert json_of(f"{box.address}/healthz")["error"].startswith(told)
        mend()
        wait_until(lambda: opened(box), "the box is open")
        assert "Cup" in visitor.get("/")[1]


def test_a_first_start_on_a_full_disk_says_so_and_goes_on_by_itself(disk):
    """Nothing was ever kept there: not even the key of its cookies."""
    ballast = fill(disk)
    with Box(disk) as box:
        assert "The disk of this box is full" in Visitor(box).get("/")[1]
        (disk / ballast).unlink()
        wait_until((disk / "organizer-pin").exists, "the box is set up")


def opened(box):
    with suppress(OSError):
        return json_of(f"{box.address}/healthz")["ok"]
    return False


@pytest.fixture
def card(tmp_path):
    """A card that the kernel makes read-only when it finds an error on it, whatever is open."""
    image, folder = tmp_path / "card.img", tmp_path / "card"
    folder.mkdir()
    if not shutil.which("mkfs.ext4"):
        pytest.skip("mkfs.ext4 is not installed")
    with image.open("wb") as file:
        file.truncate(16 * 1024 * 1024)
    subprocess.run(["mkfs.ext4", "-q", image], check=True)
    mounted("-o", "loop,errors=remount-ro", image, folder)
    yield folder
    subprocess.run(["umount", folder], capture_output=True)


def wears_out(card):
    device = Path(subprocess.run(["findmnt", "-no", "SOURCE", card], capture_output=True, text=True).stdout.strip())
    Path("/sys/fs/ext4", device.name, "trigger_fs_error").write_text("1")


def test_a_card_that_wears_out_under_a_running_server(card, tmp_path):
    """The clock runs, results come in, the kernel takes the disk away. On a good disk everything is there again."""
    box = Box(card)
    try:
        visitor = Visitor(box).sign_in()
        path, _ = visitor.post("/events", name="Cup", ruleset="ashes-reborn", players="\n".join(NAMES))
        event = re.match(r"/events/[^/]+", path)[0]
        visitor.post(f"{event}/start")
        visitor.post(f"{event}/pairings/publish")
        _, page = visitor.get(f"{event}/results/1")
        winner = re.search(r'name="winner"[^>]*value="(p\d+)"', page)[1]
        live = re.search(r"cinderbox-live. content=.[^\"]*:(\d+)", page)[1]
        ear = Ear(int(live), f"/live?event={event.rpartition('/')[2]}")
        ear.head()
        assert ear.hears("state")["health"] is None

        wears_out(card)
        _, page = visitor.post(f"{event}/results/1", winner=winner, wounds=3, request_id="slip")
        assert "what was saved before is safe" in page
        assert ear.hears("state", lambda said: said["health"])["health"] == FOR_THE_WALLS
        ear.close()
        assert 'class="d-unwell" data-live="unwell"><p role="alert">' in visitor.get(f"{event}/results")[1]
        assert "Ana" in visitor.get(f"{event}/results")[1]
        assert not json_of(f"{box.address}/healthz")["ok"]
        box.kill()

        box.data = tmp_path / "another"
        shutil.copytree(card, box.data)
        box.start()
        visitor.post(f"{event}/results/1", winner=winner, wounds=3, request_id="slip")
        assert "1 of 2" in visitor.get(f"{event}/results")[1]
        assert json_of(f"{box.address}/healthz")["ok"]
    finally:
        box.stop()


def json_of(address):
    try:
        with urllib.request.urlopen(address, timeout=PATIENCE_S) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as answer:
        with answer:
            return json.load(answer)


def less_full(disk, by):
    """A little more room each time, from none at all."""
    fill(disk)
    while (left := (disk / "ballast").stat().st_size) > by:
        yield
        os.truncate(disk / "ballast", left - by)
    raise AssertionError("it never worked, however much room there was")


def with_room_at_last(disk, caplog, send):
    """What was said each time until it worked; nothing that a full disk leads to is a bug."""
    for _ in less_full(disk, 32 * 1024):
        page = send()
        wait_for_threads()
        assert page.status in (200, 503), page.text
        assert not [record for record in caplog.records if record.exc_info]
        beside = [path.name for path in (*disk.glob("restore-*"), *disk.glob("backups/*.tmp*"))]
        assert beside == [], "every try on a full disk would take a little more of it"
        yield page


def large_disk(disk):
    mounted("-o", "remount,size=4m", disk)


def test_a_restore_without_room_says_so_wherever_the_room_ends(app, disk, organizer, caplog):
    """Where the room ended inside the transaction SQLite had taken it back by itself, and the page was a bug's."""
    large_disk(disk)
    played(app, 8, 2)
    made = backups.backup(Config(disk))
    play_round(app, "cup")
    wait_for_threads()
    here = len(backups.backups(Config(disk)))
    acts = acts_of(app)
    for page in with_room_at_last(disk, caplog, lambda: organizer.post(f"/box/backups/{made.name}/restore")):
        if page.status == 200:
            break
        assert "The disk of this box" in page
        assert acts_of(app) == acts
        assert len(backups.backups(Config(disk))) == here
    assert "Restored from" in page
    assert len(acts_of(app)) < len(acts)


def test_an_event_is_deleted_once_its_backup_has_room_and_a_sentence_says_what_is_missing(app, disk, organizer, caplog):
    """It said “database or disk is full”, which no organizer would."""
    large_disk(disk)
    played(app, 8, 2)
    wait_for_threads()
    for page in with_room_at_last(disk, caplog, lambda: organizer.post("/events/cup/delete")):
        if "is deleted" in page:
            break
        assert "The disk of this box" in page
        assert "disk I/O" not in page
        assert "disk is full Check" not in page
        assert len(acts_of(app)) > 10
    assert organizer.get("/events/cup/").status == 404


def acts_of(app):
    journal.forget()
    with app.app_context():
        return journal.read("cup").acts
