"""What a ruleset is: data that can be held against its rulebook line by line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from engine.decks.rules import DeckRules
from engine.rulesets.drafting import DraftPlan
from engine.rulesets.event_kinds import EventQuestions
from engine.sentences import capital
from engine.words import How, PenaltyKind, Scoring, Settings, StaffRole, StageKind, Timer


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
class DeckFormat:
    """One way to bring decks. `name` as the settings call it; `short` and `small` where a new event asks for it.

    `step` is a set-up step of this format only. With `factions` everyone names one for each round in place of a deck;
    with `written_down` a list is always collected; `special_rules` are the organizer's own, shown to everybody.
    """

    id: str
    name: str
    short: str = ""
    small: str = ""
    step: str = ""
    factions: bool = False
    written_down: bool = False
    special_rules: bool = False


@dataclass(frozen=True, slots=True)
class Counted:
    """What a result asks for beside who won, as every screen and slip calls it.

    So many lie on the winner's own `side` of the game when it ends; for the other player they are `points`, which
    stand in a column called `column`, or `short` where several columns are about them. Tables of several count them
    for each player. `exact` is what `many` is short for, where a result has to ask precisely.
    """

    one: str
    many: str
    points: str
    column: str
    short: str = ""
    exact: str = ""

    @property
    def title(self) -> str:
        """Wounds, at the head of a field."""
        return capital(self.many)

    @property
    def exactly(self) -> str:
        """Unrazed realms: the words for whoever has to count them."""
        return self.exact or self.many


@dataclass(frozen=True, slots=True)
class GameLimits:
    """What a game at a table of several can end with: for the winning side, for others, for one player."""

    winner_least: int = 0
    winner_most: int = 0
    others_most: int = 0
    each_most: int = field(default=0, kw_only=True)


@dataclass(frozen=True, slots=True)
class Offered:
    """How “New event” offers the rulebook: its name and a few words."""

    name: str
    small: str


@dataclass(frozen=True, slots=True)
class PlayChoice:
    """A way to play this rulebook that “New event” asks for; `ruleset` where another one runs it."""

    key: str
    text: str
    ruleset: str = ""
    legendary: bool = False
    small_groups: bool = False


@dataclass(frozen=True, slots=True)
class ScoringChoice:
    """Another rulebook that may score the matches; `key` is the `Scoring.score` by which it is known again."""

    key: str
    text: str
    book: Ruleset


@dataclass(frozen=True, slots=True)
class Ruleset:
    """One rulebook: the only place that knows its game.

    `rounds_with_cut` is empty where a cut does not change the number of rounds. Below the first row of `rounds` the
    organizer is told; below `refused_below` there is no tournament. `first_five` says that somebody checks the First
    Fives before the clock starts. `notes` are what else the book asks of an organizer; the settings show them.

    `side` is what a player loses the game with (a Phoenixborn), `counted` what lies on it at the end. `sheets` are
    the papers for the whole event, by the names that `server/paper` prints them under. A game without decks of one's
    own has `decks=None, deck_formats=()`. `draft` is how decks are drafted in groups, where that comes first.
    `questions` are what an event is asked for that can be of several kinds; `limits`, `teams` (what is different where
    it is played in teams) and `booklet` (the event in one line) follow from the answers.
    `report_days` is how soon the results have to be sent in, with points for the staff; 0 where nobody waits for them.
    `scorings` are the rulebooks that may score it and `rescored` makes it one of them; `plays` are the ways to play it
    that a new event may choose. `by_settings` is the rulebook as an event's settings change it.
    """

    id: str
    name: str
    offered: Offered
    scoring: Scoring
    stages: tuple[StageKind, ...]
    rounds: tuple[RoundsRow, ...]
    rounds_with_cut: tuple[RoundsRow, ...]
    refused_below: int
    hows: tuple[How, ...]
    side: str
    counted: Counted
    time: TimePlan | None
    bracket_time: TimePlan | None
    chess: ChessPlan | None
    set_up: tuple[str, ...]
    penalties: tuple[PenaltyStep, ...]
    decks: DeckRules[Any] | None
    deck_formats: tuple[DeckFormat, ...]
    sheets: tuple[str, ...] = ("decks", "scores")
    first_five: bool = False
    draft: DraftPlan | None = None
    avoid_mirrors: bool = False
    chained: tuple[str, ...] = ()
    chained_notice: str = ""
    banned: tuple[str, ...] = ()
    cut_recommended_from: int = 17
    untimed_final: str = ""
    notes: tuple[str, ...] = ()
    limits: GameLimits = GameLimits()
    teams: str = ""
    booklet: str = ""
    staff_roles: tuple[StaffRole, ...] = ("organizer", "co-organizer", "judge")
    report_days: int = 0
    questions: EventQuestions | None = None
    scorings: tuple[ScoringChoice, ...] = ()
    plays: tuple[PlayChoice, ...] = ()
    rescored: Callable[[Ruleset], Ruleset] | None = None
    by_settings: Callable[[Ruleset, Settings], Ruleset] | None = None

    @property
    def pods(self) -> bool:
        """Tables of three and more, until one is left."""
        return "pods" in self.stages

    @property
    def takes_late_entries(self) -> bool:
        """May somebody enter once play has begun? Draft groups and tables of several are closed."""
        return not self.pods and self.draft is None

    def format(self, id: str) -> DeckFormat:
        """The deck format of this name; one that the rulebook no longer knows is called by its name."""
        return next((each for each in self.deck_formats if each.id == id), DeckFormat(id, id))
