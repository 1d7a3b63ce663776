"""Firefox, as Debian has it, by the protocol that it carries itself (Marionette): no driver beside it."""

import base64
import json
import shutil
import socket
import subprocess
from pathlib import Path

from tests.devices import driven
from tests.devices.driven import Driven, Hung
from tests.waiting import wait_until

NAMES = ("firefox-esr", "firefox")
QUIET = {
    "datareporting.policy.dataSubmissionEnabled": False,
    "app.update.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
}


def why_not() -> str | None:
    return None if _browser() else "firefox-esr is not installed"


def _browser() -> str | None:
    return next(filter(None, map(shutil.which, NAMES)), None)


class Firefox(Driven):
    """One window of this size."""

    def _open(self, *, width: int, height: int, settings=()):
        """`settings` are more of the browser's own, as in about:config."""
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1]
        prefs = {"marionette.port": port, **QUIET, **dict(settings)}
        lines = (f'user_pref("{name}", {json.dumps(value)});\n' for name, value in prefs.items())
        (Path(self._home.name) / "user.js").write_text("".join(lines))
        command = [_browser(), "--headless", "--marionette", "--no-remote", "--profile", self._home.name]
        self._start(command, stdout=subprocess.DEVNULL)
        self._line = wait_until(lambda: _connected(port), "Firefox answers")
        self._lines.append(self._line)
        self._number = 0
        self._hear()  # it introduces itself
        made = self._ask("WebDriver:NewSession", strictFileInteractability=False)
        self._ask("WebDriver:SetTimeouts", script=driven.HUNG_S * 1000)  # its own patience of 30 s is too short for axe
        self.version = made["capabilities"]["browserVersion"]
        self.size(width, height)

    def size(self, width, height):
        """What is inside of the window's frame."""
        around = self._ask("WebDriver:SetWindowRect", width=width, height=height)
        inner = self.value("[innerWidth, innerHeight]")
        frame = [around["width"] - inner[0], around["height"] - inner[1]]
        self._ask("WebDriver:SetWindowRect", width=width + frame[0], height=height + frame[1])

    def back(self):
        self._ask("WebDriver:Back")

    def visit(self, address):
        self._ask("WebDriver:Navigate", url=address)

    def value(self, expression):
        return self._ask("WebDriver:ExecuteScript", script=f"return {expression};", args=[])["value"]

    def picture(self, path):
        Path(path).write_bytes(base64.b64decode(self._ask("WebDriver:TakeScreenshot", full=False)["value"]))

    def _ask(self, command, **said):
        self._number += 1
        message = json.dumps([0, self._number, command, said]).encode()
        self._line.sendall(b"%d:%s" % (len(message), message))
        _, _, error, result = self._hear()
        assert not error, (command, error)
        return result

    def _hear(self):
        """A number of bytes, a colon, and so many bytes."""
        try:
            length = b""
            while (byte := self._more(1)) != b":":
                length += byte
            heard = b""
            while len(heard) < int(length):
                heard += self._more(int(length) - len(heard))
        except TimeoutError as why:
            raise Hung("Firefox says nothing any more") from why
        return json.loads(heard)

    def _more(self, most):
        self._line.settimeout(driven.HUNG_S)
        heard = self._line.recv(most)
        if not heard:
            raise Hung("Firefox is gone")
        return heard


def _connected(port: int):
    try:
        line = socket.create_connection(("127.0.0.1", port), timeout=driven.HUNG_S)
    except OSError:
        return None
    return line
