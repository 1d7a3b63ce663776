"""What the buzzer is made of: pins, patterns, where the server is. From a TOML file, the environment over it.

A pattern is milliseconds of sound, silence, sound …; an empty one is silent.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any
from urllib.parse import urlsplit

from engine.refusals import Refused

DEFAULT_FILE = Path("/etc/cinderbox/buzzer.toml")
Pattern = tuple[int, ...]

SHORT, LONG = 200, 1_000
PATTERNS: Mapping[str, Pattern] = MappingProxyType(
    {
        "start": (LONG,),
        "warning": (SHORT, SHORT, SHORT),
        "called": (LONG, 400, LONG, 400, LONG),
        "table-over": (SHORT,),
        "test": (SHORT, SHORT, LONG),
    }
)
BUTTONS = ("start_button", "time_button", "off_button")
KINDS = ("active", "passive", "none")
LONGEST = 10_000

ENVIRONMENT = {
    "CINDERBOX_SERVER": "server",
    "CINDERBOX_RUN": "run",
    "CINDERBOX_BUZZER_KIND": "kind",
    "CINDERBOX_BUZZER_PIN": "pin",
    "CINDERBOX_LIGHT_PIN": "light_pin",
    "CINDERBOX_PIN_LOG": "pin_log",
}


@dataclass(frozen=True, slots=True)
class BuzzerConfig:
    """Everything that can be set, as it is without a file."""

    server: str = "http://127.0.0.1:8000"
    run: Path = Path("/run/cinderbox")  # only by the environment, which the server has too
    kind: str = "active"  # one that hums by itself; "passive" needs a tone; "none" only lights up
    pin: int = 17
    tone: int = 2_500  # hertz, for a passive one
    active_high: bool = True
    light_pin: int | None = None
    light_active_high: bool = True
    tables: bool = False  # a table's own end would stop the whole hall
    patterns: Mapping[str, Pattern] = field(default_factory=lambda: PATTERNS)
    start_button: int | None = None  # starts and pauses the round; each of them between its pin and ground
    time_button: int | None = None  # calls time
    off_button: int | None = None  # held for three seconds, switches the box off
    pin_log: Path | None = None  # every change of a pin with its moment, for measuring


def load(path: Path | None, environment: Mapping[str, str], **told: str | None) -> BuzzerConfig:
    """The file's settings, then the environment's, then what the command line told."""
    config = _settled(BuzzerConfig(), _in_file(path))
    config = _settled(config, {name: environment[key] for key, name in ENVIRONMENT.items() if environment.get(key)})
    config = _settled(config, {name: value for name, value in told.items() if value is not None})
    return _sensible(config)


def _in_file(path: Path | None) -> dict[str, Any]:
    if path is None and not DEFAULT_FILE.exists():
        return {}
    path = path or DEFAULT_FILE
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as why:
        raise Refused(f"{path} cannot be read: {why.strerror}.") from why
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as why:
        raise Refused(f"{path} is not TOML: {why}.") from why
    _no_strangers(path, found)
    return found


def _no_strangers(path: Path, found: Mapping[str, Any]) -> None:
    if "run" in found:  # the server would look for the buzzer elsewhere, and find nothing wrong
        raise Refused(f"{path} cannot set “run”. Set CINDERBOX_RUN for the server and the buzzer alike.")
    known = [each.name for each in fields(BuzzerConfig) if each.name != "run"]
    if strangers := sorted(set(found) - set(known)):
        raise Refused(f"The buzzer has no setting “{strangers[0]}”. It knows {', '.join(known)}.")


def _settled(config: BuzzerConfig, found: Mapping[str, Any]) -> BuzzerConfig:
    return replace(config, **{name: READ[name](name, value) for name, value in found.items()})


def _text(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise Refused(f"The buzzer's {name} is a text in quotes, not {value!r}.")
    return value


def _path(name: str, value: Any) -> Path:
    return Path(_text(name, value))


def _number(name: str, value: Any) -> int:
    if isinstance(value, str) and value.isdecimal():
        return int(value)
    if not isinstance(value, int) or isinstance(value, bool):
        raise Refused(f"The buzzer's {name} is a whole number, not {value!r}.")
    return value


def _yes_or_no(name: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise Refused(f"The buzzer's {name} is true or false, not {value!r}.")
    return value


def _patterns(_name: str, value: Any) -> Mapping[str, Pattern]:
    if not isinstance(value, dict) or (strangers := sorted(set(value) - set(PATTERNS))):
        which = f", not “{strangers[0]}”" if isinstance(value, dict) else ""
        raise Refused(f"The buzzer has patterns for {', '.join(PATTERNS)}{which}.")
    return MappingProxyType({**PATTERNS, **{cue: _pattern(cue, lengths) for cue, lengths in value.items()}})


def _pattern(cue: str, lengths: Any) -> Pattern:
    fits = isinstance(lengths, list) and all(type(ms) is int and 0 < ms <= LONGEST for ms in lengths)
    if not fits or sum(lengths) > LONGEST:
        raise Refused(
            f"The pattern of “{cue}” is a list of milliseconds, sound and silence in turn, {LONGEST} at most together."
        )
    return tuple(lengths)


READ: dict[str, Callable[[str, Any], Any]] = {
    **dict.fromkeys(("server", "kind"), _text),
    **dict.fromkeys(("run", "pin_log"), _path),
    **dict.fromkeys(("pin", "light_pin", "tone", *BUTTONS), _number),
    **dict.fromkeys(("active_high", "light_active_high", "tables"), _yes_or_no),
    "patterns": _patterns,
}


def _sensible(config: BuzzerConfig) -> BuzzerConfig:
    if config.kind not in KINDS:
        raise Refused(f"The buzzer's kind is {', '.join(KINDS[:-1])} or {KINDS[-1]}, not “{config.kind}”.")
    if not 200 <= config.tone <= 5_000:  # gpiozero takes numbers below 128 for MIDI notes
        raise Refused(f"The buzzer's tone is between 200 and 5000 hertz, not {config.tone}.")
    if config.kind == "passive" and not config.active_high:
        raise Refused("A passive buzzer gets a tone and cannot be turned round. Take active_high out of its settings.")
    if not _is_address(config.server):
        raise Refused(f"The server's address is like http://127.0.0.1:8000, not “{config.server}”.")
    if config.kind != "none" and config.light_pin == config.pin:
        raise Refused(f"Buzzer and light cannot share pin {config.pin}. Give the light another.")
    _no_pin_twice(config)
    return config


def _no_pin_twice(config: BuzzerConfig) -> None:
    used: dict[int, str] = {} if config.kind == "none" else {config.pin: "buzzer"}
    if config.light_pin is not None:
        used[config.light_pin] = "light"
    for name in BUTTONS:
        pin = getattr(config, name)
        if pin in used:
            raise Refused(f"The {name} cannot be on pin {pin}: the {used[pin]} is there. Give it another.")
        if pin is not None:
            used[pin] = name


def _is_address(server: str) -> bool:
    try:
        address = urlsplit(server)
        (address.hostname or "").encode("idna")
        return address.scheme == "http" and bool(address.hostname) and address.port != 0
    except ValueError:  # a bracket left open, a port that is none, a name with an empty part
        return False
