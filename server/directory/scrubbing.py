"""A name taken out of free text: whole, whatever its accents, case and spaces are."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable, Collection
from typing import Any

from sqlalchemy import Connection, Table, select, update

from server.core.models import (
    BoxRow,
    DeckRow,
    DeviceRow,
    PersonRow,
    ScreenRow,
    SignInRow,
    TextRow,
    TitleRow,
    TournamentRow,
)
from server.people.staff import KIND

ACCENTS = "[\u0300-\u036f]*"
# Everything in which somebody may have typed a name. Who is on a list or on the staff is somebody by themselves.
TYPED: tuple[tuple[Any, str], ...] = (
    (TournamentRow, "name"),
    (SignInRow, "name"),
    (DeviceRow, "name"),
    (ScreenRow, "name"),
    (PersonRow, "note"),
    (TitleRow, "name"),
    (BoxRow, "value"),
)
Replace = Callable[[str], str]


def replacer(names: Collection[str], by: str) -> Replace:
    """Puts `by` in place of any of these names, the longest first; a text without them stays as it is."""
    patterns = [_pattern(name) for name in sorted(names, key=len, reverse=True) if name.strip()]

    def replaced(text: str) -> str:
        bare = unicodedata.normalize("NFD", text)
        for pattern in patterns:
            bare, count = pattern.subn(by, bare)
            if count:
                text = unicodedata.normalize("NFC", bare)
        return text

    return replaced


def scrub_everywhere(connection: Connection, replaced: Replace) -> None:
    """Every text of the box that somebody typed."""
    for model, column in TYPED:
        _scrub(connection, model.__table__, column, replaced)
    _scrub(connection, TextRow.__table__, "text", replaced, where=TextRow.kind != KIND)  # type: ignore[arg-type]
    _scrub(connection, DeckRow.__table__, "list", lambda kept: _in_json(kept, replaced))  # type: ignore[arg-type]


def scrub_events(connection: Connection, events: Collection[str], replaced: Replace) -> None:
    """What was typed in these events alone."""
    texts = TextRow.tournament_id.in_(events) & (TextRow.kind != KIND)
    _scrub(connection, TextRow.__table__, "text", replaced, where=texts)  # type: ignore[arg-type]
    decks = DeckRow.tournament_id.in_(events)
    _scrub(connection, DeckRow.__table__, "list", lambda kept: _in_json(kept, replaced), where=decks)  # type: ignore[arg-type]


def _scrub(connection: Connection, table: Table, column: str, replaced: Replace, *, where: Any = None) -> None:
    keys = list(table.primary_key.columns)
    asked = select(*keys, table.c[column])
    for *key, kept in connection.execute(asked if where is None else asked.where(where)).all():
        if isinstance(kept, str) and (now := replaced(kept)) != kept:
            ours = [at == value for at, value in zip(keys, key, strict=True)]
            connection.execute(update(table).where(*ours).values({column: now}))


def _in_json(kept: str, replaced: Replace) -> str:
    """JSON spells some letters otherwise, so that a name is looked for in what it says."""
    try:
        found = json.loads(kept)
    except ValueError:
        return replaced(kept)
    now = _each(found, replaced)
    return kept if now == found else json.dumps(now, ensure_ascii=False)


def _each(value: Any, replaced: Replace) -> Any:
    if isinstance(value, str):
        return replaced(value)
    if isinstance(value, list):
        return [_each(item, replaced) for item in value]
    return {key: _each(item, replaced) for key, item in value.items()} if isinstance(value, dict) else value


def _pattern(name: str) -> re.Pattern[str]:
    letters = [each for each in unicodedata.normalize("NFD", " ".join(name.split())) if not unicodedata.combining(each)]
    spelled = "".join(r"\s+" if each == " " else f"{re.escape(each)}{ACCENTS}" for each in letters)
    return re.compile(rf"(?<!\w){spelled}(?!\w)", re.IGNORECASE)
