"""`cinderbox bench load`: the real server, a hall full of screens, streams, polling and the limit side by side."""

from __future__ import annotations

import json
import os
import re
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from engine.values import dataclass
from server.cli.bench.bare_fan_out import bare_fan_out
from server.cli.bench.reports import JUDGES, BenchReport, Judge, SentReport, send_all
from server.event import founding

if TYPE_CHECKING:  # imported, it would be there before it is run by itself: Python warns of that
    from server.cli.bench.devices import Seen

HOST = "127.0.0.1"


@dataclass(frozen=True, slots=True)
class LoadedServer:
    """The server while it runs, with an event whose first round is being played."""

    process: subprocess.Popen[str]
    data: Path
    port: int
    live: str
    event: str
    winners: list[tuple[int, str]]
    pin: str


def bench_load(devices: Sequence[int], *, reports: int, idle: float) -> int:
    """Everything, for each number of devices; `idle` is for how many seconds nothing happens before."""
    for count in devices:
        with (
            tempfile.TemporaryDirectory() as folder,
            loaded_server(Path(folder), tables=max(4 * reports, count)) as box,
        ):
            _measure(box, count, reports=reports, idle=idle)
    return 0


def _measure(box: LoadedServer, count: int, *, reports: int, idle: float) -> None:
    """The same reports without screens, with streams, with polling, and at the limit of this machine."""
    rate = max(5.0, count / 20)
    print(f"\n{count} devices, {len(box.winners)} tables, {reports} results at {rate:.0f} a second", flush=True)
    judges = [Judge(HOST, box.port, pin=box.pin) for _ in range(min(JUDGES, reports))]
    alone, bare, streams, polling = (box.winners[start * reports :][:reports] for start in range(4))
    _line(_phase(box, judges, alone, name="no screens", rate=rate), [])
    limit = _limit(box, judges, bare, count=count, rate=rate)
    listening = ("stream", box.live, f"/live?event={box.event}")
    asking = ("poll", f"http://{HOST}:{box.port}", f"/api/tournaments/{box.event}/state")
    found = {}
    for name, part, device in (("streams", streams, listening), ("1 s polling", polling, asking)):
        with _devices(*device, count=count) as seen_up_to:
            _idle(box, name, seconds=idle)
            sent = _phase(box, judges, part, name=name, rate=rate)
            numbers = _numbers(box, sent)
            seen = seen_up_to(max(numbers.values()))
        found[name] = _line(sent, _delays(numbers, sent, seen))
    for judge in judges:
        judge.close()
    print(f"  streams / the limit, by the 95 %: {found['streams'] / limit:.1f}")
    print(f"  polling / streams, by the 95 %: {found['1 s polling'] / found['streams']:.1f}", flush=True)


def _limit(box: LoadedServer, judges: list[Judge], part: list[tuple[int, str]], *, count: int, rate: float) -> float:
    """One report saved by the server without screens, then one fan-out to so many connections."""
    numbers: dict[str, int] = {}
    one_at_a_time = Lock()
    reports = [BenchReport(table, winner, f"limit-{table}") for table, winner in part]
    with (
        bare_fan_out(HOST) as bare,
        _devices("stream", f"http://{HOST}:{bare.port}", "/", count=count) as seen_up_to,
    ):

        def told(report: BenchReport) -> None:
            with one_at_a_time:
                numbers[report.request_id] = bare.tell()

        sent = send_all(judges, box.event, reports, rate=rate, answered=told)
        seen = seen_up_to(max(numbers.values()))
    print("  the limit, a report and a bare fan-out:")
    return _line(sent, _delays(numbers, sent, seen))


def _phase(
    box: LoadedServer, judges: list[Judge], part: list[tuple[int, str]], *, name: str, rate: float
) -> list[SentReport]:
    """Send these reports and print what the server needed for it."""
    reports = [BenchReport(table, winner, f"{name}-{table}") for table, winner in part]
    before, began = _spent(box), time.monotonic()
    sent = send_all(judges, box.event, reports, rate=rate)
    cpu = (_spent(box) - before) / (time.monotonic() - began)
    status = (Path("/proc") / str(box.process.pid) / "status").read_text(encoding="ascii")
    rss, threads = (int(re.search(rf"{key}:\s+(\d+)", status)[1]) for key in ("VmRSS", "Threads"))  # type: ignore[index]
    print(f"  {name}: {cpu:.0%} of a core, {rss / 1024:.0f} MB, {threads} threads")
    return sent


def _idle(box: LoadedServer, name: str, *, seconds: float) -> None:
    time.sleep(min(1.0, seconds))  # until the last device has settled
    before, began = _spent(box), time.monotonic()
    time.sleep(seconds)
    print(f"  {name}, idle: {(_spent(box) - before) / (time.monotonic() - began):.1%} of a core")


