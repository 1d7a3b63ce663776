"""The card catalogue of this box: names, kinds and owners, from a file like the public card list of a game.

Everything works without one. With it, misspelt names and cards that are unique to somebody else are caught.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from engine.decks.rules import Catalogue, PublicList
from engine.refusals import Refused
from server.box import box_settings

KEY = "catalogue"
LONGEST_NAME, MOST_CARDS = 200, 20_000
HOW = "Choose a JSON file like the game’s public card list: a list of cards, each with a name and a type."


@dataclass(frozen=True, slots=True)
class Loaded:
    """A catalogue: how many cards, since when. The moment tells two catalogues apart."""

    cards: tuple[dict[str, str], ...]
    at: str


def load(raw: bytes, like: PublicList) -> int:
    """Take this file for the catalogue; how many cards it holds. Refused, and the old one stays, if it is none."""
    cards = _cards(_entries(_json(raw)), keys=("name", "type", like.owner))
    at = datetime.now(UTC).isoformat(timespec="milliseconds")
    box_settings.put(catalogue=json.dumps({"at": at, "cards": cards}, ensure_ascii=False, separators=(",", ":")))
    return len(cards)


def loaded() -> Loaded | None:
    """The catalogue of this box, if there is one."""
    kept = box_settings.get(KEY)
    if not kept:
        return None
    found = json.loads(kept)
    return Loaded(tuple(found["cards"]), found["at"])


def cards() -> Catalogue | None:
    found = loaded()
    return None if found is None else found.cards


def forget() -> None:
    """Names are trusted again."""
    box_settings.put(catalogue="")


def _json(raw: bytes) -> Any:
    try:
        found = json.loads(raw.decode("utf-8-sig"))
        # Half a character can be spelled in JSON, but neither stored nor shown.
        json.dumps(found, ensure_ascii=False).encode("utf-8")
    except (ValueError, RecursionError) as why:
        raise Refused(f"This file is not JSON text. {HOW}") from why
    return found


def _entries(found: Any) -> list[Any]:
    """The cards: a plain list, or the `results` of an answer that says how many there are in all."""
    entries = found.get("results", found.get("cards")) if isinstance(found, dict) else found
    if not isinstance(entries, list):
        raise Refused(f"This file holds no list of cards. {HOW}")
    in_all = found.get("count") if isinstance(found, dict) else None
    if isinstance(in_all, int) and in_all > len(entries):
        raise Refused(
            f"This file holds {len(entries)} of {in_all} cards: only one page of the list. The others would all be "
            "called misspelt. Save the whole list as one file."
        )
    if len(entries) > MOST_CARDS:
        raise Refused(f"This file holds {len(entries):,} cards, and {MOST_CARDS:,} is the most. Is it the right one?")
    return entries


def _cards(entries: list[Any], *, keys: Sequence[str]) -> list[dict[str, str]]:
    """What the checks need of each card; entries without a name are passed over."""
    kept = [card for entry in entries if isinstance(entry, dict) and (card := _card(entry, keys))]
    if not kept:
        raise Refused(f"No entry of this file has the name of a card. {HOW}")
    return kept


def _card(entry: dict[str, Any], keys: Sequence[str]) -> dict[str, str]:
    found = {key: _word(entry.get(key)) for key in keys}
    return {key: value for key, value in found.items() if value} if found["name"] else {}


def _word(value: Any) -> str:
    """Text, or the name of what is described in full."""
    named = value.get("name") if isinstance(value, dict) else value
    return " ".join(named.split())[:LONGEST_NAME] if isinstance(named, str) else ""
