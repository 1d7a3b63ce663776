"""A real buzzer for tests: its own process on mock pins, killed and started again as often as needed."""

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
PATTERNS = {"start": [60], "warning": [60, 60, 60], "called": [60, 60, 60, 60, 60], "test": [60]}


class Buzzing:
    """`cinderbox buzzer` with short patterns, following this server."""

    def __init__(self, server, folder, *, settings=(), **environment):
        self.folder = Path(folder)
        self.run = self.folder / "run"
        self.pin_log = self.folder / "pins"
        self._settings = self.folder / "buzzer.toml"
        lines = [f"{cue} = {pattern}" for cue, pattern in PATTERNS.items()]
        self._settings.write_text("\n".join([*settings, "[patterns]", *lines]), encoding="utf-8")
        self._environment = {
            **os.environ,
            "GPIOZERO_PIN_FACTORY": "mock",
            "CINDERBOX_SERVER": server,
            "CINDERBOX_RUN": str(self.run),
            "CINDERBOX_PIN_LOG": str(self.pin_log),
            **environment,
        }
        self.process = self.start()

    def start(self):
        """Another process, in the place of the one that was killed."""
        with (self.folder / "log").open("a") as log:
            self.process = subprocess.Popen(
                self._command, stdin=subprocess.PIPE, stderr=log, env=self._environment, cwd=ROOT, text=True
            )
        return self.process

    @property
    def _command(self):
        return [sys.executable, "-m", "server.cli", "buzzer", "--config", str(self._settings)]

    def switch_off(self):
        """As its unit does once the process is gone."""
        return subprocess.run([*self._command, "--off"], env=self._environment, cwd=ROOT).returncode

    @property
    def pins(self):
        """Every change of a pin."""
        return [json.loads(line) for line in self.pin_log.read_text().splitlines()] if self.pin_log.exists() else []

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()

    @property
    def log(self):
        return (self.folder / "log").read_text()

    @property
    def status(self):
        file = self.run / "buzzer.json"
        return json.loads(file.read_text()) if file.exists() else {}

    def beeps(self, kind):
        """How often the pin went on for this kind of cue."""
        return len(self._on(kind))

    def first(self, kind):
        """When the pin first went on for this kind of cue, in milliseconds since boot."""
        return self._on(kind)[0]

    def _on(self, kind):
        return [line["ms"] for line in self.changes() if line["on"] and line["cue"].split("/")[-2:-1] == [kind]]

    def changes(self):
        if not self.pin_log.exists():
            return []
        return [json.loads(line) for line in self.pin_log.read_text().splitlines()]
