"""A deck text checked by its ruleset, as the command line does it."""

import pytest

from engine.refusals import Refused
from engine.rulesets.deck_check import check_text
from engine.rulesets.registry import RULESETS

ASHES = """\
Gold Rush
Phoenixborn: Noah Redmoon
Dice:
5x Ceremonial
5x Illusion
Cards (30/30):
3x Summon Masked Wolf (Noah Redmoon)
3x Fire Archer
3x Hidden Power
3x River Skald
3x Purge
3x Final Cry
3x Undying Heart
3x Choke
3x Hammer Knight
3x Molten Gold
Conjuration Deck:
2x Masked Wolf (Noah Redmoon)
"""


@pytest.mark.parametrize(
    ("ruleset", "faults"),
    [
        ("ashes-reborn", ("Molten Gold is banned from constructed decks.",)),
        ("ashes-classic", ()),
        ("ashes-draft", ()),
    ],
)
def test_the_banned_list_is_for_constructed_reborn_decks(ruleset, faults):
    """Reborn v6, Banned Cards."""
    assert check_text(ASHES, ruleset) == faults


def test_a_chained_card_is_no_fault_of_a_deck():
    """Reborn v6, The Chained List: it bars the First Five, not the deck."""
    assert check_text(ASHES.replace("Molten Gold", "Meteor"), "ashes-reborn") == ()


@pytest.mark.parametrize("ruleset", ["ashes-reborn", "ashes-classic", "ashes-draft"])
def test_counts_are_checked_in_every_ashes_ruleset(ruleset):
    text = ASHES.replace("3x Molten Gold", "4x Choke").replace("5x Illusion", "4x Illusion")
    assert check_text(text, ruleset) == (
        "31 cards; a deck has exactly 30.",
        "9 dice; a pool has exactly 10.",
        "7 copies of Choke; at most 3.",
    )


def test_summoner_wars_takes_a_roster_or_a_sheet():
    assert check_text("Round 1: Vanguards\nRound 2: Swamp Orcs", "summoner-wars") == ()
    assert check_text("Round 1: Vanguards\nRound 3: Vanguards", "summoner-wars") == (
        "Round 2: no faction is named.",
        "Vanguards is named for rounds 1 and 3; each round needs a different faction.",
    )
    sheet = "Summoner: Sera\nChampion: A\nChampion: B\nChampion: C\nCommon: 2x D\nEvent: 1x E"
    assert check_text(sheet, "summoner-wars") == ()
    assert check_text(sheet.replace("Champion: C", ""), "summoner-wars") == ("2 champions; a deck has exactly 3.",)


def spellfire(allies: int) -> str:
    realms = [f"Realm: Realm {n}" for n in range(8)]
    return "\n".join(
        ["Champion 9: Elminster", *realms, *(f"Ally +1: Ally {n}" for n in range(allies)), "Dungeon: Maze"]
    )


def test_spellfire_counts_the_deck_without_dungeon_and_sideboard():
    assert check_text(spellfire(46), "spellfire") == ()
    assert check_text(spellfire(45), "spellfire") == ("54 cards; a 55-card deck has exactly 55.",)
    sideboard = "\nSideboard:\n" + "\n".join(f"Event: Event {n}" for n in range(7))
    assert check_text(spellfire(46) + sideboard, "spellfire") == ()
    assert check_text(spellfire(46) + sideboard + "\nEvent: Eighth", "spellfire") == (
        "8 cards in the sideboard; it has exactly 7.",
    )


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("text", ["", "Phoenixborn\n\n!!", "<html>\n<body>\n"])
def test_a_text_that_cannot_be_read_is_refused(ruleset, text):
    with pytest.raises(Refused):
        check_text(text, ruleset)


def test_an_unknown_ruleset_is_refused_with_the_known_ones():
    with pytest.raises(
        Refused, match=r"“chess”\. Choose one of ashes-reborn, ashes-classic, ashes-draft, summoner-wars"
    ):
        check_text(ASHES, "chess")
