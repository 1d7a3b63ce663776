"""Results: reported at the table, recorded at the desk, corrected later."""

from __future__ import annotations

from engine import facts as f
from engine import results
from engine.clock import Moment, is_up
from engine.folding.parts import bare
from engine.pairing import pods
from engine.refusals import Refused
from engine.rulesets.registry import ruleset_of
from engine.sentences import the_round, who
from engine.sides import opponents
from engine.standings.places import winner_of
from engine.standings.ranking import lots_of
from engine.values import replace
from engine.words import Game, How, Match, PlayerId, Report, Result, Tournament


def record_win(t: Tournament, table: int, *, winner: PlayerId, wounds: int, how: How = "played") -> tuple[f.Fact, ...]:
    """Somebody won; the number is what lies on the winner's side, which the loser scores."""
    match = match_at(t, table)
    if winner not in match.players:
        raise Refused(f"{who(winner)} does not sit at table {table}.")
    return record(t, table, result=results.won(match, winner, wounds=wounds, scoring=t.settings.scoring, how=how))


def record_draw(t: Tournament, table: int, *, blood: tuple[int, int], now: Moment | None = None) -> tuple[f.Fact, ...]:
    """Nobody won; each scores what lies on the other's side."""
    return record(t, table, result=results.drawn(match_at(t, table), blood), now=now)


def record_double_loss(t: Tournament, table: int) -> tuple[f.Fact, ...]:
    return record(t, table, result=results.double_loss(match_at(t, table)))


def record(t: Tournament, table: int, *, result: Result, now: Moment | None = None) -> tuple[f.Fact, ...]:
    """What the desk says goes."""
    number = _number(t)
    return (f.ResultRecorded(number, table, result, drawn_before_time(t, match_at(t, table), result, now=now)),)


def report(
    t: Tournament, table: int, *, player: PlayerId, result: Result, now: Moment | None = None
) -> tuple[f.Fact, ...]:
    """One player's version; with another's that is the same it is recorded, unless the desk looks at it first."""
    match, number = match_at(t, table), _number(t)
    early = drawn_before_time(t, match, result, now=now)
    reported = f.ResultReported(number, table, player, result, early)
    agreed = any(other.player != player and other.result == result for other in match.reports)
    if agreed and not t.settings.desk_confirms:
        return reported, f.ResultRecorded(number, table, result, early)
    return (reported,)


def drawn_before_time(t: Tournament, match: Match, result: Result, *, now: Moment | None) -> bool:
    """Is it a draw that was agreed before time was called, where only the end of time makes one?"""
    if not ruleset_of(t.settings).early_draw or not results.is_draw(result):
        return False
    if known := told_as_draw(match, result):
        return any(known)
    return now is not None and not is_up(t.clock, now, table=match.table)


def told_as_draw(match: Match, result: Result) -> tuple[bool, ...]:
    """Of every time that this draw was told before: had time not been called? A recorded draw counts as told."""
    if match.result is not None and results.is_draw(match.result):
        return (match.before_time,)
    return tuple(report.before_time for report in match.reports if report.result == result)


def withdraw_reports(t: Tournament, table: int, *, players: tuple[PlayerId, ...]) -> tuple[f.Fact, ...]:
    """These players take back what they reported; refused once the result is recorded."""
    match, number = match_at(t, table), _number(t)
    told = {report.player for report in match.reports} | {report.player for report in match.game_reports}
    if match.result is not None:
        raise Refused(f"The result of table {table} is recorded. Tell the desk what is wrong with it.")
    if not told & set(players):
        raise Refused(f"Nothing was reported at table {table} that could be taken back.")
    return tuple(f.ReportWithdrawn(number, table, player) for player in players if player in told)


def confirm_agreed(t: Tournament, tables: tuple[int, ...]) -> tuple[f.Fact, ...]:
    """The desk confirms what the players of these tables agree on."""
    matches = [match_at(t, table) for table in tables]
    if astray := next((match.table for match in matches if agreed(match) is None), None):
        raise Refused(f"The players of table {astray} do not agree on a result, or it changed. Look at it first.")
    number = _number(t)
    return tuple(
        f.ResultRecorded(number, m.table, m.reports[0].result, any(report.before_time for report in m.reports))
        for m in matches
    )


def agreed(match: Match) -> Result | None:
    """What the players agree on while it waits for the desk."""
    told = {_told(report) for report in match.reports}
    return told.pop() if match.result is None and len(match.reports) > 1 and len(told) == 1 else None


def disputed(match: Match) -> bool:
    """Do two players tell different stories, of the match or of the game just played?"""
    told = {_told(report) for report in match.reports}
    games = {report.game for report in match.game_reports}
    return match.result is None and max(len(told), len(games)) > 1


