"""Spellfire decks: counts, levels, event types and the text of a list."""

from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.decks.spellfire import (
    CHAMPIONS,
    SIZES,
    WORLDS,
    SpellfireCard,
    SpellfireDeck,
    parse_spellfire,
    spellfire_faults,
)
from engine.decks.spellfire_cards import ANY_TIME, BLITZ, PLURALS
from engine.decks.spellfire_text import written
from engine.refusals import Refused


def some(kind: str, count: int, **details) -> tuple[SpellfireCard, ...]:
    return tuple(SpellfireCard(f"{kind} {n}", kind, **details) for n in range(count))


def deck_of(size: int, **counts: int) -> SpellfireDeck:
    """A deck of so many cards of each kind (rule_card=2), filled up with allies."""
    cards = [card for kind, n in counts.items() for card in some(kind.replace("_", " "), n, level=1, world="Dark Sun")]
    return SpellfireDeck(cards=(*cards, *some("ally", size - len(cards), level=3)))


LEGAL = {55: deck_of(55, realm=10, champion=10), 75: deck_of(75, realm=15, champion=10)}
LEGAL[110] = deck_of(110, realm=20, champion=10)


def plus(deck: SpellfireDeck, *cards: SpellfireCard) -> SpellfireDeck:
    """The deck with these cards in place of as many of its last."""
    return replace(deck, cards=(*deck.cards[: -sum(card.count for card in cards)], *cards))


@pytest.mark.parametrize("size", SIZES)
def test_a_legal_deck_has_no_faults(size):
    """The Deck."""
    assert spellfire_faults(LEGAL[size], size=size) == ()
    assert spellfire_faults(LEGAL[size]) == ()


@pytest.mark.parametrize(
    ("size", "kind", "least", "most"),
    [
        (55, "rule card", 0, 3),
        (55, "realm", 8, 15),
        (55, "holding", 0, 6),
        (55, "champion", 1, 20),
        (55, "artifact", 0, 10),
        (55, "magical item", 0, 12),
        (55, "event", 0, 10),
        (75, "rule card", 0, 4),
        (75, "realm", 10, 20),
        (75, "holding", 0, 7),
        (75, "champion", 3, 27),
        (75, "artifact", 0, 12),
        (75, "magical item", 0, 15),
        (75, "event", 0, 13),
        (110, "rule card", 0, 5),
        (110, "realm", 15, 30),
        (110, "holding", 0, 10),
        (110, "champion", 4, 40),
        (110, "artifact", 0, 15),
        (110, "magical item", 0, 20),
        (110, "event", 0, 17),
    ],
)
def test_each_kind_keeps_to_the_printed_limits(size, kind, least, most):
    """The Deck: the tables of 55, 75 and 110 cards."""
    base = {"realm": SIZES[size].kinds["realm"][0], "champion": 4}

    def faults(count):
        return spellfire_faults(deck_of(size, **base | {kind.replace(" ", "_"): count}), size=size)

    allowed = f"{least} to {most}" if least else f"at most {most}"
    assert faults(least) == faults(most) == ()
    assert faults(most + 1) == (f"{most + 1} {PLURALS[kind]}; a {size}-card deck has {allowed}.",)
    if least:
        noun = kind if least == 2 else PLURALS[kind]
        assert faults(least - 1) == (f"{least - 1} {noun}; a {size}-card deck has {allowed}.",)


@pytest.mark.parametrize(
    "kind",
    [
        "ally",
        "blood ability",
        "cleric spell",
        "psionic power",
        "thief skill",
        "unarmed combat",
        "wizard spell",
        "spell",
    ],
)
def test_the_other_kinds_come_in_any_number(kind):
    """The Deck."""
    cards = (*some("realm", 8), *some("champion", 1, level=1), *some(kind, 46))
    assert spellfire_faults(SpellfireDeck(cards=cards), size=55) == ()


def test_the_seven_champion_icons_count_together():
    """The Cards: seven icons belong to one card type."""
    heroes = [card for icon in CHAMPIONS for card in some(icon, 3, level=1)]
    cards = (*some("realm", 8), *heroes, *some("ally", 26))
    assert spellfire_faults(SpellfireDeck(cards=cards)) == ("21 champions; a 55-card deck has 1 to 20.",)


@pytest.mark.parametrize(("size", "count"), [(55, 54), (55, 56), (75, 74), (110, 111)])
def test_a_deck_has_exactly_its_size(size, count):
    """The Deck."""
    deck = deck_of(count, realm=15, champion=4)
    assert spellfire_faults(deck, size=size) == (f"{count} cards; a {size}-card deck has exactly {size}.",)


