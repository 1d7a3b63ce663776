"""Listening sockets that notice when the other side is gone without a word: a phone in a lift, a pulled cable."""

from __future__ import annotations

import resource
import socket

from server.core.ports import EVERYWHERE

SPARE_FILES = 300  # for the database, and whatever else is open
# First question after 20 s of silence, gone after 30 s without an answer.
_OPTIONS = (
    (socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1),
    (socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, 20),
    (socket.IPPROTO_TCP, socket.TCP_KEEPINTVL, 5),
    (socket.IPPROTO_TCP, socket.TCP_KEEPCNT, 3),
    (socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 30_000),
)


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens here; on every network also where there is no IPv6."""
    if host == EVERYWHERE and not socket.has_dualstack_ipv6():
        host = "0.0.0.0"
    known = socket.getaddrinfo(host, 0, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    family, *_, (number, _, *zone) = min(known, key=lambda each: each[0] != socket.AF_INET)
    both = host == EVERYWHERE
    made = socket.create_server((number, port, *zone), family=family, backlog=1024, dualstack_ipv6=both)
    return mind_the_gone(made)


def mind_the_gone(listener: socket.socket) -> socket.socket:
    """Every connection accepted here inherits the questions to ask of a silent other side."""
    for option in _OPTIONS:
        listener.setsockopt(*option)
    return listener


def connections_for_each() -> int:
    """How many connections the pages may have, and the streams: as many as the system lets us, half for each."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return max(1, (hard - SPARE_FILES) // 2)
