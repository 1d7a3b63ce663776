"""What each player did, round by round: the only thing standings are computed from."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Literal

from engine.once import once
from engine.standings.of_stage import once_for_stage
from engine.values import dataclass
from engine.words import Match, Outcome, PlayerId, Round, Scoring, Stage, Tournament

LineKind = Literal["win", "draw", "loss", "bye", "missed", "double-loss"]


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One round of one player: whom they met, what came of it, blood points earned and lost."""

    round: int
    opponent: PlayerId | None
    kind: LineKind
    points: int = 0
    won: int = 0
    earned: int = 0
    lost: int = 0


@dataclass(frozen=True, slots=True)
class Sheet:
    """All rounds of one player in one stage."""

    player: PlayerId
    lines: tuple[SheetLine, ...] = ()

    @property
    def wins(self) -> int:
        return sum(line.won for line in self.lines)

    @property
    def points(self) -> int:
        return sum(line.points for line in self.lines)

    @property
    def earned(self) -> int:
        return sum(line.earned for line in self.lines)

    @property
    def lost(self) -> int:
        return sum(line.lost for line in self.lines)

    @property
    def opponents(self) -> tuple[PlayerId, ...]:
        """Everyone met, in order; somebody met twice is in it twice."""
        return tuple(line.opponent for line in self.lines if line.opponent is not None)

    @property
    def byes(self) -> int:
        return sum(line.kind == "bye" for line in self.lines)

    @property
    def record(self) -> str:
        """Wins and losses, and draws if there are any: 2–0, 2–0–1."""
        draws = sum(line.kind == "draw" for line in self.lines)
        text = f"{self.wins}–{len(self.lines) - self.wins - draws}"
        return f"{text}–{draws}" if draws else text


@once_for_stage
def sheets(tournament: Tournament, stage: Stage) -> dict[PlayerId, Sheet]:
    """The sheet of everybody in a Swiss or groups stage, from published rounds and the results that are in."""
    scoring = tournament.settings.scoring
    lines: dict[PlayerId, list[SheetLine]] = {player: [] for player in stage.entrants or tournament.players}
    until = _last_rounds(tournament, stage)
    for round_ in stage.rounds:
        if round_.phase == "draft":
            continue
        for player, line in _lines_of(round_, scoring):
            lines[player].append(line)
        for player in _missing(tournament, round_, until=until):
            lines[player].append(missed_line(round_.number, scoring))
    return {player: Sheet(player, tuple(own)) for player, own in lines.items()}


@once
def _lines_of(round_: Round, scoring: Scoring) -> tuple[tuple[PlayerId, SheetLine], ...]:
    """What everybody has from a round they were seated in. A closed one stays the same while others are played."""
    played = [pair for match in round_.matches for pair in match_lines(round_.number, match, scoring=scoring)]
    return (*played, *((bye.player, bye_line(round_.number, scoring)) for bye in round_.byes))


def match_lines(number: int, match: Match, *, scoring: Scoring) -> tuple[tuple[PlayerId, SheetLine], ...]:
    """The lines both players of a duel get; none while there is no result."""
    if match.result is None:
        return ()
    one, two = match.seats
    mine, theirs = match.result.outcomes
    return (
        (one.player, _duel_line(number, two.player, scoring, mine=mine, theirs=theirs)),
        (two.player, _duel_line(number, one.player, scoring, mine=theirs, theirs=mine)),
    )


def bye_line(number: int, scoring: Scoring) -> SheetLine:
    """A bye is a win with the blood of one, against nobody, who scored 0."""
    return SheetLine(number, None, "bye", scoring.win, 1, scoring.win_blood, 0)


def missed_line(number: int, scoring: Scoring) -> SheetLine:
    """A missed round is a loss in which as much blood was lost as a loss costs, so that missing never beats losing."""
    return SheetLine(number, None, "missed", 0, 0, 0, scoring.missed_lost)


def _duel_line(number: int, opponent: PlayerId, scoring: Scoring, *, mine: Outcome, theirs: Outcome) -> SheetLine:
    if mine.mark == "win":
        return SheetLine(number, opponent, "win", scoring.win, 1, mine.blood, theirs.blood)
    if mine.mark == "draw":
        return SheetLine(number, opponent, "draw", scoring.draw, 0, mine.blood, theirs.blood)
    kind: LineKind = "double-loss" if theirs.mark == "loss" else "loss"
    return SheetLine(number, opponent, kind, 0, 0, mine.blood, theirs.blood)


def _last_rounds(tournament: Tournament, stage: Stage) -> dict[PlayerId, float]:
    """The last round that can be held against each player: nobody misses a round after they have left."""
    until: dict[PlayerId, float] = {}
    for player in stage.entrants or tournament.players:
        known = tournament.players[player]
        until[player] = math.inf if known.active else known.dropped or 0
    # A disqualification has no round number of its own: the last seat tells when it was.
    sent_off = {player for player in until if tournament.players[player].disqualified}
    for round_ in stage.rounds if sent_off else ():
        for player in sent_off & round_.seated:
            until[player] = max(until[player], round_.number)
    return until


def _missing(tournament: Tournament, round_: Round, *, until: dict[PlayerId, float]) -> Iterator[PlayerId]:
    """Who was not in this round: late entries at once, others who sat it out when it is closed."""
    seated = round_.seated
    for player, last in until.items():
        if player in seated or round_.number > last:
            continue
        if round_.phase == "closed" or tournament.players[player].entered > round_.number:
            yield player