def test_the_size_of_the_event_goes_before_that_of_the_list():
    deck = replace(LEGAL[55], size=55)
    assert "55 cards; a 75-card deck has exactly 75." in spellfire_faults(deck, size=75)


def test_without_any_size_the_nearest_one_counts():
    assert spellfire_faults(deck_of(76, realm=15, champion=4)) == ("76 cards; a 75-card deck has exactly 75.",)
    assert spellfire_faults(replace(LEGAL[75], size=110))[0] == "75 cards; a 110-card deck has exactly 110."


def test_another_size_is_refused():
    with pytest.raises(Refused, match="55, 75 or 110 cards, not 60"):
        spellfire_faults(LEGAL[55], size=60)


@pytest.mark.parametrize(("size", "levels"), [(55, 90), (75, 115), (110, 180)])
def test_champions_keep_to_the_level_total(size, levels):
    """The Deck: 90, 115 and 180 levels."""
    base = deck_of(size, realm=15, champion=4)  # four levels so far
    assert spellfire_faults(plus(base, SpellfireCard("Tall", "hero", levels - 4)), size=size) == ()
    fault = f"The champions total {levels + 1} levels; a {size}-card deck has at most {levels}."
    assert spellfire_faults(plus(base, SpellfireCard("Tall", "hero", levels - 3)), size=size) == (fault,)


@pytest.mark.parametrize(("size", "free"), [(55, 1), (75, 1), (110, 2)])
def test_the_highest_avatars_are_free(size, free):
    """The Deck: one avatar is free in 55 and 75 cards, two in 110."""
    base = deck_of(size, realm=15, champion=4)
    avatars = [SpellfireCard(f"God {n}", "cleric", level, avatar=True) for n, level in enumerate((20, 500, 400))]
    lowest = plus(base, *avatars[: free + 1])
    assert spellfire_faults(lowest, size=size) == ()
    too_many = plus(base, *avatars, SpellfireCard("God 9", "cleric", 300, avatar=True))
    (fault,) = spellfire_faults(too_many, size=size)
    total = 4 + sum(sorted((20, 500, 400, 300))[: 4 - free])
    assert fault.startswith(f"The champions total {total} levels, {free} free avatar")


def test_an_avatar_still_counts_as_a_champion():
    """The Deck: its levels are free, its place is not."""
    deck = plus(deck_of(55, realm=10, champion=20), SpellfireCard("God", "cleric", 20, avatar=True))
    assert spellfire_faults(deck, size=55) == ("21 champions; a 55-card deck has 1 to 20.",)


def test_a_question_mark_has_no_level_yet():
    """The Cards: “?” levels are known only in play."""
    base = deck_of(55, realm=10, champion=1)
    deck = plus(base, SpellfireCard("Unknown", "hero", None), SpellfireCard("Tall", "hero", 89))
    assert spellfire_faults(deck, size=55) == ()


def test_levels_of_other_cards_do_not_count():
    assert spellfire_faults(plus(LEGAL[55], SpellfireCard("Horde", "ally", 99)), size=55) == ()


@pytest.mark.parametrize(
    "pair",
    [
        (SpellfireCard("Caravan", "event", count=2),),
        (SpellfireCard("Caravan", "event"), SpellfireCard("CARAVAN", "event", number="7")),
    ],
)
def test_a_card_is_in_a_deck_once(pair):
    """The Deck: same icon and same name."""
    fault = "2 copies of Caravan (event); a card is in a deck once unless it allows more."
    assert spellfire_faults(plus(LEGAL[55], *pair), size=55) == (fault,)


@pytest.mark.parametrize(
    "cards",
    [
        (SpellfireCard("Wish", "wizard spell"), SpellfireCard("Wish", "cleric spell")),
        (SpellfireCard("Drizzt", "hero", 7), SpellfireCard("Drizzt", "wizard", 7)),
        (SpellfireCard("War Party", "ally", count=4),),
        (SpellfireCard("shaqat beetles", "ally", count=3),),
        (SpellfireCard("Rabble", "ally", count=5, multiples=True),),
    ],
)
def test_another_icon_or_a_card_that_allows_more_may_repeat(cards):
    """The Deck, with its two examples."""
    assert spellfire_faults(plus(LEGAL[55], *cards), size=55) == ()


