"""Reading what other programs wrote: each value knows where it stands, so that a refusal can say where and what."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from typing import Any

from engine.refusals import Refused
from engine.values import dataclass

LONGEST_TEXT = 1000
MOST = 2**53  # as in journals: beyond it browsers round
DAY = re.compile(r"(19|2\d)\d\d-\d\d-\d\d", re.A)


class BadDocument(Refused):
    """Not a document we can read; the text says where and what."""


@dataclass(frozen=True, slots=True)
class Node:
    """A JSON value and its place in the document, in words."""

    value: Any
    where: str

    def refuse(self, why: str) -> BadDocument:
        return BadDocument(f"{self.where}: {why}")

    def has(self, key: str) -> bool:
        return key in self.fields()

    def fields(self) -> dict[str, Any]:
        if not isinstance(self.value, dict):
            raise self.refuse(f"expected an object, found {_shown(self.value)}.")
        return self.value

    def only(self, *known: str) -> None:
        """Refuse a key that nobody reads: under a misspelt name a number would be lost without a word."""
        if strange := [key for key in self.fields() if key not in known]:
            raise self.refuse(f"{_shown(strange[0])} is not known here; known are {', '.join(known)}.")

    def at(self, key: str) -> Node:
        """A field that has to be there."""
        if key not in self.fields():
            raise self.refuse(f"“{key}” is missing.")
        return Node(self.value[key], f"{self.where}, {key}" if self.where != "document" else key)

    def items(self, called: str) -> Iterator[Node]:
        """The entries of a list, each called by its number."""
        if not isinstance(self.value, list):
            raise self.refuse(f"expected a list, found {_shown(self.value)}.")
        return (Node(item, f"{called} {i}") for i, item in enumerate(self.value, start=1))

    def text(self) -> str:
        if not isinstance(self.value, str) or not self.value.strip():
            raise self.refuse(f"expected text, found {_shown(self.value)}.")
        if len(self.value) > LONGEST_TEXT:
            raise self.refuse(f"this text has {len(self.value):,} characters, and {LONGEST_TEXT:,} is the most.")
        try:
            self.value.encode()
        except UnicodeEncodeError as why:
            raise self.refuse("this text holds half a character.") from why
        return self.value

    def number(self, *, least: int = 0, most: int = MOST) -> int:
        if not isinstance(self.value, int) or isinstance(self.value, bool) or self.value < least:
            raise self.refuse(f"expected a whole number from {least}, found {_shown(self.value)}.")
        if self.value > most:
            raise self.refuse(f"expected a whole number up to {most}, found {_shown(self.value)}.")
        return self.value

    def day(self) -> date:
        """A day of the calendar, in the years in which anybody plays."""
        text = self.text()
        try:
            if DAY.fullmatch(text):
                return date.fromisoformat(text)
        except ValueError:
            pass
        raise self.refuse(f"expected a day such as 1996-03-02, found {_shown(self.value)}.")

    def truth(self) -> bool:
        if not isinstance(self.value, bool):
            raise self.refuse(f"expected true or false, found {_shown(self.value)}.")
        return self.value

    def texts(self) -> tuple[str, ...]:
        return tuple(item.text() for item in self.items(f"{self.where}, entry"))

    def numbers(self) -> tuple[int, ...]:
        return tuple(item.number() for item in self.items(f"{self.where}, entry"))


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:40]}…"
