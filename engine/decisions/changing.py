"""A round changed by hand: which tables stay, which numbers the new ones get, and what it costs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from engine import facts as f
from engine.folding.parts import bare
from engine.pairing.broken_rules import broken_rules
from engine.pairing.roster import entrants_before
from engine.pairing.tables import tables_of
from engine.reasons import Reason
from engine.values import replace
from engine.words import Bye, Match, PlayerId, Round, Seat, Tournament

BY_HAND = Reason("by-hand")
Seats = tuple[Seat, ...]


def changed(
    t: Tournament,
    round_: Round,
    tables: Sequence[Seats],
    byes: Sequence[PlayerId],
    *,
    because: Reason | None = None,
) -> tuple[f.Fact, ...]:
    """The round with these tables and byes. Whoever stays together stays at their table.

    `because` is why it is so where the box chose the seats, and not the organizer.
    """
    old = {frozenset(match.players): match for match in round_.matches}
    people = [frozenset(seat.player for seat in seats) for seats in tables]
    matches = []
    for number, players, seats in zip(_tables(t, round_, people), people, tables, strict=True):
        same = old.get(players)
        fresh = Match(number, seats, why=because or BY_HAND, group=group_of(t, seats[0].player))
        matches.append(replace(bare(same), table=number) if same else fresh)
    had = {bye.player: bye for bye in round_.byes}
    new_byes = tuple(had.get(p, Bye(p, BY_HAND, group=group_of(t, p))) for p in byes)
    matches.sort(key=lambda match: match.table)
    return (f.PairingChanged(round_.number, tuple(matches), new_byes, _broken(t, round_, matches, byes), because),)


def group_of(t: Tournament, player: PlayerId) -> int:
    """The player's draft group; 0 where there are none."""
    return next((place for place, group in enumerate(t.stages[-1].groups) if player in group), 0)


def rng_of(t: Tournament) -> Random:
    """The dice of the next pairing: from the seed, the round and how often it was drawn."""
    number, draw = next_draw(t)
    return Random(f"{t.seed}/round/{number}/{draw}")


def next_draw(t: Tournament) -> tuple[int, int]:
    current = t.current_round
    if current is not None and current.phase == "draft":
        return current.number, current.draw + 1
    return t.rounds_played + 1, 0


def _tables(t: Tournament, round_: Round, people: Sequence[frozenset[PlayerId]]) -> list[int]:
    """Tables that stay keep their number; new ones take a player's fixed table, or the one that most of them had."""
    numbers = {frozenset(match.players): match.table for match in round_.matches}
    had = {p: match.table for match in round_.matches for p in match.players}
    wanted = [numbers.get(players) for players in people]
    taken = {*wanted, *t.settings.closed_tables}
    for own in ({p: known.fixed_table for p, known in t.players.items()}, had):
        for place, players in enumerate(people):
            free = Counter(table for p in players if (table := own.get(p)) is not None and table not in taken)
            if wanted[place] is None and free:
                wanted[place] = min(free, key=lambda table: (-free[table], table))
                taken.add(wanted[place])
    return tables_of(t.settings, wanted)


def _broken(t: Tournament, round_: Round, matches: Sequence[Match], byes: Sequence[PlayerId]) -> tuple[Reason, ...]:
    """What the change costs, judged only when everyone the rules expect is there."""
    if t.stages[-1].kind not in ("swiss", "groups"):
        return ()
    everyone = entrants_before(t, round_.number)
    pairs = [(match.players[0], match.players[1]) for match in matches]
    groups = t.stages[-1].groups
    told: list[Reason] = []
    for group in map(frozenset, groups or ((entrant.id for entrant in everyone),)):
        crossing = [(a, b) for a, b in pairs if groups and a in group and b not in group]
        told += [Reason("other-groups", {"players": pair}) for pair in crossing]
        inside = [pair for pair in pairs if pair[0] in group and pair[1] in group]
        promised = {bye.player for bye in round_.byes if bye.in_advance}
        resting = [p for p in byes if p in group and p not in promised]
        seated = {p for pair in inside for p in pair} | set(resting)
        entrants = [entrant for entrant in everyone if entrant.id in seated]
        if inside and len(resting) <= 1 and len(entrants) == 2 * len(inside) + len(resting):
            told += broken_rules(entrants, inside, bye=resting[0] if resting else None, rng=rng_of(t))
    return tuple(told)
