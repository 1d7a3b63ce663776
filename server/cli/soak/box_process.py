"""The box of the day: the real server in a process of its own, killed, cut off, filled up and started again."""

from __future__ import annotations

import os
import re
import resource
import sqlite3
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from threading import Lock, Thread, Timer

from engine.clock import Moment
from server.cli.soak.day_clock import DayClock
from server.core import beat_file, soak_time

HOST = "127.0.0.1"
PAGE_KB = 4
FULL_BYTES = 1  # not a file may grow beyond this: what a full disk is to whoever writes


class BoxProcess:
    """`cinderbox serve`, and what becomes of it."""

    def __init__(self, data: Path, clock: DayClock) -> None:
        self.data, self.clock = data, clock
        self.port, self.live_port, self.starts, self.full = 0, 0, 0, False
        self.complaints: list[str] = []
        self._guard = Lock()
        self._timer = Timer(0, lambda: None)
        self._start()

    @property
    def pin(self) -> str:
        return (self.data / "organizer-pin").read_text(encoding="ascii")

    def revive(self) -> None:
        """Start it again, if it is down."""
        with self._guard:
            if self._process.poll() is not None:
                self._close()
                self._start()

    def kill(self) -> None:
        """kill -9. Whoever asks next finds nobody, and switches it on again."""
        self._process.kill()
        self._process.wait()

    def kill_in(self, seconds: float) -> None:
        """The same, while others are in the middle of something."""
        self.let_be()
        self._timer = Timer(seconds, self._process.kill)
        self._timer.daemon = True
        self._timer.start()

    def let_be(self) -> None:
        """Whatever was about to happen to it does not."""
        self._timer.cancel()

    def cut_off(self) -> None:
        """The power is out; when it comes back it is another boot."""
        self.kill()
        self.clock.reboot()

    def fill_disk(self) -> None:
        self._limit(FULL_BYTES)
        self.full = True

    def make_room(self) -> None:
        if self.full:
            self._limit(resource.RLIM_INFINITY)
        self.full = False

    def stop(self) -> None:
        self.kill()
        self._close()

    def memory_mb(self) -> float:
        pages = Path(f"/proc/{self._process.pid}/statm").read_text(encoding="ascii").split()[1]
        return int(pages) * PAGE_KB / 1024

    def cpu_ms(self) -> float:
        """What the process has used of a core so far."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")

    def beats(self) -> dict[str, tuple[str, int]]:
        """The last heartbeat of each event's clock, as the disk has it."""
        with closing(sqlite3.connect(f"file:{self.data / 'cinderbox.db'}?mode=ro", uri=True, timeout=30)) as database:
            rows = database.execute("SELECT tournament_id, boot_id, ms FROM heartbeat")
            last = beat_file.read(self.data)
            found = {tid: beat_file.later(Moment(boot, ms), last) for tid, boot, ms in rows}
        return {tid: (beat.boot_id, beat.ms) for tid, beat in found.items()}

    def _limit(self, size: int) -> None:
        hard = resource.prlimit(self._process.pid, resource.RLIMIT_FSIZE)[1]
        resource.prlimit(self._process.pid, resource.RLIMIT_FSIZE, (size, hard))

    def _start(self) -> None:
        command = [sys.executable, "-m", "server.cli", "serve", "--host", HOST, "--port", str(self.port)]
        command += ["--live-port", str(self.live_port)] if self.live_port else []
        environment = {
            **os.environ,
            "CINDERBOX_DATA": str(self.data),
            "CINDERBOX_BOOT_ID": self.clock.boot_id,
            soak_time.VARIABLE: str(self.clock.file),
            "XDG_STATE_HOME": str(self.data),
        }
        self.full = False
        self._process = subprocess.Popen(
            command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace"
        )
        assert self._process.stdout is not None
        found = (re.search(r"open at +http://\S+?:(\d+)/", line) for line in self._process.stdout)
        if (where := next(filter(None, found), None)) is None:
            raise RuntimeError(f"the server did not start: {(self._process.stderr or sys.stdin).read()}")
        self.port, self.starts = int(where[1]), self.starts + 1
        for stream in (self._process.stdout, self._process.stderr):
            Thread(target=self._listen, args=(stream,), daemon=True).start()

    def _listen(self, stream: Iterable[str]) -> None:
        """What it says; a traceback is a complaint, unless the disk is full, of which it has to complain."""
        try:
            for told in tracebacks(stream):
                if not self.full:
                    self.complaints.append(told)
        except ValueError:
            return  # closed meanwhile

    def _close(self) -> None:
        for stream in (self._process.stdout, self._process.stderr):
            if stream is not None:
                stream.close()


def tracebacks(lines: Iterable[str]) -> Iterator[str]:
    """Every traceback among what was said, whole: the line before it, its frames, and which exception it was."""
    before, found = "", ""
    for line in lines:
        if line.startswith("Traceback"):
            found = before
        if not found:
            before = line
            continue
        found += line
        if not line.startswith(("Traceback", " ", "\n")):
            yield found.rstrip()
            before, found = line, ""
    if found:
        yield found.rstrip()
