"""Lists as plain rows, a heading first: what the files and the printed pages have in common."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.history import score
from engine.progress import last_closed, last_published, round_alone
from engine.refusals import Refused
from engine.rulesets.registry import ruleset_of
from engine.sentences import named
from engine.standings.ranks import last_ranks
from engine.words import Match, PlayerId, Round
from server.core.desk import Desk
from server.core.spelling import alphabetical

Rows = Iterator[tuple[object, ...]]


@dataclass(frozen=True, slots=True)
class Seated:
    """Where somebody sits: no table is a bye."""

    player: PlayerId
    table: int | None
    opponents: tuple[PlayerId, ...]


def by_name(round_: Round, names: Mapping[PlayerId, str]) -> tuple[Seated, ...]:
    """Everybody in the round, in the order of the alphabet."""
    seated = [
        Seated(player, match.table, tuple(other for other in match.players if other != player))
        for match in round_.matches
        for player in match.players
    ]
    seated += [Seated(bye.player, None, ()) for bye in round_.byes]
    return tuple(sorted(seated, key=lambda each: alphabetical(names.get(each.player, each.player))))


def round_of(desk: Desk, number: int | None) -> Round:
    """This round; without a number the newest one, drafts included."""
    rounds = list(desk.t.rounds)
    if not rounds:
        raise Refused("No round is paired yet. Pair round 1 first.")
    found = rounds[-1] if number is None else next((r for r in rounds if r.number == number), None)
    if found is None:
        raise Refused(f"There is no round {number}.")
    return found


def standings(desk: Desk, number: int | None) -> Rows:
    """Everybody's place, with the numbers that decided it and the working."""
    t = desk.t
    tables, shown = last_ranks(t, number or last_closed(t) or last_published(t))
    if not shown:
        raise Refused("There are no standings yet: no round has been played.")
    grouped = ("Group",) if tables[0].group else ()
    columns = (column.name for column in tables[0].columns)
    yield (*grouped, "Place", "Name", "Record", *columns, "Decided by", "Working", "State")
    for table in tables:
        for row in table.rows:
            group = (table.group,) if grouped else ()
            state = "disqualified" if row.disqualified else "dropped" if row.dropped else ""
            name = desk.names.get(row.player, row.player)
            working = named(row.working, desk.names)
            yield (*group, row.place or "", name, row.record, *row.numbers, row.decided, working, state)


def pairings(desk: Desk, number: int | None) -> Rows:
    """One table a line; byes at the end."""
    round_ = round_of(desk, number)
    seats = max((len(match.seats) for match in round_.matches), default=2)
    name = round_alone(desk.t, round_.number)
    yield ("Round", "Table", *(f"Player {n}" for n in range(1, seats + 1)), "Round name")
    for match in round_.matches:
        names = [desk.names.get(player, player) for player in match.players]
        yield (round_.number, match.table, *names, *[""] * (seats - len(names)), name)
    for bye in round_.byes:
        yield (round_.number, "bye", desk.names.get(bye.player, bye.player), *[""] * (seats - 1), name)


def results(desk: Desk) -> Rows:
    """Every player of every published round: opponents, outcome, points or place, how it ended."""
    rules = ruleset_of(desk.t.settings)
    counted = rules.counted.title if rules.pods else rules.counted.column
    yield ("Round", "Table", "Player", "Opponents", "Outcome", counted, "Place", "How", "Score", "Round name")
    for round_ in desk.t.rounds:
        if round_.phase == "draft":
            continue
        called = round_alone(desk.t, round_.number)
        for match in round_.matches:
            yield from ((*row, called) for row in _seats(desk, round_, match))
        for bye in round_.byes:
            name = desk.names.get(bye.player, bye.player)
            yield (round_.number, "", name, "", "bye", desk.t.settings.scoring.win_blood, "", "", "", called)


def _seats(desk: Desk, round_: Round, match: Match) -> Rows:
    for place, player in enumerate(match.players):
        others = ", ".join(desk.names.get(p, p) for p in match.players if p != player)
        head = (round_.number, match.table, desk.names.get(player, player), others)
        if match.result is None:
            yield (*head, "", "", "", "", "")
            continue
        outcome = match.result.outcomes[place]
        counted = sum(game.realms[place] for game in match.games) if match.games else outcome.blood
        yield (*head, outcome.mark, counted, outcome.place or "", match.result.how, score(match.result))
