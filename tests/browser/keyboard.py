"""An organizer without a mouse: Tab, Enter, Space, arrows, letters. What has the focus is seen and comes in order."""

import re

from playwright.sync_api import Error, expect

from tests.browser.conftest import Organizer

MOST = 250  # more Tabs than this lead round the page for nothing
# What has the focus: what it is and is called, whether a ring is drawn around it, and whether it is in view.
FOCUS = """() => {
  const e = document.activeElement;
  if (!e || e === document.body) return { tag: "", name: "", ring: true, seen: true };
  const drawn = (part) => {
    const style = part && getComputedStyle(part);
    return Boolean(style) && style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
  };
  // A radio button that is not seen has its ring around what stands for it.
  const stands = e.matches(".sr") ? [...(e.labels || [])].flatMap((label) => [label, ...label.children]) : [];
  const shown = [e, ...stands].find((part) => drawn(part)) || e;
  const at = shown.getBoundingClientRect();
  const labels = [...(e.labels || [])].map((each) => each.innerText).join(" ");
  const words = e.getAttribute("aria-label") || labels || e.textContent;
  return {
    tag: e.localName,
    kind: e.type || "",
    name: words.trim().replace(/\\s+/g, " "),
    ring: drawn(shown),
    seen: at.width > 0 && at.bottom > 0 && at.top < innerHeight && at.right > 0 && at.left < innerWidth,
  };
}"""
# Marks what had the focus; says whether what has it now comes later in the page.
LATER = """() => {
  const before = window.focused;
  window.focused = document.activeElement;
  return !before || !before.isConnected || window.focused === document.body ||
    Boolean(before.compareDocumentPosition(window.focused) & Node.DOCUMENT_POSITION_FOLLOWING);
}"""


class Keyboard(Organizer):
    """Does what an organizer does, and never clicks."""

    def to(self, wanted):
        """Tab until this has the focus; everything on the way is seen and in the order of the page."""
        turns = 0
        for _ in range(MOST):
            at = self.focused()
            assert at["ring"], f"{self.page.url}: nobody sees that {at} has the focus"
            assert at["seen"], f"{self.page.url}: {at} has the focus and is out of view"
            if wanted(at):
                return at
            self.page.keyboard.press("Tab")
            turns += not self.page.evaluate(LATER)
            assert turns <= 1, f"{self.page.url}: the focus jumps back at {self.focused()}"
        raise AssertionError(f"{self.page.url}: Tab does not lead there")

    def focused(self):
        self.page.wait_for_load_state()
        try:
            return self.page.evaluate(FOCUS)
        except Error:  # the page went while it was asked
            self.page.wait_for_load_state()
            return self.page.evaluate(FOCUS)

    def fill(self, label, text):
        self.to(lambda at: at["tag"] in ("input", "textarea") and at["name"] == label)
        self.page.keyboard.press("Control+A")
        self.page.keyboard.type(str(text))

    def press(self, name):
        self.to(lambda at: at["tag"] == "button" and re.search(name, at["name"]))
        self.page.keyboard.press("Enter")

    def follow(self, name):
        self.to(lambda at: at["tag"] == "a" and re.search(name, at["name"]))
        self.page.keyboard.press("Enter")

    def go(self, place):
        self.follow(rf"^{place}\b")
        expect(self.page.locator(".d-rail [aria-current=page]")).to_contain_text(place)
