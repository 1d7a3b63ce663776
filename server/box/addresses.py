"""Where this box is found by the devices around it, as an address and as a picture of it."""

from __future__ import annotations

from urllib.parse import urlsplit

import segno
from flask import current_app, request
from markupsafe import Markup

from server.core.network import EVERYWHERE, in_url, is_loopback, lan_address

LISTENING = "LISTENING"  # in an app's config: the host that its server listens on


def box_address() -> str:
    """For everybody's phones; asked from the box itself, the asking browser's own would be no use to anybody else.

    Never https: a player's phone would warn of the box's own certificate.
    """
    asked = urlsplit(request.host_url)
    host = asked.hostname or ""
    port = request.environ.get("SERVER_PORT") if request.is_secure else asked.port
    shown = lan_address(current_app.config.get(LISTENING, EVERYWHERE)) if is_loopback(host) else host
    return f"http://{in_url(shown)}{'' if port in (None, 80, '80') else f':{port}'}/"


def staff_address() -> str:
    """For devices of the staff and tablets: by https, if whoever asks came by https."""
    return request.host_url if request.is_secure else box_address()


def qr(text: str) -> Markup:
    """The text as a QR code: dark on light in every colour scheme, or cameras do not read it."""
    code = segno.make(text, error="m", micro=False)
    return Markup(code.svg_inline(border=3, dark="#000", light="#fff", omitsize=True, svgclass="qr"))
