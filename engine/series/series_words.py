"""A series in words: why an event counts or not, how a rank came about, what a change means.

Events and people are marked ids, see `sentences`; whoever shows a sentence puts the names in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from engine.reasons import Reason
from engine.rulesets.registry import ruleset
from engine.sentences import listed, plural, who
from engine.series.changes import RankChange
from engine.series.giving import Given
from engine.series.ledger import LedgerLine, State
from engine.series.ranking import Playoff, SeriesRank
from engine.series.rules import Tick
from engine.series.sent_form import HEADING, NAMES, PLACES
from engine.series.tiebreaks import TIEBREAKS
from engine.standings.working import Step, compared

STATES: dict[State, str] = {
    "not-counted": "Not counted",
    "due": "Due",
    "sent": "Sent",
    "late": "Late",
    "counted": "Counted",
    "disqualified": "Disqualified",
    "amended": "Amended since sent",
}
TICKS: dict[Tick, str] = {"advertised": "that it was advertised", "latest_rules": "that the latest rules were used"}


def in_words(reason: Reason) -> str:
    """A reason as part of a sentence."""
    return SAY[reason.code](**reason.params)


def why_not(line: LedgerLine) -> str:
    """Why an event does not count; empty where it does."""
    return "; ".join(map(in_words, line.why))


def forms_lack(missing: Sequence[Reason]) -> str:
    """What to fill in before the forms are sent, in a sentence; empty where they are complete."""
    return f"The forms still lack {listed([in_words(each) for each in missing])}." if missing else ""


def state_words(line: LedgerLine) -> str:
    """The state with its day: Due by 1996-04-01, Sent 1996-03-20."""
    if line.state == "due" and line.due is not None:
        return f"{STATES['due']} by {line.due}"
    if line.state == "sent" and line.sent is not None:
        return f"{STATES['sent']} {line.sent}"
    return STATES[line.state]


def amended_words(line: LedgerLine) -> str:
    """What is not as it was sent, in a sentence; empty where everything is."""
    if not line.changed and not line.parts:
        return ""
    found = [*(["points"] if line.changed else []), *map(_part, line.parts)]
    return f"Changed since the report was sent: {listed(found)}."


def _part(part: str) -> str:
    return PARTS.get(part) or f"round {part}"


def due_words(days: int) -> str:
    """How many days there are to send a report: due in 12 days, due today, 3 days late."""
    if days > 0:
        return f"due in {plural(days, 'day')}"
    return "due today" if days == 0 else f"{plural(-days, 'day')} late"


def working(line: SeriesRank) -> str:
    """How a rank came about: each event that counts, those left out, and how a tie was broken."""
    counted = [_event(each) for each in line.given if each.counted]
    left = [_event(each) for each in line.given if not each.counted]
    rest = f"; not among the best {len(counted)}: {', '.join(left)}" if left else ""
    return f"{'; '.join(counted)}{rest}{_tie(line)}"


def change_words(each: RankChange) -> str:
    """Ana 3 → 1, 27 → 35 points; who comes into the ranking or leaves it is said so."""
    before, after = each.before, each.after
    if before is None or after is None:
        there = before or after
        assert there is not None
        new = "new, " if before is None else "no longer in the ranking, before "
        return f"{who(each.person)} {new}rank {there.rank} with {plural(there.points, 'point')}"
    rank = f"{before.rank} → {after.rank}" if each.moved else f"stays {after.rank}"
    points = f", {before.points} → {plural(after.points, 'point')}" if each.gained else ""
    line = f", {PLAYOFF[after.playoff]}" if before.playoff != after.playoff else ""
    return f"{who(each.person)} {rank}{points}{line}"


PARTS = {HEADING: "the heading", NAMES: "the spelling of names", PLACES: "places"}
PLAYOFF: dict[Playoff, str] = {
    "in": "in the playoff",
    "level": "tied at the playoff line",
    "out": "not in the playoff",
    "": "without a playoff",
}


def _event(each: Given) -> str:
    """Spring Cup: 14 (4 + 10)."""
    why = ", ".join(filter(None, map(in_words, each.why)))
    return f"{who(each.event)}: {each.points}" + (f" ({why})" if why else "")


def _tie(line: SeriesRank) -> str:
    if line.tied == 1:
        return ""
    steps = "".join(f"; {_step(step)}" for step in line.steps)
    shared = f"; {line.sharing} share the rank" if line.sharing > 1 else ""
    return f"; {line.tied} tied on {plural(line.points, 'point')}{steps}{shared}"


def _step(step: Step) -> str:
    tiebreak = TIEBREAKS[step.key]
    return f"{tiebreak.name} {compared(step, lowest=tiebreak.best == 'lowest')}"


# What an event gave


def _rounds(by_round: tuple[int, ...], factor: int, points: int) -> str:
    """4 + 8 + 15; rounds without points are those in which somebody no longer played."""
    return " + ".join(str(each) for each in by_round if each) + times(factor)


def _role(role: str, players: int, factor: int, points: int) -> str:
    return f"{role} of {plural(players, 'player')}{times(factor)}"


def times(factor: int) -> str:
    """How often the points of an event count, where that is not once."""
    return {1: "", 2: ", double points"}.get(factor, f", points times {factor}")


def _place(place: int, points: int) -> str:
    return f"place {place}" if place else "no place"


def _wins(wins: int, points: int) -> str:
    return plural(wins, "win")


def _played(points: int) -> str:
    return f"{points} for playing"


# Why an event does not count


def _other_rulebook(played: str, asked: str) -> str:
    return f"it was played by {ruleset(played).name}, and this is a series of {ruleset(asked).name}"


def _waiting(tables: tuple[int, ...]) -> str:
    return f"{_tables(tables)} still playing"


def _tables(tables: tuple[int, ...]) -> str:
    return f"{'table' if len(tables) == 1 else 'tables'} {listed([str(each) for each in tables])}"


def _too_few(played: int, asked: int) -> str:
    return f"{played} played, and it takes {asked}"


def _small_table(round: int, table: int, played: int, asked: int) -> str:
    return f"{played} played at table {table} in round {round}, and it takes {asked} at every table"


def _not_ticked(ticks: Iterable[Tick]) -> str:
    return f"nobody has ticked {listed([TICKS[tick] for tick in ticks])}"


def _not_sent(days: int, due: str) -> str:
    return f"not sent by {due}, {days} days after its last day"


def _late(days: int, most: int) -> str:
    return f"sent {days} days after its last day, and {most} is the most"


# What the forms lack


def _open_tables(round: int, tables: tuple[int, ...]) -> str:
    return f"the result of {_tables(tables)} in round {round}"


SAY: dict[str, Callable[..., str]] = {
    "rounds": _rounds,
    "role": _role,
    "place": _place,
    "wins": _wins,
    "played": _played,
    "copy": lambda event: f"it is the same event as {who(event)}, which counts",
    "other-rulebook": _other_rulebook,
    "waiting": _waiting,
    "not-over": lambda: "it is not over yet",
    "before": lambda day: f"it began before {day}, when the series does",
    "after": lambda day: f"it ended after {day}, when the series does",
    "unscored": lambda: "it is not a scored event",
    "too-few": _too_few,
    "small-table": _small_table,
    "not-ticked": _not_ticked,
    "not-sent": _not_sent,
    "late": _late,
    "disqualified": lambda: "disqualified",
    "no-convention": lambda: "the name of the convention",
    "no-convention-code": lambda: "the code of the convention",
    "no-tournament-code": lambda: "the code of the tournament",
    "no-coordinator": lambda: "the coordinator",
    "open-tables": _open_tables,
    "no-points": lambda players: f"the points of {plural(players, 'player')}",
}
