"""What other programs see of a box: the API's answers, without what differs from one moment to the next."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from flask import Flask

MOVES = {"revision", "software", "server_ms", "boot", "boot_id", "now", "seen", "at"}


def api_answers(app: Flask, known: Iterable[str] = ()) -> dict[str, Any]:
    """Of every event in the list, and of those `known` besides (a demo is not listed beside a real event): the
    tournament, its standings and its clock."""
    client = app.test_client()
    ids = {each["id"] for each in client.get("/api/tournaments").get_json()["tournaments"]} | set(known)
    parts = ("", "/standings")
    return {
        tid: [_still(client.get(f"/api/tournaments/{tid}{part}").get_json()) for part in parts] for tid in sorted(ids)
    }


def _still(answer: Any) -> Any:
    if isinstance(answer, dict):
        return {key: _still(value) for key, value in answer.items() if key not in MOVES and not key.endswith("_ms")}
    if isinstance(answer, list):
        return [_still(value) for value in answer]
    return answer
