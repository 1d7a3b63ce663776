"""What stands around the box: the buzzer, the walls, the tablets."""

from __future__ import annotations

from collections.abc import Sequence

from engine.sentences import plural
from server.clock import buzzer_status
from server.core.config import Config
from server.table.devices_page import devices_page
from server.wall import screens

SILENT_S = 180  # their last word is written down once a minute
MOST_NAMED = 4


def buzzer(_config: Config) -> str:
    return buzzer_status.trouble()


def walls(_config: Config) -> str:
    return _silent([wall.name for wall in screens.screens() if wall.silent_s > SILENT_S])


def walls_told(_config: Config) -> str:
    walls = screens.screens()
    return plural(len(walls), "wall") if walls else "none yet"


def tablets(_config: Config) -> str:
    return _silent([tablet.name for tablet in devices_page(None).tablets if tablet.state == "silent"])


def tablets_told(_config: Config) -> str:
    tablets = devices_page(None).tablets
    return plural(len(tablets), "tablet") if tablets else "none yet"


def _silent(names: Sequence[str]) -> str:
    if not names:
        return ""
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    named = ", ".join(names[:MOST_NAMED])
    return f"silent: {named}{more}. Switch on what should be there, and take the rest off the list under Devices."
