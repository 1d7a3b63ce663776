"""Ashes: Rise of the Phoenixborn Organized Play (the classic rulebook).

| section of the rulebook | where in the code, or why not |
|---|---|
| Tournament Overview, Rules Differences | `stages`, `set_up` |
| Errata, The Rules and the FAQ | not here: card texts are no business of a tournament desk; said in `notes` |
| Elements of Organized Play: The Organizer, Players | `penalties` (refusing a ruling); manners are not code |
| Printable Materials, The Organizer's Guide | slips and lists are printed by the server; no code for the guide |
| Organizer Participation | `Staff.player`, `Finish.prizes`, `notes`; First Five: with the deck pages |
| Formats: Built Decks, Scenario Play | `deck_formats` |
| Formats: Drafted Decks | `ashes_draft` with small groups |
| Verifying Your Deck and Your First Five | `decks.ashes`, `set_up`, `first_five` |
| Required and Permitted Components, Setup of the Play Area | judged by eye; no code |
| Matching Opponents Together, Round Advancement | `pairing.swiss` |
| Byes | `scoring.bye_by`, `pairing.byes` |
| Selecting Your First Five, First Player Token | `set_up` |
| Rules Interpretation, Shuffling, Hidden Information | the organizer at the table; no code |
| Missed Opportunities, Slow Play, Notes, Conduct, Cheating | `penalties` |
| Ending a Match | `hows`, `scoring.draws`, `early_draw` (a draw comes from the end of time), `both_fall` |
| Match Time Limit | `time`, with the 10-minute warning |
| When the Time Limit Is Reached | `time.steps`, shown on the wall |
| Scoring | `scoring`: 3, 1 and 0 event points, 25 blood points a win |
| Number of Rounds | `rounds`; from 33 players on a bracket is advised (`cut_advised`) |
| Determining a Winner (and Tie-Breaks) | `scoring.tiebreaks`, `standings.tiebreaks` |
| Legendary Phoenixborn Bracket: Number of Rounds | `rounds_with_cut`; 76, printed twice, is in 33–76; 16 is too few |
| Legendary Phoenixborn Bracket: pairing | `pairing.brackets`, `bracket_name` |
| Legendary Phoenixborn Bracket: time | `bracket_time` |
| (not in the rulebook) | `untimed_final` comes from Ashes Reborn |
"""

from __future__ import annotations

from engine.decks.ashes_lists import ASHES_LISTS
from engine.decks.ashes_lives import CLASSIC_LIVES
from engine.rulesets.base import (
    Counted,
    DeckFormat,
    Lives,
    Offered,
    PenaltyStep,
    PlayChoice,
    RoundsRow,
    Ruleset,
    TimePlan,
)
from engine.words import Scoring

# One card adds life, to Harold Westraven alone; and where both would fall, the winner has more than it survives.
LIVES = Lives(most=22, by_name=CLASSIC_LIVES)

SWISS_TIME = TimePlan(
    minutes=50,
    shortest=50,
    longest=50,
    called="Time! Two more turns each",
    steps=(
        "Finish the turn you are in.",
        "Then two more full turns each, alternating.",
        "That ends the game round.\nOver sooner by itself? Then start no new one.",
        "Go through Recovery and Prepare as usual.",
        "Both Phoenixborn alive? It is a draw.\nBoth would fall at once? The active player wins.",
    ),
)

BRACKET_TIME = TimePlan(
    minutes=50,
    shortest=50,
    longest=50,
    called="Time! A card or a wound",
    steps=(
        "Play on as usual. There are no draws.",
        "After each of your turns: discard 1 card.\nOut of hand, or off the top of the deck.",
        "No card, or none to spare? Take 1 wound.\nOn your own Phoenixborn.",
        "Go on until a Phoenixborn falls.\nBoth would fall at once? The active player wins.",
    ),
)

