"""Streams: what changed reaches every screen in a breath.

Public data only. Modules with something to say plug in here: `MARKS` (what else changes a table's mark), `SCREENS`
(what a named screen shows), `HEALTH` (a sentence if something about the box is not well).
"""

from __future__ import annotations

from server.live.stream_messages import HEALTH, MARKS, SCREENS
from server.live.thread import Live, start

__all__ = ["HEALTH", "MARKS", "SCREENS", "Live", "start"]
