"""A flyer for the door: what is on, and how to enter."""

from __future__ import annotations

from markupsafe import Markup

from engine.fees import amount
from engine.rulesets.naming import played_by
from engine.values import dataclass
from server.box import box_settings
from server.box.addresses import box_address, phones_find_it
from server.box.qr_codes import qr
from server.core.desk import Desk


@dataclass(frozen=True, slots=True)
class Flyer:
    """Without a code where no phone finds the box: then people enter at the desk."""

    name: str
    ruleset: str
    starts_at: str
    fee: str
    places: int
    link: str
    code: Markup | None
    wifi: str
    password: str


def flyer(desk: Desk, link: str) -> Flyer:
    now = desk.t.entering
    wifi, password = box_settings.wifi()
    return Flyer(
        name=desk.name,
        ruleset=played_by(desk.t.settings),
        starts_at=desk.t.settings.starts_at,
        fee=amount(now.fee, now.currency) if now.fee else "",
        places=now.places,
        link=f"{box_address().removeprefix('http://')}enter",
        code=qr(link) if phones_find_it() else None,
        wifi=wifi,
        password=password,
    )
