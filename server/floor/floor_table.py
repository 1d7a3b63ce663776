"""A table as a judge standing at it needs it: stopwatch, players with their penalties, what can be done."""

from __future__ import annotations

from engine import clock as clocks
from engine.decisions.clock import why_no_extra
from engine.decisions.results import disputed
from engine.history import told
from engine.pod_words import may_be_absent
from engine.progress import open_match, round_name
from engine.results import fingerprint
from engine.rulesets.registry import ruleset_of
from engine.rulesets.wall import penalty_steps
from engine.values import dataclass
from engine.words import Match, PlayerId, Tournament
from server.core.desk import Desk
from server.core.timekeeping import moment
from server.floor.floor_page import CallLine, JudgeVisit, call_lines, extra, watches
from server.floor.penalties_page import Given, penalties_page
from server.pairing.tables import stood

AMOUNTS = (1, 2, 3, 5, 10)


@dataclass(frozen=True, slots=True)
class Leaving:
    """A way to be gone from a table of several: the button, and what it means."""

    words: str
    meaning: str
    no_show: bool = False


ABSENT = Leaving("Did not come", "scores nothing and is not counted.", no_show=True)
LEAVES = Leaving("Leaves the table", "is last at this table.")


@dataclass(frozen=True, slots=True)
class TablePlayer:
    """A player at the table. `steps` is what the rulebook does next; `absent` who wins if this player never came.

    `five` says how the First Five stands; nothing where it is not checked. At a table of several `gone` says that they
    are no longer there, and `leaves` how they could go.
    """

    id: PlayerId
    record: str
    penalties: tuple[Given, ...]
    steps: tuple[str, ...]
    absent: PlayerId
    five: str
    gone: str = ""
    leaves: tuple[Leaving, ...] = ()


@dataclass(frozen=True, slots=True)
class FloorTablePage:
    table: int
    number: int
    round: str
    players: tuple[TablePlayer, ...]
    result: str
    shown: str
    trouble: str
    calls: tuple[CallLine, ...]
    watch: JudgeVisit | None
    elsewhere: int
    extra: str
    extra_ms: int
    amounts: tuple[int, ...]
    no_extra: str
    clock_note: str


def floor_table_page(desk: Desk, table: int) -> FloorTablePage:
    """The table of the round that is on."""
    t = desk.t
    match = open_match(t, table)
    current = t.current_round
    assert current is not None
    here = watches(desk)
    watch = here.get(table)
    return FloorTablePage(
        table=table,
        number=current.number,
        round=round_name(t, current.number),
        players=_players(desk, match),
        result=told(match, match.result) if match.result else "",
        shown=fingerprint(match.result),
        trouble=_trouble(match),
        calls=tuple(call for call in call_lines(desk) if call.table == table and not call.round),
        watch=watch,
        elsewhere=next((other.table for other in here.values() if other.mine and other.table != table), 0),
        extra=extra(t, table),
        extra_ms=clocks.extension(t.clock, table) if t.clock else 0,
        amounts=tuple(amount for amount in AMOUNTS if not watch or amount != watch.minutes),
        no_extra=why_no_extra(t, table),
        clock_note=_clock_note(t),
    )


def _players(desk: Desk, match: Match) -> tuple[TablePlayer, ...]:
    t = desk.t
    assert t.current_round is not None
    records = stood(t, t.stages[-1], t.current_round.number).record
    penalties = penalties_page(desk)
    return tuple(
        TablePlayer(
            player,
            records.get(player, ""),
            tuple(given for given in penalties if given.player == player and not given.lifted),
            _next_steps(t, player),
            _wins_alone(t, match, player),
            _first_five(t, match, player),
            _gone(match, player),
            _leaves(match, player),
        )
        for player in match.players
    )


def _next_steps(t: Tournament, player: PlayerId) -> tuple[str, ...]:
    """For every fault this player was penalised for: what the same again means by the rulebook."""
    had = {penalty.fault for penalty in t.penalties if penalty.player == player and not penalty.lifted}
    return tuple(f"{step.fault} again: {step.again}" for step in penalty_steps(t.settings) if step.code in had)


def _wins_alone(t: Tournament, match: Match, player: PlayerId) -> PlayerId:
    if len(match.seats) != 2 or match.result or "no-show" not in ruleset_of(t.settings).hows:
        return ""
    return next(other for other in match.players if other != player)


def _gone(match: Match, player: PlayerId) -> str:
    if player not in match.withdrawn:
        return ""
    return "did not come" if player in match.no_shows else "has left the table"


def _leaves(match: Match, player: PlayerId) -> tuple[Leaving, ...]:
    """Before a game is in, and as long as they have nothing in one, somebody may never have come."""
    if len(match.seats) == 2 or match.result or player in match.withdrawn:
        return ()
    return (*([ABSENT] if player in may_be_absent(match) else []), *([LEAVES] if match.games else []))


def _first_five(t: Tournament, match: Match, player: PlayerId) -> str:
    if match.result or not ruleset_of(t.settings).first_five:
        return ""
    if player in match.ready:
        return "checked"
    now = t.current_round.number if t.current_round else 0
    ours = [check for check in t.deck_checks if check.player == player and check.what == "first-five"]
    return "fault" if any(check.round == now and not check.ok for check in ours) else "open"


def _trouble(match: Match) -> str:
    if match.result is not None:
        return ""
    if disputed(match):
        return "They reported different results."
    return "One of them has reported a result, the other has not confirmed it." if match.reports else ""


def _clock_note(t: Tournament) -> str:
    """Why this table may lose no time while the judge is there."""
    if t.clock is None or t.clock.untimed or t.clock.ended:
        return ""
    phase = clocks.phase(t.clock, moment())
    if phase == "not-started":
        return "The round clock has not started yet. Extra time counts from when it ends."
    return "The round clock is paused: nobody loses time now." if phase == "paused" else ""
