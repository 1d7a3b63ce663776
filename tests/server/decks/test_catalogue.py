"""The card catalogue: loaded from a file like the public list of ashes.live, and everything works without one."""

import io
import json

import pytest

from engine.decks.ashes_lists import ASHES_LISTS
from server.decks import catalogue
from tests.server.conftest import Page
from tests.server.deck_lists import CARDS, DECKS, LEGAL, ashes_list, with_lists

ANA = f"{DECKS}player/p1"
LIST = [
    {"name": "Rin Northfell", "type": "Phoenixborn", "chained": False},
    {"name": "Ice Golem", "type": "Conjuration", "phoenixborn": None},
    {"name": "Frostback Rage", "type": "Reaction Spell", "phoenixborn": {"name": "Coal Roarkwin"}},
    *({"name": name, "type": "Ready Spell", "chained": name == "Hypnotize", "text": "…"} for name in CARDS),
]


@pytest.fixture
def cup(app):
    return with_lists(app)


def send(actor, data, path=f"{DECKS}catalogue"):
    raw = data if isinstance(data, bytes) else json.dumps(data).encode()
    form = {"request_id": "one", "file": (io.BytesIO(raw), "cards.json")}
    headers = {"Referer": f"http://localhost{DECKS}"}
    answer = actor.client.post(path, data=form, headers=headers, follow_redirects=True)
    for each in (*answer.history, answer):
        each.request.environ["wsgi.input"].close()  # a large body is a file of the test client's
    return Page(answer)


@pytest.mark.parametrize("data", [LIST, {"results": LIST}, {"count": 13, "results": LIST}, {"cards": LIST}])
def test_a_plain_list_and_an_answer_of_the_site_are_both_taken(app, organizer, cup, data):
    assert "The catalogue is loaded: 13 cards." in send(organizer, data)
    with app.app_context():
        assert catalogue.loaded(ASHES_LISTS.catalogue).cards[2] == {
            "name": "Frostback Rage",
            "type": "Reaction Spell",
            "phoenixborn": "Coal Roarkwin",
        }
    assert "13 cards, loaded" in organizer.get(DECKS)


def test_a_misspelt_name_gets_a_proposal(organizer, cup):
    send(organizer, LIST)
    page = organizer.post(ANA, list=LEGAL.replace("Frostback Bear", "Frostbak Bear"), do="save")
    assert "No card is called Summon Frostbak Bear; did you mean Summon Frostback Bear?" in page


def test_cards_of_another_phoenixborn_and_conjurations_are_caught(organizer, cup):
    send(organizer, LIST)
    cards = (*CARDS[:8], "Frostback Rage", "Ice Golem")
    page = organizer.post(ANA, list=ashes_list(cards=cards), do="save")
    assert "Frostback Rage is unique to Coal Roarkwin" in page
    assert "Ice Golem is a conjuration" in page


def test_lists_are_judged_anew_when_the_catalogue_changes(organizer, cup):
    organizer.post(ANA, list=ashes_list(cards=(*CARDS[:9], "Blue Flower")), do="save")
    assert "No card is called" not in organizer.get(DECKS)
    send(organizer, LIST)
    assert "No card is called Blue Flower" in organizer.get(DECKS)
    assert "The catalogue is removed." in organizer.post(f"{DECKS}catalogue/forget")
    assert "No card is called" not in organizer.get(DECKS)


def test_the_form_offers_the_names_of_the_catalogue(organizer, cup):
    assert "<datalist" not in organizer.get(ANA, **{"as": "form"}).html
    send(organizer, LIST)
    assert '<option value="Frostback Rage">' in organizer.get(ANA, **{"as": "form"}).html


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "This file is empty."),
        (b"\xef\xbb\xbf \r\n", "This file is empty."),
        (b"\xff\xfe not text", "This file is not JSON text."),
        (b"[" * 100_000, "This file is not JSON text."),
        (b'[{"name": "\\ud800"}]', "This file is not JSON text."),
        ({"decks": []}, "This file holds no list of cards."),
        ("Rin Northfell", "This file holds no list of cards."),
        ([], "No entry of this file has the name of a card."),
        ([{"title": "x"}, 7, {"name": "  "}], "No entry of this file has the name of a card."),
        ({"count": 700, "results": LIST}, "This file holds 13 of 700 cards: only one page of the list."),
        ([{"name": "x"}] * 20_001, "20,001 cards, and 20,000 is the most"),
    ],
)
def test_a_broken_file_gets_a_sentence_and_the_old_one_stays(app, organizer, cup, data, sentence):
    send(organizer, LIST)
    assert sentence in send(organizer, data)
    with app.app_context():
        assert len(catalogue.loaded(ASHES_LISTS.catalogue).cards) == 13


def test_a_form_without_a_file_is_refused(organizer, cup):
    assert "Choose a file first." in organizer.post(f"{DECKS}catalogue", referrer=DECKS)


def test_a_large_file_with_all_its_texts_is_taken(organizer, cup):
    assert "loaded" in send(organizer, [card | {"text": "x" * 300_000} for card in LIST])


def test_names_in_the_catalogue_are_never_markup(organizer, cup):
    send(organizer, [*LIST, {"name": "<b>Bold</b>", "type": "Ally"}])
    assert "<b>Bold" not in organizer.get(ANA, **{"as": "form"}).html
    page = organizer.post(ANA, list=LEGAL.replace("Purge", "<b>Bolt</b>"), do="save")
    assert "did you mean <b>Bold</b>?" in page
    assert "<b>Bo" not in page.html


def test_only_the_organizer_loads_it(judge, cup):
    assert send(judge, LIST).status == 403
    assert judge.post(f"{DECKS}catalogue/forget").status == 403
