"""The box has a journal of its own, for its people. Who played before is linked when the server starts."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "box_head",
        sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("epoch", sa.BigInteger, nullable=False),
        sa.Column("acts", sa.BigInteger, nullable=False),
        sa.Column("head", sa.String, nullable=False),
    )
    op.execute("INSERT INTO box_head (id, epoch, acts, head) VALUES (1, 1, 0, '')")
    op.create_table(
        "box_journal",
        sa.Column("seq", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("facts", sa.String, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("by", sa.String, nullable=False),
        sa.Column("at", sa.String, nullable=False),
        sa.Column("request_id", sa.String, unique=True),
        sa.Column("checksum", sa.String),
    )
    op.create_table(
        "box_aside",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("epoch", sa.BigInteger, nullable=False),
        sa.Column("put_at", sa.String, nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False),
        *(sa.Column(name, sa.String, nullable=False) for name in ("facts", "version", "by", "at")),
        sa.Column("checksum", sa.String),
    )
    op.create_table(
        "person",
        sa.Column("id", sa.String, primary_key=True),
        *(sa.Column(name, sa.String, nullable=False) for name in ("name", "club", "number", "note", "spellings")),
    )
    op.create_table(
        "entry",
        sa.Column("tournament_id", sa.String, sa.ForeignKey("tournament.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("entry", sa.String, primary_key=True),
        sa.Column("person_id", sa.String, nullable=False, index=True),
    )
    op.add_column("tournament", sa.Column("nameless", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_table(
        "erased",
        *(sa.Column(name, sa.String, primary_key=True) for name in ("origin", "entry", "person_id")),
    )


def downgrade() -> None:
    op.drop_column("tournament", "nameless")
    for table in ("erased", "entry", "person", "box_aside", "box_journal", "box_head"):
        op.drop_table(table)
