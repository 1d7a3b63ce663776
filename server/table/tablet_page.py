"""Where a tablet is, and the tables it can choose from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.decisions.stages import draft_is_on
from engine.refusals import Unknown
from engine.sentences import plural
from engine.sides import Lettered, lettered
from engine.values import dataclass
from engine.words import PlayerId, Tournament
from server.core.desk import desk
from server.core.holders import Holder
from server.draft.draft_page import group_cards
from server.public.public_view import open_events


@dataclass(frozen=True, slots=True)
class TabletPlace:
    """The table a tablet stands at; `fixed` if the desk said so."""

    event: str
    table: int
    fixed: bool


@dataclass(frozen=True, slots=True)
class TableChoice:
    """A table with whoever sits at it now, side by side."""

    table: int
    sides: Lettered = ()


@dataclass(frozen=True, slots=True)
class TabletChoices:
    event: str
    name: str
    names: Mapping[PlayerId, str]
    tables: tuple[TableChoice, ...]
    word: str


@dataclass(frozen=True, slots=True)
class EventChoice:
    id: str
    name: str
    about: str


def place(holder: Holder | None, chosen: Any) -> TabletPlace | None:
    """Where this tablet is: where the desk put it, or else what was last chosen on it."""
    if holder is not None and holder.tournament and holder.table is not None:
        return TabletPlace(holder.tournament, holder.table, fixed=True)
    if not isinstance(chosen, dict) or (holder is not None and holder.tournament not in (None, chosen.get("event"))):
        return None
    event, table = chosen.get("event"), chosen.get("table")
    if isinstance(event, str) and (onward := event_after(holder, event)):
        event = onward
    known = isinstance(event, str) and isinstance(table, int) and any(each.id == event for each in events_to_choose())
    return TabletPlace(str(event), int(table or 0), fixed=False) if known else None


def event_after(holder: Holder | None, event: str) -> str | None:
    """Where a tablet without a place goes when its event is over: to the only one that is being played."""
    if holder is None or holder.tournament is not None:
        return None
    views = list(open_events())
    playing = [view.id for view in views if view.t.state == "running"]
    over = any(view.id == event and view.t.finish is not None for view in views)
    return playing[0] if over and len(playing) == 1 else None


def choices(event: str) -> TabletChoices:
    """The groups of a draft, the tables of the round that is on; before the first one, as many as there will be."""
    d = desk(event)
    if d.archived:
        raise Unknown("This event is archived.")
    drafting = draft_is_on(d.t)
    tables = _groups(d.t) if drafting else _tables(d.t)
    ordered = tuple(sorted(tables, key=lambda each: each.table))
    return TabletChoices(event, d.name, d.names, ordered, "group" if drafting else "table")


def _groups(t: Tournament) -> list[TableChoice]:
    return [TableChoice(card.number, tuple(("", (player,)) for player in card.seats)) for card in group_cards(t)]


def _tables(t: Tournament) -> list[TableChoice]:
    known = [round_ for round_ in t.rounds if round_.phase != "draft"]
    if known:
        return [TableChoice(match.table, lettered(match)) for match in known[-1].matches]
    active = sum(player.active for player in t.players.values())
    return [TableChoice(number) for number in range(1, max(1, active // 2) + 1)]


def events_to_choose() -> tuple[EventChoice, ...]:
    """Events that are not over."""
    return tuple(
        EventChoice(view.id, view.name, plural(sum(p.active for p in view.t.players.values()), "player"))
        for view in open_events()
        if view.t.finish is None
    )
