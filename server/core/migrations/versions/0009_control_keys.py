"""Keys for other programs: a Stream Deck, a foot switch, a script."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.create_table(
        "control_key",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("token_hash", sa.String, nullable=False),
        sa.Column("by", sa.String, nullable=False),
        sa.Column("since", sa.String, nullable=False),
        sa.Column("used", sa.String, nullable=False),
        sa.Column("address", sa.String, nullable=False),
        sa.Column("revoked", sa.Boolean, nullable=False),
    )
    op.create_index("control_key_token", "control_key", ["token_hash"], unique=True)


def downgrade() -> None:
    op.drop_table("control_key")
