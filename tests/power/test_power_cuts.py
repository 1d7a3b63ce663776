"""The power goes at any moment: what was answered is there, once; nothing is half there; the clock stands at its heart.

A real server is recorded call by call. From the recording the disk is rebuilt as it may have been at some moment, with
what was not synced lost, torn or in another order, and a box comes up on it.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from flask import current_app
from flask_migrate import downgrade

from server.app import opened_app
from server.box import backups
from server.core import journal
from server.core.config import Config
from server.core.database_app import know_migrations
from tests.box import ROOT, Box
from tests.power import day, recording, verdict
from tests.power.disk import WAYS, Disk
from tests.server.played import play_round, played
from tests.soaking import SOAK
from tests.waiting import wait_until

SEED = int(os.environ.get("POWER_SEED") or (Random().randrange(10**6) if SOAK else 7))
DAYS, OF_A_DAY, OF_OTHERS, LIES = (2, 350, 150, 100) if SOAK else (1, 20, 6, 4)
MOMENTS = ("write", "sync", "rename", "unlink", "mkdir", "open", "size", "acknowledged")

pytestmark = pytest.mark.skipif(bool(recording.why_not()), reason=recording.why_not())


class Cuts:
    """Power cuts in one recording, each looked at with the real code."""

    def __init__(self, witness, recorded, *, start=None):
        self.witness, self.recorded, self.start = witness, recorded, start
        self.dice = Random(SEED)

    def lost(self, moments, *, honours=lambda step: True):
        """What was lost in these moments, a sentence each; `moments` are steps, each with what landed."""
        disk, found = Disk(self.recorded, self.start, honours=honours), []
        with tempfile.TemporaryDirectory(dir=verdict.room(), prefix="power-") as folder:
            for count, (step, way) in enumerate(moments):
                seed = self.dice.random()
                verdict.write(disk.cut(step, way=way, seed=seed), Path(folder) / "root", seed)
                data = Path(folder) / "root" / "instance"
                wrong = verdict.complaints(data, self.witness, step, pages=count % 16 == 0)
                found += [f"after step {step} ({self.recorded.steps[step].kind}), {way}: {each}" for each in wrong]
        return found

    def after_every_answer(self):
        """The moments that matter most: somebody was just told that it is saved, and nothing else has landed."""
        steps = [number for number, step in enumerate(self.recorded.steps) if step.kind == "acknowledged"]
        return [(number, "nothing landed") for number in steps]

    def anywhere(self, count):
        """As many in every phase, each in one of the ways."""
        phases = self._phases()
        return [(self.dice.choice(phases[n % len(phases)]), self.dice.choice(list(WAYS))) for n in range(count)]

    def _phases(self):
        """The steps of each phase: what comes before the first is a phase, too."""
        phases = [[]]
        for number, step in enumerate(self.recorded.steps):
            if step.kind == "asked" and step.path in self.witness.story.phases:
                phases.append([])
            if step.kind in MOMENTS:
                phases[-1].append(number)
        return [phase for phase in phases if phase]


def recorded(trace, root, play, *, start=None):
    """What `play` does with a real server in this folder, and the server's end."""
    if start:
        shutil.copytree(start, root)
    box = Box(root / "instance", under=recording.strace(trace, "-D"))
    try:
        story = play(box)
    finally:
        box.process.terminate()
        box.process.wait()
        box.process.stdout.close()
    return story, read_when_done(trace, root, box.process.pid)


def read_when_done(trace, root, process):
    """strace ends after the program that it follows, and writes down last how that ended."""
    wait_until(
        lambda: f"\n{process} " in _tail(trace) and "+++ exited" in _tail(trace).splitlines()[-1], "strace ended"
    )
    return recording.read(trace, root)


def _tail(trace):
    with trace.open("rb") as file:
        file.seek(max(0, trace.stat().st_size - 2000))
        return file.read().decode(errors="replace")


def test_the_model_of_the_disk_is_what_the_disk_holds(tmp_path):
    """With everything landed it has every file as it really is, or nothing it says of a power cut is worth much."""
    root, trace = tmp_path / "root", tmp_path / "trace"
    root.mkdir()
    subprocess.run([*recording.strace(trace), sys.executable, "-c", WRITES, root], check=True)
    steps = recording.read(trace, root)
    left = Disk(steps).cut(len(steps.steps), way="everything landed", seed=1)
    assert {path: content for path, content in left.items() if not path.endswith("-shm")} == {
        str(path.relative_to(root)): None if path.is_dir() else path.read_bytes()
        for path in root.rglob("*")
        if not path.name.endswith("-shm")
    }
    nothing = Disk(steps).cut(len(steps.steps), way="nothing landed", seed=1)
    assert nothing == {}, "the folder of the database was never synced by this program"


WRITES = """
import os, shutil, sqlite3, sys
from pathlib import Path
here = Path(sys.argv[1])
(here / "a").mkdir()
db = sqlite3.connect(here / "a/x.db", isolation_level=None)
db.execute("PRAGMA journal_mode=WAL")
db.execute("CREATE TABLE t (x)")
for _ in range(50):
    db.execute("INSERT INTO t VALUES (?)", ("y" * 999,))
(here / "new").write_text("one")
(here / "new").replace(here / "a/old")
(here / "gone").touch()
(here / "gone").unlink()
shutil.copyfile(here / "a/x.db-wal", here / "copy")
file = open(here / "a/old", "a")
file.write("two")
file.flush()
file.truncate(5)
os._exit(0)
"""


