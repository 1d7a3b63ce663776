"""Who has clinched the cut, who can still make it, and who is out.

Nobody is said to have clinched or to be out unless it is certain, as long as nobody drops and every match ends
as matches do: with a winner, or drawn where there are draws. Where the possible endings are few, all are looked
at, and blood points that are not known yet may still fall either way. Where they are many, only the scores
decide, and the rest is a sample that says how often each player makes it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence, Set
from random import Random
from typing import Literal

from engine.standings.futures import Pair, Race, Rest, after, every_ending, random_future, through
from engine.standings.ranking import disqualified_from, dropped_from, lots_of
from engine.standings.sheets import Sheet
from engine.standings.sheets import sheets as stage_sheets
from engine.standings.tiebreaks import Totals, table_of
from engine.values import dataclass, replace
from engine.words import Mark, PlayerId, Scoring, Stage, Tournament

Chance = Literal["clinched", "possible", "out"]
MOST_ENDINGS = 4096
MOST_WORK = 2**19  # endings × players that are still looked at one by one


@dataclass(frozen=True, slots=True)
class CutLine:
    """Everybody's chance, whether every ending was looked at, and in how many of the futures each makes it for sure."""

    chances: Mapping[PlayerId, Chance]
    exact: bool
    futures: int
    made: Mapping[PlayerId, int]

    def share(self, player: PlayerId) -> float:
        """How often this player makes it, from 0 to 1. For the eye only: it decides nothing."""
        if self.chances[player] != "possible":
            return float(self.chances[player] == "clinched")
        return self.made[player] / self.futures


def stage_cut_line(tournament: Tournament, stage: Stage, *, rng: Random) -> CutLine:
    """The cut line of a Swiss stage as it stands now."""
    rounds = [round_ for round_ in stage.rounds if round_.phase != "draft"]
    open_matches = [match.players for round_ in rounds for match in round_.matches if match.result is None]
    return cut_line(
        stage_sheets(tournament, stage),
        tournament.settings.scoring,
        cut=tournament.settings.cut,
        open_matches=[(first, second) for first, second in open_matches],
        rounds_left=max(0, stage.planned - len(rounds)),
        lots=lots_of(tournament),
        dropped=dropped_from(tournament),
        disqualified=disqualified_from(tournament),
        rng=rng,
    )


def stage_bounds(tournament: Tournament, stage: Stage) -> CutLine:
    """The same by the scores alone, without looking at how the rest may end: cheap in any field."""
    rounds = [round_ for round_ in stage.rounds if round_.phase != "draft"]
    found, out = stage_sheets(tournament, stage), dropped_from(tournament) | disqualified_from(tournament)
    table = table_of(found, lots_of(tournament))
    bounds = _bounds(
        table,
        tournament.settings.scoring,
        active=sorted(found.keys() - out),
        cut=tournament.settings.cut,
        open_matches=[(m.players[0], m.players[1]) for r in rounds for m in r.matches if m.result is None],
        rounds_left=max(0, stage.planned - len(rounds)),
    )
    chances: dict[PlayerId, Chance] = {player: bounds.get(player, "out") for player in found}
    return CutLine(chances, exact=False, futures=0, made=dict.fromkeys(found, 0))


