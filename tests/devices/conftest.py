"""A real server, and browsers of every age."""

from functools import partial

import pytest

from tests.browser.conftest import box, prepared  # noqa: F401 - the same box and the same events
from tests.devices import firefox, webkit
from tests.devices.driven import played
from tests.devices.old_browsers import NotHere, old_browser
from tests.devices.old_chromium import OldChromium

ENGINES = {"webkit": (webkit, webkit.WebKit), "firefox": (firefox, firefox.Firefox)}


def in_engine(name):
    """Plays in WebKit or Firefox: `play(what, width=, height=)`."""
    module, kind = ENGINES[name]
    if why := module.why_not():
        pytest.skip(why)
    return lambda what, **size: played(partial(kind, **size), what)


def in_old_chromium(version):
    """Plays in a Chromium of this version, whose scripts must not fail."""
    try:
        folder = old_browser(version)
    except NotHere as why:
        pytest.skip(f"Chromium {version} is not here: {why}")

    def listening(browser, *, what):
        what(browser)
        assert browser.complaints == []

    return lambda what, **size: played(partial(OldChromium, folder=folder, **size), partial(listening, what=what))


@pytest.fixture(params=list(ENGINES))
def engine(request):
    return in_engine(request.param)
