"""Texts as QR codes: drawn on a page, or as rows of dark and light for the wall to draw."""

from __future__ import annotations

from functools import lru_cache

import segno
from markupsafe import Markup
from segno.helpers import make_wifi_data

# A reader undoes whichever of the eight masks a code says it has; trying all of them for the prettiest is three
# quarters of the time that a pile of slips takes. This one is the prettiest on average for our addresses.
MASK = 2


def qr(text: str) -> Markup:
    """The text as a QR code: dark on light in every colour scheme, or cameras do not read it."""
    return Markup(_code(text).svg_inline(border=3, dark="#000", light="#fff", omitsize=True, svgclass="qr"))


@lru_cache(maxsize=32)
def qr_rows(text: str) -> tuple[str, ...]:
    """The same as rows of 0 and 1, with its quiet zone. A box has few of them, and every screen asks for them."""
    return tuple("".join("1" if dark else "0" for dark in row) for row in _code(text).matrix_iter(border=2))


def wifi_rows(name: str, password: str) -> tuple[str, ...]:
    """What lets a phone join this Wi-Fi."""
    return qr_rows(make_wifi_data(ssid=name, password=password or None, security="WPA" if password else None))


def _code(text: str) -> segno.QRCode:
    return segno.make(text, error="m", micro=False, mask=MASK)