def cut_line(
    sheets: Mapping[PlayerId, Sheet],
    scoring: Scoring,
    *,
    cut: int,
    open_matches: Sequence[Pair],
    rounds_left: int,
    lots: Mapping[PlayerId, int],
    dropped: Set[PlayerId],
    disqualified: Set[PlayerId],
    rng: Random,
) -> CutLine:
    """Everybody's chance at the first `cut` places; dropped and disqualified players take none of them."""
    table = table_of(sheets, lots)
    active = sorted(sheets.keys() - dropped - disqualified)
    bounds = _bounds(table, scoring, active=active, cut=cut, open_matches=open_matches, rounds_left=rounds_left)
    chances: dict[PlayerId, Chance] = {player: bounds.get(player, "out") for player in sheets}
    race = Race(
        scoring,
        runners=[player for player in active if bounds[player] == "possible"],
        places=cut - sum(chance == "clinched" for chance in bounds.values()),
        dropped=sorted((sheets.keys() & dropped) - disqualified),
        keys=(scoring.score, *scoring.tiebreaks),
    )
    if not race.runners:
        return CutLine(chances, exact=True, futures=0, made=dict.fromkeys(sheets, 0))
    marks: tuple[Mark, ...] = ("win", "loss", "draw") if scoring.draws else ("win", "loss")
    endings = len(marks) ** len(open_matches)
    if not rounds_left and endings <= MOST_ENDINGS and endings * len(sheets) <= MOST_WORK:
        return _exact(race, table, chances=chances, open_matches=open_matches, marks=marks)
    rest = Rest(open_matches, rounds_left, active)
    return _sampled(race, table, chances=chances, rest=rest, rng=rng)


def _bounds(
    table: Totals,
    scoring: Scoring,
    *,
    active: Sequence[PlayerId],
    cut: int,
    open_matches: Sequence[Pair],
    rounds_left: int,
) -> dict[PlayerId, Chance]:
    """What the scores alone prove: too few can still catch up, or enough are already beyond reach."""
    scores, unit = (table.wins, 1) if scoring.score == "wins" else (table.points, scoring.win)
    playing = {player for pair in open_matches for player in pair}
    best = {player: scores[player] + unit * (rounds_left + (player in playing)) for player in active}
    worsts, bests = sorted(scores[player] for player in active), sorted(best.values())
    bounds: dict[PlayerId, Chance] = {}
    for player in active:
        can_reach = len(active) - bisect_left(bests, scores[player])  # counts the player too
        beyond = len(active) - bisect_right(worsts, best[player])
        bounds[player] = "out" if beyond >= cut else "clinched" if can_reach <= cut else "possible"
    return bounds


def _exact(
    race: Race,
    table: Totals,
    *,
    chances: Mapping[PlayerId, Chance],
    open_matches: Sequence[Pair],
    marks: Sequence[Mark],
) -> CutLine:
    if open_matches:
        # A lot may still be replaced by another fair method, so until all is played it decides nothing.
        race = replace(race, keys=[key for key in race.keys if key != "lot"])
    futures, made, possible = 0, Counter[PlayerId](), Counter[PlayerId]()
    for ending in every_ending(open_matches, marks):
        least = after(table, ending, scoring=race.scoring, blood=lambda: 0)
        most = after(table, ending, scoring=race.scoring, blood=lambda: race.scoring.most_blood)
        sure, maybe = through(race, least, most)
        futures += 1
        made.update(sure)
        possible.update(maybe)
    seen: dict[PlayerId, Chance] = {
        player: "clinched" if made[player] == futures else "possible" if possible[player] else "out"
        for player in race.runners
    }
    decided = {**chances, **seen}
    return CutLine(decided, exact=True, futures=futures, made=_with_clinched(made, decided, futures=futures))


def _sampled(race: Race, table: Totals, *, chances: Mapping[PlayerId, Chance], rest: Rest, rng: Random) -> CutLine:
    futures = max(16, min(400, 100_000 // (len(table.wins) * (rest.rounds_left + 1))))
    made: Counter[PlayerId] = Counter()
    for _ in range(futures):
        future = random_future(table, race.scoring, rest=rest, rng=rng)
        made.update(through(race, future, future)[0])
    return CutLine(chances, exact=False, futures=futures, made=_with_clinched(made, chances, futures=futures))


def _with_clinched(
    made: Mapping[PlayerId, int], chances: Mapping[PlayerId, Chance], *, futures: int
) -> dict[PlayerId, int]:
    return {player: futures if chance == "clinched" else made.get(player, 0) for player, chance in chances.items()}
