"""The results on every stick in the box, as soon as an event is finished."""

from __future__ import annotations

from pathlib import Path

from flask import Flask

from server.core.desk import desk
from server.paper.round_pack import pack_name
from server.takeaway.archive import archive
from server.takeaway.forum_text import forum_text


def results_for_the_stick(app: Flask, tournament_id: str, folder: Path) -> list[Path]:
    """The zip and the text of a finished event; nothing before."""
    with app.test_request_context():
        event = desk(tournament_id)
        if event.t.finish is None:
            return []
        stem = folder / f"{pack_name(event)}-results"
        pages, text = stem.with_suffix(".zip"), stem.with_suffix(".txt")
        pages.write_bytes(archive(event))
        text.write_text(forum_text(event), encoding="utf-8")
    return [pages, text]
