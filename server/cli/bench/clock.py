"""`cinderbox bench clock`: one round, three walls and a buzzer, with everything killed that can be.

Walls: `thought` is how far a wall's idea of the server's time was off, `shown` how far the digits on it were, from each
picture to the next (see `walls`). The walls' dates are hours off, and two of them hear the server late, in both
directions alike. Not in it: what a television adds.
Cues: from the moment one was due by the clock to the first change of the buzzer's (mock) pin; how often it sounded.
This machine: by how much a thread that only sleeps woke up late; no clock here can be better than that.
The aims: 50 ms at rest, 100 ms through everything else, every cue once and within 100 ms.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from statistics import median

from server.cli.bench.overslept import Sleeper
from server.cli.bench.round import EXTENDED, Buzzer, ClockServer
from server.cli.bench.slow_net import BOX, delayed
from server.cli.bench.walls import Wall, boot_ms, playwright_here, shown_errors, thought_errors

# Where each wall finds the server: late by so many ms each way; and how many hours its date is off.
WALLS = ((BOX, 0, 7), ("127.0.0.2", 50, -5), ("127.0.0.3", 100, 13))
PATIENCE_S = 60
CALLED_S = 4  # so long time called sounds; only one thing sounds at a time


def bench_clock(seconds: float) -> int:
    """Everything, each part for so many seconds; 1 if a cue was not heard exactly once."""
    with ExitStack() as stack:
        playwright = stack.enter_context(playwright_here())
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        box = ClockServer(folder)
        stack.callback(box.kill)
        buzzer = Buzzer(folder, box.port)
        stack.callback(lambda: buzzer.kill())
        for host, ms, _ in WALLS[1:]:
            stack.enter_context(delayed(host, (box.port, box.live), ms=ms))
        walls = [Wall(playwright, f"http://{host}:{box.port}", hours=hours) for host, _, hours in WALLS]
        due = _play(box, buzzer, walls, seconds)
        drift = max(abs(wall.drifted_ms()) for wall in walls)
        print(f"    the machine's own date moved by {drift:.1f} ms meanwhile")
        for wall in walls:
            wall.browser.close()
        return _cues(buzzer, due)


def _play(box: ClockServer, buzzer: Buzzer, walls: list[Wall], seconds: float) -> dict[str, int]:
    """The round, from its start until time is called; gives what was to be heard, and when."""
    margin = 2 * _again(buzzer) + 2  # a buzzer that was killed is up again by then
    box.clock("start")
    due = box.cues()
    _until(lambda: buzzer.has_heard("start"), "the start on the pin")
    for wall in walls:
        wall.watch(box.event)
    time.sleep(1)
    _head()
    _phase("at rest", box.ends_ms(), walls, lambda: time.sleep(seconds))
    _phase("processor 6 × slower", box.ends_ms(), walls, lambda: _throttled(walls, seconds))
    _phase("server killed, back", box.ends_ms(), walls, lambda: _without(box, seconds))
    box.leave(60 + margin)
    due |= box.cues()
    _again(buzzer)
    _until(lambda: buzzer.has_heard("warning"), "the warning on the pin")
    _again(buzzer)
    _phase("browser stopped, back", box.ends_ms(), walls, lambda: _stopped(walls, seconds))
    box.leave(margin)
    box.clock("extend", table=EXTENDED, minutes=(CALLED_S + margin) / 60)
    due |= box.cues()
    _until(lambda: buzzer.knows(box.revision()), "the buzzer to know of the extra time")
    box.kill()
    _again(buzzer)
    _until(lambda: buzzer.has_heard("called"), "time called on the pin")
    _again(buzzer)
    _until(lambda: buzzer.has_heard("table-over"), "a table's extra time on the pin")
    _again(buzzer)
    box.start()
    for wall in walls:
        wall.page.locator('#wall[data-state="called"]').wait_for(timeout=PATIENCE_S * 1000)
    time.sleep(1)
    return due


def _head() -> None:
    print(f"    {'':24} {'wall':>14}  {'thought, median':>16} {'worst':>7}  {'shown, worst':>13}  pictures")


def _phase(name: str, ends_ms: float, walls: list[Wall], work: Callable[[], object]) -> None:
    """Do this, and print what the walls thought and showed meanwhile, and how late the machine itself was."""
    for wall in walls:
        wall.samples()
    sleeper = Sleeper()
    work()
    sleeper.wake()
    for (_, delay, hours), wall in zip(WALLS, walls, strict=True):
        found = wall.samples()
        thought, shown = thought_errors(found), shown_errors(found, ends_ms)
        label = f"{delay} ms, {hours:+} h"
        text = "was loaded anew"
        if found:
            middle, worst, late = median(thought), max(thought, key=abs), max(shown, key=abs, default=0.0)
            text = f"{middle:+13.1f} ms {worst:+7.1f}  {late:+10.1f} ms  {len(found):8}"
        print(f"    {name:24} {label:>14}  {text}", flush=True)
        name = ""
    print(f"    {'':24} {'this machine':>14}  overslept by {sleeper.worst_ms():.1f} ms at worst", flush=True)


def _throttled(walls: list[Wall], seconds: float) -> None:
    """One after the other: Chromium slows a page down by spinning, so that three at once would starve each other."""
    for wall in walls:
        wall.throttle(6)
        time.sleep(seconds)
        wall.throttle(1)


def _without(box: ClockServer, seconds: float) -> None:
    box.kill()
    time.sleep(seconds / 2)
    box.start()
    time.sleep(max(2.0, seconds / 2))  # the walls find it again


def _stopped(walls: list[Wall], seconds: float) -> None:
    """One after the other, so that the others go on."""
    for wall in walls:
        with wall.stopped():
            time.sleep(seconds / 2)
    time.sleep(seconds)


def _again(buzzer: Buzzer) -> float:
    """Kill the buzzer and start another; gives the seconds until that one is up."""
    began = boot_ms()
    buzzer.kill()
    buzzer.start()
    _until(buzzer.is_up, "the buzzer")
    return (boot_ms() - began) / 1000


def _cues(buzzer: Buzzer, due: dict[str, int]) -> int:
    """Print the cues, and say whether each was heard once."""
    heard = {each.cue: each for each in buzzer.heard()}
    print(f"\n    {'cue':24} {'after it was due':>18}  sounded")
    for cue, at in due.items():
        found = heard.get(cue)
        late = f"{found.at - at:+15.1f} ms" if found else "never"
        times = "once" if found and found.once else f"{found.beeps if found else 0} beeps"
        print(f"    {cue.split('/')[1]:24} {late:>18}  {times}")
    well = heard.keys() == due.keys() and all(each.once for each in heard.values())
    print("    every cue was heard once" if well else "    NOT every cue was heard once")
    return 0 if well else 1


def _until(happened: Callable[[], bool], what: str) -> None:
    end = boot_ms() + PATIENCE_S * 1000
    while not happened():
        if boot_ms() > end:
            raise RuntimeError(f"waited in vain for {what}")
        time.sleep(0.05)
