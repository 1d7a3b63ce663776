"""How stages, rounds and the end change the tournament.

One small function per fact; it refuses a fact that does not fit.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine import clock as clocks
from engine import facts as f
from engine.clock import Clock
from engine.folding.parts import (
    MOST_ROUNDS,
    Folders,
    T,
    bare,
    match_of,
    open_round,
    player_of,
    require_between_rounds,
    require_teams,
    require_unfinished,
    round_in,
    stage_of,
    with_round,
    with_stage,
)
from engine.pairing import brackets, draft, groups
from engine.pairing.pod_seating import is_fresh
from engine.refusals import Refused
from engine.rulesets.drafting import SET_UP
from engine.rulesets.registry import ruleset_of
from engine.sentences import round_at_start, the_round, who
from engine.values import replace
from engine.words import Finish, Match, PlayerId, Round, Stage

MINUTE = 60_000


def _stage_opened(t: T, fact: f.StageOpened) -> T:
    require_unfinished(t)
    require_between_rounds(t)
    require_teams(t, t.settings)
    rules = ruleset_of(t.settings)
    if rules.pods != (fact.kind == "pods"):
        raise Refused(f"{rules.name} is not played in rounds of this kind: {fact.kind}.")
    _require_planned(fact.planned)
    for players in (fact.entrants, [p for group in fact.groups for p in group]):
        _require_once(t, players)
    if fact.kind == "bracket" and not brackets.SMALLEST <= len(fact.entrants) <= brackets.LARGEST:
        raise Refused(f"A bracket has {brackets.SMALLEST} to {brackets.LARGEST} players, not {len(fact.entrants)}.")
    opened = Stage(fact.kind, fact.planned, fact.entrants, fact.groups, declined=fact.declined)
    return replace(t, stages=(*t.stages, opened))


def _require_once(t: T, players: Sequence[PlayerId]) -> None:
    for player in players:
        player_of(t, player)
    if len(set(players)) != len(players):
        raise Refused("Each player can be in a stage only once.")


def _require_planned(rounds: int) -> None:
    if not 0 <= rounds <= MOST_ROUNDS:
        raise Refused(f"A stage has at most {MOST_ROUNDS} rounds.")


def _cut_made(t: T, fact: f.CutMade) -> T:
    return _stage_opened(t, f.StageOpened("bracket", fact.planned, entrants=fact.seeds))


def _draft_opened(t: T, fact: f.DraftOpened) -> T:
    require_unfinished(t)
    require_between_rounds(t)
    for player in (p for group in fact.groups for p in group.seats):
        player_of(t, player)
    return replace(t, drafting=fact.groups, draft_draw=0)


def _draft_drawn_anew(t: T, fact: f.DraftDrawnAnew) -> T:
    """Groups, seats and decks are others, and nobody has picked; a round that was only prepared is gone with them."""
    stage = stage_of(t)
    _require_drafting(t, stage)
    seats = tuple(group.seats for group in fact.groups)
    for player in (p for group in seats for p in group):
        player_of(t, player)
    anew = replace(stage, groups=seats if stage.groups else (), rounds=())
    return replace(with_stage(t, anew), drafting=fact.groups, draft_draw=fact.draw)


def _draft_seat_taken(t: T, fact: f.DraftSeatTaken) -> T:
    stage = stage_of(t)
    _require_drafting(t, stage)
    player_of(t, fact.comes)
    seated = [player for group in t.drafting for player in group.seats]
    if fact.leaves not in seated or fact.comes in seated:
        raise Refused(f"{who(fact.comes)} cannot take the seat of {who(fact.leaves)} in this draft.")
    drafting = tuple(replace(group, seats=_in_place(group.seats, fact)) for group in t.drafting)
    entrants, groups = _in_place(stage.entrants, fact), tuple(_in_place(group, fact) for group in stage.groups)
    return replace(with_stage(t, replace(stage, entrants=entrants, groups=groups)), drafting=drafting)


def _draft_group_seated(t: T, fact: f.DraftGroupSeated) -> T:
    stage = stage_of(t)
    _require_drafting(t, stage)
    if not 0 <= fact.group < len(t.drafting) or t.drafting[fact.group].step != SET_UP or stage.entrants:
        raise Refused("The cards of this draft group are dealt: its seats stay as they are.")
    others = {p for number, group in enumerate(t.drafting) if number != fact.group for p in group.seats}
    for player in fact.seats:
        player_of(t, player)
    if others & set(fact.seats) or len(set(fact.seats)) < len(fact.seats):
        raise Refused("Each player can have only one seat in a draft.")
    changed = replace(t.drafting[fact.group], seats=fact.seats, decks=fact.decks)
    drafting = tuple(changed if number == fact.group else group for number, group in enumerate(t.drafting))
    groups_ = tuple(group.seats for group in drafting) if stage.groups else ()
    return replace(with_stage(t, replace(stage, groups=groups_)), drafting=drafting)


def _in_place(players: tuple[PlayerId, ...], fact: f.DraftSeatTaken) -> tuple[PlayerId, ...]:
    return tuple(fact.comes if player == fact.leaves else player for player in players)


def _require_drafting(t: T, stage: Stage) -> None:
    require_unfinished(t)
    if not t.drafting or any(round_.phase != "draft" for round_ in stage.rounds) or stage.kind == "bracket":
        raise Refused("The rounds after this draft have begun.")


def _draft_step(t: T, fact: f.DraftStepTaken) -> T:
    if not 0 <= fact.group < len(t.drafting):
        raise Refused("There is no such draft group.")
    if not draft.is_step(t.settings, fact.step) or not 0 <= fact.pick <= groups.DEALT:
        raise Refused("There is no such step in the draft.")
    moved = replace(t.drafting[fact.group], step=fact.step, pick=fact.pick, since=fact.at)
    return replace(t, drafting=(*t.drafting[: fact.group], moved, *t.drafting[fact.group + 1 :]))


def _rounds_planned(t: T, fact: f.RoundsPlanned) -> T:
    stage = stage_of(t)
    if stage.kind not in ("swiss", "groups"):
        raise Refused("Only Swiss rounds can be added or taken away: an elimination ends with its final.")
    if fact.rounds < max(1, len(stage.rounds)):
        raise Refused(f"There cannot be fewer rounds than have been paired, {len(stage.rounds)} by now, or than one.")
    _require_planned(fact.rounds)
    return with_stage(t, replace(stage, planned=fact.rounds))


def _round_paired(t: T, fact: f.RoundPaired) -> T:
    stage, current = stage_of(t), t.current_round
    fresh = Round(fact.number, tuple(map(bare, fact.matches)), fact.byes, draw=fact.draw)
    if current is not None and current.number == fact.number and current.phase != "closed":
        if current.phase == "published":
            raise Refused(
                f"{round_at_start(fact.number)} is published. Change single tables instead of pairing it anew."
            )
        return with_stage(t, replace(stage, rounds=(*stage.rounds[:-1], fresh)))
    require_next_round(t)
    if fact.number != t.rounds_played + 1:
        raise Refused(f"The next round is {the_round(t.rounds_played + 1)}.")
    # The last round's clock ends here at the latest: a paired round has none until it is published.
    return replace(with_stage(t, replace(stage, rounds=(*stage.rounds, fresh))), clock=None)


def require_next_round(t: T) -> None:
    """Refuse to pair another round while one is open, after the last one planned, or after the end."""
    stage, current = stage_of(t), t.current_round
    require_unfinished(t)
    if current is not None and current.phase != "closed":
        raise Refused(f"Close {the_round(current.number)} before pairing the next one.")
    if stage.kind in ("swiss", "groups") and 0 < stage.planned <= len(stage.rounds):
        raise Refused(f"All rounds are played ({stage.planned}). Add one, go on to the next stage, or finish.")
    if stage.kind == "pods" and current is not None and len(current.matches) == 1:
        raise Refused(f"{round_at_start(current.number)} was the last one. Finish the event.")


def _pairing_changed(t: T, fact: f.PairingChanged) -> T:
    round_ = open_round(t, fact.number)
    together = {_sides(match) for match in fact.matches}
    for match in round_.matches:
        if not is_fresh(match) and _sides(match) not in together:
            raise Refused(f"Table {match.table} already has a result. Take that back before changing who sits there.")
        _require_absent_out(match, fact.matches, together)
    kept = {_sides(match): match for match in round_.matches}
    matches = tuple(_keep(kept.get(_sides(match)), match) for match in fact.matches)
    return with_round(t, replace(round_, matches=matches, byes=fact.byes, breaks=fact.breaks))


def _require_absent_out(match: Match, matches: tuple[Match, ...], together: set[frozenset[frozenset[str]]]) -> None:
    """Whoever did not come has no seat at a table that changes: there it would be forgotten."""
    seated = {player for each in matches for player in each.players}
    still = [player for player in match.no_shows if player in seated]
    if still and _sides(match) not in together:
        raise Refused(f"{who(still[0])} did not come to table {match.table}. Take them out first.")


def _sides(match: Match) -> frozenset[frozenset[str]]:
    """Who plays against whom, whatever the order of the seats."""
    numbers = {seat.side for seat in match.seats}
    return frozenset(frozenset(seat.player for seat in match.seats if seat.side == side) for side in numbers)


def _keep(old: Match | None, new: Match) -> Match:
    """People who stay together keep their seats and their result at whatever table: outcomes go by the seats."""
    return bare(new) if old is None else replace(old, table=new.table, why=new.why, group=new.group)


def _match_moved(t: T, fact: f.MatchMoved) -> T:
    round_ = open_round(t, fact.number)
    match_of(round_, fact.table)
    if fact.to < 1 or fact.to == fact.table:
        raise Refused("Choose another table to move the match to, from 1 up.")
    moved = {fact.table: fact.to, fact.to: fact.table}
    matches = (replace(match, table=moved.get(match.table, match.table)) for match in round_.matches)
    in_order = tuple(sorted(matches, key=lambda match: match.table))
    clock = None if t.clock is None else clocks.with_tables_moved(t.clock, moved)
    return replace(with_round(t, replace(round_, matches=in_order)), clock=clock)


def _published(t: T, fact: f.RoundPublished) -> T:
    round_ = round_in(t, fact.number, "draft")
    return replace(with_round(t, replace(round_, phase="published")), clock=_new_clock(t), pause=None)


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
    if t.finish is not None:
        raise Refused("The tournament is already finished.")
    if not t.rounds_played:
        raise Refused("No round has been played, so there are no places. Archive or delete the event instead.")
    require_between_rounds(t)
    for player in (*fact.ranking, *(player for _, player in fact.prizes)):
        player_of(t, player)
    if len(set(fact.ranking)) != len(fact.ranking):
        raise Refused("Each player can have only one place.")
    return replace(t, finish=Finish(fact.ranking, fact.prizes))


STAGES: Folders = {
    f.StageOpened: _stage_opened,
    f.CutMade: _cut_made,
    f.DraftOpened: _draft_opened,
    f.DraftDrawnAnew: _draft_drawn_anew,
    f.DraftSeatTaken: _draft_seat_taken,
    f.DraftGroupSeated: _draft_group_seated,
    f.DraftStepTaken: _draft_step,
    f.RoundsPlanned: _rounds_planned,
    f.RoundPaired: _round_paired,
    f.PairingChanged: _pairing_changed,
    f.MatchMoved: _match_moved,
    f.RoundPublished: _published,
    f.RoundClosed: _closed,
    f.TournamentFinished: _finished,
}
