"""Never an empty box that says it is well: what is lost comes up red, with the newest good backup and a button."""

import os
import shutil
import sqlite3
import threading
from contextlib import closing, contextmanager

import pytest

from engine.clock import Moment
from engine.refusals import Refused
from server.app import opened_app
from server.box import backups, database_file, rebuilding, rescue, restarting
from server.box.rescue_app import rescue_app
from server.cli.serving import finish_restore
from server.core import journal, unsaved
from server.core.config import Config
from server.core.db import db
from tests.box import Box, Visitor
from tests.server.conftest import Actor
from tests.server.played import play_round, played
from tests.soaking import SOAK
from tests.waiting import PATIENCE_S, wait_until

PAGE = 4096
ACTS = 7  # in the backup


@pytest.fixture
def config(app):
    yield app.config["CINDERBOX"]
    unsaved._damaged.clear()


@pytest.fixture
def kept(app, config):
    """An event and its backup; then another round, which only the database has."""
    played(app, 4, 1)
    made = backups.backup(config)
    play_round(app, "cup")
    with app.app_context():
        db.engine.dispose()
    journal.forget()
    return made


def missing(file):
    for part in ("", "-wal", "-shm"):
        file.with_name(f"{file.name}{part}").unlink(missing_ok=True)


def zero_bytes(file):
    missing(file)
    file.touch()


def no_tables(file):
    """As SQLite makes a new one."""
    missing(file)
    with closing(sqlite3.connect(file)) as new:
        new.execute("PRAGMA journal_mode=WAL")


def garbage(file):
    _whole(file)
    file.write_bytes(b"\xa5" * PAGE + file.read_bytes()[PAGE:])


def truncated(file):
    _whole(file)
    file.write_bytes(file.read_bytes()[: PAGE + 100])


def newer(file):
    with closing(sqlite3.connect(file)) as direct, direct:
        direct.execute("UPDATE alembic_version SET version_num = '0999'")


def _whole(file):
    with closing(sqlite3.connect(file)) as direct:
        direct.execute("PRAGMA wal_checkpoint(TRUNCATE)")


LOST = {
    missing: "The events of this box are gone",
    zero_bytes: "The events of this box are gone",
    no_tables: "The events of this box are gone",
    garbage: "The database of this box is damaged",
    truncated: "The database of this box is damaged",
    newer: "The events of this box were written by a newer version of Cinderbox",
}
every_loss = pytest.mark.parametrize(("lose", "told"), LOST.items(), ids=[each.__name__ for each in LOST])


@pytest.fixture
def lost(app, config, kept):
    """Loses the database in this way; the pages that are left."""

    def pages(lose):
        lose(config.data / "cinderbox.db")
        app_ = rescue_app(config, database_file.trouble_with(config))
        app_.config.update(WTF_CSRF_ENABLED=False, TESTING=True)
        return Actor(app_)

    return pages


@pytest.fixture
def no_time_passes(monkeypatch):
    monkeypatch.setattr(rescue, "moment", lambda: Moment("boot", 1_000_000))


@pytest.fixture
def restarts(monkeypatch):
    """A server that could start again; how often it was asked to."""
    asked = []
    monkeypatch.setattr(restarting, "require_possible", lambda: None)
    monkeypatch.setattr(restarting, "ask", lambda: asked.append(True))
    return asked


@contextmanager
def opened_again(config):
    """What the next start finds."""
    journal.forget()
    finish_restore(config)
    assert database_file.trouble_with(config) is None
    with opened_app(Config(config.data)) as again:
        again.config.update(WTF_CSRF_ENABLED=False, TESTING=True)
        yield again


def acts_in(config):
    with opened_again(config) as again, again.app_context():
        return len(journal.read("cup").acts)


@every_loss
def test_every_page_is_red_and_offers_the_newest_good_backup(lost, kept, lose, told):
    actor = lost(lose)
    for address in ("/", "/events/cup/", "/box", "/sign-in", "/e/cup/"):
        page = actor.get(address)
        assert page.status == 503
        assert told in page
        assert "The newest good backup: no. 1 of" in page
        assert f"Cup ({ACTS} changes)" in page
        assert "Restore it" in page


@every_loss
def test_programs_are_told_too(lost, lose, told):
    actor = lost(lose)
    for address in ("/healthz", "/api/tournaments", "/at-table/state"):
        answer = actor.client.get(address)
        assert (answer.status_code, told in answer.get_json()["error"]) == (503, True)


@every_loss
@pytest.mark.parametrize("command", ["check", "backup", "demo", "pin"])
def test_no_command_makes_an_empty_box_of_it(config, kept, cinderbox, lose, told, command):
    file = config.data / "cinderbox.db"
    lose(file)
    before = file.read_bytes() if file.exists() else None
    ran = cinderbox(command, "--data", config.data)
    assert ran.exit == 2
    assert told in ran.err
    assert "Traceback" not in ran.err
    assert (file.read_bytes() if file.exists() else None) == before


