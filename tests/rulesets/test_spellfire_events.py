"""Spellfire: types, variants, victory conditions, the shorthand, and events that do not fit together."""

import pytest

from engine.rulesets.spellfire import DAYS_TO_REPORT, SPELLFIRE, event_faults, realms_to_win, shorthand, with_realms
from engine.rulesets.spellfire_events import TYPES, VARIANTS, VICTORIES, EventType, deck_limits, event_type
from engine.words import Event

TEAMS = (("a1", "a2"), ("b1", "b2"), ("c1", "c2"))


def test_the_thirteen_tournament_types_and_their_levels() -> None:
    """Tournament Types; Rule Lawyer's Delight is printed without a level."""
    assert {each.name: each.level for each in TYPES} == {
        "Championship": "Intermediate",
        "Conqueror's Game": "Advanced",
        "King's Decree": "Intermediate",
        "Sealed Deck": "Beginner",
        "Master's Strategy": "Intermediate",
        "No-Xs": "Intermediate",
        "The Grind": "Intermediate",
        "Rule Lawyer's Delight": "",
        "Shattered Land": "Advanced",
        "Team Spirit": "Intermediate",
        "Warrior's Rule": "Intermediate",
        "Wizard's Challenge": "Advanced",
        "World War!": "Intermediate",
    }
    assert len(TYPES) == 13


def test_25_cards_are_played_to_three_realms_and_the_printed_sizes_as_before() -> None:
    """Blitz is not in the rulebook; Victory: six realms, ten with 110 cards."""
    sizes = {size: realms_to_win(Event(deck_size=size)) for size in (25, 55, 75, 110)}
    assert sizes == {25: 3, 55: 6, 75: 6, 110: 10}
    assert realms_to_win(Event(deck_size=25, victory="Enhanced")) == 10
    assert event_faults(Event(deck_size=25, realms=3)) == ()


@pytest.mark.parametrize(
    ("limit", "fault"),
    [
        (("levels", 0, 125), None),
        (("realm", 9, 3), "Realms cannot be 9 to 3."),
        (("levels", 0, 1000), "Champion levels cannot be 0 to 1000."),
        (("luck", 0, 1), "A deck has no limit for luck."),
    ],
)
def test_limits_of_an_event_are_numbers_in_order(limit: tuple[str, int, int], fault: str | None) -> None:
    faults = event_faults(Event(limits=(limit,)))
    assert faults == () if fault is None else faults[0].startswith(fault)


def test_the_five_variants_and_the_three_victory_conditions() -> None:
    """Variants; Victory Conditions."""
    assert [each.name for each in VARIANTS] == ["Allies", "Destroyed Worlds", "Melon Rule", "Questing", "Sideboard"]
    assert [(each.name, each.to_win) for each in VICTORIES] == [("Standard", 6), ("Enhanced", 10), ("Barbaric", 6)]


@pytest.mark.parametrize(
    ("event", "name", "expected"),
    [
        (
            Event("King's Decree", ("Questing",), "Enhanced", 75),
            None,
            "Spellfire: King's Decree (Questing)—Enhanced [75]",
        ),
        (Event(victory="Barbaric"), "Regional Championship", "Spellfire: Regional Championship—Barbaric [55]"),
        (Event(factor=2), "World Championship", "Spellfire: World Championship—Standard [55]"),
        (Event(), None, "Spellfire: Championship—Standard [55]"),
        (
            Event("King’s Decree", ("Allies", "Melon Rule"), "Standard", 110),
            None,
            "Spellfire: King's Decree (Allies, Melon Rule)—Standard [110]",
        ),
        (Event("No-9s"), None, "Spellfire: No-9s—Standard [55]"),
    ],
)
def test_the_shorthand_names_variants_victory_conditions_and_deck_size(
    event: Event, name: str | None, expected: str
) -> None:
    """Shorthand Specifications, with its three printed examples; always with the colon."""
    assert shorthand(event, name=name) == expected


