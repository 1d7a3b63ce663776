"""What is set for the whole box, whatever event it runs."""

from __future__ import annotations

from typing import Any

import segno
from segno.helpers import make_wifi

from engine.refusals import Refused
from server.core.box_values import get as get
from server.core.box_values import put_all
from server.core.config import Config

WIFI_NAME, WIFI_PASSWORD = "wifi-name", "wifi-password"
# Settings of the hotspot's unit, and the folder that is there while it is on.
HOTSPOT, HOTSPOT_IS_ON = "etc/cinderbox/hotspot.conf", "run/cinderbox-hotspot"
FORECAST = "wall-forecast"  # whether the walls say when the event will be over
VOICE = "wall-voice"  # whether the wall that sounds says its calls aloud
LONGEST = {WIFI_NAME: 32, WIFI_PASSWORD: 63}


def put(**values: str) -> None:
    """Set these; an empty one is taken away."""
    settings = {key.replace("_", "-"): value for key, value in values.items()}
    for key, value in settings.items():
        if len(value) > LONGEST.get(key, 10_000_000):
            raise Refused(f"At most {LONGEST[key]} characters.")
    put_all(settings)


def wifi() -> tuple[str, str]:
    """Name and password of the Wi-Fi that the walls tell everybody, as the organizer said."""
    return get(WIFI_NAME), get(WIFI_PASSWORD)


def hotspot(config: Config) -> tuple[str, str]:
    """The box's own Wi-Fi while it is on. Its radio takes a handful of devices, so it is not for everybody."""
    if not (config.root / HOTSPOT_IS_ON).exists():
        return "", ""
    try:
        lines = (config.root / HOTSPOT).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return "", ""
    said = dict(line.split("=", 1) for line in reversed(lines) if "=" in line)  # the first counts
    return said.get("SSID", ""), said.get("PASSWORD", "")


def for_the_wall(address: str, *, wifi: tuple[str, str]) -> dict[str, Any]:
    """How people get here: the address, and the Wi-Fi if there is one to name; each with its QR code."""
    name, password = wifi
    joined = None
    if name:
        code = make_wifi(ssid=name, password=password or None, security="WPA" if password else None)
        joined = {"name": name, "password": password, "qr": _modules(code)}
    return {
        "address": address,
        "qr": _modules(segno.make(address, error="m")),
        "enter_qr": _modules(segno.make(f"{address}enter", error="m")),
        "wifi": joined,
    }


def _modules(code: segno.QRCode) -> list[str]:
    """A QR code as rows of 0 and 1, with its quiet zone: the page draws it."""
    return ["".join("1" if dark else "0" for dark in row) for row in code.matrix_iter(border=2)]
