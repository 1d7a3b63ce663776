"""What must be true all day: of the standings after every round, and of everything at the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from server.cli.soak.event_record import EventRecord
from server.cli.soak.recount import Recount, numbers, recount, rows_of
from server.cli.soak.tally import Weight
from server.cli.soak.venue import Venue

MEMORY_TIMES, MEMORY_MORE_MB = 1.5, 60
CPU_TIMES = 4


class Checks:
    """Everything is held against the journal as the database has it."""

    def __init__(self, venue: Venue) -> None:
        self.venue, self.rounds = venue, 0

    def standings(self, tid: str, shown: dict[str, Any]) -> None:
        """After a closed round: the box's standings, and the same counted again from the journal."""
        found = recount(rows_of(self.venue.box.data, tid))
        if shown["round"] not in found.rounds or found.kinds[found.stage_of[shown["round"]]] == "bracket":
            return
        self.rounds += 1
        expected = numbers(found, shown["round"])
        for row in shown["standings"]:
            ours = expected[row["player"]]
            wrong = {key: (row[key], ours[key]) for key in ours if key in row and row[key] != ours[key]}
            if wrong:
                self.venue.fail(f"{tid} round {shown['round']}: {row['name']} is shown, and counted again: {wrong}")
        self._in_order(tid, shown["standings"])

    def at_the_end(self, events: Sequence[EventRecord], weights: Sequence[Weight]) -> None:
        for event in events:
            self._event(event)
        for told in self.venue.box.complaints:
            self.venue.fail(told)
        self._no_heavier(weights[0], weights[-1])

    def _event(self, event: EventRecord) -> None:
        rows = rows_of(self.venue.box.data, event.tid)
        found, ids = recount(rows), Counter(row.request_id for row in rows if row.request_id)
        for request_id, path in event.acked.items():
            if ids[request_id] != 1:
                self.venue.fail(f"{event.tid}: {path} ({request_id}) is recorded {ids[request_id]} times")
        self._acknowledged(event, found)
        if doubled := [number for number, times in Counter(found.published).items() if times > 1]:
            self.venue.fail(f"{event.tid}: published twice: {doubled}")
        if event.finished != bool(found.finished) or found.finished > 1:
            self.venue.fail(f"{event.tid}: finished {found.finished} times")

    def _acknowledged(self, event: EventRecord, found: Recount) -> None:
        """Every result that a device was told is in, as it was told."""
        for (number, table), blood in event.results.items():
            outcomes = found.rounds[number][table].outcomes
            if outcomes is None or [outcome.get("blood", 0) for outcome in outcomes] != blood:
                self.venue.fail(f"{event.tid} round {number} table {table}: told {blood}, recorded {outcomes}")
        for (number, table), games in event.games.items():
            if len(found.rounds[number][table].games) != games:
                self.venue.fail(f"{event.tid} round {number} table {table}: {found.rounds[number][table].games}")

    def _in_order(self, tid: str, rows: list[dict[str, Any]]) -> None:
        """Nobody stands above somebody with a better score."""
        score = "points" if rows and "toep" in rows[0] else "wins"
        if not rows or score not in rows[0]:
            return
        groups: dict[Any, list[int]] = {}
        for row in rows:
            if row["rank"] is not None:
                groups.setdefault(row.get("group"), []).append(row[score])
        if any(scores != sorted(scores, reverse=True) for scores in groups.values()):
            self.venue.fail(f"{tid}: the standings are out of order: {groups}")

    def _no_heavier(self, first: Weight, last: Weight) -> None:
        """The box at the end of the day against the same box in the morning."""
        if last.memory_mb > first.memory_mb * MEMORY_TIMES + MEMORY_MORE_MB:
            self.venue.fail(f"memory grew from {first.memory_mb:.0f} to {last.memory_mb:.0f} MB")
        if first.cpu_ms and last.cpu_ms > CPU_TIMES * first.cpu_ms:
            self.venue.fail(f"a request costs {last.cpu_ms:.1f} ms of a core, and cost {first.cpu_ms:.1f} at first")
