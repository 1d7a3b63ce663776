"""Results: reported at the table, recorded at the desk, corrected later."""

from __future__ import annotations

from engine import facts as f
from engine import results
from engine.pairing import pods
from engine.refusals import Refused
from engine.sentences import who
from engine.standings.ranking import lots_of
from engine.words import Game, How, Match, Outcome, PlayerId, Report, Result, Tournament


def record_win(t: Tournament, table: int, *, winner: PlayerId, wounds: int, how: How = "played") -> tuple[f.Fact, ...]:
    """Somebody won; the wounds are those on the winner's side, which the loser scores."""
    match = match_at(t, table)
    if winner not in match.players:
        raise Refused(f"{who(winner)} does not sit at table {table}.")
    return record(t, table, result=results.won(match, winner, wounds=wounds, scoring=t.settings.scoring, how=how))


def record_draw(t: Tournament, table: int, *, blood: tuple[int, int]) -> tuple[f.Fact, ...]:
    """Nobody won; each scores the wounds on the other's side."""
    return record(t, table, result=results.drawn(match_at(t, table), blood))


def record_double_loss(t: Tournament, table: int) -> tuple[f.Fact, ...]:
    return record(t, table, result=results.double_loss(match_at(t, table)))


def record(t: Tournament, table: int, *, result: Result) -> tuple[f.Fact, ...]:
    """What the desk says goes."""
    return (f.ResultRecorded(_number(t), table, result),)


def report(t: Tournament, table: int, *, player: PlayerId, result: Result) -> tuple[f.Fact, ...]:
    """One player's version; the result is recorded as soon as another's is the same."""
    match, number = match_at(t, table), _number(t)
    reported = f.ResultReported(number, table, player, result)
    if any(other.player != player and other.result == result for other in match.reports):
        return reported, f.ResultRecorded(number, table, result)
    return (reported,)


def disputed(match: Match) -> bool:
    """Do two players tell different stories?"""
    return match.result is None and len({_told(report) for report in match.reports}) > 1


def take_back(t: Tournament, table: int) -> tuple[f.Fact, ...]:
    """Take a result of the open round back."""
    match = match_at(t, table)
    if match.games:
        return (f.GameWithdrawn(_number(t), table),)
    return (f.ResultWithdrawn(_number(t), table),)


def correct(t: Tournament, number: int, *, table: int, result: Result) -> tuple[f.Fact, ...]:
    """Replace a result of a closed round. What was paired since stays as it is."""
    return (f.ResultCorrected(number, table, result),)


def record_game(t: Tournament, table: int, *, game: Game) -> tuple[f.Fact, ...]:
    """Spellfire: one game; the table's result follows as soon as somebody has won two."""
    match, number = match_at(t, table), _number(t)
    recorded = f.GameRecorded(number, table, game)
    games = (*match.games, game)
    winner = pods.table_winner(match.seats, games, withdrawn=match.withdrawn)
    if winner is None:
        return (recorded,)
    return recorded, f.ResultRecorded(number, table, _places(t, match, games, winner, match.withdrawn, "played"))


def leave_table(t: Tournament, table: int, *, player: PlayerId) -> tuple[f.Fact, ...]:
    """Spellfire: a player withdraws from the table, last at it; with one side left, that side wins."""
    match, number = match_at(t, table), _number(t)
    left = f.SeatLeft(number, table, player)
    withdrawn = (*match.withdrawn, player)
    winner = pods.table_winner(match.seats, match.games, withdrawn=withdrawn)
    if winner is None:
        return (left,)
    return left, f.ResultRecorded(number, table, _places(t, match, match.games, winner, withdrawn, "played"))


def end_early(t: Tournament, table: int, *, winner: PlayerId | None = None) -> tuple[f.Fact, ...]:
    """Spellfire: the organizer ends a table; by games, then realms, then lot, unless a winner is named."""
    match = match_at(t, table)
    if winner is None:
        side = pods.proposed_winner(match.seats, match.games, lots=lots_of(t), withdrawn=match.withdrawn)
    else:
        side = next((seat.side for seat in match.seats if seat.player == winner), -1)
        if side < 0 or winner in match.withdrawn:
            raise Refused(f"{who(winner)} does not play at table {table}.")
    result = _places(t, match, match.games, side, match.withdrawn, "ended-early")
    return (f.ResultRecorded(_number(t), table, result),)


def match_at(t: Tournament, table: int) -> Match:
    """The match at this table of the current round."""
    match = t.current_round.match_at(table) if t.current_round is not None else None
    if match is None:
        raise Refused(f"There is no table {table} in this round.")
    return match


def _places(
    t: Tournament, match: Match, games: tuple[Game, ...], winner: int, withdrawn: tuple[PlayerId, ...], how: How
) -> Result:
    places = pods.table_places(match.seats, games, winner=winner, lots=lots_of(t), withdrawn=withdrawn)
    by_side = {place.side: place.place for place in places}
    outcomes = tuple(
        Outcome("win" if by_side[seat.side] == 1 else "loss", place=by_side[seat.side]) for seat in match.seats
    )
    return Result(outcomes, how)


def _told(report: Report) -> Result:
    return report.result


def _number(t: Tournament) -> int:
    if t.current_round is None:
        raise Refused("There is no round yet. Pair the first one.")
    return t.current_round.number
