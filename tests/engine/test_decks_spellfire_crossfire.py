"""CrossFire's files: decks by set and number, and a database of cards, read as Tcl lists and never run."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.decks.spellfire_crossfire import DeckFile, database_entries, is_database, is_deck_file, read_deck_file
from engine.refusals import Refused

DECK = """\
set tempDeckSize 55
set tempInInventory true
set tempAuthorName {A. Player}
set tempAuthorEmail someone@example.org
set tempNotes {Two {braces} and a word: set
tempDeck is not set here}
set tempDeckTitle "Lamps and \\"tides\\""
set tempDeckDisplayMode Type
set tempDeck {
   {X1    1} {X1   20} {RR  116}

}
set tempAltCards {
   {X2    9}
}
"""

CARDS = """\
set CrossFire::cardDataBase {
    {Cards of Nobody}
    {X1    1 {} 13 7 0 {Harbour of Lamps} {Text with {braces}.} M Coast. {5 31} {d19 o19} 1}
    {X1    5 6 7 7 0 Tamsin {} C {} {32 33} {1 2} 1}
    {X1    8 18/20 5 7 1 {Ilvara, Voice} {Avatar.} R {} 32 {} 1}
    {X1   14 +3 19 0 0 {Ember Rain} (Off/4) UC {} {27 33} {} 1}
    {X1   17 {} 19 0 0 {Turn the Tide} {} R {} {{Phase 0} {Phase 1} {Phase 2} {Phase 3} {Phase 4} {Phase 5}} {} 1}
    {X1   68 {} 0 0 0 {(no card)} {Replaced.} NA {} {} {} 1}
    {X1   69 {} 99 0 0 Odd {} C {} {} {} 1}
    {X1   70}
}
"""


def test_a_deck_names_its_cards_by_set_and_number():
    assert is_deck_file(DECK)
    assert read_deck_file(DECK) == DeckFile(55, (("X1", "1"), ("X1", "20"), ("RR", "116")), (("X2", "9"),))


@pytest.mark.parametrize(("size", "cards"), [("75AS", 75), ("110TAV", 110), ("{25}", 25), ("OLS", None)])
def test_a_format_begins_with_the_size_of_its_decks(size, cards):
    assert read_deck_file(DECK.replace("DeckSize 55", f"DeckSize {size}")).size == cards


def test_a_deck_without_cards_or_cut_off_in_the_middle_is_refused():
    with pytest.raises(Refused, match="no card in this deck file"):
        read_deck_file("set tempDeckSize 55\nset tempDeck {\n}\n")
    with pytest.raises(Refused, match="cut off"):
        read_deck_file(DECK[: DECK.index("{RR")])


def test_other_texts_are_no_files_of_crossfire():
    assert not is_deck_file("Deck: 55\nRealm: Waterdeep")
    assert not is_database("set,number,name")


def test_a_database_gives_the_rows_of_a_catalogue():
    assert is_database(CARDS)
    *rows, unprinted, strange, broken = database_entries(CARDS)
    assert [(row["number"], row["name"], row["type"], row["world"], row["level"]) for row in rows] == [
        ("1", "Harbour of Lamps", "realm", "AD&D", ""),
        ("5", "Tamsin", "hero", "AD&D", "6"),
        ("8", "Ilvara, Voice", "cleric", "AD&D", "18/20"),
        ("14", "Ember Rain", "wizard spell", "", "+3"),
        ("17", "Turn the Tide", "wizard spell", "", ""),
    ]
    assert [row["avatar"] for row in rows] == ["", "", "yes", "", ""]
    assert [row["phases"] for row in rows] == ["2", "3 4", "3", "4", "0 1 2 3 4 5"]
    assert unprinted["type"] == strange["type"] == ""
    assert broken == {"set": "X1", "number": "70"}


pieces = st.sampled_from(["set ", "tempDeck ", "{", "}", '"', "\\", "\n", " ", ";", "X1 1", "CrossFire::cardDataBase "])


@given(st.text() | st.lists(pieces).map("".join))
def test_no_text_ends_in_anything_but_cards_or_a_refusal(text):
    with suppress(Refused):
        assert read_deck_file(text).cards
    with suppress(Refused):
        assert isinstance(database_entries(text), list)
