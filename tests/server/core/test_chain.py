"""Every act carries a checksum over itself and the act before: what a disk kept badly is found, and named."""

import json
import sqlite3
from contextlib import closing

import pytest
from flask import current_app
from flask_migrate import downgrade, upgrade
from sqlalchemy import select
from sqlalchemy.exc import DatabaseError

from engine import facts as f
from engine.decisions import rounds
from engine.refusals import Refused
from server.core import books, journal
from server.core.chain import Head, StoredAct, find_damage, head_of, sealed
from server.core.database_app import know_migrations
from server.core.db import db
from server.core.models import TournamentRow
from server.core.stored_journal import Damaged, each_readable, whole_journal
from server.event.transfer import export_event, import_event
from tests.server.core.damages import KINDS, damage
from tests.server.events import new_event
from tests.server.played import play_round, played


@pytest.fixture
def config(app):
    return app.config["CINDERBOX"]


def direct(config, statement):
    with closing(sqlite3.connect(config.data / "cinderbox.db")) as connection, connection:
        return connection.execute(statement).fetchall()


@pytest.mark.parametrize("kind", KINDS)
def test_damage_is_named_by_its_act_and_not_repaired_by_guessing(app, config, kind):
    played(app, 4, 1)
    told, sound = damage(config, kind)
    with app.app_context(), pytest.raises(Damaged, match=told) as refused:
        journal.read("cup")
    assert refused.value.damage.sound == sound
    assert isinstance(refused.value, Refused)
    with app.app_context(), pytest.raises(Damaged):
        journal.record("cup", "s1", decide=rounds.pair_round)


def test_every_letter_of_an_act_counts(app, config):
    """Any one character of text, version, by or at, in any act."""
    played(app, 4, 1)
    with app.app_context(), db.engine.connect() as connection:
        head, rows = whole_journal(connection, "cup")
    assert find_damage(rows, head) is None
    for index, row in enumerate(rows):
        for column in ("facts", "by", "at"):
            text = getattr(row, column)
            for place in range(0, len(text), 1 if column != "facts" else 17):
                changed = row._replace(**{column: f"{text[:place]}{chr(ord(text[place]) ^ 1)}{text[place + 1 :]}"})
                found = find_damage([*rows[:index], changed, *rows[index + 1 :]], head)
                assert (found.act, found.sound) == (row.seq, row.seq - 1)


def test_letters_that_move_from_one_part_to_the_next_are_noticed():
    one, other = sealed([StoredAct(1, "ab", 1, "c", "d")]), StoredAct(1, "b", 1, "c", "da")
    assert find_damage([other._replace(checksum=one[0].checksum)], head_of(one)) is not None


def test_what_is_recorded_is_chained_in_the_same_breath(app, config):
    with app.app_context():
        tid = new_event(4)
        journal.record(tid, "s1", decide=lambda t: (f.PresenceMarked("p1", True),))
        with db.engine.connect() as connection:
            head, rows = whole_journal(connection, tid)
    assert head == head_of(rows) == Head(2, sealed(rows)[-1].checksum)
    assert books._books[tid].head == head


def test_a_refused_act_moves_no_mark(app):
    with app.app_context():
        tid = new_event(4)
        with pytest.raises(Refused):
            journal.record(tid, "s1", decide=rounds.close)
        with db.engine.connect() as connection:
            assert connection.execute(select(TournamentRow.acts)).scalar() == 1


def test_what_is_in_memory_hides_no_lost_end_and_no_other_end(app, config):
    """Also when nobody told this process: a read asks for the very act that was folded last."""
    tid = played(app, 4, 1)
    with app.app_context():
        kept = journal.read(tid)
    direct(config, f"DELETE FROM journal WHERE seq = {kept.revision.seq}")
    with app.app_context(), pytest.raises(Damaged, match=f"Act {kept.revision.seq} is missing"):
        journal.read(tid)
    with app.app_context(), pytest.raises(Damaged):
        journal.record(tid, "s1", decide=rounds.pair_round)


def test_once_found_damage_is_not_hidden_by_what_is_in_memory(app, config):
    tid = played(app, 4, 1)
    with app.app_context():
        journal.read(tid)
        direct(config, "UPDATE journal SET at = '' WHERE seq = 3")
        with pytest.raises(Damaged, match="Act 3 was changed"):
            journal.prove(tid)
        with pytest.raises(Damaged, match="Act 3 was changed"):
            journal.read(tid)
        assert [str(each) for each in journal.damages().values()] == [
            "Act 3 was changed since it was recorded. Acts 1 to 2 can be read."
        ]


def test_what_is_sound_again_is_told_as_sound(app, config):
    tid = played(app, 4, 1)
    ((at,),) = direct(config, "SELECT at FROM journal WHERE seq = 3")
    direct(config, "UPDATE journal SET at = '' WHERE seq = 3")
    with app.app_context():
        with pytest.raises(Damaged):
            journal.prove(tid)
        direct(config, f"UPDATE journal SET at = '{at}' WHERE seq = 3")
        journal.prove(tid)
        assert journal.damages() == {}
        assert journal.read(tid).revision.seq > 3


