"""What is set for the whole box, whatever event it runs."""

from __future__ import annotations

from typing import Any

from engine.refusals import Refused
from server.box.qr_codes import qr_rows, wifi_rows
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
        joined = {"name": name, "password": password, "qr": wifi_rows(name, password)}
    return {
        "address": address,
        "qr": qr_rows(address),
        "enter_qr": qr_rows(f"{address}enter"),
        "wifi": joined,
    }
