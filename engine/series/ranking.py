"""The ranking of a series: points added up over the events that count, with the working event by event."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Literal

from engine.series.entries import When, one_line_each
from engine.series.giving import Given, given
from engine.series.ledger import LedgerLine
from engine.series.rules import Series, SeriesRules
from engine.series.tiebreaks import TIEBREAKS
from engine.standings.working import Step
from engine.values import dataclass, replace

# Above the line of a playoff, level with others across it, below it; or there is no playoff.
Playoff = Literal["in", "level", "out", ""]


@dataclass(frozen=True, slots=True)
class SeriesRank:
    """One person in a ranking: `given` is what each event gave, in the order of their days.

    `tied`: how many have the same points, `steps` the tie-breaks that were asked among them, and `sharing` how many
    have this rank in the end; the person is one of them.
    """

    rank: int
    person: str
    points: int
    given: tuple[Given, ...]
    tied: int = 1
    steps: tuple[Step, ...] = ()
    sharing: int = 1
    playoff: Playoff = ""

    @property
    def events(self) -> int:
        """How many events they took part in, as far as these count."""
        return len(self.given)

    @property
    def counted(self) -> tuple[Given, ...]:
        """The events that make up the points."""
        return tuple(each for each in self.given if each.counted)


def ranking(series: Series, ledger: Iterable[LedgerLine]) -> tuple[SeriesRank, ...]:
    """Everybody with an event that counts, best first. Equal totals share a rank (1, 2, 2, 4) unless broken."""
    rules = series.rules
    book = {person: best_of(rules, all_) for person, all_ in _book(rules, ledger).items()}
    lines: list[SeriesRank] = []
    for points, level, group, steps in _groups(rules, book):
        rank, playoff = len(lines) + 1, _playoff(rules, before=len(lines), group=len(group))
        lines += [
            SeriesRank(
                rank=rank,
                person=person,
                points=points,
                given=book[person],
                tied=len(level),
                steps=steps,
                sharing=len(group),
                playoff=playoff,
            )
            for person in group
        ]
    return tuple(lines)


@dataclass(frozen=True, slots=True)
class RankHistory:
    """The last events that count, and everybody's rank after each of them; who came later has fewer ranks."""

    events: tuple[str, ...] = ()
    ranks: Mapping[str, tuple[int, ...]] = field(default_factory=dict)


def rank_history(series: Series, ranks: Sequence[SeriesRank], *, last: int) -> RankHistory:
    """How a ranking came to be what it is, over its last so many events."""
    events = sorted({each.when for line in ranks for each in line.given})[-last:]
    found: dict[str, list[int]] = {line.person: [] for line in ranks}
    for then in events:
        for person, rank in _ranks_at(series.rules, ranks, then).items():
            found[person].append(rank)
    return RankHistory(tuple(event for *_, event in events), {person: tuple(all_) for person, all_ in found.items()})


def _ranks_at(rules: SeriesRules, ranks: Sequence[SeriesRank], then: When) -> dict[str, int]:
    """The ranks as they were after the event of this day and name."""
    so_far = {
        line.person: [each if each.counted else replace(each, counted=True) for each in line.given if each.when <= then]
        for line in ranks
    }
    book = {person: best_of(rules, all_) for person, all_ in so_far.items() if all_}
    found: dict[str, int] = {}
    for _, _, group, _ in _groups(rules, book):
        found |= dict.fromkeys(group, len(found) + 1)
    return found


def _groups(
    rules: SeriesRules, book: Mapping[str, Sequence[Given]]
) -> Iterator[tuple[int, list[str], list[str], tuple[Step, ...]]]:
    """Those who share a rank, best first: their points, who else has as many, who they are, what was asked of them."""
    for points, level in _split(book, {person: _points(all_) for person, all_ in book.items()}):
        for group, steps in _broken(level, rules.tiebreaks, book):
            yield points, level, group, steps


def best_of(rules: SeriesRules, all_: Sequence[Given]) -> tuple[Given, ...]:
    """One person's events in the order of their days; only the best so many count, of equal ones the better place."""
    by_day = sorted(all_, key=lambda each: each.when)
    if not 0 < rules.best < len(by_day):
        return tuple(by_day)
    best = sorted(by_day, key=lambda each: (-each.points, each.place, -each.wins))[: rules.best]
    return tuple(each if each in best else replace(each, counted=False) for each in by_day)


def _book(rules: SeriesRules, ledger: Iterable[LedgerLine]) -> dict[str, list[Given]]:
    book: dict[str, list[Given]] = {}
    for entry in (line.entry for line in ledger if line.counts):
        for line in one_line_each(entry):
            if (each := given(rules, entry, line)) is not None:
                book.setdefault(line.person, []).append(each)
    return book


def _points(all_: Sequence[Given]) -> int:
    return sum(each.points for each in all_ if each.counted)


def _split(persons: Iterable[str], numbers: Mapping[str, int], *, lowest: bool = False) -> list[tuple[int, list[str]]]:
    """The persons by their number, best first."""
    groups: dict[int, list[str]] = {}
    for person in sorted(persons):
        groups.setdefault(numbers[person], []).append(person)
    return sorted(groups.items(), key=lambda group: group[0] if lowest else -group[0])


def _broken(
    tied: list[str], keys: Sequence[str], book: Mapping[str, Sequence[Given]], *, steps: tuple[Step, ...] = ()
) -> Iterator[tuple[list[str], tuple[Step, ...]]]:
    """Those who are level, in groups that nothing tells apart; what one tie-break splits goes on with the next."""
    if len(tied) == 1 or not keys:
        yield tied, steps
        return
    tiebreak = TIEBREAKS[keys[0]]
    numbers = {person: tiebreak.value([each for each in book[person] if each.counted]) for person in tied}
    groups = _split(tied, numbers, lowest=tiebreak.best == "lowest")
    for place, (mine, group) in enumerate(groups):
        above = groups[place - 1][0] if place else None
        below = groups[place + 1][0] if place + 1 < len(groups) else None
        step = Step(tiebreak.key, mine, above, below, tied=len(tied), left=len(group))
        yield from _broken(group, keys[1:], book, steps=(*steps, step))


def _playoff(rules: SeriesRules, *, before: int, group: int) -> Playoff:
    """Is there room for all who share this rank, with so many before them?"""
    if not rules.qualify:
        return ""
    if before + group <= rules.qualify:
        return "in"
    return "level" if before < rules.qualify else "out"