ASHES_CLASSIC = Ruleset(
    id="ashes-classic",
    name="Ashes Classic",
    offered=Offered("Ashes Classic", "Swiss, 3/1/0"),
    scoring=Scoring(
        score="points",
        win=3,
        draw=1,
        tiebreaks=("toep", "blood_earned", "lot"),
        draws=True,
        ask_above=LIVES.most - 1,
        bye_by="standings",
    ),
    stages=("swiss", "bracket"),
    rounds=(
        RoundsRow(4, 8, 3),
        RoundsRow(9, 16, 4),
        RoundsRow(17, 32, 5),
        RoundsRow(33, None, 6, or_more=True, cut_advised=True),
    ),
    rounds_with_cut=(
        RoundsRow(17, 32, 4, cuts=(4,), or_more=True),
        RoundsRow(33, 76, 5, cuts=(8,), or_more=True),
        RoundsRow(77, None, 6, cuts=(8, 16), or_more=True),
    ),
    bracket_name="Legendary Phoenixborn Bracket",
    refused_below=2,
    hows=("played", "concession", "penalty", "no-show", "double-loss", "disqualified"),
    early_draw="Time has not been called, and a draw comes only from the time procedure.",
    both_fall="If both Phoenixborn would fall at once, the active player wins.",
    side="Phoenixborn",
    counted=Counted(one="wound", many="wounds", points="blood points", column="Blood", short="BP"),
    lives=LIVES,
    time=SWISS_TIME,
    bracket_time=BRACKET_TIME,
    chess=None,
    set_up=(
        "Show each other your Phoenixborn, your dice and the size of your conjuration pile.",
        "Now choose your First Five: five different cards of your deck.",
        "Let the organizer check it. The round starts when every table is checked.",
        "Roll your dice: most basics decides who goes first. Tied: both roll everything again.",
        "Then wait: no other action before the round starts.",
    ),
    penalties=(
        PenaltyStep(
            "Slow play",
            "Your call, whatever makes it fair again: cards off the draw pile, for example.",
            "Your call, up to the loss of the game.",
            kinds=("game-loss",),
            code="slow-play",
        ),
        PenaltyStep(
            "Unsportsmanlike conduct",
            "Your call, up to removal from the event.",
            "Your call, up to removal from the event.",
            kinds=("disqualification",),
            code="unsportsmanlike-conduct",
        ),
        PenaltyStep(
            "Cheating",
            "Your call: a warning with the play put right, the match lost, or removal, fee kept.",
            "Your call, from the same three.",
            kinds=("warning", "match-loss", "disqualification"),
            code="cheating",
        ),
        PenaltyStep(
            "Refusing the organizer's ruling",
            "The player may be sent out of the event.",
            "The player may be sent out of the event.",
            kinds=("disqualification",),
            code="ruling-refused",
        ),
        PenaltyStep(
            "A required effect was missed",
            "Players agree on a repair; if they cannot, you decide, up to naming a winner or a draw.",
            "The same.",
            code="effect-missed",
        ),
        PenaltyStep(
            "Notes or help from outside",
            "Not allowed in a match or a draft. The rulebook names no penalty: your call.",
            "Your call.",
            code="outside-help",
        ),
        PenaltyStep(
            "Illegal deck, dice or First Five",
            "Put it right before the clock starts. The rulebook names no penalty: your call.",
            "Your call.",
            code="illegal-deck-dice-or-first-five",
        ),
    ),
    first_five=True,
    decks=ASHES_LISTS,
    plays=(
        PlayChoice("built", "Built decks"),
        PlayChoice("small", "Drafted Decks, in groups of two to four", ruleset="ashes-draft", small_groups=True),
    ),
    deck_formats=(
        DeckFormat("constructed", "Built decks"),
        DeckFormat("scenario", "Scenario, with special rules", special_rules=True),
    ),
    untimed_final="The final may go without time limit and without its end-of-time rule, if the organizer says so.",
    notes=(
        "Say at the start how many rounds there will be.",
        "An organizer who plays announces it; someone else checks the First Fives at that table.",
        "A prize that a playing organizer would win goes to the next in rank; a participation prize they may keep.",
        "The newest errata and FAQ apply. Decks and dice stay the same for the whole event.",
    ),
)
