"""Small files under /run: they outlive this process and not the boot, which is what cues need."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any


def write(path: Path, found: Any) -> None:
    """Whole or not at all, also through kill -9. /run is memory, so there is no disk to wait for."""
    beside = path.with_suffix(".new")
    beside.write_text(json.dumps(found, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")
    os.replace(beside, path)


def read(path: Path) -> Any:
    """What was written, or None."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
