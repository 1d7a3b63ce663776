"""Runs the migrations in `versions/` on the application's database."""

from alembic import context
from flask import current_app

engine = current_app.extensions["migrate"].db.engine
metadata = current_app.extensions["migrate"].db.metadata

with engine.connect() as connection:
    context.configure(
        connection=connection,
        target_metadata=metadata,
        render_as_batch=True,
        transaction_per_migration=True,
    )
    with context.begin_transaction():
        context.run_migrations()
