"""What a browser and its machine are called."""

from __future__ import annotations

import re

# The first that fits: every browser also claims to be the ones after it.
BROWSERS = (
    ("Edg", "Edge"),
    ("Firefox|FxiOS", "Firefox"),
    ("Chrome|CriOS|Chromium", "Chrome"),
    ("Safari", "Safari"),
)


SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "an iPhone"),
    ("iPad", "an iPad"),
    ("Windows", "Windows"),
    ("CrOS", "a Chromebook"),
    ("Mac OS", "a Mac"),
    ("Linux", "Linux"),
)


def device_name(agent: str) -> str:
    """Firefox on Android: enough to know which of one's own devices it is."""
    browser = next((name for mark, name in BROWSERS if re.search(mark, agent)), "")
    system = next((name for mark, name in SYSTEMS if re.search(mark, agent)), "")
    return f"{browser or 'Something'} on {system}" if system else browser or agent[:40] or "Unknown device"
