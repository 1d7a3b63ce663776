"""The tables. The journal is the truth about a tournament; names and texts stand beside it and can be corrected."""

from __future__ import annotations

import secrets

from sqlalchemy import BigInteger, ForeignKey, Index, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from server.core.db import Base, Exact


class TournamentRow(Base):
    """An event on this box. `epoch` grows with every restore and import, so that no page mistakes an older past."""

    __tablename__ = "tournament"

    id: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str]
    created_at: Mapped[str]
    epoch: Mapped[int] = mapped_column(default=1)
    archived: Mapped[bool] = mapped_column(default=False)
    demo: Mapped[bool] = mapped_column(default=False)
    key: Mapped[str] = mapped_column(default=lambda: secrets.token_hex(16))  # what slips and codes are made from
    acts: Mapped[int] = mapped_column(BigInteger, default=0)  # how many its journal has, and the checksum of the last
    head: Mapped[str] = mapped_column(default="")
    nameless: Mapped[bool] = mapped_column(default=False)  # so old that its names were taken away


class JournalRow(Base):
    """One act: the facts of one decision. Only ever appended to. The checksum is over this act and the one before."""

    __tablename__ = "journal"
    __table_args__ = (UniqueConstraint("tournament_id", "request_id"),)

    tournament_id: Mapped[str] = mapped_column(ForeignKey("tournament.id", ondelete="CASCADE"), primary_key=True)
    seq: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    facts: Mapped[str] = mapped_column(Exact)
    version: Mapped[int] = mapped_column(BigInteger)
    by: Mapped[str] = mapped_column(Exact)
    at: Mapped[str] = mapped_column(Exact)
    request_id: Mapped[str | None]
    checksum: Mapped[str | None] = mapped_column(Exact)


class AsideRow(Base):
    """A row of a journal that was damaged, or came after one that was: kept as it was found when the event went on."""

    __tablename__ = "aside"

    id: Mapped[int] = mapped_column(primary_key=True)
    tournament_id: Mapped[str] = mapped_column(ForeignKey("tournament.id", ondelete="CASCADE"), index=True)
    epoch: Mapped[int]
    put_at: Mapped[str]
    seq: Mapped[int]
    facts: Mapped[str]
    version: Mapped[str]
    by: Mapped[str]
    at: Mapped[str]
    checksum: Mapped[str | None]


class PlayerRow(Base):
    """What is known of a player beyond the journal's id."""

    __tablename__ = "player"

    tournament_id: Mapped[str] = mapped_column(ForeignKey("tournament.id", ondelete="CASCADE"), primary_key=True)
    id: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str]
    club: Mapped[str] = mapped_column(default="")
    paid: Mapped[bool] = mapped_column(default=False)
    codes: Mapped[int] = mapped_column(default=0)  # how often the personal code was replaced


class WaitingEntryRow(Base):
    """Somebody who entered by phone and waits for the desk, or whom the desk has answered.

    Outside the journal: nobody is on a list because a phone said so. Once accepted, what was typed is taken out of the
    row, and the phone that holds the token is the player's, as long as their code was not replaced (`codes`).
    """

    __tablename__ = "waiting_entry"

    id: Mapped[str] = mapped_column(primary_key=True)
    tournament_id: Mapped[str] = mapped_column(ForeignKey("tournament.id", ondelete="CASCADE"), index=True)
    token_hash: Mapped[str]
    place: Mapped[int]  # in which order they came
    state: Mapped[str] = mapped_column(default="waiting")  # or refused, accepted
    name: Mapped[str] = mapped_column(default="")
    club: Mapped[str] = mapped_column(default="")
    partner: Mapped[str] = mapped_column(default="")
    factions: Mapped[str] = mapped_column(default="")  # one a line
    deck: Mapped[str] = mapped_column(default="")
    address: Mapped[str] = mapped_column(default="")
    at: Mapped[str] = mapped_column(default="")
    player_id: Mapped[str | None]
    codes: Mapped[int] = mapped_column(default=0)


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


