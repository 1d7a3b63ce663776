"""The journal of the box as it is stored: its rows read, their checksums looked at, and replayed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from sqlalchemy import Connection, select
from sqlalchemy.exc import DatabaseError

from engine.box.codec import VERSION, from_json
from engine.box.fold import BoxAct, replay
from engine.box.words import Box
from engine.refusals import Refused
from server.core import unsaved
from server.core.chain import UNCHAINED, Damage, Head, StoredAct, find_damage
from server.core.models import BoxHeadRow, BoxJournalRow
from server.core.stored_journal import each_readable, stored

COLUMNS = (
    *(BoxJournalRow.seq, BoxJournalRow.facts, BoxJournalRow.version),
    *(BoxJournalRow.by, BoxJournalRow.at, BoxJournalRow.checksum),
)


class BoxDamaged(Refused):
    """The directory cannot be opened as it is stored. Every event goes on without it."""

    def __init__(self, damage: Damage) -> None:
        begins = "The directory cannot be opened here." if damage.newer else "The directory of people is damaged."
        super().__init__(f"{begins} {damage}")
        self.damage = damage


def whole_box(connection: Connection) -> tuple[int, Head, list[StoredAct]]:
    """The epoch, where the journal ends, and every row. One question, so that PostgreSQL answers it from one moment."""
    asked = select(BoxHeadRow.epoch, BoxHeadRow.acts, BoxHeadRow.head, *COLUMNS)
    try:
        rows = connection.execute(
            asked.outerjoin(BoxJournalRow, BoxJournalRow.seq > 0).order_by(BoxJournalRow.seq)
        ).all()
    except DatabaseError as why:
        if unsaved.why_not(why) != unsaved.DAMAGED:
            raise
        epoch, head, found = readable_box(connection)
        damage = find_damage(found, head)
        act = damage.act if damage else head.acts + 1
        raise BoxDamaged(Damage(act, f"Act {act} cannot be read from the disk.", act - 1)) from why
    if not rows:
        return 1, UNCHAINED, [StoredAct(*row) for row in connection.execute(select(*COLUMNS))]
    epoch, acts, head_ = rows[0][:3]
    return epoch, Head(acts, head_), [StoredAct(*row[3:]) for row in rows if row[3] is not None]


def readable_box(connection: Connection) -> tuple[int, Head, list[StoredAct]]:
    """What can still be read where a page of the disk cannot."""
    end = connection.execute(select(BoxHeadRow.epoch, BoxHeadRow.acts, BoxHeadRow.head)).first() or (1, 0, "")
    one = select(*COLUMNS)
    found = each_readable(lambda seq: connection.execute(one.where(BoxJournalRow.seq == seq)), end[1])
    return end[0], Head(*end[1:]), found


def acts_after(connection: Connection, seq: int) -> list[StoredAct]:
    rows = connection.execute(select(*COLUMNS).where(BoxJournalRow.seq > seq).order_by(BoxJournalRow.seq))
    return [StoredAct(*row) for row in rows]


def proved_box(acts: Sequence[StoredAct], head: Head) -> tuple[tuple[BoxAct, ...], Box]:
    """The acts, and what they make. Damaged if a checksum is not right, or if they do not follow from each other."""
    if (damage := find_damage(acts, head)) is not None:
        raise BoxDamaged(damage)
    found = decoded_box(acts)
    try:
        return found, replay(found)
    except Exception as why:  # whatever a damaged act leads to
        raise BoxDamaged(_first_that_does_not_fit(found)) from why


def decoded_box(acts: Iterable[StoredAct]) -> tuple[BoxAct, ...]:
    """The facts of these acts. Damaged if this version cannot read one."""
    return tuple(map(_decoded, acts))


def stored_box(act: BoxAct) -> StoredAct:
    """An act as it is written."""
    return stored(act, version=VERSION)


def _decoded(act: StoredAct) -> BoxAct:
    if isinstance(act.version, int) and act.version > VERSION:
        what = f"Act {act.seq} was written by a newer version. Update Cinderbox."
        raise BoxDamaged(Damage(act.seq, what, act.seq - 1, newer=True))
    try:
        facts = tuple(from_json(raw, version=act.version) for raw in json.loads(act.facts))
        return BoxAct(act.seq, facts, act.by, act.at)
    except Exception as why:
        told = f" {why}" if isinstance(why, Refused) else ""
        raise BoxDamaged(Damage(act.seq, f"Act {act.seq} cannot be read.{told}", act.seq - 1)) from why


def _first_that_does_not_fit(acts: Sequence[BoxAct]) -> Damage:
    for count, act in enumerate(acts, start=1):
        try:
            replay(acts[:count])
        except Exception as why:
            told = f": {why}" if isinstance(why, Refused) else "."
            return Damage(act.seq, f"Act {act.seq} does not follow from those before it{told}", act.seq - 1)
    return Damage(acts[-1].seq, "Its acts do not follow from each other.", len(acts) - 1)
