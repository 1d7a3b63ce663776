"""Worked out once: whatever follows from something that never changes is kept in it, and goes when it goes.

There is one rule, and so nothing to throw away: another result or another name makes another tournament, and that one
begins with nothing known. What is kept is shared by everybody who asks, so nobody changes it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar


class Lasting(Protocol):
    """Something that never changes, and has a place for what follows from it."""

    @property
    def known(self) -> dict[object, Any]: ...


L = TypeVar("L", bound=Lasting)
R = TypeVar("R")
P = ParamSpec("P")


def once(work: Callable[Concatenate[L, P], R]) -> Callable[Concatenate[L, P], R]:
    """Worked out once for each tournament (round, book) and each number that is asked for."""

    @wraps(work)
    def kept(of: L, /, *args: P.args, **named: P.kwargs) -> R:
        key = (work, args, *named.items())
        if key not in of.known:
            of.known[key] = work(of, *args, **named)
        found: R = of.known[key]
        return found

    return kept
