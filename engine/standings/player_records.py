"""What an event was for each of its players: the record, the place, whom they met and how that ended, what they played.

Everything that a page over many events needs of one; it is kept, so that such a page replays no journal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.handing_in import collects, faction_for
from engine.rulesets.naming import played_by
from engine.sides import opponents
from engine.standings.participants import participants
from engine.standings.places import placed_sides
from engine.values import dataclass
from engine.words import Mark, Match, Outcome, PlayerId, Round, StaffRole, Tournament


@dataclass(frozen=True, slots=True)
class Met:
    """An opponent in one match, and how it ended between the two."""

    opponent: PlayerId
    mark: Mark


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """One player's event. `place` is 0 until the end, and for who has none; `played`: what they brought, how often."""

    wins: int = 0
    losses: int = 0
    draws: int = 0
    byes: int = 0
    place: int = 0
    seated: bool = False
    met: tuple[Met, ...] = ()
    played: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class EventRecord:
    """An event in short. `players` is how many places there are, one for a team; before the end, how many are in.

    `lists`: did it collect deck lists?
    """

    ruleset: str
    lists: bool
    called: str
    finished: bool
    rounds: int
    players: int
    records: dict[PlayerId, PlayerRecord]
    staff: tuple[tuple[str, StaffRole], ...]


def event_record(t: Tournament) -> EventRecord:
    """What this event is so far."""
    sides = placed_sides(t, t.finish.ranking) if t.finish is not None else ()
    places = {player: place for place, side in enumerate(sides, start=1) for player in side}
    return EventRecord(
        ruleset=t.settings.ruleset,
        lists=collects(t),
        called=played_by(t.settings),
        finished=t.finish is not None,
        rounds=t.rounds_played,
        players=len(sides) or sum(player.active for player in t.players.values()),
        records=_records(t, places),
        staff=tuple((member.player or member.id, member.role) for member in t.staff),
    )


def _records(t: Tournament, places: dict[PlayerId, int]) -> dict[PlayerId, PlayerRecord]:
    marks: dict[PlayerId, Counter[str]] = {player: Counter() for player in t.players}
    met: dict[PlayerId, list[Met]] = {player: [] for player in t.players}
    brought: dict[PlayerId, Counter[str]] = {player: Counter() for player in t.players}
    for round_, match in _played(t):
        for seat, outcome in _seats(match):
            marks[seat][outcome.mark] += 1
            met[seat] += _met(match, seat)
            if faction := faction_for(t, seat, round_.number):
                brought[seat][faction] += 1
    byes = Counter(bye.player for round_ in t.rounds if round_.phase != "draft" for bye in round_.byes)
    seated = participants(t)
    return {
        player: PlayerRecord(
            wins=marks[player]["win"],
            losses=marks[player]["loss"],
            draws=marks[player]["draw"],
            byes=byes[player],
            place=places.get(player, 0),
            seated=player in seated,
            met=tuple(met[player]),
            played=tuple(brought[player].items()),
        )
        for player in t.players
    }


def _played(t: Tournament) -> Iterator[tuple[Round, Match]]:
    """Every match that has a result."""
    for round_ in t.rounds:
        for match in round_.matches:
            if match.result is not None and round_.phase != "draft":
                yield round_, match


def _seats(match: Match) -> Iterator[tuple[PlayerId, Outcome]]:
    """Everybody at a table with how it ended for them, without those who never came to a table of several."""
    outcomes = match.result.outcomes if match.result else ()
    yield from (each for each in zip(match.players, outcomes, strict=True) if each[0] not in match.no_shows)


def _met(match: Match, player: PlayerId) -> list[Met]:
    """How it ended with each of the others: at a table of several by the places."""
    results = dict(_seats(match))
    others = [other for side in opponents(match, player) for other in side if other in results]
    return [Met(other, _between(results[player], results[other])) for other in others]


def _between(mine: Outcome, theirs: Outcome) -> Mark:
    if not mine.place or not theirs.place:
        return mine.mark
    return "win" if mine.place < theirs.place else "loss" if mine.place > theirs.place else "draw"
