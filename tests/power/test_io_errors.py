"""A disk that answers the n-th write or sync with an error: nothing answered is lost, and nobody gets a riddle."""

import json
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from engine.decisions import rounds
from server.app import opened_app
from server.core import journal
from server.core.config import Config
from tests.box import ROOT, Box, Visitor, who_may_win
from tests.box import published as published_on
from tests.power import recording, verdict
from tests.power.day import Promise, Story, count, journal_of
from tests.server.played import act, started
from tests.soaking import SOAK
from tests.waiting import PATIENCE_S, wait_until

CALLS = ("pwrite64", "fdatasync", "fsync", "ftruncate")
ERRORS = ("EIO", "ENOSPC")
pytestmark = pytest.mark.skipif(bool(recording.why_not()), reason=recording.why_not())
SENTENCES = ("The disk of this box", "no backup could be made", "cannot be read back", "Nothing new can be saved")


@pytest.fixture(scope="module")
def published(tmp_path_factory):
    """A box whose first round is published; its PIN is quick to check, because it is checked a thousand times."""
    folder = tmp_path_factory.mktemp("published") / "instance"
    folder.mkdir()
    with opened_app(Config(folder)) as app:
        tid = started(app, 6)
        act(app, tid, rounds.pair_round)
        act(app, tid, rounds.publish)
    journal.forget()
    return folder


def watch(process, *watched):
    """strace, which does this to a process and ends with it."""
    watcher = subprocess.Popen(["strace", "-qq", "-f", "-p", str(process), *watched], stderr=subprocess.DEVNULL)
    wait_until(lambda: "TracerPid:\t0\n" not in Path(f"/proc/{process}/status").read_text(), "strace watches")
    return watcher


