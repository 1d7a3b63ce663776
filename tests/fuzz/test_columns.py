"""A card kept one value badly, in any column of any table: every page comes, and says what is wrong where it is."""

import re
import shutil
import sqlite3
from contextlib import closing

from server.box import backups
from server.clock import heartbeat
from server.core import unsaved
from server.core.db import db
from server.core.models import Base
from tests.fuzz.seeds import case, cases
from tests.fuzz.visiting import ask, pages
from tests.server.conftest import _forget
from tests.soaking import SOAK, one_in
from tests.waiting import wait_for_threads

TABLES = sorted(Base.metadata.tables)
COLUMNS = [(table, column.name) for table in TABLES for column in Base.metadata.tables[table].c]
# What a value may have become, as SQLite spells it.
ODD = {
    "nothing": "NULL",
    "empty": "''",
    "bytes": "x'00ff80'",
    "bytes that should be text": "CAST(x'80ff41' AS TEXT)",
    "torn": "substr(CAST({0} AS TEXT), 1, length(CAST({0} AS TEXT)) / 2)",
    "another letter": "CAST({0} AS TEXT) || 'x'",
    "a word": "'word'",
    "no such day": "'2026-13-32T25:61:61+99:99'",
    "the last day": "'9999-12-31T23:59:59-14:00'",
    "huge": "9223372036854775807",
    "below zero": "-9223372036854775807",
    "a fraction": "1e300",
    "long": "printf('%.*c', 100000, 'x')",
    "brackets": "printf('%.*c', 50000, '[')",
}
# The pages of everybody who is not at one event; what a link fills in stands here.
EVERYWHERE = (
    *("/", "/box", "/box/health", "/box/programs/", "/devices/", "/devices/1", "/devices/codes", "/people", "/series"),
    *("/series/new", "/people/history", "/events/new", "/wall", "/api/wall", "/api/tournaments", "/api/clocks"),
    *("/e/", "/e/series", "/enter", "/me", "/me/table", "/slip/match", "/tablet/table", "/at-table/state", "/stream"),
    *("/sign-in", "/help", "/api/live", "/people/privacy", "/box/health/bundle"),
)


class Full:
    """The hall with something in every table, and put back after each harm."""

    def __init__(self, hall, folder):
        self.hall, self.app, self.config = hall, hall.app, hall.app.config["CINDERBOX"]
        self.organizer = hall.people["organizer"]
        self._fill()
        self.everywhere = [*EVERYWHERE, *self._linked()]
        self.pages = {tid: list(pages(self.app, tid)) for tid in ("playing", "decks", "check-in", "finished")}
        backups.backup(self.config)
        self.copy = folder / "full.db"
        self._close()
        shutil.copyfile(self.file, self.copy)

    @property
    def file(self):
        return self.config.data / "cinderbox.db"

    def send(self, who, path, **form):
        answer = ask(self.hall.people[who], path, method="POST", data=form)
        assert answer.status_code in (200, 302, 303), (path, answer.text)
        return answer

    def _fill(self):
        desk = self.organizer
        self.send("organizer", "/events/playing/announcements/", text="Lunch.")
        self.send("organizer", "/events/playing/clock/start")
        self.send("organizer", "/events/check-in/entry/terms", do="open")
        self.send("public", "/enter/check-in", name="Wim")
        self.send("organizer", "/box/programs/keys", name="Button")
        self.send(
            "organizer", "/series/new", name="League", by="place", points="5 3 2", rest="1", events="all", each="1"
        )
        self.send("organizer", "/box/shop", name="Shop", colour="#123456")
        self.send("organizer", "/devices/screens/wifi", name="Hall", password="secret123")
        self.send("organizer", "/devices/screens/buzzer/test")
        self.send("public", "/sign-in", pin="000000", name="X")
        desk.post("/wall/hello", json={"id": "", "scene": "welcome", "size": "1920×1080"})
        with self.app.app_context():
            heartbeat._beat(heartbeat.Heart())
        with closing(sqlite3.connect(self.file)) as direct, direct:
            direct.execute(
                "INSERT INTO chess_clock VALUES ('playing', 1, 1, 3, '{\"banks\": [1000, 2000], \"turn\": 0}', '')"
            )
            direct.execute(
                "INSERT INTO aside (tournament_id, epoch, put_at, seq, facts, version, 'by', at) SELECT tournament_id,"
                " 1, at, seq, facts, version, \"by\", at FROM journal WHERE tournament_id = 'playing' AND seq = 3"
            )
            direct.execute(
                'INSERT INTO box_aside (epoch, put_at, seq, facts, version, "by", at) SELECT 1, at, seq, facts,'
                ' version, "by", at FROM box_journal WHERE seq = 1'
            )
            direct.execute("INSERT INTO erased VALUES ('elsewhere', 'p1', 'nobody')")
            for table in TABLES:
                assert direct.execute(f'SELECT count(*) FROM "{table}"').fetchone()[0], table

    def _linked(self):
        """One address of each kind that only a link leads to."""
        found = {}
        for page in ("/series", "/devices/", "/people", "/box"):
            for link in re.findall(r'href="(/[^"#?]+)"', self.organizer.get(page).text):
                found.setdefault(re.sub(r"[^/]*\d[^/]*", "*", link), link)
        return [link for link in found.values() if "static" not in link]

    def _close(self):
        wait_for_threads()
        with self.app.app_context():
            db.engine.dispose()

    def put_back(self):
        self._close()
        for left in self.config.data.glob("cinderbox.db*"):
            left.unlink()
        for left in self.config.data.glob("records-cache.db*"):
            left.unlink()
        shutil.copyfile(self.copy, self.file)
        unsaved.forget_damage(self.config.data)
        _forget()

    def harm(self, table, column, kind, rng):
        """Which event it is in; None if SQLite takes no such value there."""
        with closing(sqlite3.connect(self.file, isolation_level=None)) as direct:
            direct.execute("PRAGMA ignore_check_constraints=ON")
            direct.execute("PRAGMA writable_schema=ON")
            (whole,) = direct.execute("SELECT sql FROM sqlite_master WHERE name = ?", (table,)).fetchone()
            free = whole.replace("NOT NULL", "")
            direct.execute("UPDATE sqlite_master SET sql = ? WHERE name = ?", (free, table))
            direct.execute("PRAGMA writable_schema=RESET")
            owned = "tournament_id" in Base.metadata.tables[table].c or table == "tournament"
            owner = "id" if table == "tournament" else "tournament_id" if owned else "''"
            rows = direct.execute(f'SELECT rowid, {owner} FROM "{table}"').fetchall()
            near = [row for row in rows if row[1] in self.pages] or rows
            row, tid = rng.choice(near)
            try:
                value = ODD[kind].format(f'"{column}"')
                direct.execute(f'UPDATE "{table}" SET "{column}" = {value} WHERE rowid = ?', (row,))
            except sqlite3.Error:
                tid = None
            direct.execute("PRAGMA writable_schema=ON")
            direct.execute("UPDATE sqlite_master SET sql = ? WHERE name = ?", (whole, table))
            direct.execute("PRAGMA writable_schema=RESET")
        return tid


