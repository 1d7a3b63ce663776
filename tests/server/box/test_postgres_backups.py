"""Backups of PostgreSQL from the desk: made by pg_dump, proved, and the way back."""

import os
import re
import shlex
import shutil
import subprocess
from itertools import count
from pathlib import Path

import pytest
from sqlalchemy import insert, select, text

from engine.decisions import rounds
from engine.refusals import Refused
from server.app import opened_app
from server.box import backups, restoring
from server.core import journal, unsaved
from server.core.config import Config
from server.core.db import db, writer
from server.core.models import CallRow, DeviceRow, PlayerRow
from server.health.findings import findings
from tests.server.conftest import Actor
from tests.server.core.damages import LAST, statements_of
from tests.server.played import act, play_open_round, play_round, played, started
from tests.server.postgres import Cluster, why_not
from tests.waiting import wait_for_threads

ROOT = Path(__file__).parent.parent.parent.parent
numbers = count(1)
ODD = "Tab\tstop \\N back\\slash\nline\u2028 \x85 Дмитрий 😀"
CALL = {"tournament_id": "cup", "round": 1, "table_number": 1, "kind": "judge", "by": "public", "at": ""}


@pytest.fixture
def app(cluster, tmp_path):
    """A new box on a new database each time."""
    journal.forget()
    with opened_app(Config(tmp_path, cluster.make(f"dumps{next(numbers)}"))) as app:
        app.config.update(WTF_CSRF_ENABLED=False, TESTING=True)
        yield app
        wait_for_threads()
    journal.forget()


@pytest.fixture
def config(app):
    return app.config["CINDERBOX"]


def acts_of(app, tid="cup"):
    journal.forget()
    with app.app_context():
        return journal.read(tid).acts


def write(app, statement):
    with app.app_context(), writer() as connection, connection.begin():
        return connection.execute(statement)


def read(app, statement):
    with app.app_context(), db.engine.connect() as connection:
        return connection.execute(statement).all()


def test_a_dump_holds_everything_and_every_journal_in_it_is_replayed(app, config):
    played(app, 6, 1)
    path = backups.backup(config)
    (event,) = backups.inside(path)
    assert (event.id, event.name, event.acts) == ("cup", "Cup", len(acts_of(app)))
    assert os.listdir(config.backups) == [path.name]
    assert path.name.startswith("backup-0001-")
    assert path.name.endswith(".dump")
    assert path.stat().st_mode & 0o077 == 0


def test_a_copy_with_a_journal_that_does_not_replay_says_that_it_is_not_proved(app, config):
    played(app, 4, 1)
    write(app, text('UPDATE journal SET facts = \'[{"fact": "RoundClosed", "number": 7}]\' WHERE seq = 2'))
    with app.app_context():
        made = backups.backup(config)
    assert made.name.endswith("-unproved.dump")
    assert "Act 2 was changed" in str(backups.inside(made)[0].damage)


