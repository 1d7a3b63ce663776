"""Pages for a video stream: nothing behind them, and they follow the event."""

import io
import re

from PIL import Image
from playwright.sync_api import expect

from tests.box import Visitor
from tests.browser.pages import address_of


def alphas(page):
    """How much of the picture behind each corner and the middle would cover."""
    picture = Image.open(io.BytesIO(page.screenshot(omit_background=True))).convert("RGBA")
    width, height = picture.size
    spots = [(0, 0), (width - 1, 0), (0, height - 1), (width - 1, height - 1), (width // 2, height // 2)]
    return [picture.getpixel(spot)[3] for spot in spots], picture.getchannel("A").getextrema()


def test_what_lies_over_a_video_covers_nothing_else_and_follows_the_event(chromium, box):
    desk = Visitor(box).sign_in()
    path, _ = desk.post("/events", name="Stream Cup", ruleset="ashes-reborn", players="Ana\nBen")
    event = re.match(r"/events/([^/]+)", path)
    desk.post(f"{event[0]}/start")
    desk.post(f"{event[0]}/pairings/publish")
    context = chromium.new_context(viewport={"width": 1920, "height": 1080})
    page = context.new_page()
    page.goto(f"{box.address}/stream/clock?event={event[1]}")
    expect(page.locator(".s-clock")).to_have_attribute("data-state", "not-started")
    assert alphas(page) == ([0] * 5, (0, 255))
    desk.post(f"{event[0]}/clock/start")
    expect(page.locator(".s-clock")).to_have_attribute("data-state", "running")
    expect(page.locator(".s-digits")).to_have_attribute("data-shown", re.compile(r"^59:\d\d$"))
    page.goto(f"{box.address}/stream/match/1?event={event[1]}")
    expect(page.locator(".s-match .name")).to_have_count(2)
    assert sorted(page.locator(".s-match .name").all_inner_texts()) == ["Ana", "Ben"]
    assert alphas(page) == ([0] * 5, (0, 255))
    desk.post(f"{event[0]}/results/1", winner="p1", wounds="12")
    expect(page.locator(".s-match li[data-state=won] b")).to_have_text("25")
    page.goto(f"{box.address}/stream/clock?event=nothing")
    expect(page.locator(".s-say")).to_have_text("There is no such event on this box. /stream has the addresses.")
    context.close()


def test_a_match_of_the_bracket_is_laid_over_without_the_record_of_the_swiss_rounds(chromium, box):
    """“2–1” stood below a finalist who had won four matches."""
    page = chromium.new_page()
    page.goto(f"{box.address}/stream/match/1?event=nothing")
    for stage, told in (("swiss", ["2–1", "3–0"]), ("bracket", [])):
        page.evaluate(LAID_OVER, [address_of("kiosk/page/js/overlays.js"), stage])
        assert page.locator(".s-match small").all_inner_texts() == told
    page.close()


LAID_OVER = """async ([where, stage]) => {
  const matches = [{ table: 1, players: ["p1", "p2"], winner: null }];
  const rounds = [{ name: "final", stage, matches }];
  const data = { names: { p1: "Ana", p2: "Ben" }, records: { p1: "2–1", p2: "3–0" }, rounds };
  document.body.replaceChildren((await import(where)).match.draw(data, { table: 1 }));
}"""


def test_three_at_a_table_are_named_whole_over_a_video(chromium, box):
    """“Bruno Bergstr…” and “Chloé Bergstr…” played, in a third of the width each."""
    page = chromium.new_page(viewport={"width": 1920, "height": 1080})
    page.goto(f"{box.address}/stream/match/1?event=nothing")
    expect(page.locator(".s-say")).to_be_visible()  # nothing else is drawn there from now on
    named = ["Bruno Bergström", "Konstantinos Papadopoulos-Müllerschön", "Christopher Montgomery"]
    page.evaluate(THREE, [address_of("kiosk/page/js/overlays.js"), named])
    names = page.locator(".s-match .name")
    assert names.all_inner_texts() == named
    assert names.evaluate_all(CUT) == []
    page.close()


THREE = """async ([where, named]) => {
  const players = ["p1", "p2", "p3"];
  const names = Object.fromEntries(players.map((player, n) => [player, named[n]]));
  const rounds = [{ name: "round 1", stage: "pods", matches: [{ table: 1, players, winner: null }] }];
  const drawn = (await import(where)).match.draw({ names, records: {}, rounds }, { table: 1 });
  document.getElementById("wall").replaceChildren(drawn);
}"""
CUT = """all => all.filter(({ clientWidth, scrollWidth, clientHeight, scrollHeight }) =>
  scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 3).map((name) => name.innerText)"""
