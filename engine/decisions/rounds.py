"""Pairing a round, changing it by hand, publishing and closing it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from engine import facts as f
from engine.pairing.breaks import breaks
from engine.pairing.roster import entrants_before
from engine.pairing.seating import Seating, duel, seat_fours, seat_round, seat_with_rematches
from engine.pairing.tables import table_numbers
from engine.refusals import Refused
from engine.sentences import who
from engine.words import Bye, Match, PlayerId, Round, Tournament

BY_HAND = "seated by the organizer"


def pair_round(t: Tournament) -> tuple[f.Fact, ...]:
    """Pair the next round, or draw the unpublished one anew."""
    return _paired(t, seat_round(t, rng_of(t)))


def pair_with_rematches(t: Tournament) -> tuple[f.Fact, ...]:
    """Pair a round that cannot do without rematches, with the fewest."""
    return _paired(t, seat_with_rematches(t, rng_of(t)))


def seat_at_fours(t: Tournament) -> tuple[f.Fact, ...]:
    """Spellfire: winners only, some tables of four, nobody fills up."""
    return _paired(t, seat_fours(t, rng_of(t)))


def swap(t: Tournament, one: PlayerId, two: PlayerId) -> tuple[f.Fact, ...]:
    """Two players change places; one of them may have the bye."""
    round_ = _open(t)
    for player in (one, two):
        if player not in round_.seated:
            raise Refused(f"{who(player)} is not in round {round_.number}.")
    other = {one: two, two: one}
    pairs = [tuple(other.get(p, p) for p in match.players) for match in round_.matches]
    byes = [other.get(bye.player, bye.player) for bye in round_.byes]
    return _changed(t, round_, pairs, byes)


def seat_together(t: Tournament, one: PlayerId, two: PlayerId) -> tuple[f.Fact, ...]:
    """These two meet; their former partners (or a bye) are joined in their place."""
    round_ = _open(t)
    place = {p: match for match in round_.matches for p in match.players}
    if one not in place:
        one, two = two, one
    if one not in place or one == two:
        raise Refused("Name two players, at least one of whom is at a table.")
    partner = next(p for p in place[one].players if p != one)
    return () if partner == two else swap(t, partner, two)


def give_bye(t: Tournament, player: PlayerId) -> tuple[f.Fact, ...]:
    """Move the bye to this player; whoever had it takes their seat."""
    round_ = _open(t)
    if not round_.byes:
        raise Refused("Nobody has the bye: the field is even.")
    return swap(t, round_.byes[0].player, player)


def seat_late(t: Tournament, player: PlayerId) -> tuple[f.Fact, ...]:
    """A late arrival takes the seat opposite the player with the bye, as long as the clock has not started."""
    round_ = _open(t)
    if not round_.byes:
        raise Refused("Nobody has the bye, so there is no free seat in this round.")
    if t.clock is not None and t.clock.runs:
        raise Refused("The clock has started. Late arrivals enter with the next round.")
    pairs = [match.players for match in round_.matches] + [(round_.byes[0].player, player)]
    return _changed(t, round_, pairs, [bye.player for bye in round_.byes[1:]])


def leave_out(t: Tournament, player: PlayerId) -> tuple[f.Fact, ...]:
    """Somebody is gone before playing: the one with the bye takes the seat, or else the opponent gets the bye."""
    round_ = _open(t)
    pairs, byes = [], [bye.player for bye in round_.byes if bye.player != player]
    for match in round_.matches:
        if player not in match.players:
            pairs.append(match.players)
            continue
        left = next(p for p in match.players if p != player)
        if byes:
            pairs.append((left, byes.pop()))
        else:
            byes.append(left)
    return _changed(t, round_, pairs, byes)


def record_as_played(t: Tournament, pairs: Sequence[tuple[PlayerId, PlayerId]]) -> tuple[f.Fact, ...]:
    """People sat down wrong and played: these pairs replace whatever tables their players had."""
    round_ = _open(t)
    moved = {p for pair in pairs for p in pair}
    kept = [match.players for match in round_.matches if not moved & set(match.players)]
    stranded = [p for m in round_.matches if moved & set(m.players) for p in m.players if p not in moved]
    rest = [p for p in (*stranded, *(bye.player for bye in round_.byes)) if p not in moved]
    joined = [(a, b) for a, b in zip(rest[::2], rest[1::2], strict=False)]
    return _changed(t, round_, [*kept, *pairs, *joined], rest[-1:] if len(rest) % 2 else [])


def publish(t: Tournament) -> tuple[f.Fact, ...]:
    return (f.RoundPublished(_open(t).number),)


def close(t: Tournament) -> tuple[f.Fact, ...]:
    return (f.RoundClosed(_open(t).number),)


def plan_rounds(t: Tournament, rounds: int) -> tuple[f.Fact, ...]:
    """Add or take away rounds of the current stage."""
    return (f.RoundsPlanned(rounds),)


def rng_of(t: Tournament) -> Random:
    """The dice of the next pairing: from the seed, the round and how often it was drawn."""
    number, draw = _next(t)
    return Random(f"{t.seed}/round/{number}/{draw}")


def _next(t: Tournament) -> tuple[int, int]:
    current = t.current_round
    if current is not None and current.phase == "draft":
        return current.number, current.draw + 1
    return t.rounds_played + 1, 0


def _paired(t: Tournament, seating: Seating) -> tuple[f.Fact, ...]:
    number, draw = _next(t)
    return (f.RoundPaired(number, seating.matches, seating.byes, draw),)


def _open(t: Tournament) -> Round:
    round_ = t.current_round
    if round_ is None or round_.phase == "closed":
        raise Refused("There is no open round. Pair the next one first.")
    return round_


def _changed(
    t: Tournament, round_: Round, pairs: Sequence[tuple[PlayerId, ...]], byes: Sequence[PlayerId]
) -> tuple[f.Fact, ...]:
    """The round with these pairs: tables that stay keep their number, new ones take the free ones."""
    old = {frozenset(match.players): match for match in round_.matches}
    by_player = {p: match.table for match in round_.matches for p in match.players}
    wanted: list[int | None] = []
    for pair in pairs:
        same = old.get(frozenset(pair))
        wanted.append(same.table if same else None)
    taken = {table for table in wanted if table is not None}
    for i, pair in enumerate(pairs):
        if wanted[i] is None:
            free = next((by_player[p] for p in pair if p in by_player and by_player[p] not in taken), None)
            wanted[i] = free
            taken |= set() if free is None else {free}
    matches = []
    for table, pair in zip(table_numbers(wanted), pairs, strict=True):
        same = old.get(frozenset(pair))
        fresh = Match(table, duel(pair[0], pair[1]), why=BY_HAND)
        matches.append(replace(same, table=table) if same else fresh)
    had = {bye.player: bye for bye in round_.byes}
    new_byes = tuple(had.get(p, Bye(p, BY_HAND)) for p in byes)
    matches.sort(key=lambda match: match.table)
    return (f.PairingChanged(round_.number, tuple(matches), new_byes, _broken(t, round_, matches, byes)),)


def _broken(t: Tournament, round_: Round, matches: Sequence[Match], byes: Sequence[PlayerId]) -> tuple[str, ...]:
    """What the change costs, judged only when everyone the rules expect is there."""
    if t.stages[-1].kind != "swiss" or len(byes) > 1:
        return ()
    pairs = [(match.players[0], match.players[1]) for match in matches]
    seated = {p for pair in pairs for p in pair} | set(byes)
    entrants = [entrant for entrant in entrants_before(t, round_.number) if entrant.id in seated]
    if len(entrants) != len(seated):
        return ()
    return breaks(entrants, pairs, bye=byes[0] if byes else None, rng=rng_of(t))
