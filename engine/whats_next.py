"""What comes after the round that is on, or that was closed last."""

from __future__ import annotations

from engine.pairing.draft import at_the_end, cards_back
from engine.rulesets.registry import ruleset_of
from engine.rulesets.sizes import cut_offered
from engine.standings.places import winner_of
from engine.standings.pods import champion
from engine.words import PlayerId, Tournament


def comes_next(t: Tournament) -> str:
    """Pairings, the cut, a second draft, or the places: then no round is left."""
    stage = t.stages[-1]
    if not (champion(t, stage) if stage.kind == "pods" else len(stage.rounds) >= stage.planned):
        return "pairings"
    if stage.kind == "swiss" and t.settings.cut:
        return "cut"
    return "draft" if stage.kind == "groups" else "places"


def unplanned_cut(t: Tournament) -> str:
    """The cut that the rulebook offers (a top 4), where the Swiss rounds are over and nobody planned one."""
    stage, current = t.stage, t.current_round
    if t.finish is not None or stage is None or stage.kind != "swiss" or t.settings.cut:
        return ""
    if current is None or current.phase != "closed" or comes_next(t) != "places":
        return ""
    return cut_offered(ruleset_of(t.settings), len(t.players))


def is_played_out(t: Tournament) -> bool:
    """The last round is closed, and only the places are left."""
    current = t.current_round
    return current is not None and current.phase == "closed" and comes_next(t) == "places"


def nothing_comes(t: Tournament, player: PlayerId) -> bool:
    """Nothing is left that this player could drop from: all is played, or the bracket goes on without them."""
    stage, current = t.stage, t.current_round
    if stage is not None and stage.kind == "bracket" and player not in stage.entrants:
        return True
    if stage is None or current is None or current.phase == "draft":
        return False
    playing = any(player in match.players and match.result is None for match in current.matches)
    if comes_next(t) == "places":
        return not playing
    if stage.kind != "bracket":
        return False
    lost = (m for r in stage.rounds for m in r.matches if player in m.players and m.result is not None)
    return any(winner_of(match) != player for match in lost)


def cards_go_back(t: Tournament) -> str:
    """What everybody gives back now: before a second draft, after the last round, and at the end; nothing else."""
    current = t.current_round
    if not t.drafting:
        return ""
    if t.finish is not None or is_played_out(t):
        return at_the_end(t.settings)
    over = current is not None and current.phase == "closed" and comes_next(t) == "draft"
    return cards_back(t.settings) if over else ""
