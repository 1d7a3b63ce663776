"""Places: by score, then tie-break after tie-break, each only among those still tied."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set

from engine.rulesets.base import Counted
from engine.rulesets.registry import ruleset_of
from engine.standings.of_stage import once_for_stage
from engine.standings.sheets import Sheet
from engine.standings.sheets import sheets as stage_sheets
from engine.standings.tiebreaks import TIEBREAKS, Totals, own_numbers, split, table_of
from engine.standings.working import DISQUALIFIED, Step, Working, no_duel, sentence
from engine.values import dataclass
from engine.words import PlayerId, Scoring, Stage, Tournament


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the standings, with a number for each criterion. Rank 0 is no place: the player was disqualified."""

    rank: int
    player: PlayerId
    numbers: Mapping[str, int]
    decided_by: str
    worked: Working | None
    score: str
    counted: Counted
    dropped: bool = False
    disqualified: bool = False

    @property
    def working(self) -> str:
        """How the place came about, in a sentence; made when it is asked for, for often only the places are."""
        if (worked := self.worked) is None:
            return DISQUALIFIED
        return sentence(self.score, worked.total, tied=worked.level, steps=worked.steps, counted=self.counted)


def standings(
    sheets: Mapping[PlayerId, Sheet],
    scoring: Scoring,
    *,
    counted: Counted,
    lots: Mapping[PlayerId, int],
    dropped: Set[PlayerId] = frozenset(),
    disqualified: Set[PlayerId] = frozenset(),
) -> tuple[Standing, ...]:
    """Everybody's place, best first. Dropped players keep theirs; disqualified ones have none and come last."""
    return _ranked(sheets, _Field(table_of(sheets, lots), scoring, counted, dropped, disqualified))


@once_for_stage
def stage_standings(tournament: Tournament, stage: Stage) -> tuple[Standing, ...]:
    """The standings of a Swiss stage, or of a groups stage over all its groups."""
    sheets = stage_sheets(tournament, stage)
    return _ranked(sheets, _field(tournament, sheets))


@once_for_stage
def group_standings(tournament: Tournament, stage: Stage) -> tuple[tuple[Standing, ...], ...]:
    """The standings of each group of a groups stage, in the order of the groups."""
    field = _field(tournament, stage_sheets(tournament, stage))
    return tuple(_ranked(group, field) for group in stage.groups)


@once_for_stage
def stage_workings(tournament: Tournament, stage: Stage) -> dict[PlayerId, Working]:
    """How each place of a Swiss or groups stage came about, for everybody who has one."""
    groups = group_standings(tournament, stage) if stage.groups else (stage_standings(tournament, stage),)
    return {line.player: line.worked for group in groups for line in group if line.worked}


def lots_of(tournament: Tournament) -> dict[PlayerId, int]:
    """Everybody's lot. Where the organizer put players in order by hand, their lots have changed hands."""
    return {player.id: player.lot for player in tournament.players.values()}


def ordered_by_hand(tournament: Tournament, players: Iterable[PlayerId]) -> bool:
    """Did the organizer decide in another fair way what else a lot would have decided between these players?"""
    tied = set(players)
    return any(tied <= set(order) for order in tournament.lots_by_hand)


def dropped_from(tournament: Tournament) -> frozenset[PlayerId]:
    """Who has left: still ranked, but not in the cut."""
    return frozenset(player.id for player in tournament.players.values() if player.dropped is not None)


def disqualified_from(tournament: Tournament) -> frozenset[PlayerId]:
    """Who was disqualified: neither ranked nor in the cut."""
    return frozenset(player.id for player in tournament.players.values() if player.disqualified)


@dataclass(frozen=True, slots=True)
class _Field:
    table: Totals
    scoring: Scoring
    counted: Counted
    dropped: Set[PlayerId]
    disqualified: Set[PlayerId]


def _field(tournament: Tournament, sheets: Mapping[PlayerId, Sheet]) -> _Field:
    table = table_of(sheets, lots_of(tournament))
    settings = tournament.settings
    counted = ruleset_of(settings).counted
    return _Field(table, settings.scoring, counted, dropped_from(tournament), disqualified_from(tournament))


def _ranked(players: Iterable[PlayerId], field: _Field) -> tuple[Standing, ...]:
    # Sorted by id first, so that neither the order of entry nor that of results can show in the places.
    everyone = sorted(players)
    placed = [player for player in everyone if player not in field.disqualified]
    score = field.scoring.score
    lines: list[Standing] = []
    for total, level in split(score, placed, table=field.table):
        for player, steps in _in_order(level, _criteria(field.scoring), table=field.table):
            worked = Working(total, len(level), steps)
            decided_by = steps[-1].key if steps else score
            lines.append(_standing(player, field, rank=len(lines) + 1, decided_by=decided_by, worked=worked))
    for _, level in split(score, [player for player in everyone if player in field.disqualified], table=field.table):
        for player in level:
            lines.append(_standing(player, field, rank=0, decided_by="disqualified", worked=None))
    return tuple(lines)


def _criteria(scoring: Scoring) -> tuple[str, ...]:
    """The tie-breaks in order. Whatever the ruleset says, a lot is the end of it."""
    return (*(key for key in scoring.tiebreaks if key != "lot"), "lot")


def _in_order(
    tied: Sequence[PlayerId], keys: Sequence[str], *, table: Totals, steps: tuple[Step, ...] = ()
) -> Iterator[tuple[PlayerId, tuple[Step, ...]]]:
    """Tied players, best first, each with the steps that led there. What one criterion splits goes on with the next."""
    if len(tied) == 1 or not keys:
        # Lots are distinct; without any, the order of ids at least stays the same from screen to screen.
        yield from ((player, steps) for player in tied)
        return
    groups = split(keys[0], tied, table=table)
    why_not = no_duel(tied, table) if TIEBREAKS[keys[0]].kind == "duel" else ""
    for place, (mine, group) in enumerate(groups):
        above = groups[place - 1][0] if place else None
        below = groups[place + 1][0] if place + 1 < len(groups) else None
        step = Step(keys[0], mine, above, below, tied=len(tied), left=len(group), no_duel=why_not)
        yield from _in_order(group, keys[1:], table=table, steps=(*steps, step))


def _standing(player: PlayerId, field: _Field, *, rank: int, decided_by: str, worked: Working | None) -> Standing:
    return Standing(
        rank=rank,
        player=player,
        numbers=own_numbers(player, field.table),
        decided_by=decided_by,
        worked=worked,
        score=field.scoring.score,
        counted=field.counted,
        dropped=player in field.dropped,
        disqualified=player in field.disqualified,
    )
