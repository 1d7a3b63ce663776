"""How the rest of a Swiss stage could go, and who makes the cut then: imagined results on top of the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product, takewhile
from random import Random

from engine.standings.tiebreaks import TIEBREAKS, Totals, head_to_head, worth
from engine.values import dataclass
from engine.words import Mark, PlayerId, Scoring

Pair = tuple[PlayerId, PlayerId]
Imagined = tuple[PlayerId, PlayerId | None, Mark]
"""Two players and what the first gets out of it; a bye is a win against None."""

LIKELY: tuple[Mark, ...] = ("win",) * 9 + ("loss",) * 9 + ("draw",) * 2


@dataclass(frozen=True, slots=True)
class Race:
    """The players still between the bounds, the places left for them, and who has dropped but still counts as tied."""

    scoring: Scoring
    runners: Sequence[PlayerId]
    places: int
    dropped: Sequence[PlayerId]
    keys: Sequence[str]


@dataclass(frozen=True, slots=True)
class Rest:
    """What is still to be played: matches of the current round, rounds after it, and who plays in them."""

    open_matches: Sequence[Pair]
    rounds_left: int
    active: Sequence[PlayerId]


def every_ending(open_matches: Sequence[Pair], marks: Sequence[Mark]) -> Iterator[tuple[Imagined, ...]]:
    """Each way the open matches can end."""
    for ending in product(marks, repeat=len(open_matches)):
        yield tuple((first, second, mark) for (first, second), mark in zip(open_matches, ending, strict=True))


def random_future(table: Totals, scoring: Scoring, *, rest: Rest, rng: Random) -> Totals:
    """One way the rest could go: every match even, opponents at random from their own score group."""

    def wounds() -> int:
        return rng.randrange(scoring.win_blood)

    marks: tuple[Mark, ...] = LIKELY if scoring.draws else ("win", "loss")
    results: list[Imagined] = [(one, two, rng.choice(marks)) for one, two in rest.open_matches]
    table = after(table, results, scoring=scoring, blood=wounds)
    for _ in range(rest.rounds_left):
        pairs = _pairs(table, scoring, active=rest.active, rng=rng)
        results = [(one, two, "win" if two is None else rng.choice(marks)) for one, two in pairs]
        table = after(table, results, scoring=scoring, blood=wounds)
    return table


def after(table: Totals, results: Iterable[Imagined], *, scoring: Scoring, blood: Callable[[], int]) -> Totals:
    """The table with these results in it. `blood` says what a player who did not win has earned.

    Only the players in `results` have played one round more: in an open round the others' results are in the table.
    """
    wins, points = dict(table.wins), dict(table.points)
    earned, lost = dict(table.earned), dict(table.lost)
    opponents, beaten = dict(table.opponents), set(table.beaten)
    for one, two, mark in results:
        first, second = (two, one) if mark == "loss" and two is not None else (one, two)
        won = mark != "draw"
        wins[first] += won
        points[first] += scoring.win if won else scoring.draw
        mine = scoring.win_blood if won else blood()
        earned[first] += mine
        if second is None:
            continue
        theirs = blood()
        points[second] += 0 if won else scoring.draw
        earned[second] += theirs
        lost[first] += theirs
        lost[second] += mine
        opponents[first] += (second,)
        opponents[second] += (first,)
        if won:
            beaten.add((first, second))
    return Totals(wins, points, earned, lost, opponents, beaten, table.lots)


def through(race: Race, least: Totals, most: Totals) -> tuple[list[PlayerId], list[PlayerId]]:
    """Who makes it in one future for sure, and who may: with the least and the most blood that can come of it."""
    ahead: list[PlayerId] = []
    level, also, places = list(race.runners), list(race.dropped), race.places
    for depth, key in enumerate(race.keys):
        if places in (0, len(level)):
            break
        ranges = _ranges(key, [*level, *also], least, most)
        if any(low != high for low, high in ranges.values()):
            sure, maybe = _by_range(level, race.keys[depth:], places, least, most)
            return ahead + sure, ahead + maybe
        line = sorted((ranges[player] for player in level), reverse=True)[places - 1]
        ahead += [player for player in level if ranges[player] > line]
        places -= sum(ranges[player] > line for player in level)
        level = [player for player in level if ranges[player] == line]
        also = [player for player in also if ranges[player] == line]
    if not places:
        return ahead, ahead
    return (ahead + level if places == len(level) else ahead), ahead + level


def _pairs(
    table: Totals, scoring: Scoring, *, active: Sequence[PlayerId], rng: Random
) -> Iterator[tuple[PlayerId, PlayerId | None]]:
    """Neighbours in a shuffled order of scores. Rematches are let pass: this is a guess, not a pairing."""
    scores = table.wins if scoring.score == "wins" else table.points
    order = rng.sample(active, len(active))
    order.sort(key=lambda player: -scores[player])
    seconds: list[PlayerId | None] = [*order[1::2]]
    if len(order) % 2:
        seconds.append(None)
    return zip(order[::2], seconds, strict=True)


def _ranges(key: str, tied: Sequence[PlayerId], least: Totals, most: Totals) -> dict[PlayerId, tuple[int, int]]:
    """Between what and what each player's number lies, turned so that the highest is best."""
    if _is_duel(key):
        winner = head_to_head(tied, least)
        return {player: (int(player == winner),) * 2 for player in tied}
    ends = {player: (worth(key, player, least), worth(key, player, most)) for player in tied}
    return {player: (min(both), max(both)) for player, both in ends.items()}


def _by_range(
    level: Sequence[PlayerId], keys: Sequence[str], places: int, least: Totals, most: Totals
) -> tuple[list[PlayerId], list[PlayerId]]:
    """The same where numbers are not settled: somebody is ahead only if no blood that may flow can change it."""
    # Head to head depends on who exactly is tied, which is open here; from there on nothing is certain.
    columns = [_ranges(key, level, least, most) for key in takewhile(lambda key: not _is_duel(key), keys)]

    def ahead(one: PlayerId, other: PlayerId) -> bool:
        for column in columns:
            if column[one][0] != column[other][1]:
                return column[one][0] > column[other][1]
        return False

    sure = [one for one in level if sum(not ahead(one, other) for other in level if other != one) < places]
    maybe = [one for one in level if sum(ahead(other, one) for other in level) < places]
    return sure, maybe


def _is_duel(key: str) -> bool:
    return TIEBREAKS[key].kind == "duel"
