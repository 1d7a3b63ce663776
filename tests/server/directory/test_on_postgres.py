"""The same on PostgreSQL: linked, merged, erased, and erased again in a dump that is put back."""

import pytest
from sqlalchemy import select

from engine.decisions import directory as decisions
from server.app import opened_app
from server.box import backups, restoring
from server.core import box_journal, journal, known_people
from server.core.config import Config
from server.core.db import db
from server.core.models import PlayerRow
from server.directory import erasing
from server.directory.person_page import person_page
from tests.server.people.listed import event, people, person, play


@pytest.fixture
def box(cluster, tmp_path):
    for part in (journal, box_journal, known_people):
        part.forget()
    with opened_app(Config(tmp_path, cluster.make("people"))) as app, app.app_context():
        yield app
    for part in (journal, box_journal, known_people):
        part.forget()


def test_linked_merged_erased_and_a_dump_loses_the_name_again(box):
    config = box.config["CINDERBOX"]
    play(event("one", "Anna Schmidt", "Ben", "Cai", "Dee"), 1)
    play(event("two", "Ana Schmitt", "Ben", "Eve", "Fay"), 1)
    anna, ana = person("Anna Schmidt"), person("Ana Schmitt")
    box_journal.record("s1", decide=lambda box: decisions.merge(box, anna, gone=ana))
    known = known_people.directory()
    assert len(person_page(known, anna).events) == 2
    made = backups.copy_here(config) if backups.can_back_up(config) else None
    erasing.erase(anna, "s1")
    assert [each[0] for each in people()] == ["Ben", "Cai", "Dee", "Eve", "Fay"]
    if made is not None:
        restoring.restore(config, made)
    with db.engine.connect() as connection:
        names = set(connection.execute(select(PlayerRow.name)).scalars())
    assert names == {"Removed player", "Ben", "Cai", "Dee", "Eve", "Fay"}
    assert box_journal.read().revision.epoch == (2 if made else 1)
