"""One event as a file: everything its journal and its people are, to keep or to carry to another box.

Reading trusts nothing: a file is replayed from the first act to the last before a single row is written.
"""

from __future__ import annotations

import json
import logging
import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, insert, select

from engine import clock as clocks
from engine.clock import Moment
from engine.clock_codec import moment_to_json
from engine.codec import from_json
from engine.fold import Act, replay
from engine.refusals import Refused, Unknown
from engine.rulesets.registry import ruleset_of
from engine.sentences import named
from engine.standings.places import stage_places
from engine.values import dataclass, replace
from engine.words import Tournament
from server.core import following, journal, stamps
from server.core.auth import staff_names
from server.core.chain import Head, StoredAct, find_damage, head_of, sealed
from server.core.db import db, writer
from server.core.events import event_id
from server.core.models import DeckRow, HeartbeatRow, PlayerRow, SignInRow, TextRow, TournamentRow
from server.core.stored_journal import as_text, stored
from server.core.timekeeping import heartbeats, moment
from server.decks.decks import text_of
from server.event.listed_people import keep_people, people_of, read_people

FORMAT = 1
LONGEST_NAME, LONGEST_TEXT, MOST_PLAYERS = 200, 20_000, 4096
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class EventFile:
    """An event as a file holds it, read and checked. Older files do not say when the clock was last seen running."""

    name: str
    epoch: int
    acts: tuple[Act, ...]
    players: tuple[dict[str, Any], ...]
    texts: tuple[dict[str, Any], ...]
    decks: tuple[dict[str, Any], ...]
    staff: dict[str, str]
    heartbeat: Moment | None
    tournament: Tournament
    people: dict[str, str]
    nameless: bool = False  # its names were taken away, so nobody is looked for by them


def export_event(tournament_id: str) -> dict[str, Any]:
    """The whole event: name, epoch, acts with their facts, players, texts, and what its staff was called."""
    book = journal.read(tournament_id)
    return {**document(tournament_id, book.acts), "heartbeat": _beat(tournament_id, book.tournament)}


def document(tournament_id: str, acts: Sequence[Act]) -> dict[str, Any]:
    """These acts of an event, chained anew, with everything that stands beside them."""
    rows = sealed(stored(act) for act in acts)
    with db.engine.connect() as connection:
        event = connection.execute(select(TournamentRow).where(TournamentRow.id == tournament_id)).first()
        if event is None:
            raise Unknown("There is no such event on this box. It may have been deleted.")
        names = staff_names(connection)
        return {
            "cinderbox": FORMAT,
            "name": event.name,
            "epoch": event.epoch,
            "demo": event.demo,
            "nameless": event.nameless,
            "acts": [{**row._asdict(), "facts": json.loads(row.facts)} for row in rows],
            "head": head_of(rows)._asdict(),
            "players": _rows(connection, tournament_id, PlayerRow, ("id", "name", "club", "paid")),
            "decks": _rows(connection, tournament_id, DeckRow, ("player_id", "list", "by", "at")),
            "texts": _rows(connection, tournament_id, TextRow, ("id", "kind", "text", "at", "gone")),
            "staff": {act.by: names[act.by] for act in acts if act.by in names},
            "people": people_of(connection, tournament_id),
        }


def as_file(document: dict[str, Any]) -> str:
    """A document as a file that people can look into: a line for each of its entries, and for each act or player."""
    entries = (f"{_encoded(key)}: {_in_lines(value)}" for key, value in document.items())
    return "{\n" + ",\n".join(entries) + "\n}\n"


def _in_lines(value: Any) -> str:
    if not isinstance(value, list) or not value:
        return _encoded(value)
    return "[\n" + ",\n".join(map(_encoded, value)) + "\n]"


# Never indented: Python does that without its fast encoder, and an event has thousands of acts.
_encoded = json.JSONEncoder(ensure_ascii=False).encode


def import_event(raw: bytes | str, *, tournament_id: str = "") -> str:
    """A new event from a file, all of it or nothing; its id. An event that is already here stays as it is."""
    document = read_document(raw)
    id_ = tournament_id or event_id()
    with writer() as connection, connection.begin():
        connection.execute(
            insert(TournamentRow).values(
                id=id_,
                name=document.name,
                created_at=stamps.now(),
                epoch=document.epoch + 1,
                archived=False,
                demo=False,
                nameless=document.nameless,
            )
        )
        here = _staff_here(connection, document)
        journal.insert_acts(connection, id_, (replace(act, by=here[act.by]) for act in document.acts))
        decks = [deck | {"by": _owner(deck, here)} for deck in document.decks]
        for table, rows in ((PlayerRow, document.players), (TextRow, document.texts), (DeckRow, decks)):
            if rows:
                connection.execute(insert(table), [{"tournament_id": id_, **row} for row in rows])
        if beat := document.heartbeat:
            connection.execute(insert(HeartbeatRow).values(tournament_id=id_, boot_id=beat.boot_id, ms=beat.ms))
        entries = {row["id"] for row in (*document.players, *document.texts)}
        keep_people(connection, id_, document.people, entries=entries)
    following.events_replaced()
    return id_