class Rounds:
    """Plays rounds on copies of one box, one after the other, watched by strace."""

    def __init__(self, published, folder):
        self.published, self.folder = published, folder
        self.player = subprocess.Popen(
            [sys.executable, "-m", "tests.power.failing_round"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def play(self, *watched):
        """The answers of a round, played while strace does this to it."""
        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.copytree(self.published, self.folder / "instance")
        self._say(self.folder / "instance")
        child = self.player.stdout.readline().split()[1]
        watcher = watch(child, *watched)
        (self.folder / "watched").touch()
        assert self.player.stdout.readline() == "over\n"
        watcher.wait(PATIENCE_S)
        return [json.loads(line) for line in (self.folder / "said").read_text().splitlines()]

    def _say(self, line):
        self.player.stdin.write(f"{line}\n")
        self.player.stdin.flush()

    def calls(self):
        """How often a round that nothing happens to makes each call, by the thread that makes most of them."""
        trace = self.folder.parent / "trace"
        self.play("-e", f"trace={','.join(CALLS)}", "-o", str(trace))
        lines = [line.split(None, 1) for line in trace.read_text().splitlines() if "resumed" not in line]
        made = Counter((call.split("(")[0], thread) for thread, call in lines if call.startswith(CALLS))
        return {call: max((n for (name, _), n in made.items() if name == call), default=0) for call in CALLS}

    def close(self):
        self.player.stdin.close()
        self.player.wait(PATIENCE_S)
        self.player.stdout.close()


@pytest.fixture(scope="module")
def played(published, tmp_path_factory):
    made = Rounds(published, tmp_path_factory.mktemp("rounds") / "here")
    yield made
    made.close()


def faults(calls):
    """Every n of a round; in a short pass a few of them."""
    for call, most in calls.items():
        for error in ERRORS:
            for number in range(1, most + 1):
                for further in ("", "+"):
                    yield call, error, f"{number}{further}"


def test_an_error_at_any_write_or_sync_of_a_round_loses_nothing_that_was_answered(published, played):
    before, wrong = journal_of(published), []
    calls = played.calls()
    assert calls["pwrite64"] > 20, calls
    assert calls["fdatasync"] > 5, calls
    every = list(faults(calls))
    refused = 0
    for call, error, when in every if SOAK else every[:: len(every) // 4]:
        answers = played.play("-e", f"trace={call}", "-e", f"inject={call}:error={error}:when={when}")
        refused += sum(status >= 400 for _, _, status, _ in answers)
        found = [*_answers(answers, when), *_box(played.folder / "instance", before, answers)]
        wrong += [f"{call} {error} {when}: {each}" for each in found]
    assert wrong == []
    assert refused, "no error reached anybody"


def _answers(answers, when):
    """Each is done, or refused with a sentence that says why; what failed once works when it is sent again."""
    failed = False
    for what, number, status, text in answers:
        why = status == 503 and any(each in text for each in SENTENCES)
        if status >= 400 and not why and not (failed and status == 409):  # a round without its results stays open
            yield f"{what} was answered {status} at try {number + 1}: {text[:300]}"
        failed = failed or status == 503
    done = {what for what, _, status, _ in answers if status < 400}
    if not when.endswith("+") and (missing := {what for what, *_ in answers} - done):
        yield f"{', '.join(missing)} could not be done, though only one call failed"


def _box(data, before, answers):
    """Started again on a disk that works: everything answered is there, once."""
    saved = {what for what, _, status, _ in answers if status < 400}
    found = journal_of_any(data)
    for tid, (_, rows) in before.items():
        here = found[tid][1]
        requests = [row[4] for row in here]
        if here[: len(rows)] != rows:
            yield f"{tid} lost what it had"
        for what in saved - {"backup"}:
            if requests.count(what) != 1:
                yield f"{what} was answered and is there {requests.count(what)} times"
        acts = {tid: len(here)}
    story = Story(promises=[Promise(verdict.BEFORE_ALL, 0, acts, count(data, "sign_in"), frozenset())], eras=[found])
    story.began[0] = ""
    nothing = recording.Recording(Path(data))
    yield from verdict.complaints(data, verdict.Witness(story, nothing), 0, pages=True)


def journal_of_any(data):
    """Opened for writing once: what a killed process left in the log is taken over."""
    with opened_app(Config(data)):
        return journal_of(data)


def test_a_first_start_on_a_failing_disk_is_a_sentence_and_the_next_one_works(tmp_path):
    """Exit code 2 and why, never a traceback; what it left behind is no hindrance. The demo event is part of it."""
    trace = tmp_path / "trace"
    assert _first_start(tmp_path / "well", "-e", "trace=pwrite64,fsync,fdatasync", "-o", str(trace)).returncode == 0
    made = Counter(line.split(None, 1)[1].split("(")[0] for line in trace.read_text().splitlines())
    every = [(call, number, error) for call, most in made.items() for number in range(1, most + 1) for error in ERRORS]
    told = 0
    for call, number, error in every if SOAK else every[3 :: len(every) // 2]:
        data = tmp_path / f"{call}-{number}-{error}"
        ran = _first_start(data, "-e", f"trace={call}", "-e", f"inject={call}:error={error}:when={number}")
        assert ran.returncode in (0, 2), (call, number, error, ran.stderr)
        assert "Traceback" not in ran.stderr, (call, number, error, ran.stderr)
        if ran.returncode:
            assert "disk" in ran.stderr or "The data directory" in ran.stderr, (call, number, error, ran.stderr)
        told += bool(ran.returncode)
        with opened_app(Config(data)) as app:
            assert app.test_client().get("/healthz").status_code == 200
        assert len((data / "organizer-pin").read_text()) == 6
    assert told, "no error reached anybody"


def _first_start(data, *watched):
    command = [sys.executable, "-m", "server.cli", "demo", "--data", data]
    return subprocess.run(["strace", "-qq", "-f", *watched, *command], cwd=ROOT, capture_output=True, text=True)


def test_a_real_server_on_a_disk_that_fails_again_and_again_loses_nothing_that_was_answered(tmp_path):
    """Every thread’s writes and syncs fail now and then: slips are sent until they are taken."""
    box, refused = Box(tmp_path / "instance"), 0
    try:
        visitor = Visitor(box).sign_in()
        event = published_on(visitor, 24)
        winners = who_may_win(visitor, event, 12)
        faults = ("inject=pwrite64:error=EIO:when=7+31", "inject=fdatasync:error=EIO:when=2+3")
        watcher = watch(box.process.pid, "-e", "trace=pwrite64,fdatasync", "-e", faults[0], "-e", faults[1])
        for table, winner in winners.items():
            form = {"winner": winner, "wounds": table % 25, "round": 1, "request_id": f"slip-{table}"}
            while "<title>503" in (page := visitor.post(f"{event}/results/{table}", **form)[1]):
                refused += 1
                assert refused < 200, page
        assert refused, "no error reached anybody"
        box.kill()
        watcher.wait(PATIENCE_S)
        box.start()
        (rows,) = (rows for _, rows in journal_of(box.data).values())
        assert sorted(row[4] for row in rows if str(row[4]).startswith("slip-")) == sorted(f"slip-{n}" for n in winners)
        assert f"{len(winners)} of {len(winners)}" in visitor.get(f"{event}/results")[1]
    finally:
        box.stop()
