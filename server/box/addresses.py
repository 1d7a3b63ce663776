"""Where this box is found by the devices around it."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import current_app, request

from server.core.network import in_url, is_loopback, lan_address
from server.core.ports import EVERYWHERE

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


def phones_find_it() -> bool:
    """Whether that address is of any use to them: “on your phone” and codes to scan are only shown then."""
    return not is_loopback(urlsplit(box_address()).hostname or "")


def why_no_phones() -> str:
    """Why they do not, and what to do: the desk reads it before a code is shown or printed. Empty where they do."""
    if phones_find_it():
        return ""
    if is_loopback(current_app.config.get(LISTENING, EVERYWHERE)):
        why, then = "it was started for this machine only", "Start it without --host"
    else:
        why, then = "it is in no network", "Connect it to the Wi-Fi that players use"
    return f"Phones and tablets cannot find this box: {why}. {then}; then codes to scan are here and on paper."


def staff_address() -> str:
    """For devices of the staff and tablets: by https, if whoever asks came by https."""
    return request.host_url if request.is_secure else box_address()
