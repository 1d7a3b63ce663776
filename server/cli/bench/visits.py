"""First visits in a real Chromium: what comes through the network until a page can be used, counted by the browser."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import field
from typing import Any
from urllib.parse import urlsplit

from engine.values import dataclass

QUIET_S = 1.5  # nothing new was asked for so long: the visit is over
SLOW = {"offline": False, "latency": 400, "downloadThroughput": 50 * 1024, "uploadThroughput": 50 * 1024}


@dataclass(frozen=True, slots=True)
class Surface:
    """A page as somebody first opens it: where, on a screen of which size, and what shows that it can be used."""

    name: str
    path: str
    usable: str
    size: tuple[int, int]
    before: Callable[[Any], None] | None = None  # what a device has done earlier: let in, signed in


@dataclass(slots=True)
class Visit:
    """What a visit took."""

    asked: dict[str, str] = field(default_factory=dict)  # request → address
    sizes: dict[str, int] = field(default_factory=dict)  # request → bytes, heads and all
    seconds: float = 0.0
    icons: int = 0  # a browser without windows asks for none: one that has windows does

    @property
    def addresses(self) -> list[str]:
        return list(self.asked.values())

    @property
    def times(self) -> int:
        """Questions for the time: one, and up to four more where the answer was slow."""
        return sum(urlsplit(each).path.endswith("/time") for each in self.addresses)

    @property
    def requests(self) -> int:
        """All of them; further questions for the time are told apart."""
        return len(self.asked) + self.icons - max(0, self.times - 1)

    @property
    def bytes(self) -> int:
        return sum(self.sizes.values())


def first_visit(browser: Any, address: str, surface: Surface, *, slow: bool) -> Visit:
    """Open it with nothing kept but the cookie, and wait until it can be used and then is quiet."""
    context = browser.new_context(viewport={"width": surface.size[0], "height": surface.size[1]})
    try:
        page = context.new_page()
        if surface.before:
            surface.before(page)
            page.evaluate("localStorage.clear()")
        page.goto("about:blank")
        visit = _watched(context.new_cdp_session(page), slow=slow)
        began = time.monotonic()
        page.goto(f"{address}{surface.path}", wait_until="commit")
        page.locator(surface.usable).first.wait_for()
        visit.seconds = time.monotonic() - began
        _until_quiet(page, visit)
        visit.icons = len(re.findall(r'<link rel="icon" href="/', page.content()))
        return visit
    finally:
        context.close()


def _watched(session: Any, *, slow: bool) -> Visit:
    visit = Visit()

    def asked(said: Any) -> None:
        # What was redirected is a request of its own, under the same number.
        number = said["requestId"] + ((said.get("redirectResponse") and said["request"]["url"]) or "")
        visit.asked[number] = said["request"]["url"]
        if "redirectResponse" in said:
            visit.sizes[number] = int(said["redirectResponse"]["encodedDataLength"])

    def answered(said: Any) -> None:
        visit.sizes[said["requestId"]] = int(said["response"]["encodedDataLength"])

    def more(said: Any) -> None:
        number = said["requestId"]
        visit.sizes[number] = visit.sizes.get(number, 0) + int(said["encodedDataLength"])

    def all_of_it(said: Any) -> None:
        visit.sizes[said["requestId"]] = int(said["encodedDataLength"])

    session.on("Network.requestWillBeSent", asked)
    session.on("Network.responseReceived", answered)
    session.on("Network.dataReceived", more)
    session.on("Network.loadingFinished", all_of_it)
    session.send("Network.enable")
    session.send("Network.clearBrowserCache")
    if slow:
        session.send("Network.emulateNetworkConditions", SLOW)
    return visit


def _until_quiet(page: Any, visit: Visit) -> None:
    known = -1
    while known != len(visit.asked):
        known = len(visit.asked)
        page.wait_for_timeout(QUIET_S * 1000)
