"""What everybody may know. The one function behind the API, the wall, the streams and the public pages.

Left out: rounds that are not published, deck lists and First Fives, penalties, reports and disputes, codes, which
decks were drafted, factions not shown yet, and the seed until the finish, because it predicts pairings and lots.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

from sqlalchemy import select

from engine import clock as clocks
from engine.clock import Clock, Moment
from engine.cues import LATE_MS, cues_between, is_audible
from engine.factions import named_by_round, revealed
from engine.handing_in import faction_shown
from engine.once import once
from engine.pairing_words import in_words
from engine.progress import plain_round_name, round_name, where
from engine.refusals import Refused, Unknown
from engine.rulesets.registry import ruleset_of
from engine.sentences import named
from engine.sides import in_teams, seat_names, sides
from engine.so_far import last_published
from engine.standings.places import recorded_places, winner_of
from engine.standings.ranks import Rank, Ranks, ranks_after, round_with_standings
from engine.values import dataclass, replace
from engine.words import Apart, Match, Player, PlayerId, Result, Round, Stage, Tournament
from server.core import journal
from server.core.db import db
from server.core.desk import Desk, desk
from server.core.events import shown_to_everybody
from server.core.models import TournamentRow
from server.core.timekeeping import moment as moment
from server.core.version import software

Json = dict[str, Any]
GONE = "There is no such event on this box. It may have been archived."
DAY_MS = 24 * 60 * 60 * 1000


@dataclass(frozen=True, slots=True)
class Public:
    """An event as everybody may see it: the tournament with its secrets taken out, and the names."""

    id: str
    name: str
    revision: str
    t: Tournament
    names: Mapping[PlayerId, str]
    acted_at: str


def public_view(desk: Desk) -> Public:
    """The event without what is nobody's business, or not yet."""
    return Public(desk.id, desk.name, desk.revision, shown_tournament(desk.t), desk.names, desk.book.acts[-1].at)


@once
def shown_tournament(t: Tournament) -> Tournament:
    """The tournament as everybody may know it."""
    shown = _factions_shown(t)
    return replace(
        t,
        seed=t.seed if t.finish is not None else "",
        players={p: _player(player, shown=shown) for p, player in t.players.items()},
        stages=tuple(_stage(stage) for stage in t.stages),
        drafting=tuple(replace(group, decks=()) for group in t.drafting),
        penalties=(),
        deck_checks=(),
        apart=Apart(),
    )


def public_desk(tournament_id: str) -> Public:
    """The public view of an event that is not archived."""
    found = desk(tournament_id)
    if found.archived:
        raise Unknown(GONE)
    return public_view(found)


def unnamed(tournament_id: str) -> Public:
    """The same without anybody's name: for what is asked for all the time and speaks of nobody."""
    book = journal.read(tournament_id)
    columns = select(TournamentRow.name, TournamentRow.archived).where(TournamentRow.id == tournament_id)
    with db.engine.connect() as connection:
        event = connection.execute(columns).first()
    if event is None or event.archived:
        raise Unknown(GONE)
    shown = shown_tournament(book.tournament)
    return Public(tournament_id, event.name, str(book.revision), shown, {}, book.acts[-1].at)


def everything(view: Public) -> Json:
    """The event: settings, players, published rounds with their results, places once it is finished."""
    t, settings = view.t, view.t.settings
    return {
        **summary(view),
        "rounds_planned": settings.rounds or (t.stages[0].planned if t.stages else 0),
        "cut": settings.cut,
        "round_minutes": settings.round_minutes,
        "players": [_person(view, player) for player in t.players.values()],
        "rounds": [_round(view, stage, round_) for stage in t.stages for round_ in stage.rounds],
        "places": _places(view),
        "prizes": [{"prize": prize, **_named(view, p)} for prize, p in (t.finish.prizes if t.finish else ())],
        "seed": t.seed or None,
        **({"teams": [list(team) for team in t.settings.teams]} if t.settings.teams else {}),
    }


