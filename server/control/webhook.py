"""The address outside that hears what everybody may know: where it is, and the secret by which it knows this box."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from urllib.parse import urlsplit

from engine.refusals import Refused
from server.core import box_values

ADDRESS, SECRET = "webhook-address", "webhook-secret"
LONGEST = 500
KINDS = ("start", "warning", "called", "pairings", "standings")


def address() -> str:
    """Where news go; empty if nowhere."""
    return box_values.get(ADDRESS)


def secret() -> str:
    return box_values.get(SECRET)


def put(typed: str) -> None:
    """Send news there from now on; empty, nowhere. Another address gets another secret."""
    wanted = typed.strip()
    if wanted:
        require_sensible(wanted)
    if wanted != address():
        box_values.put_all({ADDRESS: wanted, SECRET: secrets.token_urlsafe(32) if wanted else ""})


def require_sensible(wanted: str) -> None:
    try:
        parts = urlsplit(wanted)
        host, _port = (parts.hostname or "").encode("idna"), parts.port
    except ValueError:  # a bracket left open, a port that is none, a name with an empty part
        raise Refused("That is not an address. Type one like https://example.org/cinderbox.") from None
    odd = any(not " " < letter < "\x7f" for letter in wanted)
    if parts.scheme not in ("http", "https") or not host or odd or len(wanted) > LONGEST:
        raise Refused("That is not an address. Type one like https://example.org/cinderbox.")
    if parts.username is not None or parts.fragment:
        raise Refused("Leave out names, passwords and anything after #. The secret below tells them that it is you.")


def signature(body: bytes, key: str) -> str:
    """As the header says it: whoever has the secret can tell that this came from the box, whole."""
    return f"sha256={hmac.new(key.encode(), body, hashlib.sha256).hexdigest()}"


def where(wanted: str) -> str:
    """The address without what may be secret in it, for sentences."""
    return urlsplit(wanted).hostname or ""