def cut_in_half(raw):
    return raw[: len(raw) // 2]


def zeros_in_every_table(raw):
    """Where the packed rows are: what stands behind them is only a second table of contents (PostgreSQL 17)."""
    return re.sub(rb"x\x9c.{20}", b"x\x9c" + bytes(20), raw, flags=re.DOTALL)


@pytest.mark.parametrize("harm", [cut_in_half, zeros_in_every_table])
def test_a_damaged_dump_is_refused_and_nothing_is_changed(app, config, harm):
    played(app, 6, 2)
    path = backups.backup(config)
    raw = path.read_bytes()
    path.write_bytes(harm(raw))
    assert path.read_bytes() != raw
    before = acts_of(app)
    with app.app_context(), pytest.raises(Refused, match="is damaged"):
        restoring.restore(config, path)
    assert acts_of(app) == before


def test_closing_a_round_makes_a_backup_and_the_desk_hands_it_out(app, config):
    tid = started(app, 6)
    act(app, tid, rounds.pair_round)
    act(app, tid, rounds.publish)
    play_open_round(app, tid)
    organizer = Actor(app).sign_in(config.pin_file.read_text())
    organizer.post("/events/cup/close")
    wait_for_threads()
    (kept,) = backups.backups(config)
    assert backups.inside(kept.path)[0].acts == len(acts_of(app))
    answer = organizer.client.get(f"/box/backups/{kept.name}")
    assert answer.get_data() == kept.path.read_bytes()
    answer.close()
    assert "Backed up and checked: backup-0002-" in organizer.post("/box/backups")


def test_a_restore_from_the_desk_takes_events_back_and_leaves_who_may_get_in(app, config):
    """Names come back letter by letter; a tablet follows its event; what comes next is numbered on."""
    tid = played(app, 6, 1)
    write(app, insert(PlayerRow).values(tournament_id=tid, id="odd", name=ODD))
    write(app, insert(DeviceRow).values(name="Table 1", tournament_id=tid))
    call = insert(CallRow).values(**CALL)
    assert write(app, call).inserted_primary_key == (1,)
    kept = backups.kept(config, backups.backup(config).name)
    number = len(acts_of(app))
    organizer = Actor(app).sign_in(config.pin_file.read_text())
    play_round(app, tid)
    played(app, 4, 1, tid="second")
    write(app, text("DELETE FROM player WHERE id = 'odd'"))
    assert "newer changes go" in organizer.get(f"/box/backups/{kept.name}/restore")
    assert "Restored from" in organizer.post(f"/box/backups/{kept.name}/restore")
    assert len(acts_of(app)) == number
    with app.app_context():
        assert journal.read(tid).revision.epoch == 2
    assert organizer.get("/events/second/").status == 404
    assert organizer.get("/box").status == 200
    assert read(app, select(PlayerRow.name).where(PlayerRow.id == "odd")) == [(ODD,)]
    assert read(app, select(DeviceRow.tournament_id)) == [(tid,)]
    assert write(app, call).inserted_primary_key == (2,)
    play_round(app, tid)
    before = backups.kept(config, backups.backups(config)[0].name)
    assert {event.id for event in backups.inside(before.path)} == {"cup", "second"}


def test_a_dump_of_another_database_is_refused(app, config, cluster, tmp_path_factory):
    """Its journal names other people by the same numbers."""
    played(app, 6, 1)
    Actor(app).sign_in(config.pin_file.read_text())
    path = backups.backup(config)
    there = Config(tmp_path_factory.mktemp("other"), cluster.make(f"other{next(numbers)}"))
    with opened_app(there) as other, other.app_context(), pytest.raises(Refused, match="made from another database"):
        restoring.restore(there, path)


def test_a_dump_goes_into_an_empty_database_as_the_readme_says(app, config, cluster, tmp_path_factory, monkeypatch):
    """Its commands, letter by letter."""
    tid = played(app, 6, 1)
    path, acts, folder = backups.backup(config), acts_of(app), tmp_path_factory.mktemp("empty")
    (block,) = re.findall(r"^```sh\n(createdb.*?)^```", (ROOT / "server/README.md").read_text(), re.S | re.M)
    *commands, start = block.splitlines()
    named = folder / re.search(r"\S+\.dump", block)[0]
    named.parent.mkdir(parents=True)
    shutil.copy(path, named)
    monkeypatch.setenv("PGHOST", str(cluster.folder))
    monkeypatch.setenv("PGUSER", "box")
    for command in commands:
        subprocess.run(shlex.split(command), cwd=folder, check=True, capture_output=True)
    setting, *words = shlex.split(start)
    assert words == ["cinderbox", "serve"]
    with opened_app(Config(folder / "instance", setting.removeprefix("DATABASE_URL="))) as again:
        assert acts_of(again, tid) == acts


def test_a_dump_of_another_version_is_refused_with_the_way_to_use_it(app, config):
    played(app, 4, 1)
    path = backups.backup(config)
    write(app, text("UPDATE alembic_version SET version_num = '9999'"))
    with app.app_context(), pytest.raises(Refused, match="another version of Cinderbox"):
        restoring.restore(config, path)


def test_a_file_and_a_dump_are_not_mistaken_for_each_other(app, config, tmp_path_factory, cinderbox):
    played(app, 4, 1)
    dump = backups.backup(config)
    with opened_app(Config(tmp_path_factory.mktemp("file"))) as other:
        file = backups.backup(other.config["CINDERBOX"])
        with pytest.raises(Refused, match="keeps its events in a file"):
            restoring.restore(other.config["CINDERBOX"], dump)
    with app.app_context(), pytest.raises(Refused, match="keeps its events in PostgreSQL"):
        restoring.restore(config, file)


def test_without_pg_dump_the_desk_says_what_to_install(app, config, monkeypatch, tmp_path):
    played(app, 4, 1)
    organizer = Actor(app).sign_in(config.pin_file.read_text())
    monkeypatch.setenv("PATH", str(tmp_path))
    for page in (organizer.get("/box"), organizer.post("/box/backups", referrer="/box")):
        assert "no backup can be made. It is in the package postgresql-client" in page
    assert "no backup is made" in organizer.get("/events/cup/delete")
    with app.app_context():
        assert "postgresql-client" in {each.part: each.trouble for each in findings(config)}["last backup"]


def test_nobody_reads_the_password_off_the_command_line(app, config, monkeypatch, tmp_path):
    told, tools = tmp_path / "told", tmp_path / "bin"
    tools.mkdir()
    (tools / "pg_dump").write_text(
        f'#!/bin/sh\necho "$PGPASSWORD $*" >{told}\nexec {shutil.which("pg_dump")} "$@"\n', encoding="ascii"
    )
    (tools / "pg_dump").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tools}:{os.environ['PATH']}")
    backups.backup(Config(config.data, config.database_url.replace("box@", "box:open%20sesame@")))
    password, _, arguments = told.read_text().partition(" --")
    assert password == "open sesame"
    assert "sesame" not in arguments