def read_document(raw: bytes | str) -> EventFile:
    """The event of this file, replayed to prove that it stands. Refused with a sentence if it does not."""
    return read_event(_json(raw))


def read_event(doc: Any) -> EventFile:
    """The same of what stands in the file."""
    if not isinstance(doc, dict) or "cinderbox" not in doc:
        raise Refused("This file is not an event that Cinderbox exported. Choose the .json file of an export.")
    if doc["cinderbox"] != FORMAT:
        raise Refused(f"This file was written by another version ({doc['cinderbox']!r}). Update Cinderbox.")
    staff = _staff(doc.get("staff", {}))
    acts = tuple(_read_act(raw, place) for place, raw in enumerate(_list(doc, "acts"), start=1))
    _require_checksums(doc)
    players = tuple(_player(row) for row in _list(doc, "players"))
    t = _replayed(acts, {row["id"]: row["name"] for row in players})
    texts = tuple(_text(row) for row in _list(doc, "texts"))
    decks = tuple(_deck(row) for row in _list(doc, "decks"))
    for rows, what, key in ((players, "player", "id"), (texts, "text", "id"), (decks, "deck", "player_id")):
        if len({row[key] for row in rows}) < len(rows):
            raise Refused(f"The file is damaged: it holds a {what} twice.")
    listed = {row["id"] for row in players}
    unnamed = [p for p in t.players if p not in listed]
    players += tuple({"id": p, "name": p, "club": "", "paid": False} for p in unnamed)
    name, epoch = _word(doc, "name", "the event's name", LONGEST_NAME).strip(), doc.get("epoch")
    if not name or not isinstance(epoch, int) or isinstance(epoch, bool) or not 0 <= epoch < 10**9:
        raise Refused("The file is damaged: the event has no name or no epoch.")
    beat, people = _heartbeat(doc.get("heartbeat")), read_people(doc.get("people", {}))
    return EventFile(name, epoch, acts, players, texts, decks, staff, beat, t, people, doc.get("nameless") is True)


def _beat(tournament_id: str, t: Tournament) -> dict[str, Any] | None:
    """The last moment at which the clock is known to have run: now, if it does."""
    now = moment()
    runs = t.clock is not None and clocks.is_running(t.clock, now)
    beat = now if runs else heartbeats().get(tournament_id)
    return None if beat is None else moment_to_json(beat)


def _staff_here(connection: Connection, document: EventFile) -> dict[str, str]:
    """Who did it, as this box knows them: the number of a sign-in on another box would name somebody else here."""
    known = staff_names(connection)
    here: dict[str, str] = {}
    for by in {act.by for act in document.acts}:
        name = document.staff.get(by, "")
        here[by] = by if name and known.get(by) == name else _stranger(connection, name) if name else "public"
    return here | {by: by for by in ("public", "system")}


def _stranger(connection: Connection, name: str) -> str:
    """A name for the history. It is signed out and has no token, so it opens no door."""
    row = {
        "role": "judge",
        "name": name,
        "device": "another box",
        "address": "",
        "since": stamps.now(),
        "seen": stamps.now(),
    }
    done = connection.execute(insert(SignInRow).values(token_hash=secrets.token_hex(32), revoked=True, **row))
    key = done.inserted_primary_key
    assert key is not None
    return f"s{key[0]}"


def _rows(
    connection: Connection,
    tournament_id: str,
    table: type[PlayerRow | DeckRow | TextRow],
    names: tuple[str, ...],
) -> list[dict[str, Any]]:
    columns = [getattr(table, name) for name in names]
    rows = connection.execute(select(*columns).where(table.tournament_id == tournament_id).order_by(columns[0]))
    return [dict(zip(names, row, strict=True)) for row in rows]


def _json(raw: bytes | str) -> Any:
    if not raw.strip():
        raise Refused("This file is empty. Choose the .json file of an export.")
    try:
        doc = json.loads(raw.decode("utf-8-sig") if isinstance(raw, bytes) else raw)
        # Half a character can be spelled in JSON, but neither stored nor shown.
        json.dumps(doc, ensure_ascii=False).encode("utf-8")
    except (ValueError, RecursionError) as why:
        raise Refused("This file is not JSON text. Choose the .json file of an export.") from why
    return doc


def _list(doc: dict[str, Any], key: str) -> list[Any]:
    found = doc.get(key, [] if key in ("texts", "decks") else None)
    if not isinstance(found, list):
        raise Refused(f"The file is damaged: it has no list of {key}.")
    return found


