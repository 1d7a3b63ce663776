"""Pictures of screens, for whoever wants to look at them: CINDERBOX_PICTURES names the folder."""

import os
from pathlib import Path

FOLDER = os.environ.get("CINDERBOX_PICTURES")


def picture(page, name):
    """Kept if anybody asked for it."""
    if FOLDER:
        page.screenshot(path=Path(FOLDER) / f"{name}.png")
