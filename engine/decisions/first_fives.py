"""First Fives, before the clock starts: one table's are fine, or all of the round."""

from __future__ import annotations

from collections.abc import Collection

from engine import facts as f
from engine.decisions.results import match_at
from engine.progress import is_ready
from engine.refusals import Refused
from engine.words import PlayerId, Tournament


def check_first_five(t: Tournament, table: int, *, players: tuple[PlayerId, ...]) -> tuple[f.Fact, ...]:
    """The First Fives of these players are fine; told twice, it is noted once."""
    match, number = match_at(t, table), t.rounds_played
    return tuple(f.FirstFiveChecked(number, table, player) for player in players if player not in match.ready)


def check_all_first_fives(t: Tournament, *, but: Collection[int] = ()) -> tuple[f.Fact, ...]:
    """Every First Five of the round is fine, but at these tables, and but those that had a fault in it."""
    number, doubtful = t.rounds_played, faulty_first_fives(t)
    matches = t.current_round.matches if t.current_round else ()
    open_ = [match for match in matches if match.table not in but and not is_ready(match)]
    found = [(match.table, player) for match in open_ for player in match.players if player not in match.ready]
    fine = tuple(f.FirstFiveChecked(number, table, player) for table, player in found if player not in doubtful)
    if not fine:
        raise Refused("Check these one by one." if found else "Every First Five is checked already.")
    return fine


def faulty_first_fives(t: Tournament) -> frozenset[PlayerId]:
    """Whose First Five had a fault in this round; it is looked at again by itself."""
    here = (check for check in t.deck_checks if (check.round, check.what) == (t.rounds_played, "first-five"))
    return frozenset(check.player for check in here if not check.ok)
