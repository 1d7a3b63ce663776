"""Tablets, screens, calls, chess clocks, heartbeats, decks; keys for slips and personal codes."""

import secrets
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

MADE = ("box", "deck", "heartbeat", "chess_clock", "visit", "call", "screen", "device")


def _event(**how: Any) -> sa.Column[str]:
    return sa.Column("tournament_id", sa.String, sa.ForeignKey("tournament.id", ondelete="CASCADE"), **how)


def _perhaps_an_event() -> sa.Column[str]:
    return sa.Column("tournament_id", sa.String, sa.ForeignKey("tournament.id", ondelete="SET NULL"))


def _text(name: str, *, default: str | None = None) -> sa.Column[str]:
    return sa.Column(name, sa.String, nullable=False, server_default=default)


def _number(name: str, **how: Any) -> sa.Column[int]:
    return sa.Column(name, sa.Integer, nullable=False, **how)


def upgrade() -> None:
    op.add_column("tournament", _text("key", default=""))
    op.add_column("player", _number("codes", server_default="0"))
    _give_keys()
    op.create_table(
        "device",
        sa.Column("id", sa.Integer, primary_key=True),
        _text("name"),
        _perhaps_an_event(),
        sa.Column("table_number", sa.Integer),
        sa.Column("code", sa.String),
        sa.Column("code_until", sa.Float, nullable=False),
        sa.Column("token_hash", sa.String),
        *(_text(name) for name in ("address", "browser", "since", "seen")),
        sa.Column("revoked", sa.Boolean, nullable=False),
    )
    op.create_index("device_token", "device", ["token_hash"], unique=True)
    op.create_table(
        "screen",
        sa.Column("id", sa.String, primary_key=True),
        _text("name"),
        _perhaps_an_event(),
        _text("scene"),
        sa.Column("sounds", sa.Boolean, nullable=False),
        *(_number(name) for name in ("volume", "identify", "test")),
        *(_text(name) for name in ("address", "seen")),
    )
    op.create_table(
        "call",
        sa.Column("id", sa.Integer, primary_key=True),
        _event(nullable=False, index=True),
        *(_number(name) for name in ("round", "table_number")),
        *(_text(name) for name in ("kind", "by", "at")),
        *(sa.Column(name, sa.String) for name in ("claimed_by", "claimed_at", "done_at")),
        sa.Column("request_id", sa.String, unique=True),
    )
    op.create_table(
        "visit",
        _event(primary_key=True),
        _number("table_number", primary_key=True, autoincrement=False),
        _number("round"),
        *(_text(name) for name in ("by", "boot_id")),
        sa.Column("ms", sa.BigInteger, nullable=False),
        _text("at"),
    )
    op.create_table(
        "chess_clock",
        _event(primary_key=True),
        *(_number(name, primary_key=True, autoincrement=False) for name in ("round", "table_number")),
        _number("counter"),
        *(_text(name) for name in ("state", "at")),
    )
    op.create_table(
        "heartbeat",
        _event(primary_key=True),
        _text("boot_id"),
        sa.Column("ms", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "deck",
        _event(primary_key=True),
        sa.Column("player_id", sa.String, primary_key=True),
        *(_text(name) for name in ("list", "by", "at")),
    )
    op.create_table("box", sa.Column("key", sa.String, primary_key=True), _text("value"))


def downgrade() -> None:
    for table in MADE:
        op.drop_table(table)
    op.drop_column("player", "codes")
    op.drop_column("tournament", "key")


def _give_keys() -> None:
    """Events made before this version get a key of their own too."""
    tournament = sa.table("tournament", sa.column("id", sa.String), sa.column("key", sa.String))
    connection = op.get_bind()
    for id in connection.execute(sa.select(tournament.c.id)).scalars().all():
        connection.execute(tournament.update().where(tournament.c.id == id).values(key=secrets.token_hex(16)))