class ControlKeyRow(Base):
    """A key for another program, such as a Stream Deck. Only its hash is kept; one that is revoked keeps its name."""

    __tablename__ = "control_key"
    __table_args__ = (Index("control_key_token", "token_hash", unique=True),)

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    token_hash: Mapped[str]
    by: Mapped[str]
    since: Mapped[str]
    used: Mapped[str] = mapped_column(default="")  # when it last did something
    address: Mapped[str] = mapped_column(default="")  # and from where
    revoked: Mapped[bool] = mapped_column(default=False)


class WrongTryRow(Base):
    """Wrong PINs and codes, by what was tried and by whom; in milliseconds since this boot."""

    __tablename__ = "wrong_try"

    key: Mapped[str] = mapped_column(primary_key=True)
    who: Mapped[str] = mapped_column(primary_key=True)
    boot_id: Mapped[str]
    times: Mapped[int]
    until_ms: Mapped[int]


class DeviceRow(Base):
    """A tablet. It is let in once with a code from the desk and keeps a token; without a table it may take any."""

    __tablename__ = "device"
    __table_args__ = (Index("device_token", "token_hash", unique=True),)

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    tournament_id: Mapped[str | None] = mapped_column(ForeignKey("tournament.id", ondelete="SET NULL"))
    table_number: Mapped[int | None]
    code: Mapped[str | None]
    code_until: Mapped[float] = mapped_column(default=0.0)  # in seconds since this boot
    code_boot: Mapped[str] = mapped_column(default="")
    token_hash: Mapped[str | None]
    address: Mapped[str] = mapped_column(default="")
    browser: Mapped[str] = mapped_column(default="")
    since: Mapped[str] = mapped_column(default="")
    seen: Mapped[str] = mapped_column(default="")
    revoked: Mapped[bool] = mapped_column(default=False)


class ScreenRow(Base):
    """A wall: a named display that follows an event by itself, or shows what the desk told it to."""

    __tablename__ = "screen"

    id: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str]
    tournament_id: Mapped[str | None] = mapped_column(ForeignKey("tournament.id", ondelete="SET NULL"))
    scene: Mapped[str] = mapped_column(default="auto")
    sounds: Mapped[bool] = mapped_column(default=False)
    volume: Mapped[int] = mapped_column(default=80)
    identify: Mapped[int] = mapped_column(default=0)
    test: Mapped[int] = mapped_column(default=0)
    address: Mapped[str] = mapped_column(default="")
    seen: Mapped[str] = mapped_column(default="")


class CallRow(Base):
    """Somebody at a table asks for a judge, says that a recorded result is wrong, or that a player wants to drop."""

    __tablename__ = "call"

    id: Mapped[int] = mapped_column(primary_key=True)
    tournament_id: Mapped[str] = mapped_column(ForeignKey("tournament.id", ondelete="CASCADE"), index=True)
    round: Mapped[int]
    table_number: Mapped[int]
    kind: Mapped[str]
    by: Mapped[str]
    at: Mapped[str]
    claimed_by: Mapped[str | None]
    claimed_at: Mapped[str | None]
    done_at: Mapped[str | None]
    request_id: Mapped[str | None] = mapped_column(unique=True)
    player: Mapped[str | None]


class VisitRow(Base):
    """A judge is at a table: the stopwatch, from this moment of this boot."""

    __tablename__ = "visit"

    tournament_id: Mapped[str] = mapped_column(ForeignKey("tournament.id", ondelete="CASCADE"), primary_key=True)
    table_number: Mapped[int] = mapped_column(primary_key=True)
    round: Mapped[int]
    by: Mapped[str]
    boot_id: Mapped[str]
    ms: Mapped[int]
    at: Mapped[str]


class ChessClockRow(Base):
    """A table's two banks, as its tablet last told them; `state` is JSON."""

    __tablename__ = "chess_clock"

    tournament_id: Mapped[str] = mapped_column(ForeignKey("tournament.id", ondelete="CASCADE"), primary_key=True)
    round: Mapped[int] = mapped_column(primary_key=True)
    table_number: Mapped[int] = mapped_column(primary_key=True)
    counter: Mapped[int]
    state: Mapped[str]
    at: Mapped[str]


