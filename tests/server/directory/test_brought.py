"""What somebody brought to their events, on their own page: who led their deck, or the factions they played."""

from dataclasses import replace

import pytest

from engine.decisions import people, setup, stages
from tests.server.deck_lists import ashes_list, hand_in, with_lists
from tests.server.decks.test_base_decks import base_decks
from tests.server.decks.test_faction_pool import choose, pool_event
from tests.server.directory.test_directory import id_of

NAMES = ("Ana", "Ben", "Cai", "Dee")
SUMMONER = "Summoner: Tundle\nChampion: Blarf\nCommon: 2x Orc"


def finished(event):
    event.do(lambda t: stages.finish(t))
    return event


def page_of(app, reader, name, at="/people/"):
    return reader.get(f"{at}{id_of(app, name)}")


@pytest.mark.parametrize(
    ("ruleset", "changes", "text", "leader"),
    [
        ("ashes-reborn", {}, ashes_list(), "Rin Northfell"),
        ("ashes-classic", {}, ashes_list(), "Rin Northfell"),
        ("ashes-draft", {}, ashes_list(), "Rin Northfell"),
        ("ashes-draft", {"small_groups": True}, ashes_list(), "Rin Northfell"),
        ("summoner-wars", {"deck_format": "custom-deck"}, SUMMONER, "Tundle"),
    ],
)
def test_who_led_the_deck_is_told_when_the_event_is_over(app, organizer, ruleset, changes, text, leader):
    cup = hand_in(with_lists(app, NAMES, ruleset_id=ruleset, **changes), "p1", text=text).start().play()
    page = page_of(app, organizer, "Ana")
    assert leader not in page
    assert "Decks are shown here once the event is over." in page
    finished(cup)
    page = page_of(app, organizer, "Ana")
    assert f"Played {leader} 1 event" in page
    assert f", {leader} " in page.text.split("Ember Cup")[1], "beside the event"
    assert "when it is over" not in page
    assert "Played" not in page_of(app, organizer, "Ben").text.split("Opponents")[1]


def test_a_faction_of_each_round_in_the_order_of_rounds(app, organizer, stranger):
    cup = base_decks(app).start().play()
    page = page_of(app, organizer, "Ana")
    assert "Vanguards 1 match" in page
    assert "Sand Wyrms" not in page, "nobody may know yet"
    finished(cup.next_round().play())
    page = page_of(app, organizer, "Ana")
    assert "Summoner Wars, Vanguards, Sand Wyrms" in page
    assert "Sand Wyrms 1 match Vanguards 1 match" in page
    organizer.post(f"/people/{id_of(app, 'Ana')}/open")
    assert "Vanguards 1 match" in page_of(app, stranger, "Ana", at="/e/who/")


def test_a_faction_of_a_pool_is_told_as_it_was_chosen(app, organizer):
    cup = pool_event(app).start()
    for table in (1, 2):
        choose(cup, table, 0, "Vanguards")
        choose(cup, table, 1, "Cave Goblins")
    page = page_of(app, organizer, cup.names_at(1)[0])
    assert "Vanguards" not in page, "not yet played"
    cup.play()
    assert "Vanguards 1 match" in page_of(app, organizer, cup.names_at(1)[0])


def test_two_spellings_are_one_faction(app, organizer):
    base_decks(
        app, rosters={"Ana": ("Vanguards", "vanguards ")}, repeat_factions=True
    ).start().play().next_round().play()
    assert "Vanguards 2 matches" in page_of(app, organizer, "Ana")


def test_whoever_did_not_come_played_nothing(app, organizer):
    cup = hand_in(with_lists(app, NAMES), "p4")
    cup.do(lambda t: people.drop(t, "p4"))
    finished(cup.start().play())
    assert "Rin Northfell" not in page_of(app, organizer, "Dee")


def test_a_list_of_before_factions_were_named_is_not_what_was_played(app, organizer):
    cup = base_decks(app)
    cup.do(lambda t: setup.change_settings(t, replace(t.settings, deck_format="custom-deck")))
    hand_in(cup, "p1", text=SUMMONER)
    cup.do(lambda t: setup.change_settings(t, replace(t.settings, deck_format="base-decks")))
    finished(cup.start().play())
    page = page_of(app, organizer, "Ana")
    assert "Vanguards" in page
    assert "Tundle" not in page
