"""Can the browsers that stand in the halls read our scripts and sheets? Without a browser: by what MDN knows of each.

    python -m tests.devices.compat            what is too new, and for which surface (part of `make check`)
    python -m tests.devices.compat --renew    looks up again what is newer than our oldest browsers (needs npm)

`newer.json` lists what at least one of them does not know, with the first version of each that does, from
@mdn/browser-compat-data as pinned here. What is not in it, every one of them knows, or it is no feature at all.
"""

import json
import re
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from operator import gt
from pathlib import Path
from typing import Any

from server.core.static_files import PROJECT, bundled
from tests.devices.features import DYNAMIC, SYNTAX, in_script, in_sheet

NEWER = Path(__file__).parent / "newer.json"
SOURCE = "@mdn/browser-compat-data@8.1.9"
BROWSERS = ("chrome", "safari", "firefox")
Versions = dict[str, float]


@dataclass(frozen=True)
class Surface:
    """What a page loads, and the oldest browsers that have to read it."""

    name: str
    scripts: tuple[str, ...]
    sheets: tuple[str, ...]
    oldest: Versions


BASE = ("core/tokens.css", "core/base.css")
PHONE = (*BASE, "standings/standings.css", "phone/phone.css", "phone/phone_report.css", "decks/decks.css")
SURFACES = (
    Surface(
        "wall",
        ("kiosk/page/js/wall.js", "kiosk/page/js/stream.js", "box/rescue_wall.js"),
        (*BASE, "kiosk/page/css/wall.css", "kiosk/page/css/stream.css", "box/rescue.css"),
        {"chrome": 79, "safari": 14, "firefox": 78},
    ),
    Surface(
        "tablet",
        ("table/tablet/main.js", "phone/fragment.js"),
        (*BASE, "table/tablet.css"),
        {"chrome": 80, "safari": 14, "firefox": 78},
    ),
    Surface(
        "a phone that reports",
        ("phone/report.js", "phone/public_live.js", "phone/me.js", "phone/alerts.js", "phone/find.js", "core/paste.js"),
        (),
        {"chrome": 80, "safari": 13.1, "firefox": 78},
    ),
    Surface("a phone that reads", ("core/older.js",), PHONE, {"chrome": 80, "safari": 12, "firefox": 78}),
    Surface("desk", (), (), {"chrome": 92, "safari": 15, "firefox": 78}),
)
# What our scripts work with: a name behind a dot is looked up in these.
BUILT_IN = ("Array", "String", "Object", "Promise", "Number", "Map", "Set", "Math", "JSON", "RegExp", "Date")
THINGS = {
    *BUILT_IN,
    *("Element", "HTMLElement", "Node", "Document", "Window", "Event", "EventTarget", "DOMTokenList", "NodeList"),
    *(
        "AbortSignal",
        "AbortController",
        "Response",
        "Request",
        "Headers",
        "Storage",
        "URLSearchParams",
        "URL",
        "FormData",
    ),
    *(
        "CSSStyleDeclaration",
        "HTMLInputElement",
        "HTMLFormElement",
        "Navigator",
        "Performance",
        "EventSource",
        "Location",
    ),
    *("AudioContext", "BaseAudioContext", "Crypto", "ResizeObserver", "History", "KeyboardEvent", "PointerEvent"),
}
# Newer than some of these browsers, and why that is no harm.
FINE = {
    "AbortSignal.timeout()": "older.js has it",
    "AbortSignal.timeout": "the same",
    ".replaceChildren()": "older.js has it",
    ".replaceChildren": "the same",
    "css.properties.gap": "older.js loads margins in its place",
    "css.properties.row-gap": "the same",
    "css.properties.column-gap": "the same",
    "css.properties.overflow-wrap": "break-word stands before it",
    "css.types.length.viewport_percentage_units_dynamic": "vh stands before it",
    "css.properties.page": "certificates across the page; elsewhere upright, or as the printer is told",
    "css.properties.size": "the same, inside @page, which has had it for long",
    "css.properties.text-wrap": "a nicer break of lines, where it is known",
    "css.properties.font-size-adjust": "digits of another width, where it is not known",
    "css.properties.accent-color": "the colour of a tick",
    "css.properties.color-scheme": "the browser's own colours of scroll bars",
    "css.properties.text-underline-offset": "a line nearer to its word, where it is not known",
    "css.properties.text-decoration-thickness": "a thinner line, where it is not known",
    "css.properties.-webkit-tap-highlight-color": "a grey flash under the finger, where it is not known",
    "css.properties.touch-action": "a double tap may zoom, where it is not known",
    "css.at-rules.page": "the margins of the printer, where it is not known",
    "css.selectors.focus-visible": "where it is not known, whatever has the focus has the ring",
    "css.properties.forced-color-adjust": "only where colours can be forced, and Safari cannot",
    "css.selectors.has": "where it is not known, a form shows all its fields, and each says when it counts",
    "css.properties.user-select": "-webkit-user-select stands before it",
    "css.properties.appearance": "-webkit-appearance stands before it",
    ".wakeLock": "awake.js asks first, and has a video in its place",
    ".vibrate": "alert.js and call_alert.js ask first; an iPhone only sounds",
    ".vibrate()": "the same",
    ".requestFullscreen": "full_screen.js asks first, and for Safari's own name",
    ".fullscreenElement": "the same",
    ".signal": "older.js asks first",
    ".at": "of a row of data, not of a list",
    ".body": "of a question to the box, not of an answer",
    ".size": "of a Map, not of an address's words",
    ".role": "of a row of data, not of an element",
    ".when": "of a row of data",
}


