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
    made, came = backups._proved_copy, []

    def then_a_result(config):
        copy = made(config)
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            write(config)
        came.append(copy)
        return copy

    monkeypatch.setattr(backups, "_proved_copy", then_a_result)
    return came


def write(config):
    """As another process would, that does not wait."""
    with closing(sqlite3.connect(config.data / "cinderbox.db", timeout=0, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        other.execute("ROLLBACK")


def delete(config, _made):
    deleting.delete_event(config, "cup")


WAYS = {
    "restore": restoring.restore,
    "delete": delete,
    "take": lambda config, made: event_from_backup.take_from(config, "cup", made),
}


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


@pytest.mark.parametrize("way", WAYS)
def test_everybody_writes_on_while_journals_are_replayed_and_other_backups_made(app, config, monkeypatch, way):
    """A restore of 50 events stood in everybody's way until the copy was proved: no page came any more, not even one
    that writes nothing, for whoever waits keeps a thread.
    """
    played(app, 4, 1)
    made = backups.backup(config)
    play_round(app, "cup")
    long = []

    def takes_long(module, name):
        real = getattr(module, name)

        def free_meanwhile(*args):
            write(config)
            long.append(name)
            return real(*args)

        monkeypatch.setattr(module, name, free_meanwhile)

    takes_long(copies_inside, "proved")
    takes_long(copies_inside, "proved_box")
    takes_long(backups, "flock")
    with app.app_context():
        WAYS[way](config, made)
    assert {"proved", "flock"} <= set(long)


@pytest.mark.parametrize("way", WAYS)
def test_who_waits_for_another_backup_keeps_nobody_from_writing(app, config, monkeypatch, way):
    """A backup of the round that was just closed may take its time; only then nobody writes."""
    played(app, 4, 1)
    made = backups.backup(config)
    waited = []

    class Other:
        def __enter__(self):
            write(config)
            waited.append(way)

        def __exit__(self, *_):
            pass

    monkeypatch.setattr(backups, "_one_at_a_time", Other())
    with app.app_context():
        WAYS[way](config, made)
    assert waited


@pytest.mark.parametrize("way", WAYS)
def test_what_comes_after_the_journals_were_replayed_is_in_the_copy_and_proved(app, config, monkeypatch, way):
    played(app, 4, 1)
    made = backups.backup(config)
    ahead, came = backups._replay_ahead, []

    def then_a_round(config):
        ahead(config)
        if not came:
            came.append(way)
            play_round(app, "cup")

    monkeypatch.setattr(backups, "_replay_ahead", then_a_round)
    known = backups.inside(made)[0].acts
    with app.app_context():
        WAYS[way](config, made)
    before = backups.backups(config)[0]
    assert before.proved
    assert backups.inside(before.path)[0].acts > known


def test_a_journal_that_was_replayed_and_is_damaged_since_is_not_proved(app, config):
    """It ends as it did; what stands before its end is looked at again."""
    played(app, 4, 1)
    assert backups.is_proved(backups.backup(config))
    with closing(sqlite3.connect(config.data / "cinderbox.db")) as direct, direct:
        direct.execute("UPDATE journal SET facts = replace(facts, 'p1', 'p2') WHERE seq = 3")
    made = backups.backup(config)
    assert not backups.is_proved(made)
    assert backups.inside(made)[0].damage.act == 3


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
