"""How late this machine itself wakes somebody up: what no clock on it can be better than."""

from __future__ import annotations

import time
from threading import Event, Thread

STEP_S = 0.005


class Sleeper:
    """Sleeps in short steps, and knows by how much it overslept at worst."""

    def __init__(self) -> None:
        self._worst = 0.0
        self._over = Event()
        self._thread = Thread(target=self._sleep, daemon=True)
        self._thread.start()

    def worst_ms(self) -> float:
        return self._worst * 1000

    def wake(self) -> None:
        self._over.set()
        self._thread.join()

    def _sleep(self) -> None:
        while not self._over.is_set():
            began = time.monotonic()
            time.sleep(STEP_S)
            self._worst = max(self._worst, time.monotonic() - began - STEP_S)
