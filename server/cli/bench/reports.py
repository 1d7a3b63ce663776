"""The end of a round as the server sees it: judges send results, one after the other, at a steady rate."""

from __future__ import annotations

import http.client
import re
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import local
from urllib.parse import urlencode

from engine.values import dataclass

JUDGES = 6
COUNTED = 7


@dataclass(frozen=True, slots=True)
class BenchReport:
    """One result that is about to be sent: which table, who won, and the name of its form."""

    table: int
    winner: str
    request_id: str


@dataclass(frozen=True, slots=True)
class SentReport:
    """When it was sent, and how long its answer took."""

    request_id: str
    at: float
    took: float


class Judge:
    """Somebody signed in, with one connection that is kept."""

    def __init__(self, host: str, port: int, *, pin: str) -> None:
        self.http = http.client.HTTPConnection(host, port, timeout=60)
        self.cookie, self.token = "", ""
        self._ask("GET", "/sign-in")
        self._ask("POST", "/sign-in", pin=pin, name="Judge", back="/")
        self._ask("GET", "/events/new")  # a form of the new session

    def send(self, event: str, report: BenchReport) -> SentReport:
        began = time.monotonic()
        form = {"winner": report.winner, "wounds": COUNTED, "request_id": report.request_id}
        status = self._ask("POST", f"/events/{event}/results/{report.table}", **form)
        if status != 303:
            raise RuntimeError(f"table {report.table} was answered with {status}")
        return SentReport(report.request_id, began, time.monotonic() - began)

    def close(self) -> None:
        self.http.close()

    def _ask(self, method: str, path: str, **form: object) -> int:
        body = urlencode({"csrf_token": self.token, **form}) if form else None
        kind = {"Content-Type": "application/x-www-form-urlencoded"} if form else {}
        host = f"http://{self.http.host}:{self.http.port}"
        self.http.request(method, path, body, {"Cookie": self.cookie, "Referer": host + path, **kind})
        answer = self.http.getresponse()
        page = answer.read().decode()
        if (cookie := answer.headers.get("Set-Cookie", "")) and not path.endswith(tuple("0123456789")):
            self.cookie = cookie.partition(";")[0]
        if found := re.search(r'name="csrf_token" value="([^"]+)"', page):
            self.token = found[1]
        return answer.status


def send_all(
    judges: Sequence[Judge],
    event: str,
    reports: Sequence[BenchReport],
    *,
    rate: float,
    answered: Callable[[BenchReport], object] = lambda _: None,
) -> list[SentReport]:
    """Send these, so many a second, whether or not the answers keep up; `answered` is called after each."""
    mine, free, began = local(), list(judges), time.monotonic()

    def send(place: int, report: BenchReport) -> SentReport:
        if not hasattr(mine, "judge"):
            mine.judge = free.pop()
        time.sleep(max(0.0, began + place / rate - time.monotonic()))
        judge: Judge = mine.judge
        sent = judge.send(event, report)
        answered(report)
        return sent

    with ThreadPoolExecutor(len(judges)) as pool:
        return list(pool.map(send, range(len(reports)), reports))
