"""How results, games and checks at the table change the tournament.

One small function per fact; it refuses a fact that does not fit.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine import facts as f
from engine.factions import pool_size
from engine.folding.parts import (
    Folders,
    T,
    live_match,
    match_of,
    place_of,
    round_in,
    round_with,
    stage_of,
    with_match,
    with_round,
    with_round_of,
    without_result,
)
from engine.pairing import pods
from engine.refusals import Refused
from engine.results import is_draw, require_legal
from engine.rulesets.registry import ruleset_of
from engine.sentences import round_at_start, the_round, who
from engine.sides import members
from engine.values import replace
from engine.words import ChessCorrection, Game, GameReport, Match, PlayerId, Report, Result, Stage

ToldAtTable = f.ResultReported | f.ResultRecorded


def apply_results(t: T, facts: Sequence[ToldAtTable]) -> T:
    """What tables of a round told, one after the other: nearly all of a journal, so the round is put together once."""
    round_ = round_in(t, facts[0].number, "published")
    matches = list(round_.matches)
    for fact in facts:
        place = place_of(round_, fact.table)
        match = without_result(matches[place])
        matches[place] = _recorded(t, match, fact) if isinstance(fact, f.ResultRecorded) else _reported(t, match, fact)
    return with_round(t, replace(round_, matches=tuple(matches)))


def _reported(t: T, match: Match, fact: f.ResultReported) -> Match:
    if fact.player not in match.players:
        raise Refused(f"{who(fact.player)} does not sit at table {fact.table}.")
    others = tuple(report for report in match.reports if report.player != fact.player)
    require_legal(fact.result, match, settings=t.settings, stage=stage_of(t).kind)
    return replace(match, reports=(*others, Report(fact.player, fact.result, fact.before_time)))


def _report_withdrawn(t: T, fact: f.ReportWithdrawn) -> T:
    match = live_match(t, fact.number, fact.table)
    reports = tuple(report for report in match.reports if report.player != fact.player)
    games = tuple(report for report in match.game_reports if report.player != fact.player)
    if (reports, games) == (match.reports, match.game_reports):
        raise Refused(f"{who(fact.player)} has reported nothing at table {fact.table}.")
    return with_match(t, fact.number, replace(match, reports=reports, game_reports=games))


def _recorded(t: T, match: Match, fact: f.ResultRecorded) -> Match:
    for seat, outcome in zip(match.seats, fact.result.outcomes, strict=False):
        if outcome.mark == "win" and all(t.players[p].disqualified for p in members(match, seat.side)):
            raise Refused(f"{who(seat.player)} is disqualified and cannot win. Record it for the opponent.")
    result = _legal(t, stage_of(t), match, fact.result)
    return replace(match, result=result, before_time=fact.before_time)


def _withdrawn(t: T, fact: f.ResultWithdrawn) -> T:
    match = match_of(round_in(t, fact.number, "published"), fact.table)
    if match.result is None and not match.reports:
        raise Refused(f"Table {fact.table} has no result to take back.")
    return with_match(t, fact.number, replace(match, result=None, reports=(), game_reports=(), before_time=False))


def _corrected(t: T, fact: f.ResultCorrected) -> T:
    for index, stage in enumerate(t.stages):
        for place, round_ in enumerate(stage.rounds):
            if round_.number == fact.number:
                if round_.phase != "closed":
                    raise Refused(
                        f"{round_at_start(fact.number)} is still open: take its result back and enter it again."
                    )
                match = match_of(round_, fact.table)
                _require_games(t, stage, match, fact)
                result = _legal(t, stage, match, fact.result)
                early = match.before_time and is_draw(result)
                right = replace(match, result=result, games=fact.games, before_time=early)
                amended = replace(round_with(round_, right), amended=True)
                rounds = (*stage.rounds[:place], amended, *stage.rounds[place + 1 :])
                return replace(t, stages=(*t.stages[:index], replace(stage, rounds=rounds), *t.stages[index + 1 :]))
    raise Refused(f"There is no {the_round(fact.number)}.")


def _legal(t: T, stage: Stage, match: Match, result: Result) -> Result:
    require_legal(result, match, settings=t.settings, stage=stage.kind)
    return result


def _require_games(t: T, stage: Stage, match: Match, fact: f.ResultCorrected) -> None:
    """A corrected table's games are whole: each one possible, and won by the side that has the first place."""
    if fact.games and stage.kind != "pods":
        raise Refused("Only tables of several players record games.")
    for game in fact.games:
        _require_game(t, match, game)
    winner = pods.table_winner(match.seats, fact.games)
    first = {seat.side for seat, out in zip(match.seats, fact.result.outcomes, strict=False) if out.place == 1}
    if winner is not None and first != {winner}:
        raise Refused(f"Table {fact.table}: the first place goes to the side that has won two games.")


