"""A day at the desk, played on a real server while its calls are recorded, and what was promised on the way.

Every answer is a promise: what the database held when it came has to be there after any later power cut.
"""

import gzip
import re
import sqlite3
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path

from server.core import beat_file
from tests.box import Visitor
from tests.waiting import wait_until

BEFORE_ALL, AT_THE_END = "before all", "at the end"
EXPORT = Path(__file__).parent.parent / "boxes/0.1.0/reborn-at-the-tables.json.gz"


@dataclass(frozen=True)
class Promise:
    """What has to be there once this request is answered: in which era, so many acts of each event, these backups."""

    request: str
    era: int
    acts: dict
    signed_in: int
    backups: frozenset


@dataclass
class Story:
    """What was played. An era ends when events are taken back or away: `eras` holds every act at its end."""

    phases: dict = field(default_factory=dict)
    promises: list = field(default_factory=list)
    eras: list = field(default_factory=list)
    began: dict = field(default_factory=dict)


class Desk:
    """Somebody at the desk: one act after the other, each with a number."""

    def __init__(self, box):
        self.box, self.story, self.acts = box, Story(began={0: ""}), 0
        self.visitor = Visitor(box)
        self.event = ""

    def phase(self, name):
        self.story.phases[f"act-{self.acts + 1}"] = name

    def act(self, path, **form):
        self.acts += 1
        answer = self.visitor.post(path, request_id=f"act-{self.acts}", **form)
        self._promised(answer)
        return answer

    def bring_in(self, content):
        self.acts += 1
        form = {"request_id": f"act-{self.acts}"}
        self._promised(self.visitor.send_file("/box/import", "file", content, **form))

    def new_era(self):
        """The next act takes events back or away."""
        self.story.eras.append(journal_of(self.box.data))
        self.story.began[len(self.story.eras)] = f"act-{self.acts + 1}"

    def _promised(self, answer):
        _, page = answer
        acts = {tid: len(rows) for tid, (_, rows) in journal_of(self.box.data).items()}
        folder = self.box.data / "backups"
        made = frozenset(re.findall(r"Backed up and checked: (\S+)\.<", page))
        known = self.story.promises[-1].backups if self.story.promises else frozenset()
        still = frozenset(name for name in known | made if (folder / name).exists())
        signed_in = count(self.box.data, "sign_in")
        era = len(self.story.eras)
        promise = Promise(f"act-{self.acts}", era, acts, signed_in, still)
        known = self.story.promises[-1:]
        assert not known or replace(promise, request=known[0].request) != known[0], f"nothing was done: {page}"
        self.story.promises.append(promise)

    def opens_an_event(self, players=8):
        self.visitor.get("/sign-in")
        self.act("/sign-in", pin=self.box.pin, name="Olga", back="/")
        names = "\n".join(f"Player {number}" for number in range(players))
        path, _ = self.act("/events", name="Cup", ruleset="ashes-reborn", players=names)
        self.event = re.match(r"/events/[^/]+", path)[0]
        self.act(f"{self.event}/start")
        self.act(f"{self.event}/pairings/publish")

    def starts_the_clock(self, beats=3):
        self.act(f"{self.event}/clock/start")
        for _ in range(beats):
            before = heartbeat(self.box.data)
            wait_until(lambda before=before: heartbeat(self.box.data) != before, "the clock's heart beats")

    def takes_results(self, tables=4):
        for table in range(1, tables + 1):
            _, page = self.visitor.get(f"{self.event}/results/{table}")
            winner = re.search(r'name="winner"[^>]*value="(p\d+)"', page)[1]
            self.act(f"{self.event}/results/{table}", winner=winner, wounds=table, round=self.round)

    def closes_the_round(self):
        before = len(list(self.box.data.glob("backups/*.db")))
        self.act(f"{self.event}/close")
        wait_until(lambda: len(list(self.box.data.glob("backups/*.db"))) > before, "the round is backed up")

    @property
    def round(self):
        return 1

    def backs_up(self):
        _, page = self.act("/box/backups")
        return re.search(r"Backed up and checked: (\S+)\.<", page)[1]

    def restores(self, name):
        self.visitor.get(f"/box/backups/{name}/restore")
        self.new_era()
        self.act(f"/box/backups/{name}/restore")

    def ends(self):
        self.story.eras.append(journal_of(self.box.data))
        return self.story


def whole_day(box):
    """First start, results, the heartbeat, closing, import, backup, restore, and on from there."""
    desk = Desk(box)
    desk.phase("an event")
    desk.opens_an_event()
    desk.phase("the clock")
    desk.starts_the_clock()
    desk.phase("results")
    desk.takes_results()
    desk.phase("closing")
    desk.closes_the_round()
    desk.phase("import")
    desk.bring_in(gzip.decompress(EXPORT.read_bytes()))
    desk.phase("backup")
    kept = desk.backs_up()
    desk.act(f"{desk.event}/pairings/pair")
    desk.phase("restore")
    desk.restores(kept)
    desk.phase("after the restore")
    desk.act(f"{desk.event}/pairings/pair")
    desk.act(f"{desk.event}/pairings/publish")
    return desk.ends()


def one_era(data, *, request):
    """A story in which nothing is asked: what is there now is promised, from the beginning or at the end."""
    found = journal_of(data)
    acts = {tid: len(rows) for tid, (_, rows) in found.items()}
    promise = Promise(request, 0, acts, count(data, "sign_in"), frozenset())
    return Story(promises=[promise], eras=[found], began={0: ""})


def journal_of(data):
    """Every event with its epoch and the rows of its journal, as they stand in the database."""
    with closing(_opened(data)) as db:
        events = dict(db.execute("SELECT id, epoch FROM tournament").fetchall())
        rows = "SELECT seq, facts, by, at, request_id FROM journal WHERE tournament_id = ? ORDER BY seq"
        return {tid: (epoch, db.execute(rows, (tid,)).fetchall()) for tid, epoch in events.items()}


def heartbeat(data):
    return beat_file.read(Path(data))


def count(data, table):
    with closing(_opened(data)) as db:
        return db.execute(f"SELECT count(*) FROM {table}").fetchone()[0]


def _opened(data):
    return sqlite3.connect(f"{(Path(data) / 'cinderbox.db').as_uri()}?mode=ro", uri=True, timeout=60)
