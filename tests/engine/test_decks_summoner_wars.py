"""Base Decks rosters and Custom Deck sheets of Summoner Wars."""

from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.decks.rosters import roster_faults
from engine.decks.summoner_wars import (
    CustomDeck,
    Roster,
    SheetCard,
    custom_faults,
    parse_summoner_wars,
)
from engine.refusals import Refused

SHEET = """\
NAME: Ana    DATE: 16 Nov

Summoner: Sera Eldwyn
Champion: Valentina Stoutheart
Champion: Jacob Eldwyn
Champion: Leah Goodwin
Common: 4x Stalwart Archer
Common: 6 Shield Mage
Common: Knight x3
Event: 2x Holy Judgment
Event: Mass Healing
Event:
"""
DECK = CustomDeck(
    summoner="Sera Eldwyn",
    champions=(SheetCard("Valentina Stoutheart"), SheetCard("Jacob Eldwyn"), SheetCard("Leah Goodwin")),
    commons=(SheetCard("Stalwart Archer", 4), SheetCard("Shield Mage", 6), SheetCard("Knight", 3)),
    events=(SheetCard("Holy Judgment", 2), SheetCard("Mass Healing", 1)),
)


@pytest.mark.parametrize(
    ("factions", "faults"),
    [
        (("Vanguards", "Frost Dwarves", "Swamp Orcs"), ()),
        (("Vanguards", "Frost Dwarves", "Swamp Orcs", "Cave Goblins"), ()),
        (("Vanguards", "Frost Dwarves"), ("Round 3: no faction is named.",)),
        (("Vanguards", " ", "Swamp Orcs"), ("Round 2: no faction is named.",)),
        ((), ("Round 1: no faction is named.", "Round 2: no faction is named.", "Round 3: no faction is named.")),
        (
            ("Vanguards", "Swamp Orcs", "vanguards "),
            ("Vanguards is named for rounds 1 and 3; each round needs a different faction.",),
        ),
        (
            ("Vanguards", "Vanguards", "Vanguards"),
            ("Vanguards is named for rounds 1, 2 and 3; each round needs a different faction.",),
        ),
    ],
)
def test_each_round_has_its_own_faction(factions, faults):
    """Guide, Formats, Base Decks: a deck for each round, in order."""
    assert roster_faults(factions, rounds=3, repeats_allowed=False) == faults


def test_the_organizer_may_allow_a_faction_twice():
    assert roster_faults(("Vanguards", "Vanguards"), rounds=2, repeats_allowed=True) == ()


def test_rounds_added_later_and_the_cut_need_further_entries():
    """RULES, Decks and checks."""
    faults = roster_faults(("Vanguards", "Swamp Orcs"), rounds=4, repeats_allowed=True)
    assert faults == ("Round 3: no faction is named.", "Round 4: no faction is named.")


def test_a_full_sheet_has_no_faults():
    """Guide, Custom Deck Match Sheet."""
    full = replace(
        DECK,
        commons=tuple(SheetCard(f"Common {n}", 9) for n in range(8)),
        events=tuple(SheetCard(f"Event {n}", 9) for n in range(5)),
    )
    assert custom_faults(DECK) == ()
    assert custom_faults(full) == ()


@pytest.mark.parametrize(
    ("deck", "fault"),
    [
        (replace(DECK, summoner=None), "No summoner is named; a deck has one."),
        (replace(DECK, champions=DECK.champions[:2]), "2 champions; a deck has exactly 3."),
        (replace(DECK, champions=DECK.champions[:1]), "1 champion; a deck has exactly 3."),
        (replace(DECK, champions=(*DECK.champions, SheetCard("Zoe"))), "4 champions; a deck has exactly 3."),
        (
            replace(DECK, champions=(*DECK.champions[:2], SheetCard("JACOB Eldwyn"))),
            "The champion Jacob Eldwyn is listed more than once; the sheet has one of each.",
        ),
        (
            replace(DECK, champions=(DECK.champions[0], SheetCard("Jacob Eldwyn", 2))),
            "The champion Jacob Eldwyn is listed more than once; the sheet has one of each.",
        ),
        (
            replace(DECK, commons=tuple(SheetCard(f"Common {n}") for n in range(9))),
            "9 lines of commons; the sheet has 8.",
        ),
        (replace(DECK, events=tuple(SheetCard(f"Event {n}") for n in range(6))), "6 lines of events; the sheet has 5."),
    ],
)
def test_what_does_not_fit_the_sheet_is_told(deck, fault):
    """Guide, Custom Deck Match Sheet: one summoner, three champions, eight commons, five events."""
    assert custom_faults(deck) == (fault,)