def summary(view: Public) -> Json:
    """One line about an event."""
    t = view.t
    return {
        "revision": view.revision,
        "id": view.id,
        "name": view.name,
        "ruleset": t.settings.ruleset,
        "ruleset_name": ruleset_of(t.settings).name,
        "state": t.state,
        "where": where(t),
        "round": last_published(t),
        "active_players": sum(player.active for player in t.players.values()),
        "acted_at": view.acted_at,
    }


def standings(view: Public) -> Json:
    """The standings after the last closed round; while none is closed, as far as results are in."""
    t = view.t
    number = round_with_standings(t)
    tables = ranks_after(t, number) if number else ()
    return {
        "revision": view.revision,
        "round": number,
        "closed": any(r.number == number and r.phase == "closed" for r in t.rounds),
        "standings": [_standing(view, row, table) for table in tables for row in table.rows],
    }


def clock(view: Public, now: Moment) -> Json:
    """What the clock shows now. Count down from `remaining_ms` with a clock that does not jump; ask again at times."""
    t, running = view.t, view.t.clock
    current = t.current_round
    base: Json = {"revision": view.revision, "round": current.number if current else 0}
    if running is None or current is None:
        return {**base, "phase": "none", "remaining_ms": None, "running": False}
    out = t.tables_out
    phase = "ended" if current.phase == "closed" else clocks.phase(running, now, tables_out=len(out))
    return {
        **base,
        "round_name": round_name(t, current.number),
        "phase": phase,
        "remaining_ms": None if running.untimed else clocks.remaining(running, now),
        "running": clocks.is_running(running, now),
        "length_ms": None if running.untimed else running.length_ms,
        "added_ms": 0 if running.untimed else clocks.given(running),
        "warning_ms": running.warning_ms,
        "paused_because": None if phase == "ended" else clocks.why_paused(running, now),
        "unseen": clocks.ran_unseen(running),
        "called_at_ms": _called_at(running, now),
        "extensions": _extensions(running),
        "began_ms": running.runs[0].segments[0].at.ms if running.runs else None,
        "cues": _cues(running, now, out),
        "tables_out": len(out),
    }


def open_events() -> Iterator[Public]:
    """Every event that everybody may see, newest first, without names of people.

    One that cannot be opened does not hide the others.
    """
    with db.engine.connect() as connection:
        ids = connection.execute(
            select(TournamentRow.id)
            .where(shown_to_everybody())
            .order_by(TournamentRow.created_at.desc(), TournamentRow.id)
        ).scalars()
        found = list(ids)
    for id in found:
        with suppress(Refused):
            yield unnamed(id)


def tag(*revisions: str) -> str:
    """The ETag of an answer: it changes with the journals it speaks of, and with the software."""
    return hashlib.sha256(" ".join((software(), *revisions)).encode()).hexdigest()[:20]


def _player(player: Player, *, shown: int) -> Player:
    return replace(player, deck_locked=False, factions=player.factions[:shown], fixed_table=None, excused=())


def _factions_shown(t: Tournament) -> int:
    """For how many rounds everybody may know what is played: those whose pairings are out. Of a pool, none."""
    return last_published(t) if named_by_round(t.settings) else 0


def _stage(stage: Stage) -> Stage:
    published = (round_ for round_ in stage.rounds if round_.phase != "draft")
    return replace(stage, rounds=tuple(_public_round(round_) for round_ in published))


@once
def _public_round(round_: Round) -> Round:
    return replace(round_, matches=tuple(_public_match(match) for match in round_.matches), breaks=())


def _public_match(match: Match) -> Match:
    """Only what has something to hide is copied: every result of a hall of tables is looked at anew."""
    result, chosen = _result(match.result), match.chosen if revealed(match) else ()
    if not match.reports and not match.game_reports and result is match.result and chosen == match.chosen:
        return match
    return replace(match, reports=(), game_reports=(), result=result, chosen=chosen)


def _result(result: Result | None) -> Result | None:
    """Whether a loss was a penalty is between the player and the judges."""
    if result is not None and result.how in ("penalty", "disqualified"):
        return replace(result, how="played")
    return result