@pytest.mark.parametrize("number", range(DAYS))
def test_a_power_cut_at_any_moment_of_a_day_loses_nothing(tmp_path, number):
    """And the same day on a disk that only says that it has synced would: the test can fail."""
    root = tmp_path / "root"
    root.mkdir()
    story, steps = recorded(tmp_path / "trace", root, day.whole_day)
    cuts = Cuts(verdict.Witness(story, steps), steps)
    assert cuts.witness.beats, "no heartbeat was seen in the recording"
    assert len(cuts.witness.answered) == len(story.promises) + 2
    assert cuts.lost([*cuts.after_every_answer(), *cuts.anywhere(OF_A_DAY)]) == [], f"POWER_SEED={SEED}"
    lies = cuts.after_every_answer()[-LIES:]
    assert len(cuts.lost(lies, honours=lambda step: False)) >= len(lies)
    assert cuts.lost(lies[-2:], honours=lambda step: not step.path.endswith("-wal"))
    assert cuts.lost(lies[-2:], honours=lambda step: not step.path.endswith(("instance", "backups", "root")))


def test_a_power_cut_while_an_older_box_is_brought_up_to_date_loses_nothing(tmp_path):
    before = tmp_path / "before"
    with opened_app(Config(_made(before / "instance"))) as app:
        played(app, 6, 1)
        with app.app_context():
            know_migrations(current_app)
            downgrade(revision="0001")
    journal.forget()
    story = day.one_era(before / "instance", request=day.BEFORE_ALL)
    _, steps = recorded(tmp_path / "trace", tmp_path / "root", lambda box: None, start=before)
    cuts = Cuts(verdict.Witness(story, steps), steps, start=before)
    assert cuts.lost(cuts.anywhere(OF_OTHERS)) == [], f"POWER_SEED={SEED}"


def test_a_power_cut_in_a_restore_by_command_leaves_what_was_or_what_comes(tmp_path):
    before, root, trace = tmp_path / "before", tmp_path / "root", tmp_path / "trace"
    with opened_app(Config(_made(before / "instance"))) as app:
        tid = played(app, 6, 1)
        kept = backups.backup(app.config["CINDERBOX"])
        play_round(app, tid)
    journal.forget()
    story = day.one_era(before / "instance", request=day.BEFORE_ALL)
    shutil.copytree(before, root)
    command = [sys.executable, "-m", "server.cli", "restore", "--data", root / "instance", kept]
    subprocess.run([*recording.strace(trace), *command], check=True, cwd=ROOT, capture_output=True)
    after = day.one_era(root / "instance", request=day.AT_THE_END)
    story.eras += after.eras
    story.promises.append(replace(after.promises[0], era=1))
    story.began[1] = day.BEFORE_ALL
    steps = recording.read(trace, root)
    cuts = Cuts(verdict.Witness(story, steps), steps, start=before)
    assert cuts.lost(cuts.anywhere(OF_OTHERS)) == [], f"POWER_SEED={SEED}"
    assert cuts.lost([(len(steps.steps) - 1, way) for way in WAYS]) == []


def test_a_power_cut_in_a_restore_over_a_damaged_database_leaves_no_empty_box_that_says_it_is_well(tmp_path):
    """What comes up has the events of the backup, or says in red or in a sentence that something is wrong."""
    before, root, trace = tmp_path / "before", tmp_path / "root", tmp_path / "trace"
    with opened_app(Config(_made(before / "instance"))) as app:
        played(app, 6, 1)
        kept = backups.backup(app.config["CINDERBOX"])
    journal.forget()
    whole = day.journal_of(before / "instance")
    with (before / "instance/cinderbox.db").open("r+b") as file:
        file.write(bytes(4096))
    shutil.copytree(before, root)
    command = [sys.executable, "-m", "server.cli", "restore", "--data", root / "instance", kept]
    subprocess.run([*recording.strace(trace), *command], check=True, cwd=ROOT, capture_output=True)
    steps = recording.read(trace, root)
    disk, moments = Disk(steps, before), Cuts(verdict.Witness(day.Story(), steps), steps).anywhere(OF_OTHERS)
    for number, way in moments:
        verdict.write(disk.cut(number, way=way, seed=SEED), tmp_path / "state", SEED)
        events, well = verdict.comes_up(tmp_path / "state" / "instance")
        assert not well or {tid: rows for tid, (_, rows) in events.items()} == {
            tid: rows for tid, (_, rows) in whole.items()
        }, f"after step {number}, {way}: well, with {len(events)} events"


def test_a_power_cut_while_the_pin_is_reset_leaves_one_that_somebody_knows(tmp_path):
    """Whichever it is: the one in the file opens the desk. Once the new one was told, it is the new one."""
    before, root, trace = tmp_path / "before", tmp_path / "root", tmp_path / "trace"
    with opened_app(Config(_made(before / "instance"))) as app:
        played(app, 4, 1)
    journal.forget()
    story = day.one_era(before / "instance", request=day.BEFORE_ALL)
    shutil.copytree(before, root)
    command = [sys.executable, "-m", "server.cli", "pin", "--reset", "--data", root / "instance"]
    ran = subprocess.run([*recording.strace(trace), *command], check=True, cwd=ROOT, capture_output=True, text=True)
    steps = recording.read(trace, root)
    cuts = Cuts(verdict.Witness(story, steps), steps, start=before)
    assert cuts.lost(cuts.anywhere(OF_OTHERS)) == [], f"POWER_SEED={SEED}"
    written = next(n for n, step in enumerate(steps.steps) if step.kind == "rename" and "organizer-pin" in step.path)
    assert cuts.lost([(step, "everything landed") for step in range(written, len(steps.steps), 1 if SOAK else 5)]) == []
    for way in WAYS:
        left = Disk(steps, before).cut(len(steps.steps) - 1, way=way, seed=1)
        assert left["instance/organizer-pin"].decode() == ran.stdout.strip()


def _made(folder):
    folder.mkdir(parents=True)
    return folder
