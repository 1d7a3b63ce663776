"""Who goes on: the line under the standings, and a second draft whose players are no longer the right ones."""

from __future__ import annotations

from engine.pairing import groups
from engine.standings.ranking import group_standings
from engine.values import dataclass
from engine.words import PlayerId, Stage, Tournament


@dataclass(frozen=True, slots=True)
class NoLongerBest:
    """After a correction: `drafts` plays in the second phase, and `best` of the same group would."""

    group: int
    drafts: PlayerId
    best: PlayerId


@dataclass(frozen=True, slots=True)
class Vacancy:
    """A seat of the second draft whose player has left, and the next of that group; None if nobody is left."""

    left: PlayerId
    group: int
    next: PlayerId | None


def going_on(t: Tournament, stage: Stage) -> int:
    """So many of each table of standings go on to the next stage; 0 if that is decided otherwise."""
    if stage.kind == "groups":
        return groups.advancing_per_group(sum(map(len, stage.groups)))
    return t.settings.cut if stage.kind == "swiss" and not stage.entrants else 0


def in_words(number: int) -> str:
    """Top 2 go on."""
    return f"Top {number} go on" if number > 1 else "The first goes on"


def best_of_groups(t: Tournament, stage: Stage) -> tuple[PlayerId, ...]:
    """Who would go on as the standings are: whoever has left is passed over."""
    per_group = going_on(t, stage)
    return tuple(player for ranked in _ranked(t, stage) for player in ranked[:per_group])


def second_phase(t: Tournament) -> tuple[Stage, Stage] | None:
    """The rounds inside the groups and those after the second draft, once it is drawn."""
    first, second = t.stages[-2:] if len(t.stages) > 1 else (None, None)
    return (first, second) if first and second and first.kind == "groups" else None


def overtaken(t: Tournament) -> tuple[NoLongerBest, ...]:
    """Who drafted again and is not among the best of their group any more, since a result was corrected."""
    phases = second_phase(t)
    if phases is None:
        return ()
    first, second = phases
    found: list[NoLongerBest] = []
    for number, ranked in enumerate(_ranked(t, first, passed_over=second.declined), start=1):
        best = ranked[: going_on(t, first)]
        in_ = [player for player in best if player not in second.entrants]
        out = [player for player in ranked if player in second.entrants and player not in best]
        found += [NoLongerBest(number, drafts, best) for drafts, best in zip(reversed(out), in_, strict=False)]
    return tuple(found)


def vacancies(t: Tournament) -> tuple[Vacancy, ...]:
    """Whose seat is empty in the second draft, and who could take it."""
    phases = second_phase(t)
    if phases is None:
        return ()
    first, second = phases
    waiting = [
        [player for player in ranked if player not in second.entrants]
        for ranked in _ranked(t, first, passed_over=second.declined)
    ]
    found = []
    for left in (player for player in second.entrants if not t.players[player].active):
        group = next(place for place, members in enumerate(first.groups) if left in members)
        found.append(Vacancy(left, group + 1, waiting[group].pop(0) if waiting[group] else None))
    return tuple(found)


def _ranked(t: Tournament, stage: Stage, *, passed_over: tuple[PlayerId, ...] = ()) -> tuple[tuple[PlayerId, ...], ...]:
    """Each group's players, best first, as far as they are still in."""
    return tuple(
        tuple(x.player for x in lines if x.rank and t.players[x.player].active and x.player not in passed_over)
        for lines in group_standings(t, stage)
    )