def test_the_pin_for_restoring_is_told_by_the_command_line(config, kept, cinderbox):
    missing(config.data / "cinderbox.db")
    assert cinderbox("pin", "--data", config.data).out.strip() == rescue.make_rescue_pin(config)


def test_a_new_box_is_no_lost_one(tmp_path):
    assert database_file.trouble_with(Config(tmp_path)) is None
    with opened_app(Config(tmp_path)):
        pass
    assert database_file.trouble_with(Config(tmp_path)) is None


def test_a_box_whose_events_were_all_deleted_is_no_lost_one(app, organizer, config, kept):
    organizer.post("/events/cup/delete")
    assert database_file.trouble_with(config) is None


# The button


@every_loss
def test_the_button_restores_it_and_keeps_what_was_left(app, config, lost, kept, restarts, lose, told):
    actor = lost(lose)
    left = (config.data / "cinderbox.db").exists() and (config.data / "cinderbox.db").stat().st_size
    page = actor.post("/rescue", backup=str(kept), pin=rescue.make_rescue_pin(config))
    assert "Restoring backup no. 1" in page
    assert restarts == [True]
    assert acts_in(config) == ACTS
    assert bool(left) == (config.data / "cinderbox.db.damaged").exists()
    assert not list(config.data.glob("restore-*"))


def test_the_organizer_signs_in_with_the_pin_of_the_backup(app, config, lost, kept, restarts):
    config.pin_file.unlink()
    actor = lost(missing)
    with closing(sqlite3.connect(kept)) as copy:
        from werkzeug.security import generate_password_hash

        copy.execute("UPDATE pin SET hash = ?", (generate_password_hash("246810", method="pbkdf2:sha256:1"),))
        copy.commit()
    assert "Restoring backup" in actor.post("/rescue", backup=str(kept), pin="246810")
    with opened_again(config) as again:
        assert Actor(again).sign_in("246810").get("/box").status == 200


def test_the_first_pin_counts_as_long_as_it_is_the_organizers(app, config, lost, kept, restarts):
    actor, pin = lost(zero_bytes), config.pin_file.read_text()
    assert "Restoring backup" in actor.post("/rescue", backup=str(kept), pin=pin)
    with opened_again(config) as again:
        assert Actor(again).sign_in(pin).get("/box").status == 200


def test_whoever_was_signed_in_stays_so(app, organizer, config, lost, kept, restarts):
    lost(missing).post("/rescue", backup=str(kept), pin=rescue.make_rescue_pin(config))
    with opened_again(config) as again:
        cookie = organizer.client.get_cookie("cinderbox")
        client = again.test_client()
        client.set_cookie("cinderbox", cookie.value)
        assert client.get("/box").status_code == 200


@pytest.mark.parametrize("pin", ["", "000000000000", "１２３４"])
def test_a_wrong_pin_restores_nothing_and_waits(config, lost, kept, restarts, no_time_passes, pin):
    actor = Actor(lost(missing).app, address="192.0.2.6")
    assert "That PIN is not right" in actor.post("/rescue", backup=str(kept), pin=pin)
    right = rescue.make_rescue_pin(config)
    assert "There was a wrong PIN just now. Wait 3 seconds" in actor.post("/rescue", backup=str(kept), pin=right)
    assert not database_file.marker(config).exists()
    other = Actor(actor.app, address="192.0.2.7")
    assert "Restoring" in other.post("/rescue", backup=str(kept), pin=right)


def test_nobody_guesses_the_pin_for_restoring_with_many_addresses_and_the_desk_is_not_locked_out(
    app, organizer, config, lost, kept, restarts, no_time_passes
):
    """The pace was for each address alone, and whoever has an IPv6 network has all addresses of it."""
    pages, right = lost(missing).app, rescue.make_rescue_pin(config)

    def told(address, pin, cookie=None):
        actor = Actor(pages, address=address)
        if cookie is not None:
            actor.client.set_cookie("cinderbox", cookie)
        return actor.post("/rescue", backup=str(kept), pin=pin).text

    tries = [told(f"fe80::{n:x}", "000000000000") for n in range(40)]
    assert sum("That PIN is not right" in each for each in tries) == 20
    assert "There was a wrong PIN just now" in told("fe80::ffff", right)
    assert restarts == []
    assert "There was a wrong PIN just now" in told("192.0.2.9", right, cookie="made.up.cookie")
    assert "Restoring" in told("192.0.2.9", right, cookie=organizer.client.get_cookie("cinderbox").value)
    assert "Restoring" in told("127.0.0.1", right)


