"""Where the page that is being served finds its streams."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from flask import current_app, request

from server.core.config import Config
from server.core.proxies import BY_HTTPS

_NAMED = re.compile(r"([A-Za-z0-9.-]+)(:\d+)?")


def live_address() -> str:
    """The setting, or the host this page was asked from with the port of the streams; empty if there are none.

    Whoever came by https through a proxy gets them there, too: a page by https may not listen to anything else. A host
    in numbers of IPv6 cannot stand in a content security policy: by http such pages ask again and again instead.
    """
    config: Config = current_app.config["CINDERBOX"]
    if config.live_url:
        return config.live_url
    if request.environ.get(BY_HTTPS):
        return f"https://{request.host}"
    port, here = current_app.config.get("LIVE_PORT"), _NAMED.fullmatch(request.host)
    return f"http://{here[1]}:{port}" if port and here else ""


def origin(address: str) -> str:
    """The part of an address that a content security policy names."""
    parts = urlsplit(address)
    if request.environ.get(BY_HTTPS) and parts.netloc == request.host:
        return ""  # “self” says it already
    return f"{parts.scheme}://{parts.netloc}" if parts.netloc else ""
