"""What every fold needs: finding a part of the tournament, and putting a changed one back."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import datetime
from itertools import zip_longest
from typing import Any

from engine.clock import Clock
from engine.pairing import brackets
from engine.refusals import Refused
from engine.rulesets.registry import ruleset_of
from engine.sentences import round_at_start, the_round, who
from engine.standings.tiebreaks import TIEBREAKS
from engine.values import replace
from engine.words import Match, Player, PlayerId, Round, RoundPhase, Settings, Stage, Tournament

T = Tournament
MOST_ROUNDS = 99
MOST_TABLE = 9999
Folders = dict[type, Callable[[T, Any], T]]


def player_of(t: T, player: PlayerId) -> Player:
    if player not in t.players:
        raise Refused(f"There is no player {who(player)} in this tournament.")
    return t.players[player]


def has_a_seat(t: T, player: PlayerId) -> bool:
    """Paired, in a group, or in a draft: such a player is dropped, not removed."""
    grouped = (player in group for stage in t.stages for group in (stage.entrants, *stage.groups))
    drafting = (player in group.seats for group in t.drafting)
    return any(grouped) or any(drafting) or any(player in round_.seated for round_ in t.rounds)


def stage_of(t: T) -> Stage:
    if not t.stages:
        raise Refused("The tournament has not begun: open its first stage.")
    return t.stages[-1]


def clock_of(t: T) -> Clock:
    if t.clock is None:
        raise Refused("There is no clock before a round is published.")
    return t.clock


def open_round(t: T, number: int) -> Round:
    round_ = t.current_round
    if round_ is not None and round_.number == number and round_.phase != "closed":
        return round_
    if any(other.number == number for other in t.rounds):
        raise Refused(f"{round_at_start(number)} is closed. What is wrong in it is corrected.")
    raise Refused(f"There is no {the_round(number)} yet. Pair it first.")


def round_in(t: T, number: int, phase: RoundPhase) -> Round:
    round_ = open_round(t, number)
    if round_.phase != phase:
        raise Refused(
            f"{round_at_start(number)} is {'not published yet' if round_.phase == 'draft' else 'already published'}."
        )
    return round_


def match_of(round_: Round, table: int) -> Match:
    return round_.matches[place_of(round_, table)]


def bare(match: Match) -> Match:
    """Who sits where and why: whatever else is known of a table comes from facts of its own."""
    return Match(match.table, match.seats, match.why, group=match.group)


def live_match(t: T, number: int, table: int) -> Match:
    return without_result(match_of(round_in(t, number, "published"), table))


def without_result(match: Match) -> Match:
    if match.result is not None:
        raise Refused(f"Table {match.table} already has a result. Take it back to enter another.")
    return match


def require_teams(t: T, settings: Settings) -> None:
    """Teams are made of players, each in one."""
    members = [player for team in settings.teams for player in team]
    for player in members:
        player_of(t, player)
    if len(set(members)) < len(members):
        raise Refused("Somebody is in a team twice. Each player has one place in one team.")


def require_unfinished(t: T) -> None:
    if t.finish is not None:
        raise Refused("The tournament is finished. Undo the finish to go on.")


def require_between_rounds(t: T) -> None:
    if t.current_round is not None and t.current_round.phase != "closed":
        raise Refused(f"Close {the_round(t.current_round.number)} first.")


def with_player(t: T, player: Player) -> T:
    return replace(t, players={**t.players, player.id: player})


def with_stage(t: T, stage: Stage) -> T:
    return replace(t, stages=(*t.stages[:-1], stage))


def with_round(t: T, round_: Round) -> T:
    stage = t.stages[-1]
    return with_stage(t, replace(stage, rounds=(*stage.rounds[:-1], round_)))


def with_match(t: T, number: int, match: Match) -> T:
    return with_round(t, round_with(open_round(t, number), match))


def with_round_of(t: T, round_: Round) -> T:
    """The tournament with this round in the place of the one of its number, in whichever stage."""
    stages = (replace(s, rounds=tuple(round_ if r.number == round_.number else r for r in s.rounds)) for s in t.stages)
    return replace(t, stages=tuple(stages))


def round_with(round_: Round, match: Match) -> Round:
    matches = list(round_.matches)
    matches[place_of(round_, match.table)] = match
    return replace(round_, matches=tuple(matches))


def place_of(round_: Round, table: int) -> int:
    # Table 7 is nearly always the seventh from the first, and a round may have a thousand.
    likely = table - round_.matches[0].table if round_.matches else -1
    if 0 <= likely < len(round_.matches) and round_.matches[likely].table == table:
        return likely
    found = next((place for place, match in enumerate(round_.matches) if match.table == table), None)
    if found is None:
        raise Refused(f"{round_at_start(round_.number)} has no table {table}.")
    return found


def keeps_factions(named: Sequence[str], factions: Sequence[str]) -> bool:
    """Does a new list leave every faction that is named as it is? Rounds without one may get one."""
    return all(not old or old == new for old, new in zip_longest(named, factions[: len(named)], fillvalue=""))


def require_sensible(settings: Settings) -> None:
    """Numbers an event can be run with."""
    if (
        not 0 <= settings.rounds <= MOST_ROUNDS
        or not 0 <= settings.round_minutes <= 600
        or settings.warning_minutes < 0
    ):
        raise Refused("Rounds and minutes are 0 or more: at most 99 rounds, and 600 minutes a round.")
    if settings.cut and not brackets.SMALLEST <= settings.cut <= brackets.LARGEST:
        raise Refused(f"A cut is to {brackets.SMALLEST} up to {brackets.LARGEST} players, or none.")
    if settings.timer == "chess" and ruleset_of(settings).chess is None:
        raise Refused(f"{ruleset_of(settings).name} has no rule for chess clocks. Use one clock for all.")
    if not 0 <= settings.lunch_after <= MOST_ROUNDS or not 0 <= settings.lunch_minutes <= 600:
        raise Refused("Lunch is after one of the rounds, and takes up to 600 minutes.")
    last = settings.last_table or MOST_TABLE
    if not 0 <= settings.first_table <= last <= MOST_TABLE:
        raise Refused(f"Tables have numbers from 1 to {MOST_TABLE}, the first one before the last.")
    if any(not 1 <= table <= MOST_TABLE for table in settings.closed_tables):
        raise Refused(f"Tables out of use have numbers from 1 to {MOST_TABLE}.")
    if settings.starts_at and not re.fullmatch(r"([01]?\d|2[0-3]):[0-5]\d", settings.starts_at):
        raise Refused("Round 1 begins at a time of day, such as 14:00.")
    if settings.lists_due and not _is_a_time(settings.lists_due):
        raise Refused("The deadline for lists is not a time.")


def require_known_tiebreaks(settings: Settings) -> None:
    """Places go by criteria that can be computed: those of the standings, and the game's own."""
    known = {*TIEBREAKS, *ruleset_of(settings).scoring.tiebreaks}
    if strange := [key for key in settings.scoring.tiebreaks if key not in known]:
        raise Refused(f"This version cannot break ties by “{strange[0]}”. Update Cinderbox.")


def _is_a_time(text: str) -> bool:
    try:
        return datetime.fromisoformat(text).tzinfo is not None
    except ValueError:
        return False
