"""From two finished events to a ranking on a phone and on the wall: the organizer only clicks and types."""

import re

from playwright.sync_api import expect

from tests.box import Visitor
from tests.browser.prepared import past_the_pages
from tests.server.people.listed import event, play
from tests.server.series.test_series import finish


def test_two_finished_events_a_ranking_on_a_phone_and_on_the_wall(desk, chromium, box):
    with past_the_pages(box) as app, app.app_context():
        finish(play(event("series-one", "Ana Quist", "Ben Quist", "Cai Quist", "Eve Quist"), 2))
        finish(play(event("series-two", "Ana Quist", "Ben Quist", "Dee Quist", "Fay Quist"), 2))
    desk.page.goto(f"{desk.box.address}/series/new")
    desk.fill("Name", "Quist League")
    desk.page.get_by_label("Points", exact=True).select_option("place")
    desk.fill("By place", "10 7 5 3")
    desk.page.get_by_label("Events come in").select_option("hand")
    desk.press("^Make the series")
    desk.sees("Nobody but you sees it yet")
    desk.page.locator(".d-title").get_by_role("link", name="Events").click()
    for tid in ("series-one", "series-two"):
        desk.page.get_by_label("Event", exact=True).select_option(tid)
        desk.press("^Add it")
        desk.sees("It is in the series")
    desk.follow("^Ranking$")
    expect(desk.page.locator(".ranks summary").first).to_contain_text("Ana Quist")
    expect(desk.page.locator(".ranks summary").first).to_contain_text("20")
    desk.press("^Open it to phones")
    desk.sees("Phones may see this ranking now")
    phone = chromium.new_page(viewport={"width": 390, "height": 844})
    phone.goto(f"{box.address}/e/series")
    phone.get_by_role("link", name=re.compile("Quist League")).click()
    phone.get_by_label("Your name").fill("ana q")
    phone.get_by_role("button", name="Find").click()
    expect(phone.locator(".p-stand")).to_contain_text("Series-one: 10 (place 1)")
    phone.close()
    wall = chromium.new_page(viewport={"width": 1920, "height": 1080})
    wall.goto(f"{box.address}/wall")
    expect(wall.locator("#wall")).to_have_attribute("data-scene", re.compile("."))
    screen = wall.evaluate("localStorage.getItem('cinderbox-screen')")
    devices = Visitor(box).sign_in()
    devices.get("/devices/")
    devices.post(f"/devices/screens/{screen}", name="Stage", event="series-two", scene="ranking", volume=50)
    first = wall.locator(".w-stand li").first
    expect(wall.locator("#wall")).to_have_attribute("data-scene", "ranking")
    expect(first).to_contain_text("Ana Quist")
    expect(first.locator(".w-path circle")).to_have_count(2)
    wall.close()
    devices.post(f"/devices/screens/{screen}/forget")
