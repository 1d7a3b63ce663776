"""Who is at a table: a tablet let in by the desk, a player with a personal code, or whoever holds a match slip.

Nothing is trusted but what can be checked again at every request: the tablet's token against its row, code and slip
key against the event's secret. So a revoked tablet, a replaced code and an old slip stop working at once.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Mapping, MutableMapping
from typing import Any, Literal

from flask import current_app
from sqlalchemy import select

from engine import refusals
from engine.values import dataclass, replace
from engine.words import Match, PlayerId
from server.core import journal, keys
from server.core.db import db
from server.core.models import DeviceRow, PlayerRow, TournamentRow

KEY = re.compile(r"(?:[0-9a-fA-F]{2}){16,}")
SESSION, SLIP, BESIDE = "held", "slip", "beside"
MOST_BESIDE = 7  # a family on one phone; more would not fit into a cookie


@dataclass(frozen=True, slots=True)
class Holder:
    """A tablet has a table or may take any; a player is one person; a slip is one match of one round."""

    kind: Literal["tablet", "player", "slip"]
    actor: str
    tournament: str | None
    table: int | None = None
    player: PlayerId | None = None
    round: int | None = None

    @property
    def role(self) -> str:
        return "tablet" if self.kind == "tablet" else "player"


def keep(session: MutableMapping[str, Any], **held: Any) -> None:
    """This device is now a tablet (token), a player (tournament, player, code) or a slip (…, round, table, key).

    A slip is held beside the other two: whoever scans one stays who they are.
    """
    session[SLIP if held.get("kind") == "slip" else SESSION] = held


def keep_player(session: MutableMapping[str, Any], **held: Any) -> None:
    """This phone is this player's now; whoever it was before stays beside, and is changed to with one tap."""
    known = [each for each in (session.get(SESSION), *session.get(BESIDE, ())) if _is_player(each)]
    session[BESIDE] = [each for each in known if _whose(each) != _whose(held)][:MOST_BESIDE]
    keep(session, kind="player", **held)


def keep_beside(session: MutableMapping[str, Any], **held: Any) -> None:
    """This phone is this player's, too; it stays with whoever it is now."""
    known = [each for each in session.get(BESIDE, ()) if _is_player(each) and _whose(each) != _whose(held)]
    session[BESIDE] = [*known, {"kind": "player", **held}][:MOST_BESIDE]


def beside(session: Mapping[str, Any]) -> tuple[Holder, ...]:
    """The other players of this phone whose codes still hold."""
    found = (_player(each) for each in session.get(BESIDE, ()) if _is_player(each))
    return tuple(holder for holder in found if holder is not None)


def replaced(session: Mapping[str, Any]) -> str:
    """The event in which this phone was a player's, by a code that does not hold any more; empty if it was not."""
    held = session.get(SESSION)
    return _whose(held)[0] if held is not None and _is_player(held) and _player(held) is None else ""


def change_to(session: MutableMapping[str, Any], tournament: str, player: PlayerId) -> bool:
    """Another player of this phone takes over; whether there is such a one."""
    chosen = [each for each in session.get(BESIDE, ()) if _is_player(each) and _whose(each) == (tournament, player)]
    if not chosen or _player(chosen[0]) is None:
        return False
    keep_player(session, **{key: chosen[0][key] for key in ("tournament", "player", "code")})
    return True


def sign_out_player(session: MutableMapping[str, Any]) -> Holder | None:
    """This phone is not this player's any more; the next one beside takes over, if there is any."""
    let_go(session)
    for other in beside(session):
        if change_to(session, other.tournament or "", other.player or ""):
            return other
    session.pop(BESIDE, None)
    return None


def _is_player(held: Any) -> bool:
    return isinstance(held, dict) and held.get("kind") == "player"


def _whose(held: Mapping[str, Any]) -> tuple[str, str]:
    return str(held.get("tournament", "")), str(held.get("player", ""))


def let_go(session: MutableMapping[str, Any], what: str = SESSION) -> bool:
    """Whether there was something to let go of."""
    return session.pop(what, None) is not None


