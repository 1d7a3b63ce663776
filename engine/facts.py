"""What can happen. One fact per thing; a fact holds the outcome, never the intention, so replaying rolls no dice."""

from __future__ import annotations

from typing import Literal

from engine.clock import Moment
from engine.reasons import Reason
from engine.values import dataclass
from engine.words import (
    Apart,
    Bye,
    ClockCorrectionReason,
    DraftGroup,
    Entering,
    Excuse,
    Game,
    Match,
    PenaltyKind,
    PlayerId,
    Result,
    Settings,
    StageKind,
)

# The tournament and its people


@dataclass(frozen=True, slots=True)
class TournamentCreated:
    settings: Settings
    seed: str


@dataclass(frozen=True, slots=True)
class SettingsChanged:
    """`renamed`: the event has another name, too, which lives outside the journal."""

    settings: Settings
    renamed: bool = False


@dataclass(frozen=True, slots=True)
class PlayerEntered:
    """`round` is the first round they play in; the lot breaks the last tie and is drawn here, once."""

    player: PlayerId
    lot: int
    round: int = 1


@dataclass(frozen=True, slots=True)
class PlayerRenamed:
    """The name itself lives outside the journal; this only moves the revision.

    `respelled`: somebody typed another name, which forms that were sent before do not have.
    """

    player: PlayerId
    respelled: bool = False


@dataclass(frozen=True, slots=True)
class PlayerRemoved:
    """Taken off the list before they ever played."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class PresenceMarked:
    player: PlayerId
    present: bool


@dataclass(frozen=True, slots=True)
class FactionsNamed:
    """Where decks are factions: the faction for each round, in order."""

    player: PlayerId
    factions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TableFixed:
    player: PlayerId
    table: int | None


@dataclass(frozen=True, slots=True)
class RoundExcused:
    """Asked beforehand not to play this round: it counts as a bye or as missed; without `counts_as` they play again."""

    player: PlayerId
    round: int
    counts_as: Excuse | None = None


@dataclass(frozen=True, slots=True)
class KeptApart:
    """Who is to be kept apart from now on; why they are is nobody's business, and nowhere."""

    apart: Apart


@dataclass(frozen=True, slots=True)
class DeckLocked:
    player: PlayerId


@dataclass(frozen=True, slots=True)
class DeckUnlocked:
    player: PlayerId


@dataclass(frozen=True, slots=True)
class PlayerDropped:
    """`after` is the last round that counts for them."""

    player: PlayerId
    after: int


@dataclass(frozen=True, slots=True)
class PlayerReinstated:
    """Back from the next pairing on, after a drop or after a disqualification that was a mistake."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class PlayerDisqualified:
    player: PlayerId


@dataclass(frozen=True, slots=True)
class StaffNamed:
    id: str
    role: Literal["organizer", "co-organizer", "judge", "coordinator"]
    player: PlayerId | None = None


@dataclass(frozen=True, slots=True)
class StaffRemoved:
    id: str


@dataclass(frozen=True, slots=True)
class StaffRenamed:
    """The name itself lives outside the journal; this only moves the revision."""

    id: str


@dataclass(frozen=True, slots=True)
class PenaltyGiven:
    """`fault` is the code of the kind of fault; what exactly was said lives outside."""

    id: str
    player: PlayerId
    kind: PenaltyKind
    fault: str
    round: int


@dataclass(frozen=True, slots=True)
class PenaltyLifted:
    id: str


@dataclass(frozen=True, slots=True)
class DeckChecked:
    """A deck or a First Five was looked at; what was found wrong lives outside, under this id."""

    id: str
    player: PlayerId
    what: Literal["deck", "first-five"]
    ok: bool
    round: int


@dataclass(frozen=True, slots=True)
class Announced:
    """A sentence for everybody; the words live outside, under this id."""

    id: str


@dataclass(frozen=True, slots=True)
class AnnouncementEnded:
    id: str


@dataclass(frozen=True, slots=True)
class EntrySet:
    """Whether players may enter by themselves, for how many there is room, and the fee."""

    entering: Entering


@dataclass(frozen=True, slots=True)
class CheckInOpened:
    """Players may check themselves in, for so long or (0) until it is closed."""

    at: Moment
    ms: int = 0


@dataclass(frozen=True, slots=True)
class CheckInClosed:
    """From now on the desk checks people in."""


@dataclass(frozen=True, slots=True)
class LotsReplaced:
    """The organizer decided a tie by another fair method: these players in this order."""

    order: tuple[PlayerId, ...]


# Stages, drafts and rounds


@dataclass(frozen=True, slots=True)
class StageOpened:
    """A part with one way of pairing; no entrants means everyone. `declined` did not want to be among them."""

    kind: StageKind
    planned: int
    entrants: tuple[PlayerId, ...] = ()
    groups: tuple[tuple[PlayerId, ...], ...] = ()
    declined: tuple[PlayerId, ...] = ()


@dataclass(frozen=True, slots=True)
class CutMade:
    """The bracket's players by seed, best first."""

    seeds: tuple[PlayerId, ...]
    planned: int


