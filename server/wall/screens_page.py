"""Screens and sounds as the devices page shows them: what each shows, when it was last seen, who sounds."""

from __future__ import annotations

from engine.refusals import Refused
from engine.values import dataclass
from server.box import box_settings
from server.clock import buzzer_status
from server.core.events import open_events
from server.core.rendering import since
from server.wall import screens, voice
from server.wall.scenes import SCENES

# What a screen may say is on it: also what the desk cannot choose.
SHOWN = {**SCENES, "events": "The clocks of several events", "announcement": "The announcement"}

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


def screen_page(id: str) -> ScreenPage:
    found = next((screen for screen in screens.screens() if screen.id == id), None)
    if found is None:
        raise Refused("That screen is not on the list any more.")
    return ScreenPage(found, open_events())


def _line(screen: screens.Screen, events: dict[str, str]) -> ScreenLine:
    event = events.get(screen.tournament_id or "", "Any event being played")
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