def _require_game(t: T, match: Match, game: Game) -> None:
    rules = ruleset_of(t.settings)
    if faults := pods.game_faults(match.seats, game, limits=rules.limits, counted=rules.counted):
        raise Refused(" ".join(faults))


def _game_reported(t: T, fact: f.GameReported) -> T:
    match = _match_for_game(t, fact)
    if fact.player not in match.players:
        raise Refused(f"{who(fact.player)} does not sit at table {fact.table}.")
    others = tuple(report for report in match.game_reports if report.player != fact.player)
    reports = (*others, GameReport(fact.player, fact.game))
    return with_match(t, fact.number, replace(match, game_reports=reports))


def _game_recorded(t: T, fact: f.GameRecorded) -> T:
    match = _match_for_game(t, fact)
    return with_match(t, fact.number, replace(match, games=(*match.games, fact.game), game_reports=()))


def _match_for_game(t: T, fact: f.GameReported | f.GameRecorded) -> Match:
    """The table, if this game can be its next one."""
    match = live_match(t, fact.number, fact.table)
    if stage_of(t).kind != "pods":
        raise Refused("Only tables of several players record games.")
    if pods.table_winner(match.seats, match.games, withdrawn=match.withdrawn) is not None:
        raise Refused(f"Table {fact.table} is decided. Take its last game back to change it.")
    if match.games and match.games[-1].winner is None:
        raise Refused(f"The last game of table {fact.table} was stopped. Take it back to play on.")
    _require_game(t, match, fact.game)
    winners = [seat.player for seat in match.seats if seat.side == fact.game.winner]
    if winners and all(player in match.withdrawn for player in winners):
        raise Refused("Whoever has left the table cannot win a game there.")
    return match


def _game_withdrawn(t: T, fact: f.GameWithdrawn) -> T:
    match = match_of(round_in(t, fact.number, "published"), fact.table)
    if not match.games:
        raise Refused(f"Table {fact.table} has no game to take back.")
    return with_match(t, fact.number, replace(match, games=match.games[:-1], game_reports=(), result=None))


def _seat_left(t: T, fact: f.SeatLeft) -> T:
    match = live_match(t, fact.number, fact.table)
    if stage_of(t).kind != "pods":
        raise Refused("At a table of two nobody withdraws: record who won, as a concession or a no-show.")
    if fact.player not in match.players or fact.player in match.withdrawn:
        raise Refused(f"{who(fact.player)} does not play at table {fact.table}.")
    left = _never_came(t, match, fact.player) if fact.no_show else _gone_now(match, fact.player)
    return with_match(t, fact.number, left)


def _gone_now(match: Match, player: PlayerId) -> Match:
    return replace(match, withdrawn=(*match.withdrawn, player), left_after=(*match.left_after, len(match.games)))


