"""An event as pages for any web space or a stick: what they show, made from what everybody may see."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.handing_in import faction_shown
from engine.progress import plain_round_name, standings_after, where
from engine.rulesets.naming import played_by
from engine.rulesets.registry import ruleset_of
from engine.sentences import capital
from engine.sides import Side, sides
from engine.standings.bracket_drawing import Drawing, drawing
from engine.standings.places import FinalPlace, recorded_places, winner_of, without_place
from engine.standings.ranks import Ranks, ranks_after
from engine.values import dataclass
from engine.words import Match, PlayerId, Round, Tournament
from server.core.desk import Desk
from server.paper.advancement_grid import GridPart, filled_grid
from server.paper.deck_sheets import PrintedDeck, deck_sheets
from server.public import public_view
from server.statistics.statistics_page import Statistics, statistics
from server.takeaway.forum_text import days_in_words, field_in_words

SCHEMA = 1  # the version of results.json: server/api/schemas


@dataclass(frozen=True, slots=True)
class TakenSide:
    """Who sat there, whether they won, their number in the result, and what they played."""

    players: Side
    mark: str
    number: str
    brought: str


@dataclass(frozen=True, slots=True)
class TakenMatch:
    table: int
    sides: tuple[TakenSide, ...]


@dataclass(frozen=True, slots=True)
class TakenRound:
    number: int
    name: str
    matches: tuple[TakenMatch, ...]
    byes: tuple[PlayerId, ...]


@dataclass(frozen=True, slots=True)
class TakenStandings:
    """The standings after a round; the tables with their working."""

    number: int
    title: str
    tables: tuple[Ranks, ...]


@dataclass(frozen=True, slots=True)
class TakenEvent:
    """Everything that the pages show; what an event has not is empty, and has no page."""

    name: str
    game: str
    days: str
    field: str
    where: str
    names: Mapping[str, str]
    places: tuple[FinalPlace, ...]
    unplaced: tuple[PlayerId, ...]
    rounds: tuple[TakenRound, ...]
    standings: tuple[TakenStandings, ...]
    drawings: tuple[Drawing, ...]
    groups: tuple[tuple[str, tuple[PlayerId, ...]], ...]
    grid: tuple[GridPart, ...]
    counted: str
    statistics: Statistics
    decks: tuple[PrintedDeck, ...] = ()


def taken_event(desk: Desk, *, decks: bool) -> TakenEvent:
    """The event as everybody may see it; deck lists only if the organizer wishes it."""
    view = public_view.public_view(desk)
    t = view.t
    rules = ruleset_of(t.settings)
    return TakenEvent(
        name=view.name,
        game=played_by(t.settings),
        days=days_in_words(desk),
        field=field_in_words(t),
        where=where(t),
        names=view.names,
        places=recorded_places(t),
        unplaced=without_place(t),
        rounds=tuple(_round(t, round_) for round_ in reversed(list(t.rounds))),
        standings=tuple(reversed(_standings(t))),
        drawings=tuple(drawing(t, stage) for stage in t.stages if stage.kind == "bracket"),
        groups=_groups(t),
        grid=filled_grid(t) if rules.pods and t.rounds_played else (),
        counted=rules.counted.exactly,
        statistics=statistics(desk),
        decks=tuple(deck for deck in deck_sheets(desk) if deck.sections) if decks else (),
    )


def results_document(desk: Desk) -> dict[str, Any]:
    """The event for other programs: what the API says of it, with the standings."""
    view = public_view.public_view(desk)
    return {
        "cinderbox_results": SCHEMA,
        "tournament": public_view.everything(view),
        "standings": public_view.standings(view),
    }


def _round(t: Tournament, round_: Round) -> TakenRound:
    matches = tuple(_match(t, round_, match) for match in sorted(round_.matches, key=lambda match: match.table))
    byes = tuple(bye.player for bye in round_.byes)
    return TakenRound(round_.number, capital(plain_round_name(t, round_.number)), matches, byes)


def _match(t: Tournament, round_: Round, match: Match) -> TakenMatch:
    winner = winner_of(match)
    found = []
    for side in sides(match):
        brought = ", ".join(filter(None, (faction_shown(t, player, round_.number) for player in side)))
        mark = "" if match.result is None else "win" if winner in side else "loss" if winner else "draw"
        found.append(TakenSide(side, mark, _number(match, side[0]), brought))
    return TakenMatch(match.table, tuple(found))


def _number(match: Match, player: PlayerId) -> str:
    """Points of a duel; at a table of several the place there."""
    if match.result is None:
        return ""
    outcome = match.result.outcomes[match.players.index(player)]
    return f"place {outcome.place}" if len(match.seats) > 2 else str(outcome.blood)


def _standings(t: Tournament) -> list[TakenStandings]:
    closed = [r.number for stage in t.stages if stage.kind != "bracket" for r in stage.rounds if r.phase == "closed"]
    return [TakenStandings(n, capital(standings_after(t, n)), ranks_after(t, n)) for n in closed]


def _groups(t: Tournament) -> tuple[tuple[str, tuple[PlayerId, ...]], ...]:
    """The draft groups of every phase, in the order of their seats."""
    found = []
    for stage in t.stages:
        if stage.kind == "groups":
            found += [(f"Group {number}", tuple(group)) for number, group in enumerate(stage.groups, start=1)]
    return tuple(found)
