"""The faction of a match, where everyone has a pool to choose from: told at the table, or written down by the desk."""

from __future__ import annotations

from engine import facts as f
from engine.decisions.results import match_at, match_of
from engine.decks.lines import fold
from engine.factions import chosen_by, pool_size, revealed
from engine.folding.parts import player_of
from engine.refusals import Refused
from engine.sentences import who
from engine.words import Match, PlayerId, Tournament


def choose_faction(t: Tournament, table: int, *, player: PlayerId, faction: str) -> tuple[f.Fact, ...]:
    """A player chooses, in secret until the other one has; told twice, it is noted once."""
    match = match_at(t, table)
    wanted = _of_pool(t, match, player, faction)
    if not wanted:
        raise Refused(f"Choose one of {', '.join(player_of(t, player).factions)}.")
    if wanted == chosen_by(match, player):
        return ()
    if match.result is not None:
        raise Refused(f"Table {table} has its result. The desk can still write down what was played.")
    if revealed(match):
        raise Refused("Both have chosen and seen it, so it stays. If it is wrong, tell the desk.")
    return (f.FactionChosen(t.rounds_played, table, player, wanted),)


def record_faction(t: Tournament, number: int, table: int, *, player: PlayerId, faction: str) -> tuple[f.Fact, ...]:
    """The desk writes down what was played, in any round; nothing takes it back."""
    match = match_of(t, number, table)
    wanted = _of_pool(t, match, player, faction)
    return () if wanted == chosen_by(match, player) else (f.FactionChosen(number, table, player, wanted),)


def _of_pool(t: Tournament, match: Match, player: PlayerId, faction: str) -> str:
    """The faction as it stands in the player's pool."""
    if not pool_size(t.settings):
        raise Refused("This event has no pool of factions to choose from.")
    if player not in match.players:
        raise Refused(f"{who(player)} does not sit at table {match.table}.")
    pool = [name for name in player_of(t, player).factions if name]
    if not pool:
        raise Refused(f"{who(player)} has named no factions yet. Name them under Decks first.")
    found = next((name for name in pool if fold(name) == fold(faction)), "")
    if fold(faction) and not found:
        raise Refused(f"{faction} is not in the pool of {who(player)}: {', '.join(pool)}.")
    return found
