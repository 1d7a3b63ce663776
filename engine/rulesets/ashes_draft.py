"""Ashes Official Organized Play Draft Rules, version 1.0, on top of the scoring of one of the Ashes rulebooks.

| section of the rulebook | where in the code, or why not |
|---|---|
| Phoenixborn-Decks, Required Materials | `PREPARATION`; `pairing.groups.draw_decks` |
| Set-Up 1 to 5 | `PREPARATION`; groups, decks and cards per group: `pairing.groups` |
| Draft, steps 1 to 10 | `STEPS`, shown on the wall; `pairing.draft` |
| Legendary Phoenixborn Draft: more than 8 players | `pairing.groups.advancing_per_group` |
| Legendary Phoenixborn Draft: three and three rounds | `LEGENDARY.rounds`, `in_two_phases` |
| Legendary Phoenixborn Draft: who goes on | `pairing.groups.advancing_per_group`, `pairing.groups.advance` |
| Legendary Phoenixborn Draft: cards go back, points from zero | `notes`, and `DRAFT.second` tells the players |
| Dividing Groups (chart) | `pairing.groups.sizes`; printed rows that do not add up are not followed |
| Drafted Decks (a format of the classic rulebook) | `in_small_groups`, `DRAFTED_DECKS`; `pairing.groups` |
| Everything about matches | the ruleset it is scored by: event points, as printed, or Ashes Reborn |
"""

from __future__ import annotations

from engine.pairing.groups import FEWEST, SMALL_GROUPS
from engine.refusals import Refused
from engine.rulesets.ashes_classic import ASHES_CLASSIC
from engine.rulesets.ashes_reborn import ASHES_REBORN
from engine.rulesets.base import DeckFormat, Offered, PlayChoice, RoundsRow, Ruleset, ScoringChoice
from engine.rulesets.drafting import DraftPlan, DraftStep, Preparation, own_steps
from engine.values import dataclass, replace
from engine.words import Settings, StageKind


@dataclass(frozen=True, slots=True)
class LegendaryPlan:
    """A draft in two phases."""

    stages: tuple[StageKind, StageKind]
    rounds: tuple[int, int]


LEGENDARY = LegendaryPlan(stages=("groups", "swiss"), rounds=(3, 3))


STEPS: tuple[DraftStep, ...] = (
    DraftStep("set-up", "Set up", "The host shuffles the draft deck. Please take your seats.", 0),
    DraftStep("deal", "Deal 11", "Each player gets 11 cards. The host puts the rest away unseen.", 0),
    DraftStep("pick", "Pick and pass left", "Keep one card face down. Pass the others to the next seat.", 11),
    DraftStep("copies", "Two more copies", "Show the host your 11 cards and collect two more copies of each.", 33),
    DraftStep("phoenixborn", "Choose a Phoenixborn", "In secret, choose any Phoenixborn you have with you.", 33),
    DraftStep(
        "unique", "Add its unique card", "In secret, add three copies of the card unique to your Phoenixborn.", 36
    ),
    DraftStep("return", "Return 6", "In secret, give 6 cards back. Uniques may go back, to your own collection.", 30),
    DraftStep("dice", "Choose 10 dice", "In secret, choose 10 of your own dice.", 30),
    DraftStep(
        "conjurations", "Conjuration pile", "Collect every conjuration and conjured spell your deck can make.", 30
    ),
    DraftStep("ready", "Ready", "One Phoenixborn, 30 cards, 10 dice, one conjuration pile. The draft is over.", 30),
)

PREPARATION = Preparation(
    host=(
        "Sort all cards by Phoenixborn-deck. A group has no deck twice; two groups may have the same one.",
        "Take the Phoenixborn and their unique cards out of every deck: players bring their own.",
        "Reserve pile: all conjurations and conjured spells, and two copies of every other card.",
        "Nine cards are left of each deck. Count them.",
        "Choose decks at random, as many as the group has players and two more: the Draft page draws from your list. "
        "Shuffle them into one draft deck.",
        "Put all other decks back into the box. Players must not know which ones are in.",
        "If your cards are sleeved: three extra sleeves for each player.",
    ),
    players=(
        "Dice: 10 of each type, or as many as they may want to use.",
        "Phoenixborn with their unique cards, as many as they may want to choose from.",
        "Tokens.",
    ),
    sleeves_per_player=3,
    counted=True,
)

# Classic's Drafted Decks follow the core rulebook, page 16. These steps say only what the organized-play book adds to
# it; an organizer writes their own.
DRAFTED_DECKS = (
    "All groups draft from the same components, which the organizer provides.",
    "Cards and dice of expansions only if every group has the cards and 10 of the dice.",
    "Draft as the core rulebook says on page 16.",
)
SMALL_PREPARATION = Preparation(
    host=(
        "Groups of two, three or four players, all of one size if that is possible.",
        "The same components for every group: decks, dice and tokens.",
        "Expansions only if every group has their cards and 10 of their dice.",
        "The core rulebook, page 16, for the draft itself. The steps on the wall are yours to edit in the settings.",
    ),
    players=("Their own tokens, if they wish. Cards and dice are the organizer’s and go back at the end.",),
)

