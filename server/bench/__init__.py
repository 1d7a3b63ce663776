"""`cinderbox bench`: how fast, side by side with what else there is, in one run on one machine."""

from __future__ import annotations

from server.bench.clock import bench_clock
from server.bench.load import bench_load
from server.bench.report import bench

__all__ = ["bench", "bench_clock", "bench_load"]