def test_the_dungeon_card_is_extra():
    """Dungeon Cards: a 55-card deck then has 56."""
    dungeon = SpellfireCard("Undermountain", "dungeon")
    assert spellfire_faults(replace(LEGAL[55], dungeon=dungeon), size=55) == ()
    two = replace(LEGAL[55], dungeon=dungeon, cards=(*LEGAL[55].cards, SpellfireCard("Maze", "dungeon")))
    assert spellfire_faults(two, size=55) == ("1 dungeon card too many; a deck has one beside it.",)


def test_an_event_may_bar_dungeon_cards():
    """Dungeon Cards: “Unless otherwise noted in the event description, all tournaments allow the use”."""
    dungeon = SpellfireCard("Undermountain", "dungeon")
    fault = "There is a dungeon card; this event allows none."
    assert spellfire_faults(replace(LEGAL[55], dungeon=dungeon), size=55, dungeons=False) == (fault,)
    assert spellfire_faults(LEGAL[55], size=55, dungeons=False) == ()


@pytest.mark.parametrize(("most", "faults"), [(115, 1), (124, 1), (125, 0)])
def test_an_event_may_change_a_limit(most, faults):
    """The rulebook has 115 levels for 75 cards; communities play 125."""
    deck = plus(deck_of(75, realm=15, champion=4), SpellfireCard("Tall", "hero", 121))
    told = spellfire_faults(deck, size=75, changed=(("levels", 0, most),))
    assert told == (f"The champions total 125 levels; a 75-card deck has at most {most}.",) * faults


@pytest.mark.parametrize(("least", "most", "said"), [(5, 5, "exactly 5"), (0, 0, "none")])
def test_a_changed_limit_is_told_in_plain_words(least, most, said):
    deck = deck_of(25, realm=6, champion=1)
    assert spellfire_faults(deck, size=25, changed=(("realm", least, most),)) == (
        f"6 realms; a 25-card deck has {said}.",
    )


def test_a_changed_kind_leaves_the_others_as_printed():
    deck = deck_of(55, realm=4, champion=4, event=11)
    changed = (("realm", 3, 5), ("free avatars", 0, 0))
    assert spellfire_faults(deck, size=55, changed=changed) == ("11 events; a 55-card deck has at most 10.",)
    with_avatar = plus(deck_of(55, realm=8, champion=1), SpellfireCard("God", "cleric", 90, avatar=True))
    assert spellfire_faults(with_avatar, size=55) == ()
    (fault,) = spellfire_faults(with_avatar, size=55, changed=(("free avatars", 0, 0),))
    assert fault == "The champions total 91 levels; a 55-card deck has at most 90."


def test_blitz_is_played_with_25_cards_and_40_levels():
    """Not in the rulebook: no avatars, no rule cards, 40 levels."""
    base = deck_of(BLITZ, realm=6, champion=4)
    assert spellfire_faults(base, size=BLITZ) == ()
    wrong = plus(base, SpellfireCard("God", "cleric", 37, avatar=True), SpellfireCard("Rule", "rule card"))
    assert spellfire_faults(wrong, size=BLITZ) == (
        "1 rule card; a 25-card deck has none.",
        "1 avatar; a 25-card deck has none.",
        "The champions total 41 levels; a 25-card deck has at most 40.",
    )


@pytest.mark.parametrize(
    ("size", "count", "faults"),
    [
        (55, 7, ()),
        (55, 0, ()),
        (55, 6, ("6 cards in the sideboard; it has exactly 7.",)),
        (55, 8, ("8 cards in the sideboard; it has exactly 7.",)),
        (75, 7, ("The Sideboard variant is played with 55-card decks only, not with 75.",)),
    ],
)
def test_a_sideboard_has_seven_cards_beside_fifty_five(size, count, faults):
    """Variants, Sideboard. Players may do without one."""
    deck = replace(LEGAL[size], sideboard=some("event", count))
    assert spellfire_faults(deck, size=size, variants=("Questing", "sideboard")) == faults


def test_only_the_variant_has_a_sideboard():
    """Tournament Protocol."""
    (fault,) = spellfire_faults(replace(LEGAL[55], sideboard=some("event", 7)), size=55)
    assert fault.startswith("There is a sideboard")


