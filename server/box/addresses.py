"""Where this box is found by the devices around it, as an address and as a picture of it."""

from __future__ import annotations

from urllib.parse import urlsplit

import segno
from flask import request
from markupsafe import Markup

from server.core.network import in_url, is_loopback, lan_address


def box_address() -> str:
    """As the asking browser sees it; asked from the box itself, that would be no use to anybody else."""
    asked = urlsplit(request.host_url)
    if not is_loopback(asked.hostname or ""):
        return request.host_url
    port = "" if asked.port in (None, 80) else f":{asked.port}"
    return f"http://{in_url(lan_address())}{port}/"


def qr(text: str) -> Markup:
    """The text as a QR code: dark on light in every colour scheme, or cameras do not read it."""
    code = segno.make(text, error="m", micro=False)
    return Markup(code.svg_inline(border=3, dark="#000", light="#fff", omitsize=True, svgclass="qr"))
