"""Acts carry checksums, each over the one before; the end of every journal is kept beside its event.

Journals of before are chained where they replay. One that does not is left as it is: it is named on the first page.
"""

import logging
from typing import Any

import sqlalchemy as sa
from alembic import op

from engine.refusals import Refused
from server.core.chain import Head, StoredAct, head_of, sealed
from server.core.stored_journal import proved

revision = "0004"
down_revision = "0003"
log = logging.getLogger(__name__)

TOURNAMENT = sa.table("tournament", sa.column("id"), sa.column("name"), sa.column("acts"), sa.column("head"))
PARTS = ("seq", "facts", "version", "by", "at")
JOURNAL = sa.table("journal", *(sa.column(name) for name in ("tournament_id", *PARTS, "checksum")))


def upgrade() -> None:
    op.add_column("tournament", sa.Column("acts", sa.Integer, nullable=False, server_default="0"))
    op.add_column("tournament", sa.Column("head", sa.String, nullable=False, server_default=""))
    op.add_column("journal", sa.Column("checksum", sa.String))
    op.create_table(
        "aside",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column(
            "tournament_id",
            sa.String,
            sa.ForeignKey("tournament.id", ondelete="CASCADE"),
            nullable=False,
            index=True,
        ),
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.Column("put_at", sa.String, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        *(sa.Column(name, sa.String, nullable=False) for name in ("facts", "version", "by", "at")),
        sa.Column("checksum", sa.String),
    )
    connection = op.get_bind()
    for id, name in connection.execute(sa.select(TOURNAMENT.c.id, TOURNAMENT.c.name)).all():
        _chain(connection, id, name)


def downgrade() -> None:
    op.drop_table("aside")
    op.drop_column("journal", "checksum")
    op.drop_column("tournament", "head")
    op.drop_column("tournament", "acts")


def _chain(connection: Any, id: str, name: str) -> None:
    rows = [StoredAct(*row) for row in connection.execute(_rows(id)).all()]
    try:
        proved(id, rows, Head())
    except Refused as why:
        log.warning("The journal of %s is left without checksums. %s", name, why)
        return
    rows = sealed(rows)
    for row in rows:
        ours = (JOURNAL.c.tournament_id == id, JOURNAL.c.seq == row.seq)
        connection.execute(JOURNAL.update().where(*ours).values(checksum=row.checksum))
    end = head_of(rows)
    connection.execute(TOURNAMENT.update().where(TOURNAMENT.c.id == id).values(acts=end.acts, head=end.checksum))


def _rows(id: str) -> Any:
    columns = (JOURNAL.c[name] for name in PARTS)
    return sa.select(*columns).where(JOURNAL.c.tournament_id == id).order_by(JOURNAL.c.seq)