@dataclass(frozen=True, slots=True)
class DraftOpened:
    groups: tuple[DraftGroup, ...]


@dataclass(frozen=True, slots=True)
class DraftDrawnAnew:
    """The draw-th draw of this draft's groups, seats and decks; 0 was the first."""

    groups: tuple[DraftGroup, ...]
    draw: int


@dataclass(frozen=True, slots=True)
class DraftSeatTaken:
    """Somebody left a draft, and somebody else sits down in their seat."""

    leaves: PlayerId
    comes: PlayerId


@dataclass(frozen=True, slots=True)
class DraftGroupSeated:
    """Before a draft group is dealt its cards: these are its seats and decks now, since somebody came or left."""

    group: int
    seats: tuple[PlayerId, ...]
    decks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DraftStepTaken:
    """`at` is when the step began, where picks are timed."""

    group: int
    step: str
    pick: int
    at: Moment | None = None


@dataclass(frozen=True, slots=True)
class RoundsPlanned:
    rounds: int


@dataclass(frozen=True, slots=True)
class RoundPaired:
    """The draw-th pairing of this round; anything above 0 was asked for again."""

    number: int
    matches: tuple[Match, ...]
    byes: tuple[Bye, ...] = ()
    draw: int = 0


@dataclass(frozen=True, slots=True)
class PairingChanged:
    """Changed before or after publishing; `breaks` says which rules that costs.

    `because` is why the box changed it: somebody came late, a seat was empty … Else the organizer did, by hand.
    """

    number: int
    matches: tuple[Match, ...]
    byes: tuple[Bye, ...] = ()
    breaks: tuple[Reason, ...] = ()
    because: Reason | None = None


@dataclass(frozen=True, slots=True)
class MatchMoved:
    """The people at a table play at another one; if others sit there, they change tables."""

    number: int
    table: int
    to: int


@dataclass(frozen=True, slots=True)
class RoundPublished:
    number: int


@dataclass(frozen=True, slots=True)
class RoundClosed:
    number: int


# Results


@dataclass(frozen=True, slots=True)
class ResultReported:
    """One player's version, waiting for the other's; `before_time`: a draw, and time had not been called there."""

    number: int
    table: int
    player: PlayerId
    result: Result
    before_time: bool = False


@dataclass(frozen=True, slots=True)
class ReportWithdrawn:
    """A player takes their version back, before anything was recorded."""

    number: int
    table: int
    player: PlayerId


@dataclass(frozen=True, slots=True)
class ResultRecorded:
    """What counts from now on; `before_time` as for a report."""

    number: int
    table: int
    result: Result
    before_time: bool = False


@dataclass(frozen=True, slots=True)
class ResultWithdrawn:
    number: int
    table: int


@dataclass(frozen=True, slots=True)
class ResultCorrected:
    """A result of a closed round is replaced, the games of a table of several with it; later pairings stay."""

    number: int
    table: int
    result: Result
    games: tuple[Game, ...] = ()


@dataclass(frozen=True, slots=True)
class GameReported:
    """One player's version of a game at a table of several, waiting for one other's."""

    number: int
    table: int
    player: PlayerId
    game: Game


@dataclass(frozen=True, slots=True)
class GameRecorded:
    number: int
    table: int
    game: Game


@dataclass(frozen=True, slots=True)
class GameWithdrawn:
    """The table's last game is taken back."""

    number: int
    table: int


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """A player withdraws from a table of several, or never came to it; the others play on."""

    number: int
    table: int
    player: PlayerId
    no_show: bool = False


@dataclass(frozen=True, slots=True)
class FactionChosen:
    """Where factions are a pool: the one this player brings to this match; empty takes it back."""

    number: int
    table: int
    player: PlayerId
    faction: str


