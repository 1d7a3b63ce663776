"""Card catalogues as organizers have them: entries of a JSON or CSV file, whatever the game."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping, Sequence
from typing import Any

from engine.refusals import Refused

LONGEST_WORD, MOST_CARDS = 200, 20_000
NAMED = 3  # of those left out


def json_entries(raw: bytes, *, how: str) -> list[Any]:
    """The cards: a plain list, or the `results` of an answer that says how many there are in all."""
    found = _json(raw, how=how)
    entries = found.get("results", found.get("cards")) if isinstance(found, dict) else found
    if not isinstance(entries, list):
        raise Refused(f"This file holds no list of cards. {how}")
    in_all = found.get("count") if isinstance(found, dict) else None
    if isinstance(in_all, int) and in_all > len(entries):
        raise Refused(
            f"This file holds {len(entries)} of {in_all} cards: only one page of the list. The others would all be "
            "called misspelt. Save the whole list as one file."
        )
    require_few(entries)
    return entries


def csv_entries(text: str) -> list[dict[str, str]]:
    """A line for each card below a line that names the columns, between commas, semicolons or tabs."""
    head, _, _ = text.partition("\n")
    between = max(",;\t", key=head.count)
    try:
        rows = [row for row in csv.reader(text.splitlines(), delimiter=between) if any(map(str.strip, row))]
    except csv.Error as why:
        raise Refused(f"This file is no table: {why}. Save it as CSV again.") from why
    columns = [column.strip().casefold() for column in rows[0]] if rows else []
    require_few(rows)
    return [dict(zip(columns, row, strict=False)) for row in rows[1:]]


def text_of(raw: bytes) -> str:
    """Old programs write Latin-1; everybody else UTF-8."""
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("latin-1")


def as_entry(found: object) -> Mapping[str, Any]:
    """An entry of a list; what is none has nothing in it, so that it can be told."""
    return found if isinstance(found, Mapping) else {}


def left_out(why: str, entries: Sequence[str]) -> tuple[str, ...]:
    """“60 entries are left out because they have no type: …”, with a few of them; nothing where there are none."""
    if not entries:
        return ()
    shown, more = "; ".join(entries[:NAMED]), len(entries) - NAMED
    told = "1 entry is" if len(entries) == 1 else f"{len(entries):,} entries are"
    why = why.replace("they have", "it has") if len(entries) == 1 else why
    return (f"{told} left out because {why}: {shown}{f' and {more:,} more' if more > 0 else ''}.",)


def word(value: object) -> str:
    """Text or a number, or the name of what is described in full."""
    named = value.get("name") if isinstance(value, Mapping) else value
    if isinstance(named, int) and not isinstance(named, bool):
        named = str(named)
    return " ".join(named.split())[:LONGEST_WORD] if isinstance(named, str) else ""


def require_few(entries: Sequence[object]) -> None:
    if len(entries) > MOST_CARDS:
        raise Refused(f"This file holds {len(entries):,} cards, and {MOST_CARDS:,} is the most. Is it the right one?")


def _json(raw: bytes, *, how: str) -> Any:
    try:
        found = json.loads(raw.decode("utf-8-sig"))
        # Half a character can be spelled in JSON, but neither stored nor shown.
        json.dumps(found, ensure_ascii=False).encode("utf-8")
    except (ValueError, RecursionError) as why:
        raise Refused(f"This file is not JSON text. {how}") from why
    return found