def too_new(surface: Surface, known: dict[str, list[float]]) -> Iterator[str]:
    """Sentences; nothing if all of its browsers can read everything."""
    for feature in sorted(used_by(surface) - FINE.keys()):
        for browser, since in zip(BROWSERS, first_versions(feature, known), strict=False):
            if since > surface.oldest[browser]:
                yield f"{surface.name}: {feature} needs {browser} {since:g}, and {surface.oldest[browser]:g} has to do"


def first_versions(feature: str, known: dict[str, list[float]]) -> list[float]:
    """Since when each browser knows it; nothing if all of ours do."""
    name = feature.removesuffix("()")
    thing, _, member = name.rpartition(".")
    return known.get(name) or known.get(f".{member}" if thing in BUILT_IN else "", [])


def used_by(surface: Surface) -> set[str]:
    scripts = [bundled(name) or "" for name in surface.scripts or _desk(".js")]
    sheets = [bundled(name) or "" for name in surface.sheets or (_desk(".css") if not surface.scripts else ())]
    return set().union(*map(in_script, scripts), *map(in_sheet, sheets))


def _desk(ending: str) -> list[str]:
    """All that pages of the desk name: whatever the templates name and no other surface has."""
    templates = (PROJECT / "server").glob("*/templates/*.html")
    pattern = rf'"([\w/]+\{ending})"'
    named = {name for path in templates for name in re.findall(pattern, path.read_text(encoding="utf-8"))}
    return sorted(name for name in named if not name.startswith(("phone/", "table/tablet", "kiosk/")))


def main(arguments: list[str]) -> int:
    if arguments == ["--renew"]:
        rows = (f"{json.dumps(name)}: {json.dumps(since)}" for name, since in sorted(newer(_mdn()).items()))
        NEWER.write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")
    known = json.loads(NEWER.read_text(encoding="utf-8"))
    complaints = [each for surface in SURFACES for each in too_new(surface, known)]
    print(*complaints, sep="\n", end="\n" if complaints else "", file=sys.stderr)
    return 1 if complaints else 0


def newer(mdn: dict[str, Any]) -> dict[str, list[float]]:
    """Whatever one of our oldest browsers lacks. A name that several things have counts as the newest of them."""
    found: dict[str, list[float]] = {}
    for name, compat in (*_members(mdn), *_of_sheets(mdn), *_of_syntax(mdn)):
        before = found.get(name, [0.0] * len(BROWSERS))
        found[name] = [max(pair) for pair in zip(before, _versions(compat), strict=True)]
    oldest = [min(surface.oldest[browser] for surface in SURFACES) for browser in BROWSERS]
    return {name: since for name, since in found.items() if any(map(gt, since, oldest))}


def _members(mdn: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for thing, parts in (*mdn["api"].items(), *mdn["javascript"]["builtins"].items()):
        for name, part in parts.items():
            if thing in THINGS and name.isidentifier() and "__compat" in part:
                yield _called(thing, name), part["__compat"]


def _of_sheets(mdn: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for kind, parts in mdn["css"].items():
        for name, part in parts.items():
            if "__compat" in part:
                yield f"css.{kind}.{name}", part["__compat"]
            if kind == "types":
                inner = ((one, each) for one, each in part.items() if one != "__compat" and "__compat" in each)
                yield from ((f"css.types.{one}", each["__compat"]) for one, each in inner)
    yield DYNAMIC, _at(mdn, DYNAMIC)


def _of_syntax(mdn: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for path in SYNTAX:
        yield path, _at(mdn, path)


def _at(mdn: Any, path: str) -> Any:
    for step in path.split("."):
        mdn = mdn[step]
    return mdn["__compat"]


def _called(thing: str, name: str) -> str:
    if name == thing:
        return f"new {thing}"
    itself = name.endswith("_static") or thing in ("Math", "JSON", "CSS")
    return f"{thing}.{name.removesuffix('_static')}" if itself else f".{name}"


def _versions(compat: Any) -> list[float]:
    return [_version(compat["support"].get(browser)) for browser in BROWSERS]


def _version(support: Any) -> float:
    """The first version that has it under its own name; never: 999."""
    rows = [row for row in (support if isinstance(support, list) else [support]) if row]
    plain = [row for row in rows if not row.keys() & {"flags", "prefix", "alternative_name"}]
    since = [row["version_added"] for row in plain if row.get("version_added")]
    numbers = [float(re.sub(r"[^\d.]", "", str(each)) or 0) for each in since if each is not True]
    return min(numbers, default=999.0)


def _mdn() -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["npm", "pack", "--silent", SOURCE], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        with tarfile.open(next(Path(folder).glob("*.tgz"))) as packed:
            file = packed.extractfile("package/data.json")
            assert file is not None
            found: dict[str, Any] = json.load(file)
            return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
