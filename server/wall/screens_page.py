"""Screens and sounds as the devices page shows them: what each shows, when it was last seen, who sounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.refusals import Refused
from engine.values import dataclass, replace
from server.box import box_settings
from server.clock import buzzer_status
from server.core import open_forms
from server.core.events import open_events
from server.core.rendering import since
from server.wall import screens, voice
from server.wall.scenes import SCENES

# What a screen may say is on it: also what the desk cannot choose.
SHOWN = {**SCENES, "events": "The clocks of several events", "announcement": "The announcement"}

ANY_EVENT = "Any event being played"
LABELS: open_forms.Labels = {
    "name": "name",
    "event": "event",
    "scene": "shows",
    "sounds": ("sounds the round", "does not sound the round"),
    "volume": "volume",
}
ALL_WELL, NO_BUZZER = "All well.", "None runs on this box. Let a wall sound in its place: “Change” beside it."


@dataclass(frozen=True, slots=True)
class ScreenLine:
    """A screen in the list; `shown` is what is on it now; `state` is ok or alarm, as the dot is drawn."""

    id: str
    name: str
    shows: str
    shown: str
    seen: str
    state: str
    sounds: bool


@dataclass(frozen=True, slots=True)
class ScreensPage:
    lines: tuple[ScreenLine, ...]
    buzzer: str
    wifi_name: str
    wifi_password: str
    forecast: bool
    voice: bool
    can_speak: bool


@dataclass(frozen=True, slots=True)
class ScreenPage:
    screen: screens.Screen
    events: tuple[tuple[str, str], ...]
    was: str
    scenes: tuple[tuple[str, str], ...] = tuple(SCENES.items())


def screens_page() -> ScreensPage:
    """All screens, the buzzer, and the Wi-Fi that the walls name."""
    events = dict(open_events())
    return ScreensPage(
        tuple(_line(screen, events) for screen in screens.screens()),
        buzzer_status.trouble() or (ALL_WELL if buzzer_status.is_there() else NO_BUZZER),
        *box_settings.wifi(),
        forecast=bool(box_settings.get(box_settings.FORECAST)),
        voice=bool(box_settings.get(box_settings.VOICE)),
        can_speak=voice.can_speak(),
    )


def screen_page(id: str, *, typed: Mapping[str, Any] | None = None) -> ScreenPage:
    """As it is; or with the values that were `typed`, after somebody else saved others."""
    found, events = _screen(id), open_events()
    shown = replace(found, **typed) if typed else found
    return ScreenPage(shown, events, open_forms.mark(_in_words(found, dict(events))))


def require_as_it_was(form: Mapping[str, str], id: str, typed: Mapping[str, Any]) -> None:
    """Refused with what this screen does today, if that is not what the form was filled with."""
    found, events = _screen(id), dict(open_events())
    kept, wanted = _in_words(found, events), _in_words(replace(found, **typed), events)
    open_forms.require_as_it_was(form, kept, now=open_forms.differences(kept, wanted, LABELS))


def _screen(id: str) -> screens.Screen:
    found = next((screen for screen in screens.screens() if screen.id == id), None)
    if found is None:
        raise Refused("That screen is not on the list any more.")
    return found


def _in_words(screen: screens.Screen, events: Mapping[str, str]) -> dict[str, str]:
    event = screen.tournament_id or ""
    return {
        "name": screen.name,
        "event": events.get(event, event) or ANY_EVENT,
        "scene": SCENES.get(screen.scene, screen.scene),
        "sounds": "on" if screen.sounds else "",
        "volume": str(screen.volume),
    }


def _line(screen: screens.Screen, events: dict[str, str]) -> ScreenLine:
    event = events.get(screen.tournament_id or "", ANY_EVENT)
    scene = (
        "follows the event"
        if screen.scene == "auto"
        else SCENES.get(screen.scene, "nothing it knows").lower() + " only"
    )
    well = screen.state == "well"
    return ScreenLine(
        screen.id,
        screen.name,
        f"{event}, {scene}",
        SHOWN.get(screen.told.get("scene", ""), "").lower() if well else "",
        "now" if well else f"silent for {since(screen.silent_s // 60)}",
        "ok" if well else "alarm",
        screen.sounds,
    )
