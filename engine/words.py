"""The nouns of a tournament. Nothing here decides; `fold` builds them from facts, everything else reads them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import Any, Literal

from engine.clock import Clock, Moment
from engine.once import once
from engine.reasons import Reason
from engine.values import dataclass

PlayerId = str
Mark = Literal["win", "draw", "loss"]
How = Literal["played", "concession", "penalty", "no-show", "flag", "double-loss", "disqualified", "ended-early"]
StageKind = Literal["swiss", "groups", "bracket", "pods"]
State = Literal["not-started", "running", "finished"]
RoundPhase = Literal["draft", "published", "closed"]
ClockCorrectionReason = Literal["wrong-starter", "accidental-pass", "ruling", "tablet"]
PenaltyKind = Literal["warning", "game-loss", "match-loss", "disqualification"]
Timer = Literal["common", "chess", "none"]
Excuse = Literal["bye", "missed"]
StaffRole = Literal["organizer", "co-organizer", "judge", "coordinator"]


@dataclass(frozen=True, slots=True)
class Scoring:
    """How matches count and how ties are broken, copied from the ruleset when the tournament is created.

    `score`: are standings by matches won, or by points? `win`, `draw`: what each gives; a loss gives nothing.
    `tiebreaks`: keys of `standings.tiebreaks.TIEBREAKS`, the first that differs decides; "lot" is the last.
    `draws`: can a match be drawn? Never in a bracket.
    `win_blood`: what the winner of a match scores, whatever the loser did; a bye too.
    `ask_above`: a loser's number above it is asked about (“31 wounds, really?”) unless more is known (`engine.lives`);
        as high as `most_blood`: never.
    `most_blood`: a higher number is refused.
    `missed_lost`: what counts as scored against somebody who misses a round.
    `bye_by`: who is weakest and gets the bye: by the "record" alone, then by lot, or by the "standings".
    """

    score: Literal["wins", "points"]
    win: int
    draw: int
    tiebreaks: tuple[str, ...]
    draws: bool = False
    win_blood: int = 25
    ask_above: int = 24
    most_blood: int = 99
    missed_lost: int = 25
    bye_by: Literal["record", "standings"] = "record"


@dataclass(frozen=True, slots=True)
class Event:
    """What an event of one of several kinds is called and played to; `title` is its own name beside its type, if any.

    The convention and the two codes stand on what is sent in afterwards. `limits` are those of a deck that differ from
    the rulebook's, as (row, least, most). `own_rules` say what a type, variant or condition of one's own means.
    """

    type: str = "Championship"
    variants: tuple[str, ...] = ()
    victory: str = "Standard"
    deck_size: int = 55
    scored: bool = True
    factor: int = 1
    realms: int = 6
    realms_at_least: bool = False
    teams: tuple[tuple[PlayerId, PlayerId], ...] = ()
    title: str = ""
    convention: str = ""
    convention_code: str = ""
    code: str = ""
    limits: tuple[tuple[str, int, int], ...] = ()
    dungeons_barred: bool = False
    own_rules: str = ""


@dataclass(frozen=True, slots=True)
class Settings:
    """What the organizer chose, on top of what the ruleset says. Later rulebooks do not change it.

    `most_life`, `lives`: where the organizer knows better than the ruleset what a side of the game survives: the most
    of any, and by name. `pool_size`: how many factions are named to choose from, where it is not the usual number.
    `first_table`, `last_table`: the event's own tables in the hall, from 1 on unless it says so; without a last one
    they do not end. `closed_tables` are out of use. `lunch_after`: the round before lunch, if there is one.
    """

    ruleset: str
    scoring: Scoring
    rounds: int = 0
    cut: int = 0
    timer: Timer = "common"
    round_minutes: int = 0
    bracket_minutes: int = 0
    warning_minutes: int = 10
    untimed_final: bool = False
    avoid_mirrors: bool = False
    chained: bool = False
    chained_cards: tuple[str, ...] = ()
    banned_cards: tuple[str, ...] = ()
    deck_format: str = "constructed"
    legendary: bool = False
    small_groups: bool = False
    draft_steps: tuple[str, ...] = ()
    desk_confirms: bool = False
    deck_lists: bool = False
    lists_since: str = ""
    lists_due: str = ""
    pick_seconds: int = 0
    build_minutes: int = 0
    break_minutes: int = 0
    scenario: str = ""
    repeat_factions: bool = False
    starts_at: str = ""
    event: Event | None = None
    most_life: int = 0
    lives: tuple[tuple[str, int], ...] = ()
    pool_size: int = 0
    first_table: int = 0
    last_table: int = 0
    closed_tables: tuple[int, ...] = ()
    lunch_after: int = 0
    lunch_minutes: int = 0

    @property
    def teams(self) -> tuple[tuple[PlayerId, PlayerId], ...]:
        """Who plays with whom; nobody does in most events."""
        return self.event.teams if self.event else ()

    @property
    def scored(self) -> bool:
        """Is the event to count for the ranking over many events?"""
        return self.event.scored if self.event else False

    @property
    def factor(self) -> int:
        """How often the points of this event count."""
        return self.event.factor if self.event else 1


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody in the tournament. Names live outside: they can be corrected, facts cannot."""

    id: PlayerId
    lot: int = 0
    entered: int = 1
    dropped: int | None = None
    disqualified: bool = False
    present: bool = False
    deck_locked: bool = False
    factions: tuple[str, ...] = ()
    fixed_table: int | None = None
    excused: tuple[tuple[int, Excuse], ...] = ()

    @property
    def active(self) -> bool:
        return self.dropped is None and not self.disqualified

    def excuse(self, number: int) -> Excuse | None:
        """How a round counts that they asked not to play; None where they play."""
        return next((excuse for round_, excuse in self.excused if round_ == number), None)


