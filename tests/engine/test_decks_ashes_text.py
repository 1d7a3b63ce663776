"""The text that players paste from ashes.live (RULES, Decks and checks)."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.decks.ashes_text import DICE_KINDS, AshesDeck, Card, parse_ashes, split_owner
from engine.decks.lines import fold, read_count
from engine.refusals import Refused

BY_TYPE = """\
Jaguars at Dawn

Phoenixborn: Aradel Summergaard

Dice:
4x Illusion
6x Natural

Cards (30/30):

Ready Spells (9):
3x Summon Blue Jaguar (Aradel Summergaard)
3x Summon Butterfly Monk
3x Summon Sleeping Widows

Allies (6):
3x Anchornaut
3x River Skald

Action Spells (9):
3x Hidden Power
3x Molten Gold
3x Undying Heart

Reaction Spells (6):
3x Final Cry
3x Golden Veil

Conjuration Deck:
2x Blue Jaguar (Aradel Summergaard)
5x Butterfly Monk
6x Sleeping Widow

Created with https://ashes.live
"""

JAGUARS = AshesDeck(
    title="Jaguars at Dawn",
    phoenixborn="Aradel Summergaard",
    dice=(("Illusion", 4), ("Natural", 6)),
    cards=(
        Card("Summon Blue Jaguar", 3, "Aradel Summergaard"),
        Card("Summon Butterfly Monk", 3),
        Card("Summon Sleeping Widows", 3),
        Card("Anchornaut", 3),
        Card("River Skald", 3),
        Card("Hidden Power", 3),
        Card("Molten Gold", 3),
        Card("Undying Heart", 3),
        Card("Final Cry", 3),
        Card("Golden Veil", 3),
    ),
    conjurations=(Card("Blue Jaguar", 2, "Aradel Summergaard"), Card("Butterfly Monk", 5), Card("Sleeping Widow", 6)),
)

# Not sorted by type, no counts, no closing line; the pile has its other name.
BY_NAME = """\
Untitled deck

Phoenixborn: Noah Redmoon

Dice:
5x Ceremonial
5x Illusion

Cards:
2x Fire Archer
1x Hidden Power
3x Summon Masked Wolf (Noah Redmoon)

