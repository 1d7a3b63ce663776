"""A database of any version opens in this one, and ends up as the models say."""

import sqlite3
from contextlib import closing

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from flask_migrate import downgrade, upgrade

from server.core.db import db
from tests.server.events import begun


def test_the_migrations_make_what_the_models_say(app):
    with app.app_context(), db.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection, opts={"compare_type": False}), db.metadata) == []


def test_an_event_of_the_first_version_is_kept_and_gets_a_key(app):
    database = app.config["CINDERBOX"].data / "cinderbox.db"
    with app.app_context():
        begun(4)
        downgrade(revision="0001")
        with closing(sqlite3.connect(database)) as old:
            before = old.execute("SELECT seq, facts FROM journal ORDER BY seq").fetchall()
        upgrade()
    with closing(sqlite3.connect(database)) as new:
        assert new.execute("SELECT seq, facts FROM journal ORDER BY seq").fetchall() == before
        assert [len(key) for (key,) in new.execute("SELECT key FROM tournament")] == [32]