@dataclass(frozen=True, slots=True)
class Apart:
    """Whom the organizer wants kept apart, if it costs nothing above: never for what.

    `groups` are named by hand. `clubs` are those who share a club, where `club_mates` is on: clubs live outside.
    """

    groups: tuple[tuple[PlayerId, ...], ...] = ()
    club_mates: bool = False
    clubs: tuple[tuple[PlayerId, ...], ...] = ()
    first_round_only: bool = False


@dataclass(frozen=True, slots=True)
class Staff:
    """Somebody who runs the event; `player` if they also play in it."""

    id: str
    role: StaffRole
    player: PlayerId | None = None


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at a table. In a duel each seat is a side of its own; in a team two seats share one."""

    player: PlayerId
    side: int


@dataclass(frozen=True, slots=True)
class Game:
    """One game at a table of several: the side that won it and what everyone was left with, in seat order.

    Nobody won a game that was still being played when time was called.
    """

    winner: int | None
    realms: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one seat got out of a match."""

    mark: Mark
    blood: int = 0
    place: int = 0


@dataclass(frozen=True, slots=True)
class Result:
    """An outcome per seat, and how it ended.

    `tie_broken`: what only a lot would have decided was decided in another fair way; `settled` are the places that
    were, all of them where it says none.
    """

    outcomes: tuple[Outcome, ...]
    how: How = "played"
    tie_broken: bool = False
    settled: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """What one player says the result was, until both agree; `before_time` as for a match."""

    player: PlayerId
    result: Result
    before_time: bool = False


@dataclass(frozen=True, slots=True)
class GameReport:
    """What one player says of the game just played, until one other says the same."""

    player: PlayerId
    game: Game


@dataclass(frozen=True, slots=True)
class ChessCorrection:
    """How a judge last set a table's chess clock: both banks by seat, and which seat's turn it is."""

    number: int
    banks: tuple[int, int]
    turn: int | None
    reason: ClockCorrectionReason


@dataclass(frozen=True, slots=True)
class Match:
    """Two to six seats at a table, with the reason why these people sit together.

    `left_after` says of everyone who withdrew how many games were in by then; `no_shows` are those who never came.
    `chosen`: where a faction is chosen after pairing, whose is which.
    `before_time`: its draw was told although time had not been called there.
    `chess`: how a judge last corrected its chess clock.
    """

    table: int
    seats: tuple[Seat, ...]
    why: Reason | None = None
    result: Result | None = None
    reports: tuple[Report, ...] = ()
    games: tuple[Game, ...] = ()
    withdrawn: tuple[PlayerId, ...] = ()
    ready: tuple[PlayerId, ...] = ()
    group: int = 0
    game_reports: tuple[GameReport, ...] = ()
    flagged: tuple[PlayerId, ...] = ()
    left_after: tuple[int, ...] = ()
    no_shows: tuple[PlayerId, ...] = ()
    chosen: tuple[tuple[PlayerId, str], ...] = ()
    before_time: bool = False
    chess: ChessCorrection | None = None

    @property
    def players(self) -> tuple[PlayerId, ...]:
        return tuple(seat.player for seat in self.seats)


@dataclass(frozen=True, slots=True)
class Bye:
    """A round off that counts as a win. Never a match against nobody."""

    player: PlayerId
    why: Reason | None = None
    group: int = 0

    @property
    def in_advance(self) -> bool:
        """Promised before pairing: nobody else can have it, and nobody sits down opposite."""
        return self.why is not None and self.why.code == "bye-in-advance"


