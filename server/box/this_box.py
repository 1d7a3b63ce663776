"""The page of the box: who is signed in, what is kept, what a restore would change."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import select

from engine.values import dataclass
from server.box import time_question
from server.box.backups import Backup, backups, can_back_up
from server.box.copies_inside import Held
from server.box.shop import ACCENTS, Shop, shop
from server.core import auth, time_of_day
from server.core.config import Config
from server.core.db import db
from server.core.device_names import device_name
from server.core.models import SignInRow
from server.core.version import software

TIME_SOURCES = {
    "network": "set by the network",
    "board": "set by the clock on the board",
    "organizer": "set at the desk",
    "": "",
}


@dataclass(frozen=True, slots=True)
class Door:
    """A device that is signed in."""

    id: int
    name: str
    role: str
    device: str
    address: str
    since: str
    here: bool


@dataclass(frozen=True, slots=True)
class BoxPage:
    doors: tuple[Door, ...]
    judge_pin: bool
    first_pin: bool
    backups: tuple[Backup, ...]
    can_back_up: bool
    version: str
    time_known: bool
    time_now: str
    time_source: str
    time_by_hand: bool
    zone: str
    zones: tuple[str, ...]
    shop: Shop
    accents: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class RestorePage:
    """What a restore would bring and what it would take away."""

    backup: Backup
    inside: tuple[tuple[Held, str], ...]
    gone: tuple[str, ...]


def box_page(config: Config) -> BoxPage:
    """The box: who is signed in, what is kept."""
    return BoxPage(
        doors=doors(),
        judge_pin=auth.has_pin("judge"),
        first_pin=config.pin_file.exists(),
        backups=tuple(backups(config)),
        can_back_up=can_back_up(config),
        version=software(),
        time_known=time_of_day.is_known(),
        time_now=f"{time_of_day.now():%H:%M on %Y-%m-%d}",
        time_source=TIME_SOURCES[time_of_day.source()],
        time_by_hand=time_of_day.source() not in ("network", "board"),
        zone=time_of_day.zone(),
        zones=time_question.zones(),
        shop=shop(),
        accents=tuple(ACCENTS.items()),
    )


def doors() -> tuple[Door, ...]:
    """Everybody of the staff who is signed in, the asking device first."""
    me = auth.current()
    with db.engine.connect() as connection:
        rows = connection.execute(
            select(SignInRow).where(SignInRow.revoked.is_(False)).order_by(SignInRow.role.desc(), SignInRow.id.desc())
        ).all()
    found = (
        Door(row.id, row.name, row.role, device_name(row.device), row.address, row.since, bool(me and me.id == row.id))
        for row in rows
    )
    return tuple(sorted(found, key=lambda door: not door.here))


def restore_page(kept: Backup, inside: tuple[Held, ...], here: Mapping[str, tuple[str, int]]) -> RestorePage:
    """What changes; `here` is each event on this box with its name and its number of acts."""
    held = {event.id for event in inside}
    told = tuple((event, _compared(event, here.get(event.id))) for event in inside)
    return RestorePage(kept, told, tuple(name for id, (name, _) in here.items() if id not in held))


def _compared(event: Held, here: tuple[str, int] | None) -> str:
    if event.damage is not None:
        return f"damaged in this backup. {event.damage.what}"
    if here is None:
        return "comes back"
    _, acts = here
    if acts > event.acts:
        return f"{acts - event.acts} newer changes go"
    return "as it is now" if acts == event.acts else f"{event.acts - acts} changes come back"
