"""A table tablet in a real browser, driven by taps."""

import secrets
from contextlib import contextmanager

import pytest
from playwright.sync_api import expect

from server.table import tablets
from tests.browser.complaints import Complaints
from tests.browser.looks import headings, once
from tests.soaking import SOAK
from tests.waiting import wait_until

PORTRAIT, LANDSCAPE = {"width": 768, "height": 1024}, {"width": 1024, "height": 768}
BOTH_WAYS = pytest.mark.parametrize("viewport", [LANDSCAPE, PORTRAIT], ids=["landscape", "portrait"])
LYING = BOTH_WAYS if SOAK else pytest.mark.parametrize("viewport", [LANDSCAPE], ids=["landscape"])
UPRIGHT = BOTH_WAYS if SOAK else pytest.mark.parametrize("viewport", [PORTRAIT], ids=["portrait"])
LEAST = 72  # px: the smallest target on a table tablet


class Tablet:
    """What players do at it."""

    def __init__(self, page, box):
        self.page, self.box, self.complaints = page, box, Complaints(page, console=False)

    def let_in(self, code):
        self.page.goto(f"{self.box.address}/tablet")
        self.page.get_by_label("The desk shows").fill(code)
        self.tap("Connect this tablet")
        return self

    def tap(self, name, *, exact=False):
        self.page.get_by_role("button", name=name, exact=exact).first.click()

    def twice(self, name):
        """An impatient finger."""
        target = self.page.get_by_role("button", name=name).first
        target.click(trial=True)
        at = place(target)
        self.page.mouse.dblclick(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)

    def winner(self, seat):
        self.page.locator(".t-who").nth(seat).click()

    def wounds(self, number):
        for figure in str(number):
            self.tap(figure, exact=True)
        self.tap("Next")

    def types(self, code):
        """A personal code, letter by letter."""
        for letter in code:
            self.page.locator(".t-letters").get_by_role("button", name=letter, exact=True).click()

    def tells(self, seat, wounds):
        """From the question to the number."""
        self.winner(seat)
        self.wounds(wounds)

    def sees(self, words):
        expect(self.page.locator("#tablet")).to_contain_text(words)

    def on(self, screen):
        """This screen is on, everything on it can be hit, and nothing is cut off at the side."""
        expect(self.page.locator("#tablet")).to_have_attribute("data-screen", screen)
        return self.good()

    def good(self):
        """Everything on the page can be hit, and nothing is cut off at the side."""
        small = self.page.evaluate(
            """least => [...document.querySelectorAll("main button, main input:not([type=hidden])")].filter(target => {
                const at = target.getBoundingClientRect();
                return at.width < least - .5 || at.height < least - .5 || at.right > innerWidth + .5;
            }).map(target => target.textContent || target.name)""",
            LEAST,
        )
        assert not small, (self.page.url, small)
        assert len(headings(self.page)) == 1, (self.page.url, headings(self.page))
        shown = self.page.evaluate(
            "(document.querySelector('#tablet') || document.body).dataset.screen || location.pathname"
        )
        found = once(self.page, "tablet", shown)
        assert found == [], found
        return self

    def reloaded(self, screen):
        """The browser was closed and opened again, and it is where it was."""
        self.page.reload()
        return self.on(screen)

    def offline(self, away):
        self.page.context.set_offline(away)


@contextmanager
def at_table(chromium, box, app, event, table, *, viewport=LANDSCAPE, bound=True, script=None):
    """A tablet that was let in at this table; its scripts must not fail. `script` runs before its own."""
    with app.app_context():
        code = tablets.make_tablet(f"tablet {secrets.token_hex(3)}", *((event.tid, table) if bound else ()))
        id = tablets.with_code(code)
    context = chromium.new_context(viewport=viewport, has_touch=True)
    if script:
        context.add_init_script(path=script)
    try:
        tablet = Tablet(context.new_page(), box).let_in(code)
        tablet.id = id
        yield tablet
        assert not tablet.complaints.left()
    finally:
        context.close()


def place(locator):
    """Where it is on the page; it may just be drawn anew."""
    return wait_until(locator.bounding_box, "it was on the page again")
