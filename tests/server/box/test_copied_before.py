"""What a restore or a deletion takes away is in the copy made just before: whatever was saved until then."""

import sqlite3
from contextlib import closing

import pytest

from engine.refusals import Refused
from server.box import backups, copies_inside, event_from_backup, rebuilding, restoring
from server.event import deleting
from tests.server.played import play_round, played


@pytest.fixture
def config(app):
    return app.config["CINDERBOX"]


def nobody_writes_meanwhile(monkeypatch, config):
    """Somebody comes with a result when the copy has just been made: what it would lack has to wait."""
    made, came = backups._made, []

    def then_a_result(config):
        copy = made(config)
        other = sqlite3.connect(config.data / "cinderbox.db", timeout=0)
        with closing(other), pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("BEGIN IMMEDIATE")
        came.append(copy)
        return copy

    monkeypatch.setattr(backups, "_made", then_a_result)
    return came


def test_a_result_between_the_copy_and_the_restore_was_in_neither(app, config, monkeypatch):
    played(app, 4, 1)
    made = backups.backup(config)
    play_round(app, "cup")
    came = nobody_writes_meanwhile(monkeypatch, config)
    assert [restoring.restore(config, made)] == came


def test_a_result_between_the_copy_and_a_deletion_was_in_neither(app, config, monkeypatch):
    played(app, 4, 1)
    came = nobody_writes_meanwhile(monkeypatch, config)
    with app.app_context():
        kept = deleting.delete_event(config, "cup")
    assert [kept.path] == came


def test_what_was_changed_before_an_event_is_taken_from_a_backup_is_in_the_copy(app, config, monkeypatch):
    played(app, 4, 1)
    made = backups.backup(config)
    came = nobody_writes_meanwhile(monkeypatch, config)
    with app.app_context():
        assert [event_from_backup.take_from(config, "cup", made)] == came


def test_a_restore_that_fails_leaves_no_copy_and_takes_no_backup_away(app, config, monkeypatch):
    """Every try on a full disk took a little more of it, and the backup that was to be restored could be gone."""
    played(app, 4, 1)
    for _ in range(backups.KEPT):
        backups.backup(config)
    known = backups.backups(config)

    def full(_db):
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(restoring, "replace_events", full)
    with pytest.raises(sqlite3.OperationalError):
        restoring.restore(config, known[-1].path)
    assert backups.backups(config) == known


@pytest.mark.parametrize("way", [restoring.restore, rebuilding.ask_for])
def test_a_backup_that_goes_while_it_is_looked_at_is_told(app, config, monkeypatch, way):
    """The other desk's restore made room for its own copy, or the stick was pulled out: it was an error page."""
    played(app, 4, 1)
    made = backups.backup(config)
    for module in (restoring, rebuilding):
        monkeypatch.setattr(module, "inside", lambda path: (copies_inside.inside(path), path.unlink())[0])
    with pytest.raises(Refused, match="is not there any more"):
        way(config, made)
    assert not list(config.data.glob("restore-*"))
