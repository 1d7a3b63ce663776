"""What the desk decides about people on the list, and what is written down of them beside the journal."""

from __future__ import annotations

from sqlalchemy import Connection, update

from engine import facts as f
from engine.decisions import people, setup
from engine.folding.parts import has_a_seat, player_of, require_unfinished
from engine.refusals import Refused
from engine.words import Staff, Tournament
from server.core.desk import Person
from server.core.journal import Beside, Decide
from server.core.models import PlayerRow
from server.people.entering_list import by_round
from server.people.pasting import Entry
from server.people.player_page import STAFF_ROLES
from server.people.players_page import checking_in


def everybody_here(t: Tournament) -> tuple[f.Fact, ...]:
    """All who are in are here."""
    return tuple(f.PresenceMarked(p, True) for p, player in t.players.items() if player.active and not player.present)


def without_the_absent(t: Tournament) -> tuple[f.Fact, ...]:
    """Whoever is not checked in is off the list; whoever has a seat in round 1 or in a draft group is dropped."""
    if not checking_in(t):
        raise Refused("Round 1 has begun: drop players one by one, on their own page.")
    absent = [p for p, player in t.players.items() if player.active and not player.present]
    if not any(player.active and player.present for player in t.players.values()):
        raise Refused("Nobody is checked in yet, so this would take everybody off. Check people in first.")
    return tuple(fact for p in absent for fact in (people.drop(t, p) if has_a_seat(t, p) else (f.PlayerRemoved(p),)))


def changed(t: Tournament, pid: str, *, before: Person | None, after: Entry) -> tuple[f.Fact, ...]:
    """What is different from before, as facts; the name itself stands beside the journal."""
    player = player_of(t, pid)
    renamed = before is None or (before.name, before.club) != (after.name, after.club)
    missed, named = player.factions[: player.entered - 1], player.factions[player.entered - 1 :]
    # An older journal may name factions for rounds that were missed; they stay, and nobody is asked for them.
    factions = (*missed, *by_round(after.factions, entered=player.entered)[len(missed) :])
    return (
        *((f.PlayerRenamed(pid),) if renamed else ()),
        *(setup.fix_table(t, pid, table=after.table) if after.table != player.fixed_table else ()),
        *(setup.name_factions(t, pid, factions=factions) if tuple(after.factions) != named else ()),
    )


def as_staff(t: Tournament, pid: str, role: str) -> tuple[f.Fact, ...]:
    """Somebody of the staff who also plays; no role: they only play."""
    player_of(t, pid)
    if role not in dict(STAFF_ROLES):
        raise Refused("Choose organizer or co-organizer.")
    now = [person for person in t.staff if person.player == pid]
    if role:
        id = now[0].id if now else f"plays-{pid}"
        return () if now and now[0].role == role else setup.name_staff(t, Staff(id, role, pid))  # type: ignore[arg-type]
    return tuple(f.StaffRemoved(person.id) for person in now)


def while_open(decide: Decide) -> Decide:
    """Only until the finish."""

    def checked(t: Tournament) -> tuple[f.Fact, ...]:
        require_unfinished(t)
        return decide(t)

    return checked


def kept(tid: str, pid: str, **values: object) -> Beside:
    """Writes down what is known of this player beside the journal."""

    def beside(connection: Connection) -> None:
        row = (PlayerRow.tournament_id == tid, PlayerRow.id == pid)
        connection.execute(update(PlayerRow).where(*row).values(**values))

    return beside
