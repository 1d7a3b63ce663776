"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def _event() -> sa.Column[str]:
    return sa.Column("tournament_id", sa.String, sa.ForeignKey("tournament.id", ondelete="CASCADE"), primary_key=True)


def upgrade() -> None:
    op.create_table(
        "tournament",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("created_at", sa.String, nullable=False),
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.Column("archived", sa.Boolean, nullable=False),
        sa.Column("demo", sa.Boolean, nullable=False),
    )
    op.create_table(
        "journal",
        _event(),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("facts", sa.String, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("by", sa.String, nullable=False),
        sa.Column("at", sa.String, nullable=False),
        sa.Column("request_id", sa.String),
        sa.UniqueConstraint("tournament_id", "request_id"),
    )
    op.create_table(
        "player",
        _event(),
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("club", sa.String, nullable=False),
        sa.Column("paid", sa.Boolean, nullable=False),
    )
    op.create_table(
        "text",
        _event(),
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("text", sa.String, nullable=False),
        sa.Column("at", sa.String, nullable=False),
        sa.Column("gone", sa.Boolean, nullable=False),
    )
    op.create_table(
        "pin",
        sa.Column("role", sa.String, primary_key=True),
        sa.Column("hash", sa.String, nullable=False),
    )
    op.create_table(
        "sign_in",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("token_hash", sa.String, nullable=False),
        sa.Column("role", sa.String, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("device", sa.String, nullable=False),
        sa.Column("address", sa.String, nullable=False),
        sa.Column("since", sa.String, nullable=False),
        sa.Column("seen", sa.String, nullable=False),
        sa.Column("revoked", sa.Boolean, nullable=False),
    )
    op.create_index("sign_in_token", "sign_in", ["token_hash"], unique=True)
    op.create_table(
        "wrong_pin",
        sa.Column("device", sa.String, primary_key=True),
        sa.Column("times", sa.Integer, nullable=False),
        sa.Column("until", sa.Float, nullable=False),
    )


def downgrade() -> None:
    for table in ("wrong_pin", "sign_in", "pin", "text", "player", "journal", "tournament"):
        op.drop_table(table)