@dataclass(frozen=True, slots=True)
class FirstFiveChecked:
    number: int
    table: int
    player: PlayerId


@dataclass(frozen=True, slots=True)
class FlagFell:
    """Chess clocks: this player's time is used up. It ends no game by itself."""

    number: int
    table: int
    player: PlayerId


@dataclass(frozen=True, slots=True)
class ChessClockCorrected:
    """A judge set the two banks of a table, which stand still until the players go on.

    `left` is what each player has now, in seat order, `before` what they had; `turn` whose turn it is, None to begin
    anew. `correction` counts on from what the tablet knew: what it tells of before no longer counts. What was said
    about it lives outside, under this id.
    """

    id: str
    number: int
    table: int
    left: tuple[tuple[PlayerId, int], ...]
    before: tuple[int, ...]
    turn: PlayerId | None
    correction: int
    reason: ClockCorrectionReason


# Judges


@dataclass(frozen=True, slots=True)
class TableVisited:
    """A judge was at a table for so long; `ms` is None where nobody knows. `judge` if somebody else ended the visit."""

    number: int
    table: int
    players: tuple[PlayerId, ...]
    ms: int | None = None
    judge: str = ""


@dataclass(frozen=True, slots=True)
class RulingGiven:
    """A judge ruled something at a table, about these players; the words live outside, under this id."""

    id: str
    number: int
    table: int
    players: tuple[PlayerId, ...]


# The clock


@dataclass(frozen=True, slots=True)
class ClockStarted:
    at: Moment
    remaining_ms: int


@dataclass(frozen=True, slots=True)
class ClockPaused:
    remaining_ms: int
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class TimeAdded:
    ms: int
    at: Moment


@dataclass(frozen=True, slots=True)
class TimeCalledEarly:
    """`left_ms` is what the clock showed; journals from before it was kept have none."""

    at: Moment
    left_ms: int = 0


@dataclass(frozen=True, slots=True)
class TableExtended:
    table: int
    ms: int
    at: Moment


@dataclass(frozen=True, slots=True)
class ClockEnded:
    remaining_ms: int


@dataclass(frozen=True, slots=True)
class BreakStarted:
    """Between rounds: everybody has this long."""

    at: Moment
    ms: int


@dataclass(frozen=True, slots=True)
class BreakEnded:
    pass


# The end, and taking back


@dataclass(frozen=True, slots=True)
class TournamentFinished:
    ranking: tuple[PlayerId, ...]
    prizes: tuple[tuple[str, PlayerId], ...] = ()


@dataclass(frozen=True, slots=True)
class Undone:
    """The act with this number no longer counts. Undoing an Undone redoes it."""

    seq: int


ClockFact = ClockStarted | ClockPaused | TimeAdded | TimeCalledEarly | TableExtended | ClockEnded
Fact = (
    TournamentCreated
    | SettingsChanged
    | PlayerEntered
    | PlayerRenamed
    | PlayerRemoved
    | PresenceMarked
    | FactionsNamed
    | TableFixed
    | RoundExcused
    | KeptApart
    | DeckLocked
    | DeckUnlocked
    | PlayerDropped
    | PlayerReinstated
    | PlayerDisqualified
    | StaffNamed
    | StaffRemoved
    | StaffRenamed
    | PenaltyGiven
    | PenaltyLifted
    | DeckChecked
    | Announced
    | AnnouncementEnded
    | EntrySet
    | CheckInOpened
    | CheckInClosed
    | LotsReplaced
    | StageOpened
    | CutMade
    | DraftOpened
    | DraftDrawnAnew
    | DraftSeatTaken
    | DraftGroupSeated
    | DraftStepTaken
    | RoundsPlanned
    | RoundPaired
    | PairingChanged
    | MatchMoved
    | RoundPublished
    | RoundClosed
    | ResultReported
    | ReportWithdrawn
    | ResultRecorded
    | ResultWithdrawn
    | ResultCorrected
    | GameReported
    | GameRecorded
    | GameWithdrawn
    | SeatLeft
    | FactionChosen
    | FirstFiveChecked
    | FlagFell
    | ChessClockCorrected
    | TableVisited
    | RulingGiven
    | ClockFact
    | BreakStarted
    | BreakEnded
    | TournamentFinished
    | Undone
)
