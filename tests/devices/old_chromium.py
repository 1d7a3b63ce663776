"""A Chromium of years ago, by its own protocol over a pipe: no driver of today speaks to it."""

import base64
import fcntl
import json
import os
import select
from pathlib import Path

from tests.devices import driven
from tests.devices.driven import Driven, Hung

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--hide-scrollbars",
    "--remote-debugging-pipe",
)


class OldChromium(Driven):
    """One browser with one page."""

    def _open(self, folder: Path, *, width: int, height: int):
        self.complaints: list[str] = []
        theirs_in, to = os.pipe()
        told, theirs_out = os.pipe()
        self._to, self._from = os.fdopen(to, "wb", 0), os.fdopen(told, "rb", 0)
        self._lines += [self._to, self._from]
        self._begin(folder, (theirs_in, theirs_out))
        self._rest, self._number = b"", 0
        target = self._ask("Target.createTarget", url="about:blank")["targetId"]
        self._session = self._ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for part in ("Page", "Runtime", "Log"):
            self._ask(f"{part}.enable")
        self.size(width, height)
        self.version = self._ask("Browser.getVersion")["product"].rpartition("/")[2]

    def _begin(self, folder, pipes):
        """It listens to file 3 and speaks into file 4; until then both are kept out of the way of these numbers."""
        ends = [fcntl.fcntl(end, fcntl.F_DUPFD, 10) for end in pipes]
        command = [str(folder / "chromium"), *FLAGS, f"--user-data-dir={self._home.name}"]
        shell = ["bash", "-c", f'exec "$@" 3<&{ends[0]} 4>&{ends[1]}', "bash", *command]
        env = {**os.environ, "LD_LIBRARY_PATH": f"{folder / 'lib'}:{folder}", "HOME": self._home.name}
        self._start(shell, env=env, pass_fds=ends)
        for end in (*ends, *pipes):
            os.close(end)

    def size(self, width, height):
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self._ask("Emulation.setDeviceMetricsOverride", **metrics)

    def visit(self, address):
        self._ask("Page.navigate", url=address)
        self.wait("document.readyState === 'complete'")

    def value(self, expression):
        found = self._ask("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in found:
            raise AssertionError(found["exceptionDetails"])
        return found["result"].get("value")

    def picture(self, path):
        Path(path).write_bytes(base64.b64decode(self._ask("Page.captureScreenshot", format="png")["data"]))

    def _ask(self, method, **params):
        self._number += 1
        question = {"id": self._number, "method": method, "params": params}
        if "_session" in self.__dict__:
            question["sessionId"] = self._session
        try:
            self._to.write(json.dumps(question).encode() + b"\0")
        except BrokenPipeError as why:
            raise Hung("the old Chromium is gone") from why
        while True:
            said = self._next()
            if said.get("id") == self._number:
                assert "error" not in said, (method, said["error"])
                return said["result"]
            self._note(said)

    def _note(self, said):
        """What the page complains of."""
        if said.get("method") == "Runtime.exceptionThrown":
            details = said["params"]["exceptionDetails"]
            self.complaints.append(details.get("exception", {}).get("description") or details["text"])
        elif said.get("method") == "Log.entryAdded" and said["params"]["entry"]["level"] == "error":
            entry = said["params"]["entry"]
            self.complaints.append(f"{entry['text']} {entry.get('url', '')}".strip())

    def _next(self):
        while b"\0" not in self._rest:
            if not select.select([self._from], [], [], driven.HUNG_S)[0]:
                raise Hung("the old Chromium says nothing any more")
            more = self._from.read(1 << 16)
            if not more:
                raise Hung("the old Chromium is gone")
            self._rest += more
        line, _, self._rest = self._rest.partition(b"\0")
        return json.loads(line)
