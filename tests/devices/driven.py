"""What every browser can be asked to do here, whatever protocol it speaks: `value` and `visit` are its own."""

import json

from tests.waiting import wait_until


class Driven:
    """A page in a browser; taps are clicks of its own script."""

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
