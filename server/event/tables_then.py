"""Who sat at a table when something happened there, which games were in, and who had left: the history tells by it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from engine import facts as f
from engine.fold import Act, is_undo, undone
from engine.once import once
from engine.values import replace
from engine.words import Match
from server.core.books import Book

Seats = dict[tuple[int, int], Match]
# By the number of an act, the tables it speaks of as they stood after it; under 0 every table as it was last seated.
Tables = dict[int, Seats]


@once
def tables_then(book: Book) -> Tables:
    """Everybody's table at every act. Whatever was undone by then had not happened."""
    acts = book.acts
    state: Seats = {}
    last: Seats = {}  # undone or not
    found: Tables = {}
    undos: list[Act] = []
    to_come = {act.seq for act in acts if is_undo(act)}
    before: list[tuple[int, Seats]] = []  # as it was before each round was paired: undoing goes back no further
    for place, act in enumerate(acts):
        if act.seq in to_come:
            was, off = undone(undos), undone([*undos, act])
            undos.append(act)
            to_come.remove(act.seq)
            if not (first := min(was ^ off, default=0)):
                continue
            while before and acts[before[-1][0]].seq > first:
                before.pop()
            begin, seats = before[-1] if before else (0, {})
            counting = (act for act in acts[begin : place + 1] if act.seq not in off and not is_undo(act))
            state = _walked(seats, counting)
            continue
        if to_come and any(isinstance(fact, PAIRED) for fact in act.facts):
            before.append((place, dict(state)))
        about = []
        for fact in act.facts:
            if type(fact) in AT_TABLES:
                _happen(state, fact)
                if isinstance(fact, ABOUT):
                    about.append((fact.number, fact.table))
                else:
                    _happen(last, fact)
        found[act.seq] = {where: state[where] for where in about if where in state}
    found[0] = last
    return found


def _walked(seats: Seats, acts: Iterable[Act]) -> Seats:
    state = dict(seats)
    for act in acts:
        for fact in act.facts:
            _happen(state, fact)
    return state


def _happen(state: Seats, fact: f.Fact) -> None:
    if isinstance(fact, PAIRED):
        state.update({(fact.number, match.table): match for match in fact.matches})
    elif isinstance(fact, f.MatchMoved):
        places = (fact.number, fact.table), (fact.number, fact.to)
        here, there = (state.pop(place, None) for place in places)
        state.update({place: match for place, match in zip(places, (there, here), strict=True) if match is not None})
    elif isinstance(fact, ABOUT) and (fact.number, fact.table) in state:
        where = (fact.number, fact.table)
        change = CHANGES.get(type(fact))
        state[where] = change(state[where], fact) if change else state[where]


def _left(match: Match, fact: f.SeatLeft) -> Match:
    if fact.no_show:
        return replace(match, withdrawn=(fact.player, *match.withdrawn), no_shows=(*match.no_shows, fact.player))
    return replace(match, withdrawn=(*match.withdrawn, fact.player))


PAIRED = (f.RoundPaired, f.PairingChanged)
ABOUT = (f.ResultRecorded, f.ResultCorrected, f.GameRecorded, f.GameWithdrawn, f.SeatLeft)
AT_TABLES = frozenset({*PAIRED, f.MatchMoved, *ABOUT})
CHANGES: dict[type, Callable[[Match, Any], Match]] = {
    f.GameRecorded: lambda match, fact: replace(match, games=(*match.games, fact.game)),
    f.GameWithdrawn: lambda match, fact: replace(match, games=match.games[:-1]),
    f.ResultCorrected: lambda match, fact: replace(match, games=fact.games) if fact.games else match,
    f.SeatLeft: _left,
}