def _numbers(box: LoadedServer, sent: list[SentReport]) -> dict[str, int]:
    """The number that each of these reports has in the journal."""
    with closing(sqlite3.connect(box.data / "cinderbox.db")) as db:
        numbers = dict(db.execute("SELECT request_id, seq FROM journal WHERE request_id IS NOT NULL"))
    return {each.request_id: numbers[each.request_id] for each in sent}


def _delays(numbers: dict[str, int], sent: list[SentReport], seen: list[Seen]) -> list[list[float]]:
    """For each device how long each report took from sending to its screen. Nobody may have missed the last one."""
    last = max(numbers.values())
    missed = sum(all(seq < last for seq, _ in device) for device in seen)
    print(f"    {len(seen) - missed} of {len(seen)} devices have the last result")
    return [
        [next(at for seq, at in device if seq >= numbers[each.request_id]) - each.at for each in sent]
        for device in seen
        if device[-1][0] >= last
    ]


def _line(sent: list[SentReport], delays: list[list[float]]) -> float:
    """Print how long reports and screens took; gives the 95th percentile from sending a report to a screen."""
    took = sorted(each.took for each in sent)
    print(f"    a report is answered in {_ms(took, 0.5)}, 99 % {_ms(took, 0.99)}", flush=True)
    every = sorted(delay for device in delays for delay in device)
    if not every:
        return 0.0
    slowest = max(_at(sorted(device), 0.95) for device in delays)
    print(f"    from sending to a screen {_ms(every, 0.5)}, 95 % {_ms(every, 0.95)}, worst {_ms(every, 1.0)}", end="; ")
    print(f"the slowest screen has 95 % in {slowest * 1000:.0f} ms", flush=True)
    return _at(every, 0.95)


def _at(ordered: list[float], part: float) -> float:
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))]


def _ms(ordered: list[float], part: float) -> str:
    return f"{_at(ordered, part) * 1000:.0f} ms"


def _spent(box: LoadedServer) -> float:
    """Seconds of processor time the server has used."""
    fields = (Path("/proc") / str(box.process.pid) / "stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def loaded_server(data: Path, *, tables: int) -> Iterator[LoadedServer]:
    """A server with an event of so many tables, for as long as it is needed."""
    event, winners = _event(data, tables)
    command = [sys.executable, "-m", "server.cli", "serve", "--host", HOST, "--port", "0"]
    # All devices of this bench come from one address.
    env = {**os.environ, "LIVE_MOST_EACH": "2000", "CINDERBOX_DATA": str(data)}
    with _started(command, env=env, stderr=subprocess.DEVNULL) as process:
        found = (re.search(rf"open at +http://{HOST}:(\d+)/", line) for line in process.stdout or ())
        port = int(next(match for match in found if match)[1])
        pin = (data / "organizer-pin").read_text(encoding="ascii")
        yield LoadedServer(process, data, port, _live_address(port), event, winners, pin)


@contextmanager
def _started(command: list[str], **how: Any) -> Iterator[subprocess.Popen[str]]:
    """A process of ours, ended with whatever needed it."""
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with subprocess.Popen(command, text=True, **{**pipes, **how}) as process:
        try:
            yield process
        finally:
            process.kill()


def _event(data: Path, tables: int) -> tuple[str, list[tuple[int, str]]]:
    """An event of this size in this data directory, made without the server; its tables with a winner each."""
    from engine.decisions import rounds
    from engine.rulesets.registry import DEFAULT, default_settings
    from server.app import opened_app
    from server.core import events, journal
    from server.core.config import Config
    from server.now.routes import start_and_pair
    from server.people.pasting import Entry

    with opened_app(Config(data)) as app, app.app_context():
        entries = [Entry(f"Player {number:04}") for number in range(2 * tables)]
        settings = default_settings(DEFAULT)
        event = events.event_id()
        founding.found(event, "Load", settings=settings, entries=entries, by="system", seed="load", demo=False)
        journal.record(event, "system", decide=start_and_pair)
        journal.record(event, "system", decide=rounds.publish)
        current = journal.read(event).tournament.current_round
        assert current is not None
        return event, [(match.table, match.players[0]) for match in current.matches]


def _live_address(port: int) -> str:
    import urllib.request

    with urllib.request.urlopen(f"http://{HOST}:{port}/sign-in") as page:
        return re.search(r'cinderbox-live" content="([^"]+)"', page.read().decode())[1]  # type: ignore[index]


@contextmanager
def _devices(kind: str, address: str, path: str, *, count: int) -> Iterator[Callable[[int], list[Seen]]]:
    """A process full of devices; tells what they saw, once each has this number on its screen."""
    with _started([sys.executable, "-m", "server.cli.bench.devices", kind, address, path, str(count)]) as process:
        assert process.stderr is not None
        if (said := process.stderr.readline()) != "ready\n":
            process.kill()  # or what else it says never ends
            raise RuntimeError(f"the devices did not come up: {said}{process.stderr.read()}")
        yield lambda last: json.loads(process.communicate(str(last))[0])
