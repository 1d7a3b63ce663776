"""The catalogue of Spellfire cards: loaded from a file, names are enough for a list. All names here are invented."""

import json
from dataclasses import replace

import pytest

from engine.decks.spellfire import parse_spellfire
from engine.decks.spellfire_cards import ANY_TIME, SpellfireCard
from engine.decks.spellfire_catalogue import card_index, catalogue_faults, written_out
from engine.decks.spellfire_catalogue_files import read_catalogue
from engine.decks.spellfire_lists import SPELLFIRE_LISTS
from engine.decks.spellfire_sample import SAMPLE
from engine.refusals import Refused
from engine.rulesets.registry import default_settings
from engine.rulesets.spellfire import SPELLFIRE
from engine.words import Event
from tests.engine.test_decks_spellfire_crossfire import CARDS, DECK

CATALOGUE = card_index(read_catalogue([SAMPLE.encode()]).cards)


def kept(text: str, **event) -> str:
    settings = replace(default_settings(SPELLFIRE), event=Event(**event))
    return SPELLFIRE_LISTS.written_out(text, settings, CATALOGUE)


def rows_of(*cards: dict) -> list[dict]:
    return catalogue_rows([json.dumps(cards).encode()])


def catalogue_rows(files: list[bytes]) -> list[dict]:
    return read_catalogue(files).cards


def test_the_sample_has_every_column_and_kinds_of_all_sorts():
    rows = catalogue_rows([SAMPLE.encode()])
    assert len(rows) == 22
    assert {"set", "number", "name", "type", "world", "level"} <= set(rows[4])
    assert rows[7]["avatar"] == rows[8]["multiples"] == "yes"


@pytest.mark.parametrize(
    "raw",
    [
        b'[{"set": "X1", "number": 5, "name": "Tamsin", "type": "Hero", "world": "AD&D", "level": 6, "avatar": false}]',
        b'{"cards": [{"set": "X1", "number": "5", "name": "Tamsin", "kind": "hero", "world": "AD&D", "level": "6"}]}',
        "\ufeffName;Type;Level;World;Set;Number\r\nTamsin;hero champion;6;AD&D;X1;5\r\n".encode(),
        b"set\tnumber\tname\ttype\tworld\tlevel\nX1\t5\tTamsin\tHeroes\tAD&D\t6\n\n",
    ],
)
def test_json_and_csv_are_read_alike(raw):
    """Columns: set, number, name, type, world, level."""
    assert catalogue_rows([raw]) == [
        {"set": "X1", "number": "5", "name": "Tamsin", "type": "hero", "world": "AD&D", "level": "6"}
    ]


def test_the_files_of_crossfires_database_are_read_together():
    rows = catalogue_rows([CARDS.encode(), CARDS.replace("{X1 ", "{X9 ").encode()])
    assert len(rows) == 10
    assert {row["set"] for row in rows} == {"X1", "X9"}


def test_what_is_no_card_is_passed_over_and_a_file_without_cards_refused():
    numbers = ({"name": "(no card)", "type": None}, {"type": "Hero"}, {"name": "Odd", "type": "weather"})
    assert len(rows_of(*numbers, {"name": "Tamsin", "type": "Hero"})) == 1
    with pytest.raises(Refused, match="No line of this file has the name and the type"):
        rows_of(*numbers)
    for raw in (b"", b"\xff\xfe", b"name\n", b"just words"):
        with pytest.raises(Refused):
            catalogue_rows([raw])


def lacking(*cards: dict) -> tuple[str, ...]:
    return read_catalogue([json.dumps(cards).encode()]).lacking


def test_what_a_catalogue_leaves_out_is_said_with_the_reason():
    tamsin = {"name": "Tamsin", "type": "Hero"}
    empty = [{"set": "X1", "number": n, "name": "(no card)", "type": None} for n in range(1, 61)]
    assert lacking(tamsin) == ()
    assert lacking(*empty, tamsin, {"type": "Hero"}, {"name": "Odd", "type": "weather"}) == (
        "1 entry is left out because it has no name: an empty one.",
        "60 entries are left out because they have no type: (no card) 1/X1; (no card) 2/X1; (no card) 3/X1 "
        "and 57 more.",
        "1 entry is left out because it has a type that Spellfire does not know: Odd (weather).",
    )


def test_numbers_that_crossfire_has_no_card_for_are_said():
    assert read_catalogue([CARDS.encode()]).lacking == (
        "1 entry is left out because it has no name: 70/X1.",
        "2 entries are left out because they have no type: (no card) 68/X1; Odd 69/X1.",
    )


def test_spells_without_phases_are_said_because_a_wizards_challenge_needs_them():
    spell = {"name": "Bolt", "type": "Wizard Spell"}
    assert lacking(spell, {"name": "Halo", "type": "Cleric Spell", "phases": "3-5"}) == (
        "1 of 2 spells come without the phases they are cast in; for a Wizard’s Challenge the deck lists have to say "
        "them.",
    )
    assert read_catalogue([SAMPLE.encode()]).lacking == ()


