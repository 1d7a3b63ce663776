"""Whether the box is well, part by part. A check answers with what is wrong, or with nothing."""

from __future__ import annotations

from collections.abc import Callable

from engine.values import dataclass
from server.box import disk
from server.control import sending, webhook
from server.core import unsaved
from server.core.config import Config
from server.core.version import software
from server.health import equipment, journals, machine, stored_copies

Look = Callable[[Config], str]

PARTS: dict[str, Look] = {
    "database": stored_copies.database,
    "events": journals.damaged,
    "storage": disk.storage,
    "writing": disk.writing,
    "disk space": disk.space,
    "last backup": stored_copies.last_backup,
    "USB stick": stored_copies.stick,
    "power": machine.power,
    "temperature": machine.heat,
    "buzzer": equipment.buzzer,
    "walls": equipment.walls,
    "tablets": equipment.tablets,
    "time of day": machine.time_unknown,
    "news": lambda _config: sending.trouble(),
    "version": lambda _config: "",
}
# What there is to say of a part that is well.
TOLD: dict[str, Look] = {
    "events": journals.looked_at,
    "disk space": disk.space_told,
    "last backup": stored_copies.backup_told,
    "USB stick": stored_copies.stick_told,
    "power": machine.power_told,
    "temperature": machine.heat_told,
    "walls": equipment.walls_told,
    "tablets": equipment.tablets_told,
    "time of day": machine.time_of_day,
    "news": lambda _config: (
        f"sent to {webhook.where(webhook.address())}" if webhook.address() else "no other address is told"
    ),
    "version": lambda _config: software(),
}
# What the desk hears about at once, the worst first. Looking costs next to nothing and writes nothing.
URGENT: dict[str, Look] = {
    "database": lambda config: unsaved.damaged(config.data),
    "disk": disk.cannot_save,
    "disk space": disk.space,
    "power": machine.power,
    "temperature": machine.heat,
    "USB stick": stored_copies.stick,
    "buzzer": equipment.buzzer,
}


@dataclass(frozen=True, slots=True)
class Finding:
    """One part: what is wrong with it, or what there is to say if nothing is."""

    part: str
    trouble: str
    told: str


def findings(config: Config) -> list[Finding]:
    """Every part, looked at now."""
    return [_finding(config, part) for part in PARTS]


def urgent(config: Config) -> str:
    """The worst of what cannot wait, as a sentence; or nothing."""
    for part, look in URGENT.items():
        if trouble := look(config):
            return trouble if trouble[0].isupper() else f"{part[0].upper()}{part[1:]}: {trouble}"
    return ""


def _finding(config: Config, part: str) -> Finding:
    """A part that cannot even be looked at is not well; the others are told all the same."""
    try:
        trouble = PARTS[part](config)
        return Finding(part, trouble, "" if trouble or part not in TOLD else TOLD[part](config))
    except unsaved.FAILURES as why:
        return Finding(part, unsaved.why_not(why) or f"cannot be looked at: {why}", "")
