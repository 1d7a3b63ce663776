"""A wall in a hall that has an event for every scene, and what its tests ask of a picture."""

import json
import os
from contextlib import suppress
from pathlib import Path

from playwright.sync_api import Error, expect

from tests.box import Visitor
from tests.browser.complaints import Complaints
from tests.browser.looks import headings, too_faint
from tests.browser.pages import address_of

FULL, SMALL, LARGE = (1920, 1080), (1280, 720), (3840, 2160)
AFAR = 7  # to 1: how far text stands out for the back of the hall
PICTURE = (Path(__file__).parent / "picture.js").read_text(encoding="utf-8")
PICTURES = os.environ.get("CINDERBOX_PICTURES")  # a folder that gets a picture of every scene


def on_a_network(box, *, alone=None):
    """A box that phones find: the test's own is on none, and so has no address to scan. `alone`: its only event."""

    def answer(route):
        with suppress(Error):  # the page has gone on meanwhile, and nobody waits for it
            found = route.fetch()
            told = found.text().replace(f"{box.address}/", "http://192.168.178.123:8000/")
            if alone:
                known = json.loads(told)
                told = json.dumps(known | {"events": [each for each in known["events"] if each["id"] == alone]})
            route.fulfill(response=found, body=told)

    return answer


class Wall:
    """A screen as the desk and the hall know it."""

    def __init__(self, page, box):
        self.page, self.complaints = page, Complaints(page, console=False)
        for where in ("/wall", "/api/wall"):
            page.route(box.address + where, on_a_network(box))
        page.goto(f"{box.address}/wall")
        self.root = page.locator("#wall")
        expect(self.root).to_have_attribute("data-scene", "events")
        self.id = page.evaluate("localStorage.getItem('cinderbox-screen')")
        self.desk = Visitor(box).sign_in()
        self.desk.get("/devices/")

    def told(self, **choice):
        """The desk says what to show."""
        form = {"name": "Stage", "event": "", "scene": "auto", "volume": 50, **choice}
        self.desk.post(f"/devices/screens/{self.id}", **form)

    def shows(self, event, scene):
        self.told(event=event, scene="auto" if scene == "announcement" else scene)
        expect(self.root).to_have_attribute("data-event", event)
        expect(self.root).to_have_attribute("data-scene", scene)

    def picture(self, size=FULL, *, named=""):
        """What is seen at this size."""
        self.page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
        if PICTURES and named:
            self.page.screenshot(path=Path(PICTURES) / f"{named}-{size[1]}.png")
        found = self.page.evaluate(PICTURE)
        assert found["sizes"], "nothing is on the wall"
        assert found["faults"] == []
        assert too_faint(self.page, AFAR) == []
        assert len(headings(self.page)) == 1, headings(self.page)
        assert not self.complaints.left()
        return found

    def module(self, name):
        """The address of one of the wall's scripts."""
        return address_of(f"kiosk/page/js/{name}")


def readable(found, *, digits=False, least=400):
    """At 1080p: digits of 400 pixels if alone, names and steps of 38, nothing under 28. A running clock has digits."""
    assert min(found["sizes"]) >= 28
    assert found["digits"] or not digits
    assert found["names"] is None or found["names"] >= 38
    assert found["steps"] is None or found["steps"] >= 38
    assert found["digits"] is None or found["digits"] >= least


# The steps whose first line takes more than one.
TALL = """() => [...document.querySelectorAll(".w-steps li span")].flatMap(({ firstChild }) => {
    const range = document.createRange();
    range.selectNodeContents(firstChild);
    return range.getClientRects().length > 1 ? [firstChild.textContent] : [];
})"""


FINALISTS = ("Bartholomew-Alexander Featherstonehaugh-Cholmondeley", "Konstantinos Papadopoulos-Müllerschön")


def told(wall, event):
    """What the wall knows of this event."""
    return wall.page.evaluate("async (id) => (await fetch(`/api/tournaments/${id}/wall`)).json()", event)


# The round as it stands by this state.
DRAWN = """async ([where, data, state]) => {
  window.setTimeout = () => 0;
  const noon = () => "12:00";
  const at = { state, serverNow: 0, known: true, timeOfDay: noon(), wallIn: noon };
  document.getElementById("wall").replaceChildren(...(await import(where)).round.draw(data, at).filter(Boolean));
}"""


CUT = """all => all.filter(({ clientWidth, scrollWidth, clientHeight, scrollHeight }) =>
  scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 3).map((name) => name.innerText)"""


# These events as a wall follows them, and a list of them with their clocks.
FOLLOWED = """(ids) => {
  const said = async (path) => (await fetch(`/api/tournaments/${path}`)).json();
  return Promise.all(ids.map(async (id) => ({ id, data: await said(`${id}/wall`), state: await said(`${id}/state`) })));
}"""
# The bracket as a scene of its own, or those who meet in place of those who really do.
PUT = """async ([where, scene, data]) => {
  window.setTimeout = () => 0;
  const found = (await import(where))[scene];
  const noon = () => "12:00";
  const at = { serverNow: 0, boot: "", known: true, timeOfDay: noon(), wallIn: noon, wallTime: noon };
  if (found.draw) document.getElementById("wall").replaceChildren(...found.draw(data, at));
  else document.querySelector(".w-duels").replaceWith(found(data));
}"""
TURN = """async ([where, scene, data, page]) => {
    window.setTimeout = () => 0;
    const part = (await import(where))[scene];
    const noon = () => "12:00";
    const at = { serverNow: 0, boot: "", known: true, timeOfDay: noon(), wallIn: noon, wallTime: noon };
    document.getElementById("wall").replaceChildren(...part.draw(data, at, page));
    return part.pages ? part.pages(data) : 1;
}"""