def test_a_page_that_the_disk_kept_badly_is_told_with_the_way_back(tmp_path):
    """PostgreSQL finds it by its checksums."""
    if missing := why_not():
        pytest.skip(missing)
    cluster = Cluster()
    try:
        with opened_app(Config(tmp_path, cluster.url("postgres"))) as app:
            app.config.update(WTF_CSRF_ENABLED=False, TESTING=True)
            tid = played(app, 4, 1)
            organizer = Actor(app).sign_in(app.config["CINDERBOX"].pin_file.read_text())
            ((file,),) = read(app, text("SELECT pg_relation_filepath('journal')"))
            cluster.stop()
            with (cluster.folder / "data" / file).open("r+b") as heap:
                heap.seek(4000)
                heap.write(b"rust" * 100)
            cluster.start()
            journal.forget()
            page = organizer.get(f"/events/{tid}/standings/")
            assert page.status == 503
            assert unsaved.DAMAGED_THERE in page
    finally:
        journal.forget()
        cluster.remove()


WAYS_OUT = ("Put back what is damaged", "Open it up to act", "Take it from the backup", "Export what can", "Delete it")


def test_every_way_out_of_damage_is_there_with_postgresql_too(app, config):
    """A damaged act, a damaged mark of the end, a lost end: the same card, and every button on it works."""
    for tid in ("cup", "league"):
        played(app, 4, 1, tid=tid)
    before = acts_of(app)
    olga = Actor(app).sign_in(config.pin_file.read_text())
    made = backups.backup(config)

    def damage(kind):
        ((last,),) = read(app, text(LAST))
        statements, told, sound = statements_of(kind, last)
        for statement in statements:
            write(app, text(statement))
        journal.forget()
        return told, sound

    for kind in ("a letter of the facts", "an older mark", "a lost end", "a lost journal"):
        told, sound = damage(kind)
        page = olga.get("/events/cup/")
        assert (page.status, told in page, "Take it from the backup" in page) == (503, True, True)
        assert all(way in page for way in WAYS_OUT) or sound in (0, len(before)), page.text
        assert (olga.get("/").status, olga.get("/events/league/").status, olga.get("/box/health").status) == (200,) * 3
        assert len(olga.client.get("/events/cup/export/readable.json").get_json()["acts"]) == sound
        assert "kept aside" in olga.post("/events/cup/damage/take", backup=made.name)
        assert acts_of(app) == before
        damage(kind)
        if kind != "an older mark":  # of which the checksums prove nothing
            assert "Nothing is lost." in olga.post("/events/cup/damage/mend", backup=made.name)
            assert acts_of(app) == before
            damage(kind)
        page = olga.post("/events/cup/damage/open")
        if sound:
            assert "The event is open again." in page
            assert acts_of(app) == before[:sound]
        with app.app_context():
            restoring.restore(config, made)
        assert acts_of(app) == before
    damage("a torn text")
    assert "Download what can be read" in olga.get("/events/cup/delete")
    assert "damage and all" in olga.post("/events/cup/delete")
    assert olga.get("/events/league/").status == 200
    assert not backups.is_proved(backups.backups(config)[0].path)
