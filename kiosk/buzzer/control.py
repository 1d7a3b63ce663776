"""What a press leads to: a command to the server on this machine, by the same way as any other program's."""

from __future__ import annotations

import http.client
import json
import logging
import secrets
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from engine.clock import Moment
from engine.clock_codec import moment_to_json

log = logging.getLogger("cinderbox.buzzer")

KEY = "control-key"  # the server leaves it under /run, for this user alone
OFF = "switch-off"  # where systemd looks, should the server not answer
PATIENCE_S, TRY_AGAIN_S = 2.0, 0.3
TRY_FOR_MS = 4_000  # a press is meant now: the server takes none that is older than five seconds


class NoAnswer(Exception):
    """The server is away, or this machine has no key for it."""


@dataclass(frozen=True, slots=True)
class Press:
    """A button, and when it went down."""

    button: str
    at: Moment


class Control:
    """Asks the server; each press is carried out once, however often it has to be sent."""

    def __init__(self, server: str, run: Path, *, now: Callable[[], Moment]) -> None:
        self._server = server
        self._run = run
        self._now = now

    def send(self, command: str, press: Press) -> bool:
        """Whether it was done; why not is in the log."""
        said = {"pressed": moment_to_json(press.at), "request_id": secrets.token_hex(8)}
        while True:
            try:
                return self._asked(command, said)
            except NoAnswer as why:
                if self._now().ms - press.at.ms > TRY_FOR_MS:
                    log.warning("The %s button did nothing: %s.", press.button, why)
                    return False
                time.sleep(TRY_AGAIN_S)

    def switch_off(self, press: Press) -> bool:
        """Through the server, so that every wall says so; if it hangs, as the server would."""
        try:
            return self._asked("power/off", {})
        except NoAnswer as why:
            log.warning("The server is not asked before the box is switched off: %s.", why)
        try:
            (self._run / OFF).touch()
        except OSError as why:
            log.warning("The %s button did nothing: %s.", press.button, why.strerror)
            return False
        return True

    def _asked(self, command: str, said: dict[str, Any]) -> bool:
        status, answer = self._answer(command, json.dumps(said))
        if status == 200 and answer.get("done"):
            log.info("Button: %s", answer.get("said", ""))
            return True
        log.warning("Button: %s", answer.get("error") or answer.get("said") or f"the server answered {status}")
        return False

    def _answer(self, command: str, body: str) -> tuple[int, dict[str, Any]]:
        address = urlsplit(self._server)
        try:
            key = (self._run / KEY).read_text(encoding="ascii")
            headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json", "Connection": "close"}
            connection = http.client.HTTPConnection(address.hostname or "", address.port or 80, timeout=PATIENCE_S)
            with closing(connection):
                connection.request("POST", f"/api/control/{command}", body, headers)
                response = connection.getresponse()
                answer = json.loads(response.read())
        except (OSError, ValueError, http.client.HTTPException) as why:
            raise NoAnswer(str(why) or type(why).__name__) from why
        return response.status, answer if isinstance(answer, dict) else {}
