"""Ashes Reborn Organized Play, version 6, in force from 1 August 2024.

| section of the rulebook | where in the code, or why not |
|---|---|
| Errata | not here: card texts are no business of a tournament desk; said in `notes` |
| Formats | `deck_formats`; drafts are `ashes_draft` |
| Components | `decks.ashes` counts cards and dice; sleeves and tokens are judged by eye, said in `notes` |
| Tournament Setup: sizes and rounds | `rounds`; read by `sizes` |
| Tournament Setup: pairing | `pairing.swiss` |
| Byes | `scoring.bye_by`, `pairing.byes`; the 25 to 0 of a bye in `standings.sheets` |
| Gameplay | `set_up`, `first_five`; what a First Five may be is in `decks.ashes` |
| Sudden Death | `time.steps`, shown on the wall |
| Recording Results | `scoring` (25 blood points a win), `hows`; `LIVES` for whoever confirms the validity |
| Final Placements | `scoring.tiebreaks`, `standings.tiebreaks` |
| Top Cut | `rounds` (4 from 17 players, 8 from 33), `pairing.brackets`, `untimed_final` |
| Timer Options: Standard Timer | `time` |
| Timer Options: Chess Clocks | `chess` |
| Slow Play | `penalties`, with a common timer only |
| The Chained List | `decks.ashes.CHAINED`, `chained_notice`; a setting, on unless the organizer says otherwise |
| Banned Cards | `decks.ashes.BANNED`, for constructed decks |
"""

from __future__ import annotations

from engine.decks.ashes import BANNED, CHAINED
from engine.decks.ashes_lists import ASHES_LISTS
from engine.decks.ashes_lives import REBORN_LIVES
from engine.rulesets.alike import FLAG_RULE, HOWS, ROUNDS, WINS, WOUNDS
from engine.rulesets.base import ChessPlan, DeckFormat, Lives, Offered, PenaltyStep, PostedRule, Ruleset, TimePlan
from engine.values import replace

LIVES = Lives(most=20, by_name=REBORN_LIVES)

SUDDEN_DEATH = TimePlan(
    minutes=60,
    shortest=50,
    longest=60,
    called="Time! Sudden death",
    steps=(
        "Play on until the first player's next turn.\nSudden death starts there.",
        "At the start of every turn: discard 2 cards.\n"
        "Both players; hand, spellboard or top of the draw pile, in any mix.",
        "Each card you cannot discard is 1 wound.\nOn your own Phoenixborn.",
        "These discards and wounds trigger nothing.",
        "Go on until a Phoenixborn falls. No draws.",
    ),
)

CHESS = ChessPlan(
    minutes=30,
    shortest=25,
    longest=30,
    lending=True,
    flag_rule=FLAG_RULE,
    steps=(
        "The first player's clock runs from the first turn. Press when your turn is over.",
        "Inside your turn, lend time only if the opponent's decision takes more than a moment.",
        "Decision made: the clock comes straight back. Effects and battles are on your time.",
        "There is no common time limit and no sudden death.",
    ),
)

ASHES_REBORN = Ruleset(
    id="ashes-reborn",
    name="Ashes Reborn",
    offered=Offered("Ashes Reborn", "Swiss, wins"),
    scoring=replace(WINS, ask_above=LIVES.most - 1),
    stages=("swiss", "bracket"),
    rounds=ROUNDS,
    rounds_with_cut=(),
    refused_below=2,
    players_recommended=8,
    hows=HOWS,
    side="Phoenixborn",
    counted=WOUNDS,
    lives=LIVES,
    time=SUDDEN_DEATH,
    bracket_time=SUDDEN_DEATH,
    chess=CHESS,
    set_up=(
        "Show each other your Phoenixborn, your dice and how many conjurations you have.",
        "Now choose your First Five: five different cards of your deck.",
        "Let the organizer check it. The round starts when every table is checked.",
    ),
    penalties=(
        PenaltyStep(
            "Slow play",
            "A warning, once the organizer agrees that it is slow play.",
            "The organizer may give a game loss at once.",
            kinds=("warning", "game-loss"),
            timers=("common",),
            code="slow-play",
        ),
        PenaltyStep(
            "Deck changed or not as listed",
            "Back to the submitted list. Beyond that the rulebook names no penalty: your call.",
            "Your call.",
            code="deck-not-as-listed",
        ),
        PenaltyStep(
            "Illegal First Five",
            "Choose again before the clock starts. The rulebook names no penalty.",
            "Your call.",
            code="illegal-first-five",
        ),
        PenaltyStep(
            "Marked cards or worn sleeves",
            "The organizer may ask for sleeves, or for better ones.",
            "Your call.",
            code="marked-cards",
        ),
    ),
    first_five=True,
    decks=ASHES_LISTS,
    deck_formats=(
        DeckFormat("constructed", "Constructed decks"),
        DeckFormat("preconstructed", "Preconstructed decks"),
        DeckFormat("custom", "A format of your own"),
    ),
    chained=CHAINED,
    chained_notice=PostedRule(
        "Chained cards", "None in a First Five, none played or conjured in the first game round."
    ),
    banned=BANNED,
    untimed_final="The final may go without time limit and without sudden death, if the organizer says so.",
    notes=(
        "Tell players the deck format beforehand.",
        "The newest card errata apply. A deck list cannot change once it is handed in.",
        "Everyone brings a deck of 30, 10 dice, a Phoenixborn, conjurations and tokens.",
    ),
)