def _places(view: Public) -> list[Json]:
    """Everybody in the order of the places; in teams also the place that partners share."""
    t = view.t
    if t.finish is None:
        return []
    found = {player: each for each in recorded_places(t) for player in each.players}
    return [
        {
            **_named(view, player, place=place, **({"team_place": found[player].place} if t.settings.teams else {})),
            "prize": found[player].prize,
            "note": found[player].note,
        }
        for place, player in enumerate(t.finish.ranking, start=1)
    ]


def _named(view: Public, player: PlayerId, **beside: Any) -> Json:
    return {**beside, "player": player, "name": view.names.get(player, player)}


def _person(view: Public, player: Player) -> Json:
    return {
        "id": player.id,
        "name": view.names.get(player.id, player.id),
        "present": player.present,
        "dropped": player.dropped is not None,
        "disqualified": player.disqualified,
    }


def _round(view: Public, stage: Stage, round_: Round) -> Json:
    return {
        "number": round_.number,
        "name": plain_round_name(view.t, round_.number),
        "stage": stage.kind,
        "closed": round_.phase == "closed",
        "amended": round_.amended,
        "matches": [_match(view, round_, match) for match in round_.matches],
        "byes": [bye.player for bye in round_.byes],
    }


def _match(view: Public, round_: Round, match: Match) -> Json:
    factions = [faction_shown(view.t, player, round_.number) for player in match.players]
    found: Json = {
        "table": match.table,
        "players": list(match.players),
        "why": named(in_words(match.why), view.names),
        "winner": None,
        "done": match.result is not None,
        **({"factions": factions} if any(factions) else {}),
        **_teams(match),
    }
    if match.result is None:
        return found
    if len(match.seats) > 2:
        return {**found, "winner": winner_of(match), "places": [each.place for each in match.result.outcomes]}
    draw = all(outcome.mark == "draw" for outcome in match.result.outcomes)
    blood = [outcome.blood for outcome in match.result.outcomes]
    return {**found, "winner": winner_of(match), "draw": draw, "blood": blood}


def _teams(match: Match) -> Json:
    """Who plays with whom, and on which seat; nothing where everyone plays alone."""
    if not in_teams(match):
        return {}
    return {"teams": [list(side) for side in sides(match)], "seats": list(seat_names(match))}


def _standing(view: Public, row: Rank, table: Ranks) -> Json:
    numbers = {column.key: number for column, number in zip(table.columns, row.numbers, strict=True)}
    return {
        "rank": row.place or None,
        **_named(view, row.player),
        **({"group": table.group} if table.group else {}),
        **_partner(row, table),
        "record": row.record,
        "wins": row.wins,
        **numbers,
        "decided_by": row.decided_by,
        "working": named(row.working, view.names),
        "dropped": row.dropped,
        "disqualified": row.disqualified,
    }


def _partner(row: Rank, table: Ranks) -> Json:
    """In teams with whom somebody plays, and the place of their team among teams."""
    if row.partner is None:
        return {}
    place = next(line.place for line in table.lines if row.player in line.players)
    return {"partner": row.partner, "team_rank": place or None}


def _cues(running: Clock, now: Moment, out: tuple[int, ...]) -> list[list[Any]]:
    """What the room has to hear from half a minute ago on, if nothing changes: the parts of its id, and when."""
    if not clocks.is_running(running, now):
        return []
    since, until = Moment(now.boot_id, now.ms - LATE_MS), Moment(now.boot_id, now.ms + DAY_MS)
    found = cues_between(running, since, until=until)
    return [[*cue.id, cue.at.ms] for cue in found if is_audible(cue, playing=bool(out), extended_out=out)]


def _called_at(running: Clock, now: Moment) -> int | None:
    """When time was called last in this boot: it stays so when minutes are added that do not bring the clock back."""
    called = [cue.at.ms for cue in cues_between(running, Moment(now.boot_id, -1), until=now) if cue.kind == "called"]
    return called[-1] if called else None


def _extensions(running: Clock) -> Json:
    return {str(table): ms for table, ms in running.extensions}
