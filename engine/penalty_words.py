"""What penalties are given for: facts hold the code of a fault, people read its name in the rulebook."""

from __future__ import annotations

from collections.abc import Iterator

from engine.rulesets.registry import RULESETS

OTHER_FAULT = "Another fault"  # one that the rulebook does not name


def fault_code(name: str) -> str:
    """The code of a fault that a rulebook names; what no rulebook names stands for itself."""
    return next((code for code, known in _faults() if known == name), name)


def fault_words(code: str) -> str:
    """The fault as the rulebook names it."""
    return next((name for known, name in _faults() if known == code), code)


def _faults() -> Iterator[tuple[str, str]]:
    yield "other", OTHER_FAULT
    for rules in RULESETS.values():
        yield from ((step.code, step.fault) for step in rules.penalties)
