"""What a ruleset is: data that can be held against its rulebook line by line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import Any

from engine.decks.rules import DeckRules
from engine.rulesets.drafting import DraftPlan
from engine.rulesets.event_kinds import EventQuestions
from engine.sentences import capital
from engine.series.rules import SeriesRules
from engine.values import dataclass
from engine.words import How, PenaltyKind, Scoring, Settings, StaffRole, StageKind, Timer


@dataclass(frozen=True, slots=True)
class RoundsRow:
    """One printed row: with `fewest` to `most` players (None: no end) so many `rounds`, or more where it is `or_more`.

    `cuts` are the sizes of a cut that it allows; empty where it has none.
    `cut_advised`: with so many the book would rather have one.
    """

    fewest: int
    most: int | None
    rounds: int
    cuts: tuple[int, ...] = ()
    or_more: bool = False
    cut_advised: bool = False

    @property
    def words(self) -> str:
        """6, or 6 or more."""
        return f"{self.rounds} or more" if self.or_more else str(self.rounds)


@dataclass(frozen=True, slots=True)
class TimePlan:
    """How long a round lasts and what the wall says when time is called.

    `minutes`: of a round; 0 where the rulebook sets no limit and leaves it to the organizer.
    `shortest`, `longest`: what the book allows; the organizer is told about any other length.
    `called`: the headline when time is up, at most 40 characters.
    `steps`: what to do then, one to five. A step is one line for the back of the hall, at most 90 characters with a
        full stop; what is only for those who look closely is a second line of its own, after a line break.
    `warning_minutes`: so long before the end everybody is warned.
    """

    minutes: int
    shortest: int
    longest: int
    called: str
    steps: tuple[str, ...]
    warning_minutes: int = 10


@dataclass(frozen=True, slots=True)
class ChessPlan:
    """Two banks in place of a common limit.

    `minutes`: of each bank; `shortest`, `longest`: what the book allows.
    `lending`: may time be passed to the other inside a turn, while they decide something?
    `flag_rule`: what happens to whoever is out of time, for the screens.
    `steps`: as those of a `TimePlan`.
    """

    minutes: int
    shortest: int
    longest: int
    lending: bool
    flag_rule: str
    steps: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PenaltyStep:
    """What the rulebook does about one kind of fault.

    `fault`: its name; `first`, `again`: what happens then, in a sentence each.
    `kinds`: the penalties it names, mildest first; empty where the book leaves all to the organizer.
    `timers`: with which timers it applies.
    `code`: what facts hold, so it stays when the fault is named anew.
    """

    fault: str
    first: str
    again: str
    kinds: tuple[PenaltyKind, ...] = ()
    timers: tuple[Timer, ...] = ("common", "chess", "none")
    code: str = field(kw_only=True)


@dataclass(frozen=True, slots=True)
class DeckFormat:
    """One way to bring decks.

    `id`: what settings keep; `name`: as the settings page calls it.
    `short`, `small`: as a new event asks for it; without `short` it does not ask.
    `step`: a set-up step of this format only, a line as in a `TimePlan`.
    `factions`: everyone names one for each round in place of a deck.
    `pool`: so many factions are named to choose from after each pairing; 0 where there is one for each round.
    `written_down`: a list is always collected.
    `special_rules`: the organizer's own, shown to everybody.
    """

    id: str
    name: str
    short: str = ""
    small: str = ""
    step: str = ""
    factions: bool = False
    pool: int = 0
    written_down: bool = False
    special_rules: bool = False


@dataclass(frozen=True, slots=True)
class Counted:
    """What a result asks for beside who won, as every screen and slip calls it.

    It fits a game with one number on the winner's own side of the game at the end, which the loser scores, while the
    winner scores `Scoring.win_blood`; in a draw each scores what is on the other's side. Tables of several count for
    each player. These words, and the ruleset's `side`, are put into sentences (“12 wounds on Ana’s Phoenixborn”), so
    they are plain nouns in lower case, unless it is a name.

    `one`, `many`: a wound, wounds; a plain plural.
    `points`: what they are worth to the other player (blood points).
    `column`: those in a word, over a column; `short` where several columns are about them.
    `exact`: what `many` is short for, where a result has to ask precisely.
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
class Lives:
    """What a side of the game takes before it falls: the `most` of any, and by name where that is known for sure.

    Whoever won has less on it, so more is asked about; `Scoring.ask_above` is the most, less one.
    """

    most: int
    by_name: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class GameLimits:
    """What a game at a table of several can end with: for the winning side, for others, for one player."""

    winner_least: int = 0
    winner_most: int = 0
    others_most: int = 0
    each_most: int = field(default=0, kw_only=True)


