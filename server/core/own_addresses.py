"""Which addresses are this box's own: the names it answers to, and the pages it sends people to.

A page from elsewhere can make its own name mean this box (DNS rebinding), and would then read what a guest of the
venue's network may read, such as the Wi-Fi password for the walls. That needs a name: so every address in numbers is
answered, of names only this machine's. `TRUSTED_HOSTS` has more.
"""

from __future__ import annotations

import re
import socket
from contextlib import suppress
from ipaddress import ip_address
from typing import Any

from flask import Flask, current_app, render_template, request

from server.core.config import Config
from server.core.network import in_url, lan_address

# What a browser leaves out of an address, or takes for a slash.
_TRICKS = re.compile(r"[\x00-\x20\x7f\\]")
_PORT = re.compile(r"(.*?)(?::(\d{1,5}))?", re.S)
NOT_OURS = "This box does not answer to that name."
FOR_PROGRAMS = ("/api/", "/at-table/", "/wall/", "/healthz")


def own_page(asked: str | None) -> str:
    """The page to go back to: only ever one of this box, whatever an address says."""
    page = asked or "/"
    return page if page.startswith("/") and not page.startswith("//") and not _TRICKS.search(page) else "/"


def is_own_host(host: str | None, config: Config) -> bool:
    """Whether a browser that says it wants this host wants us. A program that says none is no browser."""
    name = host_name(host or "").lower().removesuffix(".")
    return not name or _in_numbers(name) or name in _names() | set(config.trusted_hosts) or _as_avahi_calls_it(name)


def host_name(host: str) -> str:
    """Without its port."""
    found = _PORT.fullmatch(host)
    return (found[1] if found else host).strip("[]")


def answer_only_own_hosts(app: Flask) -> None:
    """Before anything else."""
    app.before_request(_require_own_host)


def right_address(host: str, scheme: str) -> str:
    """Where this box is found instead, at the same port."""
    found = _PORT.fullmatch(host)
    port = f":{found[2]}" if found and found[2] else ""
    return f"{scheme}://{in_url(lan_address())}{port}/"


def _require_own_host() -> Any:
    asked = request.environ.get("HTTP_HOST")
    if request.path.startswith("/static/") or is_own_host(asked, current_app.config["CINDERBOX"]):
        return None
    address = right_address(asked or "", request.scheme)
    if request.path.startswith(FOR_PROGRAMS):
        return {"error": f"{NOT_OURS} It is at {address}"}, 421
    return render_template("other_host.html", address=address, name=host_name(asked or "")[:80]), 421


def _in_numbers(name: str) -> bool:
    with suppress(ValueError):
        return bool(ip_address(name))
    return False


def _names() -> set[str]:
    own = socket.gethostname().lower()
    short = own.partition(".")[0]
    return {"localhost", own, short, f"{short}.local"}


def _as_avahi_calls_it(name: str) -> bool:
    """Where two machines of the network have one name, the second is called name-2.local."""
    short = re.escape(socket.gethostname().lower().partition(".")[0])
    return bool(re.fullmatch(rf"{short}-\d{{1,3}}\.local", name))
