"""Facts of the box → its people and series, without the acts that were undone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from engine.box.facts import BoxFact
from engine.box.people_fold import PEOPLE
from engine.box.series_fold import SERIES
from engine.box.words import Box
from engine.fold import in_force
from engine.values import dataclass

# By the kind of fact; a subject that joins the journal of the box adds its own.
APPLY: dict[type, Callable[[Box, Any], Box]] = {**PEOPLE, **SERIES}


@dataclass(frozen=True, slots=True)
class BoxAct:
    """The facts of one decision about the box, numbered. Undone and redone whole."""

    seq: int
    facts: tuple[BoxFact, ...]
    by: str = ""
    at: str = ""


def apply_facts(box: Box, facts: Iterable[BoxFact]) -> Box:
    """The box after these facts. Refused if one does not fit."""
    for each in facts:
        box = APPLY[type(each)](box, each)
    return box


def replay(acts: Iterable[BoxAct]) -> Box:
    """The box at the end of its journal; nothing has to have happened."""
    box = Box()
    for act in in_force(acts):
        box = apply_facts(box, act.facts)
    return box
