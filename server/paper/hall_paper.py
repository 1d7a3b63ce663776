"""Paper that stands in the hall: a sign for each table, a name card for everybody."""

from __future__ import annotations

from typing import TypeVar

from engine.values import dataclass
from engine.words import PlayerId
from server.core.desk import Desk
from server.core.spelling import alphabetical
from server.hall.table_ranges import range_of

Each = TypeVar("Each")
SIGNS_A_PAGE, CARDS_A_PAGE = 2, 8


@dataclass(frozen=True, slots=True)
class NameCard:
    """What stands on a name card; the table of somebody who always sits there."""

    name: str
    club: str
    table: int | None


def signs(desk: Desk) -> tuple[tuple[int, ...], ...]:
    """The numbers of all tables this event may use, so many to a page: its own, the round's, and fixed ones in use."""
    t = desk.t
    mine, current = range_of(desk.name, t), t.current_round
    found = set(range(mine.first, mine.last + 1))
    found |= {player.fixed_table for player in t.players.values() if player.active and player.fixed_table}
    found -= set(t.settings.closed_tables)
    found |= {match.table for match in current.matches} if current is not None else set()
    return _pages(sorted(found), SIGNS_A_PAGE)


def name_cards(desk: Desk) -> tuple[tuple[NameCard, ...], ...]:
    """Everybody who is in, by name, so many to a page."""
    here = [p for p, player in desk.t.players.items() if player.active]
    here.sort(key=lambda player: alphabetical(desk.names.get(player, player)))
    cards = [NameCard(desk.people[p].name, desk.people[p].club, _stays_at(desk, p)) for p in here]
    return _pages(cards, CARDS_A_PAGE)


def _stays_at(desk: Desk, player: PlayerId) -> int | None:
    """Their fixed table, as long as it is in use."""
    fixed = desk.t.players[player].fixed_table
    return None if fixed in desk.t.settings.closed_tables else fixed


def _pages(cards: list[Each], most: int) -> tuple[tuple[Each, ...], ...]:
    return tuple(tuple(cards[at : at + most]) for at in range(0, len(cards), most))
