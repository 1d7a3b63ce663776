"""Whole days of every game, line by line: an Undo that is offered works, and every other line says why not."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest

from server.core import journal
from server.event.transfer import import_event

BOX = Path(__file__).parents[2] / "boxes" / "0.1.0-with-checksums"
DAYS = [
    "reborn-with-cut",
    "reborn-called-too-early",
    "classic-with-draws",
    "draft-legendary",
    "summoner-wars-with-a-pool",
    "spellfire-with-fill-ups",
    "team-spirit",
]
LINE = re.compile(r'<tr([^>]*)>\s*<td class="num quiet h-no">(\d+)</td>(.*?)</tr>', re.DOTALL)
LINK = re.compile(r'href="([^"]+)" aria-label="(Undo|Redo|Correct…|Why no undo\?|Why no redo\?) \d+"')


@pytest.mark.parametrize("day", DAYS)
def test_every_line_of_the_history_can_be_undone_or_says_why_not(app, organizer, day):
    with app.app_context():
        tid = import_event(gzip.decompress((BOX / f"{day}.json.gz").read_bytes()))
    history, words = f"/events/{tid}/history/", set()
    for marks, seq, cells in LINE.findall(organizer.get(history).html):
        if "data-dim" in marks or "done again:" in cells:  # undone at its own line
            continue
        [(href, word)] = LINK.findall(cells)
        page = organizer.get(href)
        words.add(word)
        if word == "Correct…":
            assert "Nothing is recorded yet" in page
        elif word in ("Undo", "Redo"):
            assert "Preview. Nothing is changed yet." in page
            undone_and_done_again(app, organizer, tid, seq)
        else:
            assert f"{seq} stays" in page
            assert '<div class="h-block">' in page.html
            assert 'name="seen"' not in page.html
    assert words >= {"Undo", "Why no undo?"}


def undone_and_done_again(app, organizer, tid, seq):
    with app.app_context():
        before = journal.read(tid)
        assert f"{seq} is undone" in organizer.post(f"/events/{tid}/history/{seq}/undo", seen=before.revision)
        after = journal.read(tid)
        organizer.post(f"/events/{tid}/history/{after.acts[-1].seq}/undo", seen=after.revision)
        assert journal.read(tid).tournament == before.tournament