def find(session: Mapping[str, Any], *places: str) -> Holder | None:
    """Whoever this device is, if that still holds: the first of these that does."""
    holding = (session.get(place) for place in places)
    found = (KINDS[held["kind"]](held) for held in holding if isinstance(held, dict) and held.get("kind") in KINDS)
    return next((holder for holder in found if holder is not None), None)


def slip_match(tournament_id: str, number: int, *, table: int, key: str) -> Match | None:
    """The match this slip was printed for, wherever it is played now; nothing once other people play there."""
    try:
        book = journal.read(tournament_id)
    except refusals.Refused:  # gone or damaged: whoever holds it is nobody there, and may look at other events
        return None
    round_ = next((r for r in book.tournament.rounds if r.number == number and r.phase != "draft"), None)
    matches, known = round_.matches if round_ else (), secret(tournament_id)
    there = ((match, keys.slip_key(known, number, match=replace(match, table=table))) for match in matches)
    return next((match for match, right in there if keys.same(key, right)), None)


def player_of(tournament_id: str, code: str) -> PlayerId | None:
    """The player whose personal code this is."""
    codes = codes_replaced(tournament_id)
    own = secret(tournament_id) if codes else ""
    right = ((id, keys.personal_code(own, id, codes=times)) for id, times in codes.items())
    return next((id for id, known in right if keys.same(code, known)), None)


def codes_replaced(tournament_id: str) -> dict[PlayerId, int]:
    """How often each player's code was; a row that lost its id on a damaged disk is nobody's."""
    asked = select(PlayerRow.id, PlayerRow.codes).where(PlayerRow.tournament_id == tournament_id)
    with db.engine.connect() as connection:
        rows = connection.execute(asked).all()
    return {row.id: row.codes for row in rows if row.id}  # the table rules it out, so SQLite would not look


def secret(tournament_id: str) -> str:
    """What this event's keys are made from."""
    with db.engine.connect() as connection:
        found = connection.execute(select(TournamentRow.key).where(TournamentRow.id == tournament_id)).scalar()
    if found is None:
        raise refusals.Unknown("There is no such event on this box. It may have been deleted.")
    return str(found) if KEY.fullmatch(found) else _in_its_place(tournament_id)


def _in_its_place(tournament_id: str) -> str:
    """The disk kept the key badly: another that nobody can guess. Codes and slips of before open nothing any more."""
    return hmac.digest(str(current_app.secret_key).encode(), tournament_id.encode(), hashlib.sha256).hex()


def token_hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _tablet(held: dict[str, Any]) -> Holder | None:
    with db.engine.connect() as connection:
        row = connection.execute(
            select(DeviceRow.id, DeviceRow.tournament_id, DeviceRow.table_number).where(
                DeviceRow.token_hash == token_hash(str(held.get("token", ""))), DeviceRow.revoked.is_(False)
            )
        ).first()
    if row is None:
        return None
    event = row.tournament_id  # None if it was deleted since; its table goes with it
    return Holder("tablet", f"d{row.id}", event, row.table_number if event else None)


def _player(held: dict[str, Any]) -> Holder | None:
    tournament, player = str(held.get("tournament", "")), str(held.get("player", ""))
    with db.engine.connect() as connection:
        codes = connection.execute(
            select(PlayerRow.codes)
            .join(TournamentRow, TournamentRow.id == PlayerRow.tournament_id)
            .where(PlayerRow.tournament_id == tournament, PlayerRow.id == player)
        ).scalar()
    if codes is None:
        return None
    right = keys.personal_code(secret(tournament), player, codes=codes)
    given = str(held.get("code", ""))
    return Holder("player", f"player:{player}", tournament, player=player) if keys.same(given, right) else None


def _slip(held: dict[str, Any]) -> Holder | None:
    tournament, number, table = str(held.get("tournament", "")), int(held.get("round", 0)), int(held.get("table", 0))
    match = slip_match(tournament, number, table=table, key=str(held.get("key", "")))
    if match is None:
        return None
    return Holder("slip", f"slip:{number}.{match.table}", tournament, match.table, round=number)


KINDS = {"tablet": _tablet, "player": _player, "slip": _slip}
