"""`cinderbox bench`: how fast, side by side with what else there is, in one run on one machine."""

from __future__ import annotations

from server.cli.bench.clock import bench_clock
from server.cli.bench.door import bench_door
from server.cli.bench.load import bench_load
from server.cli.bench.pages import bench_pages
from server.cli.bench.people import bench_people
from server.cli.bench.report import bench

__all__ = ["bench", "bench_clock", "bench_door", "bench_load", "bench_pages", "bench_people"]
