"""Firefox, as Debian has it, by the protocol that it carries itself (Marionette): no driver beside it."""

import base64
import json
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path

from tests.devices.driven import Driven
from tests.waiting import PATIENCE_S, wait_until

NAMES = ("firefox-esr", "firefox")


def why_not() -> str | None:
    return None if _browser() else "firefox-esr is not installed"


def _browser() -> str | None:
    return next(filter(None, map(shutil.which, NAMES)), None)


class Firefox(Driven):
    """One window of this size."""

    def __init__(self, *, width: int, height: int):
        self._profile = tempfile.TemporaryDirectory(prefix="firefox-", ignore_cleanup_errors=True)
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1]
        (Path(self._profile.name) / "user.js").write_text(
            f'user_pref("marionette.port", {port});\n'
            'user_pref("datareporting.policy.dataSubmissionEnabled", false);\n'
            'user_pref("app.update.enabled", false);\n'
            'user_pref("network.captive-portal-service.enabled", false);\n'
            'user_pref("network.connectivity-service.enabled", false);\n'
        )
        command = [_browser(), "--headless", "--marionette", "--no-remote", "--profile", self._profile.name]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self._line = wait_until(lambda: _connected(port), "Firefox answers")
        self._number = 0
        self._hear()  # it introduces itself
        made = self._ask("WebDriver:NewSession", strictFileInteractability=False)
        self.version = made["capabilities"]["browserVersion"]
        around = self._ask("WebDriver:SetWindowRect", width=width, height=height)
        inner = self.value("[innerWidth, innerHeight]")
        self._ask(
            "WebDriver:SetWindowRect",
            width=2 * around["width"] - inner[0] - (around["width"] - width),
            height=2 * around["height"] - inner[1] - (around["height"] - height),
        )

    def close(self):
        self._ask("Marionette:Quit", flags=["eForceQuit"])
        self._line.close()
        self._process.wait(PATIENCE_S)
        self._profile.cleanup()

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
        length = b""
        while (byte := self._line.recv(1)) != b":":
            assert byte, "Firefox is gone"
            length += byte
        heard = b""
        while len(heard) < int(length):
            heard += self._line.recv(int(length) - len(heard))
        return json.loads(heard)


def _connected(port: int):
    try:
        line = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S)
    except OSError:
        return None
    return line
