"""How other devices reach this machine. No packet is sent to find out."""

from __future__ import annotations

import fcntl
import socket
import struct
from collections.abc import Iterator

SIOCGIFADDR = 0x8915
LOOPBACK = "127.0.0.1"


def lan_address() -> str:
    """The address of the way out; without one, as on the box's own hotspot, that of any network it is in."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return next((each for each in _addresses(probe) if not each.startswith("127.")), LOOPBACK)


def _addresses(probe: socket.socket) -> Iterator[str]:
    for _, name in socket.if_nameindex():
        try:
            answer = fcntl.ioctl(probe, SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
        except OSError:
            continue  # up without an address, or down
        yield socket.inet_ntoa(answer[20:24])
