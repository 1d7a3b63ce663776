"""How entering by phone and checking oneself in change the tournament."""

from __future__ import annotations

from engine import facts as f
from engine.folding.parts import Folders, T, require_unfinished
from engine.refusals import Refused
from engine.so_far import begun
from engine.values import replace
from engine.words import CheckIn

MOST_PLACES, MOST_FEE, LONGEST_CURRENCY = 4096, 1_000_000, 8


def _entry_set(t: T, fact: f.EntrySet) -> T:
    require_unfinished(t)
    found = fact.entering
    if not 0 <= found.places <= MOST_PLACES:
        raise Refused(f"An event has room for 1 to {MOST_PLACES:,} players; leave it empty for any number.")
    if not 0 <= found.fee <= MOST_FEE or len(found.currency) > LONGEST_CURRENCY:
        raise Refused(f"A fee is an amount up to {MOST_FEE // 100:,} and a currency, such as 10 €.")
    return replace(t, entering=found)


def _check_in_opened(t: T, fact: f.CheckInOpened) -> T:
    require_unfinished(t)
    if begun(t):
        raise Refused("Round 1 has begun: nobody checks in any more.")
    if fact.ms < 0:
        raise Refused("Check-in stays open for at least a minute.")
    return replace(t, check_in=CheckIn(fact.at, fact.ms))


def _check_in_closed(t: T, _fact: f.CheckInClosed) -> T:
    if t.check_in is None:
        raise Refused("Self check-in is not open.")
    return replace(t, check_in=None)


ENTERING: Folders = {
    f.EntrySet: _entry_set,
    f.CheckInOpened: _check_in_opened,
    f.CheckInClosed: _check_in_closed,
}