# What of a box may be closed by one value that is wrong in this table, and says so: only what it belongs to.
CLOSED = {
    **dict.fromkeys(("tournament", "journal"), ("/me", "/slip", "/tablet", "/at-table", "/stream")),
    **dict.fromkeys(("box_head", "box_journal"), ("/people", "/series", "/e/series", "/api/series")),
}
AT_A_TABLE = ("judge", "public", "player", "pod player", "tablet", "free tablet", "slip")


@cases(1, len(ODD))
def test_one_value_kept_badly_costs_nobody_a_page(hall, tmp_path, caplog, seed):
    """Every column once in each case, and after as many cases as there are odd values each of them in every way."""
    full = Full(hall, tmp_path)
    for number, (table, column) in enumerate(one_in(3, COLUMNS)):
        with case(seed, f"one_value_kept_badly in {table}.{column}") as rng:
            kind = list(ODD)[(seed + number) % len(ODD)]
            full.put_back()
            tid = full.harm(table, column, kind, rng)
            if tid is not None:
                try_everything(full, table, tid, rng)
                told = [record.getMessage() for record in caplog.records if record.exc_info]
                assert not told, kind


def try_everything(full, table, tid, rng):
    """Pages of everybody, some of all of them; what every box does by itself; and a backup."""
    tid = tid if tid in full.pages else "playing"
    asked = [("organizer", path) for path in rng.sample([*full.everywhere, *full.pages[tid]], 20 if SOAK else 3)]
    ours = [*EVERYWHERE, *(path for path in full.pages[tid] if f"/{tid}" in path)]
    asked += [(rng.choice(AT_A_TABLE), path) for path in rng.sample(ours, 10 if SOAK else 1)]
    if SOAK:
        asked += [("organizer", "/"), ("organizer", "/box"), ("public", "/healthz")]
    for who, path in asked:
        answer = ask(full.hall.people[who], path)
        if answer.status_code == 503 and path != "/healthz":
            assert f"/{tid}" in path or path.startswith(CLOSED.get(table, ())), (who, path, answer.text[:500])
            assert re.search("damaged|cannot be (opened|shown)", answer.text), (who, path, answer.text[:500])
    with full.app.app_context():
        heartbeat._beat(heartbeat.Heart())
        if rng.random() < (0.5 if SOAK else 0.02):  # every journal is read for it
            backups.backup(full.config)
