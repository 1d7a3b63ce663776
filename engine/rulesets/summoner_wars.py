"""Summoner Wars (second edition) Organized Play Guide, version 1.0.

| section of the guide | where in the code, or why not |
|---|---|
| Errata | not here: card texts are no business of a tournament desk; said in `notes` |
| Formats: Base Decks, Custom Deck | `deck_formats`; `decks.summoner_wars` |
| (not in the guide) | “base-pool”: fewer factions than rounds, a house rule |
| Components | said in `notes`; sleeves are judged by eye |
| Tournament Setup: sizes and rounds | `rounds`; read by `sizes` |
| Tournament Setup: pairing | `pairing.swiss` |
| Mirror Matches | `avoid_mirrors`, in Base Decks only; `pairing.swiss` |
| Byes | `scoring.bye_by`, `pairing.byes`; the 25 to 0 of a bye in `standings.sheets` |
| Top Cut | `rounds` (4 from 17 players, 8 from 33), `pairing.brackets` |
| Timer Options: Standard Timer | `time` |
| Timer Options: Chess Clocks | `chess`: the guide prefers them, said in `notes`; the default stays one clock for all |
| Sudden Death | `time.steps`, shown on the wall |
| Slow Play | `penalties`, with a common timer only |
| Recording Results | `scoring` (25 blood points a win), `hows`; `LIVES` for whoever confirms the validity |
| Final Placements | `scoring.tiebreaks`, `standings.tiebreaks` |
| Match sheets | screens and slips; the deck list fields in `decks.summoner_wars` |
| (not in the guide) | `untimed_final` and the 10-minute warning come from the Ashes books |
"""

from __future__ import annotations

from engine.decks.summoner_wars_lists import SUMMONER_WARS_LISTS
from engine.rulesets.alike import FLAG_RULE, HOWS, ROUNDS, WINS, WOUNDS
from engine.rulesets.base import ChessPlan, DeckFormat, Lives, Offered, PenaltyStep, Ruleset, TimePlan
from engine.values import replace

# The most that one list of Summoners has, from 9 on. No second one confirms it, so none is known by name.
LIVES = Lives(most=14)

SUDDEN_DEATH = TimePlan(
    minutes=60,
    shortest=60,
    longest=60,
    called="Time! Sudden death",
    steps=(
        "Finish the turn you are in.\nSudden death starts with the next one.",
        "At the start of every turn: 2 damage.\nBoth players, each on their own Summoner.",
        "Go on until a Summoner falls. No draws.",
    ),
)

CHESS = ChessPlan(
    minutes=30,
    shortest=30,
    longest=30,
    lending=False,
    flag_rule=FLAG_RULE,
    steps=(
        "The first player's clock runs from the first turn. Press when your turn is over.",
        "The clock does not change hands inside a turn.",
        "There is no common time limit and no sudden death.",
    ),
)

SUMMONER_WARS = Ruleset(
    id="summoner-wars",
    name="Summoner Wars",
    offered=Offered("Summoner Wars", "Swiss, wins"),
    scoring=replace(WINS, ask_above=LIVES.most - 1),
    stages=("swiss", "bracket"),
    rounds=ROUNDS,
    rounds_with_cut=(),
    refused_below=2,
    players_recommended=8,
    hows=HOWS,
    side="Summoner",
    counted=WOUNDS,
    lives=LIVES,
    time=SUDDEN_DEATH,
    bracket_time=SUDDEN_DEATH,
    chess=CHESS,
    set_up=("Use your own dice and tokens: damage and boosts on your cards come from your supply.",),
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
            "Another deck than the one named for this round",
            "Back to the deck on the sheet. Beyond that the guide names no penalty: your call.",
            "Your call.",
            code="another-deck",
        ),
        PenaltyStep(
            "Marked cards or worn sleeves",
            "The organizer may ask for sleeves, or for better ones.",
            "Your call.",
            code="marked-cards",
        ),
    ),
    decks=SUMMONER_WARS_LISTS,
    deck_formats=(
        DeckFormat(
            "base-decks",
            "Base decks, a faction for each round",
            short="Base decks",
            small="everyone names a faction for each round",
            step="Set up with the faction you named for this round, its cards unchanged.",
            factions=True,
        ),
        DeckFormat(
            "base-pool",
            "Base decks, a pool to choose from after pairing (house rule)",
            short="Base decks, a pool",
            small="house rule: fewer factions than rounds, chosen after pairing",
            step="House rule: both choose a faction of their pool in secret, then show it.\nIts cards unchanged.",
            factions=True,
            pool=3,
        ),
        DeckFormat(
            "custom-deck",
            "Custom deck, one for the whole event",
            short="Custom deck",
            small="one deck for the whole event",
            step="Set up with the deck on your sheet: the same one in every round.",
            written_down=True,
        ),
    ),
    sheets=("matches", "scores"),
    avoid_mirrors=True,
    untimed_final="The final may go without time limit and without sudden death, if the organizer says so.",
    notes=(
        "Base Decks: everyone names one faction per round, in order, before the first round.",
        "Custom Deck: one deck for the whole event, written down before the first round.",
        "The guide prefers chess clocks, 30 minutes for each player; one clock for everybody is the alternative.",
        "The newest card errata apply. Everyone brings dice and tokens.",
    ),
)
