"""A list pasted again: of people who are in already it fills in what was empty, and overwrites nothing."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, update

from engine import facts as f
from engine.decisions import roster
from engine.decisions.roster import Details
from engine.handing_in import names_factions
from engine.sentences import listed, plural
from engine.values import dataclass, replace
from engine.words import PlayerId, Tournament
from server.core.desk import Desk
from server.core.models import PlayerRow
from server.core.writing import Beside
from server.people.pasting import Pasted


@dataclass(frozen=True, slots=True)
class Filled:
    """What a list adds to what is known of this player; nothing where it is known already."""

    player: PlayerId
    club: str
    paid: bool
    details: Details


def filled_in(desk: Desk, pasted: Pasted) -> tuple[Filled, ...]:
    """Those of the list who were in before, and of whom it says more than was known."""
    ids, t = list(desk.t.players), desk.t
    found: dict[PlayerId, Filled] = {}
    for place, entry in pasted.again:
        known, player = desk.people[ids[place]], t.players[ids[place]]
        club = "" if known.club else entry.club
        details = Details(
            None if player.fixed_table else entry.table,
            entry.factions if names_factions(t) and not player.factions else (),
        )
        filled = Filled(player.id, club, entry.paid and not known.paid, details)
        if club or filled.paid or details != Details():
            found.setdefault(player.id, filled)
    return tuple(found.values())


def with_filled_told(pasted: Pasted, filled: Sequence[Filled]) -> Pasted:
    """Says in one line what the list adds to those who are in."""
    counts = (
        (sum(bool(each.club) for each in filled), "club", ""),
        (sum(each.paid for each in filled), "fee paid", "fees paid"),
        (sum(each.details.table is not None for each in filled), "fixed table", ""),
        (sum(bool(each.details.factions) for each in filled), "list of factions", "lists of factions"),
    )
    told = [plural(count, one, many) for count, one, many in counts if count]
    if not told:
        return pasted
    return replace(pasted, notes=(f"What was empty is filled in: {listed(told)}.", *pasted.notes))


def fill_in(t: Tournament, filled: Sequence[Filled]) -> tuple[f.Fact, ...]:
    """What the journal keeps of it."""
    return tuple(fact for each in filled for fact in _facts(t, each))


def keeping(tid: str, filled: Sequence[Filled]) -> Beside:
    """What is known of people beside the journal; somebody may have typed it meanwhile."""

    def beside(connection: Connection) -> None:
        for each in filled:
            row = (PlayerRow.tournament_id == tid, PlayerRow.id == each.player)
            if each.club:
                connection.execute(update(PlayerRow).where(*row, PlayerRow.club == "").values(club=each.club))
            if each.paid:
                connection.execute(update(PlayerRow).where(*row).values(paid=True))

    return beside


def _facts(t: Tournament, filled: Filled) -> tuple[f.Fact, ...]:
    known, listed_as = t.players[filled.player], filled.details
    named = known.factions[roster.rounds_missed(t, known.entered) :]
    details = Details(known.fixed_table or listed_as.table, named or listed_as.factions)
    return roster.change_details(t, filled.player, details, renamed=bool(filled.club))
