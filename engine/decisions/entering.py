"""The doors open: players enter by themselves, within the places there are, and check themselves in."""

from __future__ import annotations

from collections.abc import Mapping

from engine import facts as f
from engine.clock import Moment
from engine.decisions import roster
from engine.decisions.setup import enter
from engine.folding.parts import player_of, require_unfinished
from engine.progress import checking_in
from engine.refusals import Refused
from engine.sentences import plural
from engine.words import Entering, PlayerId, Tournament

CLOSED = "Self check-in is not open. Tell the desk that you are here."


def set_entry(t: Tournament, entering: Entering) -> tuple[f.Fact, ...]:
    """Open or close the entry, say for how many there is room, and what it costs; nothing where all is as it was."""
    if entering.open and not t.entering.open:
        enter(t, [])  # refused with its own sentence where nobody can enter any more
    return () if entering == t.entering else (f.EntrySet(entering),)


def places_left(t: Tournament) -> int | None:
    """How many may still come; None where there is room for any number. Never below zero."""
    if not t.entering.places:
        return None
    return max(0, t.entering.places - sum(player.active for player in t.players.values()))


def accept(t: Tournament, listed: Mapping[PlayerId, roster.Details]) -> tuple[f.Fact, ...]:
    """Those who entered by themselves are on the list, as far as there is room."""
    left = places_left(t)
    if left is not None and len(listed) > left:
        if not left:
            raise Refused(f"{all_are(t.entering.places)} taken. Add places, or take somebody off the list.")
        raise Refused(
            f"There is room for {left} more, and this would be {plural(len(listed), 'player')}. "
            "Choose fewer, or add places."
        )
    return roster.enter_listed(t, listed)


def all_are(places: int) -> str:
    """All 24 places are (taken)."""
    return f"All {places} places are" if places > 1 else "The one place is"


def open_check_in(t: Tournament, now: Moment, *, ms: int = 0) -> tuple[f.Fact, ...]:
    """From now on players check themselves in."""
    return (f.CheckInOpened(now, ms),)


def close_check_in(t: Tournament) -> tuple[f.Fact, ...]:
    return (f.CheckInClosed(),) if t.check_in is not None else ()


def check_in_left(t: Tournament, now: Moment) -> int | None:
    """For how many milliseconds players may still check themselves in, 0 when it is over.

    None where it ends when somebody closes it: with no end given, or after the box was switched off in between.
    """
    if t.check_in is None or not checking_in(t):
        return 0
    opened = t.check_in
    if not opened.ms or opened.at.boot_id != now.boot_id:
        return None
    return max(0, opened.at.ms + opened.ms - now.ms)


def check_self_in(t: Tournament, player: PlayerId, now: Moment) -> tuple[f.Fact, ...]:
    """This player is here, by their own word."""
    require_unfinished(t)
    if not player_of(t, player).active:
        raise Refused("You are not in this event any more. Ask at the desk.")
    if t.players[player].present:
        return ()
    if check_in_left(t, now) == 0:
        raise Refused(CLOSED)
    return roster.check_in(t, player, present=True)
