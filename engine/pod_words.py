"""Tables of several in words: how large they are, how far one has come, how a round may be seated."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from engine import facts as f
from engine.decisions.results import disputed
from engine.pairing.pod_seating import came, is_fresh
from engine.pairing.pods import decided_by
from engine.sentences import everyone, plural, round_at_start, the_round, who
from engine.sides import Side, as_entered, members, sides, together
from engine.so_far import at_open_tables, begun
from engine.standings.participants import counted_players, counts_for_ranking, tables_of_two
from engine.standings.pods import WrongSeat, wrong_seats
from engine.standings.points import SCORED_FROM, is_scored
from engine.values import replace
from engine.words import Game, Match, PlayerId, Result, Round, Tournament

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
        "With fewer it is played all the same, but does not count for the ranking."
    )


def why_unscored(t: Tournament) -> str:
    """Why an event that is to count does not; empty where it does, or is not to."""
    if not t.settings.scored or counts_for_ranking(t):
        return ""
    part = counted_players(t)
    few = "" if is_scored(part) else unscored(part, begun=begun(t))
    return " ".join(filter(None, (few, played_by_two(t))))


def no_longer_scored(t: Tournament) -> str:
    """Enough were entered, and too few of them came; empty while it counts, or where it never would have."""
    part = counted_players(t)
    if not t.settings.scored or not begun(t) or is_scored(part) or not is_scored(len(t.players)):
        return ""
    return (
        f"{len(t.players)} entered and {part} {'takes' if part == 1 else 'take'} part: with fewer than {SCORED_FROM} "
        "the event does not count for the ranking."
    )


def wrong_seat_words(t: Tournament) -> tuple[str, ...]:
    """A sentence for every table whose corrected winner has no seat in the last round, with what can be done."""
    last = t.current_round
    assert last is not None or not wrong_seats(t)
    return tuple(_wrong_seat_words(last, seat) for seat in wrong_seats(t) if last is not None)


def _wrong_seat_words(last: Round, seat: WrongSeat) -> str:
    right, one = everyone(seat.won), len(seat.won) == 1
    sits = f"{everyone(seat.sits)} {'sits' if one else 'sit'}" if seat.sits else "nobody of that table sits"
    corrected = f"{round_at_start(last.number - 1)} was corrected"
    told = f"{corrected}: {right} won table {seat.of}, and {sits} in {the_round(last.number)}."
    return f"{told} {_mending(last, seat)}"


def _mending(last: Round, seat: WrongSeat) -> str:
    if last.phase == "closed":
        return f"{round_at_start(last.number)} is closed and stays as it was played."
    if last.phase == "draft":
        return f"Draw {the_round(last.number)} again on the Pairings page."
    match = last.match_at(seat.table)
    if match is None or len(seat.won) > 1:
        return f"Undo its publishing in the history and draw {the_round(last.number)} again, or leave it as it is."
    give = f"give {everyone(seat.won)} the seat"
    if is_fresh(match):
        return f"No game is in at table {seat.table} yet: {give} on the Pairings page, or leave it as it is."
    return f"Games are in at table {seat.table}: take them back first to {give}, or leave it as it is."


def moved(before: Round, matches: Sequence[Match]) -> str:
    """Who sits elsewhere after a change, and who came in: Ana moves to table 2, Ben to table 3."""
    was = {player: match.table for match in before.matches for player in match.players}
    now = {player: match.table for match in matches for player in match.players}
    moves = [(player, table) for player, table in now.items() if was.get(player, table) != table]
    told = [f"{who(player)} {'' if place else 'moves '}to table {table}" for place, (player, table) in enumerate(moves)]
    new = [f"{who(player)} fills up at table {table}." for player, table in now.items() if player not in was]
    return " ".join((*([", ".join(told) + "."] if told else []), *new)) or "Every other table stays."


def taken_out(before: Round, facts: Sequence[f.Fact], player: PlayerId) -> str:
    """What becomes of the others when this player is taken out: who moves, and who else never came and is out, too."""
    told = [moved(before, fact.matches) for fact in facts if isinstance(fact, f.PairingChanged)]
    gone = [fact.player for fact in facts if isinstance(fact, f.PlayerDropped) and fact.player != player]
    if gone:
        told.append(f"{everyone(gone)} did not come either and {'is' if len(gone) == 1 else 'are'} out, too.")
    return " ".join(told)


def may_be_absent(match: Match) -> tuple[PlayerId, ...]:
    """Who may turn out never to have come: whoever has nothing in any game, while the table is not decided."""
    here = [(place, p) for place, p in enumerate(match.players) if not match.result and p not in match.withdrawn]
    return tuple(player for place, player in here if not any(game.realms[place] for game in match.games))


def played_by_two(t: Tournament) -> str:
    """Tables to which only two came, and what that means for the ranking. Empty where there are none."""
    found = [
        f"Table {each.table} in round {each.round} was played by two: the rulebook scores tables of three or more, so "
        "the event does not count for the ranking."
        for each in tables_of_two(t)
    ]
    return " ".join(found)


def two_at_a_table(t: Tournament) -> tuple[str, ...]:
    """A sentence for every open table of several that only two came to."""
    current = t.current_round
    if current is None or current.phase != "published" or t.stages[-1].kind != "pods":
        return ()
    return tuple(
        f"Two are left at table {match.table}: the rulebook scores tables of three or more."
        for match in current.matches
        if match.result is None and match.no_shows and came(match) == 2
    )


def wins(match: Match) -> dict[str, int]:
    """Games won at this table, by player; partners have them together."""
    won = Counter(game.winner for game in match.games)
    return {seat.player: won[seat.side] for seat in match.seats}


def progress(t: Tournament, match: Match) -> tuple[str, str]:
    """How far a table of several has come: what the eye stops at, and the words."""
    number = len(match.games) + 1
    if disputed(match):
        return "alarm", f"2 versions, game {number}"
    if match.game_reports:
        return "warning", f"Game {number} unconfirmed"
    return "", f"{plural(len(match.games), 'game')} in" if match.games else at_open_tables(t)


def realms_words(match: Match, game: Game) -> str:
    """Ana 6, Ben 3, Cai 4, in seat order; in teams what they have together: Ana & Ben 11 (6 + 5).

    Whoever is not at the table any more is not named.
    """
    counts = dict(zip(match.players, game.realms, strict=True))
    here = [side for side in sides(match) if any(player not in match.withdrawn for player in side)]
    return ", ".join(f"{together(side)} {_sum([counts[player] for player in as_entered(side)])}" for side in here)


def game_words(match: Match, game: Game, *, gone: Collection[PlayerId] = ()) -> str:
    """A game won by Ana & Ben with 11, Cai & Dee 6, Eli & Fay 3; or stopped, when nobody won it.

    `gone` were not in it, and are not named.
    """
    counts = dict(zip(match.players, game.realms, strict=True))
    here = [side for side in sides(match) if any(player not in gone for player in side)]
    told = {side: f"{together(side)} {sum(counts[player] for player in side)}" for side in here}
    if game.winner is None:
        return f"a game stopped: {', '.join(told.values())}"
    first = members(match, game.winner)
    with_, others = sum(counts[player] for player in first), [text for side, text in told.items() if side != first]
    return ", ".join([f"a game won by {together(first)} with {with_}", *others])


def places_words(match: Match, result: Result) -> str:
    """1. Ana & Ben, 2. Cai & Dee by lot, 3. Eli & Fay by lot; whoever did not come has no place."""
    places = {player: outcome.place for player, outcome in zip(match.players, result.outcomes, strict=True)}
    how = decided_words(replace(match, result=result))
    came = [side for side in sides(match) if any(player not in match.no_shows for player in side)]
    order = sorted(came, key=lambda side: places[side[0]])
    return ", ".join(f"{places[side[0]]}. {together(side)}{_beside(how.get(side[0], ''))}" for side in order)


def decided_words(match: Match) -> dict[PlayerId, str]:
    """Whose place at a decided table neither games nor what was kept gave them, and what did."""
    return {player: DECIDED[by] for player, by in decided_by(match).items() if by in DECIDED}


DECIDED: dict[str, str] = {
    "lot": "by lot",
    "method": "by the organizer’s decision",
    "named": "named by the organizer",
    "unplayed": "no game played",
}


def gone_words(match: Match, side: Side) -> str:
    """How a side went of which nobody is at the table any more; empty while one of it is there."""
    if any(player not in match.withdrawn for player in side):
        return ""
    return "did not come" if all(player in match.no_shows for player in side) else "left the table"


def how_it_ended(match: Match) -> str:
    """Of a table that ended before anybody had won two games; empty of others."""
    if match.result is None or match.result.how != "ended-early":
        return ""
    return "time called" if match.games and match.games[-1].winner is None else "ended early"


def _beside(words: str) -> str:
    return f" {words}" if words else ""


def _sum(counts: Sequence[int]) -> str:
    return str(counts[0]) if len(counts) == 1 else f"{sum(counts)} ({' + '.join(map(str, counts))})"
