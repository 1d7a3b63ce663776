"""Spellfire's card catalogue at the desk: names are enough, on phones too, and CrossFire's deck files are read."""

import io
import json
from dataclasses import replace

import pytest

from engine.decisions import setup
from engine.decks.ashes_lists import ASHES_LISTS
from engine.decks.spellfire_lists import SPELLFIRE_LISTS
from engine.decks.spellfire_sample import SAMPLE
from server.box import box_settings
from server.decks import catalogue
from tests.engine.test_decks_spellfire_crossfire import CARDS, DECK
from tests.server.conftest import Page
from tests.server.deck_lists import DECKS, kept, with_lists
from tests.server.phone.test_own_deck import OWN, phone

ANA = f"{DECKS}player/p1"
MAGES = [f"Mage {n}" for n in range(1, 7)]


@pytest.fixture
def cup(app):
    return with_lists(app, MAGES, ruleset_id="spellfire")


def send(actor, path, *files, **form):
    """A form with files in it."""
    sent = [(io.BytesIO(raw), name) for name, raw in files]
    data = {"request_id": path, **form, "file": sent}
    headers = {"Referer": f"http://localhost{DECKS}"}
    return Page(actor.client.post(path, data=data, headers=headers, follow_redirects=True))


def load(organizer):
    return send(organizer, f"{DECKS}catalogue", ("cards.csv", SAMPLE.encode()))


def test_the_sample_is_offered_and_can_be_loaded(app, organizer, cup):
    page = organizer.get(DECKS)
    assert "None yet. Once it is loaded: names are enough for a list" in page
    assert "Phoenixborn" not in page
    assert organizer.client.get(f"{DECKS}catalogue/sample.csv").get_data(as_text=True) == SAMPLE
    assert "The catalogue is loaded: 22 cards." in load(organizer)
    assert "22 cards, loaded" in organizer.get(DECKS)
    with app.app_context():
        assert catalogue.loaded(ASHES_LISTS.catalogue) is None
        assert len(catalogue.loaded(SPELLFIRE_LISTS.catalogue).cards) == 22


def test_what_the_catalogue_leaves_out_is_told_when_it_is_loaded_and_afterwards(organizer, cup):
    told = "1 entry is left out because it has no type: (no card) 68/2nd."
    lines = "set,number,name,type\n2nd,68,(no card),\nX1,1,Harbour of Lamps,Realm\n"
    assert told in send(organizer, f"{DECKS}catalogue", ("cards.csv", lines.encode()))
    assert told in organizer.get(DECKS)


def test_a_catalogue_of_an_earlier_version_says_nothing_of_what_it_left_out(app, organizer, cup):
    with app.app_context():
        cards = [{"name": "Harbour of Lamps", "type": "realm"}]
        box_settings.put(**{"catalogue-spellfire": json.dumps({"at": "2026-01-02T10:00:00+00:00", "cards": cards})})
    assert "1 card, loaded" in organizer.get(DECKS)


def test_all_files_of_crossfires_database_are_sent_at_once(organizer, cup):
    other = CARDS.replace("{X1 ", "{X2 ").encode()
    assert "loaded: 10 cards" in send(organizer, f"{DECKS}catalogue", ("X1.tcl", CARDS.encode()), ("X2.tcl", other))
    one_cut_off = send(organizer, f"{DECKS}catalogue", ("X1.tcl", CARDS.encode()), ("X2.tcl", b""), request_id="again")
    assert "loaded: 5 cards" in one_cut_off
    assert "1 file of these is empty." in one_cut_off
    assert "This file is empty." in send(organizer, f"{DECKS}catalogue", ("X2.tcl", b" \n"), request_id="empty")


def test_names_are_enough_and_the_list_is_kept_with_everything_said(organizer, cup):
    organizer.post(ANA, list="Harbour of Lamps", do="save")
    assert kept(cup, "p1") is None  # without a catalogue nobody knows what it is
    load(organizer)
    assert "names are enough" in organizer.get(ANA)
    page = organizer.post(ANA, list="Harbour of Lamps\nOld Brother Wick", do="save")
    assert kept(cup, "p1") == "Realm: Harbour of Lamps #1/X1 [AD&D]\nCleric 4: Old Brother Wick #6/X1 [AD&D]"
    assert "2 cards; a 55-card deck has exactly 55." in page
    organizer.post(f"{DECKS}catalogue/forget")
    assert "1 realm; a 55-card deck has 8 to 15." in organizer.get(ANA)  # it reads without the catalogue too


def test_a_name_that_nobody_knows_is_told_while_it_is_typed(organizer, cup):
    load(organizer)
    told = "Line 1: “Harbor of Lamps” is not in the card catalogue; did you mean Harbour of Lamps?"
    assert told in organizer.post(f"{ANA}/preview", list="Harbor of Lamps")
    page = organizer.post(ANA, list="Harbor of Lamps", do="save")
    assert page.status == 409
    assert told in page
    assert "Harbor of Lamps</textarea>" in page.html


def test_a_deck_file_of_crossfire_is_read(organizer, cup):
    assert "Or a deck file" not in organizer.get(ANA)
    load(organizer)
    assert "Or a deck file" in organizer.get(ANA)
    file = ("lamps.cfd", DECK.replace("{RR  116}", "{X1 14}").encode("latin-1"))
    assert "2 cards; a 55-card deck has exactly 55." in send(organizer, f"{ANA}/preview", file, list="")
    assert kept(cup, "p1") is None
    send(organizer, ANA, file, list="what stood there before", do="save")
    assert kept(cup, "p1").splitlines()[1:] == [
        "Realm: Harbour of Lamps #1/X1 [AD&D]",
        "Wizard spell: Ember Rain #14/X1 (phase 4)",
        "Dungeon: Under the Lamps #20/X1 [AD&D]",
    ]


def test_a_player_hands_in_names_on_a_phone(organizer, cup):
    assert "names are enough" not in phone(cup).get(OWN)
    load(organizer)
    mine = phone(cup)
    assert "names are enough" in mine.get(OWN)
    assert "not in the card catalogue" in mine.post(f"{OWN}/preview", list="Mirefrot")
    mine.post(OWN, list="Mirefort", do="save")
    assert kept(cup, "p1") == "Realm: Mirefort #3/X1 [Ravenloft]"
    send(mine, OWN, ("lamps.cfd", DECK.replace("{RR  116}", "").encode()), do="save")
    assert "Harbour of Lamps" in kept(cup, "p1")


def test_an_event_that_bars_dungeon_cards_or_changes_a_limit_checks_so(organizer, cup):
    def change(**event):
        cup.do(lambda t: setup.change_settings(t, replace(t.settings, event=replace(t.settings.event, **event))))

    organizer.post(ANA, list="Hero 95: Tall\nDungeon: Deep", do="save")
    page = organizer.get(ANA)
    assert "at most 90" in page
    assert "dungeon card" not in page
    change(dungeons_barred=True, limits=(("levels", 0, 95),))
    page = organizer.get(ANA)
    assert "at most 90" not in page
    assert "There is a dungeon card; this event allows none." in page


def test_a_judge_loads_no_catalogue(judge, cup):
    assert judge.post(f"{DECKS}catalogue/forget").status == 403
    assert judge.get(f"{DECKS}catalogue/sample.csv").status == 403


def test_a_game_without_a_catalogue_takes_none(app, organizer):
    with_lists(app, MAGES, ruleset_id="summoner-wars")
    assert "This game has no card catalogue." in load(organizer)
