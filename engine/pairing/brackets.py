"""Single elimination after the Swiss rounds: who meets whom, who is through, and everybody's place.

Rulebooks call it the top cut, or the legendary bracket. Nobody is reseeded.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Literal

from engine.refusals import Refused
from engine.values import dataclass

Pair = tuple[str, str]
Played = tuple[str, str | None, str | None]
State = Literal["open", "waiting", "playing", "through", "out", "bye", "champion"]

SMALLEST, LARGEST = 2, 16

# Seeds as they are drawn from top to bottom: neighbouring winners meet, so 1 and 2 can only meet in the final.
BRACKETS: dict[int, tuple[tuple[int, int], ...]] = {
    2: ((1, 2),),
    4: ((1, 4), (2, 3)),
    8: ((1, 8), (4, 5), (2, 7), (3, 6)),
    16: ((1, 16), (8, 9), (4, 13), (5, 12), (2, 15), (7, 10), (3, 14), (6, 11)),
}

# How a round is called by the players it has room for: as a heading, one match of it, in a sentence, in a corner.
ROUND_NAMES: dict[int, tuple[str, str, str, str]] = {
    2: ("Final", "the final", "the final", "F"),
    4: ("Semi-finals", "semi-final", "the semi-final round", "SF"),
    8: ("Quarter-finals", "quarter-final", "the quarter-final round", "QF"),
    16: ("Round of 16", "round-of-16 match", "the round of 16", "R16"),
}


@dataclass(frozen=True, slots=True)
class Slot:
    """One name in the drawing. Rounds count from 0; the last one has one slot, the champion's."""

    round: int
    player: str | None
    seed: int | None
    text: str
    state: State


@dataclass(frozen=True, slots=True)
class BracketPairing:
    """One match of the drawing, as far as it is known."""

    first: str | None
    second: str | None
    winner: str | None
    bye: bool = False


@dataclass(frozen=True, slots=True)
class Bracket:
    """The seeded players, best first, and every round from top to bottom, down to the final."""

    seeded: tuple[str, ...]
    rounds: tuple[tuple[BracketPairing, ...], ...]

    @property
    def champion(self) -> str | None:
        return self.rounds[-1][0].winner


def seeds(
    ranked: Sequence[str], *, size: int, declined: AbstractSet[str] = frozenset(), out: AbstractSet[str] = frozenset()
) -> tuple[str, ...]:
    """The players of the cut, best first. Whoever declines or is out (dropped, disqualified) is passed over."""
    _check_size(size)
    free = [player for player in ranked if player not in declined and player not in out]
    if len(free) < size:
        raise Refused(
            f"A cut to {size} needs {size} players who want to go on, and there are {len(free)}. Choose a smaller cut."
        )
    return tuple(free[:size])


def first_round(size: int) -> tuple[tuple[int, int | None], ...]:
    """The first matches by seed, from top to bottom; None opposite a top seed is a bye."""
    _check_size(size)
    drawn = next(pairs for room, pairs in BRACKETS.items() if room >= size)
    return tuple((high, low if low <= size else None) for high, low in drawn)


def rounds_of(size: int) -> int:
    """How many rounds a cut to this many players takes."""
    _check_size(size)
    return (size - 1).bit_length()


def round_names(size: int) -> tuple[str, ...]:
    """The names of all rounds, first to last, as headings."""
    return tuple(names[0] for names in _named(size))


def in_a_sentence(size: int) -> tuple[str, ...]:
    """The same inside a sentence: the semi-final round."""
    return tuple(names[2] for names in _named(size))


def short_names(size: int) -> tuple[str, ...]:
    """The same in a corner: SF."""
    return tuple(names[3] for names in _named(size))


