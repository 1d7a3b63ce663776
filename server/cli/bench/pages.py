"""`cinderbox bench pages`: what every page of the desk costs as an event grows, in time of the processor."""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from math import log
from pathlib import Path
from statistics import median
from typing import TypeVar

from flask.testing import FlaskClient
from sqlalchemy import insert
from werkzeug.test import TestResponse

from engine.fold import Act
from engine.results import fingerprint
from engine.values import dataclass
from server.app import opened_app
from server.cli.bench.playing import in_the_middle
from server.core import journal
from server.core.books import Book
from server.core.config import Config
from server.core.db import writer
from server.core.models import PlayerRow, TournamentRow

TIMES, EVENT = 3, "e"
PAGES = {
    "Now": "/events/{e}/",
    "Clock": "/events/{e}/clock/",
    "Pairings": "/events/{e}/pairings/",
    "Pairings, a name chosen": "/events/{e}/pairings/?pick={open}",
    "Results": "/events/{e}/results/",
    "Slips by keyboard": "/events/{e}/results/slips",
    "A table": "/events/{e}/results/{table}",
    "Standings": "/events/{e}/standings/",
    "Players": "/events/{e}/players/",
    "Floor": "/events/{e}/floor/",
    "Deck checks": "/events/{e}/deck-checks/",
    "Statistics": "/events/{e}/statistics/",
    "History": "/events/{e}/history/",
    "Undo, looked at": "/events/{e}/history/{last}/undo",
    "Print: pairings": "/events/{e}/print/tables",
    "Print: by name": "/events/{e}/print/names",
    "Print: standings": "/events/{e}/print/standings",
    "Print: slips": "/events/{e}/print/slips",
    "Print: round pack": "/events/{e}/print/pack",
    "Print: codes": "/events/{e}/print/codes",
    "event.json": "/events/{e}/export/event.json",
    "Phone: pairings": "/e/{e}/pairings",
    "Phone: standings": "/e/{e}/standings",
    "API: walls": "/api/wall",
    "API: the wall of this event": "/api/tournaments/{e}/wall",
    "API: clock": "/api/tournaments/{e}/clock",
    "API: state": "/api/tournaments/{e}/state",
}
R = TypeVar("R")
REPORT, UNDO, START = "A result is entered", "Undo, done", "First read after a start"


@dataclass(frozen=True, slots=True)
class Cost:
    """What a page took: the first time at this revision, again at the same one, and how long its answer is."""

    first_ms: float
    again_ms: float
    size: int


def bench_pages(sizes: Sequence[int]) -> int:
    """A table for an early and for a late round: page by number of players."""
    for when, last_of in (("second round", lambda _: 2), ("late round", _late)):
        found = {}
        for players in sizes:
            print(f"{players:,} players, {when} …", file=sys.stderr, flush=True)
            found[players] = _costs(players, last_of(players))
        print(f"\n{when}: processor ms when something changed, again without a change, KB; growth of the first")
        _print(sizes, found)
    return 0


def _late(players: int) -> int:
    """The last round that anybody needs to be the only one without a loss."""
    return max(2, (players - 1).bit_length())


def _print(sizes: Sequence[int], found: dict[int, dict[str, Cost]]) -> None:
    print("| page | " + " | ".join(f"{size:,}" for size in sizes) + " | growth |")
    print("|---" * (len(sizes) + 2) + "|")
    for page in found[sizes[0]]:
        costs = [found[size][page] for size in sizes]
        cells = (f"{each.first_ms:.0f}, {each.again_ms:.0f}, {each.size / 1000:.0f}" for each in costs)
        print(f"| {page} | {' | '.join(cells)} | {_growth(sizes, costs)} |", flush=True)


def _growth(sizes: Sequence[int], costs: Sequence[Cost]) -> str:
    """The exponent between the two largest: 1 is twice the time for twice the players."""
    if len(sizes) < 2:
        return "–"
    (small, large), (less, more) = sizes[-2:], costs[-2:]
    return f"{log(max(more.first_ms, 0.1) / max(less.first_ms, 0.1)) / log(large / small):.1f}"


