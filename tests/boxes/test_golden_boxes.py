"""Databases and exports written by any released version open in every later one, and tell the same."""

from __future__ import annotations

import gzip
import io
import json
import re
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest
from seen import api_answers
from sqlalchemy import select

from server.app import opened_app
from server.cli.__main__ import main
from server.core import box_journal, journal, known_people
from server.core.config import Config
from server.core.db import db
from server.core.models import EntryRow, TournamentRow
from server.core.stored_journal import proved, whole_journal
from server.event.transfer import export_event, import_event

HERE = Path(__file__).parent
BOXES = sorted(path.parent for path in HERE.glob("*/cinderbox.db.gz"))
EXPORTS = [path for box in BOXES for path in sorted(box.glob("*.json.gz")) if path.name != "expected.json.gz"]
SENTENCES = {"working"}
RULESETS = {"ashes-reborn", "ashes-classic", "ashes-draft", "summoner-wars", "spellfire"}


def read(path):
    return gzip.decompress(path.read_bytes())


def exports_of(folder):
    return [path for path in EXPORTS if path.parent == folder]


def event_of(path):
    return path.name.split(".")[0]


@cache
def expected_of(folder):
    """What the box said then, of every event."""
    return json.loads(read(folder / "expected.json.gz"))


@contextmanager
def opened(data, database=None):
    """A box on the data of this folder, migrated as at any start; closed afterwards."""
    if database:
        (data / "cinderbox.db").write_bytes(read(database))
    _forget()
    with opened_app(Config(data)) as app, app.app_context():
        yield app
    _forget()


def _forget():
    for part in (journal, box_journal, known_people):
        part.forget()


def _as_called_now(words):
    """The games have one spelling each since, and the final its article; what programs go by is what it was."""
    words = words.replace("Ashes classic", "Ashes Classic").replace("Ashes draft", "Ashes Draft")
    return "After the final" if words == "After final" else words


def differences(expected, found, where=""):
    """Where something is missing or says something else; more may be there than was, and a sentence may be better."""
    if isinstance(expected, dict) and isinstance(found, dict):
        for key, value in expected.items():
            if key in SENTENCES and bool(value) == bool(found.get(key)):
                continue
            yield from differences(value, found.get(key, "nothing"), f"{where}/{key}")
    elif isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        for place, (one, two) in enumerate(zip(expected, found, strict=True)):
            yield from differences(one, two, f"{where}/{place}")
    elif isinstance(expected, str) and _as_called_now(counted(expected)) == found:
        return
    elif expected != found:
        yield f"{where}: {expected!r} became {found!r}"


def counted(sentence):
    """Reasons once could not count to one."""
    return re.sub(r"\bon 1 (win|point)s\b", r"on 1 \1", sentence)


@pytest.fixture(scope="module", params=BOXES, ids=lambda box: box.name)
def box(request):
    """The folder of a golden box, one after the other."""
    return request.param


@pytest.fixture(scope="module")
def app(box, tmp_path_factory):
    """The golden box as it is opened today; everybody only reads in it."""
    with opened(tmp_path_factory.mktemp("box"), box / "cinderbox.db.gz") as app:
        yield app


def test_a_golden_box_says_what_it_said(box, app):
    assert list(differences(expected_of(box), api_answers(app, expected_of(box)))) == []


def test_every_act_of_a_golden_box_is_chained_and_proved(app):
    """Those of before get their checksums when the box is opened; the others open with the ones they have."""
    with db.engine.connect() as connection:
        for id in connection.execute(select(TournamentRow.id)).scalars().all():
            head, rows = whole_journal(connection, id)
            assert head.acts == len(rows)
            proved(id, rows, head)


def test_everybody_of_a_golden_box_is_in_its_directory(app):
    """Those of before there was one are linked when the box is opened; the journal of the box is sound."""
    with db.engine.connect() as connection:
        book = box_journal.read()
        assert book.acts
        linked = dict(
            connection.execute(select(EntryRow.tournament_id + "/" + EntryRow.entry, EntryRow.person_id)).all()
        )
        events = select(TournamentRow.id).where(TournamentRow.demo.is_(False))
        for id in connection.execute(events).scalars().all():
            for player in journal.read(id).tournament.players:
                assert linked[f"{id}/{player}"] in book.box.people.known


def test_its_events_are_exported_as_they_were(box, app):
    """In today's shape, which the file of then, imported here, has too."""
    for path in exports_of(box):
        was = json.loads(read(path))
        assert list(differences(was["players"], export_event(event_of(path))["players"])) == []


@pytest.mark.parametrize("folder", BOXES, ids=lambda folder: folder.name)
def test_every_golden_export_is_imported_and_says_the_same(folder, tmp_path):
    with opened(tmp_path) as app:
        for path in exports_of(folder):
            import_event(read(path), tournament_id=event_of(path))
        found = api_answers(app)
    exported = {event_of(path): expected_of(folder)[event_of(path)] for path in exports_of(folder)}
    assert list(differences(exported, found)) == []


def test_every_game_is_on_a_golden_box():
    for box in BOXES:
        exports = [json.loads(read(path)) for path in exports_of(box)]
        made = {export["acts"][0]["facts"][0]["settings"]["ruleset"] for export in exports}
        assert made == RULESETS


def printed(raw, capsys, monkeypatch):
    """What `cinderbox standings -` prints of this, and its exit code."""
    monkeypatch.setattr("sys.stdin", io.StringIO(raw if isinstance(raw, str) else raw.decode()))
    code = main(["standings", "-"])
    out, err = capsys.readouterr()
    return code, json.loads(out) if out else err


@pytest.mark.parametrize("path", EXPORTS, ids=lambda path: f"{path.parent.name}-{event_of(path)}")
def test_the_command_line_reads_every_export_and_says_what_the_box_says(path, capsys, monkeypatch):
    """`cinderbox standings` reads what `cinderbox export` writes."""
    expected = expected_of(path.parent)[event_of(path)][1]
    code, found = printed(read(path), capsys, monkeypatch)
    if not expected["standings"]:
        assert (code, found) == (2, "There are no standings yet: no round has been played.\n")
        return
    assert code == 0
    lines = found["standings"] if isinstance(found, dict) else found
    told = ("rank", "player", "name", "points", "decided_by")
    shown = [{key: row.get(key) for key in told if key in row} for row in expected["standings"]]
    assert [{key: line.get(key) for key in each} for line, each in zip(lines, shown, strict=True)] == shown
    assert "⟨" not in json.dumps(found, ensure_ascii=False)
