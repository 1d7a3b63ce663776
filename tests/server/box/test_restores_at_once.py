"""Two restore at once, from two desks or a desk and a terminal, while somebody backs up and a result comes in."""

import re
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from threading import Event

from engine.decisions import rounds
from engine.facts import PlayerRenamed
from server.box import backups, event_from_backup, restoring
from server.core import journal
from tests.box import ROOT, Box, Visitor, published
from tests.server.played import act, play_open_round, played
from tests.waiting import wait_until


def test_two_restores_a_backup_and_a_round_at_once_leave_one_sound_box(app):
    config = app.config["CINDERBOX"]
    played(app, 4, 1)
    made = backups.backup(config)
    acts = backups.inside(made)[0].acts
    act(app, "cup", rounds.pair_round)
    act(app, "cup", rounds.publish)

    def play():
        try:
            play_open_round(app, "cup")
        except Exception as why:  # the round it wanted to record in is gone
            return why

    with ThreadPoolExecutor() as at_once:
        restores = [at_once.submit(restoring.restore, config, made) for _ in range(3)]
        others = [at_once.submit(backups.backup, config), at_once.submit(play)]
        kept = [each.result() for each in (*restores, others[0])]
        others[1].result()
    assert len(set(kept)) == 4
    assert all(backups.is_proved(each) and backups.inside(each) for each in kept)
    restoring.restore(config, made)
    with app.app_context():
        journal.prove("cup")
        assert len(journal.read("cup").acts) == acts
    assert not list(config.data.glob("restore-*"))


def test_whatever_was_answered_while_others_restored_is_here_or_in_a_copy_of_before(app):
    """The copy is made where nobody writes: between it and the restore nothing was answered that neither has."""
    config = app.config["CINDERBOX"]
    played(app, 4, 1)
    made = backups.backup(config)
    answered, done = [], Event()

    def keep_writing(who):
        while not done.is_set():
            asked = f"{who}-{len(answered)}"
            with app.app_context():
                journal.record("cup", "s1", decide=lambda _t: (PlayerRenamed("p1"),), request_id=asked)
            answered.append(asked)

    def take():
        with app.app_context():
            event_from_backup.take_from(config, "cup", made)

    with ThreadPoolExecutor() as at_once:
        writers = [at_once.submit(keep_writing, who) for who in range(3)]
        changes = [at_once.submit(restoring.restore, config, made) for _ in range(3)] + [at_once.submit(take)]
        try:
            wait_until(lambda: all(each.done() for each in changes), "everything is restored")
        finally:
            done.set()
    for each in (*writers, *changes):
        each.result()
    files = [config.data / "cinderbox.db", *(kept.path for kept in backups.backups(config))]
    assert answered
    assert set(answered) <= set().union(*map(requests_in, files))


def requests_in(file):
    with closing(sqlite3.connect(file)) as direct:
        return {request for (request,) in direct.execute("SELECT request_id FROM journal")}


def test_terminals_and_a_desk_that_restore_at_once_beside_the_running_box(tmp_path):
    with Box(tmp_path) as box:
        olga, otto = Visitor(box).sign_in(), Visitor(box).sign_in()
        event = published(olga, 4)
        _, page = olga.post("/box/backups")
        name = re.search(r"backup-0001-[\d-]+\.db", page)[0]
        olga.post(f"{event}/clock/start")
        commands = (
            ["restore", str(tmp_path / "backups" / name)],
            ["restore", str(tmp_path / "backups" / name)],
            ["backup"],
        )
        ran = [
            subprocess.Popen(
                [sys.executable, "-m", "server.cli", *command, "--data", str(tmp_path)],
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                cwd=ROOT,
            )
            for command in commands
        ]
        with ThreadPoolExecutor() as at_once:
            pages = list(at_once.map(lambda desk: desk.post(f"/box/backups/{name}/restore"), (olga, otto)))
        told = [each.communicate() for each in ran]
        assert [each.returncode for each in ran] == [0, 0, 0], told
        assert [err for _, err in told] == ["", "", ""]
        assert all("Restored from" in text for _, text in pages)
        path, text = olga.get(f"{event}/")
        assert path == f"{event}/"
        assert "Start the clock" in text
        assert olga.post(f"{event}/clock/start")[0].startswith(event)
        box.process.terminate()
        assert "Traceback" not in box.process.stdout.read()
    with closing(sqlite3.connect(tmp_path / "cinderbox.db")) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert all(backups.is_proved(each) for each in (tmp_path / "backups").iterdir())
