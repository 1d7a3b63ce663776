"""The page about how the box is: trouble first, then what is well."""

from __future__ import annotations

from engine.sentences import capital, plural
from engine.values import dataclass
from server.core import unsaved
from server.core.config import Config
from server.health import journals, machine
from server.health.findings import Finding, findings


@dataclass(frozen=True, slots=True)
class HealthLine:
    """A part of the box; `state` is ok or alarm, as the dot is drawn."""

    part: str
    said: str
    state: str


@dataclass(frozen=True, slots=True)
class HealthPage:
    lines: tuple[HealthLine, ...]
    summary: str
    model: str


def health_page(config: Config) -> HealthPage:
    """Every part, looked at now; of the journals as many as a moment allows, the rest in the background."""
    with unsaved.if_possible():
        journals.look_on(config)
    found = sorted(findings(config), key=lambda each: not each.trouble)
    wrong = sum(bool(each.trouble) for each in found)
    summary = f"{plural(wrong, 'thing')} to look at" if wrong else "All is well"
    return HealthPage(tuple(_line(each) for each in found), summary, machine.model(config))


def _line(found: Finding) -> HealthLine:
    said = found.trouble or found.told or "ok"
    return HealthLine(capital(found.part), capital(said), "alarm" if found.trouble else "ok")
