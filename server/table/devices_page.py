"""The devices page: tablets with trouble first, one tablet with its code, and the codes that wait to be typed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup
from sqlalchemy import Row, select

from engine.refusals import Unknown
from engine.sentences import plural
from engine.values import dataclass
from server.box.addresses import staff_address, why_no_phones
from server.box.qr_codes import qr
from server.core import journal, open_forms, stamps, time_of_day
from server.core.db import db
from server.core.device_names import device_name
from server.core.events import listed, open_events
from server.core.models import DeviceRow
from server.core.rendering import since
from server.table import moving_tablets, tablets

# A tablet says something every half minute. Two of these may get lost before it is worth a look.
LOOK_S, SILENT_S = 90, 180
LABELS = {"name": "name", "event": "event", "table": "table"}


@dataclass(frozen=True, slots=True)
class Tablet:
    """A tablet as the desk sees it. `state` is ok, look, silent or out; `says` is where it is, if not at its place."""

    id: int
    name: str
    event: str | None
    table: int | None
    place: str
    says: str
    state: str
    seen: str
    browser: str
    address: str
    code: str
    code_until: str


@dataclass(frozen=True, slots=True)
class TabletCode:
    """A code as it is typed or photographed: big digits, a QR code, the address."""

    id: int
    name: str
    place: str
    digits: str
    until: str
    address: str
    picture: Markup
    no_phones: str


@dataclass(frozen=True, slots=True)
class DevicesPage:
    tablets: tuple[Tablet, ...]
    out: tuple[Tablet, ...]
    waiting: int
    counted: str
    events: tuple[tuple[str, str], ...]
    next_table: int
    first_table: int
    last_table: int
    elsewhere: int


def devices_page(event: str | None) -> DevicesPage:
    """Every tablet; `event` is the one the organizer comes from, so that its next table is proposed."""
    all_ = _tablets()
    known = sorted((tablet for tablet in all_ if tablet.state != "out"), key=_trouble_first)
    taken = {tablet.table for tablet in known if tablet.event == event}
    tables = moving_tablets.tables_of_event(journal.read(event).tournament) if event else [1]
    return DevicesPage(
        tablets=tuple(known),
        out=tuple(tablet for tablet in all_ if tablet.state == "out"),
        waiting=sum(bool(tablet.code) for tablet in known),
        counted=plural(len(known), "tablet"),
        events=open_events(),
        next_table=1 + max((table for table in taken if table is not None), default=tables[0] - 1),
        first_table=tables[0],
        last_table=tables[-1],
        elsewhere=moving_tablets.elsewhere(event) if event else 0,
    )


def device_page(id: int) -> Tablet:
    found = next((tablet for tablet in _tablets() if tablet.id == id), None)
    if found is None:
        raise Unknown("There is no such tablet any more.")
    return found


def require_as_it_was(form: Mapping[str, str], id: int, wanted: Tablet) -> None:
    """Refused with where this tablet belongs today, if that is not what the form was filled with."""
    tablet, events = device_page(id), dict(open_events())
    told = open_forms.differences(_in_words(tablet, events), _in_words(wanted, events), LABELS)
    open_forms.require_as_it_was(form, _in_words(tablet, events), now=told)


def filled_with(tablet: Tablet) -> str:
    """The mark of the form that changes it."""
    return open_forms.mark(_in_words(tablet, dict(open_events())))


def _in_words(tablet: Tablet, events: Mapping[str, str]) -> dict[str, str]:
    event = events.get(tablet.event or "", tablet.event or "")
    return {"name": tablet.name, "event": event, "table": str(tablet.table or "")}


def code_cards() -> tuple[TabletCode, ...]:
    """Every code that waits to be typed, by table."""
    waiting = [tablet for tablet in _tablets() if tablet.code]
    return tuple(code_card(tablet) for tablet in sorted(waiting, key=lambda tablet: (tablet.table or 0, tablet.id)))


def code_card(tablet: Tablet) -> TabletCode:
    address = f"{staff_address()}tablet"
    shown = address.removeprefix("http://")
    digits = f"{tablet.code[:3]} {tablet.code[3:]}"
    picture = qr(f"{address}#{tablet.code}")
    return TabletCode(tablet.id, tablet.name, tablet.place, digits, tablet.code_until, shown, picture, why_no_phones())


def _tablets() -> list[Tablet]:
    names = {event.id: event.name for event in listed()}
    with db.engine.connect() as connection:
        rows = connection.execute(select(DeviceRow).order_by(DeviceRow.id)).all()
    return [_tablet(row, names) for row in rows]


def _tablet(row: Row[Any], names: dict[str, str]) -> Tablet:
    heard = tablets.last_seen(row.id)
    left = tablets.seconds_left(row)
    waits = left > 0
    state, seen = _state(row, heard.at if heard else row.seen, waits)
    table = row.table_number if row.tournament_id else None
    return Tablet(
        id=row.id,
        name=row.name,
        event=row.tournament_id,
        table=table,
        place=_place(names.get(row.tournament_id or "", ""), table),
        says=f"at table {heard.table}" if heard and heard.table and heard.table != table else "",
        state=state,
        seen=seen,
        browser=device_name(row.browser) if row.browser else "",
        address=row.address,
        code=row.code if waits else "",
        code_until=_until(round(left * 1000)) if waits else "",
    )


def _until(left_ms: int) -> str:
    """Until when a code can be typed; for how long, while nobody knows the time of day."""
    return (
        f"until {time_of_day.at(left_ms)}" if time_of_day.is_known() else f"for {time_of_day.plural_minutes(left_ms)}"
    )


def _state(row: Row[Any], seen: str, waits: bool) -> tuple[str, str]:
    """The shape of the dot, and the words beside it, which say the same."""
    if row.revoked:
        return "out", "signed out"
    if row.token_hash is None:
        return "look", "waits for its code" if waits else "its code was never typed"
    silent = stamps.seconds_since(seen)
    if silent < LOOK_S:
        return "ok", "now"
    told = since(int(silent) // 60)
    return ("look", f"{told} ago") if silent < SILENT_S else ("silent", f"silent for {told}")


def _place(event: str, table: int | None) -> str:
    where = f"Table {table}" if table else "any table"
    return f"{where}, {event}" if event else f"{where} of any event"


def _trouble_first(tablet: Tablet) -> tuple[int, int, int]:
    order = {"silent": 0, "look": 1, "ok": 2}
    return order[tablet.state], tablet.table or 10_000, tablet.id
