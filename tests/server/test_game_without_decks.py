"""A game that is played without decks of one's own says so in its ruleset, and nothing asks for one."""

from dataclasses import replace

import pytest

from engine.refusals import Refused
from engine.rulesets.deck_check import check_text
from engine.rulesets.registry import RULESETS
from tests.crystal_duel import CRYSTAL_DUEL
from tests.server.result_event import Event

BARE_DUEL = replace(CRYSTAL_DUEL, id="bare-duel", name="Bare Duel", decks=None, deck_formats=())
NAMES = ("Ana", "Ben", "Cai", "Dee")
DESK = "/events/cup"


@pytest.fixture(autouse=True)
def _game_without_decks(monkeypatch):
    monkeypatch.setitem(RULESETS, BARE_DUEL.id, BARE_DUEL)


@pytest.fixture
def cup(app):
    return Event(app, NAMES, ruleset_id=BARE_DUEL.id)


def test_a_new_event_of_it_is_made_without_a_word_about_decks(app, organizer):
    form = {"name": "Kiln Cup", "ruleset": BARE_DUEL.id, "players": "\n".join(NAMES)}
    assert "Decks" not in organizer.post("/events/preview", **form).text.split("So far")[1]
    page = organizer.post("/events", **form)
    assert page.status == 200
    assert "Kiln Cup" in page


def test_settings_ask_for_no_lists_and_can_be_saved(cup, organizer):
    page = organizer.get(f"{DESK}/settings")
    assert "deck" not in page.text.lower()
    saved = organizer.post(f"{DESK}/settings", rounds="3", asked_deck_lists="1", deck_lists="on")
    assert saved.status == 200
    assert cup.t.settings.rounds == 3
    assert "Decks" not in organizer.get(f"{DESK}/")


def test_the_room_of_decks_says_that_there_are_none(cup, organizer):
    for path in ("decks/", "decks/player/p1"):
        page = organizer.get(f"{DESK}/{path}")
        assert page.status == 404
        assert "Bare Duel is played without deck lists." in page


def test_no_sheet_of_paper_is_about_decks(cup, organizer):
    assert "deck" not in organizer.get(f"{DESK}/print/").text.lower()
    assert organizer.get(f"{DESK}/sheets/decks").status == 404
    cup.start().play()
    sheets = organizer.get(f"{DESK}/sheets/matches")
    assert "deck" not in sheets.text.lower()
    assert "faction" not in sheets.text.lower()


def test_the_command_line_checks_no_deck_of_it():
    with pytest.raises(Refused, match="Bare Duel is played without deck lists"):
        check_text("Golem: Rubble", BARE_DUEL.id)
