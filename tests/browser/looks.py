"""What can be measured of a page by whoever does not only look: axe, contrast, headings, targets, focus."""

import hashlib
import re
from functools import cache
from importlib import resources
from pathlib import Path

from tests.soaking import SOAK

HERE = Path(__file__).parent
AXE = "84494fec757e4710dc751c8d7a636e457f4532f08f85c86dc9070133fbff53bc"
CONTRAST = (HERE / "contrast.js").read_text(encoding="utf-8")
TARGETS = (HERE / "targets.js").read_text(encoding="utf-8")
FINGER = 48  # px: the least a finger is given, where 44 are asked for
# What a style sheet has set in motion. A sentence that appears after a while and a button that waits do not move.
MOVING = """() => {
  const motion = ["transform", "opacity", "left", "top"];
  return document.getAnimations()
    .filter(({ effect }) => effect.getKeyframes().some((frame) => motion.some((name) => name in frame)))
    .map(({ effect }) => effect.target.outerHTML.slice(0, 80));
}"""
# What has a state and says nothing: no words, no drawing, no name. A dot has a shape for each of its states.
SILENT = """() => [...document.querySelectorAll("[data-state], [data-phase], [data-mark], [data-is]")]
  .filter((e) => e.getBoundingClientRect().width && !e.matches(".dot, html, body, main"))
  .filter((e) => !e.textContent.trim() && !e.querySelector("svg") && !e.getAttribute("aria-label"))
  .map((e) => e.outerHTML.slice(0, 120))"""
SHOWN = "[...document.querySelectorAll('h1')].filter((e) => e.getClientRects().length && e.innerText.trim())"


@cache
def axe() -> str:
    """The text of axe.min.js, which a package carries: exactly the one these tests were written for."""
    script = resources.files("axe_playwright_python").joinpath("axe.min.js").read_bytes()
    assert script.startswith(b"/*! axe v4.12.1\n")
    assert hashlib.sha256(script).hexdigest() == AXE
    return script.decode()


def faults(page, ground="light", **rules):
    """Whatever axe finds on the page as it stands, as lines to read; it lets nothing pass that it is sure of."""
    if not page.evaluate("Boolean(window.axe)"):
        page.evaluate(axe())
    run = "async rules => (await axe.run(document, {resultTypes: ['violations'], ...rules})).violations"
    where = re.sub(r"https?://[^/]+(/events/[^/]+)?", "", page.url)
    return [
        f"{where} in {ground}: {fault['id']}: {node['target']} {node['failureSummary'][:300]}"
        for fault in page.evaluate(run, rules)
        for node in fault["nodes"]
    ]


_seen: set[tuple[str, ...]] = set()


def once(page, *what):
    """The faults of this screen, the first time that it is shown (in the long run at this size): axe takes time."""
    key = (*what, str(page.viewport_size) if SOAK else "")
    if key in _seen:
        return []
    _seen.add(key)
    return faults(page)


def moving(page):
    """What a style sheet has set in motion."""
    return page.evaluate(MOVING)


def silent(page):
    """What has a state that only a colour tells."""
    return page.evaluate(SILENT)


def headings(page):
    """What the first headings say that are seen: a screen has exactly one."""
    return page.evaluate(f"{SHOWN}.map((e) => e.innerText.trim())")


def too_small(page, least=FINGER):
    """What a finger misses."""
    return page.evaluate(TARGETS, least)


def too_faint(page, least):
    """Text that does not stand out."""
    return page.evaluate(CONTRAST, least)
