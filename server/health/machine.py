"""The machine: power, heat, where its time of day comes from. Every file is below the root that the settings name."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta
from pathlib import Path

from server.core import time_of_day as core_time
from server.core.config import Config

SOURCES = {
    "network": "set from the network",
    "board": "from the clock on the board",
    "organizer": "set at the desk",
    "": "",
}
HOT = 80.0  # from here on a Raspberry Pi slows itself down


def power(config: Config) -> str:
    """A Raspberry Pi notices when its supply is too weak."""
    if not any(_read(alarm) == "1" for alarm in _voltage_alarms(config)):
        return ""
    return "the voltage is too low. Use the Raspberry Pi's own power supply, a short cable, and fewer USB devices."


def power_told(config: Config) -> str:
    """On any other machine nobody can know."""
    return "" if _voltage_alarms(config) else "no sensor"


def _voltage_alarms(config: Config) -> list[Path]:
    sensors = (config.root / "sys/class/hwmon").glob("hwmon*")
    return [alarm for each in sensors if _read(each / "name") == "rpi_volt" for alarm in each.glob("in*_lcrit_alarm")]


def heat(config: Config) -> str:
    warmest = _warmest(config)
    if warmest is None or warmest < HOT:
        return ""
    return f"{warmest:.0f} °C: the processor slows itself down. Give the box air, take it out of the sun."


def heat_told(config: Config) -> str:
    warmest = _warmest(config)
    return "no sensor" if warmest is None else f"{warmest:.0f} °C"


def time_of_day(config: Config) -> str:
    """Where it comes from. No round clock counts with it."""
    said = {
        "network": "set from the network",
        "board": "from the clock on the board",
        "organizer": "set at the desk",
    }
    return said.get(core_time.source_of(config.root), "")


def time_unknown(config: Config) -> str:
    """Nobody has said what time it is, so no screen shows it."""
    if core_time.source_of(config.root):
        return ""
    return (
        "set by nothing, so it may be wrong, and screens show how long instead. Say what time it is on the page “This "
        "box”; no round clock counts with it."
    )


def up(config: Config) -> timedelta | None:
    """How long the machine has been switched on, whatever its date; nothing if it does not say."""
    with suppress(ValueError, IndexError):
        return timedelta(seconds=float(_read(config.root / "proc/uptime").split()[0]))
    return None


def model(config: Config) -> str:
    return _read(config.root / "proc/device-tree/model").rstrip("\0")


def _warmest(config: Config) -> float | None:
    zones = (config.root / "sys/class/thermal").glob("thermal_zone*/temp")
    found = [int(said) / 1000 for zone in zones if (said := _read(zone)).lstrip("-").isdecimal()]
    return max(found, default=None)


def _read(path: Path) -> str:
    with suppress(OSError):
        return path.read_text(encoding="utf-8", errors="replace").strip()
    return ""
