"""The factions of a match at the desk, where everyone has a pool: who chose what, and what can be written down."""

from __future__ import annotations

from collections.abc import Mapping

from engine import facts as f
from engine.decisions.factions import record_faction
from engine.decisions.results import match_of
from engine.factions import chosen_by, pool_size, revealed
from engine.refusals import Refused
from engine.values import dataclass
from engine.words import Match, PlayerId, Tournament
from server.core.desk import Desk
from server.core.open_forms import changed
from server.people.playing_staff import own_tables

PLAYS_THERE = "You play at this table: what the other one chose is shown when both have chosen."


@dataclass(frozen=True, slots=True)
class FactionSeat:
    """A player with the pool to choose from, and what is written down."""

    player: PlayerId
    pool: tuple[str, ...]
    faction: str


@dataclass(frozen=True, slots=True)
class FactionForm:
    """`closed` says why it is not shown to whoever asks."""

    number: int
    table: int
    seats: tuple[FactionSeat, ...]
    closed: str = ""


def faction_form(desk: Desk, number: int, match: Match) -> FactionForm | None:
    """What stands in the form; None where nothing is chosen after pairing."""
    if not pool_size(desk.t.settings) or len(match.seats) != 2:
        return None
    if _hidden(desk, match):
        return FactionForm(number, match.table, (), PLAYS_THERE)
    seats = (FactionSeat(p, _pool(desk.t, p), chosen_by(match, p)) for p in match.players)
    return FactionForm(number, match.table, tuple(seats))


def write_down(desk: Desk, t: Tournament, number: int, table: int, *, form: Mapping[str, str]) -> tuple[f.Fact, ...]:
    """What is different from before, seat by seat; a seat that stayed as the form was filled is left as it is now."""
    match = match_of(t, number, table)
    if _hidden(desk, match):
        raise Refused(PLAYS_THERE)
    fields = {f"faction-{player}": player for player in match.players}
    asked = changed(form, {field: form[field] for field in fields if field in form})
    return tuple(
        fact
        for field, faction in asked.items()
        for fact in record_faction(t, number, table, player=fields[field], faction=faction.strip())
    )


def _hidden(desk: Desk, match: Match) -> bool:
    return match.table in own_tables(desk) and not revealed(match)


def _pool(t: Tournament, player: PlayerId) -> tuple[str, ...]:
    return tuple(name for name in t.players[player].factions if name)
