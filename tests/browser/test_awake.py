"""A screen that stays on and is full: what works on plain http, what needs https, and nothing twice."""

import shutil

import pytest
from playwright.sync_api import expect

from tests.box import Box
from tests.browser.conftest import ARGS
from tests.browser.prepared import past_the_pages
from tests.browser.tablets import LYING, at_table
from tests.server.result_event import Event
from tests.waiting import wait_until

HTTP = "box.test"  # a name that is not this computer for the browser: http there is plain http
FOUR = ["Ana", "Ben", "Cleo", "Dag"]
# A wake lock that counts.
LOCK = """
  window.locks = [];
  const request = (kind) => Promise.resolve(window.locks.push(kind));
  Object.defineProperty(navigator, "wakeLock", { value: { request } });
"""


@pytest.fixture
def plain(tmp_path, monkeypatch):
    """A box that is asked by its name, over plain http."""
    monkeypatch.setenv("TRUSTED_HOSTS", HTTP)
    with Box(tmp_path) as box:
        yield box


@pytest.fixture
def hall(chromium):
    """A browser in the hall, to which that name leads here."""
    path = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    rules = f"--host-resolver-rules=MAP {HTTP} 127.0.0.1"
    browser = chromium.browser_type.launch(executable_path=path, args=[*ARGS, rules])
    yield browser
    browser.close()


def asked_for(page):
    """What of the video was fetched."""
    found = []
    page.on("request", lambda request: found.append(request.url) if "awake." in request.url else None)
    return found


def test_over_plain_http_a_silent_video_plays_from_the_first_tap_on(hall, plain):
    page = hall.new_page()
    page.goto(f"http://{HTTP}:{plain.port}/wall")
    expect(page.locator("#wall h1")).to_be_visible()
    assert page.evaluate("[isSecureContext, 'wakeLock' in navigator]") == [False, False]
    video = page.locator("video.awake")
    expect(video).to_have_count(1)
    page.mouse.click(200, 200)
    wait_until(lambda: video.evaluate("(v) => !v.paused && !v.muted && v.currentTime > 0"), "the video plays aloud")
    before = video.evaluate("(v) => v.currentTime")
    wait_until(lambda: video.evaluate("(v) => v.currentTime") != before, "it goes on")
    assert video.evaluate("(v) => [v.loop, v.videoWidth, v.error]") == [False, 64, None]
    at = video.bounding_box()
    assert (at["width"], at["height"]) == (page.viewport_size["width"], page.viewport_size["height"])


def test_the_video_begins_anew_before_it_ends(hall, plain):
    page = hall.new_page()
    page.goto(f"http://{HTTP}:{plain.port}/wall")
    video = page.locator("video.awake")
    page.mouse.click(200, 200)
    wait_until(lambda: video.evaluate("(v) => !v.paused && v.duration > 9"), "the video plays")
    video.evaluate("(v) => (v.currentTime = v.duration - 0.5)")
    wait_until(lambda: video.evaluate("(v) => v.currentTime < v.duration / 2 && !v.paused"), "it begins anew")


def test_where_the_browser_has_a_wake_lock_no_video_is_fetched(chromium, box):
    context = chromium.new_context()
    page = context.new_page()
    page.add_init_script(LOCK)
    fetched = asked_for(page)
    page.goto(f"{box.address}/wall")
    expect(page.locator("#wall h1")).to_be_visible()
    page.mouse.click(200, 200)
    assert page.evaluate("window.locks") == ["screen"]
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert page.evaluate("window.locks") == ["screen", "screen"]
    expect(page.locator("video")).to_have_count(0)
    assert fetched == []
    context.close()


class Named:
    """The same box under its name."""

    def __init__(self, box):
        self.address = f"http://{HTTP}:{box.port}"


def test_a_tablet_over_plain_http_stays_awake_too(hall, plain):
    with past_the_pages(plain) as app:
        event = Event(app, FOUR).start()
        with at_table(hall, Named(plain), app, event, 1) as tablet:
            tablet.on("idle").tap("Report the result")
            tablet.on("who")
            playing = "!document.querySelector('video.awake').paused && !document.querySelector('video.awake').muted"
            wait_until(lambda: tablet.page.evaluate(playing), "the video plays")


@LYING
def test_a_tablet_fills_the_screen_with_one_tap(chromium, box, viewport):
    with past_the_pages(box) as app:
        event = Event(app, FOUR, tid=f"full-{viewport['width']}").start()
        with at_table(chromium, box, app, event, 1, viewport=viewport) as tablet:
            tablet.on("idle").tap("Full screen")
            wait_until(lambda: tablet.page.evaluate("Boolean(document.fullscreenElement)"), "the screen is filled")
            expect(tablet.page.get_by_role("button", name="Full screen")).to_have_count(0)
            tablet.page.evaluate("document.exitFullscreen()")
            expect(tablet.page.get_by_role("button", name="Full screen")).to_be_visible()
            tablet.tap("Report the result")
            tablet.on("who")
            expect(tablet.page.get_by_role("button", name="Full screen")).to_have_count(0)


def test_a_wall_offers_the_full_screen_only_to_whoever_touches_it(chromium, box):
    context = chromium.new_context()
    page = context.new_page()
    page.goto(f"{box.address}/wall")
    expect(page.locator("#wall h1")).to_be_visible()
    button = page.get_by_role("button", name="Full screen")
    expect(button).to_be_hidden()
    page.mouse.move(300, 300)
    expect(button).to_be_hidden()  # it was put there, and lies still
    page.mouse.move(320, 300)
    expect(button).to_be_visible()
    expect(button).to_be_hidden()  # after a while
    page.keyboard.press("Shift")
    button.click()
    wait_until(lambda: page.evaluate("Boolean(document.fullscreenElement)"), "the screen is filled")
    expect(button).to_be_hidden()
    context.close()


@pytest.mark.parametrize(("path", "start"), [("/tablet", "/tablet/table"), ("/wall", "/wall")])
def test_home_screens_find_a_name_icons_and_where_to_begin(chromium, box, path, start):
    context = chromium.new_context()
    page = context.new_page()
    page.goto(box.address + path)
    named = page.evaluate("[...document.querySelectorAll('meta[name]')].map((each) => each.name)")
    assert {"apple-mobile-web-app-capable", "mobile-web-app-capable", "apple-mobile-web-app-title"} <= set(named)
    manifest = page.evaluate("async () => (await fetch(document.querySelector('[rel=manifest]').href)).json()")
    assert (manifest["start_url"], manifest["display"]) == (start, "fullscreen")
    found = page.evaluate(
        """async (icons) => {
          const at = document.querySelector("[rel=manifest]").href;
          const own = document.querySelector("[rel=apple-touch-icon]").href;
          const all = [...icons.map(({ src }) => new URL(src, at).href), own];
          return Promise.all(all.map(async (one) => (await createImageBitmap(await (await fetch(one)).blob())).width));
        }""",
        manifest["icons"],
    )
    assert found == [192, 512, 180]
    devtools = context.new_cdp_session(page)
    assert devtools.send("Page.getAppManifest")["errors"] == []
    context.close()