def test_an_act_of_a_newer_version_is_no_damage_but_a_reason_to_update(app, config):
    tid = played(app, 4, 1)
    with app.app_context():
        chained_anew(config, 5, version=9)
        with pytest.raises(Damaged, match="written by a newer version") as refused:
            journal.read(tid)
    assert (refused.value.damage.newer, refused.value.damage.sound) == (True, 4)


def chained_anew(config, seq, **changes):
    """As another version would have written it, checksums and all."""
    journal.forget()
    with db.engine.connect() as connection:
        _, rows = whole_journal(connection, "cup")
    rows = sealed(row._replace(**changes) if row.seq == seq else row for row in rows)
    with closing(sqlite3.connect(config.data / "cinderbox.db")) as connection, connection:
        for row in rows:
            connection.execute(
                "UPDATE journal SET facts = ?, version = ?, checksum = ? WHERE tournament_id = 'cup' AND seq = ?",
                (row.facts, row.version, row.checksum, row.seq),
            )
        connection.execute("UPDATE tournament SET head = ? WHERE id = 'cup'", (rows[-1].checksum,))


def test_an_act_that_does_not_follow_is_named_too(app, config):
    tid = played(app, 4, 1)
    with app.app_context():
        chained_anew(config, 5, facts='[{"fact":"RoundClosed","number":7}]')
        with pytest.raises(Damaged, match="Act 5 does not follow from those before it"):
            journal.read(tid)


# Journals from before there were checksums


def test_journals_of_before_are_chained_where_they_replay(app, config):
    played(app, 4, 1)
    with app.app_context():
        before = journal.read("cup")
        know_migrations(current_app)
        downgrade(revision="0003")
        upgrade()
        journal.forget()
        assert journal.read("cup") == before


def test_a_journal_of_before_that_does_not_replay_is_left_unchained_and_named(app, config):
    played(app, 4, 1)
    with app.app_context():
        know_migrations(current_app)
        downgrade(revision="0003")
        direct(config, "UPDATE journal SET facts = '[' WHERE seq = 3")
        upgrade()
        journal.forget()
        with pytest.raises(Damaged, match="Act 3 cannot be read"):
            journal.read("cup")
    assert direct(config, "SELECT DISTINCT checksum FROM journal") == [(None,)]


def test_an_unchained_journal_that_replays_after_all_is_chained_with_its_next_act(app, config):
    """Such as one that a newer version wrote, after the update."""
    tid = played(app, 4, 1)
    direct(config, "UPDATE journal SET checksum = NULL")
    direct(config, "UPDATE tournament SET acts = 0, head = ''")
    journal.forget()
    play_round(app, tid)
    assert direct(config, "SELECT count(*) FROM journal WHERE checksum IS NULL") == [(0,)]
    with app.app_context():
        known = journal.read(tid)
        journal.forget()
        assert journal.read(tid) == known


# Exports


def test_an_export_carries_checksums_and_is_refused_when_it_was_damaged(app):
    played(app, 4, 1)
    with app.app_context():
        doc = export_event("cup")
        assert all(len(act["checksum"]) == 32 for act in doc["acts"])
        changed = [act | {"at": "2020-01-01T00:00:00+00:00"} if act["seq"] == 4 else act for act in doc["acts"]]
        for acts, told in ((changed, "Act 4 was changed"), (doc["acts"][:-1], "is missing")):
            with pytest.raises(Refused, match=f"The file is damaged. .*{told}"):
                import_event(json.dumps(doc | {"acts": acts}))
        assert journal.read(import_event(json.dumps(doc))).tournament == journal.read("cup").tournament


def test_an_export_of_before_is_imported_and_chained(app, config):
    played(app, 4, 1)
    with app.app_context():
        doc = export_event("cup")
        del doc["head"]
        for act in doc["acts"]:
            del act["checksum"]
        new = import_event(json.dumps(doc))
        assert journal.read(new).head.acts == len(doc["acts"])


def test_where_no_page_can_be_read_nobody_waits_for_as_many_acts_as_a_bad_mark_says():
    """The number of acts was kept badly, too: the box asked for each of so many, and answered nobody meanwhile."""
    asked = []

    def ask(seq):
        asked.append(seq)
        assert seq < 10_000
        if seq in (2, 700):
            return [(seq, "[]", 1, "s1", "", "x")]
        raise DatabaseError("SELECT", {}, sqlite3.DatabaseError("database disk image is malformed"))

    assert [act.seq for act in each_readable(ask, 2**62)] == [2, 700]
    assert asked[-1] > 1_500
    assert each_readable(ask, "kept badly") == []
