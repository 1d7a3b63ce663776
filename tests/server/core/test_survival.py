"""Pull the plug at any moment: what was acknowledged is there, nothing is half there."""

import random
import re
import sqlite3
import threading
from contextlib import closing

import pytest

from tests.box import Box, Visitor, published, who_may_win
from tests.soaking import SOAK

KILLS = 50 if SOAK else 3
PLAYERS = 900 if SOAK else 40


@pytest.fixture
def box(tmp_path):
    with Box(tmp_path) as box:
        yield box


def results(box):
    """What the database says, read without the server."""
    with closing(sqlite3.connect(box.data / "cinderbox.db")) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        rows = [row[0] for row in db.execute("SELECT facts FROM journal ORDER BY seq")]
    return [int(found) for row in rows for found in re.findall(r'"ResultRecorded","number":1,"table":(\d+)', row)]


def test_every_acknowledged_result_survives_a_pulled_plug(box):
    """kill -9 in the middle of a stream of results, again and again."""
    dice = random.Random(7)
    visitor = Visitor(box).sign_in()
    event = published(visitor, PLAYERS)
    winners = who_may_win(visitor, event, PLAYERS // 2)
    acknowledged, todo, kills = set(), list(winners), 0
    while kills < KILLS:
        plug = threading.Timer(dice.uniform(0.01, 0.2), box.process.kill)
        plug.start()
        while todo and box.process.poll() is None:
            table = todo[0]
            try:
                _, page = visitor.post(
                    f"{event}/results/{table}", winner=winners[table], wounds=table % 25, request_id=f"slip-{table}"
                )
            except OSError:
                break
            if "Cinderbox" in page:
                acknowledged.add(todo.pop(0))
        plug.join()
        box.kill()
        kills += 1
        recorded = results(box)
        assert len(recorded) == len(set(recorded))
        assert acknowledged <= set(recorded)
        box.start()
    for table in todo:
        visitor.post(f"{event}/results/{table}", winner=winners[table], wounds=1, request_id=f"slip-{table}")
    assert sorted(results(box)) == sorted(winners)


def test_a_retry_after_the_answer_was_lost_counts_once(box):
    """The server died between commit and answer: the same form is sent again."""
    visitor = Visitor(box).sign_in()
    event = published(visitor, 4)
    form = {"winner": who_may_win(visitor, event, 1)[1], "wounds": "3", "request_id": "slip"}
    visitor.post(f"{event}/results/1", **form)
    box.kill()
    box.start()
    visitor.post(f"{event}/results/1", **form)
    assert results(box) == [1]
