"""An application that knows a data directory and its database, and no page yet."""

from __future__ import annotations

from datetime import timedelta
from functools import cache
from pathlib import Path

from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from flask import Flask
from flask_migrate import Migrate
from flask_migrate import upgrade as migrate_up

from engine.refusals import Refused
from server.core.config import Config, secret_key
from server.core.db import db, require_answer
from server.core.sessions import Sessions

MIGRATIONS = Path(__file__).parent / "migrations"


def database_app(config: Config) -> Flask:
    """The application on this data directory; `bring_up_to_date` comes next."""
    app = Flask(__name__, static_folder=None)
    app.config.update(
        SECRET_KEY=secret_key(config),
        SQLALCHEMY_DATABASE_URI=config.database,
        SQLALCHEMY_ENGINE_OPTIONS=config.engine_options,
        MAX_CONTENT_LENGTH=config.most_body,
        MAX_FORM_MEMORY_SIZE=config.most_body,
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_NAME="cinderbox",
        SESSION_REFRESH_EACH_REQUEST=False,  # an answer that was overtaken would bring an older session back
        PERMANENT_SESSION_LIFETIME=timedelta(days=30),
        WTF_CSRF_TIME_LIMIT=None,
        CINDERBOX=config,
    )
    app.session_interface = Sessions()
    db.init_app(app)
    Migrate(app, db, directory=str(MIGRATIONS), render_as_batch=True)
    return app


@cache
def known_revisions() -> frozenset[str]:
    """The shapes of the tables that this version knows, by the names the database keeps of them."""
    return frozenset(each.revision for each in ScriptDirectory(str(MIGRATIONS)).walk_revisions())


class Newer(Refused):
    """Written by a version that this one does not know."""


def bring_up_to_date() -> None:
    """The tables as this version has them. Needs the application's context."""
    require_answer()
    with db.engine.connect() as connection:
        revision = MigrationContext.configure(connection).get_current_revision()
    if revision is not None and revision not in known_revisions():
        raise Newer(
            f"The events of this box were written by a newer version of Cinderbox (tables {revision}). Update "
            "Cinderbox, or restore a backup from before the update."
        )
    migrate_up()


def close_connections(app: Flask) -> None:
    with app.app_context():
        db.engine.dispose()