def test_many_tries_at_once_are_no_cheaper_for_restoring_either(config, kept, no_time_passes):
    check, ready, refused = rescue.PinCheck(config), threading.Barrier(8), []

    def guess():
        ready.wait(PATIENCE_S)
        with pytest.raises(Refused) as why:
            check.require("000000000000", address="192.0.2.9", backup=kept)
        refused.append("not right" in str(why.value))

    guessers = [threading.Thread(target=guess) for _ in range(8)]
    for each in guessers:
        each.start()
    for each in guessers:
        each.join(PATIENCE_S)
    assert refused.count(True) == 1


def test_only_backups_of_this_box_can_be_chosen(config, lost, kept, restarts, tmp_path):
    shutil.copy(kept, tmp_path / "mine.db")
    page = lost(missing).post("/rescue", backup=str(tmp_path / "mine.db"), pin=rescue.make_rescue_pin(config))
    assert "not there any more" in page
    assert restarts == []


def test_a_damaged_backup_is_passed_over(app, config, lost, kept):
    worse = backups.backup(config)
    worse.write_bytes(worse.read_bytes()[:PAGE])
    page = lost(missing).get("/")
    assert "The newest good backup: no. 1 of" in page
    assert worse.name in page.html


def test_without_a_good_backup_a_stick_is_asked_for(config, lost, kept):
    kept.write_bytes(b"nothing")
    page = lost(missing).get("/")
    assert "No good backup is on this box" in page
    assert "Restore it" not in page


def test_what_the_stick_has_newer_is_offered_first(config, lost, kept, tmp_path, monkeypatch):
    from server.box import usb_stick

    monkeypatch.setenv("CINDERBOX_USB", str(tmp_path / "stick"))
    folder = tmp_path / "stick" / usb_stick.folder_of(config)
    folder.mkdir(parents=True)
    shutil.copyfile(kept, folder / "latest.db")
    page = lost(missing).get("/")
    assert "The newest good backup: on the USB stick" in page


def test_an_empty_box_is_made_only_when_it_is_asked_for(app, config, lost, kept, restarts):
    actor = lost(garbage)
    page = actor.post("/rescue", backup="empty", pin=rescue.make_rescue_pin(config))
    assert "Making an empty box" in page
    finish_restore(config)
    assert (config.data / "cinderbox.db.damaged").exists()
    with opened_app(Config(config.data)) as again, again.app_context():
        assert again.test_client().get("/api/tournaments").get_json()["tournaments"] == []
    assert kept.exists()


def test_an_older_backup_is_the_way_back_from_a_newer_version(config, lost, kept, restarts):
    page = lost(newer).get("/")
    assert "Update Cinderbox again, or restore a backup from before the update" in page
    assert "Restore it" in page


def test_a_backup_that_a_newer_version_made_is_not_offered_as_good(config, lost, kept):
    newest = backups.backup(config)
    newer(newest)
    assert "The newest good backup: no. 1 of" in lost(newer).get("/")


def test_a_restore_of_a_newer_backup_is_a_sentence(config, kept, cinderbox):
    newer(kept)
    ran = cinderbox("restore", kept, "--data", config.data)
    assert ran.exit == 2
    assert "written by a newer version of Cinderbox. Update Cinderbox here" in ran.err
    assert database_file.trouble_with(config) is None


# The box's own screen


def test_the_machines_own_screen_shows_the_pin_and_no_other_does(config, lost, tmp_path, monkeypatch):
    monkeypatch.setenv("CINDERBOX_RUN", str(tmp_path))
    (tmp_path / "wall-token").write_text("t" * 40)
    actor = lost(missing)
    page = actor.get("/wall")
    assert "The events of this box are gone" in page
    assert "The newest good backup" in page
    assert "This box is being repaired" in page  # what the hall sees
    ours = actor.client.get("/api/wall", headers={"X-Wall-Token": "t" * 40}).get_json()
    assert ours["pin"] == rescue.make_rescue_pin(config)
    assert actor.client.get("/api/wall", headers={"X-Wall-Token": "x" * 40}).get_json()["pin"] is None
    far = Actor(actor.app, address="192.0.2.7").client
    assert far.get("/api/wall", headers={"X-Wall-Token": "t" * 40}).get_json()["pin"] is None
    assert rescue.make_rescue_pin(config) not in actor.get("/").html


# The command line


@every_loss
def test_the_command_line_restores_it_too(config, kept, cinderbox, lose, told):
    lose(config.data / "cinderbox.db")
    ran = cinderbox("restore", kept, "--data", config.data)
    assert (ran.exit, ran.err) == (0, "")
    assert "Restored." in ran.out
    assert acts_in(config) == ACTS


