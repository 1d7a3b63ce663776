"""Ties that only a lot separates, decided by the organizer in another fair way."""

from __future__ import annotations

from collections.abc import Sequence

from engine import facts as f
from engine.decisions.results import match_of
from engine.pairing import pods
from engine.pairing.pod_seating import FillLot, filling_lot, joined, undrawn
from engine.reasons import Reason
from engine.refusals import Refused
from engine.results import placed
from engine.sides import Side, side_with, team_of
from engine.standings.ranks import lot_ties, stage_ranks
from engine.values import replace
from engine.words import PlayerId, Result, Round, Tournament


def replace_lots(t: Tournament, tied: Sequence[PlayerId], *, places: Sequence[int]) -> tuple[f.Fact, ...]:
    """These players, whom only a lot separates, in the order of the places given to them; a team by one of it."""
    stage = t.stage
    if t.finish is not None:
        raise Refused("The event is finished. Undo the finish in the history to change the places.")
    if stage is None or stage.kind == "bracket" or set(tied) not in map(set, lot_ties(stage_ranks(t, stage))):
        raise Refused("The tie between these players is no longer decided by lot. Look at the standings again.")
    order = _in_order(tied, places)
    return (f.LotsReplaced(tuple(member for player in order for member in team_of(t, player))),)


def replace_fill_lot(t: Tournament, tied: Sequence[PlayerId], *, places: Sequence[int]) -> tuple[f.Fact, ...]:
    """Who of those that are equal fills up, decided in another fair way as long as the round is not published.

    Where the round is drafted already, whoever comes in has the seat of whoever does not.
    """
    current = t.current_round
    if t.finish is not None or current is None or current.phase == "published":
        raise Refused(
            "The round is published: who fills up is decided. Undo the publishing in the history to change it."
        )
    before = undrawn(t)
    lot = filling_lot(before) if t.stages[-1].kind == "pods" else None
    if lot is None or {side[0] for side in lot.equal} != set(tied):
        raise Refused("These players are no longer equal for the seat. Look at the pairings again.")
    order = _in_order(tied, places)
    decided = f.LotsReplaced(tuple(member for player in order for member in team_of(t, player)))
    if current.phase != "draft" or not any(player in current.seated for side in lot.chosen for player in side):
        return (decided,)
    return decided, *_reseated(current, lot, chosen=tuple(team_of(t, p) for p in order[: len(lot.chosen)]))


def _reseated(draft: Round, lot: FillLot, *, chosen: tuple[Side, ...]) -> tuple[f.Fact, ...]:
    """The draft with those who were chosen now; everybody else stays where they sit."""
    gone = [side for side in lot.chosen if side not in chosen]
    come = [side for side in chosen if side not in lot.chosen]
    other = {p: q for out, in_ in zip(gone, come, strict=True) for p, q in zip(out, in_, strict=True)}
    now = FillLot(lot.equal, chosen, by_hand=True)
    filling_up = {p for side in chosen for p in side}
    matches = []
    for match in draft.matches:
        seats = tuple(replace(seat, player=other.get(seat.player, seat.player)) for seat in match.seats)
        here = [seat.player for seat in seats if seat.player in filling_up]
        why = Reason("winners", joined(here, now)) if here else match.why
        matches.append(replace(match, seats=seats, why=why))
    because = Reason("winners", joined([p for side in chosen for p in side], now))
    return (f.PairingChanged(draft.number, tuple(matches), draft.byes, because=because),)


def replace_lots_at_a_table(
    t: Tournament, number: int, table: int, tied: Sequence[PlayerId], *, places: Sequence[int]
) -> tuple[f.Fact, ...]:
    """The same for places at a table of several, a side by one of it; in a closed round it is a correction."""
    match = match_of(t, number, table)
    result = match.result
    meant = sorted(side_with(match, player) for player in tied if player in match.players)
    if result is None or meant not in map(sorted, pods.tied(match)):
        raise Refused(f"Only a lot may be replaced, and table {table} has no such lot any more. Look again.")
    order = _in_order(tied, places)
    side_of = {seat.player: seat.side for seat in match.seats}
    theirs = sorted({out.place for seat, out in zip(match.seats, result.outcomes, strict=True) if seat.player in tied})
    new = dict(zip(dict.fromkeys(side_of[player] for player in order), theirs, strict=True))
    outcomes = zip(match.seats, result.outcomes, strict=True)
    placed_now = tuple(placed(new.get(seat.side, out.place)) for seat, out in outcomes)
    settled = Result(placed_now, result.how, tie_broken=True, settled=tuple(sorted({*result.settled, *theirs})))
    current = t.current_round
    if current is not None and current.number == number and current.phase == "published":
        return f.ResultWithdrawn(number, table), f.ResultRecorded(number, table, settled)
    return (f.ResultCorrected(number, table, settled, match.games),)


def _in_order(tied: Sequence[PlayerId], places: Sequence[int]) -> tuple[PlayerId, ...]:
    if sorted(places) != list(range(1, len(tied) + 1)):
        raise Refused(f"Give each of them a different place, from 1 to {len(tied)}.")
    return tuple(player for _, player in sorted(zip(places, tied, strict=True)))
