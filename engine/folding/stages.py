"""How stages, rounds and the end change the tournament.

One small function per fact; it refuses a fact that does not fit.
"""

from __future__ import annotations

from dataclasses import replace

from engine import clock as clocks
from engine import facts as f
from engine.clock import Clock
from engine.folding.parts import (
    Folders,
    T,
    open_round,
    player_of,
    require_between_rounds,
    round_in,
    stage_of,
    with_round,
    with_stage,
)
from engine.refusals import Refused
from engine.words import Finish, Match, Round, Stage

MINUTE = 60_000


def _stage_opened(t: T, fact: f.StageOpened) -> T:
    require_between_rounds(t)
    for player in (*fact.entrants, *(p for group in fact.groups for p in group)):
        player_of(t, player)
    return replace(t, stages=(*t.stages, Stage(fact.kind, fact.planned, fact.entrants, fact.groups)))


def _cut_made(t: T, fact: f.CutMade) -> T:
    return _stage_opened(t, f.StageOpened("bracket", fact.planned, entrants=fact.seeds))


def _draft_opened(t: T, fact: f.DraftOpened) -> T:
    require_between_rounds(t)
    for player in (p for group in fact.groups for p in group.seats):
        player_of(t, player)
    return replace(t, drafting=fact.groups)


def _draft_step(t: T, fact: f.DraftStepTaken) -> T:
    if not 0 <= fact.group < len(t.drafting):
        raise Refused("There is no such draft group.")
    moved = replace(t.drafting[fact.group], step=fact.step, pick=fact.pick)
    return replace(t, drafting=(*t.drafting[: fact.group], moved, *t.drafting[fact.group + 1 :]))


def _rounds_planned(t: T, fact: f.RoundsPlanned) -> T:
    stage = stage_of(t)
    if fact.rounds < max(1, len(stage.rounds)):
        raise Refused(f"{len(stage.rounds)} rounds have been played; there cannot be fewer.")
    return with_stage(t, replace(stage, planned=fact.rounds))


def _round_paired(t: T, fact: f.RoundPaired) -> T:
    stage, current = stage_of(t), t.current_round
    fresh = Round(fact.number, fact.matches, fact.byes, draw=fact.draw)
    if current is not None and current.number == fact.number:
        if current.phase != "draft":
            raise Refused(f"Round {fact.number} is published. Change single tables instead of pairing it anew.")
        return with_stage(t, replace(stage, rounds=(*stage.rounds[:-1], fresh)))
    if fact.number != t.rounds_played + 1:
        raise Refused(f"The next round is round {t.rounds_played + 1}.")
    if current is not None and current.phase != "closed":
        raise Refused(f"Close round {current.number} before pairing the next one.")
    if t.finish is not None:
        raise Refused("The tournament is finished.")
    return with_stage(t, replace(stage, rounds=(*stage.rounds, fresh)))


def _pairing_changed(t: T, fact: f.PairingChanged) -> T:
    round_ = open_round(t, fact.number)
    kept = {match.players: match for match in round_.matches}
    for match in round_.matches:
        if (match.result or match.games) and match.players not in {m.players for m in fact.matches}:
            raise Refused(f"Table {match.table} already has a result. Take that back before changing who sits there.")
    matches = tuple(_keep(kept.get(match.players), match) for match in fact.matches)
    breaks = (*round_.breaks, *fact.breaks)
    return with_round(t, replace(round_, matches=matches, byes=fact.byes, breaks=breaks))


def _keep(old: Match | None, new: Match) -> Match:
    """A pair that stays together keeps its result wherever it sits now."""
    if old is None:
        return new
    return replace(
        new, result=old.result, reports=old.reports, games=old.games, withdrawn=old.withdrawn, ready=old.ready
    )


def _published(t: T, fact: f.RoundPublished) -> T:
    round_ = round_in(t, fact.number, "draft")
    return replace(with_round(t, replace(round_, phase="published")), clock=_new_clock(t))


def _closed(t: T, fact: f.RoundClosed) -> T:
    round_ = round_in(t, fact.number, "published")
    if open_ := [str(match.table) for match in round_.matches if match.result is None]:
        raise Refused(f"Results are missing from table {', '.join(open_)}.")
    return with_round(t, replace(round_, phase="closed"))


def _new_clock(t: T) -> Clock:
    """The clock of the round about to be played."""
    stage, settings = stage_of(t), t.settings
    final = stage.kind == "bracket" and len(stage.rounds) == stage.planned
    minutes = settings.bracket_minutes if stage.kind == "bracket" else settings.round_minutes
    if settings.timer != "common" or not minutes or (final and settings.untimed_final):
        return clocks.untimed_clock()
    return clocks.timed_clock(minutes * MINUTE, warning_ms=settings.warning_minutes * MINUTE or None)


def _finished(t: T, fact: f.TournamentFinished) -> T:
    require_between_rounds(t)
    if t.finish is not None:
        raise Refused("The tournament is already finished.")
    return replace(t, finish=Finish(fact.ranking, fact.prizes))


STAGES: Folders = {
    f.StageOpened: _stage_opened,
    f.CutMade: _cut_made,
    f.DraftOpened: _draft_opened,
    f.DraftStepTaken: _draft_step,
    f.RoundsPlanned: _rounds_planned,
    f.RoundPaired: _round_paired,
    f.PairingChanged: _pairing_changed,
    f.RoundPublished: _published,
    f.RoundClosed: _closed,
    f.TournamentFinished: _finished,
}
