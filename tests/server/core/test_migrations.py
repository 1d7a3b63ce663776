"""A database of any version opens in this one, and ends up as the models say."""

import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from flask import current_app
from flask_migrate import downgrade, upgrade

from server.core import database_app
from server.core.database_app import know_migrations
from server.core.db import db
from tests.server.events import begun


def test_the_steps_are_those_that_alembic_knows():
    scripts = ScriptDirectory(str(database_app.MIGRATIONS))
    assert database_app.known_revisions() == {each.revision for each in scripts.walk_revisions()}
    assert scripts.get_current_head() == database_app._newest()


def test_a_box_that_is_up_to_date_starts_without_migrating(app, monkeypatch):
    monkeypatch.setattr(database_app, "_migrate", lambda: pytest.fail("migrated again"))
    with app.app_context():
        database_app.bring_up_to_date()


def test_the_server_loads_nothing_that_only_a_migration_needs():
    asked = "import sys, server.app; print([m for m in ('alembic', 'mako', 'flask_migrate') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_migrations_make_what_the_models_say(app):
    with app.app_context(), db.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection, opts={"compare_type": False}), db.metadata) == []


def test_an_event_of_the_first_version_is_kept_and_gets_a_key(app):
    database = app.config["CINDERBOX"].data / "cinderbox.db"
    with app.app_context():
        begun(4)
        know_migrations(current_app)
        downgrade(revision="0001")
        with closing(sqlite3.connect(database)) as old:
            before = old.execute("SELECT seq, facts FROM journal ORDER BY seq").fetchall()
        upgrade()
    with closing(sqlite3.connect(database)) as new:
        assert new.execute("SELECT seq, facts FROM journal ORDER BY seq").fetchall() == before
        assert [len(key) for (key,) in new.execute("SELECT key FROM tournament")] == [32]
