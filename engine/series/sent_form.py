"""What stands on the forms of an event, so that a later correction is known for one, whatever it does to the points.

Each part is kept as a mark of what it says: two marks differ where the forms do. No name is in them; that somebody is
spelled otherwise now, the journal of the event knows.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any

from engine import facts as f
from engine.fold import Act, in_force
from engine.standings.participants import came
from engine.words import Event, Match, PlayerId, Tournament

FormPart = tuple[str, str]  # what it is, and the mark of what it says
HEADING, NAMES, PLACES = "heading", "names", "places"


def form_of(t: Tournament, acts: Sequence[Act]) -> tuple[FormPart, ...]:
    """The heading, how names are spelled, and every round with its tables. The disqualified stand nowhere."""
    spelled, titled = _spellings(acts)
    there = [player for player in came(t) if not t.players[player].disqualified]
    names = sorted((player, spelled[player]) for player in there if spelled[player])
    rounds = (
        (str(round_.number), mark([_table(t, match) for match in round_.matches]))
        for round_ in t.rounds
        if round_.phase != "draft"
    )
    return (HEADING, mark([_heading(t), titled])), (NAMES, mark(names)), *rounds


def mark(said: Any) -> str:
    """The same for the same words and numbers, in every version."""
    return sha256(json.dumps(said, separators=(",", ":")).encode()).hexdigest()[:16]


def parts_changed(before: Sequence[FormPart], now: Sequence[FormPart]) -> tuple[str, ...]:
    """Which parts are not what they were."""
    said, says = dict(before), dict(now)
    return tuple(part for part in {**says, **said} if said.get(part) != says.get(part))


def _spellings(acts: Sequence[Act]) -> tuple[Counter[PlayerId], int]:
    """How often each name was spelled anew, and that of the event."""
    known = [fact for act in in_force(acts) for fact in act.facts]
    players = Counter(fact.player for fact in known if isinstance(fact, f.PlayerRenamed) and fact.respelled)
    return players, sum(isinstance(fact, f.SettingsChanged) and fact.renamed for fact in known)


def _heading(t: Tournament) -> list[Any]:
    event = t.settings.event or Event()
    played = [event.type, event.title, list(event.variants), event.victory, event.realms, event.factor]
    return [event.convention, event.convention_code, event.code, *played]


def _table(t: Tournament, match: Match) -> list[Any]:
    how = match.result.how if match.result else ""
    return [match.table, how, [game.winner for game in match.games], list(_seats(t, match))]


def _seats(t: Tournament, match: Match) -> Iterator[list[Any]]:
    """Who sat there, with their place and what they were left with after each game."""
    outcomes = match.result.outcomes if match.result else (None,) * len(match.seats)
    for number, (seat, outcome) in enumerate(zip(match.seats, outcomes, strict=True)):
        if not t.players[seat.player].disqualified:
            place = outcome.place if outcome else 0
            kept = [game.realms[number] for game in match.games]
            yield [seat.player, seat.side, place, seat.player in match.no_shows, kept]
