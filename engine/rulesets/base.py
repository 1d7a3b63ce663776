"""What a ruleset is: data that can be held against its rulebook line by line."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.words import How, PenaltyKind, Scoring, StageKind, Timer


@dataclass(frozen=True, slots=True)
class RoundsRow:
    """One printed row: with this many players, so many rounds, and a cut to one of these sizes (empty: no cut)."""

    fewest: int
    most: int | None
    rounds: int
    cuts: tuple[int, ...] = ()
    or_more: bool = False


@dataclass(frozen=True, slots=True)
class TimePlan:
    """How long a round lasts and what the wall says when time is called, in at most five steps.

    A step is one line for the back of the hall; what is only for those who look closely is a second line of its own.
    `minutes` is 0 where the rulebook sets no limit and leaves it to the organizer.
    """

    minutes: int
    shortest: int
    longest: int
    called: str
    steps: tuple[str, ...]
    warning_minutes: int = 10


@dataclass(frozen=True, slots=True)
class ChessPlan:
    """Two banks in place of a common limit; `lending` is time passed inside a turn."""

    minutes: int
    shortest: int
    longest: int
    lending: bool
    flag_rule: str
    steps: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PenaltyStep:
    """What the rulebook does about one kind of fault, first time and again, and with which timers it applies.

    `kinds` are the penalties it names, mildest first; empty where the book leaves all to the organizer. Facts hold the
    `code`, so it stays when the fault is named anew.
    """

    fault: str
    first: str
    again: str
    kinds: tuple[PenaltyKind, ...] = ()
    timers: tuple[Timer, ...] = ("common", "chess", "none")
    code: str = field(kw_only=True)


@dataclass(frozen=True, slots=True)
class Ruleset:
    """One rulebook.

    `rounds_with_cut` is empty where a cut does not change the number of rounds. Below the first row of `rounds` the
    organizer is told; below `refused_below` there is no tournament. `first_five` says that somebody checks the First
    Fives before the clock starts. `format_steps` are set-up steps of one deck format only. `notes` are what else the
    book asks of an organizer; the settings show them.
    """

    id: str
    name: str
    scoring: Scoring
    stages: tuple[StageKind, ...]
    rounds: tuple[RoundsRow, ...]
    rounds_with_cut: tuple[RoundsRow, ...]
    refused_below: int
    hows: tuple[How, ...]
    time: TimePlan | None
    bracket_time: TimePlan | None
    chess: ChessPlan | None
    set_up: tuple[str, ...]
    penalties: tuple[PenaltyStep, ...]
    first_five: bool = False
    deck_formats: tuple[str, ...] = ("constructed",)
    format_steps: tuple[tuple[str, str], ...] = ()
    avoid_mirrors: bool = False
    chained: tuple[str, ...] = ()
    chained_notice: str = ""
    banned: tuple[str, ...] = ()
    wounds_on: str = "Phoenixborn"
    cut_recommended_from: int = 17
    untimed_final: str = ""
    notes: tuple[str, ...] = ()
