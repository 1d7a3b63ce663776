"""Which cases are tried, and how one is tried again.

`make test` takes the first few, the same every time. `make soak-fuzz` takes as many as `FUZZ_CASES` says, from
`FUZZ_FROM` on. A case that fails says `FUZZ_SEED=17`: with it only that one is tried. What it had made is kept as a
file, too: another version of the code may throw the dice another way.
"""

import os
import signal
import tempfile
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from tests.soaking import SOAK

# Nothing takes so many seconds of the processor, nor so many of anybody's patience: whoever is still at it hangs.
BUSY_S, WAITING_S = 60, 900


class Dice(Random):
    """The dice of one case, and the text they made last, if it made one."""

    made = ""


def cases(short, long=0):
    """So many cases in `make test`; more in a soak, fifty times as many unless it is said how many."""
    if one := os.environ.get("FUZZ_SEED"):
        numbers = range(int(one), int(one) + 1)
    else:
        first = int(os.environ.get("FUZZ_FROM") or 0)
        many = int(os.environ.get("FUZZ_CASES") or ((long or 50 * short) if SOAK else short))
        numbers = range(first, first + many)
    return pytest.mark.parametrize("seed", numbers)


@contextmanager
def case(seed, what):
    """The dice of this case. Whatever goes wrong says how to see it again; whoever hangs is stopped."""

    def hang(*_):
        raise TimeoutError(f"{what}: nobody answered, and it is no longer a matter of a busy machine")

    before = {each: signal.signal(each, hang) for each in (signal.SIGALRM, signal.SIGPROF)}
    signal.setitimer(signal.ITIMER_REAL, WAITING_S)
    signal.setitimer(signal.ITIMER_PROF, BUSY_S)
    dice = Dice(f"{what} {seed}")
    try:
        yield dice
    except BaseException as why:
        why.add_note(f"again: FUZZ_SEED={seed} python -m pytest tests/fuzz -k {what}")
        if dice.made:
            why.add_note(f"what was made is kept in {kept(f'{what}-{seed}.json', dice.made)}")
        raise
    finally:
        for timer in (signal.ITIMER_REAL, signal.ITIMER_PROF):
            signal.setitimer(timer, 0)
        for each, handler in before.items():
            signal.signal(each, handler)


def kept(name, text):
    """The file in which this text is kept, however odd it is."""
    folder = Path(os.environ.get("FUZZ_KEPT") or Path(tempfile.gettempdir()) / "cinderbox-fuzz")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(text.encode("utf-8", "surrogatepass"))
    return folder / name
