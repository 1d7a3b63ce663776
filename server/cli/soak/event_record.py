"""What the people of an event were told, to be held against its journal at the end."""

from __future__ import annotations

from dataclasses import field

from engine.values import dataclass


@dataclass(slots=True)
class EventRecord:
    """Acts that were acknowledged, by their request id; results and games by round and table, as they were told."""

    tid: str = ""
    acked: dict[str, str] = field(default_factory=dict)
    results: dict[tuple[int, int], list[int]] = field(default_factory=dict)
    games: dict[tuple[int, int], int] = field(default_factory=dict)
    finished: bool = False