Conjuration Pile:
2x Masked Wolf (Noah Redmoon)
1x Nightshade Swallow
"""


def without(text: str, *starts: str) -> str:
    return "\n".join(line for line in text.splitlines() if not line.startswith(starts))


def test_the_text_of_ashes_live_is_read_as_it_comes():
    assert parse_ashes(BY_TYPE) == JAGUARS


def test_the_text_sorted_by_name_is_read_too():
    deck = parse_ashes(BY_NAME)
    assert deck.title == "Untitled deck"
    assert deck.cards == (
        Card("Fire Archer", 2),
        Card("Hidden Power", 1),
        Card("Summon Masked Wolf", 3, "Noah Redmoon"),
    )
    assert deck.conjurations == (Card("Masked Wolf", 2, "Noah Redmoon"), Card("Nightshade Swallow", 1))


@pytest.mark.parametrize(
    "text",
    [
        BY_TYPE.replace("\n", "\r\n"),
        BY_TYPE.replace("\n", "\r"),
        BY_TYPE.replace("x ", "x\t").replace("\n", "\t\n  "),
        BY_TYPE.replace("x ", " x "),
        BY_TYPE.replace("x ", "× "),
        BY_TYPE.replace("x ", " "),
        BY_TYPE.replace("\n", "\n\n\n"),
        BY_TYPE.replace("\n\n", "\n"),
        "\ufeff\n\n" + BY_TYPE,
        BY_TYPE.replace("(30/30)", "(30 / 30)"),
        BY_TYPE.replace("Deck:", "Pile (13):"),
        BY_TYPE.replace("(30/30):", "").replace("Dice:", "Dice (10)").replace("Allies (6):", "ALLIES"),
        BY_TYPE.replace(" (9)", "").replace(" (6)", "").replace(" (30/30)", ""),
        BY_TYPE.replace("Allies (6):", "Verbündete (6):").replace("Conjuration Deck", "Conjurations of mine"),
        BY_TYPE.replace("Phoenixborn: ", "Phoenixborn:\n"),
        BY_TYPE.replace("Phoenixborn: ", "PHOENIXBORN (1) : 1x "),
        without(BY_TYPE, "Created"),
        without(BY_TYPE, "Cards"),
        without(BY_TYPE, "Cards", "Ready", "Allies", "Action", "Reaction"),
        without(BY_TYPE, "Dice", "Cards", "Ready", "Allies", "Action", "Reaction", "Created"),
        without(BY_TYPE, "Cards", "Ready", "Allies", "Action", "Reaction").replace("\n\n", "\n"),
        without(BY_TYPE, "Dice", "Cards", "Ready", "Allies", "Action", "Reaction").replace("\n\n", "\n"),
    ],
)
def test_missing_headings_counts_and_blank_lines_change_nothing(text):
    assert parse_ashes(text) == JAGUARS


def test_a_deck_without_a_title_is_read():
    assert parse_ashes(without(BY_TYPE, "Jaguars")) == AshesDeck(
        "", JAGUARS.phoenixborn, JAGUARS.dice, JAGUARS.cards, JAGUARS.conjurations
    )


@pytest.mark.parametrize(
    "title",
    ["2 Fast 2 Furious", "3x the Fun", "Allies", "Dice:", "Created with love", "Deck: v2 (final)", "<b>Ash</b>"],
)
def test_any_line_above_the_phoenixborn_can_be_the_title(title):
    assert parse_ashes(BY_TYPE.replace("Jaguars at Dawn", title)).title == title


def test_a_deck_without_a_phoenixborn_is_read_and_left_to_the_check():
    assert parse_ashes(without(BY_TYPE, "Phoenixborn")).phoenixborn is None
    assert parse_ashes("Phoenixborn:\nDice:\n10x Time").phoenixborn is None


def test_conjurations_do_not_count_as_cards():
    deck = parse_ashes(BY_TYPE)
    assert sum(card.count for card in deck.cards) == 30
    assert sum(card.count for card in deck.conjurations) == 13


def test_a_heading_after_the_conjurations_opens_cards_again():
    deck = parse_ashes("Conjurations:\n3x Butterfly Monk\nAllies:\n2x Anchornaut")
    assert deck.cards == (Card("Anchornaut", 2),)


def test_a_card_listed_twice_is_summed_under_its_first_spelling():
    deck = parse_ashes("Cards:\n2x Fire Archer\n1x Purge\n1x fire  archer\nDice:\n3x Time\n2x time")
    assert deck.cards == (Card("Fire Archer", 3), Card("Purge", 1))
    assert deck.dice == (("Time", 5),)


def test_a_line_of_zero_is_no_card():
    assert parse_ashes("Dice:\n10x Charm\n0x Divine\nCards:\n0x Purge").dice == (("Charm", 10),)


def test_an_unknown_die_in_the_dice_block_is_a_die():
    assert parse_ashes("Dice:\n5x Artifice\n5x Time\n\nCards:\n1x Purge").dice == (("Artifice", 5), ("Time", 5))


@pytest.mark.parametrize(
    "name",
    [
        "3 Eyed Owl",
        "Law: Fear, Truth & Trust",
        "Hunter’s Mark",
        "Hunter's Mark",
        "Mist (2)",
        "(Un)broken",
        "Time Hopper",
        "Summon Allies",
        "Dice of Fate:",
        "x-ray 2x",
        "Cards (30/30)",
        "<script>alert(1)</script>",
        "**Bold** & &amp; _names_",
        "Phoenixborn: the Card",
        "Ünïcode — Ærø",
        "Smile :(",
    ],
)
def test_awkward_card_names_are_plain_text(name):
    assert parse_ashes(f"T\nPhoenixborn: P\nCards:\n2x {name}").cards == (Card(name, 2),)


@pytest.mark.parametrize(
    ("text", "name", "owner"),
    [
        ("Double Edge (Jericho Kill)", "Double Edge", "Jericho Kill"),
        ("Mist (dense) (Echo Greystorm)", "Mist (dense)", "Echo Greystorm"),
        ("Mist (Echo (Reborn))", "Mist", "Echo (Reborn)"),
        ("Mist (2)", "Mist (2)", None),
        ("Mist(Echo)", "Mist(Echo)", None),
        ("(Echo)", "(Echo)", None),
        ("Mist ()", "Mist ()", None),
        ("Mist Echo)", "Mist Echo)", None),
        ("Mist", "Mist", None),
    ],
)
def test_the_last_brackets_are_the_phoenixborn_a_card_is_unique_to(text, name, owner):
    assert split_owner(text) == (name, owner)


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("Fire Archer", "Line 7: “Fire Archer”"),
        ("2x", "Line 7: “2x”"),
        ("Fire Archer (3)", "Line 7: “Fire Archer (3)”"),
        ("two Fire Archers", "Line 7: “two Fire Archers”"),
        ("First Five: Purge, Meteor", "Line 7: “First Five: Purge, Meteor”"),
        ("???:", "Line 7: “???:”"),
        ("12345x Fire Archer", "Line 7: “12345x Fire Archer”"),
        ("Phoenixborn: Brennen Blackcloud", "Line 7: “Phoenixborn: Brennen Blackcloud”"),
    ],
)
def test_a_line_that_cannot_be_read_is_named(line, shown):
    text = f"Title\n\nPhoenixborn: Jericho Kill\r\nDice:\n10x Time\n\n{line}\n3x Purge"
    with pytest.raises(Refused) as refusal:
        parse_ashes(text)
    assert str(refusal.value).startswith(shown)


def test_the_phoenixborn_named_twice_alike_is_one():
    assert parse_ashes("Phoenixborn: Jericho Kill\nPhoenixborn: jericho kill\n1x Purge").phoenixborn == "Jericho Kill"


@pytest.mark.parametrize("text", ["", " \n\t\r\n", "\ufeff"])
def test_an_empty_text_is_refused(text):
    with pytest.raises(Refused, match="is empty"):
        parse_ashes(text)


@pytest.mark.parametrize("text", ["hello", "\nhello\n\nDice:\n"])
def test_a_text_that_is_no_deck_is_refused(text):
    with pytest.raises(Refused, match=r"^Line \d: “hello” is not a deck list"):
        parse_ashes(text)


pieces = st.sampled_from(
    ["\n", " ", "2", "x", "(", ")", ":", "Phoenixborn", "Dice", "Cards", "Conjurations", "Time", "A"]
)


@given(st.text() | st.lists(pieces).map("".join))
def test_no_text_ends_in_anything_but_a_deck_or_a_refusal(text):
    with suppress(Refused):
        assert isinstance(parse_ashes(text), AshesDeck)


words = st.text(st.sampled_from("aB3é'’,:&<->/x 9Z()"), min_size=1, max_size=14)


def is_plain(name: str) -> bool:
    """Names that a list can carry without doubt: they do not end in what looks like an owner."""
    has_letter = any(c.isalpha() for c in name) and name not in ("x", "X")
    return name == " ".join(name.split()) and has_letter and split_owner(name)[1] is None


names = words.map(lambda text: " ".join(text.split())).filter(is_plain).filter(lambda n: fold(n) not in DICE_KINDS)
owners = st.sampled_from(["Jericho Kill", "Rin Northfell", "Echo (Reborn)"])
cards = st.builds(Card, names, st.integers(1, 30), st.none() | owners).filter(
    lambda card: split_owner(written(card)) == (card.name, card.phoenixborn)
)
blocks = st.lists(cards, max_size=8, unique_by=lambda card: (fold(card.name), fold(card.phoenixborn or ""))).map(tuple)
pools = st.lists(
    st.tuples(st.sampled_from([kind.capitalize() for kind in DICE_KINDS]), st.integers(1, 10)),
    max_size=5,
    unique_by=lambda die: die[0],
).map(tuple)
decks = st.builds(AshesDeck, names, owners, pools, blocks, blocks)


def written(card: Card) -> str:
    return f"{card.name} ({card.phoenixborn})" if card.phoenixborn else card.name


def formatted(deck: AshesDeck, count: str) -> str:
    return "\n".join(
        [
            deck.title,
            f"Phoenixborn: {deck.phoenixborn}",
            "Dice:",
            *(count.format(n, name) for name, n in deck.dice),
            "Cards:",
            *(count.format(card.count, written(card)) for card in deck.cards),
            "Conjuration Deck:",
            *(count.format(card.count, written(card)) for card in deck.conjurations),
            "Created with https://ashes.live",
        ]
    )


@given(decks, st.sampled_from(["{}x {}", "{} x {}", "{}× {}", "\t{}x\t{} ", "x{} {}"]))
def test_a_deck_written_out_is_read_back_the_same(deck, count):
    assert parse_ashes(formatted(deck, count)) == deck


@given(names, st.integers(1, 99))
def test_a_count_in_front_never_eats_into_the_name(name, count):
    assert read_count(f"{count}x {name}") == (count, name)


def test_a_name_without_an_end_does_not_fill_the_page():
    """A number of 4,400 digits stood in the sentence about the second Phoenixborn."""
    with pytest.raises(Refused) as why:
        parse_ashes(f"Phoenixborn:\n{'9' * 4400}x Gilder\nPhoenixborn:\nSideboard")
    assert "names a second Phoenixborn after 999" in str(why.value)
    assert len(str(why.value)) < 300
