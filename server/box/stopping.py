"""How serving ends: on SIGTERM or Ctrl-C nobody new is let in, and what is under way is finished and answered."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from types import FrameType
from typing import Any

from waitress import wasyncore
from waitress.server import BaseWSGIServer

LONGEST_GOODBYE = 20.0
POLL = 1.0


def serve_until_told(server: BaseWSGIServer, *, ready: Callable[[], None], stopping: Callable[[], None]) -> None:
    """Serve; when told to stop, call `stopping` and finish what is under way. A second Ctrl-C does not wait."""
    told: list[int] = []

    def stop(number: int, _frame: FrameType | None) -> None:
        if told and number == signal.SIGINT:
            raise KeyboardInterrupt
        told.append(number)
        server.pull_trigger()  # out of the poll, now

    before = {number: signal.signal(number, stop) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        ready()
        while not told:
            _turn(server)
        stopping()
        _finish(server)
    except KeyboardInterrupt:
        pass
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        server.task_dispatcher.shutdown(timeout=1)
        wasyncore.close_all(server._map)


def _finish(server: BaseWSGIServer) -> None:
    wasyncore.dispatcher.close(server)  # the door alone: the trigger that wakes the loop stays
    latest = time.monotonic() + LONGEST_GOODBYE
    while _under_way(server) and time.monotonic() < latest:
        _turn(server)


def _under_way(server: BaseWSGIServer) -> bool:
    """Whether anybody waits for an answer. Those who only kept their connection open are let go."""
    busy = False
    for channel in list(server.active_channels.values()):
        if channel.requests or channel.request is not None or channel.total_outbufs_len:
            busy = True
        else:
            channel.will_close = True
    return busy


def _turn(server: BaseWSGIServer) -> Any:
    return wasyncore.loop(timeout=POLL, use_poll=True, map=server._map, count=1)
