"""A box comes up on what a power cut left: is everything there that had been promised, and nothing twice?"""

import os
import shutil
from functools import cache
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import select
from werkzeug.security import check_password_hash

from engine.refusals import Refused
from server.app import opened_app
from server.box import backups
from server.clock import clock_feed, heartbeat
from server.core import auth, beat_file, journal, unsaved
from server.core.config import config_from, setting_up
from server.core.database_app import bring_up_to_date, close_connections, database_app
from server.core.db import db
from server.core.models import PinRow
from server.core.timekeeping import heartbeats
from tests.power.day import AT_THE_END, BEFORE_ALL, count, journal_of

ANOTHER_BOOT = "after-the-cut"


class Witness:
    """Knows the story and when in the recording each of its requests was asked and answered."""

    def __init__(self, story, recording):
        self.story = story
        self.asked = {BEFORE_ALL: -1} | {
            step.path: n for n, step in reversed(list(enumerate(recording.steps))) if step.kind == "asked"
        }
        answered = {step.path: n for n, step in enumerate(recording.steps) if step.kind == "acknowledged"}
        self.answered = {BEFORE_ALL: -1, AT_THE_END: len(recording.steps) - 1, **answered}
        self.beats = _beats(recording)
        self.last = len(recording.steps)

    def promise(self, number):
        """The last one made before this step."""
        made = [each for each in self.story.promises if self.answered.get(each.request, self.last) <= number]
        return made[-1] if made else None

    def eras(self, number):
        """Those the box may be in: the one promised, and one that was asked for."""
        promise = self.promise(number)
        begun = [era for era, act in self.story.began.items() if not act or self.asked.get(act, self.last) <= number]
        return [era for era in begun if promise is None or era >= promise.era]

    def acts(self, era, promise):
        """How many of each event have to be there; those that a restore brings come all at once."""
        if promise is not None and promise.era == era:
            return promise.acts
        return next((each.acts for each in self.story.promises if each.era == era), {}) if era else {}

    def beat(self, number):
        """No earlier than this, in ms since boot, the clock is known to have run; None before its first beat."""
        certain = [before for done, before in self.beats if done <= number]
        return certain[-1] if certain else None


def write(left, folder, seed):
    """What a cut left, as real files. What SQLite shares in memory may be anything: it is made anew."""
    dice = Random(seed)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for path, content in sorted(left.items()):
        if path.endswith("-shm"):
            content = dice.choice((None, dice.randbytes(32768)))
            if content is None:
                continue
        place = folder / path
        if content is None:
            place.mkdir(parents=True, exist_ok=True)
        else:
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)


def complaints(data, witness, number, *, pages=False):
    """Everything that is wrong with this box, whose power went after this step; nothing if all is well."""
    _forget()
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("CINDERBOX_BOOT_ID", ANOTHER_BOOT)
        try:
            return [*_looked_at(data, witness, number), *(_pages(data) if pages else ())]
        except Exception as why:
            return [f"it does not come up: {type(why).__name__}: {why}"]
        finally:
            _forget()


def _forget():
    journal.forget()
    clock_feed._known.clear()
    heartbeat._let_be.clear()
    for kept in (unsaved._damaged, unsaved._failed):
        kept.clear()


def _looked_at(data, witness, number):
    config = config_from(str(data))
    app = database_app(config)
    try:
        with setting_up(config), app.app_context():
            bring_up_to_date()
            auth.require_organizer_pin(config)
        found = journal_of(data)
        with app.app_context():
            seen = heartbeats()
            heart = heartbeat.Heart()
            heartbeat._beat(heart)
            heart.rest()
            yield from _journals(found)
            if not heart.well:
                yield "the first beat after the cut failed"
            yield from _clock(witness, number, found, seen)
            if not _opens(_pin_hash(), config.pin_file.read_text(encoding="ascii")):
                yield "the PIN in the file opens nothing"
        yield from _kept(witness, number, found, data)
        yield from _backups(witness, number, config)
    finally:
        close_connections(app)


@cache
def _opens(hash_, pin):
    """Remembered: it is made to take long."""
    return check_password_hash(hash_, pin)