@pytest.mark.parametrize("event_type", ["Sealed Deck", "Master’s Strategy", "master's strategy"])
def test_sealed_decks_are_always_legal(event_type):
    """Tournament Types, Sealed Deck and Master's Strategy."""
    deck = SpellfireDeck(cards=some("event", 60))
    assert spellfire_faults(deck, event_type=event_type) == ()
    assert spellfire_faults(deck, event_type="Championship") != ()


@pytest.mark.parametrize(
    ("number", "event_type", "legal"),
    [
        ("9", "No-9s", False),
        ("39", "No-9s", False),
        ("192", "no-9's", False),
        ("95", "No 9s", False),
        ("128", "No-9s", True),
        ("128", "No-1s", False),
        ("30", "No-0s", False),
        ("95", "Championship", True),
    ],
)
def test_a_no_nines_event_bars_every_number_with_a_nine(number, event_type, legal):
    """Tournament Types, No-Xs, with its examples."""
    numbered = replace(LEGAL[55], cards=tuple(replace(card, number="44", edition="9th") for card in LEGAL[55].cards))
    deck = plus(numbered, SpellfireCard("Caravan", "event", number=number, edition="1st"))
    digit = "".join(c for c in event_type if c.isdigit())
    fault = f"Caravan has number {number}; No-{digit}s allows no {digit} in it."
    assert spellfire_faults(deck, size=55, event_type=event_type) == (() if legal else (fault,))


def test_a_no_nines_event_needs_the_numbers_and_the_digit():
    deck = SpellfireDeck(cards=(*some("realm", 8, number="1"), *some("hero", 46, level=1, number="1")))
    faults = spellfire_faults(replace(deck, sideboard=some("event", 2)), event_type="No-9s")
    assert (
        faults[-1] == "No card number is given for event 0, event 1; No-9s needs it: write it like “event 0 (12/1st)”."
    )
    with pytest.raises(Refused, match="like “No-9s”"):
        spellfire_faults(deck, event_type="No-Xs")


@pytest.mark.parametrize("event_type", ["World War!", "world war", "Shattered Land"])
@pytest.mark.parametrize("kind", ["realm", "holding", "artifact", "champion", "regent"])
def test_one_world_has_all_the_logos(event_type, kind):
    """Tournament Types, World War! and Shattered Land."""
    alike = plus(LEGAL[55], SpellfireCard("Odd", kind, 1, world="DARK SUN"))
    other = plus(LEGAL[55], SpellfireCard("Odd", kind, 1, world="fr"))
    generic = plus(LEGAL[55], SpellfireCard("Odd", kind, 1))
    name = "Shattered Land" if event_type == "Shattered Land" else "World War!"
    assert spellfire_faults(alike, event_type=event_type) == ()
    fault = f"Odd is of Forgotten Realms; in {name} this deck is all Dark Sun."
    assert spellfire_faults(other, event_type=event_type) == (fault,)
    fault = f"Odd has no world in the list; in {name} this deck is all Dark Sun."
    assert spellfire_faults(generic, event_type=event_type) == (fault,)


def test_any_one_world_will_do_in_world_war_but_not_in_shattered_land():
    """Tournament Types: the world is the player's choice, or Dark Sun."""
    for world in WORLDS:
        deck = replace(LEGAL[55], cards=tuple(replace(card, world=world) for card in LEGAL[55].cards))
        assert spellfire_faults(deck, event_type="World War!") == ()
        assert (spellfire_faults(deck, event_type="Shattered Land") == ()) == (world == "Dark Sun")


def test_a_deck_without_any_world_is_told_so():
    deck = replace(LEGAL[55], cards=tuple(replace(card, world="any") for card in LEGAL[55].cards))
    faults = spellfire_faults(deck, event_type="World War!")
    assert len(faults) == 20
    assert faults[0] == "realm 0 is of any; in World War! a deck is all of one world."


@pytest.mark.parametrize(
    ("card", "legal"),
    [
        (SpellfireCard("C", "ally"), False),
        (SpellfireCard("C", "unarmed combat"), False),
        (SpellfireCard("C", "blood ability"), False),
        (SpellfireCard("C", "thief skill"), False),
        (SpellfireCard("C", "psionic power"), False),
        (SpellfireCard("C", "wizard spell", phases=(3,)), False),
        (SpellfireCard("C", "cleric spell", phases=(3,)), False),
        (SpellfireCard("C", "wizard spell", phases=(4,)), True),
        (SpellfireCard("C", "cleric spell", phases=(3, 4)), True),
        (SpellfireCard("C", "cleric spell", phases=ANY_TIME), True),
        (SpellfireCard("C", "event", phases=(3,)), True),
    ],
)
def test_a_wizards_challenge_is_fought_with_spells_of_phase_four(card, legal):
    """Tournament Types, Wizard's Challenge."""
    faults = wizards_faults(card)
    assert (faults == ()) is legal
    assert all(fault.startswith("C") and "Wizard’s Challenge" in fault for fault in faults)


