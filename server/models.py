"""The tables. The journal is the truth about a tournament; names and texts stand beside it and can be corrected."""

from __future__ import annotations

from sqlalchemy import ForeignKey, Index, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from server.db import Base


class TournamentRow(Base):
    """An event on this box. `epoch` grows with every restore and import, so that no page mistakes an older past."""

    __tablename__ = "tournament"

    id: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str]
    created_at: Mapped[str]
    epoch: Mapped[int] = mapped_column(default=1)
    archived: Mapped[bool] = mapped_column(default=False)
    demo: Mapped[bool] = mapped_column(default=False)


class JournalRow(Base):
    """One act: the facts of one decision. Only ever appended to."""

    __tablename__ = "journal"
    __table_args__ = (UniqueConstraint("tournament_id", "request_id"),)

    tournament_id: Mapped[str] = mapped_column(ForeignKey("tournament.id", ondelete="CASCADE"), primary_key=True)
    seq: Mapped[int] = mapped_column(primary_key=True)
    facts: Mapped[str]
    version: Mapped[int]
    by: Mapped[str]
    at: Mapped[str]
    request_id: Mapped[str | None]


class PlayerRow(Base):
    """What is known of a player beyond the journal's id."""

    __tablename__ = "player"

    tournament_id: Mapped[str] = mapped_column(ForeignKey("tournament.id", ondelete="CASCADE"), primary_key=True)
    id: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str]
    club: Mapped[str] = mapped_column(default="")
    paid: Mapped[bool] = mapped_column(default=False)


class TextRow(Base):
    """Free text that belongs to a fact: why a penalty was given, what was announced."""

    __tablename__ = "text"

    tournament_id: Mapped[str] = mapped_column(ForeignKey("tournament.id", ondelete="CASCADE"), primary_key=True)
    id: Mapped[str] = mapped_column(primary_key=True)
    kind: Mapped[str]
    text: Mapped[str]
    at: Mapped[str]
    gone: Mapped[bool] = mapped_column(default=False)


class PinRow(Base):
    """The PIN of a role, hashed."""

    __tablename__ = "pin"

    role: Mapped[str] = mapped_column(primary_key=True)
    hash: Mapped[str]


class SignInRow(Base):
    """Somebody of the staff on some device; the token is only known to that device."""

    __tablename__ = "sign_in"
    __table_args__ = (Index("sign_in_token", "token_hash", unique=True),)

    id: Mapped[int] = mapped_column(primary_key=True)
    token_hash: Mapped[str]
    role: Mapped[str]
    name: Mapped[str]
    device: Mapped[str]
    address: Mapped[str]
    since: Mapped[str]
    seen: Mapped[str]
    revoked: Mapped[bool] = mapped_column(default=False)


class WrongPinRow(Base):
    """Wrong PINs by device: each further one waits longer."""

    __tablename__ = "wrong_pin"

    device: Mapped[str] = mapped_column(primary_key=True)
    times: Mapped[int]
    until: Mapped[float]
