"""The box's own screen switches it off: it asks, says who is playing, and no other screen may."""

import re

import pytest
from playwright.sync_api import expect

from tests.box import Box, Visitor
from tests.waiting import wait_until


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return tmp_path_factory.mktemp("run")


@pytest.fixture(scope="module")
def box(tmp_path_factory, run):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CINDERBOX_RUN", str(run))
        patch.setenv("CINDERBOX_POWER", str(run))
        with Box(tmp_path_factory.mktemp("box")) as box:
            yield box


@pytest.fixture
def wall(chromium, box):
    context = chromium.new_context(viewport={"width": 1920, "height": 1080})
    yield context.new_page()
    context.close()


def test_any_other_screen_has_no_such_button(wall, box):
    wall.goto(f"{box.address}/wall")
    expect(wall.locator("#wall")).to_have_attribute("data-scene", re.compile("."))
    wall.mouse.click(300, 300)
    expect(wall.get_by_text("Switch off…")).to_have_count(0)


def test_it_asks_says_who_is_playing_and_leaves_a_word(wall, box, run):
    desk = Visitor(box).sign_in()
    path, _ = desk.post("/events", name="Ember Cup", ruleset="ashes-reborn", players="Ana\nBen\nCai\nDee")
    event = re.match(r"/events/[^/]+", path)[0]
    desk.post(f"{event}/start")
    desk.post(f"{event}/pairings/publish")
    wall.goto(f"{box.address}/wall#{(run / 'wall-token').read_text()}")
    expect(wall.locator("#wall")).to_have_attribute("data-scene", re.compile("pairings|set-up|clock"))
    wall.keyboard.press("Shift")
    wall.get_by_role("button", name="Switch off…").click()
    question = wall.get_by_role("dialog")
    expect(question).to_contain_text("2 tables still playing")
    expect(question.get_by_role("button", name="Cancel")).to_be_focused()
    wall.keyboard.press("Escape")
    expect(question).to_have_count(0)
    assert not (run / "switch-off").exists()
    wall.keyboard.press("Shift")
    wall.get_by_role("button", name="Switch off…").click()
    question.get_by_role("button", name="Switch off").click()
    expect(question).to_contain_text("Unplug it once this screen is dark")
    wait_until((run / "switch-off").exists, "systemd is asked")
    expect(wall.locator(".w-note")).to_have_text("The box is being switched off.")
