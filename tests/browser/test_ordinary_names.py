"""Ordinary names on a small laptop: none of them is cut, and nothing beside them."""

import pytest
from playwright.sync_api import expect

from engine.decisions import people, setup
from engine.words import Staff
from tests.browser.prepared import past_the_pages, spirit, with_lists
from tests.server.result_event import Event

NAMES = ["Maximiliana Oberhauser", "Ben Castellano", "Christopher Montgomery", "Dana Eze", "Émile Fitzgerald"]
NAMES += ["Fatima Grünwald", "Goran Ivanova-Hernández"]
LAPTOP, PHONE = {"width": 1366, "height": 768}, {"width": 360, "height": 740}


@pytest.fixture(scope="module")
def named(box):
    """Events of people with such names, each called by what it is looked at for."""
    with past_the_pages(box) as app:
        Event(app, NAMES, tid="named-draft").begin()
        left = Event(app, NAMES, tid="named-left").start().play()
        left.do(lambda t: people.drop(t, "p5"))
        left.do(lambda t: setup.name_staff(t, Staff("s9", "organizer", "p1")))
        with_lists(app, NAMES, tid="named-decks")
        Event(app, NAMES, ruleset_id="spellfire", tid="named-several").start()
        spirit(Event(app, NAMES, ruleset_id="spellfire", tid="named-spirit"))


@pytest.mark.parametrize(
    ("page", "what"),
    [
        ("named-draft/pairings/?pick=p1", ".picked .name"),
        ("named-left/players/", ".people td, .people .name"),
        ("named-several/players/p1", ".rounds td, .rounds .name"),
        ("named-decks/decks/", ".decks td, .decks .name"),
        ("named-spirit/teams/", ".list td, .list .name"),
    ],
)
def test_nothing_beside_an_ordinary_name_is_cut(named, desk, page, what):
    """“Christopher Montgo…”, “Dropped after round” and “Break up the te” stood there."""
    desk.page.set_viewport_size(LAPTOP)
    desk.page.goto(f"{desk.box.address}/events/{page}")
    shown = desk.page.locator(what)
    assert shown.count()
    assert shown.evaluate_all(CUT) == []


CUT = """all => all.filter(({ clientWidth, scrollWidth }) => scrollWidth > clientWidth + 1)
  .map((each) => each.innerText)"""


def test_no_word_of_an_ordinary_name_is_broken_in_a_correction_on_a_phone(named, desk):
    """“Siobhá-n”, “Marche-tti” and “Lindqvi-st” stood in the places after the correction."""
    desk.page.set_viewport_size(PHONE)
    desk.page.goto(f"{desk.box.address}/events/named-left/results/round/1/1/correct")
    desk.page.select_option("#winner", index=1)
    desk.page.get_by_role("button", name="Show what it changes").click()
    shown = desk.page.locator(".r-sides td .name")
    expect(shown.first).to_be_visible()
    assert shown.evaluate_all(BROKEN) == []


# Words that stand in two lines.
BROKEN = """all => all.flatMap((each) => {
  const walker = document.createTreeWalker(each, NodeFilter.SHOW_TEXT);
  const broken = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    for (const { 0: word, index } of node.data.matchAll(/[^\\s-]+/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word);
    }
  }
  return broken;
})"""