def bracket(seeded: Sequence[str], rounds: Sequence[Sequence[Played]] = ()) -> Bracket:
    """The whole bracket with what has been played so far.

    A round is its matches (player, opponent or None for a bye, winner or None while they play), in any order.
    Byes of the first round need not be listed.
    """
    drawn: list[tuple[str | None, str | None]] = [
        (seeded[high - 1], seeded[low - 1] if low else None) for high, low in first_round(len(seeded))
    ]
    tree = []
    for index in range(rounds_of(len(seeded))):
        won = {frozenset((a, b)): winner for a, b, winner in rounds[index]} if index < len(rounds) else {}
        matches = tuple(_pairing(one, other, won=won, bye=index == 0 and other is None) for one, other in drawn)
        tree.append(matches)
        drawn = [(one.winner, other.winner) for one, other in zip(matches[::2], matches[1::2], strict=False)]
    return Bracket(tuple(seeded), tuple(tree))


def to_play(drawing: Bracket) -> tuple[Pair, ...]:
    """The open matches of the round that is on, in the drawn order.

    Two players with byes know each other early; they still wait for the others of their round.
    """
    for matches in drawing.rounds:
        open_ = tuple((m.first, m.second) for m in matches if m.first and m.second and not m.winner)
        if open_:
            return open_
    return ()


def places(seeded: Sequence[str], rounds: Sequence[Sequence[Played]]) -> tuple[str, ...]:
    """Everybody's place, champion first; losers of the same round by Swiss rank. Refused before the final is in."""
    drawing = bracket(seeded, rounds)
    if drawing.champion is None:
        open_ = len(to_play(drawing))
        raise Refused(
            f"The bracket has no places yet: {open_} of its matches are being played. Enter those results first."
        )
    lost, never = _lost_in(drawing), len(drawing.rounds)
    return tuple(sorted(drawing.seeded, key=lambda player: -lost.get(player, never)))


def picture(drawing: Bracket) -> tuple[Slot, ...]:
    """Every name and gap of the drawing, round by round from top to bottom. It never shows a result that is not in."""
    slots = [
        _slot(drawing, index, position=position)
        for index, matches in enumerate(drawing.rounds)
        for position in range(2 * len(matches))
    ]
    champion, last = drawing.champion, len(drawing.rounds)
    seed = drawing.seeded.index(champion) + 1 if champion else None
    crowned: State = "champion" if champion else "open"
    return (*slots, Slot(last, champion, seed, f"Winner of {ROUND_NAMES[2][1]}", crowned))


def _named(size: int) -> Iterator[tuple[str, str, str, str]]:
    return (ROUND_NAMES[2**left] for left in range(rounds_of(size), 0, -1))


def _check_size(size: int) -> None:
    if not SMALLEST <= size <= LARGEST:
        raise Refused(f"A bracket has {SMALLEST} to {LARGEST} players, not {size}. Choose a cut of 2, 4, 8 or 16.")


def _pairing(
    one: str | None, other: str | None, *, won: Mapping[frozenset[str | None], str | None], bye: bool
) -> BracketPairing:
    # By both names: after a correction further up, a later result of other players is not this match's result.
    known = one if bye else won.get(frozenset((one, other)))
    return BracketPairing(one, other, known if one and (other or bye) else None, bye)


def _lost_in(drawing: Bracket) -> dict[str, int]:
    return {
        loser: index
        for index, matches in enumerate(drawing.rounds)
        for match in matches
        for loser in (match.first, match.second)
        if match.winner and loser and loser != match.winner
    }


def _slot(drawing: Bracket, index: int, *, position: int) -> Slot:
    match = drawing.rounds[index][position // 2]
    player, opponent = (match.first, match.second) if position % 2 == 0 else (match.second, match.first)
    seed = drawing.seeded.index(player) + 1 if player else None
    return Slot(
        index,
        player,
        seed,
        _text(drawing, index, position=position),
        _state(match, player, opponent=opponent),
    )


def _text(drawing: Bracket, index: int, *, position: int) -> str:
    """What stands in the gap while nobody is there."""
    if index == 0:
        match = drawing.rounds[0][position // 2]
        return "Bye" if match.bye and position % 2 else ""
    room = 2 * len(drawing.rounds[index - 1])
    return f"Winner of {ROUND_NAMES[room][1]} {position + 1}"


def _state(match: BracketPairing, player: str | None, *, opponent: str | None) -> State:
    if player is None:
        return "bye" if match.bye else "open"
    if match.winner:
        return "through" if match.winner == player else "out"
    return "playing" if opponent else "waiting"