def take_back(t: Tournament, table: int) -> tuple[f.Fact, ...]:
    """Take a result of the open round back."""
    match = match_at(t, table)
    played_out = pods.table_winner(match.seats, match.games) is not None
    if match.result is None or played_out or _unfinished(match):
        return ((f.GameWithdrawn if match.games else f.ResultWithdrawn)(_number(t), table),)
    if pods.table_winner(match.seats, match.games, withdrawn=match.withdrawn) is not None:
        raise Refused(f"Table {table} was decided because the others left it. Undo that withdrawal instead.")
    return (f.ResultWithdrawn(_number(t), table),)


def correct(t: Tournament, number: int, *, table: int, result: Result) -> tuple[f.Fact, ...]:
    """Replace a result of a closed round. What was paired since stays as it is.

    Only in a bracket the right winner takes the seat in the next round, as long as that table has not played.
    """
    match = match_of(t, number, table)
    if result == match.result:
        raise Refused("That is what is recorded already. Change who won or the number, then look at the preview.")
    if not may_correct_to(match, result.how):
        raise Refused("A correction cannot disqualify anybody. Give the penalty now, and correct the result as a loss.")
    return f.ResultCorrected(number, table, result, match.games), *_seat_the_winner(t, number, match, result)


def may_correct_to(match: Match, how: str) -> bool:
    """Nobody is disqualified by a correction: that is a penalty, and starts now. What was one may stay one."""
    return how != "disqualified" or (match.result is not None and match.result.how == "disqualified")


def correct_games(
    t: Tournament, number: int, *, table: int, games: tuple[Game, ...], winner: PlayerId | None = None
) -> tuple[f.Fact, ...]:
    """Tables of several: replace the games of one in a closed round; its places follow from them.

    Without two games for one side the table was ended early: by games, what was kept, lot, unless a winner is named.
    """
    match = replace(match_of(t, number, table), games=games)
    side = pods.table_winner(match.seats, games, withdrawn=match.withdrawn)
    played = None if side is None else _places(t, match, games, side, match.withdrawn, "played")
    return (f.ResultCorrected(number, table, played or _ended_early(t, match, winner), games),)


def record_game(t: Tournament, table: int, *, game: Game) -> tuple[f.Fact, ...]:
    """Tables of several: one game; the table's result follows as soon as somebody has won two.

    A game that nobody won was stopped because time was called: with it the table ends.
    """
    match, number = match_at(t, table), _number(t)
    if match.result is not None:
        raise Refused(f"Table {table} is decided. Take its last game back to change it.")
    _require_here(match, game)
    if game.winner is None:
        return end_early(t, table, unfinished=game.realms)
    recorded = f.GameRecorded(number, table, game)
    games = (*match.games, game)
    winner = pods.table_winner(match.seats, games, withdrawn=match.withdrawn)
    if winner is None:
        return (recorded,)
    return recorded, f.ResultRecorded(number, table, _places(t, match, games, winner, match.withdrawn, "played"))


def report_game(
    t: Tournament, table: int, *, player: PlayerId, game: Game, now: Moment | None = None
) -> tuple[f.Fact, ...]:
    """Tables of several: one player's version of the game; it counts as soon as another side's is the same.

    Before time is called only the organizer stops a game.
    """
    match = match_at(t, table)
    if game.winner is None and (now is None or not is_up(t.clock, now, table=table)):
        raise Refused(f"Time is not called at table {table}. Play on, or ask the organizer to end the table.")
    _require_here(match, game)
    reported = f.GameReported(_number(t), table, player, game)
    others = {other for side in opponents(match, player) for other in side}
    if any(other.player in others and other.game == game for other in match.game_reports):
        return reported, *record_game(t, table, game=game)
    return (reported,)


def _require_here(match: Match, game: Game) -> None:
    """Nothing is counted for somebody who did not come to this table, or has left it; a team plays on with one."""
    here = {seat.side for seat in match.seats if seat.player not in match.withdrawn}
    for seat, count in zip(match.seats, game.realms, strict=False):
        if count and seat.side not in here:
            gone = "did not come to" if seat.player in match.no_shows else "has left"
            raise Refused(f"{who(seat.player)} {gone} table {match.table}, so nothing is counted for them.")


def fall_flag(t: Tournament, table: int, *, player: PlayerId) -> tuple[f.Fact, ...]:
    """Chess clocks: a player's time is used up; told twice, it is noted once."""
    match = match_at(t, table)
    return () if player in match.flagged else (f.FlagFell(_number(t), table, player),)


