"""An event that is damaged, or written by a newer version: what is wrong, and what can be done about it."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select

from engine.refusals import Unknown
from engine.sentences import plural
from engine.values import dataclass
from server.box.event_from_backup import Offer, offers
from server.core import journal
from server.core.config import Config
from server.core.db import db
from server.core.mending import set_aside, sound_part
from server.core.models import TournamentRow
from server.core.stored_journal import Damaged, decoded
from server.event.transfer import document


@dataclass(frozen=True, slots=True)
class DamageCard:
    """What is wrong, in a sentence; what each way out keeps and what it costs."""

    id: str
    name: str
    newer: bool
    what: str
    open_told: str
    open_cost: str
    whole: Offer | None
    backup: Offer | None
    backup_cost: str
    no_backup: str


def damage_card(config: Config, why: Damaged) -> DamageCard:
    """Everything the card of a damaged event shows."""
    with db.engine.connect() as connection:
        ours = TournamentRow.id == why.tournament_id
        row = connection.execute(select(TournamentRow.name, TournamentRow.acts).where(ours)).first()
        if row is None:
            raise Unknown("There is no such event on this box. It may have been deleted.")
        sound, rest = sound_part(connection, why.tournament_id)
    known = offers(config, why.tournament_id)
    backup = next((offer for offer in known if not offer.whole), None)
    told = row.acts if isinstance(row.acts, int) else 0  # that number may be what is damaged
    acts = max(told, len(sound) + len(rest))
    return DamageCard(
        id=why.tournament_id,
        name=row.name,
        newer=why.damage.newer,
        what=str(why.damage),
        open_told=_opened(len(sound), acts - len(sound)),
        open_cost=_aside(acts - len(sound), len(rest)),
        whole=next((offer for offer in known if offer.whole), None),
        backup=backup,
        backup_cost="" if backup is None else _older(acts - backup.acts),
        no_backup="" if known else "No backup on this box has this event whole. One may be on a USB stick.",
    )


def damaged(tournament_id: str) -> Damaged | None:
    """What is wrong with this event, if anything is."""
    try:
        journal.read(tournament_id)
    except Damaged as why:
        return why
    return None


def export_readable(tournament_id: str) -> dict[str, Any]:
    """A file of the acts that can be read, which comes in like any other; and everything else as it was found."""
    with db.engine.connect() as connection:
        sound, rest = sound_part(connection, tournament_id)
    unreadable = [{name: str(value) for name, value in row._asdict().items()} for row in rest]
    return {
        **document(tournament_id, decoded(tournament_id, sound)),
        "unreadable": unreadable,
        "aside": set_aside(tournament_id),
    }


def _opened(sound: int, lost: int) -> str:
    if not sound:
        return ""
    return f"Open it up to act {sound}" if lost else f"Open it with its {plural(sound, 'act')}"


def _aside(lost: int, rest: int) -> str:
    if not lost:
        return "Nothing is lost."
    if not rest:
        return f"What was done in the {plural(lost, 'lost act')} has to be done again."
    return f"{plural(rest, 'act')} from there on {'is' if rest == 1 else 'are'} kept aside and no longer count."


def _older(lost: int) -> str:
    if lost <= 0:
        return "Nothing is lost."
    return f"{plural(lost, 'act')} since then {'is' if lost == 1 else 'are'} kept aside and no longer count."
