"""WebKit, the engine of iPhones and iPads, as Debian has it: its small browser, by the W3C's protocol."""

import base64
import json
import os
import shutil
import socket
import subprocess
import urllib.error
import urllib.request
from glob import glob
from pathlib import Path

from tests.devices import driven
from tests.devices.driven import Driven, Hung
from tests.waiting import wait_until

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

    def _open(self, *, width: int, height: int):
        self._display = self._screen(width, height)
        port = _free_port()
        command = ["dbus-run-session", "--", "WebKitWebDriver", f"--port={port}"]
        env = {**os.environ, "DISPLAY": self._display, "HOME": self._home.name, "WEBKIT_DISABLE_COMPOSITING_MODE": "1"}
        self._start(command, env=env, stdout=subprocess.DEVNULL)
        self._at = f"http://127.0.0.1:{port}"
        wait_until(self._ready, "WebKit's driver answers")
        options = {"binary": _browser(), "args": ["--automation"]}
        made = self._ask("POST", "/session", capabilities={"alwaysMatch": {"webkitgtk:browserOptions": options}})
        self._at += f"/session/{made['sessionId']}"
        self.version = made["capabilities"]["browserVersion"]
        self.size(width, height)

    def size(self, width, height):
        """At most as large as the screen."""
        self._ask("POST", "/window/rect", x=0, y=0, width=width, height=height)

    def back(self):
        self._ask("POST", "/back")

    def _screen(self, width, height):
        """A screen of its own, which chooses a number that is free; gives its name."""
        ours, theirs = os.pipe()
        command = ["Xvfb", "-displayfd", str(theirs), "-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp"]
        self._start(command, pass_fds=(theirs,))
        os.close(theirs)
        with os.fdopen(ours) as told:
            return f":{told.readline().strip()}"

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
            with urllib.request.urlopen(asked, timeout=driven.HUNG_S) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as why:
            raise AssertionError(why.read().decode()) from why
        except TimeoutError as why:
            raise Hung("WebKit says nothing any more") from why


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return taken.getsockname()[1]