@dataclass(frozen=True, slots=True)
class LastRound:
    """What the book calls the round of one table that ends an elimination.

    `heading`: over a list; `in_a_sentence`: with its article; `short`: in a corner; `table`: on forms.
    """

    heading: str = "Final"
    in_a_sentence: str = "the final"
    short: str = "F"
    table: str = "Final"


@dataclass(frozen=True, slots=True)
class PostedRule:
    """What one choice of the organizer means, for everybody to read."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class PostedCards:
    """Cards that everybody has to know by name, and what is so about them."""

    title: str
    text: str
    cards: tuple[str, ...]


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

    `id`: in settings, documents and addresses; `name`: on every screen; `offered`: how a new event offers it.
    `scoring`: what a match is worth and how ties are broken; organizers do not choose tie-breaks.
    `stages`: its ways of pairing, in order. With "bracket" there can be a cut, "pods" are tables of several.
    `rounds`: by number of players, as printed; empty where nobody sets a number. Below its first row the organizer is
        told; below `refused_below` there is no tournament.
    `players_recommended`: with fewer the organizer is told what the book recommends; 0 where it says nothing.
    `rounds_with_cut`: rows that replace those if there is a cut; empty where a cut does not change them.
    `bracket_name`: what the book calls the bracket after the rounds, where it has a name for it.
    `cut_recommended_from`: with fewer players the organizer who wants a cut is told so.
    `hows`: how a match can end; what is not among them is neither offered nor taken.
    `early_draw`: why a draw is asked about as long as time is not called; empty where it may be agreed at any time.
    `both_fall`: who wins if both sides are lost at once; empty where the book leaves that to the game's own rules.
    `side`: what a player loses the game with (Phoenixborn), put into sentences; `counted`: what lies on it at the end.
    `lives`: what it survives of that; None where nobody knows.
    `time`, `bracket_time`: the common limit of Swiss rounds and of bracket matches; None where there is none.
    `chess`: the rules of chess clocks; None where the game has none.
    `last_round`: what the book calls the last round of tables of several.
    `untimed_final`: the sentence with which settings offer a final without limit; empty where that is not offered.
    `set_up`: what to do at the table before the clock starts, steps as in a `TimePlan`; with the format's own step and
        `chained_notice` one to five.
    `penalties`: what the book does about faults.
    `decks`, `deck_formats`: how lists are read and judged, and the ways to bring decks, the usual one first. A game
        without decks of one's own has `decks=None, deck_formats=()`.
    `chained`, `banned`: cards that may not be in a First Five, or in no deck; organizers may change both lists.
    `chained_notice`: what they are called and what is so about them, a set-up step while the setting is on.
    `avoid_mirrors`: where factions are named, one meets itself as rarely as possible; a setting, on at first.
    `first_five`: somebody checks the First Fives before the clock starts.
    `draft`: how decks are drafted in groups, where that comes first.
    `sheets`: the papers for the whole event, by the names that `server/paper` prints them under.
    `notes`: what else the book asks of an organizer; the settings show them.
    `questions`: what an event is asked for that can be of several kinds; `limits`, `teams` (what is different where it
        is played in teams), `booklet` (the event in one line) and `posted` (what the choices mean, on walls, phones and
        a poster) follow from the answers.
    `staff_roles`: what somebody of the staff can be, by the names that facts know.
    `report_days`: how soon results have to be sent in, with points for the staff; 0 where nobody waits for them.
    `series`: its own ranking over many events; None where the book has none.
    `scorings`: the rulebooks that may score it; `rescored` makes it one of them.
    `plays`: the ways to play it that a new event may choose.
    `by_settings`: the rulebook as an event's settings change it.
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
    lives: Lives | None = None
    sheets: tuple[str, ...] = ("decks", "scores")
    first_five: bool = False
    draft: DraftPlan | None = None
    avoid_mirrors: bool = False
    chained: tuple[str, ...] = ()
    chained_notice: PostedRule | None = None
    banned: tuple[str, ...] = ()
    bracket_name: str = ""
    cut_recommended_from: int = 17
    players_recommended: int = 0
    last_round: LastRound = LastRound()
    untimed_final: str = ""
    early_draw: str = ""
    both_fall: str = ""
    notes: tuple[str, ...] = ()
    limits: GameLimits = GameLimits()
    teams: str = ""
    booklet: str = ""
    posted: tuple[PostedRule, ...] = ()
    staff_roles: tuple[StaffRole, ...] = ("organizer", "co-organizer", "judge")
    report_days: int = 0
    series: SeriesRules | None = None
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
