"""How other devices reach this machine. No packet is sent to find out."""

from __future__ import annotations

import fcntl
import socket
import struct
from collections.abc import Iterable, Iterator
from contextlib import suppress
from ipaddress import IPv6Address, IPv6Network
from pathlib import Path

from server.core.ports import EVERYWHERE

LOOPBACK = ("127.0.0.1", "::1")
IPV6, NETWORKS = Path("/proc/net/if_inet6"), Path("/sys/class/net")
SIOCGIFFLAGS, SIOCGIFADDR = 0x8913, 0x8915
IFF_LOOPBACK, IFF_RUNNING = 0x8, 0x40
# Of an IPv6 address: one of a few hours, one that is already taken by another, on its way out, not yet tried.
TEMPORARY, TAKEN, DEPRECATED, TENTATIVE = 0x01, 0x08, 0x20, 0x40


def lan_address(host: str = EVERYWHERE) -> str:
    """Where others find a server on this host: the best of this machine's addresses if it is on all of them.

    That of the way out; without one, as on the box's own hotspot, that of any network it is in; otherwise loopback.
    """
    if host not in (EVERYWHERE, "0.0.0.0"):
        return host
    found = [*_ipv4_addresses(), *(_ipv6_addresses() if host == EVERYWHERE else ())]
    return next(iter(found), LOOPBACK[0])


def is_loopback(host: str) -> bool:
    """Whether only this machine itself finds a server there."""
    return host == "localhost" or host == LOOPBACK[1] or host.startswith("127.")


def in_url(host: str) -> str:
    """A host as it stands in an address."""
    return f"[{host}]" if ":" in host else host


def plain(address: str) -> str:
    """An IPv4 address as people know it, also where it came in through a door that IPv6 uses as well."""
    return address.removeprefix("::ffff:") if "." in address else address


def is_a_name(host: str) -> bool:
    """Whether this could be the name of any host, or nothing at all: no part is empty, too long or no writing."""
    name = host.rpartition(":")[0] if ":" in host else host
    with suppress(UnicodeError):
        name.encode("idna").decode("idna")
        return True
    return False


def ipv6_network(address: str) -> str:
    """The network of an IPv6 address, in which a single device may have any number of addresses; empty for others."""
    with suppress(ValueError):
        return str(IPv6Network((int(IPv6Address(address)), 64), strict=False))
    return ""


def _ipv4_addresses() -> list[str]:
    """The way out first, and what a network without anybody to hand out addresses left us with last."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        found = [each for name in _networks(probe) if (each := _ipv4(probe, name))]
        way_out = _way_out(probe)
    return sorted(found, key=lambda each: (each != way_out, each.startswith("169.254.")))


def _ipv6_addresses() -> list[str]:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        up = set(_networks(probe))
    with suppress(OSError):
        return ipv6_addresses(IPV6.read_text(encoding="ascii").splitlines(), up)
    return []  # this kernel knows no IPv6


def ipv6_addresses(lines: Iterable[str], up: set[str]) -> list[str]:
    """The addresses of these networks that others can use, lasting ones first; from the kernel's table."""
    found = []
    for line in lines:
        digits, _, _, scope, flags, name = line.split()
        state = int(flags, 16)
        if name in up and scope == "00" and not state & (TAKEN | DEPRECATED | TENTATIVE):
            found.append((state & TEMPORARY, str(IPv6Address(int(digits, 16)))))
    return [address for _, address in sorted(found)]


def _networks(probe: socket.socket) -> Iterator[str]:
    """Interfaces that are switched on and have somebody at the other end: no pulled cable, no bridge to nowhere."""
    for _, name in socket.if_nameindex():
        with suppress(OSError):  # gone meanwhile
            flags = struct.unpack_from("16xH", _asked(probe, SIOCGIFFLAGS, name))[0]
            if flags & IFF_RUNNING and not flags & IFF_LOOPBACK and not _empty_bridge(name):
                yield name


def _empty_bridge(name: str) -> bool:
    """One that nothing is plugged into, as Docker makes them; the kernel takes it for running."""
    plugged_in = NETWORKS / name / "brif"
    return plugged_in.is_dir() and not any(plugged_in.iterdir())


def _ipv4(probe: socket.socket, name: str) -> str:
    with suppress(OSError):  # has none
        return socket.inet_ntoa(_asked(probe, SIOCGIFADDR, name)[20:24])
    return ""


def _way_out(probe: socket.socket) -> str:
    with suppress(OSError):  # there is none
        probe.connect(("192.0.2.1", 9))
        return str(probe.getsockname()[0])
    return ""


def _asked(probe: socket.socket, what: int, name: str) -> bytes:
    return fcntl.ioctl(probe, what, struct.pack("256s", name.encode()[:15]))
