"""A player drops by their own word, and takes it back until the next pairing."""

from __future__ import annotations

from engine import facts as f
from engine.decisions import people
from engine.folding.parts import player_of, require_unfinished
from engine.progress import round_in_sentence
from engine.refusals import Refused
from engine.sentences import capital, who
from engine.words import PlayerId, Tournament


def leave(t: Tournament, player: PlayerId) -> tuple[f.Fact, ...]:
    """Out from the next pairing on. A match that is on has a result first: somebody waits for it."""
    if why := why_not_now(t, player):
        raise Refused(why)
    return people.drop(t, player)


def come_back(t: Tournament, player: PlayerId) -> tuple[f.Fact, ...]:
    """In again, as if they had never dropped: nothing was paired without them."""
    if why := why_not_back(t, player):
        raise Refused(why)
    return people.reinstate(t, player)


def why_not_now(t: Tournament, player: PlayerId) -> str:
    """Why this player cannot drop by themselves now, and what to do; nothing if they can."""
    require_unfinished(t)
    if not player_of(t, player).active:
        return f"{who(player)} is already out of the event."
    match = people.open_match(t, player)
    if match is None or player in match.withdrawn:
        return ""
    return f"The match at table {match.table} has no result yet. Report it first, then drop; or tell the desk."


def why_not_back(t: Tournament, player: PlayerId) -> str:
    """Why this player cannot take it back by themselves; nothing if they can."""
    known = player_of(t, player)
    if t.finish is not None:
        return "The event is over."
    if known.active:
        return f"{who(player)} has not dropped."
    if known.disqualified:
        return "Whether you play on is for the desk to say."
    if paired := _paired_without(t, player):
        return f"{paired} without you.{_by_the_desk(t)}"
    return ""


def _by_the_desk(t: Tournament) -> str:
    """A cut has no place left, whoever asks for it."""
    return "" if t.stages and t.stages[-1].kind == "bracket" else " The desk can bring you back."


def _paired_without(t: Tournament, player: PlayerId) -> str:
    """What was made since they dropped and has no place for them: a round, a cut, a draft."""
    stage = t.stages[-1] if t.stages else None
    if stage is not None and stage.kind == "bracket" and player not in stage.entrants:
        return "The cut is made"
    dropped = t.players[player].dropped or 0
    later = [round_ for round_ in t.rounds if round_.number > dropped and player not in round_.seated]
    if later:
        return f"{capital(round_in_sentence(t, later[0].number))} is paired"
    if stage is not None and stage.entrants and player not in stage.entrants:
        return "The draft is on"
    if t.drafting and all(player not in group.seats for group in t.drafting) and not t.rounds:
        return "The draft is on"
    return ""
