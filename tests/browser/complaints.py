"""What a browser complains of while a test plays: a script that fails, a file that is missing, what the CSP forbids."""

import re


class Complaints:
    """Those of one page, as they come; what a test brings about itself is excused, whenever it is heard."""

    def __init__(self, page, *excused, console=True):
        self._heard, self._excused = [], list(excused)
        page.on("pageerror", lambda error: self._heard.append(str(error)))
        if console:
            page.on("console", lambda said: self._heard.append(said.text) if said.type == "error" else None)

    def excuse(self, pattern):
        self._excused.append(pattern)

    def left(self):
        return [text for text in self._heard if not any(re.search(pattern, text) for pattern in self._excused)]
