"""A journal as it is stored: its rows read, their checksums looked at, and replayed. What is wrong is one event's."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any

from sqlalchemy import Connection, select
from sqlalchemy.exc import DatabaseError

from engine.box.fold import BoxAct
from engine.checkpoints import Folded, fold
from engine.codec import VERSION, from_json, to_json
from engine.fold import Act, apply_act, is_undo, replay
from engine.refusals import Refused
from engine.words import Tournament
from server.core import unsaved
from server.core.chain import UNCHAINED, Damage, Head, StoredAct, find_damage, is_unchained
from server.core.models import JournalRow, TournamentRow

log = logging.getLogger(__name__)
MOST_UNREADABLE = 1_000  # in a row; a page of the disk holds a few dozen
COLUMNS = (JournalRow.seq, JournalRow.facts, JournalRow.version, JournalRow.by, JournalRow.at, JournalRow.checksum)


class Damaged(Refused):
    """One event cannot be opened as it is stored. `damage` says what is wrong, and how much of it can be read."""

    def __init__(self, tournament_id: str, damage: Damage) -> None:
        begins = "This event cannot be opened here." if damage.newer else "This event is damaged."
        super().__init__(f"{begins} {damage}")
        self.tournament_id = tournament_id
        self.damage = damage


def stored_acts(connection: Connection, tournament_id: str, *, after: int = 0) -> list[StoredAct]:
    """The rows of a journal, oldest first."""
    rows = connection.execute(
        select(*COLUMNS)
        .where(JournalRow.tournament_id == tournament_id, JournalRow.seq > after)
        .order_by(JournalRow.seq)
    )
    return [StoredAct(*row) for row in rows]


def whole_journal(connection: Connection, tournament_id: str) -> tuple[Head, list[StoredAct]]:
    """Every row, and where the journal ends. One question, so that PostgreSQL answers it from one moment."""
    ours = TournamentRow.id == tournament_id
    try:
        rows = connection.execute(
            select(TournamentRow.acts, TournamentRow.head, *COLUMNS)
            .outerjoin(JournalRow, JournalRow.tournament_id == TournamentRow.id)
            .where(ours)
            .order_by(JournalRow.seq)
        ).all()
    except DatabaseError as why:
        if unsaved.why_not(why) != unsaved.DAMAGED:
            raise
        head = Head(*connection.execute(select(TournamentRow.acts, TournamentRow.head).where(ours)).one())
        raise Damaged(tournament_id, _unreadable(one_by_one(connection, tournament_id, head.acts), head)) from why
    head = Head(*rows[0][:2]) if rows else UNCHAINED
    return head, [StoredAct(*row[2:]) for row in rows if row[2] is not None]


def one_by_one(connection: Connection, tournament_id: str, most: int) -> list[StoredAct]:
    """What can still be read where a page of the disk cannot."""
    one = select(*COLUMNS).where(JournalRow.tournament_id == tournament_id)
    return each_readable(lambda seq: connection.execute(one.where(JournalRow.seq == seq)), most)


def each_readable(ask: Callable[[int], Iterable[Sequence[Any]]], most: object) -> list[StoredAct]:
    """Every row that can be read of so many; where even that number was kept badly, none far beyond the last."""
    found: list[StoredAct] = []
    last = 0
    for seq in range(1, most + 1 if isinstance(most, int) else 1):
        with suppress(DatabaseError):
            found += [StoredAct(*row) for row in ask(seq)]
        last = seq if found and found[-1].seq == seq else last
        if seq - last > MOST_UNREADABLE:
            break
    return found


def proved(tournament_id: str, acts: Sequence[StoredAct], head: Head) -> tuple[tuple[Act, ...], Folded]:
    """The acts, and what they make. Damaged if a checksum is not right, or if they do not follow from each other."""
    if not is_unchained(acts, head) and (damage := find_damage(acts, head)) is not None:
        raise Damaged(tournament_id, damage)
    if not acts:
        raise Damaged(tournament_id, Damage(1, "Act 1 is missing.", 0))
    found = decoded(tournament_id, acts)
    try:
        return found, fold(found)
    except Exception as why:  # whatever a damaged act leads to
        raise Damaged(tournament_id, _first_that_does_not_fit(found)) from why


def decoded(tournament_id: str, acts: Iterable[StoredAct]) -> tuple[Act, ...]:
    """The facts of these acts. Damaged if this version cannot read one."""
    return tuple(_decoded(tournament_id, act) for act in acts)


def stored(act: Act | BoxAct, *, version: int = VERSION) -> StoredAct:
    """An act as it is written."""
    return StoredAct(act.seq, as_text([to_json(fact) for fact in act.facts]), version, act.by, act.at)


def as_text(facts: list[Any]) -> str:
    return json.dumps(facts, ensure_ascii=False, separators=(",", ":"))


def _decoded(tournament_id: str, act: StoredAct) -> Act:
    if isinstance(act.version, int) and act.version > VERSION:
        what = f"Act {act.seq} was written by a newer version. Update Cinderbox."
        raise Damaged(tournament_id, Damage(act.seq, what, act.seq - 1, newer=True))
    try:
        return Act(act.seq, tuple(from_json(raw, version=act.version) for raw in json.loads(act.facts)), act.by, act.at)
    except Exception as why:
        told = f" {why}" if isinstance(why, Refused) else ""
        what = f"Act {act.seq} cannot be read.{told}"
        raise Damaged(tournament_id, Damage(act.seq, what, act.seq - 1)) from why


def _first_that_does_not_fit(acts: Sequence[Act]) -> Damage:
    tournament: Tournament | None = None
    for count, act in enumerate(acts):
        try:
            tournament = replay(acts[: count + 1]) if is_undo(act) else apply_act(tournament, act)
        except Exception as why:
            told = f": {why}" if isinstance(why, Refused) else "."
            return Damage(act.seq, f"Act {act.seq} does not follow from those before it{told}", act.seq - 1)
    return Damage(acts[-1].seq, "Its acts do not follow from each other.", len(acts) - 1)


def _unreadable(acts: Sequence[StoredAct], head: Head) -> Damage:
    found = find_damage(acts, head)
    act = found.act if found else head.acts + 1
    return Damage(act, f"Act {act} cannot be read from the disk.", act - 1)
