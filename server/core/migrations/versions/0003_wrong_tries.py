"""Wrong tries are counted by key, on the clock of the machine and not by the date; a tablet's code lives by it, too."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.drop_table("wrong_pin")
    op.create_table(
        "wrong_try",
        sa.Column("key", sa.String, primary_key=True),
        sa.Column("who", sa.String, primary_key=True),
        sa.Column("boot_id", sa.String, nullable=False),
        sa.Column("times", sa.BigInteger, nullable=False),
        sa.Column("until_ms", sa.BigInteger, nullable=False),
    )
    op.add_column("device", sa.Column("code_boot", sa.String, nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("device", "code_boot")
    op.drop_table("wrong_try")
    op.create_table(
        "wrong_pin",
        sa.Column("device", sa.String, primary_key=True),
        sa.Column("times", sa.Integer, nullable=False),
        sa.Column("until", sa.Float, nullable=False),
    )
