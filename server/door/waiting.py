"""Entries that wait for the desk: kept outside the journal until somebody accepts them.

The phone that entered holds a token, and nothing else says whose an entry is. A bot on the Wi-Fi cannot flood the list:
each phone, each address and each event has only so many entries that wait, and nobody enters faster than a hall would.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update

from engine import facts as f
from engine.decisions.entering import places_left
from engine.refusals import Refused, Unknown
from engine.values import dataclass
from engine.words import PlayerId, Tournament
from server.core import changes, stamps
from server.core.db import db, writer
from server.core.desk import Desk
from server.core.holders import token_hash
from server.core.models import WaitingEntryRow
from server.core.network import ipv6_network

MOST_EACH_PHONE, MOST_EACH_ADDRESS, MOST_WAITING = 4, 60, 400
COLUMNS = WaitingEntryRow.__table__.c


@dataclass(frozen=True, slots=True)
class WaitingEntry:
    """An entry as the phone typed it, and what became of it: waiting, refused or accepted (as `player`)."""

    id: str
    name: str
    club: str = ""
    partner: str = ""
    factions: tuple[str, ...] = ()
    deck: str = ""
    state: str = "waiting"
    place: int = 0
    address: str = ""
    at: str = ""
    player: PlayerId | None = None
    codes: int = 0


def entries(tournament_id: str, *states: str) -> tuple[WaitingEntry, ...]:
    """Those of an event in these states, in the order in which they came."""
    ours = (WaitingEntryRow.tournament_id == tournament_id, WaitingEntryRow.state.in_(states))
    with db.engine.connect() as connection:
        rows = connection.execute(select(WaitingEntryRow.__table__).where(*ours).order_by(COLUMNS.place)).all()
    return tuple(map(_entry, rows))


def count(tournament_id: str) -> int:
    """How many wait."""
    ours = (WaitingEntryRow.tournament_id == tournament_id, WaitingEntryRow.state == "waiting")
    with db.engine.connect() as connection:
        return connection.execute(select(func.count()).select_from(WaitingEntryRow).where(*ours)).scalar_one()


def places_free(t: Tournament, waiting: int) -> int | None:
    """For how many more there is room once everybody who waits is in; None where there is room for any number."""
    left = places_left(t)
    return None if left is None else max(0, left - waiting)


def waiting_and_unseen(desk: Desk) -> tuple[int, int]:
    """For the rail: how many wait, and all of them for the organizer."""
    waits = count(desk.id)
    return waits, waits


def one(tournament_id: str, id: str) -> WaitingEntry:
    """One that waits or was refused."""
    found = next((each for each in entries(tournament_id, "waiting", "refused") if each.id == id), None)
    if found is None:
        raise Unknown("That entry does not wait any more: it was accepted, or its phone took it back.")
    return found


def of_phone(tournament_id: str, tokens: Collection[str]) -> tuple[WaitingEntry, ...]:
    """The entries that a phone with these tokens made."""
    if not tokens:
        return ()
    hashes = [token_hash(token) for token in tokens]
    ours = (WaitingEntryRow.tournament_id == tournament_id, WaitingEntryRow.token_hash.in_(hashes))
    with db.engine.connect() as connection:
        rows = connection.execute(select(WaitingEntryRow.__table__).where(*ours).order_by(COLUMNS.place)).all()
    return tuple(map(_entry, rows))


def add(tournament_id: str, entry: WaitingEntry, *, address: str, tokens: Collection[str]) -> str:
    """Somebody waits from now on; gives the token that the phone keeps."""
    address = ipv6_network(address) or address
    if len(of_phone(tournament_id, tokens)) >= MOST_EACH_PHONE:
        raise Refused(f"This phone has entered {MOST_EACH_PHONE} people. Enter others at the desk.")
    token = secrets.token_urlsafe(24)
    with writer() as connection, connection.begin():
        _require_room(connection, tournament_id, address)
        ours = COLUMNS.tournament_id == tournament_id
        last = connection.execute(select(func.coalesce(func.max(COLUMNS.place), 0)).where(ours)).scalar_one()
        connection.execute(
            insert(WaitingEntryRow).values(
                id=secrets.token_hex(8),
                tournament_id=tournament_id,
                token_hash=token_hash(token),
                place=last + 1,
                state="waiting",
                **_typed(entry),
                address=address,
                at=stamps.now(),
            )
        )
    changes.changed(tournament_id)
    return token


def refuse(tournament_id: str, ids: Collection[str]) -> int:
    """The desk says no; it can bring them back. Gives how many."""
    return _move(tournament_id, ids, before="waiting", after="refused")


def bring_back(tournament_id: str, ids: Collection[str]) -> int:
    return _move(tournament_id, ids, before="refused", after="waiting")


def take_back(tournament_id: str, id: str, tokens: Collection[str]) -> bool:
    """The phone that entered changes its mind, or puts away the answer; what is accepted stays with the desk."""
    ours = [each for each in of_phone(tournament_id, tokens) if each.id == id and each.state != "accepted"]
    with writer() as connection, connection.begin():
        for each in ours:
            connection.execute(delete(WaitingEntryRow).where(COLUMNS.id == each.id, COLUMNS.state == each.state))
    changes.changed(tournament_id)
    return bool(ours)


def mark_accepted(connection: Connection, id: str, *, player: PlayerId, codes: int) -> None:
    """Its phone is this player's; what was typed stands beside the journal now. The partner stays until they are there,
    too."""
    gone = dict.fromkeys(("name", "club", "factions", "deck", "address"), "")
    ours = update(WaitingEntryRow).where(COLUMNS.id == id, COLUMNS.state == "waiting")
    if not connection.execute(ours.values(state="accepted", player_id=player, codes=codes, **gone)).rowcount:
        raise Refused("One of these entries was taken back just now. Nothing was done; look again.")


def follow(tournament_id: str, facts: Sequence[f.Fact]) -> None:
    """An event that is over waits for nobody."""
    if any(isinstance(fact, f.TournamentFinished) for fact in facts):
        with writer() as connection, connection.begin():
            ours = COLUMNS.tournament_id == tournament_id
            connection.execute(delete(WaitingEntryRow).where(ours, COLUMNS.state != "accepted"))
            connection.execute(update(WaitingEntryRow).where(ours).values(partner=""))
        changes.changed(tournament_id)


def _require_room(connection: Connection, tournament_id: str, address: str) -> None:
    waiting = (COLUMNS.tournament_id == tournament_id, COLUMNS.state == "waiting")
    counted = select(func.count()).select_from(WaitingEntryRow).where(*waiting)
    if connection.execute(counted).scalar_one() >= MOST_WAITING:
        raise Refused("Very many entries wait for the desk already. Go there, or try again in a while.")
    if connection.execute(counted.where(COLUMNS.address == address)).scalar_one() >= MOST_EACH_ADDRESS:
        raise Refused("Many entries from this network wait for the desk. Go there, or try again in a while.")


def _move(tournament_id: str, ids: Collection[str], *, before: str, after: str) -> int:
    ours = (COLUMNS.tournament_id == tournament_id, COLUMNS.id.in_(ids), COLUMNS.state == before)
    with writer() as connection, connection.begin():
        done = connection.execute(update(WaitingEntryRow).where(*ours).values(state=after)).rowcount
    changes.changed(tournament_id)
    return done


def _typed(entry: WaitingEntry) -> dict[str, Any]:
    return {
        "name": entry.name,
        "club": entry.club,
        "partner": entry.partner,
        "factions": "\n".join(entry.factions),
        "deck": entry.deck,
        "codes": 0,
    }


def _entry(row: Any) -> WaitingEntry:
    return WaitingEntry(
        id=row.id,
        name=row.name,
        club=row.club,
        partner=row.partner,
        factions=tuple(row.factions.split("\n")) if row.factions else (),
        deck=row.deck,
        state=row.state,
        place=row.place,
        address=row.address,
        at=row.at,
        player=row.player_id,
        codes=row.codes,
    )
