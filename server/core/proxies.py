"""Who is really asking, where a proxy stands in between: `TRUSTED_PROXIES` names those whose word counts.

Without it everybody behind a proxy has the proxy's address: one mistypes, all wait. With it, whoever else sends such
headers is not believed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Any

from flask import Flask

from engine.refusals import Refused
from server.core.network import is_a_name, plain

Network = IPv4Network | IPv6Network
UNKNOWN = "unknown"
PASSED_ON = ("HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_PROTO", "HTTP_X_FORWARDED_HOST", "HTTP_FORWARDED", "HTTP_VIA")
NO_NAME = "name.invalid"  # in place of a host that could never be one: what reads addresses fails over it
BY_HTTPS = "cinderbox.https"  # in the environment of a request that a trusted proxy got by https


def proxies(text: str) -> tuple[Network, ...]:
    """Addresses and networks as the setting names them: `127.0.0.1 10.0.0.0/8`."""
    try:
        return tuple(ip_network(each) for each in text.split())
    except ValueError as why:
        raise Refused("TRUSTED_PROXIES has to be addresses or networks like 127.0.0.1 or 10.0.0.0/8.") from why


def is_trusted(address: str, trusted: Sequence[Network]) -> bool:
    with suppress(ValueError):
        return any(ip_address(address) in network for network in trusted)
    return False


def client(peer: str, passed_on: str, trusted: Sequence[Network]) -> str:
    """Who asks: the last of those named that is no trusted proxy itself. Further left anybody may have written it."""
    if not passed_on or not is_trusted(peer, trusted):
        return peer
    named = [plain(each.strip()) for each in passed_on.split(",")]
    found = next((each for each in reversed(named) if not is_trusted(each, trusted)), named[0])
    with suppress(ValueError):
        return str(ip_address(found))
    return UNKNOWN


def with_client_addresses(app: Flask) -> Callable[..., Any]:
    """The application's WSGI; REMOTE_ADDR is whoever really asks, and an IPv4 address as people know it.

    The host that is asked for is one that can be read, though perhaps not ours.
    """
    answer = app.wsgi_app

    def addressed(environ: dict[str, Any], start_response: Any) -> Any:
        trusted = app.config["CINDERBOX"].trusted_proxies
        peer = plain(environ.get("REMOTE_ADDR", ""))
        environ["REMOTE_ADDR"] = peer
        if not is_a_name(environ.get("HTTP_HOST", "")):
            environ["HTTP_HOST"] = NO_NAME
        if is_trusted(peer, trusted):
            environ["REMOTE_ADDR"] = client(peer, environ.get("HTTP_X_FORWARDED_FOR", ""), trusted)
            environ[BY_HTTPS] = environ.get("HTTP_X_FORWARDED_PROTO") == "https"
            environ["wsgi.url_scheme"] = "https" if environ[BY_HTTPS] else "http"
            for name in PASSED_ON:
                environ.pop(name, None)
        return answer(environ, start_response)

    return addressed
