"""What the rulebooks of Ashes Reborn and Summoner Wars print alike, word for word and number for number."""

from __future__ import annotations

from engine.rulesets.base import Counted, RoundsRow
from engine.words import How, Scoring

WINS = Scoring(
    score="wins",
    win=1,
    draw=0,
    tiebreaks=("head_to_head", "sos", "blood_earned", "blood_lost", "opponents_blood", "lot"),
    bye_by="record",
)
ROUNDS = (
    RoundsRow(3, 4, 2),
    RoundsRow(5, 8, 3),
    RoundsRow(9, 16, 4),
    RoundsRow(17, 32, 5, cuts=(4,)),
    RoundsRow(33, None, 6, cuts=(8,)),
)
HOWS: tuple[How, ...] = ("played", "concession", "penalty", "no-show", "flag", "double-loss", "disqualified")
WOUNDS = Counted(one="wound", many="wounds", points="blood points", column="Blood", short="BP")
FLAG_RULE = (
    "Out of time in your own turn: win before that turn ends, or you lose with its end. "
    "Out of time in the other player's turn: your next turn is your last."
)
