"""A box that is lost on a disk without room: it comes up red all the same, and says that room is what is missing."""

import os

import pytest

from engine.refusals import Refused
from server.box import backups, database_file, rebuilding, rescue, restarting
from server.box.rescue_app import rescue_app
from server.cli.serving import finish_restore
from server.core import journal
from server.core.config import Config
from server.core.db import db
from tests.box import Box, Visitor
from tests.server.box.test_full_disk import app, becomes_read_only, disk, fill
from tests.server.conftest import Actor
from tests.server.played import played

__all__ = ["app", "disk"]
NO_ROOM = "The disk of this box is full"


@pytest.fixture
def kept(app, disk):
    """The one backup of a box whose database is gone."""
    played(app, 4, 1)
    made = backups.backup(Config(disk))
    with app.app_context():
        db.engine.dispose()
    journal.forget()
    for left in disk.glob("cinderbox.db*"):
        left.unlink()
    return made


def left_by_a_restore(disk):
    return sorted(path.name for path in disk.glob("restore-*"))


def test_the_page_of_a_lost_box_comes_without_room_and_restores_once_there_is_some(kept, disk, monkeypatch):
    config, asked = Config(disk), []
    monkeypatch.setattr(restarting, "require_possible", lambda: None)
    monkeypatch.setattr(restarting, "ask", lambda: asked.append(True))
    ballast = fill(disk)
    app = rescue_app(config, database_file.trouble_with(config))
    app.config.update(WTF_CSRF_ENABLED=False, TESTING=True)
    actor, pin = Actor(app), rescue.make_rescue_pin(config)
    assert pin.isdigit()
    assert rescue.make_rescue_pin(config) == pin
    assert f"no. {int(kept.name[7:11])}" in actor.get("/")

    page = actor.post("/rescue", backup=str(kept), pin=pin)
    assert NO_ROOM in page
    assert (asked, left_by_a_restore(disk)) == ([], [])

    (disk / ballast).unlink()
    actor.post("/rescue", backup=str(kept), pin=pin)
    assert asked == [True]
    finish_restore(config)
    assert database_file.trouble_with(config) is None


def test_no_pin_is_told_that_would_open_nothing(kept, disk, cinderbox):
    ballast = fill(disk)
    ran = cinderbox("pin", "--data", disk)
    assert (ran.exit, ran.out) == (2, "")
    assert "in the terminal that runs Cinderbox" in ran.err
    (disk / ballast).unlink()
    assert cinderbox("pin", "--data", disk).out.strip() == rescue.rescue_pin_file(Config(disk)).read_text()


def test_without_room_a_restore_that_was_asked_for_before_still_is(kept, disk):
    """The second one tears nothing of the first."""
    config = Config(disk)
    rebuilding.ask_for(config, kept)
    (disk / "second.db").write_bytes(kept.read_bytes())
    fill(disk)
    with pytest.raises(Refused, match=NO_ROOM):
        rebuilding.ask_for(config, disk / "second.db")
    assert left_by_a_restore(disk) == ["restore-next", rebuilding.BEING_RESTORED]
    assert (disk / rebuilding.BEING_RESTORED).read_bytes() == kept.read_bytes()


def test_a_restore_that_was_broken_off_is_finished_once_there_is_room(kept, disk):
    config = Config(disk)
    rebuilding.ask_for(config, kept)
    ballast = fill(disk)
    assert NO_ROOM in finish_restore(config)
    assert database_file.trouble_with(config).kind == "broken-off"
    (disk / ballast).unlink()
    assert finish_restore(config) == ""
    assert database_file.trouble_with(config) is None
    assert left_by_a_restore(disk) == []


@pytest.mark.parametrize("broken_off", [False, True], ids=["lost", "broken off"])
def test_a_real_server_without_room_says_so_at_its_address(kept, disk, broken_off):
    if broken_off:
        rebuilding.ask_for(Config(disk), kept)
    fill(disk)
    with Box(disk) as box:
        _, page = Visitor(box).get("/")
        assert ("A restore was broken off" if broken_off else "The events of this box are gone") in page
        assert (NO_ROOM in page) is broken_off


def test_a_lost_box_on_a_read_only_disk_comes_up_red(kept, disk):
    """Once its disk can be written, the button on the page restores it."""
    for lock in ("serving.lock", "set-up.lock"):
        (disk / lock).touch()
    mend = becomes_read_only(disk)
    with Box(disk) as box:
        assert "The events of this box are gone" in Visitor(box).get("/")[1]
    mend()


def test_the_command_says_so_wherever_the_room_ends(kept, disk, cinderbox):
    """It ends in the first copy, in the second, or in what makes that one a box of today."""
    fill(disk)
    refused = 0
    for room in range(0, 1024 * 1024, 48 * 1024):
        os.truncate(disk / "ballast", (disk / "ballast").stat().st_size - (room and 48 * 1024))
        ran = cinderbox("restore", kept, "--data", disk)
        if ran.exit == 0:
            break
        assert (ran.exit, NO_ROOM in ran.err) == (2, True), (room, ran.err)
        refused += 1
    assert refused > 2 * kept.stat().st_size // (48 * 1024) - 2
    assert database_file.trouble_with(Config(disk)) is None
