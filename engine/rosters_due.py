"""Base Decks: whose roster lacks a faction for a round, or names one twice. Told, never refused.

“For a five round event, each player would select 5 decks.”
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.decks.rosters import named_twice
from engine.factions import must_differ, named_by_round, same_faction
from engine.handing_in import faction_for
from engine.pairing import brackets
from engine.rulesets.registry import ruleset_of
from engine.rulesets.sizes import rounds_for
from engine.sentences import everyone, plural, the_round, who
from engine.standings.places import bracket_rounds
from engine.words import PlayerId, Tournament


def rounds_to_name(t: Tournament) -> int:
    """For how many rounds everyone names a faction: those planned, and those that were added."""
    if t.stages:
        return max(sum(stage.planned for stage in t.stages), t.rounds_played)
    rules, players = ruleset_of(t.settings), sum(player.active for player in t.players.values())
    if t.settings.rounds or players < rules.refused_below:
        return t.settings.rounds
    return rounds_for(rules, players, with_cut=bool(t.settings.cut)).rounds


def due_before_play(t: Tournament) -> tuple[str, ...]:
    """What is missing or doubled on any roster before round 1."""
    if not named_by_round(t.settings):
        return ()
    rounds = rounds_to_name(t)
    active = [player for player in t.players.values() if player.active]
    short = [p.id for p in active if sum(map(bool, p.factions[:rounds])) < rounds]
    doubled = [(p.id, faction) for p in active for faction in named_twice(p.factions)]
    return (*_short(rounds, short), *_told_twice(t, doubled))


def due_in_round(t: Tournament, number: int) -> tuple[str, ...]:
    """Who has no faction for this round, and who has played theirs before."""
    if not named_by_round(t.settings):
        return ()
    plays = _who_plays(t, number)
    lacking = tuple(player for player in plays if not faction_for(t, player, number))
    again = [(player, faction_for(t, player, number)) for player in plays if _played_before(t, player, number)]
    return (
        *((f"{everyone(lacking)} {_have(lacking)} no faction for {the_round(number)}.",) if lacking else ()),
        *(f"{who(player)} has played {faction} before. {must_differ(t.settings)}" for player, faction in again),
    )


def due_next(t: Tournament) -> tuple[str, ...]:
    """The same for the round that is drawn, or is to be."""
    if not t.stages:
        return due_before_play(t)
    current = t.current_round
    drawn = current is not None and current.phase == "draft"
    return due_in_round(t, current.number if drawn and current else t.rounds_played + 1)


def _who_plays(t: Tournament, number: int) -> tuple[PlayerId, ...]:
    """Those at the tables of this round; before it is drawn, those who would be."""
    drawn = next((round_ for round_ in t.rounds if round_.number == number), None)
    if drawn is not None:
        seated = {player for match in drawn.matches for player in match.players}
        return tuple(player for player in t.players if player in seated)
    stage = t.stage
    if stage is not None and stage.kind == "bracket":
        pairs = brackets.to_play(brackets.bracket(stage.entrants, bracket_rounds(stage)))
        entrants = {player for pair in pairs for player in pair}
    else:
        entrants = set(stage.entrants) if stage is not None and stage.entrants else set(t.players)
    return tuple(p for p, player in t.players.items() if player.active and p in entrants)


def _played_before(t: Tournament, player: PlayerId, number: int) -> bool:
    mine = faction_for(t, player, number)
    since = t.players[player].entered if must_differ(t.settings) else number
    return any(same_faction(mine, faction_for(t, player, before)) for before in range(since, number))


def _short(rounds: int, players: list[PlayerId]) -> tuple[str, ...]:
    if not rounds or not players:
        return ()
    event = f"The event has {plural(rounds, 'round')}, and everyone names a faction for each."
    return (f"{event} One is missing for {everyone(players)}.",)


def _told_twice(t: Tournament, doubled: Iterable[tuple[PlayerId, str]]) -> tuple[str, ...]:
    why = must_differ(t.settings)
    return tuple(f"{who(player)} names {faction} more than once. {why}" for player, faction in doubled) if why else ()


def _have(players: tuple[PlayerId, ...]) -> str:
    return "has" if len(players) == 1 else "have"