def _pin_hash():
    with db.engine.connect() as connection:
        return connection.execute(select(PinRow.hash).where(PinRow.role == "organizer")).scalar_one()


def _journals(found):
    for tid in found:
        try:
            journal.read(tid)
        except Refused as why:
            yield f"{tid} cannot be opened: {why}"


def _kept(witness, number, found, data):
    promise, wrong = witness.promise(number), []
    for era in witness.eras(number):
        wrong.append(_against(witness.story.eras[era], found, witness.acts(era, promise)))
    if all(wrong):
        yield from min(wrong, key=len)
    if promise is not None and count(data, "sign_in") < promise.signed_in:
        yield "somebody is signed out"


def _against(truth, found, acts):
    """What is wrong if this is the era: an act lost, changed, twice, or of nobody."""
    wrong = []
    for tid, promised in acts.items():
        here = len(found[tid][1]) if tid in found else 0
        if here < promised:
            wrong.append(f"{tid} has {here} acts, {promised} were promised")
    for tid, (epoch, rows) in found.items():
        if tid not in truth:
            wrong.append(f"{tid} should not be here")
        elif epoch != truth[tid][0] or rows != truth[tid][1][: len(rows)]:
            wrong.append(f"{tid} has acts that nobody made, or of another epoch")
        elif not rows:
            wrong.append(f"{tid} has no first act")
    return wrong


def _clock(witness, number, found, seen):
    """A clock that ran stands where its last certain heartbeat left it, or later."""
    certain = witness.beat(number)
    if certain is None or witness.eras(number) != [0]:
        return
    for tid, (_, rows) in witness.story.eras[0].items():
        if tid not in found or not any('"ClockStarted"' in facts for _, facts, *_ in rows):
            continue
        clock = journal.read(tid).tournament.clock
        beat = seen.get(tid)
        if beat is None or beat.ms < certain:
            yield f"the clock's heart beat at {certain} for certain, and {beat} is kept"
        elif clock is not None and journal.read(tid).tournament.current_round.phase == "published":
            run = clock.runs[-1]
            left = run.segments[0].remaining_ms - (beat.ms - run.segments[0].at.ms)
            if run.stopped_ms != left:
                yield f"the clock stands at {run.stopped_ms}, its heart beat last at {left}"


def _backups(witness, number, config):
    """Whatever has the name of a backup is one; and those that were promised are here."""
    kept = {each.name for each in backups.backups(config)}
    for each in backups.backups(config):
        try:
            backups.inside(each.path)
        except Refused as why:
            yield f"{each.name} is no backup: {why}"
    promise = witness.promise(number)
    if promise is not None and (missing := promise.backups - kept):
        yield f"{', '.join(sorted(missing))} was promised and is not here"


def comes_up(data):
    """The events of a box, and whether it says that it is well; one that does not start says no."""
    _forget()
    try:
        with opened_app(config_from(str(data))) as app:
            return journal_of(data), app.test_client().get("/healthz").status_code == 200
    except Refused:
        return {}, False
    finally:
        _forget()


def _pages(data):
    """The box as people see it."""
    with opened_app(config_from(str(data))) as app:
        client = app.test_client()
        healthy = client.get("/healthz")
        if healthy.status_code != 200:
            yield f"it is not well: {healthy.get_data(as_text=True)}"
        for tid in journal_of(data):
            for path in (f"/e/{tid}/", f"/api/tournaments/{tid}/standings"):
                if (status := client.get(path).status_code) != 200:
                    yield f"{path} answers {status}"


def _beats(recording):
    """For each beat that the disk was made to hold: the step it was held by, and its moment."""
    found, written = [], None
    for number, step in enumerate(recording.steps):
        if step.path.endswith(f"/{beat_file.NAME}") and step.kind == "write":
            written = int(step.data.split(b" ")[1])
        elif step.path.endswith(f"/{beat_file.NAME}") and step.kind == "sync":
            found.append((number, written))
    return found


def room():
    """Where boxes come up quickest: in memory, where there is such a place."""
    return Path("/dev/shm") if os.access("/dev/shm", os.W_OK) else None
