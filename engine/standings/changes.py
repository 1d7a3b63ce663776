"""Places before and after a change: who moves, who crosses the cut, and which lines can be left out."""

from __future__ import annotations

from collections.abc import Collection

from engine.refusals import Refused
from engine.rulesets.registry import ruleset_of
from engine.sentences import everyone, listed
from engine.sides import Side
from engine.standings.advancing import going_on
from engine.standings.places import stage_places
from engine.standings.ranking import Standing, group_standings, stage_standings
from engine.standings.ranks import RankLine, stage_ranks
from engine.standings.tiebreaks import TIEBREAKS, number_keys
from engine.values import dataclass
from engine.words import PlayerId, Stage, Tournament

SHORT_ENOUGH = 16


@dataclass(frozen=True, slots=True)
class PlaceLine:
    """A place. `move` is how many places up (or down, below 0) since before; `left_out` stands for so many others.

    `players` are both of a team where they stand together.
    """

    rank: int = 0
    player: PlayerId = ""
    numbers: tuple[int, ...] = ()
    move: int = 0
    tint: bool = False
    cut: bool = False
    left_out: int = 0
    players: Side = ()


@dataclass(frozen=True, slots=True)
class Change:
    """The places now and after, by the stage's own columns, and what that means in a sentence."""

    columns: tuple[tuple[str, str], ...]
    now: tuple[PlaceLine, ...]
    after: tuple[PlaceLine, ...]
    sentence: str
    moved: int
    players: tuple[PlayerId, ...]


def change(now: Tournament, after: Tournament, *, stage: int, about: Collection[PlayerId] = ()) -> Change:
    """What happens to the places of one stage; `about` are the players to tint whatever happens to them."""
    first = now.stages[stage]
    before, later = lines(now, first, about=about), lines(after, after.stages[stage], about=about)
    cut = going_on(now, first) if first.kind == "groups" or len(now.stages) == stage + 1 else 0
    was, will = _through(now, before, cut), _through(after, later, cut)
    crossing = was ^ will
    ranks = {line.player: line.rank for line in before}
    numbers = {line.player: line.numbers for line in before}
    moves = {line.player: ranks[line.player] - line.rank for line in later if line.player in ranks}
    tinted = crossing | set(about)
    moved = [line.player for line in later if moves.get(line.player)]
    told = {p for p in numbers if moves.get(p)} | tinted
    told |= {line.player for line in later if numbers.get(line.player) != line.numbers} if len(told) < 12 else set()
    return Change(
        columns=columns(now, now.stages[stage]),
        now=_shown(before, told, {}, tinted=set(), last=_last_in(before, was, cut)),
        after=_shown(later, told, moves, tinted=tinted, last=_last_in(later, will, cut)),
        sentence=_sentence(was, will, moved=len(moved), top=_top(first, cut), one=_one(now)),
        moved=len(moved),
        players=tuple(moved),
    )


def lines(t: Tournament, stage: Stage, *, about: Collection[PlayerId] = ()) -> tuple[PlaceLine, ...]:
    """The places of a stage, as far as there are any; of draft groups those of the one that it is `about`."""
    if stage.kind == "pods":
        return tuple(_pod_line(line) for table in stage_ranks(t, stage) for line in table.lines if line.place)
    if stage.kind == "bracket":
        try:
            placed = enumerate(stage_places(t, stage), start=1)
            return tuple(PlaceLine(rank, player, players=(player,)) for rank, player in placed)
        except Refused:  # the final is not in yet
            return ()
    keys = _keys(t)
    return tuple(
        PlaceLine(line.rank, line.player, tuple(line.numbers[key] for key in keys), players=(line.player,))
        for line in _standings(t, stage, about)
        if line.rank
    )


def _pod_line(line: RankLine) -> PlaceLine:
    points = line.rank.numbers[0]
    assert isinstance(points, int)
    return PlaceLine(line.place, line.rank.player, (points,), players=line.players)


def _standings(t: Tournament, stage: Stage, about: Collection[PlayerId]) -> tuple[Standing, ...]:
    """Draft groups have places of their own: those of the group that it is about."""
    place = next((place for place, group in enumerate(stage.groups) if set(about) & set(group)), None)
    return stage_standings(t, stage) if place is None else group_standings(t, stage)[place]


def columns(t: Tournament, stage: Stage) -> tuple[tuple[str, str], ...]:
    """What stands over the numbers: short, and in full."""
    if stage.kind == "pods":
        return (("Points", "Points"),)
    if stage.kind == "bracket":
        return ()
    counted = ruleset_of(t.settings).counted
    roomier = {"wins": "Won", "points": "Points", "blood_earned": counted.column}  # three have room for a whole word
    return tuple(
        (roomier.get(key, TIEBREAKS[key].over_column(counted)), TIEBREAKS[key].called(counted)) for key in _keys(t)
    )


def _keys(t: Tournament) -> tuple[str, ...]:
    """The score, and the two numbers that are asked first."""
    scoring = t.settings.scoring
    return (scoring.score, *number_keys(scoring)[:2])


def _through(t: Tournament, ranked: tuple[PlaceLine, ...], cut: int) -> set[PlayerId]:
    """Who would make the cut: whoever has left is passed over."""
    return {line.player for line in [x for x in ranked if t.players[x.player].active][:cut]}


def _last_in(ranked: tuple[PlaceLine, ...], through: set[PlayerId], cut: int) -> int:
    """The place that the line of the cut is below; 0 without a cut, or if fewer are left."""
    return max((line.rank for line in ranked if line.player in through), default=0) if len(through) == cut else 0


def _shown(
    ranked: tuple[PlaceLine, ...], told: set[PlayerId], moves: dict[PlayerId, int], *, tinted: set[PlayerId], last: int
) -> tuple[PlaceLine, ...]:
    """All lines of a short list; of a long one those that change and those around the cut, the others counted."""
    found: list[PlaceLine] = []
    for line in ranked:
        if len(ranked) > SHORT_ENOUGH and line.player not in told and line.rank not in (1, last, last + 1):
            if found and found[-1].left_out:
                found[-1] = PlaceLine(left_out=found[-1].left_out + 1)
            else:
                found.append(PlaceLine(left_out=1))
            continue
        move, tint = moves.get(line.player, 0), line.player in tinted
        cut = line.rank == last
        found.append(PlaceLine(line.rank, line.player, line.numbers, move, tint, cut, players=line.players))
    return tuple(found)


def _top(stage: Stage, cut: int) -> str:
    return "" if not cut else "Who goes on" if stage.groups else f"The top {cut}"


def _one(t: Tournament) -> str:
    return "team" if t.settings.teams else "player"


def _sentence(was: set[PlayerId], will: set[PlayerId], *, moved: int, top: str, one: str) -> str:
    if was != will:
        return f"{top} changes: {listed(_crossing(will - was, 'in') + _crossing(was - will, 'out'))}."
    kept = f" {top} stays the same." if top else ""
    if not moved:
        return f"Nobody changes place.{kept}"
    return f"{moved} {one}s change place.{kept}" if moved > 1 else f"One {one} changes place.{kept}"


def _crossing(players: set[PlayerId], way: str) -> list[str]:
    verb = {"in": ("comes in", "come in"), "out": ("goes out", "go out")}[way]
    return [f"{everyone(sorted(players))} {verb[len(players) > 1]}"] if players else []
