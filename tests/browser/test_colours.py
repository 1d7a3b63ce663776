"""Colour is never the only sign: nothing disappears with forced colours (test_every_page.py: every state has a word).

CINDERBOX_PICTURES=folder keeps pictures as people see them who tell colours apart differently.
"""

import base64
import secrets
from contextlib import suppress

import pytest
from playwright.sync_api import Error, expect

from engine import facts as f
from engine.clock import Moment
from engine.decisions import clock
from server.core.timekeeping import moment
from tests.box import Box
from tests.browser.conftest import PHONE, somebody
from tests.browser.pages import address_of
from tests.browser.pictures import FOLDER, picture
from tests.browser.prepared import past_the_pages
from tests.browser.tablets import at_table
from tests.browser.test_tablets import change
from tests.server.result_event import Event

FOUR = ["Ana", "Ben", "Cleo", "Dag"]
MINUTE = 60_000
KINDS = ("protanopia", "deuteranopia", "tritanopia", "achromatopsia")
# How many colours a picture has.
COLOURS = """async (png) => {
  const image = new Image();
  image.src = `data:image/png;base64,${png}`;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
  canvas.drawImage(image, 0, 0);
  return new Set(new Uint32Array(canvas.getImageData(0, 0, image.width, image.height).data.buffer)).size;
}"""
RECT = """(selector) => {
  const found = document.querySelector(selector);
  found.scrollIntoView();
  return found.getBoundingClientRect().toJSON();
}"""
# A QR code as the wall draws it: a box that only this computer can reach shows none.
CODE = """async (where) => {
  const shown = document.createElement("div");
  shown.className = "w-qr";
  Object.assign(shown.style, { position: "fixed", top: 0, left: 0, zIndex: 5 });
  shown.append((await import(where)).code(["101", "010", "111"]));
  document.body.append(shown);
}"""


@pytest.fixture
def past(box):
    with past_the_pages(box) as app:
        yield app


@pytest.fixture
def event(past):
    return Event(past, FOUR, tid=f"colours-{secrets.token_hex(4)}").start()


@pytest.fixture
def counted(chromium):
    """How many colours are seen of what stands there: one means that nothing is. It may be drawn anew meanwhile."""
    blank = chromium.new_page()

    def colours(page, selector):
        expect(page.locator(selector).first).to_be_visible()
        clip = page.evaluate(RECT, selector)
        shot = page.screenshot(clip={key: clip[key] for key in ("x", "y", "width", "height")})
        return blank.evaluate(COLOURS, base64.b64encode(shot).decode())

    yield colours
    blank.close()


def running(event, left):
    """Its clock has so much left."""
    now, length = moment(), event.t.settings.round_minutes * MINUTE
    event.do(lambda t: clock.start_clock(t, Moment(now.boot_id, now.ms - length + left)))


def with_and_without(target, attribute):
    """Pictures of this with its state, and as it would be without; again, if news put it back in between."""
    for _ in range(5):
        with suppress(Error):  # drawn anew in between
            here = target.element_handle()
            seen = here.screenshot(animations="disabled")
            here.evaluate("(e, name) => e.removeAttribute(name)", attribute)
            without = here.screenshot(animations="disabled")
            if here.get_attribute(attribute) is None:
                return seen, without
    raise AssertionError(f"{attribute} comes back each time")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_with_colours_of_ones_own_nothing_of_the_desk_disappears(chromium, box, past, event, counted, scheme):
    """Who is here, where one is, which dot is well: by lines, not by grounds."""
    waiting = Event(past, FOUR, tid=f"door-{secrets.token_hex(4)}")
    waiting.do(lambda t: (f.PresenceMarked("p1", present=True),))
    with somebody(chromium, box, forced_colors="active", color_scheme=scheme) as desk:
        desk.page.goto(f"{box.address}/events/{waiting.tid}/players/")
        here = desk.page.locator(".tickbox[aria-pressed=true]").first
        away = desk.page.locator(".tickbox[aria-pressed=false]").first
        assert here.locator(".icon").screenshot() != away.locator(".icon").screenshot()
        expect(here.locator("path")).to_be_visible()
        expect(away.locator("path")).to_be_hidden()
        differ = with_and_without(desk.page.locator(".d-rail a[aria-current]"), "aria-current")
        assert differ[0] != differ[1]
        desk.page.goto(f"{box.address}/devices/?tid={event.tid}")
        desk.page.locator("main").evaluate(
            "(e) => e.insertAdjacentHTML('beforeend', ['ok', 'warning', 'alarm']"
            ".map((state) => `<i class='dot' data-state='${state}'></i>`).join(''))"
        )
        dots = [f"main > .dot[data-state={state}]" for state in ("ok", "warning", "alarm")]
        assert [dot for dot in dots if counted(desk.page, dot) < 2] == []
        assert len({desk.page.locator(dot).screenshot() for dot in dots}) == 3


