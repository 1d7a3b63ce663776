"""Tables of several without somebody who is gone before they played: who stays, who moves, who fills the seat.

In the first round tables stay at three and four: a fourth from elsewhere moves over, or the two who are left sit down
where the fewest are. Later a vacancy is filled like any open seat, by the strongest of those who did not win.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from engine.pairing.pod_seating import FOURTH, fill_lot, is_fresh, joined, plays_in_teams, strongest_others
from engine.pairing.pods import FEWEST, most_filling_up
from engine.reasons import Param, Reason
from engine.refusals import Refused
from engine.sentences import capital, who
from engine.standings.pods import won_the_last_round
from engine.words import Match, PlayerId, Round, Seat, Tournament

Players = tuple[PlayerId, ...]
Tables = dict[int, Players]


def without(t: Tournament, round_: Round, player: PlayerId) -> list[tuple[Seat, ...]]:
    """The tables of this round without this player, and without whoever else never came to the same table."""
    here = next(match for match in round_.matches if player in match.players)
    _require_free(t, here, player)
    left = tuple(p for p in _came(here) if p != player)
    tables = {match.table: match.players for match in round_.matches} | {here.table: left}
    why = "no other table can take or spare anybody"
    if len(left) < FEWEST and len(t.stages[-1].rounds) == 1:
        tables = _evened_out(round_, here, tables)
    elif len(left) < FEWEST:
        tables, why = _filled_up(t, round_, here, tables)
    if not tables:
        absent = player in here.no_shows
        say = "" if absent else f"Say at table {here.table} that {who(player)} did not come: "
        raise Refused(
            f"{_left(len(left))} {'are' if absent else 'would be'} left at table {here.table}, and {why}. "
            + capital(f"{say}whoever is there plays on.")
        )
    known = {match.table: match for match in round_.matches}
    return [_seats(known[table], players) for table, players in tables.items()]


def why_vacated(t: Tournament, round_: Round, tables: Sequence[Sequence[Seat]], player: PlayerId) -> Reason:
    """Who is gone, who moved to another table for that, and who fills up, by points or by lot."""
    was = {p: match.table for match in round_.matches for p in match.players}
    new = {frozenset(seat.player for seat in seats) for seats in tables}
    old = {frozenset(match.players): match.table for match in round_.matches}
    joining = tuple(p for players in new for p in players if p not in was)
    stayed = {p: _home(players, was) for players in new - old.keys() for p in players}
    moved = tuple(sorted(p for p, table in stayed.items() if p in was and was[p] != table))
    others = [p for p in strongest_others(t) if p not in round_.seated] if joining else []
    lot = fill_lot(t, len(joining), among=others) if joining else None
    more: dict[str, Param] = {"moved": moved} if moved else {}
    return Reason("vacated", {"player": player, **more, **joined(joining, lot)})


def _home(players: frozenset[PlayerId], was: Mapping[PlayerId, int]) -> int:
    """The table that most of them had."""
    had = Counter(was[p] for p in players if p in was)
    return max(had, key=lambda table: (had[table], -table))


def _require_free(t: Tournament, here: Match, player: PlayerId) -> None:
    if plays_in_teams(t):
        raise Refused(f"Teams stay together. Say at table {here.table} that {who(player)} did not come.")
    if not is_fresh(here):
        raise Refused(f"A game is in at table {here.table}, or somebody has left it. {who(player)} leaves it there.")


def _evened_out(round_: Round, here: Match, tables: Tables) -> Tables:
    """Tables of three and four once more; empty where that cannot be. A seat that nobody came to is free."""
    fresh = {match.table: _came(match) for match in round_.matches if match is not here and is_fresh(match)}
    left = tables[here.table]
    spare = [table for table in reversed(fresh) if len(fresh[table]) >= FOURTH][: FEWEST - len(left)]
    if len(left) + len(spare) == FEWEST:
        moved = tuple(fresh[table][-1] for table in spare)
        return {**tables, **{table: fresh[table][:-1] for table in spare}, here.table: (*left, *moved)}
    rest = {table: players for table, players in tables.items() if table != here.table}
    return _spread(rest, left, fresh)


def _spread(rest: Tables, left: Players, fresh: Tables) -> Tables:
    """Those who are left sit down where the fewest are, up to four; at the only other table there is a fifth seat."""
    most = FOURTH + 1 if len(rest) == 1 else FOURTH
    joined: Tables = {}
    for player in left:
        sitting = {**fresh, **joined}
        table = min(sitting, key=lambda number: (len(sitting[number]), number), default=None)
        if table is None or len(sitting[table]) >= most:
            return {}
        joined[table] = (*sitting[table], player)
    return {**rest, **joined}


def _came(match: Match) -> Players:
    return tuple(player for player in match.players if player not in match.no_shows)


def _filled_up(t: Tournament, round_: Round, here: Match, tables: Tables) -> tuple[Tables, str]:
    """The seat goes to the strongest who is still here and does not sit in this round; or why it cannot."""
    left = tables[here.table]
    others = [player for player in strongest_others(t) if player not in round_.seated]
    seated = (*left, *others[: FEWEST - len(left)])
    winners = {player for side in won_the_last_round(t.stages[-1]) for player in side}
    if len(seated) < FEWEST:
        return {}, "nobody is left who could fill up"
    if sum(player not in winners for player in seated) > most_filling_up(FEWEST):
        return {}, f"with one more there would be more who fill up than winners at table {here.table}"
    return {**tables, here.table: seated}, ""


def _seats(match: Match, players: Players) -> tuple[Seat, ...]:
    """Whoever stays keeps their side; whoever comes has one of their own."""
    side = {seat.player: seat.side for seat in match.seats}
    free = iter(range(max(side.values()) + 1, max(side.values()) + 1 + len(players)))
    return tuple(Seat(player, side[player] if player in side else next(free)) for player in players)


def _left(count: int) -> str:
    return {0: "Nobody", 1: "One"}.get(count, "Two")
