"""Room between the parts of a row or column for browsers that know `gap` only in grids (before Chrome 84, Safari 14.1).

Made from the sheets themselves and loaded by `older.js` only where it is needed: margins between children, at every
place where a sheet has a gap in a flex box. `--flex-gap` carries the size, so that a row may become a column elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

Made = Callable[[str, dict[str, str]], Iterator[str]]

RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
COMMAS, SPACES = re.compile(r",(?![^()]*\))"), re.compile(r"\s+(?![^()]*\))")  # outside brackets


def margins_for(css: str) -> str:
    """The sheet of margins for these rules, media queries kept; what is pushed aside by `auto` stays so."""
    bare = re.sub(r"/\*.*?\*/", "", css, flags=re.S)
    gaps = _each_rule(bare, _margins)
    return f"{gaps}\n{_each_rule(bare, _pushed_aside)}"


def _each_rule(css: str, made: Made) -> str:
    """The same blocks around what is made of each rule; the empty ones go."""
    found = RULE.sub(lambda rule: "".join(made(rule[1].strip(), _declared(rule[2]))), css)
    found = re.sub(r"@(?:charset|import|namespace|layer)[^{};]*;", "", found)
    while (shorter := re.sub(r"@[^{};]*\{\s*\}", "", found)) != found:
        found = shorter
    return re.sub(r"\n\s*\n+", "\n", found).strip()


def _declared(block: str) -> dict[str, str]:
    pairs = (each.partition(":") for each in block.split(";"))
    return {name.strip(): value.strip() for name, colon, value in pairs if colon}


def _margins(selector: str, declared: dict[str, str]) -> Iterator[str]:
    if selector.startswith("@"):
        return
    flex = declared.get("display", "") in ("flex", "inline-flex")
    column = declared.get("flex-direction", "").startswith("column")
    if "gap" in declared or "column-gap" in declared or flex:
        sizes = SPACES.split(declared.get("column-gap") or declared.get("gap", "0px"))
        yield f"{selector} {{ --flex-gap: {sizes[0 if column else -1]}; }}\n"
    if column:
        yield f"{_with(selector, '> * + *')} {{ margin-left: 0; margin-top: var(--flex-gap); }}\n"
    elif flex:
        yield f"{_with(selector, '> * + *')} {{ margin-left: var(--flex-gap); }}\n"
        yield f"{_with(selector, '> .icon:only-child')} {{ margin-right: var(--flex-gap); }}\n"  # before mere text
    if flex and declared.get("flex-wrap") == "wrap":
        yield f"{_with(selector, '> *')} {{ margin-bottom: calc(var(--flex-gap) / 2); }}\n"


def _pushed_aside(selector: str, declared: dict[str, str]) -> Iterator[str]:
    for name in ("margin", "margin-left", "margin-right", "margin-top", "margin-inline-start"):
        if "auto" in declared.get(name, ""):
            yield f"{selector} {{ {name}: {declared[name]}; }}\n"


def _with(selector: str, end: str) -> str:
    return ", ".join(f"{each.strip()} {end}" for each in COMMAS.split(selector))
