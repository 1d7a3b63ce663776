"""`cinderbox bench door`: first visits of every kind of screen, on a good network and on a slow one, and many phones at
once.

What comes through the network is counted by a real Chromium: requests and bytes, heads, data and icon and all. Slow is
the hall's Wi-Fi as we fear it: 400 ms until an answer begins, 50 KB a second (Chromium's own emulation: it leaves out
lost packets and the making of connections). The phones that come at once are threads that ask for what Chromium asked
for; a tablet on the slow network comes in the same moment.
The aims: 8 requests and 60 KB a first visit, a slow tablet that can be used after 4 seconds.
"""

from __future__ import annotations

import http.client
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from statistics import median
from threading import Barrier, Thread
from typing import Any
from urllib.parse import urlsplit

from server.cli.bench.load import HOST, LoadedServer, loaded_server
from server.cli.bench.round import Organizer
from server.cli.bench.visits import Surface, Visit, first_visit
from server.cli.bench.walls import ARGS, chromium_here, playwright_here

TABLES = 32
REQUESTS, BYTES, SLOW_S = 8, 60 * 1024, 4.0
PATIENCE_S = 60


def bench_door(phones: int) -> int:
    """Everything; 1 if a count misses its aim. Times are told and not judged: they are this machine's."""
    with ExitStack() as stack:
        playwright = stack.enter_context(playwright_here())
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        box = stack.enter_context(loaded_server(Path(folder), tables=TABLES))
        _start_the_clock(box)
        browser = playwright.chromium.launch(executable_path=chromium_here(), args=ARGS)
        stack.callback(browser.close)
        surfaces = {surface.name: surface for surface in _surfaces(box)}
        missed, visits = _table(browser, _address(box), list(surfaces.values()))
        _crowd(browser, box, visits["phone"].addresses, phones=phones, tablet=surfaces["tablet"])
    return 1 if missed else 0


def _table(browser: Any, address: str, surfaces: Sequence[Surface]) -> tuple[list[str], dict[str, Visit]]:
    print(f"\n    {'first visit':12} {'requests':>8} {'KB':>6} {'usable':>9} {'slow network':>13}")
    missed, visits = [], {}
    for surface in surfaces:
        quick, slow = (first_visit(browser, address, surface, slow=how) for how in (False, True))
        visits[surface.name] = quick
        seconds = f"{quick.seconds:7.2f} s {slow.seconds:11.2f} s"
        print(f"    {surface.name:12} {quick.requests:8} {quick.bytes / 1024:6.1f} {seconds}", flush=True)
        if quick.requests > REQUESTS or quick.bytes > BYTES:
            missed.append(surface.name)
    print(f"    missed: {', '.join(missed)}" if missed else f"    all within {REQUESTS} requests and 60 KB")
    return missed, visits


def _crowd(browser: Any, box: LoadedServer, asked: Sequence[str], *, phones: int, tablet: Surface) -> None:
    """So many phones in the same moment, and a tablet on the slow network among them."""
    took: list[float] = []
    failed: list[str] = []
    together = Barrier(phones + 1)
    threads = [Thread(target=_phone, args=(together, asked, took, failed)) for _ in range(phones)]
    for thread in threads:
        thread.start()
    together.wait(PATIENCE_S)
    slow = first_visit(browser, _address(box), tablet, slow=True)
    for thread in threads:
        thread.join(PATIENCE_S)
    print(
        f"\n    {phones} phones at once: {len(took)} have everything, half of them after {median(took or [0]):.2f} s,"
    )
    print(f"    the last after {max(took, default=0):.2f} s; a tablet on the slow network beside them after", end=" ")
    print(f"{slow.seconds:.2f} s (aim {SLOW_S:.0f})", flush=True)
    for why in sorted(set(failed)):
        print(f"    not answered: {why}")


def _phone(together: Barrier, asked: Sequence[str], took: list[float], failed: list[str]) -> None:
    """One after the other over connections of its own; the stream stays open until the rest has come."""
    doors: dict[str, http.client.HTTPConnection] = {}
    together.wait(PATIENCE_S)
    began = time.monotonic()
    try:
        for address in asked:
            _get(doors, address)
        took.append(time.monotonic() - began)
    except (OSError, http.client.HTTPException) as why:
        failed.append(repr(why))
    finally:
        for door in doors.values():
            door.close()


def _get(doors: dict[str, http.client.HTTPConnection], address: str) -> None:
    parts = urlsplit(address)
    stream = parts.path == "/live"
    door = doors.setdefault(f"{parts.netloc} {stream}", http.client.HTTPConnection(parts.netloc, timeout=PATIENCE_S))
    target = f"{parts.path}?{parts.query}" if parts.query else parts.path
    door.request("GET", target, headers={"Accept-Encoding": "gzip"})
    answer = door.getresponse()
    if answer.status != http.client.OK:
        raise OSError(f"{answer.status} for {parts.path}")
    if stream:
        answer.readline()  # it says how things are, and goes on
    else:
        answer.read()


def _surfaces(box: LoadedServer) -> list[Surface]:
    code = _tablet_code(box)

    def let_in(page: Any) -> None:
        page.goto(f"{_address(box)}/tablet")
        if page.locator("input[name=code]").count():
            page.locator("input[name=code]").fill(code())
            page.get_by_role("button", name="Connect this tablet").click()
        page.locator("text=Report the result").wait_for()

    def sign_in(page: Any) -> None:
        page.goto(f"{_address(box)}/sign-in")
        page.locator("input[name=pin]").fill(box.pin)
        page.get_by_role("button", name="Sign in").click()
        page.locator("text=New event").first.wait_for()

    event = box.event
    return [
        Surface("wall", "/wall", "[data-digits]", (1280, 720)),
        Surface("tablet", "/tablet/table", "text=Report the result", (1024, 768), let_in),
        Surface("phone", f"/e/{event}/", "[data-player]", (390, 844)),
        Surface("desk", f"/events/{event}/", "[data-live-clock] time:not(:empty)", (1366, 768), sign_in),
    ]


def _tablet_code(box: LoadedServer) -> Any:
    """A new tablet for each visit: a code lets in once."""
    from server.app import opened_app
    from server.core.config import Config
    from server.table import tablets

    def new() -> str:
        with opened_app(Config(box.data)) as app, app.app_context():
            return tablets.make_tablet(f"Tablet {time.monotonic_ns()}", box.event, 1)

    return new


def _start_the_clock(box: LoadedServer) -> None:
    with closing(Organizer(HOST, box.port, pin=box.pin)) as organizer:
        organizer.post(f"/events/{box.event}/clock/start")


def _address(box: LoadedServer) -> str:
    return f"http://{HOST}:{box.port}"
