"""A real server, and browsers of every age."""

import os

import pytest

from tests.browser.conftest import box, prepared  # noqa: F401 - the same box and the same events
from tests.devices.old_browsers import NotHere, old_browser
from tests.devices.old_chromium import OldChromium

# Browsers that hang now and then, and hundreds of megabytes: for the long run.
LONG = pytest.mark.skipif(not os.environ.get("SOAK"), reason="old and other browsers play in `make soak-browser`")


@pytest.fixture
def old(request):
    """Opens a Chromium of this version with a window of this size; its scripts must not fail."""
    opened = []

    def open_one(version, *, width, height):
        try:
            folder = old_browser(version)
        except NotHere as why:
            pytest.skip(f"Chromium {version} is not here: {why}")
        opened.append(OldChromium(folder, width=width, height=height))
        return opened[-1]

    yield open_one
    for browser in opened:
        browser.close()
    assert [complaint for browser in opened for complaint in browser.complaints] == []
