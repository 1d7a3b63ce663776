"""The card catalogues of this box, one for each game that has them. The game's rules read the files.

Everything works without one. With it, misspelt names are caught, and what the game's checks need is known.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from engine.decks.rules import CatalogueRow, CatalogueRules, ReadCatalogue
from engine.refusals import Refused
from engine.sentences import plural
from engine.values import dataclass, replace
from server.box import box_settings
from server.core import stamps

log = logging.getLogger(__name__)
_BLANK = "\ufeff".encode() + b"\0 \t\r\n"


@dataclass(frozen=True, slots=True)
class Loaded:
    """A catalogue: its cards, what is not among them, since when, and opened for the checks.

    The moment tells two catalogues apart.
    """

    cards: tuple[CatalogueRow, ...]
    lacking: tuple[str, ...]
    at: str
    opened: Any


def load(rules: CatalogueRules, files: Sequence[bytes]) -> ReadCatalogue:
    """Take these files for the catalogue; what they hold. Refused, and the old one stays, if it is none."""
    full = [raw for raw in files if raw.strip(_BLANK)]
    if not full:
        raise Refused("This file is empty. Choose one with cards in it.")
    found = _with_empty_files_told(rules.read(full), len(files) - len(full))
    at = stamps.now()
    kept = json.dumps(
        {"at": at, "cards": found.cards, "lacking": found.lacking}, ensure_ascii=False, separators=(",", ":")
    )
    box_settings.put(**{rules.id: kept})
    return found


def loaded(rules: CatalogueRules | None) -> Loaded | None:
    """The catalogue that this box has of a game, if there is one."""
    kept = box_settings.get(rules.id) if rules else ""
    try:
        return _opened(rules, kept) if rules and kept else None
    except (ValueError, TypeError, KeyError, AttributeError) as why:
        log.warning("the catalogue %s is damaged and not used; load it again: %s", rules and rules.id, why)
        return None


def forget(rules: CatalogueRules) -> None:
    """Names are trusted again."""
    box_settings.put(**{rules.id: ""})


@lru_cache(maxsize=4)
def _opened(rules: CatalogueRules, kept: str) -> Loaded:
    """Thousands of cards are read once, not for every list."""
    found = json.loads(kept)
    if not found["cards"]:
        raise ValueError("it has no cards")  # every card of every list would be called misspelt
    lacking = tuple(found.get("lacking", ()))  # catalogues loaded by earlier versions do not say
    return Loaded(tuple(found["cards"]), lacking, found["at"], rules.opened(found["cards"]))


def _with_empty_files_told(found: ReadCatalogue, empty: int) -> ReadCatalogue:
    """Without the cards of a file that was cut off, every list with them would be called misspelt."""
    if not empty:
        return found
    told = f"{plural(empty, 'file')} of these {'is' if empty == 1 else 'are'} empty."
    return replace(found, lacking=(*found.lacking, told))