@pytest.mark.parametrize(
    ("said", "phases"),
    [
        ("3-5", (3, 4, 5)),
        ("3–5", (3, 4, 5)),
        ("3 to 5", (3, 4, 5)),
        ("3, 5", (3, 5)),
        ([3, 4], (3, 4)),
        (4, (4,)),
        ("any time", ANY_TIME),
        ("Any", ANY_TIME),
        ("0-5", ANY_TIME),
    ],
)
def test_a_catalogue_writes_phases_as_people_do(said, phases):
    """`(phases 3-5)` is 3, 4 and 5, in a catalogue as in a list."""
    index = card_index(rows_of({"name": "Bolt", "type": "Wizard Spell", "phases": said}))
    assert index.by_name["bolt"][0].phases == phases


def challenge_faults(line: str, *cards: dict) -> str:
    settings = replace(default_settings(SPELLFIRE), event=Event(type="Wizard’s Challenge"))
    return " ".join(SPELLFIRE_LISTS.faults(parse_spellfire(line), settings, card_index(rows_of(*cards))))


def test_a_spells_phases_come_from_the_catalogue_where_it_has_them():
    """Wizard's Challenge: “Spells that can be cast only in phase 3 are not allowed”."""
    three, four = ({"set": "X1", "number": n, "name": "Bolt", "type": "Wizard Spell", "phases": n} for n in (3, 4))
    silent = {"set": "X9", "number": 1, "name": "Bolt", "type": "Wizard Spell"}
    line = "Wizard spell: Bolt"
    assert "No phase is given for Bolt" in challenge_faults(line, silent)
    assert "No phase is given" not in challenge_faults(line, silent, four)
    assert "Bolt cannot be cast in phase 4" in challenge_faults(line, three, silent)
    assert "No phase is given for Bolt" in challenge_faults(line, three, four)  # two printings that differ
    assert "Bolt cannot be cast in phase 4" in challenge_faults(f"{line} #3/X1", three, four)
    assert "cannot be cast" not in challenge_faults(f"{line} (phases 3 and 4)", three)  # the list goes before it


def test_names_are_enough_for_a_list():
    text = kept("Harbour of Lamps\n3x quay rats\nOld Brother Wick\nILVARA, Voice of the Deep\nUnder the Lamps")
    assert text.splitlines() == [
        "Realm: Harbour of Lamps #1/X1 [AD&D]",
        "3x Ally: Quay Rats #9/X1 (multiples)",
        "Cleric 4: Old Brother Wick #6/X1 [AD&D]",
        "Cleric 18: Ilvara, Voice of the Deep #8/X1 [AD&D] (avatar)",
        "Dungeon: Under the Lamps #20/X1 [AD&D]",
    ]
    assert parse_spellfire(text).dungeon.name == "Under the Lamps"


@pytest.mark.parametrize("bullet", ["- ", "• ", "* ", "– "])
def test_a_list_with_dots_or_dashes_is_one_of_names(bullet):
    """“- The Wetwoods is not in the card catalogue; did you mean The Wetwoods?”"""
    plain = ["Harbour of Lamps", "3x Quay Rats", "Realm: Harbour of Lamps #1/X1"]
    assert kept("\n".join(bullet + line for line in plain)) == kept("\n".join(plain))


def test_of_two_printings_that_are_the_same_no_number_is_guessed():
    assert kept("Sudden Fog") == "Event: Sudden Fog"
    assert kept("Sudden Fog #9/X2") == "Event: Sudden Fog #9/X2"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("Hero 8: Tamsin of the Quay", "Hero 8: Tamsin of the Quay #5/X2 [AD&D]"),
        ("Tamsin of the Quay #5/X2", "Hero 8: Tamsin of the Quay #5/X2 [AD&D]"),
        ("Tamsin of the Quay (5/X1)", "Hero 6: Tamsin of the Quay #5/X1 [AD&D]"),
        ("Cleric spell: Quiet Harbour", "Cleric spell: Quiet Harbour #15/X1 (phases 3 and 4)"),
        ("Quiet Harbour (cleric spell)", "Cleric spell: Quiet Harbour #15/X1 (phases 3 and 4)"),
        ("Champion: Old Brother Wick", "Cleric 4: Old Brother Wick #6/X1 [AD&D]"),
        ("Turn the Tide", "Wizard spell: Turn the Tide #17/X1 (any time)"),
        ("The Ash Heron", "Monster 5: The Ash Heron #7/X1 [Dark Sun]"),
    ],
)
def test_what_a_line_says_chooses_among_cards_of_a_name(line, told):
    """“If there is more than one number in the icon, use the first one.”"""
    assert kept(line) == told


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            "Quiet Harbour",
            "could be the cleric spell (15/X1) or the wizard spell (16/X1); write which, like “Quiet Har",
        ),
        ("Tamsin of the Quay", "could be the hero of level 6 of AD&D (5/X1) or the hero of level 8 of AD&D (5/X2)"),
        ("Harbor of Lamp", "is not in the card catalogue; did you mean Harbour of Lamps?"),
        ("Zzz", "is not in the card catalogue; check the spelling."),
    ],
)
def test_a_line_that_leaves_a_choice_is_asked_about(line, told):
    with pytest.raises(Refused) as refusal:
        kept(f"Mirefort\n{line}")
    assert told in str(refusal.value)


