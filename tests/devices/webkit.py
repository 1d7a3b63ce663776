"""WebKit, the engine of iPhones and iPads, as Debian has it: its small browser, by the W3C's protocol."""

import base64
import json
import os
import shutil
import socket
import subprocess
import tempfile
import urllib.error
import urllib.request
from glob import glob
from pathlib import Path

from tests.devices.driven import Driven
from tests.waiting import PATIENCE_S, wait_until

NEEDED = ("WebKitWebDriver", "Xvfb", "dbus-run-session")

RESTLESS = """(() => {
  let left = 100;
  const root = document.documentElement;
  const again = () => { root.style.outline = `${left % 2}px solid transparent`; if (--left) setTimeout(again, 50); };
  again();
})()"""


def why_not() -> str | None:
    """What is missing here, if anything."""
    missing = [name for name in NEEDED if not shutil.which(name)]
    return (
        f"{', '.join(missing)} is not installed" if missing else None if _browser() else "MiniBrowser is not installed"
    )


def _browser() -> str | None:
    return next(iter(sorted(glob("/usr/lib/*/webkit2gtk-*/MiniBrowser"), reverse=True)), None)


class WebKit(Driven):
    """One window; the screen is as large as the window shall be, and a window manager is not there to say otherwise."""

    def __init__(self, *, width: int, height: int):
        self._home = tempfile.TemporaryDirectory(prefix="webkit-", ignore_cleanup_errors=True)
        self._screen = self._xvfb(width, height)
        port = _free_port()
        command = ["dbus-run-session", "--", "WebKitWebDriver", f"--port={port}"]
        env = {**os.environ, "DISPLAY": self._display, "HOME": self._home.name, "WEBKIT_DISABLE_COMPOSITING_MODE": "1"}
        self._driver = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self._at = f"http://127.0.0.1:{port}"
        wait_until(self._ready, "WebKit's driver answers")
        options = {"binary": _browser(), "args": ["--automation"]}
        made = self._ask("POST", "/session", capabilities={"alwaysMatch": {"webkitgtk:browserOptions": options}})
        self._at += f"/session/{made['sessionId']}"
        self.version = made["capabilities"]["browserVersion"]
        self._ask("POST", "/window/rect", x=0, y=0, width=width, height=height)

    def _xvfb(self, width, height):
        """A screen of its own, which chooses a number that is free."""
        ours, theirs = os.pipe()
        command = ["Xvfb", "-displayfd", str(theirs), "-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp"]
        screen = subprocess.Popen(command, pass_fds=(theirs,), stderr=subprocess.DEVNULL)
        os.close(theirs)
        with os.fdopen(ours) as told:
            self._display = f":{told.readline().strip()}"
        return screen

    def close(self):
        """The session first: it is the driver that ends its browser."""
        try:
            self._ask("DELETE", "")
        finally:
            for process in (self._driver, self._screen):
                process.terminate()
                process.wait(PATIENCE_S)
            self._home.cleanup()

    def visit(self, address):
        self._ask("POST", "/url", url=address)

    def value(self, expression):
        return self._ask("POST", "/execute/sync", script=f"return {expression};", args=[])

    def picture(self, path):
        """A quiet page draws nothing, and is never photographed: so it is made to draw for a while."""
        self.value(RESTLESS)
        Path(path).write_bytes(base64.b64decode(self._ask("GET", "/screenshot")))

    def _ready(self):
        try:
            return self._ask("GET", "/status")["ready"]
        except OSError:
            return False

    def _ask(self, method, path, **said):
        body = json.dumps(said).encode() if method == "POST" else None
        asked = urllib.request.Request(self._at + path, body, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(asked, timeout=PATIENCE_S) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as why:
            raise AssertionError(why.read().decode()) from why


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return taken.getsockname()[1]
