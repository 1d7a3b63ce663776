"""Measure and print: medians, 95th percentiles, worst cases; rounds that needed a search apart from the others."""

from __future__ import annotations

import gc
import time
import tracemalloc
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import Any
from unittest.mock import patch

from engine.pairing import legs
from engine.pairing.exact import Best, Dead, best_pairing
from engine.pairing.swiss import draw_pairs, pair_swiss, pair_with_fewest_rematches
from engine.rulesets.registry import DEFAULT
from engine.standings.ranking import standings
from server.cli.bench.fields import KINDS, BenchKind, Case, late_rounds
from server.cli.bench.hard import all_different, groups_of_four, rematches_due, round_robin, strangers_lead
from server.cli.bench.rivals import MOST, installed, pair_by

ROUNDS = {32: 7, 64: 8, 256: 10, 1024: 12, 4096: 14}
RIVAL_SEEDS = {32: 30, 64: 10, 256: 5, 1024: 2}


def bench(*, sizes: Sequence[int] | None, seeds: int, rivals: bool) -> int:
    """Everything, size by size."""
    libraries = installed() if rivals else []
    for players in sizes or ROUNDS:
        for kind in KINDS:
            cases = [c for seed in range(seeds) for c in late_rounds(kind, players, seed=seed, rounds=_rounds(players))]
            gc.freeze()  # the cases are not garbage: collecting before each measurement need not look at them
            _pairing(kind, players, cases, libraries, seeds=seeds)
            _standings(kind, players, cases)
            gc.unfreeze()
    _hundred_in_round_sixty(seeds=min(seeds, 5))
    _built_hard(max(sizes or (500,)))
    _memory(sizes or (256, 1024, 4096))
    return 0


def _rounds(players: int) -> int:
    return ROUNDS.get(players, players.bit_length() + 2)


def _pairing(kind: BenchKind, players: int, cases: list[Case], libraries: list[str], *, seeds: int) -> None:
    print(f"\n{players} players, {kind.name}: pairing, {seeds} events, rounds {cases[0].number}–{cases[-1].number}")
    drawn: list[float] = []
    searched: list[float] = []
    for i, case in enumerate(cases):
        spent, search = _pair_once(case, i)
        (searched if search else drawn).append(spent)
    median = _line("pairs", drawn + searched)
    _line("  drawn freely", drawn)
    _line("  searched", searched)
    whole = [_clocked(partial(pair_swiss, c.entrants, Random(f"bench/{i}"))) for i, c in enumerate(cases)]
    _line("with reasons", whole)
    few = cases[: 3 * RIVAL_SEEDS.get(players, 1)]
    for library in libraries:
        if players <= MOST[library]:
            theirs = _line(
                library, [_clocked(partial(pair_by, library, c.entrants, Random(i))) for i, c in enumerate(few)]
            )
            print(f"    {'':14} {library} / ours, by the median: {theirs / median:,.0f}")


def _pair_once(case: Case, seed: int) -> tuple[float, bool]:
    """One pairing, and whether it had to search."""
    calls = 0

    def counting(*args: Any, **kwargs: Any) -> Best | Dead:
        nonlocal calls
        calls += 1
        return best_pairing(*args, **kwargs)

    with patch.object(legs, "best_pairing", counting):
        return _clocked(partial(draw_pairs, case.entrants, Random(f"bench/{seed}"))), calls > 0


def _standings(kind: BenchKind, players: int, cases: list[Case]) -> None:
    lots = {p: i for i, p in enumerate(cases[-1].sheets)}
    some = cases[:: max(1, len(cases) // 30)]
    spent = [_clocked(partial(standings, c.sheets, kind.scoring, counted=DEFAULT.counted, lots=lots)) for c in some]
    _line("standings", spent)


def _hundred_in_round_sixty(*, seeds: int) -> None:
    print("\n100 players, wins only, round 60 (everybody has met 59 others)")
    cases = [c for seed in range(seeds) for c in late_rounds(KINDS[0], 100, seed=seed, rounds=60, last=1)]
    _line("pairs", [_pair_once(case, i)[0] for i, case in enumerate(cases)])


def _built_hard(most: int) -> None:
    few, many = min(most, 200), min(most, 500)
    print("\nFields built to be hard")
    families = (
        (f"{few}, the last round of a round robin", pair_swiss, round_robin(few)),
        (f"{many} in groups of four, nine in ten met", pair_swiss, groups_of_four(many, seed="bench")),
        (f"{many}, fewest rematches, three in four met", pair_with_fewest_rematches, rematches_due(many, seed="bench")),
        (f"{many}, the same, and whoever met nobody leads", pair_with_fewest_rematches, strangers_lead(many)),
        (f"{few}, half met, the others lead, all scores different", pair_swiss, all_different(few)),
    )
    for name, pair, entrants in families:
        _line(name, [_clocked(partial(pair, entrants, Random("hard")))])


def _memory(sizes: Sequence[int]) -> None:
    print("\nPeak memory of one pairing, wins only")
    for players in sizes:
        case = next(iter(late_rounds(KINDS[0], players, seed=0, rounds=_rounds(players), last=1)))
        tracemalloc.start()
        pair_swiss(case.entrants, Random("memory"))
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        print(f"    {players:5} players {peak / 1024:8,.0f} KiB, {peak / players:6,.0f} bytes a player")


def _clocked(work: Callable[[], object]) -> float:
    """Milliseconds of the processor, with the collector out of the way as it would be in a quiet server."""
    gc.collect()
    gc.disable()
    start = time.process_time()
    work()
    spent = time.process_time() - start
    gc.enable()
    return spent * 1000


def _line(name: str, spent: list[float]) -> float:
    """Print one row; gives the median."""
    if not spent:
        print(f"    {name:14} –")
        return 0.0
    ordered = sorted(spent)
    median, p95 = ordered[len(ordered) // 2], ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))]
    print(
        f"    {name:14} {len(ordered):5} × median {median:9.2f} ms   95 % {p95:9.2f} ms   worst {ordered[-1]:9.2f} ms"
    )
    return median
