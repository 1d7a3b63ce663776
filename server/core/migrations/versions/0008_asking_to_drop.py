"""A table's tablet asks the desk to drop one of its players."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("call", sa.Column("player", sa.String))


def downgrade() -> None:
    op.drop_column("call", "player")