def _costs(players: int, last: int) -> dict[str, Cost]:
    """An event of so many players in this round, half of its results in; every page of it."""
    with tempfile.TemporaryDirectory(prefix="cinderbox-pages-") as folder, opened_app(Config(Path(folder))) as app:
        app.config.update(WTF_CSRF_ENABLED=False)
        with app.app_context():
            journal.forget()  # of the event before, on another box
            store(players, in_the_middle(players, last).acts)
        client = app.test_client()
        client.post("/sign-in", data={"pin": app.config["CINDERBOX"].pin_file.read_text(), "name": "Olga"})
        return _measured(client, results_at_the_desk(client))


def _measured(client: FlaskClient, enter: Iterator[float]) -> dict[str, Cost]:
    found = {}
    for page, pattern in PAGES.items():
        first, again, size = [], [], 0
        for _ in range(TIMES):
            next(enter)  # so that nothing of the page is known
            at = address(pattern, _book(client))
            took, answer = _got(client, at)
            first.append(took)
            again.append(_got(client, at)[0])
            size = len(answer.data)
        found[page] = Cost(median(first), median(again), size)
    reports = [next(enter) for _ in range(TIMES)]
    found[REPORT] = Cost(median(reports), median(reports), 0)
    undos = [_undone(client) for _ in range(TIMES) if next(enter)]
    found[UNDO] = Cost(median(undos), median(undos), 0)
    reads = [_read_anew(client) for _ in range(TIMES)]
    found[START] = Cost(median(reads), median(reads), 0)
    return found


def address(pattern: str, book: Book) -> str:
    """A page of this event, at a table and of a player whose game is open."""
    current = book.tournament.current_round
    assert current is not None
    match = next(match for match in current.matches if match.result is None)
    return pattern.format(e=book.id, table=match.table, open=match.players[0], last=book.revision.seq)


def _book(client: FlaskClient, event: str = EVENT) -> Book:
    """As it stands; in a context of its own, so that the next page begins as any request does."""
    with client.application.app_context():
        return journal.read(event)


def _got(client: FlaskClient, path: str) -> tuple[float, TestResponse]:
    took, answer = _timed(lambda: client.get(path))
    if answer.status_code != 200:
        raise RuntimeError(f"{path} answered {answer.status}")
    return took, answer


def results_at_the_desk(client: FlaskClient, event: str = EVENT) -> Iterator[float]:
    """Results, one after the other, each in place of the one that is there: how long each took."""
    for number in count():
        current = _book(client, event).tournament.current_round
        assert current is not None
        match = current.matches[0]
        assert match.result is not None
        other = match.players[match.result.outcomes[0].mark == "win"]  # whoever lost: never the result that is there
        form = {"winner": other, "wounds": str(number % 19), "shown": fingerprint(match.result)}
        path = f"/events/{event}/results/{match.table}"
        took, answer = _timed(lambda path=path, form=form: client.post(path, data=form))  # type: ignore[misc]
        if answer.status_code != 303:
            raise RuntimeError(f"{path} answered {answer.status}: {answer.text}")
        yield took


def _undone(client: FlaskClient) -> float:
    revision = _book(client).revision
    path = f"/events/{EVENT}/history/{revision.seq}/undo"
    took, answer = _timed(lambda: client.post(path, data={"seen": str(revision)}))
    if answer.status_code != 303:
        raise RuntimeError(f"undoing answered {answer.status}: {answer.text}")
    return took


def _read_anew(client: FlaskClient) -> float:
    with client.application.app_context():
        journal.forget()
        return _timed(lambda: journal.read(EVENT))[0]


def _timed(work: Callable[[], R]) -> tuple[float, R]:
    began = time.process_time()
    answer = work()
    return (time.process_time() - began) * 1000, answer


def store(players: int, acts: list[Act], event: str = EVENT) -> None:
    """An event that was played elsewhere."""
    with writer() as connection, connection.begin():
        made = {"id": event, "name": "Pages", "created_at": "2026-01-01T10:00:00.000+00:00"}
        connection.execute(insert(TournamentRow).values(epoch=1, archived=False, demo=False, nameless=False, **made))
        journal.insert_acts(connection, event, acts)
        rows = [{"tournament_id": event, "id": f"p{i}", "name": f"Player {i:04}"} for i in range(1, players + 1)]
        connection.execute(insert(PlayerRow), rows)