class HeartbeatRow(Base):
    """The last moment at which this event's clock is known to have run."""

    __tablename__ = "heartbeat"

    tournament_id: Mapped[str] = mapped_column(ForeignKey("tournament.id", ondelete="CASCADE"), primary_key=True)
    boot_id: Mapped[str]
    ms: Mapped[int]


class DeckRow(Base):
    """A player's deck list as handed in; `list` is JSON."""

    __tablename__ = "deck"

    tournament_id: Mapped[str] = mapped_column(ForeignKey("tournament.id", ondelete="CASCADE"), primary_key=True)
    player_id: Mapped[str] = mapped_column(primary_key=True)
    list: Mapped[str]
    by: Mapped[str]
    at: Mapped[str]


class BoxRow(Base):
    """What is set for the whole box: the Wi-Fi's name, which screen sounds, a card catalogue."""

    __tablename__ = "box"

    key: Mapped[str] = mapped_column(primary_key=True)
    value: Mapped[str]


class BoxHeadRow(Base):
    """Where the journal of the box ends: one row. `epoch` grows with every restore, as an event's does."""

    __tablename__ = "box_head"

    id: Mapped[int] = mapped_column(primary_key=True)
    epoch: Mapped[int] = mapped_column(default=1)
    acts: Mapped[int] = mapped_column(BigInteger, default=0)
    head: Mapped[str] = mapped_column(default="")


class BoxJournalRow(Base):
    """One act about the people and series of this box; only ever appended to, and chained like an event's."""

    __tablename__ = "box_journal"

    seq: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    facts: Mapped[str] = mapped_column(Exact)
    version: Mapped[int] = mapped_column(BigInteger)
    by: Mapped[str] = mapped_column(Exact)
    at: Mapped[str] = mapped_column(Exact)
    request_id: Mapped[str | None] = mapped_column(unique=True)
    checksum: Mapped[str | None] = mapped_column(Exact)


class BoxAsideRow(Base):
    """A row of the box's journal that was damaged, or came after one that was, kept as it was found."""

    __tablename__ = "box_aside"

    id: Mapped[int] = mapped_column(primary_key=True)
    epoch: Mapped[int]
    put_at: Mapped[str]
    seq: Mapped[int]
    facts: Mapped[str]
    version: Mapped[str]
    by: Mapped[str]
    at: Mapped[str]
    checksum: Mapped[str | None]


class PersonRow(Base):
    """What is known of somebody beyond the id in the journal of the box; `spellings` one a line."""

    __tablename__ = "person"

    id: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str]
    club: Mapped[str] = mapped_column(default="")
    number: Mapped[str] = mapped_column(default="")
    note: Mapped[str] = mapped_column(default="")
    spellings: Mapped[str] = mapped_column(default="")


class EntryRow(Base):
    """A player of an event, or one of its staff, and the person the box found them to be.

    Beside the event and not in its facts: journals of before stay as they are, the row goes with the event, and
    somebody can be erased. What a person decided about an entry is a fact of the box, and counts for more.
    """

    __tablename__ = "entry"

    tournament_id: Mapped[str] = mapped_column(ForeignKey("tournament.id", ondelete="CASCADE"), primary_key=True)
    entry: Mapped[str] = mapped_column(primary_key=True)
    person_id: Mapped[str] = mapped_column(index=True)


class ErasedRow(Base):
    """Somebody who was erased: in the event of this origin, under this entry. Applied again to every older copy."""

    __tablename__ = "erased"

    origin: Mapped[str] = mapped_column(primary_key=True)
    entry: Mapped[str] = mapped_column(primary_key=True)
    person_id: Mapped[str] = mapped_column(primary_key=True)


class TitleRow(Base):
    """What a series is called, or an event that no box ran; the journal of the box holds their ids."""

    __tablename__ = "title"

    id: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str]