def test_a_sheet_is_read_line_by_line():
    assert parse_summoner_wars(SHEET) == DECK


def test_labels_may_stand_above_their_lines():
    text = (
        "Summoner:\nSera Eldwyn\nChampions (3):\nValentina Stoutheart\nJacob Eldwyn\n1x Leah Goodwin\n\n"
        "Commons:\r\n4x Stalwart Archer\r\n6x Shield Mage\r\n3x Knight\r\nEVENTS:\n2x Holy Judgment\n1x Mass Healing"
    )
    assert parse_summoner_wars(text) == DECK


def test_a_name_may_hold_a_colon():
    assert parse_summoner_wars("Common: 2x Golem: Mark 2") == CustomDeck(commons=(SheetCard("Golem: Mark 2", 2),))


def test_a_roster_is_read_by_its_round_numbers():
    text = "Name: Ana\n\nround 3: Swamp Orcs\nRound 1 : Vanguards\nRound 4:\n"
    assert parse_summoner_wars(text) == Roster(("Vanguards", "", "Swamp Orcs", ""))


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("Summoner: A\n\nBanana", "Line 3: “Banana” is not an entry"),
        ("Summoner: A\nEpic Event: B", "Line 2: “Epic Event: B” is not an entry"),
        ("Commons:\n2x A\nEpic Event: B", "Line 3: “Epic Event: B” is not an entry"),
        ("Common: 0x A", "Line 1: “Common: 0x A” is not an entry"),
        ("Common: ???", "Line 1: “Common: ???” is not an entry"),
        ("Round: Vanguards", "Line 1: “Round: Vanguards” is not an entry"),
        ("Summoner: A\nSummoner: B", "Line 2: “Summoner: B” names a second summoner"),
        ("Round 1: A\nRound 1: B", "Line 2: “Round 1: B” names round 1 a second time"),
        ("Round 0: A", "Line 1: “Round 0: A” is not a round"),
        ("Round 999: A", "Line 1: “Round 999: A” is not a round"),
        ("Round 1: A\nSummoner: B", "Line 2: “Summoner: B” mixes a roster and a deck"),
        ("Summoner: B\nRound 1: A", "Line 2: “Round 1: A” mixes a roster and a deck"),
        ("Name: Ana\n", "The deck list is empty"),
    ],
)
def test_a_line_that_cannot_be_read_is_named(text, start):
    with pytest.raises(Refused) as refusal:
        parse_summoner_wars(text)
    assert str(refusal.value).startswith(start)


names = st.text(st.sampled_from("abC é'’,:&<-(9"), min_size=1, max_size=12).map(
    lambda text: "N" + " ".join(text.split())
)
lines = st.lists(st.builds(SheetCard, names, st.integers(1, 99)), max_size=9).map(tuple)


@given(st.builds(CustomDeck, names, lines, lines, lines))
def test_a_sheet_written_out_is_read_back_the_same(deck):
    labeled = [("Champion", deck.champions), ("Common", deck.commons), ("Event", deck.events)]
    rows = [f"{label}: {line.count}x {line.name}" for label, block in labeled for line in block]
    assert parse_summoner_wars("\n".join([f"Summoner: {deck.summoner}", *rows])) == deck


@given(st.lists(names, min_size=1, max_size=8))
def test_a_roster_written_out_is_read_back_the_same(factions):
    text = "\n".join(f"Round {n}: {name}" for n, name in enumerate(factions, start=1))
    assert parse_summoner_wars(text) == Roster(tuple(factions))


pieces = st.sampled_from(["\n", " ", "2", "x", "(", ")", ":", "Round ", "Summoner", "Common", "Events", "Name", "A"])


@given(st.text() | st.lists(pieces).map("".join))
def test_no_text_ends_in_anything_but_an_entry_or_a_refusal(text):
    with suppress(Refused):
        assert isinstance(parse_summoner_wars(text), CustomDeck | Roster)