def _never_came(t: T, match: Match, player: PlayerId) -> Match:
    """Gone before everybody else, and before the first game, whenever that is told."""
    seat = match.players.index(player)
    if any(game.realms[seat] for game in match.games):
        many = ruleset_of(t.settings).counted.many
        raise Refused(
            f"{who(player)} has {many} in a game at table {match.table}, so they were there. They leave it instead."
        )
    return replace(
        match,
        withdrawn=(player, *match.withdrawn),
        left_after=(0, *match.left_after),
        no_shows=(*match.no_shows, player),
    )


def _faction_chosen(t: T, fact: f.FactionChosen) -> T:
    round_ = next((r for r in t.rounds if r.number == fact.number and r.phase != "draft"), None)
    if round_ is None:
        raise Refused(f"Round {fact.number} is not published, so nobody chooses for it yet.")
    match = match_of(round_, fact.table)
    if fact.player not in match.players:
        raise Refused(f"{who(fact.player)} does not sit at table {fact.table}.")
    if not pool_size(t.settings):
        raise Refused("This event has no pool of factions to choose from.")
    others = tuple((player, faction) for player, faction in match.chosen if player != fact.player)
    mine = ((fact.player, fact.faction),) if fact.faction else ()
    return with_round_of(t, round_with(round_, replace(match, chosen=(*others, *mine))))


def _first_five(t: T, fact: f.FirstFiveChecked) -> T:
    match = match_of(round_in(t, fact.number, "published"), fact.table)
    if fact.player not in match.players:
        raise Refused(f"{who(fact.player)} does not sit at table {fact.table}.")
    ready = match.ready if fact.player in match.ready else (*match.ready, fact.player)
    return with_match(t, fact.number, replace(match, ready=ready))


def _flag_fell(t: T, fact: f.FlagFell) -> T:
    match = match_of(round_in(t, fact.number, "published"), fact.table)
    if t.settings.timer != "chess":
        raise Refused("This event is not played with chess clocks.")
    if fact.player not in match.players or fact.player in match.flagged:
        raise Refused(f"{who(fact.player)} has no flag to fall at table {fact.table}.")
    return with_match(t, fact.number, replace(match, flagged=(*match.flagged, fact.player)))


def _chess_corrected(t: T, fact: f.ChessClockCorrected) -> T:
    match = live_match(t, fact.number, fact.table)
    if t.settings.timer != "chess":
        raise Refused("This event is not played with chess clocks.")
    if len(match.seats) != 2 or tuple(player for player, _ in fact.left) != match.players:
        raise Refused(f"Others sit at table {fact.table} now, with a chess clock of their own.")
    first, second = (ms for _, ms in fact.left)
    if min(first, second) < 0 or fact.turn not in (None, *match.players):
        raise Refused("A chess clock cannot show that.")
    turn = None if fact.turn is None else 0 if fact.turn == match.players[0] else 1
    right = ChessCorrection(fact.correction, (first, second), turn, fact.reason)
    fallen = tuple(player for player, ms in fact.left if ms == 0)
    return with_match(t, fact.number, replace(match, chess=right, flagged=fallen))


def _only_noted(t: T, _fact: f.TableVisited | f.RulingGiven) -> T:
    """Where a judge was and what was ruled changes nothing, and stands in the way of no undo."""
    return t


RESULTS: Folders = {
    f.ResultReported: lambda t, fact: apply_results(t, [fact]),
    f.ReportWithdrawn: _report_withdrawn,
    f.ResultRecorded: lambda t, fact: apply_results(t, [fact]),
    f.ResultWithdrawn: _withdrawn,
    f.ResultCorrected: _corrected,
    f.GameReported: _game_reported,
    f.GameRecorded: _game_recorded,
    f.GameWithdrawn: _game_withdrawn,
    f.SeatLeft: _seat_left,
    f.FactionChosen: _faction_chosen,
    f.FirstFiveChecked: _first_five,
    f.FlagFell: _flag_fell,
    f.ChessClockCorrected: _chess_corrected,
    f.TableVisited: _only_noted,
    f.RulingGiven: _only_noted,
}
