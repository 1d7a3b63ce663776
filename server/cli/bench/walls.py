"""Real walls in real browsers whose date is hours off, and what they show against what the server's clock is.

Browsers and server run on one machine, so their errors can be measured from outside: `performance.timeOrigin +
performance.now()` is the machine's time of day as the browser's steady clock counts it (the shifted `Date` has no part
in it), and the time of day minus the time since boot is read once, when the page is opened.
"""

from __future__ import annotations

import os
import shutil
import signal
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from math import inf
from typing import Any

from engine.refusals import Refused
from engine.values import dataclass

ARGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync"]
RUNNING_MS = 1_000  # pictures further apart than this: the browser itself stood still
SHIFT = """
    const Right = Date;
    const ms = HOURS * 3_600_000;
    window.Date = class extends Right {
        constructor(...given) { given.length ? super(...given) : super(Right.now() + ms); }
        static now() { return Right.now() + ms; }
    };
"""
# With every picture, after the wall has drawn it: the time, the wall's idea of the server's time, what is shown.
SAMPLE = """async (event) => {
    const source = document.querySelector("script[type=module]").src;
    const { follow } = await import(source.replace(/(page[/])?kiosk[/].*/, "server/core/static/live.js"));
    const { serverNow } = follow({ event, screen: localStorage.getItem("cinderbox-screen") });
    window.sampled = [];
    const note = (began) => {
        const now = performance.now();
        const shown = document.querySelector("[data-digits]")?.dataset.shown ?? "";
        // Who was stopped in the middle of a picture has not drawn this one now.
        if (now - began < 1000) sampled.push([performance.timeOrigin + now, serverNow(), shown]);
        requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
}"""


@dataclass(frozen=True, slots=True)
class Sample:
    """One picture: when it was drawn, what the wall took the server's time for, and the digits; in ms since boot."""

    at: float
    thought: float
    shown: str


class Wall:
    """One screen of the hall in a browser of its own."""

    def __init__(self, playwright: Any, address: str, *, hours: int) -> None:
        self.browser = playwright.chromium.launch(executable_path=chromium_here(), args=ARGS)
        self.page = self.browser.new_page(viewport={"width": 1280, "height": 720})
        self.page.add_init_script(SHIFT.replace("HOURS", str(hours)))
        self.page.route("**/wall", _module_by_module, times=1)
        self._boot = time.time() * 1000 - boot_ms()
        self.page.goto(f"{address}/wall")

    def watch(self, event: str) -> None:
        """Take a sample with every picture from now on; the clock has to be on the wall."""
        self._event = event
        self.page.locator("[data-digits]").wait_for(timeout=60_000)
        self.page.evaluate(SAMPLE, event)

    def samples(self) -> list[Sample]:
        """Those since the last time; none if the page was loaded anew, as it is when its files have changed."""
        rows = self.page.evaluate("window.sampled?.splice(0)")
        if rows is None:
            self.watch(self._event)
            return []
        return [Sample(at - self._boot, thought, shown) for at, thought, shown in rows]

    def drifted_ms(self) -> float:
        """How far the machine's time of day has been moved against the time since boot: nothing, one hopes."""
        return time.time() * 1000 - boot_ms() - self._boot

    def throttle(self, times: int) -> None:
        """Make the page's processor so many times slower."""
        self.page.context.new_cdp_session(self.page).send("Emulation.setCPUThrottlingRate", {"rate": times})

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """Stop every process of this browser, and let them go on."""
        found = self.browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
        pids = [process["id"] for process in found]
        _tell(pids, signal.SIGSTOP)
        try:
            yield
        finally:
            _tell(pids, signal.SIGCONT)


def _module_by_module(route: Any) -> None:
    """The page with its scripts one by one: so that we ask the same module as the wall does, not a copy of it."""
    answer = route.fetch()
    route.fulfill(response=answer, body=answer.text().replace("/page/kiosk/page/js/wall.js", "/kiosk/page/js/wall.js"))


def playwright_here() -> Any:
    """Playwright's entrance, or a sentence."""
    try:
        from playwright.sync_api import sync_playwright
    except ModuleNotFoundError as why:
        raise Refused("This bench looks at real pages: install playwright and chromium first.") from why
    chromium_here()
    return sync_playwright()


def thought_errors(samples: Sequence[Sample]) -> list[float]:
    """How far the wall's idea of the server's time was off, in ms; above zero it was ahead."""
    return [each.thought - each.at for each in samples]


def shown_errors(samples: Sequence[Sample], end_ms: float) -> list[float]:
    """How far the digits were off while they stood there, up to the moment the next picture replaced them.

    Zero while they are the right ones; otherwise the ms since they should have gone (above zero), or until they should
    have come. A clock that ends at `end_ms` shows 0:59 from 59 seconds before on until 58 seconds before. A browser
    that stood still can be late only from when it goes on.
    """
    errors, goes_on = [], -inf
    for one, other in pairwise(samples):
        if other.at - one.at >= RUNNING_MS:
            goes_on = other.at
        elif one.shown:
            off = max(_off(one.shown, end_ms - one.at), _off(one.shown, end_ms - other.at), key=abs)
            errors.append(min(off, other.at - goes_on))
    return errors


def boot_ms() -> float:
    """Now, in milliseconds since the machine was switched on."""
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME) / 1e6


def _off(shown: str, left: float) -> float:
    minutes, seconds = shown.split(":")
    top = 1000 * (60 * int(minutes) + int(seconds))
    if left > top:
        return top - left
    return max(0.0, top - 1000 - left) if top else 0.0


def chromium_here() -> str:
    path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "chromium-headless-shell"))), None)
    if not path:
        raise Refused("This bench looks at real pages: install chromium first.")
    return path


def _tell(pids: Sequence[int], what: signal.Signals) -> None:
    for pid in pids:
        os.kill(pid, what)