def test_a_spell_without_its_phases_is_doubted_in_a_wizards_challenge():
    """“Spells that can be cast only in phase 3 are not allowed”: a list that does not say cannot be called legal."""
    phases = "write (phase 4), (phases 3 and 4) or (any time)."
    fault = f"No phase is given for C; Wizard’s Challenge needs it: {phases}"
    assert wizards_faults(SpellfireCard("C", "cleric spell")) == (fault,)
    assert wizards_faults(SpellfireCard("C", "event")) == ()


def wizards_faults(card):
    spells = some("wizard spell", 44, phases=(4,))
    cards = (*some("realm", 8), *some("wizard", 2, level=1), *spells, card)
    return spellfire_faults(SpellfireDeck(cards=cards), event_type="Wizard’s Challenge")


LIST = """\
Deck: 55

Champion 9: Elminster #12/1st [Forgotten Realms]
Wizard 20/24: Midnight, Goddess of Magic [FR] #404/3rd (avatar)
Hero champion ?: Gib (of the "Realms") (16/RR Chase)
Realm: Waterdeep (1/1st) [Forgotten Realms]
Thief abilities: Pick: the Lock
2x Ally +3: War Party #54.3rd (multiples)
Wizard spell: Fireball (phase 4)
Cleric Spell: Prayer (Def/3)
Cleric Spell: Bless (phases 3 and 4)
Cleric Spell: Halo (any time)
Magic item +2: Rod #7
Rule: Taxation
Dungeon card: Undermountain #5/DU

SIDEBOARD (7):
Event: Caravan #157/1st
"""


def test_a_list_is_read_line_by_line():
    assert parse_spellfire(LIST.replace("\n", "\r\n")) == SpellfireDeck(
        size=55,
        cards=(
            SpellfireCard("Elminster", "champion", 9, world="Forgotten Realms", number="12", edition="1st"),
            SpellfireCard(
                "Midnight, Goddess of Magic",
                "wizard",
                20,
                avatar=True,
                world="Forgotten Realms",
                number="404",
                edition="3rd",
            ),
            SpellfireCard('Gib (of the "Realms")', "hero", None, number="16", edition="RR Chase"),
            SpellfireCard("Waterdeep", "realm", world="Forgotten Realms", number="1", edition="1st"),
            SpellfireCard("Pick: the Lock", "thief skill"),
            SpellfireCard("War Party", "ally", 3, count=2, number="54", edition="3rd", multiples=True),
            SpellfireCard("Fireball", "wizard spell", phases=(4,)),
            SpellfireCard("Prayer", "cleric spell", phases=(3,)),
            SpellfireCard("Bless", "cleric spell", phases=(3, 4)),
            SpellfireCard("Halo", "cleric spell", phases=ANY_TIME),
            SpellfireCard("Rod", "magical item", 2, number="7"),
            SpellfireCard("Taxation", "rule card"),
        ),
        dungeon=SpellfireCard("Undermountain", "dungeon", number="5", edition="DU"),
        sideboard=(SpellfireCard("Caravan", "event", number="157", edition="1st"),),
    )


def test_a_second_dungeon_card_is_left_to_the_check():
    deck = parse_spellfire("Dungeon: A\nDungeon: B")
    assert deck.dungeon == SpellfireCard("A", "dungeon")
    assert deck.cards == (SpellfireCard("B", "dungeon"),)


@pytest.mark.parametrize(
    ("line", "start"),
    [
        ("Waterdeep", "Line 3: “Waterdeep” is not a card"),
        ("Castle: Waterdeep", "Line 3: “Castle: Waterdeep” is not a card"),
        ("Realm:", "Line 3: “Realm:” is not a card"),
        ("Champion: Elminster", "Line 3: “Champion: Elminster” gives no level"),
        ("Hero: Drizzt", "Line 3: “Hero: Drizzt” gives no level"),
        ("Realm: ???", "Line 3: “Realm: ???” has no card name"),
        ("0x Realm: Waterdeep", "Line 3: “0x Realm: Waterdeep” has no card name or a count of 0"),
    ],
)
def test_a_line_that_cannot_be_read_is_named(line, start):
    with pytest.raises(Refused) as refusal:
        parse_spellfire(f"Realm: Baldur's Gate\n\n{line}\n")
    assert str(refusal.value).startswith(start)