def _word(row: Any, key: str, what: str, longest: int) -> str:
    found = row.get(key) if isinstance(row, dict) else None
    if not isinstance(found, str) or len(found) > longest:
        raise Refused(f"The file is damaged: {what} is missing or too long.")
    return found


def _staff(raw: Any) -> dict[str, str]:
    if not isinstance(raw, dict) or not all(isinstance(name, str) and len(name) <= 60 for name in raw.values()):
        raise Refused("The file is damaged: the names of the staff cannot be read.")
    return raw


def _read_act(raw: Any, place: int) -> Act:
    if not isinstance(raw, dict) or raw.get("seq") != place or not isinstance(raw.get("facts"), list):
        raise Refused(f"The file is damaged: act {place} is missing or out of order.")
    version = raw.get("version")
    if not isinstance(version, int) or isinstance(version, bool):
        raise Refused(f"The file is damaged: act {place} does not say which version wrote it.")
    by, at = _word(raw, "by", f"who did act {place}", 60), _word(raw, "at", f"the time of act {place}", 40)
    try:
        at and datetime.fromisoformat(at)
        facts = tuple(from_json(fact, version=version) for fact in raw["facts"])
    except Refused as why:
        raise Refused(f"The file is damaged at act {place}: {why}") from why
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as why:
        raise Refused(f"The file is damaged at act {place}.") from why
    return Act(place, facts, by, at)


def _require_checksums(doc: dict[str, Any]) -> None:
    """Files of versions before there were checksums have none."""
    head, acts = doc.get("head"), doc["acts"]
    if head is None and not any("checksum" in act for act in acts):
        return
    rows = [
        StoredAct(act["seq"], as_text(act["facts"]), act["version"], act["by"], act["at"], act.get("checksum"))
        for act in acts
    ]
    said: dict[str, Any] = head if isinstance(head, dict) else {}
    end = Head(said.get("acts", 0), said.get("checksum", ""))
    if (damage := find_damage(rows, end)) is not None:
        raise Refused(f"The file is damaged. {damage.what}")


def _replayed(acts: tuple[Act, ...], names: dict[str, str]) -> Tournament:
    """What the acts make, and that standings can be computed from it."""
    try:
        t = replay(acts)
        ruleset_of(t.settings)
        for stage in t.stages:
            if stage.kind != "bracket":
                stage_places(t, stage)
    except Refused as why:
        told = named(str(why), names)
        raise Refused(f"The file is damaged: its acts do not follow from each other. {told}") from why
    except Exception as why:  # whatever a made-up file leads to, it is the file's fault
        log.warning("an imported file could not be replayed", exc_info=True)
        raise Refused("The file is damaged: its acts do not follow from each other.") from why
    if len(t.players) > MOST_PLAYERS:
        raise Refused(f"The event has {len(t.players)} players; {MOST_PLAYERS} are the most this box takes.")
    return t


def _player(row: Any) -> dict[str, Any]:
    id_, name = (_word(row, key, "a player's id or name", LONGEST_NAME) for key in ("id", "name"))
    club, paid = row.get("club", ""), row.get("paid", False)
    if not id_ or not isinstance(club, str) or len(club) > LONGEST_NAME or not isinstance(paid, bool):
        raise Refused("The file is damaged: the details of a player cannot be read.")
    return {"id": id_, "name": name, "club": club, "paid": paid}


def _text(row: Any) -> dict[str, Any]:
    longest = {"id": 100, "kind": 100, "text": LONGEST_TEXT, "at": 40}
    found: dict[str, Any] = {key: _word(row, key, "a text", most) for key, most in longest.items()}
    return {**found, "gone": row.get("gone") is True}


def _deck(row: Any) -> dict[str, Any]:
    longest = {"player_id": LONGEST_NAME, "list": LONGEST_TEXT, "by": 60, "at": 40}
    found: dict[str, Any] = {key: _word(row, key, "a deck list", most) for key, most in longest.items()}
    if text_of(found["list"]) is None:
        raise Refused("The file is damaged: a deck list cannot be read.")
    return found


def _heartbeat(raw: Any) -> Moment | None:
    if raw is None:
        return None
    boot, ms = _word(raw, "boot", "when the clock last ran", 60), raw.get("ms")
    if not isinstance(ms, int) or isinstance(ms, bool) or not 0 <= ms < 2**53:
        raise Refused("The file is damaged: when the clock last ran cannot be read.")
    return Moment(boot, ms)


def _owner(deck: dict[str, Any], here: dict[str, str]) -> str:
    """Who saved a list last: its player, or the staff as this box knows them."""
    own = f"player:{deck['player_id']}"
    return own if deck["by"] == own else here.get(deck["by"], "public")
