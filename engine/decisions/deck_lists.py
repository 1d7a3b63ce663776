"""Deck lists: who may still change one, when they are locked, and what a judge found in a deck."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Literal

from engine import facts as f
from engine.folding.parts import player_of
from engine.handing_in import collects
from engine.refusals import Refused
from engine.sentences import who
from engine.so_far import begun
from engine.values import replace
from engine.words import PlayerId, Tournament


def change_list(t: Tournament, player: PlayerId) -> tuple[f.Fact, ...]:
    """The organizer changes a list that is not locked; the list itself is kept outside."""
    _require_lists(t)
    if player_of(t, player).deck_locked:
        raise Refused(f"The list of {who(player)} is locked. Unlock it first; the history shows that.")
    return ()


def change_own_list(t: Tournament, player: PlayerId) -> tuple[f.Fact, ...]:
    """A player changes their own list: until it is handed in, and until round 1."""
    _require_lists(t)
    if player_of(t, player).deck_locked:
        raise Refused("Your list is locked: handed in, or time was up. Only the organizer can open it again.")
    if begun(t):
        raise Refused("Round 1 has begun, so lists are closed. Ask at the desk.")
    return ()


def hand_in(t: Tournament, player: PlayerId) -> tuple[f.Fact, ...]:
    """A player hands their own list in."""
    return *change_own_list(t, player), f.DeckLocked(player)


def lock_list(t: Tournament, player: PlayerId, *, lists: Collection[PlayerId]) -> tuple[f.Fact, ...]:
    """The organizer locks a list; once is enough. `lists` are the players whose list is there."""
    _require_lists(t)
    if player not in lists:
        raise Refused(f"There is no list of {who(player)} to lock. Save one first.")
    return () if player_of(t, player).deck_locked else (f.DeckLocked(player),)


def lock_all_lists(t: Tournament, *, lists: Collection[PlayerId]) -> tuple[f.Fact, ...]:
    """Every list that is there is locked as it is."""
    _require_lists(t)
    return tuple(f.DeckLocked(p) for p, player in t.players.items() if p in lists and not player.deck_locked)


def unlock_list(t: Tournament, player: PlayerId) -> tuple[f.Fact, ...]:
    """The organizer lets a player change their list again."""
    return (f.DeckUnlocked(player),) if player_of(t, player).deck_locked else ()


def set_deadline(t: Tournament, due: str) -> tuple[f.Fact, ...]:
    """The organizer sets the deadline for lists, moves it, or takes it away with an empty one."""
    _require_lists(t)
    if begun(t):
        raise Refused("Round 1 has begun, so lists are closed already.")
    return () if due == t.settings.lists_due else (f.SettingsChanged(replace(t.settings, lists_due=due)),)


def close_lists(t: Tournament, now: datetime) -> tuple[f.Fact, ...]:
    """The deadline is over: everybody's list is locked, and so is the place of one that is missing."""
    if not lists_are_due(t, now):
        return ()
    return tuple(f.DeckLocked(p) for p, player in t.players.items() if player.active and not player.deck_locked)


def end_deadline(t: Tournament, now: datetime) -> tuple[f.Fact, ...]:
    """A deadline that is over is taken away, so that a list that is opened again stays open."""
    return (f.SettingsChanged(replace(t.settings, lists_due="")),) if lists_are_due(t, now) else ()


def deadline(t: Tournament) -> str:
    """When lists close, as long as that counts: round 1 closes them by itself. Empty for never."""
    return t.settings.lists_due if collects(t) and not begun(t) and t.finish is None else ""


def lists_are_due(t: Tournament, now: datetime) -> bool:
    """Is the deadline over, and not carried out yet?"""
    due = deadline(t)
    return bool(due) and datetime.fromisoformat(due) <= now


def check_deck(
    t: Tournament, player: PlayerId, *, id: str, what: Literal["deck", "first-five"], ok: bool
) -> tuple[f.Fact, ...]:
    """A judge looked at a deck or a First Five; what was found wrong is kept outside, under this id."""
    return (f.DeckChecked(id, player, what, ok, t.current_round.number if t.current_round else 0),)


def _require_lists(t: Tournament) -> None:
    if not collects(t):
        raise Refused("This event collects no deck lists. The organizer can change that in the settings.")
