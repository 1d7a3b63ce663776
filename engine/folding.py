"""How each fact changes the tournament, and when it does not fit. One small function per fact."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from engine import clock as clocks
from engine import facts as f
from engine.clock import Clock
from engine.pairing import pods
from engine.refusals import Refused
from engine.results import require_legal
from engine.sentences import who
from engine.words import (
    Finish,
    Match,
    Penalty,
    Player,
    PlayerId,
    Report,
    Result,
    Round,
    RoundPhase,
    Staff,
    Stage,
    Tournament,
)

MINUTE = 60_000
T = Tournament


def create(t: T | None, fact: f.TournamentCreated) -> T:
    if t is not None:
        raise Refused("A journal creates its tournament once.")
    return Tournament(fact.settings, fact.seed)


# People


def _settings_changed(t: T, fact: f.SettingsChanged) -> T:
    if fact.settings.ruleset != t.settings.ruleset or (t.stages and fact.settings.scoring != t.settings.scoring):
        raise Refused("The ruleset and its scoring stay as they are once play has begun.")
    return replace(t, settings=fact.settings)


def _entered(t: T, fact: f.PlayerEntered) -> T:
    if fact.player in t.players:
        raise Refused(f"{who(fact.player)} is already in the tournament.")
    return replace(t, players={**t.players, fact.player: Player(fact.player, fact.lot, fact.round)})


def _removed(t: T, fact: f.PlayerRemoved) -> T:
    _player(t, fact.player)
    if any(fact.player in round_.seated for round_ in t.rounds):
        raise Refused("Somebody who has been paired is dropped, not removed.")
    return replace(t, players={p: player for p, player in t.players.items() if p != fact.player})


def _renamed(t: T, fact: f.PlayerRenamed) -> T:
    return _with(t, _player(t, fact.player))


def _presence(t: T, fact: f.PresenceMarked) -> T:
    return _with(t, replace(_player(t, fact.player), present=fact.present))


def _factions(t: T, fact: f.FactionsNamed) -> T:
    player = _player(t, fact.player)
    played = sum(fact.player in round_.seated for round_ in t.rounds if round_.phase != "draft")
    if fact.factions[:played] != player.factions[:played]:
        raise Refused("Factions of rounds that have begun cannot be changed.")
    return _with(t, replace(player, factions=fact.factions))


def _table_fixed(t: T, fact: f.TableFixed) -> T:
    if fact.table is not None and fact.table < 1:
        raise Refused("Tables are numbered from 1.")
    return _with(t, replace(_player(t, fact.player), fixed_table=fact.table))


def _deck_locked(t: T, fact: f.DeckLocked) -> T:
    return _with(t, replace(_player(t, fact.player), deck_locked=True))


def _deck_unlocked(t: T, fact: f.DeckUnlocked) -> T:
    return _with(t, replace(_player(t, fact.player), deck_locked=False))


def _dropped(t: T, fact: f.PlayerDropped) -> T:
    player = _player(t, fact.player)
    if not player.active:
        raise Refused(f"{who(fact.player)} is already out.")
    return _with(t, replace(player, dropped=fact.after))


def _reinstated(t: T, fact: f.PlayerReinstated) -> T:
    player = _player(t, fact.player)
    if player.active:
        raise Refused(f"{who(fact.player)} is in.")
    if player.disqualified:
        raise Refused(f"{who(fact.player)} was disqualified. Undo that first.")
    return _with(t, replace(player, dropped=None))


def _disqualified(t: T, fact: f.PlayerDisqualified) -> T:
    player = _player(t, fact.player)
    if player.disqualified:
        raise Refused(f"{who(fact.player)} is already disqualified.")
    return _with(t, replace(player, disqualified=True))


def _staff_named(t: T, fact: f.StaffNamed) -> T:
    if fact.player is not None:
        _player(t, fact.player)
    others = tuple(staff for staff in t.staff if staff.id != fact.id)
    return replace(t, staff=(*others, Staff(fact.id, fact.role, fact.player)))


def _staff_removed(t: T, fact: f.StaffRemoved) -> T:
    return replace(t, staff=tuple(staff for staff in t.staff if staff.id != fact.id))


def _penalty_given(t: T, fact: f.PenaltyGiven) -> T:
    _player(t, fact.player)
    if any(penalty.id == fact.id for penalty in t.penalties):
        raise Refused("This penalty is already recorded.")
    return replace(t, penalties=(*t.penalties, Penalty(fact.id, fact.player, fact.kind, fact.fault, fact.round)))


def _penalty_lifted(t: T, fact: f.PenaltyLifted) -> T:
    if not any(penalty.id == fact.id and not penalty.lifted for penalty in t.penalties):
        raise Refused("There is no such penalty to lift.")
    lifted = (replace(penalty, lifted=True) if penalty.id == fact.id else penalty for penalty in t.penalties)
    return replace(t, penalties=tuple(lifted))


def _lots_replaced(t: T, fact: f.LotsReplaced) -> T:
    for player in fact.order:
        _player(t, player)
    if len(set(fact.order)) != len(fact.order):
        raise Refused("Everybody can be in the order only once.")
    return replace(t, lots_by_hand=fact.order)


# Stages and rounds


def _stage_opened(t: T, fact: f.StageOpened) -> T:
    _require_between_rounds(t)
    for player in (*fact.entrants, *(p for group in fact.groups for p in group)):
        _player(t, player)
    return replace(t, stages=(*t.stages, Stage(fact.kind, fact.planned, fact.entrants, fact.groups)))


def _cut_made(t: T, fact: f.CutMade) -> T:
    return _stage_opened(t, f.StageOpened("bracket", fact.planned, entrants=fact.seeds))


def _draft_opened(t: T, fact: f.DraftOpened) -> T:
    _require_between_rounds(t)
    for player in (p for group in fact.groups for p in group.seats):
        _player(t, player)
    return replace(t, drafting=fact.groups)


def _draft_step(t: T, fact: f.DraftStepTaken) -> T:
    if not 0 <= fact.group < len(t.drafting):
        raise Refused("There is no such draft group.")
    moved = replace(t.drafting[fact.group], step=fact.step, pick=fact.pick)
    return replace(t, drafting=(*t.drafting[: fact.group], moved, *t.drafting[fact.group + 1 :]))


def _rounds_planned(t: T, fact: f.RoundsPlanned) -> T:
    stage = _stage(t)
    if fact.rounds < max(1, len(stage.rounds)):
        raise Refused(f"{len(stage.rounds)} rounds have been played; there cannot be fewer.")
    return _with_stage(t, replace(stage, planned=fact.rounds))


def _round_paired(t: T, fact: f.RoundPaired) -> T:
    stage, current = _stage(t), t.current_round
    fresh = Round(fact.number, fact.matches, fact.byes, draw=fact.draw)
    if current is not None and current.number == fact.number:
        if current.phase != "draft":
            raise Refused(f"Round {fact.number} is published. Change single tables instead of pairing it anew.")
        return _with_stage(t, replace(stage, rounds=(*stage.rounds[:-1], fresh)))
    if fact.number != t.rounds_played + 1:
        raise Refused(f"The next round is round {t.rounds_played + 1}.")
    if current is not None and current.phase != "closed":
        raise Refused(f"Close round {current.number} before pairing the next one.")
    if t.finish is not None:
        raise Refused("The tournament is finished.")
    return _with_stage(t, replace(stage, rounds=(*stage.rounds, fresh)))


def _pairing_changed(t: T, fact: f.PairingChanged) -> T:
    round_ = _open_round(t, fact.number)
    kept = {match.players: match for match in round_.matches}
    for match in round_.matches:
        if (match.result or match.games) and match.players not in {m.players for m in fact.matches}:
            raise Refused(f"Table {match.table} already has a result. Take that back before changing who sits there.")
    matches = tuple(_keep(kept.get(match.players), match) for match in fact.matches)
    breaks = (*round_.breaks, *fact.breaks)
    return _with_round(t, replace(round_, matches=matches, byes=fact.byes, breaks=breaks))


def _keep(old: Match | None, new: Match) -> Match:
    """A pair that stays together keeps its result wherever it sits now."""
    if old is None:
        return new
    return replace(
        new, result=old.result, reports=old.reports, games=old.games, withdrawn=old.withdrawn, ready=old.ready
    )


def _published(t: T, fact: f.RoundPublished) -> T:
    round_ = _round_in(t, fact.number, "draft")
    return replace(_with_round(t, replace(round_, phase="published")), clock=_new_clock(t))


def _closed(t: T, fact: f.RoundClosed) -> T:
    round_ = _round_in(t, fact.number, "published")
    if open_ := [str(match.table) for match in round_.matches if match.result is None]:
        raise Refused(f"Results are missing from table {', '.join(open_)}.")
    return _with_round(t, replace(round_, phase="closed"))


def _new_clock(t: T) -> Clock:
    """The clock of the round about to be played."""
    stage, settings = _stage(t), t.settings
    final = stage.kind == "bracket" and len(stage.rounds) == stage.planned
    minutes = settings.bracket_minutes if stage.kind == "bracket" else settings.round_minutes
    if settings.timer != "common" or not minutes or (final and settings.untimed_final):
        return clocks.untimed_clock()
    return clocks.timed_clock(minutes * MINUTE, warning_ms=settings.warning_minutes * MINUTE or None)


# Results


def _reported(t: T, fact: f.ResultReported) -> T:
    match = _live_match(t, fact.number, fact.table)
    if fact.player not in match.players:
        raise Refused(f"{who(fact.player)} does not sit at table {fact.table}.")
    require_legal(fact.result, match, settings=t.settings, stage=_stage(t).kind)
    others = tuple(report for report in match.reports if report.player != fact.player)
    return _with_match(t, fact.number, replace(match, reports=(*others, Report(fact.player, fact.result))))


def _recorded(t: T, fact: f.ResultRecorded) -> T:
    match = _live_match(t, fact.number, fact.table)
    return _with_match(t, fact.number, replace(match, result=_legal(t, _stage(t), match, fact.result)))


def _withdrawn(t: T, fact: f.ResultWithdrawn) -> T:
    match = _match(_round_in(t, fact.number, "published"), fact.table)
    if match.result is None and not match.reports:
        raise Refused(f"Table {fact.table} has no result to take back.")
    return _with_match(t, fact.number, replace(match, result=None, reports=()))


def _corrected(t: T, fact: f.ResultCorrected) -> T:
    for index, stage in enumerate(t.stages):
        for place, round_ in enumerate(stage.rounds):
            if round_.number == fact.number:
                if round_.phase != "closed":
                    raise Refused(f"Round {fact.number} is still open: take its result back and enter it again.")
                match = _match(round_, fact.table)
                amended = replace(
                    _round_with(round_, replace(match, result=_legal(t, stage, match, fact.result))), amended=True
                )
                rounds = (*stage.rounds[:place], amended, *stage.rounds[place + 1 :])
                return replace(t, stages=(*t.stages[:index], replace(stage, rounds=rounds), *t.stages[index + 1 :]))
    raise Refused(f"There is no round {fact.number}.")


def _legal(t: T, stage: Stage, match: Match, result: Result) -> Result:
    require_legal(result, match, settings=t.settings, stage=stage.kind)
    return result


def _game_recorded(t: T, fact: f.GameRecorded) -> T:
    match = _live_match(t, fact.number, fact.table)
    if t.settings.event is None or _stage(t).kind != "pods":
        raise Refused("Only tables of several players record games.")
    if pods.table_winner(match.seats, match.games, withdrawn=match.withdrawn) is not None:
        raise Refused(f"Table {fact.table} is decided. Take its last game back to change it.")
    if faults := pods.game_faults(match.seats, fact.game, limits=pods.limits_for(t.settings.event)):
        raise Refused(" ".join(faults))
    return _with_match(t, fact.number, replace(match, games=(*match.games, fact.game)))


def _game_withdrawn(t: T, fact: f.GameWithdrawn) -> T:
    match = _match(_round_in(t, fact.number, "published"), fact.table)
    if not match.games:
        raise Refused(f"Table {fact.table} has no game to take back.")
    return _with_match(t, fact.number, replace(match, games=match.games[:-1], result=None))


def _seat_left(t: T, fact: f.SeatLeft) -> T:
    match = _live_match(t, fact.number, fact.table)
    if fact.player not in match.players or fact.player in match.withdrawn:
        raise Refused(f"{who(fact.player)} does not play at table {fact.table}.")
    return _with_match(t, fact.number, replace(match, withdrawn=(*match.withdrawn, fact.player)))


def _first_five(t: T, fact: f.FirstFiveChecked) -> T:
    match = _match(_round_in(t, fact.number, "published"), fact.table)
    if fact.player not in match.players:
        raise Refused(f"{who(fact.player)} does not sit at table {fact.table}.")
    ready = match.ready if fact.player in match.ready else (*match.ready, fact.player)
    return _with_match(t, fact.number, replace(match, ready=ready))


# The clock


def _clock_started(t: T, numbered: tuple[f.ClockStarted, int]) -> T:
    fact, seq = numbered
    clock = clocks.started(_clock(t), seq, at=fact.at, remaining_ms=fact.remaining_ms)
    return replace(t, clock=clock)


def _clock_paused(t: T, fact: f.ClockPaused) -> T:
    return replace(t, clock=clocks.paused(_clock(t), fact.remaining_ms, reason=fact.reason))


def _time_added(t: T, fact: f.TimeAdded) -> T:
    return replace(t, clock=clocks.time_added(_clock(t), fact.ms, at=fact.at))


def _called_early(t: T, fact: f.TimeCalledEarly) -> T:
    return replace(t, clock=clocks.called_early(_clock(t), fact.at))


def _extended(t: T, fact: f.TableExtended) -> T:
    return replace(t, clock=clocks.extended(_clock(t), fact.table, ms=fact.ms, at=fact.at))


def _clock_ended(t: T, fact: f.ClockEnded) -> T:
    return replace(t, clock=clocks.ended(_clock(t), fact.remaining_ms))


# The end


def _finished(t: T, fact: f.TournamentFinished) -> T:
    _require_between_rounds(t)
    if t.finish is not None:
        raise Refused("The tournament is already finished.")
    return replace(t, finish=Finish(fact.ranking, fact.prizes))


APPLY: dict[type, Callable[[T, Any], T]] = {
    f.SettingsChanged: _settings_changed,
    f.PlayerEntered: _entered,
    f.PlayerRenamed: _renamed,
    f.PlayerRemoved: _removed,
    f.PresenceMarked: _presence,
    f.FactionsNamed: _factions,
    f.TableFixed: _table_fixed,
    f.DeckLocked: _deck_locked,
    f.DeckUnlocked: _deck_unlocked,
    f.PlayerDropped: _dropped,
    f.PlayerReinstated: _reinstated,
    f.PlayerDisqualified: _disqualified,
    f.StaffNamed: _staff_named,
    f.StaffRemoved: _staff_removed,
    f.PenaltyGiven: _penalty_given,
    f.PenaltyLifted: _penalty_lifted,
    f.LotsReplaced: _lots_replaced,
    f.StageOpened: _stage_opened,
    f.CutMade: _cut_made,
    f.DraftOpened: _draft_opened,
    f.DraftStepTaken: _draft_step,
    f.RoundsPlanned: _rounds_planned,
    f.RoundPaired: _round_paired,
    f.PairingChanged: _pairing_changed,
    f.RoundPublished: _published,
    f.RoundClosed: _closed,
    f.ResultReported: _reported,
    f.ResultRecorded: _recorded,
    f.ResultWithdrawn: _withdrawn,
    f.ResultCorrected: _corrected,
    f.GameRecorded: _game_recorded,
    f.GameWithdrawn: _game_withdrawn,
    f.SeatLeft: _seat_left,
    f.FirstFiveChecked: _first_five,
    f.ClockStarted: _clock_started,
    f.ClockPaused: _clock_paused,
    f.TimeAdded: _time_added,
    f.TimeCalledEarly: _called_early,
    f.TableExtended: _extended,
    f.ClockEnded: _clock_ended,
    f.TournamentFinished: _finished,
}


def _player(t: T, player: PlayerId) -> Player:
    if player not in t.players:
        raise Refused(f"There is no player {who(player)} in this tournament.")
    return t.players[player]


def _stage(t: T) -> Stage:
    if not t.stages:
        raise Refused("The tournament has not begun: open its first stage.")
    return t.stages[-1]


def _clock(t: T) -> Clock:
    if t.clock is None:
        raise Refused("There is no clock before a round is published.")
    return t.clock


def _open_round(t: T, number: int) -> Round:
    round_ = t.current_round
    if round_ is None or round_.number != number or round_.phase == "closed":
        raise Refused(f"Round {number} is not open.")
    return round_


def _round_in(t: T, number: int, phase: RoundPhase) -> Round:
    round_ = _open_round(t, number)
    if round_.phase != phase:
        raise Refused(f"Round {number} is {'not published yet' if round_.phase == 'draft' else 'already published'}.")
    return round_


def _match(round_: Round, table: int) -> Match:
    match = round_.match_at(table)
    if match is None:
        raise Refused(f"Round {round_.number} has no table {table}.")
    return match


def _live_match(t: T, number: int, table: int) -> Match:
    match = _match(_round_in(t, number, "published"), table)
    if match.result is not None:
        raise Refused(f"Table {table} already has a result. Take it back to enter another.")
    return match


def _require_between_rounds(t: T) -> None:
    if t.current_round is not None and t.current_round.phase != "closed":
        raise Refused(f"Close round {t.current_round.number} first.")


def _with(t: T, player: Player) -> T:
    return replace(t, players={**t.players, player.id: player})


def _with_stage(t: T, stage: Stage) -> T:
    return replace(t, stages=(*t.stages[:-1], stage))


def _with_round(t: T, round_: Round) -> T:
    stage = t.stages[-1]
    return _with_stage(t, replace(stage, rounds=(*stage.rounds[:-1], round_)))


def _with_match(t: T, number: int, match: Match) -> T:
    return _with_round(t, _round_with(_open_round(t, number), match))


def _round_with(round_: Round, match: Match) -> Round:
    place = next(i for i, other in enumerate(round_.matches) if other.table == match.table)
    return replace(round_, matches=(*round_.matches[:place], match, *round_.matches[place + 1 :]))
