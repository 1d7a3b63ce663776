"""Putting up an announcement, whoever asks: what may be said, and how it is recorded."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from engine import facts as f
from engine.decisions import announcements
from engine.refusals import Refused
from engine.words import Tournament
from server.core import texts
from server.core.journal import Beside

LONGEST = 280


def announcing(tid: str, text: str, request_id: str) -> tuple[Callable[[Tournament], tuple[f.Fact, ...]], Beside]:
    """What to decide and what to write beside it; the same request is the same announcement."""
    said = texts.cleaned(text, most=LONGEST)
    if not said:
        raise Refused("Type what everybody should know.")
    id = f"a{request_id[:40] or secrets.token_hex(8)}"
    return (
        lambda t: announcements.announce(t, id),
        lambda connection: texts.write(connection, tid, id=id, kind=texts.ANNOUNCEMENT, text=said),
    )