def test_with_colours_of_ones_own_nothing_of_the_wall_disappears(chromium, tmp_path, counted):
    with Box(tmp_path) as box, past_the_pages(box) as app:
        context = chromium.new_context(
            viewport={"width": 1920, "height": 1080},
            forced_colors="active",
            color_scheme="dark",
            reduced_motion="reduce",
        )
        wall = context.new_page()
        wall.goto(f"{box.address}/wall")
        expect(wall.locator("#wall h1")).to_be_visible()
        wall.evaluate(CODE, address_of("kiosk/page/js/scan.js"))
        assert counted(wall, ".w-qr svg") > 1, "the code cannot be read"
        wall.locator("body > .w-qr").evaluate("(e) => e.remove()")
        running(Event(app, FOUR).start(), 30 * MINUTE)
        expect(wall.locator("#wall")).to_have_attribute("data-scene", "clock")
        assert counted(wall, ".fuse") > 2
        assert counted(wall, "[data-digits]") > 1
        context.close()


def test_with_colours_of_ones_own_a_tablet_shows_its_keys_and_whose_turn_it_is(chromium, box, past, event, counted):
    with at_table(chromium, box, past, event, 1) as tablet:
        tablet.tap("Report the result")
        tablet.winner(0)
        tablet.on("count")
        tablet.page.emulate_media(forced_colors="active")
        tablet.page.locator(".t-keys button").first.evaluate("(e) => (e.textContent = '')")
        assert counted(tablet.page, ".t-keys button") > 1
    change(event, timer="chess", round_minutes=60)
    with at_table(chromium, box, past, event, 2) as tablet:
        tablet.on("chess")
        tablet.page.emulate_media(forced_colors="active")
        tablet.page.locator(".t-bank").first.click()
        lit = tablet.page.locator(".t-bank[data-state=running]")
        expect(lit).to_have_count(1)
        seen, without = with_and_without(lit, "data-state")
        assert seen != without


@pytest.mark.parametrize(("left", "word"), [(30 * MINUTE, ""), (5 * MINUTE, "Ends soon"), (0, "Time"), (-1, "Paused")])
def test_on_a_phone_the_clock_of_the_desk_says_how_it_is(chromium, box, event, left, word):
    """Amber and red alone would not do; while it just runs, the digits are enough."""
    running(event, abs(left))
    if left < 0:
        event.do(lambda t: clock.add_time(t, 20 * MINUTE, now=moment()))
        event.do(lambda t: clock.pause_clock(t, moment()))
    with somebody(chromium, box, viewport=PHONE) as desk:
        desk.page.goto(f"{box.address}/events/{event.tid}/")
        expect(desk.page.locator(".d-clock time")).to_be_visible()
        tag = desk.page.locator(".d-clock .tag")
        if word:
            expect(tag).to_be_visible()
            expect(tag).to_have_text(word)
        else:
            expect(tag).to_be_hidden()
        assert desk.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


@pytest.mark.skipif(not FOLDER, reason="pictures to look at, if CINDERBOX_PICTURES names a folder")
@pytest.mark.parametrize("kind", KINDS)
def test_pictures_as_people_see_them_who_tell_colours_apart_differently(desk, prepared, kind):
    devtools = desk.page.context.new_cdp_session(desk.page)
    devtools.send("Emulation.setEmulatedVisionDeficiency", {"type": kind})
    for name in ("", "results/", "pairings/", "standings/", "floor/"):
        desk.page.goto(f"{desk.box.address}/events/playing/{name}")
        picture(desk.page, f"{kind}-{name.strip('/') or 'now'}")
