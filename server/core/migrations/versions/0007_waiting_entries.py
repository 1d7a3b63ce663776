"""Players enter by phone, and wait for the desk."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "waiting_entry",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column(
            "tournament_id",
            sa.String,
            sa.ForeignKey("tournament.id", ondelete="CASCADE"),
            nullable=False,
            index=True,
        ),
        sa.Column("token_hash", sa.String, nullable=False),
        sa.Column("place", sa.BigInteger, nullable=False),
        *(
            sa.Column(name, sa.String, nullable=False)
            for name in ("state", "name", "club", "partner", "factions", "deck", "address", "at")
        ),
        sa.Column("player_id", sa.String),
        sa.Column("codes", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("waiting_entry")