@dataclass(frozen=True, slots=True)
class Round:
    """Everybody's matches at one time. Numbers run through the whole tournament."""

    number: int
    matches: tuple[Match, ...]
    byes: tuple[Bye, ...] = ()
    phase: RoundPhase = "draft"
    draw: int = 0
    breaks: tuple[Reason, ...] = ()
    amended: bool = False
    known: dict[object, Any] = field(default_factory=dict, init=False, compare=False, repr=False)

    def match_at(self, table: int) -> Match | None:
        return next((match for match in self.matches if match.table == table), None)

    @property
    def free_byes(self) -> tuple[Bye, ...]:
        """Byes of an odd field: who has one can still be given an opponent."""
        return tuple(bye for bye in self.byes if not bye.in_advance)

    @property
    @once
    def seated(self) -> frozenset[PlayerId]:
        return frozenset(p for m in self.matches for p in m.players) | {b.player for b in self.byes}


@dataclass(frozen=True, slots=True)
class Stage:
    """A part of the tournament with one way of pairing. `entrants` is empty where everyone plays.

    `declined` are those who could have gone on to a second draft and did not want to.
    """

    kind: StageKind
    planned: int
    entrants: tuple[PlayerId, ...] = ()
    groups: tuple[tuple[PlayerId, ...], ...] = ()
    rounds: tuple[Round, ...] = ()
    declined: tuple[PlayerId, ...] = ()


@dataclass(frozen=True, slots=True)
class DraftGroup:
    """The seats of one draft group, the host's decks in it (secret), and how far it has come."""

    seats: tuple[PlayerId, ...]
    decks: tuple[str, ...] = ()
    step: str = "set-up"
    pick: int = 0
    since: Moment | None = None


@dataclass(frozen=True, slots=True)
class Penalty:
    """What was given to whom, for which kind of fault (its code); what was said about it lives outside."""

    id: str
    player: PlayerId
    kind: PenaltyKind
    fault: str
    round: int
    lifted: bool = False


@dataclass(frozen=True, slots=True)
class DeckCheck:
    """A deck or a First Five that was looked at."""

    id: str
    player: PlayerId
    what: Literal["deck", "first-five"]
    ok: bool
    round: int


@dataclass(frozen=True, slots=True)
class Break:
    """Time between rounds, counted from this moment."""

    at: Moment
    ms: int


@dataclass(frozen=True, slots=True)
class Finish:
    """The end: places in order, and who took which prize."""

    ranking: tuple[PlayerId, ...]
    prizes: tuple[tuple[str, PlayerId], ...] = ()


@dataclass(frozen=True, slots=True)
class Entering:
    """How players enter by themselves: whether they may, for how many there is room (0: for any number), and the fee.

    The fee is in hundredths: 1050 is 10.50 of its currency.
    """

    open: bool = False
    places: int = 0
    fee: int = 0
    currency: str = ""


@dataclass(frozen=True, slots=True)
class CheckIn:
    """Players check themselves in since this moment: for so long, or (0) until somebody closes it."""

    at: Moment
    ms: int = 0


@dataclass(frozen=True, slots=True)
class Tournament:
    """The whole tournament at one moment of its journal."""

    settings: Settings
    seed: str
    players: Mapping[PlayerId, Player] = field(default_factory=dict)
    staff: tuple[Staff, ...] = ()
    stages: tuple[Stage, ...] = ()
    drafting: tuple[DraftGroup, ...] = ()
    draft_draw: int = 0
    penalties: tuple[Penalty, ...] = ()
    deck_checks: tuple[DeckCheck, ...] = ()
    announcements: tuple[str, ...] = ()
    lots_by_hand: tuple[tuple[PlayerId, ...], ...] = ()
    apart: Apart = Apart()
    clock: Clock | None = None
    pause: Break | None = None
    finish: Finish | None = None
    entering: Entering = Entering()
    check_in: CheckIn | None = None
    known: dict[object, Any] = field(default_factory=dict, init=False, compare=False, repr=False)

    @property
    def state(self) -> State:
        """For everybody: it runs once a draft was drawn or a round was published."""
        if self.finish is not None:
            return "finished"
        begun = self.drafting or any(round_.phase != "draft" for round_ in self.rounds)
        return "running" if begun else "not-started"

    @property
    def stage(self) -> Stage | None:
        return self.stages[-1] if self.stages else None

    @property
    def rounds(self) -> Iterator[Round]:
        return (round_ for stage in self.stages for round_ in stage.rounds)

    @property
    def current_round(self) -> Round | None:
        """The newest round of the newest stage, whatever its phase."""
        return self.stages[-1].rounds[-1] if self.stages and self.stages[-1].rounds else None

    @property
    def tables_out(self) -> tuple[int, ...]:
        """The tables of the published round that have no result yet."""
        current = self.current_round
        playing = current.matches if current is not None and current.phase == "published" else ()
        return tuple(match.table for match in playing if match.result is None)

    @property
    def rounds_played(self) -> int:
        return sum(len(stage.rounds) for stage in self.stages)
