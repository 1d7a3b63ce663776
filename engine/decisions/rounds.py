"""Pairing a round, changing it by hand, publishing and closing it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from engine import facts as f
from engine.decisions.changing import changed, group_of, next_draw, rng_of
from engine.folding.parts import MOST_TABLE, player_of, require_unfinished, stage_of
from engine.folding.stages import require_next_round
from engine.pairing.pod_seating import free_table, is_fresh, with_seat
from engine.pairing.pod_vacancies import why_vacated, without
from engine.pairing.seating import Seating, duel, seat_round, seat_winners, seat_with_rematches
from engine.reasons import Reason
from engine.refusals import Refused
from engine.sentences import round_at_start, the_round, who
from engine.values import replace
from engine.words import PlayerId, Round, StageKind, Tournament


def pair_round(t: Tournament) -> tuple[f.RoundPaired]:
    """Pair the next round, or draw the unpublished one anew."""
    return _paired(t, seat_round)


def pair_with_rematches(t: Tournament) -> tuple[f.RoundPaired]:
    """Pair a round that cannot do without rematches, with the fewest."""
    _require_kind(t, "swiss", "groups", otherwise="Only Swiss rounds can have rematches.")
    return _paired(t, seat_with_rematches)


def seat_at_fours(t: Tournament) -> tuple[f.RoundPaired]:
    """Tables of several: winners only, some tables of four, nobody fills up."""
    _require_kind(t, "pods", otherwise="Only a round of tables of several can have tables of four.")
    if not any(round_.phase == "closed" for round_ in t.stages[-1].rounds):
        raise Refused("The first round has no winners to seat yet. Pair it as usual.")
    return _paired(t, seat_winners)


def swap(t: Tournament, one: PlayerId, two: PlayerId) -> tuple[f.Fact, ...]:
    """Two players change places; one of them may have the bye."""
    round_ = _open(t)
    for player in (one, two):
        _require_seated(round_, player)
    if _meet(round_, one, two):
        raise Refused(f"{who(one)} and {who(two)} sit at the same table: changing places would change nothing.")
    other = {one: two, two: one}
    tables = [tuple(replace(s, player=other.get(s.player, s.player)) for s in m.seats) for m in round_.matches]
    byes = [other.get(bye.player, bye.player) for bye in round_.byes]
    return changed(t, round_, tables, byes)


def seat_together(t: Tournament, one: PlayerId, two: PlayerId) -> tuple[f.Fact, ...]:
    """These two meet; their former partners (or a bye) are joined in their place."""
    round_ = _open(t)
    place = {p: match for match in round_.matches for p in match.players}
    if one not in place:
        one, two = two, one
    if one not in place or one == two:
        raise Refused("Name two players, at least one of whom is at a table.")
    if two in place[one].players:
        return ()
    partner = next(p for p in place[one].players if p != one)
    return swap(t, partner, two)


def give_bye(t: Tournament, player: PlayerId) -> tuple[f.Fact, ...]:
    """Move the bye to this player; whoever had it takes their seat. Draft groups have byes of their own."""
    round_ = _open(t)
    group = group_of(t, player)
    bye = next((bye.player for bye in round_.free_byes if group_of(t, bye.player) == group), None)
    if bye is None:
        raise Refused("Nobody has the bye: the number of players is even.")
    return () if bye == player else swap(t, bye, player)


def seat_late(t: Tournament, player: PlayerId) -> tuple[f.Fact, ...]:
    """Somebody who entered without a place in this round gets one, opposite the player with the bye."""
    if player not in t.players:
        raise Refused("Enter the player first, on the Players page.")
    if t.current_round is not None and player in t.current_round.seated:
        raise Refused(f"{who(player)} already has a seat in this round.")
    here_after_all = back_in(t, player, t.current_round)
    return *here_after_all, *take_free_seat(t, player)


def back_in(t: Tournament, player: PlayerId, round_: Round | None) -> tuple[f.Fact, ...]:
    """Whoever said they would miss this round, and is here, does not miss it."""
    missing = round_ is not None and t.players[player].excuse(round_.number) == "missed"
    return (f.RoundExcused(player, round_.number),) if round_ is not None and missing else ()


def take_free_seat(t: Tournament, player: PlayerId) -> tuple[f.Fact, ...]:
    """A late arrival takes the seat opposite the player with the bye, as long as the clock has not started.

    At tables of several it is a fourth seat, where no game is in yet.
    """
    round_ = _open(t)
    if player in t.players and not t.players[player].active:
        raise Refused(f"{who(player)} has left. Reinstate them first.")
    if t.stages[-1].kind == "pods":
        return _fourth_seat(t, round_, player)
    group = group_of(t, player)
    bye = next((bye.player for bye in round_.free_byes if group_of(t, bye.player) == group), None)
    if bye is None:
        raise Refused("Nobody has the bye, so there is no free seat in this round.")
    if t.clock is not None and t.clock.runs:
        raise Refused("The clock has started. Late arrivals enter with the next round.")
    tables = [match.seats for match in round_.matches] + [duel(bye, player)]
    return changed(t, round_, tables, [other.player for other in round_.byes if other.player != bye])


def _fourth_seat(t: Tournament, round_: Round, player: PlayerId) -> tuple[f.Fact, ...]:
    free = free_table(t)
    if free is None:
        raise Refused(f"Every table is full or has a game in: there is no seat for {who(player)} in this round.")
    tables = [with_seat(match, player) if match is free else match.seats for match in round_.matches]
    gone = [p for p in free.no_shows if t.players[p].active]
    late = Reason("late-seat", {"player": player})
    return *changed(t, round_, tables, (), because=late), *(f.PlayerDropped(p, round_.number - 1) for p in gone)


def take_over_seat(t: Tournament, gone: PlayerId, comes: PlayerId) -> tuple[f.Fact, ...]:
    """Tables of several: somebody sits down where another one sat, as long as no game is in there."""
    round_ = _open(t)
    _require_kind(t, "pods", otherwise="A seat is taken over only at a table of three or more. Swap players instead.")
    _require_seated(round_, gone)
    player_of(t, comes)
    if comes in round_.seated:
        raise Refused(f"{who(comes)} already has a seat in this round.")
    match = next(match for match in round_.matches if gone in match.players)
    if not is_fresh(match):
        raise Refused(f"A game is in at table {match.table}, so nobody takes over a seat there. Take it back first.")
    tables = [tuple(replace(s, player=comes) if s.player == gone else s for s in m.seats) for m in round_.matches]
    return changed(t, round_, tables, (), because=Reason("seat-taken-over", {"gone": gone, "comes": comes}))


def leave_out(t: Tournament, player: PlayerId) -> tuple[f.Fact, ...]:
    """Somebody is gone before playing: the one with the bye takes the seat, or else the opponent gets the bye.

    At tables of several others move, or the next strongest fills the seat.
    """
    round_ = _open(t)
    _require_seated(round_, player)
    if stage_of(t).kind == "pods":
        tables = without(t, round_, player)
        return changed(t, round_, tables, (), because=why_vacated(t, round_, tables, player))
    _require_kind(t, "swiss", "groups", otherwise="Nobody is left out here: record a no-show, or pair the round anew.")
    byes = [bye.player for bye in round_.byes if bye.player != player]
    open_ = [bye.player for bye in round_.free_byes if bye.player in byes]
    free = next((p for p in open_ if group_of(t, p) == group_of(t, player)), None)
    tables = []
    for match in round_.matches:
        if player not in match.players:
            tables.append(match.seats)
        elif free is not None:
            tables.append(tuple(replace(s, player=free) if s.player == player else s for s in match.seats))
            byes.remove(free)
        else:
            byes += [p for p in match.players if p != player]
    return changed(t, round_, tables, byes)


def record_as_played(t: Tournament, pairs: Sequence[tuple[PlayerId, PlayerId]]) -> tuple[f.Fact, ...]:
    """People sat down wrong and played: these pairs replace whatever tables their players had."""
    round_ = _open(t)
    here = {p for p, player in t.players.items() if player.active}
    for player in (p for pair in pairs for p in pair if p not in here):
        _require_seated(round_, player)
    for one, two in pairs:
        if _meet(round_, one, two):
            raise Refused(f"{who(one)} and {who(two)} already have a table together: enter its result as usual.")
    _require_kind(t, "swiss", "groups", otherwise="Only Swiss tables are recorded as they were played.")
    moved = {p for pair in pairs for p in pair}
    kept = [match.seats for match in round_.matches if not moved & set(match.players)]
    stranded = [p for m in round_.matches if moved & set(m.players) for p in m.players if p not in moved]
    waiting: dict[int, list[PlayerId]] = {}
    for p in (*stranded, *(bye.player for bye in round_.free_byes if bye.player not in moved)):
        waiting.setdefault(group_of(t, p), []).append(p)
    joined = [duel(a, b) for rest in waiting.values() for a, b in zip(rest[::2], rest[1::2], strict=False)]
    byes = [rest[-1] for rest in waiting.values() if len(rest) % 2]
    byes += [bye.player for bye in round_.byes if bye.in_advance and bye.player not in moved]
    return changed(t, round_, [*kept, *(duel(a, b) for a, b in pairs), *joined], byes)


def move_match(t: Tournament, table: int, *, to: int) -> tuple[f.Fact, ...]:
    """A match plays at another table, with its result, its extra time and all; who sits there changes with them."""
    round_ = _open(t)
    if round_.match_at(table) is None:
        raise Refused(f"{round_at_start(round_.number)} has no table {table}.")
    if not 1 <= to <= MOST_TABLE:
        raise Refused(f"Tables have numbers from 1 to {MOST_TABLE}.")
    if to in t.settings.closed_tables:
        raise Refused(f"Table {to} is out of use. Open it in the settings first, or choose another.")
    return () if to == table else (f.MatchMoved(round_.number, table, to),)


def publish(t: Tournament) -> tuple[f.RoundPublished]:
    return (f.RoundPublished(_open(t).number),)


def close(t: Tournament) -> tuple[f.RoundClosed]:
    return (f.RoundClosed(_open(t).number),)


def plan_rounds(t: Tournament, rounds: int) -> tuple[f.Fact, ...]:
    """Add or take away rounds of the current stage."""
    require_unfinished(t)
    return () if t.stage is not None and t.stage.planned == rounds else (f.RoundsPlanned(rounds),)


def shorten(t: Tournament) -> tuple[f.Fact, ...]:
    """The stage ends with the rounds that are played."""
    require_unfinished(t)
    stage = t.stage
    if stage is None or not stage.rounds or stage.rounds[-1].phase != "closed":
        raise Refused("An event is shortened between two rounds: close the open one first.")
    return (f.RoundsPlanned(len(stage.rounds)),)


def _paired(t: Tournament, seat: Callable[[Tournament, Random], Seating]) -> tuple[f.RoundPaired]:
    number, draw = next_draw(t)
    before = t
    if draw:
        # Drawn anew as if the draft had never been.
        stage = t.stages[-1]
        before = replace(t, stages=(*t.stages[:-1], replace(stage, rounds=stage.rounds[:-1])))
    require_next_round(before)
    seating = seat(before, rng_of(t))
    return (f.RoundPaired(number, seating.matches, seating.byes, draw),)


def _open(t: Tournament) -> Round:
    round_ = t.current_round
    if round_ is None or round_.phase == "closed":
        raise Refused("There is no open round. Pair the next one first.")
    return round_


def _meet(round_: Round, one: PlayerId, two: PlayerId) -> bool:
    """Do these two share a table?"""
    return any({one, two} <= set(match.players) for match in round_.matches)


def _require_kind(t: Tournament, *kinds: StageKind, otherwise: str) -> None:
    if stage_of(t).kind not in kinds:
        raise Refused(otherwise)


def _require_seated(round_: Round, player: PlayerId) -> None:
    if player not in round_.seated:
        raise Refused(f"{who(player)} is not in {the_round(round_.number)}.")
