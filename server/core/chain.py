"""A journal that notices damage: every act carries a checksum over itself and over the act before it.

The checksum of the last act, and its number, are kept beside the event: a chain cannot see that its end is lost. It
finds damage, not forgery: whoever may write the database may write checksums, too.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import Any, NamedTuple

from engine.values import dataclass

BYTES = 16


class StoredAct(NamedTuple):
    """One row of a journal, as it was read. On a damaged disk anything may stand anywhere."""

    seq: Any
    facts: Any
    version: Any
    by: Any
    at: Any
    checksum: Any = None


class Head(NamedTuple):
    """How many acts there are, and the checksum of the last. Nothing of both: this journal was never chained."""

    acts: int = 0
    checksum: str = ""


UNCHAINED = Head()


@dataclass(frozen=True, slots=True)
class Damage:
    """What is wrong with a journal, from which act on, and how many acts from the first on are sound."""

    act: int
    what: str
    sound: int
    newer: bool = False  # not damaged: written by a version that this one does not know

    def __str__(self) -> str:
        if self.newer:
            return self.what
        readable = "nothing before it can be read" if not self.sound else f"{_acts(1, self.sound)} can be read"
        return f"{self.what} {readable[0].upper()}{readable[1:]}."


def seal(previous: str, act: StoredAct) -> str:
    """The checksum of an act that follows the one with this checksum."""
    digest = blake2b(digest_size=BYTES)
    for part in (previous, str(act.version), act.by, act.at, act.facts):
        raw = part.encode("utf-8", "surrogatepass")
        digest.update(b"%d:" % len(raw))
        digest.update(raw)
    return digest.hexdigest()


def sealed(acts: Iterable[StoredAct], previous: str = "") -> list[StoredAct]:
    """These acts with their checksums, each over the one before."""
    made = []
    for act in acts:
        previous = seal(previous, act)
        made.append(act._replace(checksum=previous))
    return made


def head_of(acts: Sequence[StoredAct]) -> Head:
    return Head(acts[-1].seq, acts[-1].checksum) if acts and acts[-1].checksum else UNCHAINED


def is_unchained(acts: Iterable[StoredAct], head: Head) -> bool:
    """A journal from before there were checksums, which could not be replayed when they came."""
    return head == UNCHAINED and all(act.checksum is None for act in acts)


def find_damage(acts: Sequence[StoredAct], head: Head, *, after: Head = UNCHAINED) -> Damage | None:
    """The first thing that is wrong with these acts, which follow those up to `after`; nothing if they are sound."""
    previous = after.checksum
    for place, act in enumerate(acts, start=after.acts + 1):
        if act.seq != place:
            return _gap(place, act)
        found = _seal_of(previous, act)
        if found is None or found != act.checksum:
            return _what_happened(acts, place - after.acts - 1, previous, head, after=after)
        previous = found
    return _end(Head(after.acts + len(acts), previous), head)


def mended(here: Iterable[StoredAct], elsewhere: Iterable[StoredAct], head: Head) -> list[StoredAct] | None:
    """These acts with what is damaged taken from another copy; only if their checksums prove that nothing is lost."""
    ours, theirs = ({act.seq: act for act in acts if isinstance(act.seq, int)} for acts in (here, elsewhere))
    if not isinstance(head.acts, int) or any(seq > head.acts for seq in ours):
        return None  # the mark of the end is what is wrong
    made: list[StoredAct] = []
    previous = ""
    for seq in range(1, head.acts + 1):
        fitting = (act for acts in (ours, theirs) if (act := acts.get(seq)) and _fits(previous, act))
        if (found := next(fitting, None)) is None:
            return None
        made.append(found)
        previous = found.checksum
    return made if made and head_of(made) == head else None


def _fits(previous: str, act: StoredAct) -> bool:
    found = _seal_of(previous, act)
    return found is not None and found == act.checksum


def _gap(place: int, act: StoredAct) -> Damage:
    if not isinstance(act.seq, int) or act.seq < place:
        return Damage(place, f"An act in place {place} has a number that does not belong there.", place - 1)
    return Damage(place, _missing(place, act.seq - 1), place - 1)


def _end(found: Head, head: Head) -> Damage | None:
    if found == head:
        return None
    if isinstance(head.acts, int) and found.acts < head.acts:
        return Damage(found.acts + 1, _missing(found.acts + 1, head.acts), found.acts)
    return Damage(found.acts, "The mark where the journal ends was changed; its acts were not.", found.acts)


def _what_happened(acts: Sequence[StoredAct], index: int, previous: str, head: Head, *, after: Head) -> Damage:
    act = acts[index]
    found = _seal_of(previous, act)
    if found is not None and found == _needed(acts, index, found, head):
        mended = [*acts[:index], act._replace(checksum=found), *acts[index + 1 :]]
        rest = find_damage(mended, head, after=after)
        sound = rest.sound if rest else after.acts + len(acts)
        return Damage(act.seq, f"The checksum of act {act.seq} was changed; the act itself was not.", sound)
    if (other := _in_its_place(acts, index, previous)) is not None:
        return Damage(act.seq, f"Acts {act.seq} and {other} have changed places.", act.seq - 1)
    return Damage(act.seq, _changed(act), act.seq - 1)


def _needed(acts: Sequence[StoredAct], index: int, found: str, head: Head) -> str | None:
    """What the checksum of this act has to be, as the act after it or the end of the journal knows it."""
    if index + 1 == len(acts):
        return head.checksum
    after = acts[index + 1]
    return found if _seal_of(found, after) == after.checksum else None


def _in_its_place(acts: Sequence[StoredAct], index: int, previous: str) -> int | None:
    """The act that belongs where this one stands, if it stands elsewhere: with its own checksum, or with this one's."""
    for place, other in enumerate(acts):
        found = None if place == index else _seal_of(previous, other)
        if found is not None and found in (other.checksum, acts[index].checksum):
            return int(other.seq)
    return None


def _changed(act: StoredAct) -> str:
    try:
        json.loads(act.facts)
    except (TypeError, ValueError, RecursionError):
        return f"Act {act.seq} is torn: its text is no longer whole."
    return f"Act {act.seq} was changed since it was recorded."


def _seal_of(previous: str, act: StoredAct) -> str | None:
    words = (act.facts, act.by, act.at)
    whole = isinstance(act.version, int) and all(isinstance(part, str) for part in words)
    return seal(previous, act) if whole else None


def _missing(first: int, last: int) -> str:
    return f"{_acts(first, last)} {'is' if first == last else 'are'} missing."


def _acts(first: int, last: int) -> str:
    return f"Act {first}" if first == last else f"Acts {first} to {last}"
