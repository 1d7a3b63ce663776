"""Why something is so, as data: facts hold the reason, and its words are made when somebody reads it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from engine.values import dataclass

Param = str | int | bool | tuple["Param", ...]


@dataclass(frozen=True, slots=True)
class Reason:
    """A code, and what it speaks of: plain values, players by their ids."""

    code: str
    params: Mapping[str, Param] = field(default_factory=dict, hash=False)
