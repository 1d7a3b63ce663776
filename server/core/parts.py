"""Long lists come in parts, search first: one rule for every list of the desk, with scripts and without.

Up to WHOLE rows a list is whole. Of a longer one PART rows are shown at a time, with a search over all of it, the way
to the parts before and after, and to all of it. A part is chosen before its rows are made ready for the page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from typing import Any, Generic, TypeVar, cast

from flask import request, url_for

from engine.values import dataclass, replace
from engine.words import PlayerId
from server.core.spelling import holds

WHOLE, PART = 200, 100
ALL = "all"

R = TypeVar("R")
S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Home:
    """The page a list is on: its endpoint with what its address keeps, and where on it the list begins."""

    endpoint: str
    kept: Mapping[str, Any]
    anchor: str | None = None

    def href(self, **asked: Any) -> str:
        return url_for(self.endpoint, **self.kept, **asked, _anchor=self.anchor)


@dataclass(frozen=True, slots=True)
class Part(Generic[R]):
    """What is shown of a list. `long` if it comes in parts; `found` as many as are meant by `q`, all without one.

    The links are empty where there is nothing to lead to; `words` says which part this is.
    """

    rows: tuple[R, ...]
    found: int
    long: bool = False
    q: str = ""
    words: str = ""
    before: str = ""
    after: str = ""
    all: str = ""
    everything: str = ""
    kept: Mapping[str, Any] = field(default_factory=dict)

    def made(self, make: Callable[[R], S]) -> Part[S]:
        """The same part with its rows made ready."""
        return cast(Part[S], replace(self, rows=cast(Any, tuple(make(row) for row in self.rows))))


def part_of(
    rows: Sequence[R],
    home: Home,
    *,
    name: str = "part",
    of: int = 0,
    meant: Callable[[R, str], bool] | None = None,
    here: Callable[[R], bool] | None = None,
) -> Part[R]:
    """The part that the address asks for by `name`; or that with the row that is `here`; or the first.

    `meant`: whether a row is meant by the words of a search, where the list has one of its own. `of`: as long as all
    lists are together that share the search.
    """
    if max(len(rows), of) <= WHOLE:
        return Part(tuple(rows), len(rows))
    q = sought() if meant else ""
    found = [row for row in rows if meant(row, q)] if meant and q else rows
    asked = request.args.get(name, "")
    whole = asked == ALL or len(found) <= WHOLE
    at = 0 if whole else _first(found, asked, here)
    shown = tuple(found) if whole else tuple(found[at : at + PART])

    def to(first: int | str) -> str:
        return home.href(**{"q": q or None, name: first})

    return Part(
        shown,
        len(found),
        long=True,
        q=q,
        words=f"{at + 1:,}–{at + len(shown):,} of {len(found):,}" if shown else "",
        before=to(max(0, at - PART) + 1) if at else "",
        after=to(at + PART + 1) if at + len(shown) < len(found) else "",
        all="" if whole else to(ALL),
        everything=home.href() if q or asked == ALL else "",
        kept={key: value for key, value in home.kept.items() if key != "tid" and value is not None},
    )


def sought() -> str:
    """What somebody looks for in a list."""
    return request.args.get("q", "")[:80].strip()


def is_meant(q: str, players: Iterable[PlayerId], names: Mapping[PlayerId, str], *, table: int | None = None) -> bool:
    """Whether somebody looks for these people, by any part of their names, or for their table, by its number."""
    number = q.lower().removeprefix("table").strip()
    if table is not None and number.isdecimal():
        return len(number) < 10 and table == int(number)
    return holds(" ".join(names.get(player, player) for player in players), q)


def _first(rows: Sequence[R], asked: str, here: Callable[[R], bool] | None) -> int:
    """Where the part begins that is asked for, by any of its rows, counted from 1."""
    number = int(asked) - 1 if asked.isascii() and asked.isdigit() and len(asked) < 10 else None
    if number is None:
        number = next((place for place, row in enumerate(rows) if here(row)), 0) if here else 0
    return max(0, min(number, len(rows) - 1)) // PART * PART