@pytest.mark.parametrize(
    ("remark", "phases"),
    [
        ("phase 4", (4,)),
        ("phases 3-5", (3, 4, 5)),
        ("phases 3 – 5", (3, 4, 5)),
        ("phases 3 to 5", (3, 4, 5)),
        ("phases 3, 5", (3, 5)),
        ("phases 3 and 5", (3, 5)),
        ("Off/3/4", (3, 4)),
        ("phase 0", (0,)),
        ("any time", ANY_TIME),
    ],
)
def test_phases_are_read_as_people_write_them(remark, phases):
    """Three to five are three phases: 3, 4 and 5."""
    assert parse_spellfire(f"Wizard spell: Bolt ({remark})").cards == (
        SpellfireCard("Bolt", "wizard spell", phases=phases),
    )


@pytest.mark.parametrize("told", ["phase 4", "phases 3 and 5", "phases 3, 4 and 5", "any time"])
def test_phases_are_written_as_people_write_them(told):
    """“phases 3 and 4 and 5” stood there."""
    spell = parse_spellfire(f"Wizard spell: Bolt ({told})")
    assert f"Wizard spell: Bolt ({told})" in written(spell)
    assert parse_spellfire(written(spell)) == spell


def test_an_empty_list_is_refused():
    with pytest.raises(Refused, match="is empty"):
        parse_spellfire("Deck: 55\n\nSideboard:\n")


names = st.text(st.sampled_from("abC é'’,:&<-+9?"), min_size=1, max_size=12).map(
    lambda text: "N" + " ".join(text.split()) + "n"
)
cards = st.builds(
    SpellfireCard,
    names,
    st.sampled_from([kind for kind in PLURALS if kind != "dungeon"]),
    level=st.integers(0, 40),
    count=st.integers(1, 9),
    avatar=st.booleans(),
    world=st.none() | st.sampled_from(WORLDS),
    number=st.integers(1, 600).map(str),
    edition=st.none() | st.sampled_from(["1st", "RR Chase", "DU"]),
    phases=st.sampled_from([(), (3,), (4,), (3, 4)]),
    multiples=st.booleans(),
)


def line_of(card: SpellfireCard) -> str:
    parts = [
        f"#{card.number}/{card.edition}" if card.edition else f"#{card.number}",
        f"[{card.world}]" if card.world else "",
        "(avatar)" if card.avatar else "",
        "(multiples)" if card.multiples else "",
        f"(phases {' and '.join(map(str, card.phases))})" if card.phases else "",
    ]
    return f"{card.count}x {card.kind} {card.level}: {card.name} {' '.join(parts)}"


@given(
    st.builds(
        SpellfireDeck,
        st.sampled_from(list(SIZES)),
        st.lists(cards, min_size=1, max_size=6).map(tuple),
        st.none() | st.builds(SpellfireCard, names, st.just("dungeon")),
        st.lists(cards, max_size=3).map(tuple),
    )
)
def test_a_list_written_out_is_read_back_the_same(deck):
    dungeon = [f"Dungeon: {deck.dungeon.name}"] if deck.dungeon else []
    rows = [f"Deck: {deck.size}", *dungeon, *map(line_of, deck.cards), "Sideboard:", *map(line_of, deck.sideboard)]
    assert parse_spellfire("\n".join(rows)) == deck
    assert parse_spellfire(written(deck)) == without_bonuses(deck)


def without_bonuses(deck: SpellfireDeck) -> SpellfireDeck:
    """What is written out leaves the numbers in the icons of other cards than champions out: nothing counts them."""
    cards, sideboard = (
        tuple(card if card.kind in ("champion", *CHAMPIONS) else replace(card, level=None) for card in block)
        for block in (deck.cards, deck.sideboard)
    )
    return replace(deck, cards=cards, sideboard=sideboard)


pieces = st.sampled_from(["\n", " ", "2", "x", "(", ")", "[", "]", "#", "/", ":", "?", "Hero", "Realm", "phase ", "A"])


@given(st.text() | st.lists(pieces).map("".join))
def test_no_text_ends_in_anything_but_a_deck_or_a_refusal(text):
    with suppress(Refused):
        assert isinstance(parse_spellfire(text), SpellfireDeck)
