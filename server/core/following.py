"""What rooms above do once something was committed. The application fills it in.

What fails here is logged and takes nothing along: the act is recorded, and the next start looks for what was missed.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from engine import facts as f
from engine.refusals import Refused
from server.core import unsaved

ACTS: list[Callable[[str, tuple[f.Fact, ...]], None]] = []
REPLACED: list[Callable[[], None]] = []
log = logging.getLogger(__name__)


def act_recorded(tournament_id: str, facts: tuple[f.Fact, ...]) -> None:
    """An act of this event was recorded."""
    for follow in ACTS:
        _tried(lambda follow=follow: follow(tournament_id, facts))  # type: ignore[misc]


def events_replaced() -> None:
    """Events came in from a backup or a file."""
    for follow in REPLACED:
        _tried(follow)


def _tried(follow: Callable[[], None]) -> None:
    try:
        follow()
    except (Refused, *unsaved.FAILURES) as why:
        log.warning("something that follows an act was left for the next start: %s", type(why).__name__)
    except Exception:
        log.exception("something that follows an act failed")