DRAFT = DraftPlan(
    decks="Phoenixborn-decks",
    example="Aradel Summergaard",
    preparation=PREPARATION,
    steps=STEPS,
    known=tuple(step.key for step in STEPS),
    lines=DRAFTED_DECKS,
    lines_note="The core rulebook has the draft on page 16: write it down as you play it.",
    building=("phoenixborn", "unique", "return", "dice", "conjurations"),
    build="From choosing a Phoenixborn to the conjurations",
    last_pick="Keep the last card face down, with the other ten.",
    second_name="Legendary Draft",
    second="Give all drafted cards back to the host. Keep your own Phoenixborn and its uniques.",
    second_rounds=LEGENDARY.rounds[1],
    at_the_end="Give the drafted cards back to the host before you leave. Your own cards and dice stay yours.",
    seats_note="Seats as seen from above: to your left is clockwise.",
)
SMALL_GROUPS_DRAFT = replace(
    DRAFT,
    preparation=SMALL_PREPARATION,
    second="",
    at_the_end="Give back all cards, dice and tokens that you were lent before you leave.",
    seats_note="",
)
SMALL_READY = "The draft is over. Deck and dice stay the same for the whole event."

NOTES = (
    "Groups of 4 to 8, members at random; the wall shows who sits where.",
    "Which Phoenixborn-decks are in and which cards stayed out is shown to no one, not to a host who plays.",
)
LEGENDARY_NOTES = (
    *NOTES,
    "Legendary Draft, from 9 players: three rounds inside each group, then the best draft again.",
    "Between the phases all drafted cards go back to the host; your own Phoenixborn and uniques stay yours.",
    "The second phase starts from zero points and decides first place.",
)
SMALL_NOTES = (
    "Groups of two, three or four players, each with the same number if that is possible.",
    "All groups draft from identical components, which the organizer or the venue provides: decks, dice and tokens.",
    "Cards and dice of expansions only if all groups have the cards and 10 of the dice.",
    "Decks and dice stay the same for the whole event, and go back at its end. Tokens may be one’s own.",
)

PLAYS = (
    PlayChoice("one", "One draft, then Swiss for all"),
    PlayChoice(
        "legendary", "Legendary Draft, from 9 players: rounds in groups, then the best draft again", legendary=True
    ),
)

SCORINGS = (
    ScoringChoice("points", "Ashes Classic: 3 points a win, 1 a draw", ASHES_CLASSIC),
    ScoringChoice("wins", "Ashes Reborn: wins, no draws", ASHES_REBORN),
)


def ashes_draft(scoring_of: Ruleset) -> Ruleset:
    """A draft whose matches are played, timed and counted by one of the two Ashes rulebooks."""
    books = [choice.book.id for choice in SCORINGS]
    if scoring_of.id not in books:
        raise Refused(f"A draft cannot be scored by {scoring_of.name}. Choose {' or '.join(books)}.")
    return replace(
        scoring_of,
        id="ashes-draft",
        name=f"Ashes Draft, scored by {scoring_of.name}",
        offered=Offered("Ashes Draft", "draft, then Swiss"),
        stages=("groups", "swiss", "bracket"),
        refused_below=FEWEST,
        deck_formats=(DeckFormat("drafted", "Drafted decks", special_rules=True),),
        draft=DRAFT,
        sheets=(*scoring_of.sheets, "draft-preparation", "draft-seats"),
        scorings=SCORINGS,
        plays=PLAYS,
        rescored=scored_as,
        by_settings=by_settings,
        banned=(),  # the list is about constructed decks
        notes=NOTES,
    )


def scored_as(book: Ruleset) -> Ruleset:
    """The draft that follows this one of the two rulebooks."""
    return ASHES_DRAFT if book is ASHES_CLASSIC else ASHES_DRAFT_REBORN


def by_settings(draft: Ruleset, settings: Settings) -> Ruleset:
    """One draft for all, unless the settings ask for a Legendary Draft or for small groups."""
    if settings.legendary:
        return in_two_phases(draft)
    return in_small_groups(draft, settings.draft_steps) if settings.small_groups else draft


def in_small_groups(draft: Ruleset, lines: tuple[str, ...]) -> Ruleset:
    """The same draft as classic's Drafted Decks: groups of two, three or four, led through an organizer's lines."""
    plan = replace(SMALL_GROUPS_DRAFT, steps=own_steps(lines or DRAFTED_DECKS, ready=SMALL_READY))
    called = f"{_scored_by(draft)}, Drafted Decks"
    return replace(draft, refused_below=min(SMALL_GROUPS), draft=plan, booklet=called, notes=SMALL_NOTES)


def in_two_phases(draft: Ruleset) -> Ruleset:
    """The same draft as a Legendary Draft: so many rounds whatever the size, and a second draft in place of the cut."""
    rows = (RoundsRow(FEWEST, None, LEGENDARY.rounds[0]),)
    called = f"{DRAFT.second_name}, scored by {_scored_by(draft)}"
    return replace(
        draft, stages=LEGENDARY.stages, rounds=rows, rounds_with_cut=(), booklet=called, notes=LEGENDARY_NOTES
    )


def _scored_by(draft: Ruleset) -> str:
    return next(choice.book.name for choice in SCORINGS if choice.key == draft.scoring.score)


ASHES_DRAFT = ashes_draft(ASHES_CLASSIC)
ASHES_DRAFT_REBORN = ashes_draft(ASHES_REBORN)
