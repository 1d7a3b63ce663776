"""Calls that nobody goes to yet, on every page of the staff."""

from __future__ import annotations

from flask import request, url_for

from engine.values import dataclass
from server.core.unsaved import if_possible
from server.floor.calls import Call, unanswered
from server.floor.floor_page import WANTS, waited

MOST = 3


@dataclass(frozen=True, slots=True)
class CallBar:
    """`ids` wait for a judge, so that each sounds once; `lines` are the first calls: where, what, since when."""

    ids: str
    lines: tuple[tuple[str, str, str], ...]
    more: int


def call_bar() -> CallBar:
    """The floor itself shows its calls, so they are not said there again."""
    found = _readable()
    here = (request.view_args or {}).get("tid")
    shown = [each for each in found if not (request.endpoint == "floor.show" and each[0] == here)]
    lines = tuple(
        (
            url_for("floor.show", tid=tid),
            f"{call.place}{'' if tid == here else f' of {name}'} {WANTS[call.kind]}",
            waited(call.at),
        )
        for tid, name, call in shown[:MOST]
    )
    sounding = " ".join(str(call.id) for _, _, call in found if call.kind != "drop")
    return CallBar(sounding, lines, max(0, len(shown) - MOST))


def _readable() -> tuple[tuple[str, str, Call], ...]:
    """None where they cannot be read: the page around them comes all the same."""
    with if_possible():
        return unanswered()
    return ()
