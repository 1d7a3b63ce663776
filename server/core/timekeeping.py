"""The box's time: what a moment is, the heartbeat of running clocks, and the pause after the power was out.

A clock needs no counting, so a restarted server has nothing to catch up with. Only a power cut stops time: then the
heartbeat, written every second while a clock runs, says when. The database holds for each event the boot in which its
clock ran; how long that boot lasted stands in a file (`beat_file.py`), and is carried into the database now and then.
"""

from __future__ import annotations

import os
import time
from functools import cache
from pathlib import Path

from flask import current_app
from sqlalchemy import select

from engine.clock import Moment
from server.core import beat_file, soak_time
from server.core.config import Config
from server.core.db import db
from server.core.models import HeartbeatRow


def moment() -> Moment:
    """Now, as clocks count: since this machine was switched on. Tests set another boot, and another time since it."""
    shift = int(os.environ.get("CINDERBOX_BOOT_OFFSET_MS") or 0) + soak_time.ahead().boot_ms
    ms = time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1_000_000
    return Moment(os.environ.get("CINDERBOX_BOOT_ID") or _kernels_boot_id(), ms + shift)


def heartbeats() -> dict[str, Moment]:
    """The last moment each event's clock is known to have run."""
    config: Config = current_app.config["CINDERBOX"]
    last = beat_file.read(config.data)
    with db.engine.connect() as connection:
        rows = connection.execute(select(HeartbeatRow.tournament_id, HeartbeatRow.boot_id, HeartbeatRow.ms))
        return {
            row.tournament_id: beat_file.later(Moment(row.boot_id, row.ms), last)
            for row in rows
            if isinstance(row.boot_id, str) and isinstance(row.ms, int)  # kept badly: as if there were none
        }


@cache
def _kernels_boot_id() -> str:
    return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
