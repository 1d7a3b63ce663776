"""A bored child with a tablet: thousands of taps anywhere, at any pace, on the tablet page of every game.

Before guards were there, 300 such taps recorded a result in six of nine runs. A result needs a deliberate path: every
screen left alone for a moment before it is tapped, and the last question longer, because the tablet is handed over.
"""

import os
import random
import secrets
from dataclasses import replace
from pathlib import Path

import pytest

from engine import facts as f
from engine.decisions import setup
from tests.browser.prepared import past_the_pages
from tests.browser.tablets import LANDSCAPE, PORTRAIT, at_table
from tests.server.result_event import Event
from tests.soaking import SOAK

TAPS = 3_000 if SOAK else 200
AT_ONCE, YES = 50, 1_200
TAPPER = Path(__file__).with_name("tapper.js")
SEED = int(os.environ.get("TAP_SEED", "7"))
PEOPLE = ["Ana Kovač", "Ben", "Cai", "Dee", "Eve", "Fay"]
# ms between two taps.
PACES = {"drumming": (5, 120), "child": (80, 900)}
GAMES = ["ashes-reborn", "ashes-classic", "ashes-draft", "summoner-wars", "spellfire", "chess"]


@pytest.fixture(scope="module")
def past(box):
    with past_the_pages(box) as app:
        yield app


def begun(past, game):
    """Round 1 is on at table 1; a draft is at its first pick."""
    rules = "ashes-reborn" if game == "chess" else game
    event = Event(past, PEOPLE, ruleset_id=rules, tid=f"tap-{secrets.token_hex(4)}")
    if game == "chess":
        event.do(lambda t: setup.change_settings(t, replace(t.settings, timer="chess")))
    if game == "ashes-draft":
        event.do(setup.start)
        return event
    return event.start()


def results(event):
    """How often something was recorded at the table: a result, or a game of a table of several, which may decide it."""
    recorded = f.ResultRecorded | f.GameRecorded
    return sum(any(isinstance(fact, recorded) for fact in act.facts) for act in event.book.acts)


def tap_anywhere(tablet, taps, pace, dice):
    """All that was hit so far, screen by screen; time passes only between taps."""
    for _ in range(taps // AT_ONCE):
        where = [[dice.random(), dice.random(), dice.randrange(*pace)] for _ in range(AT_ONCE)]
        tablet.page.evaluate("taps => window.tapped(taps)", where)
        tablet.page.locator("#tablet[data-screen]").wait_for()
    return tablet.page.evaluate("window.hits()")


def at_tapped_table(chromium, box, past, event, size):
    return at_table(chromium, box, past, event, 1, viewport=size, script=TAPPER)


def deliberate(hits):
    """How often all of a result was told with care: who, a number, and a yes after nobody had touched the tablet."""
    found, steps, quiet = 0, set(), 0
    for screen, label, after in hits:
        if label:
            steps.add(screen)
        if "yes, correct" in label.lower() and quiet >= YES and steps & {"count", "realms"}:
            found, steps = found + 1, set()
        quiet = after
    return found


def picks(event):
    return sum(isinstance(fact, f.DraftStepTaken) for act in event.book.acts for fact in act.facts)


@pytest.mark.parametrize("game", GAMES)
def test_taps_anywhere_record_nothing(chromium, box, past, game):
    event, dice = begun(past, game), random.Random(f"{SEED} {game}")
    size = dice.choice([LANDSCAPE, PORTRAIT])
    with at_tapped_table(chromium, box, past, event, size) as tablet:
        tablet.page.locator("#tablet[data-screen]").wait_for()
        for pace in PACES.values():
            tap_anywhere(tablet, TAPS // len(PACES), pace, dice)
        assert results(event) == 0
        assert picks(event) == 0
        hits = tap_anywhere(tablet, TAPS // 2, (200, 3_000), dice)
    assert results(event) <= deliberate(hits)
    led = sum("Everybody is done" in label or "One step back" in label for _, label, _ in hits)
    assert picks(event) <= led
