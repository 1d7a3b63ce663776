"""A short round for measuring: the server and the buzzer as processes that are killed and started again."""

from __future__ import annotations

import json
import os
import re
import secrets
import subprocess
import sys
import time
import urllib.request
from contextlib import closing, suppress
from pathlib import Path

from engine.values import dataclass, replace
from server.cli.bench.reports import Judge
from server.event import founding

HOST = "127.0.0.1"
MINUTES, WARNING = 2, 1
EXTENDED = 2  # the table that gets extra time
BEEPS = {"start": 1, "warning": 2, "called": 3, "table-over": 1}


class ClockServer:
    """The server with an event whose round of two minutes can start; its ports stay the same."""

    def __init__(self, data: Path) -> None:
        self.data, self.port, self.live = data, 0, 0
        self.event = _event(data)
        self.start()
        self.live = int(re.search(r'cinderbox-live" content="[^"]+:(\d+)"', self._read("/sign-in"))[1])  # type: ignore[index]

    def start(self) -> None:
        command = [sys.executable, "-m", "server.cli", "serve", "--host", HOST, "--port", str(self.port)]
        command += ["--live-port", str(self.live)]
        env = {**os.environ, "CINDERBOX_DATA": str(self.data)}
        self.process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self.process.stdout is not None
        found = (re.search(rf"open at +http://{HOST}:(\d+)/", line) for line in self.process.stdout)
        if (where := next(filter(None, found), None)) is None:
            raise RuntimeError("the server did not start")
        self.port = int(where[1])

    def kill(self) -> None:
        """kill -9, as a power supply would."""
        self.process.kill()
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()

    def clock(self, what: str, **form: object) -> None:
        """Start, add and so on, as the desk does it."""
        pin = (self.data / "organizer-pin").read_text(encoding="ascii")
        with closing(Organizer(HOST, self.port, pin=pin)) as organizer:
            organizer.post(f"/events/{self.event}/clock/{what}", **form)

    def leave(self, seconds: float) -> None:
        """Take away time, so that this much is left."""
        left = (self.ends_ms() - time.clock_gettime_ns(time.CLOCK_BOOTTIME) / 1e6) / 1000
        self.clock("add", minutes=(seconds - left) / 60)

    def ends_ms(self) -> int:
        """When this round's clock comes to zero, in ms since boot."""
        (event,) = json.loads(self._read("/api/clocks"))["events"]
        segment = event["clock"]["runs"][-1]["segments"][-1]
        return int(segment["at"]["ms"] + segment["remaining_ms"])

    def revision(self) -> str:
        """Which state of the clocks the buzzer should know."""
        return str(json.loads(self._read("/api/clocks"))["revision"])

    def cues(self) -> dict[str, int]:
        """When what is to be heard, by the cue's id, as far as it is not over."""
        said = json.loads(self._read(f"/api/tournaments/{self.event}/clock"))
        return {f"{seq}/{kind}/{n}": at for seq, kind, n, at in said["cues"]}

    def _read(self, path: str) -> str:
        with urllib.request.urlopen(f"http://{HOST}:{self.port}{path}", timeout=30) as answer:
            return str(answer.read(), "utf-8")


class Organizer(Judge):
    """Somebody at the desk who has the clock in hand."""

    def post(self, path: str, **form: object) -> None:
        status = self._ask("POST", path, request_id=secrets.token_hex(6), **form)
        if status != 303:
            raise RuntimeError(f"{path} was answered with {status}")


class Buzzer:
    """`cinderbox buzzer` on mock pins that write down every change."""

    def __init__(self, folder: Path, port: int) -> None:
        self.pins, self._run, self._settings = folder / "pins", folder / "run", folder / "buzzer.toml"
        self._settings.write_text("tables = true\n", encoding="ascii")
        self._environment = {
            **os.environ,
            "GPIOZERO_PIN_FACTORY": "mock",
            "CINDERBOX_SERVER": f"http://{HOST}:{port}",
            "CINDERBOX_RUN": str(self._run),
            "CINDERBOX_PIN_LOG": str(self.pins),
        }
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "server.cli", "buzzer", "--config", str(self._settings)]
        self.process = subprocess.Popen(command, stderr=subprocess.DEVNULL, env=self._environment)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def is_up(self) -> bool:
        """Whether this process, and not the one before it, says how it is."""
        with suppress(OSError, ValueError):
            said = json.loads((self._run / "buzzer.json").read_text(encoding="utf-8"))
            return bool(said["pid"] == self.process.pid)
        return False

    def knows(self, revision: str) -> bool:
        """Whether it could count on by this state of the clocks alone."""
        with suppress(OSError, ValueError):
            said = json.loads((self._run / "clocks.json").read_text(encoding="utf-8"))
            return bool(said["revision"] == revision)
        return False

    def heard(self) -> list[Heard]:
        """Every cue that was on the pin, in order."""
        lines = self.pins.read_text(encoding="utf-8").splitlines() if self.pins.exists() else []
        on: dict[str, list[float]] = {}
        for change in map(json.loads, lines):
            if change["on"] and change["cue"]:
                on.setdefault("/".join(change["cue"].split("/")[-3:]), []).append(change["ms"])
        return [Heard(cue, times[0], len(times)) for cue, times in on.items()]

    def has_heard(self, kind: str) -> bool:
        """Whether this kind of cue has been sounded to its end."""
        return any(each.kind == kind and each.beeps >= BEEPS[kind] for each in self.heard())


@dataclass(frozen=True, slots=True)
class Heard:
    """A cue on the pin: its id, when its first beep began in ms since boot, and how many there were."""

    cue: str
    at: float
    beeps: int

    @property
    def kind(self) -> str:
        return self.cue.split("/")[1].removesuffix(f"-{EXTENDED}")

    @property
    def once(self) -> bool:
        return self.beeps == BEEPS[self.kind]


def _event(data: Path) -> str:
    from engine.decisions import rounds
    from engine.rulesets.registry import DEFAULT, default_settings
    from server.app import opened_app
    from server.core import events, journal
    from server.core.config import Config
    from server.now.routes import start_and_pair
    from server.people.pasting import Entry

    settings = replace(default_settings(DEFAULT), round_minutes=MINUTES, warning_minutes=WARNING)
    with opened_app(Config(data)) as app, app.app_context():
        event = events.event_id()
        entries = [Entry(name) for name in ("Ana", "Ben", "Cai", "Dee")]
        founding.found(event, "Clock", settings=settings, entries=entries, by="system", seed="clock", demo=False)
        journal.record(event, "system", decide=start_and_pair)
        journal.record(event, "system", decide=rounds.publish)
    return event
