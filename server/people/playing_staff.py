"""Organizers and judges who also play: they see no list but their own, and somebody else checks at their table.

A PIN is shared, so a sign-in says no more than a role and a name. Whoever is called like a player of the staff, or
holds that player's code on the same device, is that player; others are asked once on each device.
"""

from __future__ import annotations

from flask import session

from engine.names import key
from engine.refusals import Refused
from engine.sentences import everyone, who
from engine.values import dataclass
from engine.words import Match, PlayerId
from server.core import auth
from server.core.desk import Desk
from server.people.staff import roles_of_players

ANSWERS = "plays"
NOBODY = ""


@dataclass(frozen=True, slots=True)
class Looking:
    """Who reads a page: the player they are in this event, if any; `ask` names whom they might be."""

    player: PlayerId | None = None
    ask: tuple[PlayerId, ...] = ()


def looking(desk: Desk) -> Looking:
    """Whoever this request comes from, as a player of this event."""
    held = auth.held()
    if held is not None and held.kind == "player" and held.tournament == desk.id:
        return Looking(held.player)
    playing = tuple(roles_of_players(desk))
    me = auth.current()
    named = next((p for p in playing if me and key(desk.people[p].name) == key(me.name)), None)
    if not playing or named:
        return Looking(named)
    answer = session.get(ANSWERS, {}).get(desk.id)
    if answer == NOBODY or answer in playing:
        return Looking(answer or None)
    return Looking(ask=playing)


def answer(desk: Desk, player: str) -> None:
    """This device is that player of the staff, or nobody who plays."""
    if player != NOBODY and player not in roles_of_players(desk):
        raise Refused("Choose one of the names, or that you do not play.")
    session[ANSWERS] = {**session.get(ANSWERS, {}), desk.id: player}


def may_see(desk: Desk, player: PlayerId) -> bool:
    """May whoever asks read this player's list? Whoever plays reads only their own, until the event is over."""
    me = looking(desk)
    return desk.t.finish is not None or (not me.ask and me.player in (None, player))


def may_see_code(desk: Desk, player: PlayerId) -> bool:
    """A personal code opens that player's list too. The organizer hands codes out, and so reads them all."""
    me = auth.current()
    return (me is not None and me.role == "organizer") or may_see(desk, player)


def require_may_see_codes(desk: Desk) -> None:
    if not all(may_see_code(desk, player) for player in desk.t.players):
        raise auth.Forbidden(f"{why_not(desk)} Personal codes open them: the organizer prints those.")


def require_may_see(desk: Desk, player: PlayerId) -> None:
    if not may_see(desk, player):
        raise auth.Forbidden(why_not(desk))


def why_not(desk: Desk) -> str:
    """Why lists are closed to whoever asks."""
    me = looking(desk)
    if me.ask:
        return f"{everyone(me.ask)} of the staff {'plays' if len(me.ask) == 1 else 'play'} too. Say first who you are."
    return "You play in this event, so the lists of the others stay closed to you until it is over."


def require_other(desk: Desk, match: Match) -> None:
    """Nobody checks at the table they play at."""
    me = looking(desk)
    if me.player in match.players:
        raise Refused(f"You play at table {match.table} yourself, so somebody else checks there.")
    ours = [player for player in me.ask if player in match.players]
    if ours:
        raise Refused(
            f"{who(ours[0])} of the staff plays at table {match.table}, so somebody else checks there. "
            "If you are not them, say so on the First Five page of that table."
        )


def own_tables(desk: Desk) -> dict[int, PlayerId]:
    """The tables of this round where whoever asks plays, or may play, with whom they are there."""
    me, current = looking(desk), desk.t.current_round
    mine = (me.player,) if me.player else me.ask
    matches = current.matches if current else ()
    return {match.table: player for match in matches for player in match.players if player in mine}
