"""Chess clocks: two banks of time at one table, for games that are timed by player instead of by round.

| rule (Ashes Reborn "Chess Clocks", Summoner Wars "Chess Clocks")      | where              |
|-----------------------------------------------------------------------|--------------------|
| half the round each (25–30 minutes; Summoner Wars 30)                 | `new`              |
| starts with the first player at the first turn                        | `begin`            |
| passed on at the end of a turn                                        | `pass_turn`        |
| Reborn only: lent inside a turn while the opponent decides something  | `lend`, `give_back`|
| time used up: that player loses at the end of their turn              | `verdict`          |
| a judge sets both banks: wrong starter, accidental pass, a ruling     | `corrected`        |

The tablet is the authority for its clock and sends it with a counter; without the box it has to go on by itself, so the
same rules stand in `server/table/static/tablet/chess.js`. `tests/chess_vectors.json` is played through both.
A bank stops at zero and ends no game by itself: whoever wins in that turn has won, and only people enter results.
"""

from typing import Literal

from engine.clock import Moment
from engine.refusals import Refused
from engine.values import dataclass, replace
from engine.words import ChessCorrection

Player = Literal[0, 1]
When = Literal["this-turn", "own-next-turn", "lost"]


@dataclass(frozen=True, slots=True)
class ChessClock:
    """The banks at the moment `since`, whose turn it is, whose bank is in use; no `since` while both stand still.

    `correction` is how often a judge has set it: whatever was counted before the last time no longer counts.
    """

    banks: tuple[int, int]
    lending: bool
    turn: Player | None = None
    using: Player | None = None
    since: Moment | None = None
    lost: Player | None = None
    counter: int = 0
    correction: int = 0


@dataclass(frozen=True, slots=True)
class FlagVerdict:
    """A fallen flag: whose, and whether they lose at the end of this turn, of their own next one, or have lost."""

    player: Player
    when: When


def new(bank_ms: int, *, lending: bool) -> ChessClock:
    """Two full banks; `lending` says whether this game lets time be passed inside a turn."""
    if bank_ms <= 0:
        raise Refused("Each player needs some time on the chess clock. Set half the round for each.")
    return ChessClock((bank_ms, bank_ms), lending)


def begin(clock: ChessClock, first: Player, *, now: Moment) -> ChessClock:
    """The first player's first turn starts, and their time runs."""
    if clock.turn is not None:
        raise Refused("The chess clock has already begun.")
    return _counted(replace(clock, turn=first, using=first, since=now))


def tap(clock: ChessClock, player: Player, *, now: Moment) -> ChessClock:
    """The big button of whoever's time runs: lent time comes back; otherwise the turn is over."""
    _in_play(clock)
    if player != clock.using:
        raise Refused("The other player's time is running, and only they can pass it on.")
    return give_back(clock, now) if _lent(clock) else pass_turn(clock, now)


def pass_turn(clock: ChessClock, now: Moment) -> ChessClock:
    """The turn is over and the other player's time runs; a player who ends a turn with the flag down has lost."""
    turn = _in_play(clock)
    if _lent(clock):
        raise Refused("The opponent is still deciding. Take the time back first, then end the turn.")
    settled = banks(clock, now)
    if settled[turn] == 0:
        return _counted(replace(clock, banks=settled, since=None, lost=turn))
    return _counted(replace(clock, banks=settled, turn=_other(turn), using=_other(turn), since=now))


def lend(clock: ChessClock, now: Moment) -> ChessClock:
    """The opponent has something to decide: their time runs, the turn stays where it is."""
    turn = _in_play(clock)
    if not clock.lending:
        raise Refused("In this game time is passed only at the end of a turn.")
    if _lent(clock):
        raise Refused("The opponent's time is already running.")
    return _counted(replace(clock, banks=banks(clock, now), using=_other(turn), since=now))


def give_back(clock: ChessClock, now: Moment) -> ChessClock:
    """The opponent has decided: the time of the player whose turn it is runs again."""
    turn = _in_play(clock)
    if not _lent(clock):
        raise Refused("No time was passed inside this turn, so none can come back.")
    return _counted(replace(clock, banks=banks(clock, now), using=turn, since=now))


def stop(clock: ChessClock, now: Moment) -> ChessClock:
    """Both banks stand still: a judge is at the table, or the game is over."""
    _in_play(clock)
    return _counted(replace(clock, banks=banks(clock, now), since=None))


def resume(clock: ChessClock, now: Moment) -> ChessClock:
    """The bank that was in use runs again."""
    if clock.turn is None:
        raise Refused("The chess clock has not begun. Choose who goes first.")
    if clock.since is not None:
        raise Refused("The chess clock is already running.")
    _nobody_lost(clock)
    return _counted(replace(clock, since=now))


def moved(clock: ChessClock, before: Moment, *, now: Moment) -> ChessClock:
    """The same clock by the time of another boot: what had passed `before` is settled, and it runs on from now."""
    return clock if clock.since is None else _counted(replace(clock, banks=banks(clock, before), since=now))


def corrected(correction: ChessCorrection, *, lending: bool) -> ChessClock:
    """As a judge set it: both banks stand still until somebody at the table resumes."""
    turn: Player | None = None if correction.turn is None else 1 if correction.turn else 0
    return ChessClock(correction.banks, lending, turn, turn, correction=correction.number)


def banks(clock: ChessClock, now: Moment) -> tuple[int, int]:
    """What each player has left, never below zero; after a restart, what they had when the clock was last heard of."""
    if clock.since is None or clock.since.boot_id != now.boot_id:
        return clock.banks
    passed = max(0, now.ms - clock.since.ms)
    first, second = clock.banks
    return (max(0, first - passed), second) if clock.using == 0 else (first, max(0, second - passed))


def flags(clock: ChessClock, now: Moment) -> tuple[bool, bool]:
    """Whose time is used up."""
    first, second = banks(clock, now)
    return first == 0, second == 0


def verdict(clock: ChessClock, now: Moment) -> FlagVerdict | None:
    """Who loses on time, and when; None while nobody's flag is down. With both down, whose turn it is loses first."""
    if clock.lost is not None:
        return FlagVerdict(clock.lost, "lost")
    fallen = flags(clock, now)
    if clock.turn is None or not any(fallen):
        return None
    return (
        FlagVerdict(clock.turn, "this-turn") if fallen[clock.turn] else FlagVerdict(_other(clock.turn), "own-next-turn")
    )


def newer(known: ChessClock, received: ChessClock) -> ChessClock:
    """The later of two states of one clock; the known one if nothing has happened since. A judge's word goes first."""
    return received if _order(received) > _order(known) else known


def _order(clock: ChessClock) -> tuple[int, int]:
    return clock.correction, clock.counter


def _counted(clock: ChessClock) -> ChessClock:
    return replace(clock, counter=clock.counter + 1)


def _in_play(clock: ChessClock) -> Player:
    _nobody_lost(clock)
    if clock.turn is None:
        raise Refused("The chess clock has not begun. Choose who goes first.")
    if clock.since is None:
        raise Refused("The chess clock is paused. Resume it first.")
    return clock.turn


def _nobody_lost(clock: ChessClock) -> None:
    if clock.lost is not None:
        raise Refused("The game was lost on time at the end of that turn. Report the result.")


def _lent(clock: ChessClock) -> bool:
    return clock.using != clock.turn


def _other(player: Player) -> Player:
    return 1 if player == 0 else 0
