"""Style sheets for phones that were never brought up to date, in one file.

Our sheets are sorted into layers, which browsers know since the spring of 2022; an older one would drop every rule in
them. Phones get the same rules without the layers. Their order in the files is the order of the layers, so that the
page looks the same with both; and it is one request instead of four.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

SERVER = Path(__file__).parent.parent
SHEETS = (
    "core/static/tokens.css",
    "core/static/base.css",
    "standings/static/standings.css",
    "phone/static/phone.css",
    "phone/static/phone_report.css",
    "decks/static/decks.css",
)


@cache
def phone_styles() -> str:
    """Everything a phone needs."""
    return "\n".join(without_layers((SERVER / sheet).read_text(encoding="utf-8")) for sheet in SHEETS)


def without_layers(css: str) -> str:
    """The same rules in the same order, their layers taken off; comments go too."""
    bare = re.sub(r"/\*.*?\*/", "", css, flags=re.S)
    bare = re.sub(r"@layer[^{};]*;", "", bare)
    while found := re.search(r"@layer[^{};]*\{", bare):
        end = _closing(bare, found.end())
        bare = bare[: found.start()] + bare[found.end() : end] + bare[end + 1 :]
    return re.sub(r"\n\s*\n+", "\n", bare).strip()


def _closing(css: str, start: int) -> int:
    """Where the block that begins here ends."""
    depth = 1
    for place in range(start, len(css)):
        depth += {"{": 1, "}": -1}.get(css[place], 0)
        if depth == 0:
            return place
    raise ValueError("a style sheet with a block that does not end")
