"""A browser whose owner has blocked cookies; Firefox then forbids its storage, too. What everybody may read works, and
where a cookie is needed a sentence says so."""

from functools import partial

import pytest

from server.table import tablets
from tests.box import Box
from tests.browser.prepared import past_the_pages
from tests.devices import firefox
from tests.devices.driven import played
from tests.devices.flows import FOUR, clock_is_on
from tests.server.result_event import Event

SENTENCE = "This browser sends no cookies back."
BLOCKED = (("network.cookie.cookieBehavior", 2),)


@pytest.fixture
def blocked():
    """Plays in a Firefox that keeps nothing of ours."""
    if why := firefox.why_not():
        pytest.skip(why)
    return lambda play: played(partial(firefox.Firefox, width=1024, height=768, settings=BLOCKED), play)


def test_without_cookies_wall_and_public_pages_work_and_the_rest_says_why_not(blocked, tmp_path):
    with Box(tmp_path) as box, past_the_pages(box) as app:
        clock_is_on(app)
        event = Event(app, FOUR, tid="read").start()
        with app.app_context():
            code = tablets.make_tablet("One", event.tid, 1)
        blocked(lambda browser: looks_around(browser, box, code))


def looks_around(browser, box, code):
    browser.visit(f"{box.address}/e/read/")
    browser.value("document.querySelector('[data-player]').click()")
    browser.wait("document.body.innerText.includes('your table is')")
    for path, field, typed, button in (
        ("/sign-in", "pin", box.pin, "Sign in"),
        ("/tablet", "code", code, "Connect this tablet"),
    ):
        browser.visit(f"{box.address}{path}")
        browser.value(f"document.querySelector('input[name={field}]').value = '{typed}'")
        browser.press(button)
        browser.wait(f"document.body.innerText.includes('{SENTENCE}')")
    browser.visit(f"{box.address}/wall?screen=bar")
    browser.wait("document.querySelector('#wall').dataset.scene")
    assert "too old" not in browser.text()