def test_nothing_is_rebuilt_under_a_running_server(config, kept, cinderbox):
    missing(config.data / "cinderbox.db")
    with rebuilding.serving(config):
        ran = cinderbox("restore", kept, "--data", config.data)
    assert ran.exit == 2
    assert "Cinderbox is running on this data" in ran.err


# A power cut anywhere in a restore

CALLS = ("fsync", "replace", "rename", "unlink")


@pytest.mark.parametrize(("first", "lose"), [(1, missing), (2, garbage), (3, newer)])
def test_a_power_cut_anywhere_in_a_restore_leaves_a_red_box_or_the_restored_one(app, config, kept, first, lose):
    """At every sync, rename and unlink the process is gone, as it stands; the next start finishes what was begun.

    Each loss has its own third of the cuts, and in the soak run all of them.
    """
    original = config.data.parent / f"{config.data.name}-before"
    lose(config.data / "cinderbox.db")
    shutil.copytree(config.data, original)
    for cut in range(1, 100) if SOAK else range(first, 100, 3):
        shutil.rmtree(config.data)
        shutil.copytree(original, config.data)
        whole = _cut_off(config, config.data / "backups" / kept.name, cut)
        found = database_file.trouble_with(config)
        if found is None:
            assert acts_in(config) == ACTS
        elif found.kind == "broken-off":
            assert acts_in(config) == ACTS
            assert not list(config.data.glob("restore-*"))
        else:
            assert rescue.Backups(config).newest_good().path.name == kept.name
        if whole:
            assert cut > 5
            shutil.rmtree(original)
            return
    raise AssertionError("the restore never came to its end")


def _cut_off(config, path, number):
    """Restore in a process that is gone at this call; whether it came to its end before."""
    pid = os.fork()
    if pid == 0:
        left = [number]
        for name in CALLS:
            setattr(os, name, _counting(getattr(os, name), left))
        try:
            rebuilding.rebuild(config, path)
        except BaseException:
            os._exit(3)
        os._exit(0)
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    assert code in (0, 9)
    return code == 0


def _counting(call, left):
    def counted(*args, **how):
        left[0] -= 1
        if left[0] == 0:
            os._exit(9)
        return call(*args, **how)

    return counted


# For real


def test_a_real_server_comes_up_red_and_its_button_brings_the_event_back(tmp_path):
    with Box(tmp_path) as box:
        visitor = Visitor(box).sign_in()
        path, _ = visitor.post("/events", name="Ember Cup", ruleset="ashes-reborn", players="Ana\nBen\nCai\nDee")
        visitor.post("/box/backups")
        assert len(list((tmp_path / "backups").iterdir())) == 1
        box.kill()
        missing(tmp_path / "cinderbox.db")
        box.start()
        again = Visitor(box)
        _, page = again.get("/")
        assert "The events of this box are gone" in page
        chosen = str(next((tmp_path / "backups").iterdir()))
        _, page = again.post("/rescue", backup=chosen, pin=(tmp_path / "rescue-pin").read_text())
        assert "Restoring backup" in page
        wait_until(lambda: "Which event?" in (page := _or_nothing(again, "/")) or "Welcome" in page)
        assert "Ember Cup" in visitor.get(path)[1]
        assert not (tmp_path / "rescue-pin").exists()


def test_a_running_server_with_a_damaged_page_restores_by_starting_again(tmp_path):
    with Box(tmp_path) as box:
        visitor = Visitor(box).sign_in()
        visitor.post("/events", name="Ember Cup", ruleset="ashes-reborn", players="Ana\nBen\nCai\nDee")
        visitor.post("/box/backups")
        box.kill()
        file = tmp_path / "cinderbox.db"
        with closing(sqlite3.connect(file)) as direct:
            direct.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            ((page,),) = direct.execute("SELECT rootpage FROM sqlite_master WHERE name = 'journal'").fetchall()
        raw = bytearray(file.read_bytes())
        raw[(page - 1) * PAGE : page * PAGE] = bytes(PAGE)
        file.write_bytes(raw)
        box.start()
        (backup,) = (tmp_path / "backups").iterdir()
        visitor.get(f"/box/backups/{backup.name}/restore")
        _, said = visitor.post(f"/box/backups/{backup.name}/restore")
        assert "Restoring backup no. 1" in said
        wait_until(lambda: "is damaged" not in _or_nothing(visitor, "/", "is damaged"))
        assert "Ember Cup" in visitor.get("/")[1]
        assert (tmp_path / "cinderbox.db.damaged").exists()


def _or_nothing(visitor, path, nothing=""):
    try:
        return visitor.get(path)[1]
    except OSError:
        return nothing
