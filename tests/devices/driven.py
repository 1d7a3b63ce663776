"""What every browser can be asked to do here, whatever protocol it speaks: `value`, `visit` and `size` are its own.

A browser that hangs (old ones do, on a busy machine) is no verdict on our pages: `played` kills it with everything that
it has started, and another one plays once more from the beginning. One that hangs twice has a reason, and is a failure.
"""

import json
import os
import signal
import subprocess
import tempfile
from contextlib import suppress

from tests.waiting import wait_until

HUNG_S = 60  # a browser that has said nothing for so long hangs: every question is answered in milliseconds


class Hung(Exception):
    """The browser itself says nothing any more."""


def played(open_one, play):
    """What comes of playing with a browser; with another one, if the first hangs."""
    try:
        return _played(open_one, play)
    except Hung:
        return _played(open_one, play)


def _played(open_one, play):
    browser = open_one()
    try:
        return play(browser)
    finally:
        browser.close()


class Driven:
    """A page in a browser; taps are clicks of its own script."""

    def __init__(self, **how):
        """Open it; if that fails, nothing of it is left."""
        self._processes, self._lines = [], []  # what was started, and how we talk to it: each has a `close`
        self._home = tempfile.TemporaryDirectory(prefix="browser-", ignore_cleanup_errors=True)
        try:
            self._open(**how)
        except BaseException:
            self.close()
            raise

    def _open(self, **how):
        """Its own way to be started."""
        raise NotImplementedError

    def _start(self, command, **how):
        """A process of it, with a group of its own: whatever that starts is ended with it."""
        process = subprocess.Popen(command, start_new_session=True, stderr=subprocess.DEVNULL, **how)
        self._processes.append(process)
        return process

    def close(self):
        """Gone at once, also if it hangs; nothing of it is to be kept."""
        for process in self._processes:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        for line in self._lines:
            line.close()
        self._processes, self._lines = [], []
        self._home.cleanup()

    def value(self, expression):
        """What this is on the page."""
        raise NotImplementedError

    def wait(self, condition):
        """Until this is so on the page, also if another one is just coming."""
        asked = f"Boolean(document.body) && Boolean({condition})"
        wait_until(lambda: self.value(asked), condition)

    def text(self):
        return self.value("document.body.innerText") or ""

    def press(self, words):
        """The button or link that begins with these words."""
        what = json.dumps(words)
        find = (
            f"[...document.querySelectorAll('button, a, summary')].find((e) => e.innerText.trim().startsWith({what}))"
        )
        self.wait(find)
        self.value(f"{find}.click()")

    def settled(self):
        """Taps count again: right after a change they do not."""
        self.wait("!document.querySelector('[data-settling]')")
