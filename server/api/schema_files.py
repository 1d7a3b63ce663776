"""The published schemas: what this box writes for other programs, each with its version and an example."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "schemas"
# The name of each with its version, and what it describes. A new version comes beside the old one.
SCHEMAS = {
    "tournament-document-1": "what the command line reads",
    "event-export-1": "a whole event as a file, for another box",
    "results-1": "results.json of the zip to take away",
}


@cache
def schema(name: str) -> dict[str, Any]:
    """One of them."""
    return _read(f"{name}.schema.json")


@cache
def example(name: str) -> dict[str, Any]:
    """A small document that follows it."""
    return _read(f"{name}.example.json")


def _read(file: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / file).read_text(encoding="utf-8"))
    return found
