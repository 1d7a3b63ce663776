"""Tables of several in words: how large they are, how far one has come, how a round may be seated."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.decisions.results import disputed
from engine.sentences import plural
from engine.sides import members, sides, together
from engine.so_far import begun
from engine.standings.participants import counted_players, counts_for_ranking
from engine.standings.points import SCORED_FROM, is_scored
from engine.words import Game, Match, Result, Tournament

NUMBERS = {3: "three", 4: "four", 5: "five", 6: "six"}


def sizes_words(sizes: Sequence[int]) -> str:
    """4 tables of three and 2 of four."""
    counts = sorted(Counter(sizes).items())
    parts = [f"{count} of {NUMBERS.get(size, size)}" for size, count in counts]
    parts[0] = f"{plural(counts[0][1], 'table')} of {NUMBERS.get(counts[0][0], counts[0][0])}"
    return " and ".join(parts)


def unscored(players: int, *, begun: bool = False) -> str:
    """Too few for the ranking: of those who are entered, or of those who take part once play has begun."""
    many = f"{players} {'takes' if players == 1 else 'take'} part" if begun else f"there are {players}"
    return (
        f"A scored event needs {SCORED_FROM} players or more; {many}. "
        "With fewer it is played all the same, and does not count for the ranking."
    )


def why_unscored(t: Tournament) -> str:
    """Why an event that is to count does not; empty where it does, or is not to."""
    if not t.settings.scored or counts_for_ranking(t):
        return ""
    return unscored(counted_players(t), begun=begun(t))


def no_longer_scored(t: Tournament) -> str:
    """Enough were seated, and too few of them came; empty while it counts, or where it never would have."""
    seated = {player for round_ in t.rounds if round_.phase != "draft" for player in round_.seated}
    if not t.settings.scored or not is_scored(len(seated)) or counts_for_ranking(t):
        return ""
    part = counted_players(t)
    return (
        f"{len(seated)} were seated and {part} {'takes' if part == 1 else 'take'} part: with fewer than {SCORED_FROM} "
        "the event does not count for the ranking."
    )


def wins(match: Match) -> dict[str, int]:
    """Games won at this table, by player; partners have them together."""
    won = Counter(game.winner for game in match.games)
    return {seat.player: won[seat.side] for seat in match.seats}


def progress(match: Match) -> tuple[str, str]:
    """How far a table of several has come: what the eye stops at, and the words."""
    number = len(match.games) + 1
    if disputed(match):
        return "alarm", f"2 versions, game {number}"
    if match.game_reports:
        return "warning", f"Game {number} unconfirmed"
    return "", f"{plural(len(match.games), 'game')} in" if match.games else "Playing"


def realms_words(match: Match, game: Game) -> str:
    """Ana 6, Ben 3, Cai 4, in seat order; in teams what they have together: Ana & Ben 11 (6 + 5)."""
    counts = dict(zip(match.players, game.realms, strict=True))
    return ", ".join(f"{together(side)} {_sum([counts[player] for player in side])}" for side in sides(match))


def game_words(match: Match, game: Game) -> str:
    """A game won by Ana & Ben with 11, Cai & Dee 6, Eli & Fay 3; or stopped, when nobody won it."""
    counts = dict(zip(match.players, game.realms, strict=True))
    told = {side: f"{together(side)} {sum(counts[player] for player in side)}" for side in sides(match)}
    if game.winner is None:
        return f"a game stopped: {', '.join(told.values())}"
    first = members(match, game.winner)
    with_, others = sum(counts[player] for player in first), [text for side, text in told.items() if side != first]
    return ", ".join([f"a game won by {together(first)} with {with_}", *others])


def places_words(match: Match, result: Result) -> str:
    """1. Ana & Ben, 2. Cai & Dee, 3. Eli & Fay."""
    places = {player: outcome.place for player, outcome in zip(match.players, result.outcomes, strict=True)}
    order = sorted(sides(match), key=lambda side: places[side[0]])
    return ", ".join(f"{places[side[0]]}. {together(side)}" for side in order)


def _sum(counts: Sequence[int]) -> str:
    return str(counts[0]) if len(counts) == 1 else f"{sum(counts)} ({' + '.join(map(str, counts))})"
