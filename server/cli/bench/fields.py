"""Late rounds of simulated events: the cases that are measured. None is left out."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.pairing.field import Entrant
from engine.pairing.swiss import NoLegalPairing, Pairing, pair_swiss
from engine.standings.sheets import Sheet, SheetLine
from engine.values import dataclass, replace
from engine.words import Scoring

WINS = Scoring("wins", 1, 0, ("head_to_head", "sos", "blood_earned", "blood_lost", "opponents_blood", "lot"))
POINTS = Scoring("points", 3, 1, ("toep", "blood_earned", "lot"), draws=True)


@dataclass(frozen=True, slots=True)
class BenchKind:
    """A kind of event: how it is scored, how often games are drawn, how many leave after each round.

    `club`: everybody is of a club of so many, and club-mates are kept apart.
    """

    name: str
    scoring: Scoring
    draws: float = 0.0
    drops: float = 0.0
    club: int = 0


KINDS = (
    BenchKind("wins only", WINS),
    BenchKind("3/1/0, draws, drops", POINTS, draws=0.2, drops=0.02),
    BenchKind("3/1/0, draws, drops, clubs of 12 kept apart", POINTS, draws=0.2, drops=0.02, club=12),
)


@dataclass(frozen=True, slots=True)
class Case:
    """A field about to be paired, and the sheets it comes from."""

    number: int
    entrants: list[Entrant]
    sheets: dict[str, Sheet]


def late_rounds(kind: BenchKind, players: int, *, seed: int, rounds: int, last: int = 3) -> Iterator[Case]:
    """Play an event and give its last few rounds as they stood before pairing."""
    dice = Random(f"bench/{kind.name}/{players}/{seed}")
    field = {f"p{i}": Entrant(f"p{i}", apart=_club_mates(i, players, kind.club)) for i in range(players)}
    lines: dict[str, list[SheetLine]] = {player: [] for player in field}
    for number in range(1, rounds + 1):
        entrants = list(field.values())
        if number > rounds - last:
            yield Case(number, entrants, {p: Sheet(p, tuple(own)) for p, own in lines.items()})
        try:
            pairing = pair_swiss(entrants, Random(f"{seed}/{number}"))
        except NoLegalPairing:
            return
        _play(kind, pairing, number, field, lines, dice)
        leaving = [p for p in field if dice.random() < kind.drops]
        for player in leaving:
            del field[player]


def _club_mates(me: int, players: int, size: int) -> frozenset[str]:
    first = me // size * size if size else 0
    return frozenset(f"p{i}" for i in range(first, min(first + size, players)) if i != me)


def _play(
    kind: BenchKind,
    pairing: Pairing,
    number: int,
    field: dict[str, Entrant],
    lines: dict[str, list[SheetLine]],
    dice: Random,
) -> None:
    scoring = kind.scoring
    for table in pairing.tables:
        one, two = table.players if dice.random() < 0.5 else table.players[::-1]
        wounds, drawn = dice.randrange(25), dice.random() < kind.draws
        gain = (scoring.draw, scoring.draw) if drawn else (scoring.win, 0)
        kinds = ("draw", "draw") if drawn else ("win", "loss")
        blood = (wounds, dice.randrange(25)) if drawn else (scoring.win_blood, wounds)
        for i, (me, other) in enumerate(((one, two), (two, one))):
            lines[me].append(
                SheetLine(number, other, kinds[i], gain[i], int(kinds[i] == "win"), blood[i], blood[1 - i])  # type: ignore[arg-type]
            )
            known = field[me]
            field[me] = replace(known, score=known.score + gain[i], met=known.met | {other})
    if pairing.bye is not None:
        known = field[pairing.bye]
        field[pairing.bye] = replace(known, score=known.score + scoring.win, byes=known.byes + 1)
        lines[pairing.bye].append(SheetLine(number, None, "bye", scoring.win, 1, scoring.win_blood, 0))
