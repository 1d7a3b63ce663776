"""An application that knows a data directory and its database, and no page yet."""

from __future__ import annotations

import re
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import Any

from flask import Flask, current_app
from sqlalchemy import Connection, inspect, text

from engine.refusals import Refused
from server.core.config import Config, secret_key
from server.core.db import db, require_answer
from server.core.forms import PageRequest
from server.core.sessions import HTTP_COOKIE, Sessions

MIGRATIONS = Path(__file__).parent / "migrations"
_NAMED = re.compile(r'^(revision|down_revision)\b[^=\n]*= "(\w+)"', re.MULTILINE)


class Application(Flask):
    """Tells what goes wrong, also while it tells of something else.

    The page about somebody who is not there may stumble over a damaged list of all others.
    """

    request_class = PageRequest

    def handle_user_exception(self, why: Exception) -> Any:
        try:
            return super().handle_user_exception(why)
        except Exception as also:
            if also is why:  # that nobody can tell
                raise
            return super().handle_user_exception(also)


def database_app(config: Config) -> Flask:
    """The application on this data directory; `bring_up_to_date` comes next."""
    app = Application(__name__, static_folder=None)
    app.config.update(
        SECRET_KEY=secret_key(config),
        SQLALCHEMY_DATABASE_URI=config.database,
        SQLALCHEMY_ENGINE_OPTIONS=config.engine_options,
        MAX_CONTENT_LENGTH=config.most_body,
        MAX_FORM_MEMORY_SIZE=config.most_body,
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_NAME=HTTP_COOKIE,
        SESSION_REFRESH_EACH_REQUEST=False,  # an answer that was overtaken would bring an older session back
        PERMANENT_SESSION_LIFETIME=timedelta(days=30),
        WTF_CSRF_TIME_LIMIT=None,
        CINDERBOX=config,
    )
    app.session_interface = Sessions()
    db.init_app(app)
    return app


@cache
def known_revisions() -> frozenset[str]:
    """The shapes of the tables that this version knows, by the names the database keeps of them."""
    return frozenset(_steps())


@cache
def _steps() -> dict[str, str]:
    """Every step of the tables with the one before it, read from their files: alembic is slow to load."""
    texts = [path.read_text(encoding="utf-8") for path in sorted((MIGRATIONS / "versions").glob("*.py"))]
    told = [dict(_NAMED.findall(text)) for text in texts]
    return {each["revision"]: each.get("down_revision", "") for each in told}


def _newest() -> str:
    (newest,) = known_revisions() - set(_steps().values())
    return newest


class Newer(Refused):
    """Written by a version that this one does not know."""


def bring_up_to_date() -> None:
    """The tables as this version has them. Needs the application's context."""
    require_answer()
    with db.engine.connect() as connection:
        revision = _revision(connection)
    if revision is not None and revision not in known_revisions():
        raise Newer(
            f"The events of this box were written by a newer version of Cinderbox (tables {revision}). Update "
            "Cinderbox, or restore a backup from before the update."
        )
    if revision != _newest():
        _migrate()


def _revision(connection: Connection) -> str | None:
    """Which step the tables are at; None where there are none yet."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return found


def _migrate() -> None:
    know_migrations(current_app)
    from flask_migrate import upgrade

    upgrade()


def know_migrations(app: Flask) -> None:
    """Only where it is needed: a box migrates once for each version, and starts every day."""
    from flask_migrate import Migrate

    Migrate(app, db, directory=str(MIGRATIONS), render_as_batch=True)


def close_connections(app: Flask) -> None:
    with app.app_context():
        db.engine.dispose()
