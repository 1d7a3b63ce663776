"""Facts of the box to JSON and back; a version of its own, because events and the box change at different times."""

from __future__ import annotations

from typing import get_args

from engine.box.facts import BoxFact
from engine.codec import Json, read_fact, require_known

VERSION = 1
FACTS: dict[str, type] = {kind.__name__: kind for kind in get_args(BoxFact)}


def from_json(raw: dict[str, Json], *, version: int = VERSION) -> BoxFact:
    """The fact of this JSON, as any released version wrote it."""
    require_known(version, newest=VERSION)
    fact: BoxFact = read_fact(raw, FACTS)
    return fact