def test_lines_that_cannot_be_read_are_told_together():
    with pytest.raises(Refused) as refusal:
        kept("\n".join(f"Nothing {n}" for n in range(2000)))
    assert str(refusal.value).count("Line ") == 5


def test_a_list_that_says_everything_stays_as_it_was_typed():
    text = "Deck: 55\n\n  Realm: Anything at all\nHero 3: Tamsin of the Quay\nAlly +2: Quay Rats #9/X1 (multiples)"
    assert kept(text) == text


def test_what_a_list_says_goes_before_what_the_catalogue_knows():
    """It is told as a fault, not put right in silence."""
    assert kept("Cleric 9: Old Brother Wick") == "Cleric 9: Old Brother Wick #6/X1 [AD&D]"


def test_without_a_catalogue_a_list_stays_and_a_deck_file_asks_for_one():
    assert written_out("Sudden Fog", None, with_sideboard=False) == "Sudden Fog"
    with pytest.raises(Refused, match="loads a card catalogue first"):
        written_out(DECK, None, with_sideboard=False)


def test_a_deck_file_becomes_a_list_with_everything_said():
    text = kept(DECK.replace("{RR  116}", "{X1 14}"))
    assert text.splitlines() == [
        "Deck: 55",
        "Realm: Harbour of Lamps #1/X1 [AD&D]",
        "Wizard spell: Ember Rain #14/X1 (phase 4)",
        "Dungeon: Under the Lamps #20/X1 [AD&D]",
    ]


def test_what_lies_beside_a_deck_file_is_its_sideboard_where_the_event_has_them():
    """Variants, Sideboard."""
    file = DECK.replace("{RR  116}", "")
    assert kept(file, variants=("Sideboard",)).endswith("\n\nSideboard:\nEvent: Sudden Fog #9/X2")
    assert "Sideboard" not in kept(file, variants=("Questing",))


def test_a_deck_file_with_cards_of_another_set_names_them():
    with pytest.raises(Refused, match=r"has no card 116/RR\. Load one that has these sets\."):
        kept(DECK)


def test_chase_cards_are_called_as_they_are_printed():
    """“Gib Kcir (16/RR Chase)”: lists number the chase cards of Runes & Ruins from 101 on."""
    index = card_index(rows_of({"set": "RR", "number": "116", "name": "Nobody’s Thief", "type": "Hero", "level": "5"}))
    (card,) = index.by_name["nobody's thief"]
    assert card == SpellfireCard("Nobody’s Thief", "hero", 5, number="16", edition="RR Chase")
    for file in (DECK.replace("{X1    1} {X1   20}", ""), "Nobody's Thief (16/RR Chase)"):
        assert written_out(file, index, with_sideboard=False).endswith("Hero 5: Nobody’s Thief #16/RR Chase")


@pytest.mark.parametrize(
    ("line", "faults"),
    [
        ("Realm: Harbour of Lamps", []),
        ("Champion 4: Old Brother Wick", []),
        ("Spell: Ember Rain", []),
        ("Hero 6: Tamsin of the Quay", []),
        ("Hero 6: Tamsin of the Quay #5/X2", ["Tamsin of the Quay: the catalogue says level 8, not 6."]),
        ("Hero 2: Tamsin of the Quay", ["Tamsin of the Quay: the catalogue says level 6 or 8, not 2."]),
        ("Event: Ember Rain", ["Ember Rain: the catalogue says wizard spell, not event."]),
        ("Realm: Harbor of Lamps", ["No card is called Harbor of Lamps; did you mean Harbour of Lamps?"]),
        ("Dungeon: Nowhere", ["No card is called Nowhere; check the spelling."]),
    ],
)
def test_a_list_that_the_catalogue_knows_otherwise_is_told(line, faults):
    """The Deck: levels and kinds are what the limits count."""
    assert list(catalogue_faults(parse_spellfire(line), CATALOGUE)) == faults


def test_sealed_decks_are_not_held_against_a_catalogue():
    """Sealed Deck: “allowing the player to use any card in the deck”."""
    settings = replace(default_settings(SPELLFIRE), event=Event(type="Sealed Deck"))
    deck = parse_spellfire("Realm: Nowhere")
    assert SPELLFIRE_LISTS.faults(deck, settings, CATALOGUE) == ()
    assert "No card is called Nowhere" in SPELLFIRE_LISTS.faults(deck, default_settings(SPELLFIRE), CATALOGUE)[0]


def test_any_time_is_all_the_phases_of_a_turn():
    (card,) = CATALOGUE.by_name["turn the tide"]
    assert card.phases == ANY_TIME