def leave_table(t: Tournament, table: int, *, player: PlayerId, no_show: bool = False) -> tuple[f.Fact, ...]:
    """Tables of several: a player withdraws from one, last at it; with one side left, that side wins.

    Who never came scores nothing and is not counted.
    """
    match, number = match_at(t, table), _number(t)
    left = f.SeatLeft(number, table, player, no_show)
    withdrawn = (player, *match.withdrawn) if no_show else (*match.withdrawn, player)
    winner = pods.table_winner(match.seats, match.games, withdrawn=withdrawn)
    if winner is None:
        return (left,)
    return left, f.ResultRecorded(number, table, _places(t, match, match.games, winner, withdrawn, "played"))


def end_early(
    t: Tournament, table: int, *, winner: PlayerId | None = None, unfinished: tuple[int, ...] | None = None
) -> tuple[f.Fact, ...]:
    """Tables of several: the organizer ends one; by games, then what was kept, then lot, unless a winner is named.

    `unfinished` is what everyone has in the game that was being played, in seat order.
    """
    match, number = match_at(t, table), _number(t)
    stopped = () if unfinished is None else (Game(None, unfinished),)
    if unfinished is not None and len(unfinished) != len(match.seats):
        raise Refused(f"Say what each of the {len(match.seats)} players at table {table} has, 0 where it is nothing.")
    result = _ended_early(t, replace(match, games=(*match.games, *stopped)), winner)
    return *(f.GameRecorded(number, table, game) for game in stopped), f.ResultRecorded(number, table, result)


def match_at(t: Tournament, table: int) -> Match:
    """The match at this table of the current round."""
    match = t.current_round.match_at(table) if t.current_round is not None else None
    if match is None:
        raise Refused(f"There is no table {table} in this round.")
    return match


def _seat_the_winner(t: Tournament, number: int, match: Match, result: Result) -> tuple[f.Fact, ...]:
    """A bracket's next round with the right winner in it, if another one sits there."""
    stage, current = t.stages[-1], t.current_round
    if stage.kind != "bracket" or len(result.outcomes) != 2 or all(r.number != number for r in stage.rounds):
        return ()
    wrong, right = winner_of(match), winner_of(replace(match, result=result))
    if wrong == right or right is None or current is None or current.phase == "closed" or wrong not in current.seated:
        return ()
    seats = [tuple(replace(s, player=right) if s.player == wrong else s for s in m.seats) for m in current.matches]
    matches = (replace(bare(m), seats=new) for m, new in zip(current.matches, seats, strict=True))
    return (f.PairingChanged(current.number, tuple(matches)),)


def match_of(t: Tournament, number: int, table: int) -> Match:
    """The match at this table of this round."""
    round_ = next((r for r in t.rounds if r.number == number), None)
    match = None if round_ is None else round_.match_at(table)
    if round_ is None or match is None:
        raise Refused(
            f"There is no table {table} in {the_round(number)}." if round_ else f"There is no {the_round(number)}."
        )
    return match


def _ended_early(t: Tournament, match: Match, winner: PlayerId | None) -> Result:
    """The places as they stand; who is named first of those that only a lot separates is so by no lot."""
    proposed, first = _early_winner(t, match, None), _early_winner(t, match, winner)
    result = _places(t, match, match.games, first, match.withdrawn, "ended-early")
    level = next((group for group in pods.tied(replace(match, result=result)) if winner in group[0]), ())
    if not level or first == proposed:
        return result
    return replace(result, tie_broken=True, settled=tuple(range(1, len(level) + 1)))


def _early_winner(t: Tournament, match: Match, winner: PlayerId | None) -> int:
    if winner is None:
        return pods.proposed_winner(match.seats, match.games, lots=lots_of(t), withdrawn=match.withdrawn)
    side = next((seat.side for seat in match.seats if seat.player == winner), None)
    if side is None or winner in match.withdrawn:
        raise Refused(f"{who(winner)} does not play at table {match.table}.")
    return side


def _places(
    t: Tournament, match: Match, games: tuple[Game, ...], winner: int, withdrawn: tuple[PlayerId, ...], how: How
) -> Result:
    early = how == "ended-early"
    places = pods.table_places(match.seats, games, winner=winner, lots=lots_of(t), withdrawn=withdrawn, early=early)
    by_side = {place.side: place.place for place in places}
    return Result(tuple(results.placed(by_side[seat.side]) for seat in match.seats), how)


def _unfinished(match: Match) -> bool:
    """Did the table end with a game that nobody won?"""
    return bool(match.games) and match.games[-1].winner is None


def _told(report: Report) -> Result:
    return report.result


def _number(t: Tournament) -> int:
    if t.current_round is None:
        raise Refused("There is no round yet. Pair the first one.")
    return t.current_round.number
