"""The desk accepts: everybody who was chosen is on the list in one act, and their phones are theirs from then on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import Connection, insert, select

from engine import facts as f
from engine.decisions import entering, setup, teams
from engine.fold import apply_facts
from engine.folding.parts import player_of
from engine.handing_in import names_factions
from engine.names import key
from engine.refusals import Refused
from engine.rulesets.registry import ruleset_of
from engine.so_far import begun
from engine.values import dataclass
from engine.words import PlayerId, Tournament
from server.core import stamps
from server.core.desk import desk, record
from server.core.journal import Recorded
from server.core.models import DeckRow, PlayerRow
from server.decks import decks
from server.door.waiting import WaitingEntry, entries, mark_accepted
from server.people import entering_list
from server.people.pasting import Entry


@dataclass(frozen=True, slots=True)
class Accepting:
    """An entry as it is accepted: `player` is whom it is merged with, if they are on the list already."""

    entry: WaitingEntry
    player: PlayerId | None = None


def accept(tournament_id: str, chosen: Sequence[Accepting], *, said: str) -> Recorded:
    """All of these in one act; those who are merged with somebody only get their phone."""
    if not chosen:
        raise Refused("Choose whom to accept first.")
    new = [each.entry for each in chosen if each.player is None]
    ids: list[PlayerId] = []

    def decide(t: Tournament) -> tuple[f.Fact, ...]:
        _require_waiting(tournament_id, chosen)
        ids[:] = entering_list.new_ids(entering_list.taken_ids(tournament_id) | set(t.players), len(new))
        listed = {id: _listed(entry).details for id, entry in zip(ids, new, strict=True)}
        facts = (*_merged(t, chosen), *(entering.accept(t, listed) if listed else ()))
        return *facts, *_teams(apply_facts(t, facts), tournament_id, dict(zip(ids, new, strict=True)))

    def beside(connection: Connection) -> None:
        entering_list.keeping(tournament_id, ids, [_listed(entry) for entry in new])(connection)
        for id, entry in zip(ids, new, strict=True):
            _keep(connection, tournament_id, id, entry, codes=0)
        for each in chosen:
            if each.player is not None:
                _keep(connection, tournament_id, each.player, each.entry, codes=_codes(connection, tournament_id, each))

    return record(tournament_id, decide, beside=beside, said=said)


def _require_waiting(tournament_id: str, chosen: Sequence[Accepting]) -> None:
    still = {each.id for each in entries(tournament_id, "waiting")}
    if any(each.entry.id not in still for each in chosen):
        raise Refused("One of these entries was taken back or answered just now. Nothing was done; look again.")


def _merged(t: Tournament, chosen: Sequence[Accepting]) -> tuple[f.Fact, ...]:
    """Whoever was on the list already names the factions they typed, if they had none."""
    found: list[f.Fact] = []
    for each in chosen:
        if each.player is None:
            continue
        player = player_of(t, each.player)
        if each.entry.factions and not player.factions and names_factions(t) and not begun(t):
            found += setup.name_factions(t, player.id, factions=each.entry.factions)
    return tuple(found)


def _listed(entry: WaitingEntry) -> Entry:
    return Entry(entry.name, entry.club, factions=entry.factions, partner=entry.partner)


def _keep(connection: Connection, tournament_id: str, player: PlayerId, entry: WaitingEntry, *, codes: int) -> None:
    ours = (DeckRow.tournament_id == tournament_id, DeckRow.player_id == player)
    if entry.deck and connection.execute(select(DeckRow.player_id).where(*ours)).first() is None:
        row = {"list": decks.as_json(entry.deck), "by": f"player:{player}", "at": stamps.now()}
        connection.execute(insert(DeckRow).values(tournament_id=tournament_id, player_id=player, **row))
    mark_accepted(connection, entry.id, player=player, codes=codes)


def _codes(connection: Connection, tournament_id: str, merged: Accepting) -> int:
    ours = (PlayerRow.tournament_id == tournament_id, PlayerRow.id == merged.player)
    return connection.execute(select(PlayerRow.codes).where(*ours)).scalar_one()


def _teams(t: Tournament, tournament_id: str, new: Mapping[PlayerId, WaitingEntry]) -> tuple[f.Fact, ...]:
    """Whoever named a partner who is on the list too, or was named by one before, plays with them."""
    if not ruleset_of(t.settings).teams or t.stages:
        return ()
    names = _names_now(tournament_id) | {id: entry.name for id, entry in new.items()}
    wanted = {each.player: each.partner for each in entries(tournament_id, "accepted") if each.player and each.partner}
    wanted |= {id: entry.partner for id, entry in new.items() if entry.partner}
    called = {key(name): id for id, name in reversed(names.items()) if id in t.players}
    pairs: list[teams.Team] = []
    for one, partner in wanted.items():
        two = called.get(key(partner))
        if two is not None and two != one and not any({one, two} & set(pair) for pair in pairs):
            pairs.append((one, two))
    return teams.join_listed(t, pairs)


def _names_now(tournament_id: str) -> dict[PlayerId, str]:
    return {id: person.name for id, person in desk(tournament_id).people.items()}
