"""The command line: serve, the engine by itself, and the benches."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

# Python looks through everything it keeps for garbage, by default after every 70,000 new things: a fifth of a second
# with a large event in memory, in the middle of somebody's request. What is kept here lasts, and goes by itself.
gc.set_threshold(20_000, 10, 50)


@contextmanager
def loading() -> Iterator[None]:
    """Modules are no garbage: none is looked for while they load, and what they hold is never looked through again."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()
