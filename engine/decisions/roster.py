"""The list of players: who enters from it, what it says of them, who is here, and who is taken off."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from engine import facts as f
from engine.decisions import people, setup
from engine.decisions.rounds import take_free_seat
from engine.factions import pool_size
from engine.fold import apply_facts
from engine.folding.parts import has_a_seat, player_of
from engine.handing_in import names_factions
from engine.pairing.pod_seating import free_table
from engine.progress import checking_in
from engine.refusals import Refused
from engine.values import dataclass
from engine.words import PlayerId, Tournament


@dataclass(frozen=True, slots=True)
class Details:
    """What a list says of a player, as far as the journal keeps it: factions from the first round they play in."""

    table: int | None = None
    factions: tuple[str, ...] = ()


def enter_listed(t: Tournament, listed: Mapping[PlayerId, Details]) -> tuple[f.Fact, ...]:
    """These people enter, with the tables and factions of the list. At tables of several they sit down at once."""
    entered = setup.enter(t, list(listed))
    facts = (*entered, *_details(t, entered, listed))
    if t.stage is None or t.stage.kind != "pods" or t.current_round is None:
        return facts
    return *facts, *_seats(apply_facts(t, facts), tuple(listed))


def enter_listed_this_round(t: Tournament, player: PlayerId, details: Details) -> tuple[f.Fact, ...]:
    """A late arrival who still plays this round, with the table and factions of the list."""
    entered = people.enter_this_round(t, player)
    return *entered, *_details(t, entered, {player: details})


def change_details(
    t: Tournament, player: PlayerId, details: Details, *, renamed: bool, respelled: bool = False
) -> tuple[f.Fact, ...]:
    """What is different from before. `renamed`: name or club, both kept outside; `respelled`: the name."""
    known = player_of(t, player)
    before = rounds_missed(t, known.entered)
    missed, named = known.factions[:before], known.factions[before:]
    # An older journal may name factions for rounds that were missed; they stay, and nobody is asked for them.
    factions = (*missed, *_by_round(details.factions, missed=before)[len(missed) :])
    return (
        *((f.PlayerRenamed(player, respelled),) if renamed else ()),
        *(setup.fix_table(t, player, table=details.table) if details.table != known.fixed_table else ()),
        *(setup.name_factions(t, player, factions=factions) if details.factions != named else ()),
    )


def check_in(t: Tournament, player: PlayerId, *, present: bool) -> tuple[f.Fact, ...]:
    """This player is here, or is not; told twice, it is noted once."""
    return () if player_of(t, player).present == present else (f.PresenceMarked(player, present),)


def check_everybody_in(t: Tournament) -> tuple[f.Fact, ...]:
    """All who are in are here."""
    return tuple(f.PresenceMarked(p, True) for p, player in t.players.items() if player.active and not player.present)


def take_off(t: Tournament, player: PlayerId) -> tuple[f.Fact, ...]:
    """Off the list, before they ever played."""
    return (f.PlayerRemoved(player),)


def take_off_the_absent(t: Tournament, chosen: Collection[PlayerId] | None = None) -> tuple[f.Fact, ...]:
    """Whoever is not checked in is off the list; whoever has a seat in round 1 or in a draft group is dropped.

    With `chosen` only those of them: somebody may have called that they are late. Who came meanwhile stays.
    """
    if not checking_in(t):
        raise Refused("Round 1 has begun: drop players one by one, on their own page.")
    absent = [
        p for p, player in t.players.items() if player.active and not player.present and (chosen is None or p in chosen)
    ]
    if not any(player.active and player.present for player in t.players.values()):
        raise Refused("Nobody is checked in yet, so this would take everybody off. Check people in first.")
    return tuple(fact for p in absent for fact in (people.drop(t, p) if has_a_seat(t, p) else take_off(t, p)))


def _details(t: Tournament, facts: Sequence[f.Fact], listed: Mapping[PlayerId, Details]) -> tuple[f.Fact, ...]:
    """What the list says of those who enter with these facts: tables first, then factions."""
    entered = [(fact, listed[fact.player]) for fact in facts if isinstance(fact, f.PlayerEntered)]
    tables = (f.TableFixed(new.player, details.table) for new, details in entered if details.table)
    factions = (
        f.FactionsNamed(new.player, _by_round(details.factions, missed=rounds_missed(t, new.round)))
        for new, details in entered
        if details.factions and names_factions(t)
    )
    return *tables, *factions


def _seats(t: Tournament, players: Sequence[PlayerId]) -> tuple[f.Fact, ...]:
    """A seat for one after the other; a draft without one for everybody is drawn again."""
    found: tuple[f.Fact, ...] = ()
    for place, player in enumerate(players):
        if free_table(t) is None and t.current_round is not None:
            if t.current_round.phase == "draft":
                return found
            only = (
                f"Only {place} of these {len(players)} would find a seat: all other tables are full or have a game in."
            )
            raise Refused(f"{only} {setup.draw_anew(t.current_round) or f'Enter {place} of them.'}")
        seated = take_free_seat(t, player)
        t, found = apply_facts(t, seated), (*found, *seated)
    return found


def rounds_missed(t: Tournament, entered: int) -> int:
    """For so many rounds a late player names no faction; of a pool nothing is missed."""
    return 0 if pool_size(t.settings) else entered - 1


def _by_round(factions: Sequence[str], *, missed: int) -> tuple[str, ...]:
    """A list of factions as the journal keeps it, by the number of the round: none for those that were missed."""
    return (*[""] * missed, *factions) if factions else ()