@pytest.mark.parametrize(
    ("event", "realms", "at_least"),
    [
        (Event(), 6, False),
        (Event(deck_size=75), 6, False),
        (Event(victory="Enhanced"), 10, False),
        (Event(victory="Enhanced", deck_size=75), 10, False),
        (Event(victory="Barbaric", deck_size=75), 6, False),
        (Event(deck_size=110), 10, False),
        (Event(victory="Barbaric", deck_size=110), 10, False),
        (Event("Conqueror’s Game", victory="Enhanced"), 3, True),
        (Event("Team Spirit"), 10, True),
        (Event(victory="House rules", realms=4), 4, False),
        (Event(victory="House rules", realms=4, deck_size=110), 4, False),
    ],
)
def test_the_realms_that_win_a_game(event: Event, realms: int, at_least: bool) -> None:
    """Victory; Victory Conditions; Conqueror's Game; Team Spirit."""
    assert realms_to_win(event) == realms
    filled = with_realms(event)
    assert (filled.realms, filled.realms_at_least) == (realms, at_least)


def test_types_of_ones_own_can_be_added() -> None:
    """Tournament Types: others are legal as long as their rules are clear."""
    assert event_type("Dragon Night") == EventType("Dragon Night")
    assert event_faults(Event("Dragon Night", ("No dice",), "First blood", realms=1)) == ()


def test_a_no_9s_tournament_is_a_no_xs_tournament() -> None:
    """No-Xs."""
    assert event_type("No-9s").name == "No-Xs"
    assert event_type("No-Nines").name == "No-Nines"


@pytest.mark.parametrize("each", TYPES, ids=lambda each: each.name)
def test_every_printed_type_makes_an_event_without_faults(each: EventType) -> None:
    teams = TEAMS if each.teams else ()
    assert event_faults(with_realms(Event(each.name, teams=teams)), players=9) == ()


@pytest.mark.parametrize(
    ("event", "players", "fault"),
    [
        (Event(type=" "), None, "needs a type"),
        (Event(deck_size=60), None, "no deck of 60 cards. Choose one of 25, 55, 75, 110"),
        (Event(factor=0), None, "Set the factor to 1"),
        (Event(victory="House rules", realms=0), None, "at least one realm"),
        (Event(scored=True), 8, "needs 9 players or more; there are 8"),
        (Event(variants=("Allies", "Allies")), None, "named twice"),
        (Event(variants=("Sideboard",), deck_size=75), None, "Sideboard is for decks of 55 cards only"),
        (Event("Championship", teams=TEAMS), None, "not played in teams"),
        (Event("Team Spirit", teams=(*TEAMS[:2], ("c1", "a1"))), None, "in a team twice"),
    ],
)
def test_what_does_not_fit_together_is_said(event: Event, players: int | None, fault: str) -> None:
    """The Deck; Sideboard; Team Spirit; Running a Tournament."""
    faults = event_faults(event, players=players)
    assert len(faults) == 1
    assert fault in faults[0]


@pytest.mark.parametrize(("scored", "players"), [(True, 9), (False, 8), (False, 3)])
def test_a_scored_event_needs_nine_players_and_an_unscored_one_does_not(scored: bool, players: int) -> None:
    """What Do I Need?; Running a Tournament."""
    assert event_faults(Event(scored=scored), players=players) == ()


def test_the_frame_of_a_spellfire_event() -> None:
    """Making It Official: results within 30 days. Tables of three or more, no draws, no byes, no blood."""
    assert DAYS_TO_REPORT == 30
    assert (SPELLFIRE.stages, SPELLFIRE.refused_below) == (("pods",), 3)
    assert SPELLFIRE.hows == ("played", "ended-early", "disqualified")
    assert SPELLFIRE.scoring.tiebreaks == ("realms_per_game", "lot")
    assert not SPELLFIRE.scoring.draws


def test_an_event_for_a_deck_the_rulebook_does_not_have_can_be_looked_at():
    assert deck_limits(56) == ()
    assert deck_limits(55)
