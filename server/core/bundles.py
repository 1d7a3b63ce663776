"""The style sheets of a page as one file, and its scripts as one: two requests on a slow hall Wi-Fi, not fifty.

There is no build step: both are put together from the files as they are when somebody first asks, and stay readable.
Style sheets lose their layers, which browsers know since the spring of 2022: an older one would drop every rule in
them. Their order in the files is the order of the layers, so that a page looks the same with both.
A module becomes a function that gives back what it exports; those it imports stand before it. Comments stay at home, in
both: they were a sixth of what a wall had to fetch.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

Read = Callable[[str], str]

SIDES = {
    "inset": ("top", "right", "bottom", "left"),
    **{f"{kind}-block": (f"{kind}-top", f"{kind}-bottom") for kind in ("padding", "margin")},
    **{f"{kind}-inline": (f"{kind}-left", f"{kind}-right") for kind in ("padding", "margin")},
}
SHORT = re.compile(rf"(?<![\w-])({'|'.join(SIDES)}):([^;}}]*)")
IMPORT = re.compile(r'^import (?:(?:\{([^}]*)\}|\* as (\w+)) from )?"([^"]+)";$', re.M)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function\*?|const|class) (\w+))", re.M)
COMMENT = re.compile(r"^[ \t]*(?://.*|/\*\*(?:(?!\*/)[\s\S])*\*/)\n", re.M)
LEFT_OVER = re.compile(r"^(?:import|export)\b.*$|\bimport\(.*$|\bimport\.meta\b.*$", re.M)


def joined_styles(sheets: Sequence[Path]) -> str:
    """The same rules in the same order, as browsers since 2019 read them."""
    return "\n".join(spelled_out(without_layers(sheet.read_text(encoding="utf-8"))) for sheet in sheets) + "\n"


def spelled_out(css: str) -> str:
    """Short forms written out that came with Chrome 87 and Safari 14.1, and what Safari knew by another name."""
    css = SHORT.sub(lambda found: _sides(found[2], SIDES[found[1]]), css)
    css = re.sub(r"(?<![\w-])(user-select|appearance):([^;}]*)", r"-webkit-\1:\2; \1:\2", css)
    return css.replace("overflow-wrap: anywhere", "overflow-wrap: break-word; overflow-wrap: anywhere")


def _sides(values: str, sides: Sequence[str]) -> str:
    """One value is for all sides, two for the first and the second axis or side, four for each."""
    given = re.split(r"\s+(?![^()]*\))", values.strip())
    important = " !important" if given[-1] == "!important" else ""
    given = given[:-1] if important else given
    given = [*given, given[1]] if len(given) == 3 else given
    return "; ".join(f"{side}: {given[place % len(given)]}{important}" for place, side in enumerate(sides))


def without_layers(css: str) -> str:
    """Layers taken off; comments go too."""
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


def joined_scripts(modules: Sequence[str], read: Read) -> str:
    """These modules, and all that they import, each once; names are paths in the project."""
    numbers: dict[str, int] = {}
    return "\n".join(_in_order(modules, read, numbers, ()))


def _in_order(modules: Sequence[str], read: Read, numbers: dict[str, int], above: tuple[str, ...]) -> Iterator[str]:
    for module in modules:
        if module in above:
            raise ValueError(f"modules import each other: {' → '.join((*above, module))}")
        if module in numbers:
            continue
        source = read(module)
        imported = [_beside(module, found[3]) for found in IMPORT.finditer(source)]
        yield from _in_order(imported, read, numbers, (*above, module))
        numbers[module] = len(numbers)
        yield _as_function(module, source, numbers)


def _as_function(module: str, source: str, numbers: dict[str, int]) -> str:
    exported = EXPORT.findall(source)

    def taken(found: re.Match[str]) -> str:
        names, everything, path = found.groups()
        other = f"module{numbers[_beside(module, path)]}"
        if everything:
            return f"const {everything} = {other};"
        return f"const {{{names.replace(' as ', ': ')}}} = {other};" if names else ""

    body = EXPORT.sub("", IMPORT.sub(taken, COMMENT.sub("", source))).strip()
    if odd := LEFT_OVER.search(body):
        raise ValueError(f"{module}: this form of import or export is not known here: {odd[0]}")
    given = f"\nreturn {{ {', '.join(exported)} }};" if exported else ""
    return f"// {module}\nconst module{numbers[module]} = (() => {{\n{body}{given}\n}})();"


def _beside(module: str, path: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(module), path))
