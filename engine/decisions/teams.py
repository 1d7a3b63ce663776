"""Teams of two: who plays with whom. Teams are part of the event's settings, made before the first round."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine import facts as f
from engine.pairing.pods import TEAM_MEMBERS, TEAMS
from engine.refusals import Refused
from engine.rulesets.registry import ruleset_of
from engine.sentences import plural, who
from engine.values import replace
from engine.words import Event, PlayerId, Tournament

Team = tuple[PlayerId, PlayerId]


def teams_of(t: Tournament) -> tuple[Team, ...]:
    """The teams whose members are both in the event."""
    here = {p for p, player in t.players.items() if player.active}
    return tuple(team for team in t.settings.teams if here.issuperset(team))


def without_a_team(t: Tournament) -> tuple[PlayerId, ...]:
    taken = {player for team in teams_of(t) for player in team}
    return tuple(p for p, player in t.players.items() if player.active and p not in taken)


def unready(t: Tournament) -> str:
    """Why an event in teams cannot begin yet; nothing if it can, or is another event."""
    if not ruleset_of(t.settings).teams:
        return ""
    free, teams = without_a_team(t), len(teams_of(t))
    if free:
        return f"{plural(len(free), 'player')} {'has' if len(free) == 1 else 'have'} no partner yet."
    return f"{plural(teams, 'team')} cannot fill tables of three teams." if not teams or teams % TEAMS else ""


def join(t: Tournament, one: PlayerId, two: PlayerId) -> tuple[f.Fact, ...]:
    """These two play together."""
    free = without_a_team(t)
    for player in (one, two):
        if player not in free:
            taken = f"{who(player)} is in a team already. Take it apart first."
            raise Refused(taken if player in t.players else "Choose two players of this event.")
    if one == two:
        raise Refused("Choose two different players.")
    return _set(t, (*teams_of(t), (one, two)))


def join_listed(t: Tournament, listed: Sequence[Team]) -> tuple[f.Fact, ...]:
    """The teams of a list, as far as both are free: whoever is in a team stays there."""
    free = set(without_a_team(t))
    return _set(t, (*teams_of(t), *(team for team in listed if set(team) <= free))) if listed else ()


def part(t: Tournament, player: PlayerId) -> tuple[f.Fact, ...]:
    """This player's team is taken apart."""
    return _set(t, tuple(team for team in teams_of(t) if player not in team))


def draw(t: Tournament) -> tuple[f.Fact, ...]:
    """Whoever has no team yet gets a partner by lot."""
    free = without_a_team(t)
    if not free:
        return ()
    if len(free) % TEAM_MEMBERS:
        raise Refused(f"{len(free)} players cannot be put in twos. Somebody has to come, or to sit this one out.")
    order = Random(f"{t.seed}/teams/{len(t.players)}").sample(free, len(free))
    return _set(t, (*teams_of(t), *zip(order[::2], order[1::2], strict=True)))


def _set(t: Tournament, teams: Sequence[Team]) -> tuple[f.Fact, ...]:
    event = _event(t)
    if tuple(teams) == event.teams:
        return ()
    return (f.SettingsChanged(replace(t.settings, event=replace(event, teams=tuple(teams)))),)


def _event(t: Tournament) -> Event:
    event = t.settings.event
    if event is None or not ruleset_of(t.settings).teams:
        raise Refused("This event is not played in teams. Choose a type that is, in the settings.")
    if t.stages:
        raise Refused("Play has begun, so the teams stay as they are.")
    return event
