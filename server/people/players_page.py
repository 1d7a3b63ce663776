"""The list of players: who is here, who is in, and what entering now means."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field

from flask import request

from engine.decisions import rounds
from engine.decisions.draft_seats import seat_late
from engine.decisions.setup import enter
from engine.facts import DraftGroupSeated
from engine.fees import amount
from engine.fold import Act, apply_act
from engine.handing_in import names_factions
from engine.names import key
from engine.once import once
from engine.pairing.pod_seating import free_table
from engine.progress import checking_in
from engine.refusals import Refused
from engine.sentences import capital, everyone, round_at_start, the_round, who
from engine.so_far import last_published
from engine.standings.sheets import sheets
from engine.values import dataclass
from engine.words import Match, Player, PlayerId, Round, Tournament
from server.box.addresses import why_no_phones
from server.core import time_of_day
from server.core.desk import Desk
from server.core.known_people import Known
from server.core.parts import Home, Part, part_of
from server.core.spelling import holds, sorting
from server.people import check_in, lookalikes
from server.people.begin import Next, before_start
from server.people.pasting import Pasted
from server.people.staff import roles_of_players

IN = "In"


@dataclass(frozen=True, slots=True)
class NewEntries:
    """Who entered by phone and waits: `ids` are those whom one tap accepts, `full` those for whom there is no place."""

    waiting: int = 0
    ids: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    full: int = 0
    open: bool = False


# The application fills it in.
NEW_ENTRIES: dict[str, Callable[[Desk], NewEntries]] = {}


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """One player in the list."""

    id: PlayerId
    name: str
    club: str
    paid: bool
    here: bool
    active: bool
    table: int | None
    factions: str
    status: str
    state: str
    record: str
    staff: str
    shared: bool


@dataclass(frozen=True, slots=True)
class Adding:
    """What entering means right now. `closed` says why nobody can; `bye` is whom a late arrival could still play."""

    closed: str = ""
    sentence: str = ""
    bye: PlayerId | None = None
    round: int = 0


@dataclass(frozen=True, slots=True)
class PlayersPage:
    """`shown` are the lines of the list of all who `entered`; `missing` who is not here, of those in."""

    shown: Part[PlayerLine]
    entered: int
    missing: Part[Player]
    checking_in: bool
    here: int
    absent: int
    active: int
    paid: int
    factions: bool
    statuses: bool
    adding: Adding
    redraw: str
    typed: str = ""
    keep_doubles: bool = False
    pasted: Pasted | None = None
    fault: str = ""
    alike: tuple[tuple[Known, Known], ...] = ()
    begin: Next | None = None
    entries: NewEntries = NewEntries()
    check_in: str = ""
    check_in_form: Mapping[str, str] = field(default_factory=dict)
    time_known: bool = True
    fee: str = ""
    owed: str = ""
    no_phones: str = ""


def players_page(
    desk: Desk,
    *,
    typed: str = "",
    keep_doubles: bool = False,
    fault: str = "",
    check_in_form: Mapping[str, str] | None = None,
) -> PlayersPage:
    """Everything the list shows; `typed` brings back what somebody pasted."""
    t, home = desk.t, {"tid": desk.id}
    players, staff = listed(desk), roles_of_players(desk)
    active = [player for player in players if player.active]
    here, paid = sum(player.present for player in active), sum(desk.people[player.id].paid for player in active)
    at = request.args.get("at", "")
    shown = part_of(
        players,
        Home("players.show", home),
        meant=lambda player, q: holds(f"{desk.people[player.id].name} {desk.people[player.id].club}", q),
        here=lambda player: player.id == at,
    )
    return PlayersPage(
        shown=shown.made(lambda player: _line(player, desk, staff)),
        entered=len(players),
        missing=part_of([player for player in active if not player.present], Home("players.show", home), name="absent"),
        checking_in=checking_in(t),
        here=here,
        absent=len(active) - here,
        active=len(active),
        paid=paid,
        factions=names_factions(t),
        statuses=any(_status(player, t)[0] != IN for player in players),
        adding=adding(t),
        redraw=redraw(t),
        typed=typed,
        keep_doubles=keep_doubles,
        fault=fault,
        alike=lookalikes.in_event(desk.id),
        begin=before_start(desk) if checking_in(t) and not t.stages else None,
        entries=NEW_ENTRIES["door"](desk),
        check_in=check_in.words(t),
        check_in_form=check_in_form or {},
        time_known=time_of_day.is_known(),
        fee=amount(t.entering.fee, t.entering.currency) if t.entering.fee else "",
        owed=amount(t.entering.fee * paid, t.entering.currency) if t.entering.fee else "",
        no_phones=why_no_phones(),
    )


def adding(t: Tournament) -> Adding:
    """May somebody still enter, and what would it mean?"""
    if t.finish is not None:
        return Adding(closed="The event is finished. Undo the finish in the history to enter somebody.")
    try:
        enter(t, [])
        if t.drafting:
            return Adding(sentence=_drafts(t))
    except Refused as why:
        return Adding(closed=str(why))
    current = t.current_round
    if current is None:
        return Adding()
    if (free := free_table(t)) is not None:
        return Adding(sentence=_sits_down(free))
    if current.phase == "draft":
        return Adding(
            sentence=f"{round_at_start(current.number)} is a draft. Whoever enters now is in it once it is drawn again."
        )
    return Adding(sentence=_late(t, current), bye=_free_seat(t, current), round=current.number)


def _drafts(t: Tournament) -> str:
    """Where the next one sits who comes while a draft is set up."""
    seat = next((fact.group for fact in seat_late(t, [""]) if isinstance(fact, DraftGroupSeated)), None)
    if seat is None:
        return "The groups have no seat left: whoever enters now has one once you draw the groups anew."
    return f"Whoever enters now takes a seat in {_the_group(t, seat + 1)}: its cards are not dealt yet."


def _the_group(t: Tournament, number: int) -> str:
    return f"draft group {number}" if len(t.drafting) > 1 else "the draft"


def where_they_sit(t: Tournament, players: Sequence[PlayerId]) -> str:
    """Which tables these people sat down at, where they did so at once: Ana sits at table 2, Ben at table 3."""
    return _at_tables(t, players) if not t.drafting else " ".join(_in_groups(t, player) for player in players)


def _in_groups(t: Tournament, player: PlayerId) -> str:
    """Seats count as wall and desk count them: without those who left."""
    for number, group in enumerate(t.drafting, start=1):
        seats = [each for each in group.seats if t.players[each].active]
        if player in seats:
            return f"{who(player)} sits in {_the_group(t, number)}, seat {seats.index(player) + 1}."
    return f"{who(player)} has no seat yet: draw the groups anew on the Draft page."


def _at_tables(t: Tournament, players: Sequence[PlayerId]) -> str:
    matches = t.current_round.matches if t.current_round else ()
    tables = [(player, match.table) for player in players for match in matches if player in match.players]
    told = [f"{who(player)} {'' if place else 'sits '}at table {table}" for place, (player, table) in enumerate(tables)]
    return f"{', '.join(told)}." if told else ""


def redraw(t: Tournament) -> str:
    """Why the unpublished round no longer fits the players, if so: what publishing it would be refused for."""
    current = t.current_round
    if current is None or current.phase != "draft":
        return ""
    try:
        apply_act(t, Act(0, rounds.publish(t)))
    except Refused as why:
        return str(why)
    return ""


def _sits_down(free: Match) -> str:
    """Where the next one sits who comes late to tables of several."""
    if free.no_shows:
        return (
            f"Whoever enters now sits down at table {free.table} in place of {everyone(free.no_shows)}, who did not "
            "come; no game is in there yet."
        )
    seat = {3: "fourth", 4: "fifth"}[len(free.seats)]
    return f"Whoever enters now sits down at table {free.table}, as the {seat}; no game is in there yet."


def _late(t: Tournament, current: Round) -> str:
    missed = f"{current.number} rounds before" if current.number > 1 else "round before"
    stage = t.stages[-1]
    if stage.planned and len(stage.rounds) >= stage.planned:
        last = f"{round_at_start(current.number)} is the last."
        return f"{last} Whoever enters now has a loss for every round, unless you add one."
    return f"Whoever enters now plays from {the_round(current.number + 1)} on, with a loss for the {missed}."


def _free_seat(t: Tournament, current: Round) -> PlayerId | None:
    started = t.clock is not None and bool(t.clock.runs)
    played = any(match.result for match in current.matches)
    fits = current.phase == "published" and not started and not played and current.free_byes
    return current.free_byes[0].player if fits else None


def player_line(desk: Desk, player: Player) -> PlayerLine:
    """One player as the list shows them."""
    return _line(player, desk, roles_of_players(desk))


@once
def listed(desk: Desk) -> tuple[Player, ...]:
    """Everybody, those who are in first, by name."""
    order = lambda player: (not player.active, sorting(desk.people[player.id].name), player.id)  # noqa: E731
    return tuple(sorted(desk.t.players.values(), key=order))


@once
def _shared(desk: Desk) -> frozenset[str]:
    """Names that more than one have whom no club tells apart."""
    clubs: dict[str, list[str]] = {}
    for id in desk.t.players:
        clubs.setdefault(key(desk.people[id].name), []).append(key(desk.people[id].club))
    return frozenset(
        name for name, found in clubs.items() if len(found) > 1 and ("" in found or len(set(found)) < len(found))
    )


def _line(player: Player, desk: Desk, staff: Mapping[PlayerId, str]) -> PlayerLine:
    t, person = desk.t, desk.people[player.id]
    status, state = _status(player, t)
    return PlayerLine(
        id=player.id,
        name=person.name,
        club=person.club,
        paid=person.paid,
        here=player.present,
        active=player.active,
        table=player.fixed_table,
        factions=", ".join(name or "–" for name in player.factions[player.entered - 1 :]),
        status=status,
        state=state,
        record=_record(t, player.id),
        staff=staff.get(player.id, ""),
        shared=key(person.name) in _shared(desk),
    )


def _status(player: Player, t: Tournament) -> tuple[str, str]:
    """Whether they are in, in words, and the state of the tag."""
    if player.disqualified:
        return "Disqualified", "alarm"
    if player.dropped is not None:
        return (f"Dropped after {the_round(player.dropped)}" if player.dropped else "Left before round 1"), "warning"
    if told := _off(player, t):
        return told, ""
    if player.entered > max(1, t.rounds_played):
        return f"Plays from {the_round(player.entered)}", ""
    return (IN, "") if player.entered == 1 else (f"In since {the_round(player.entered)}", "")


def _off(player: Player, t: Tournament) -> str:
    """Misses round 3; has a bye in round 1: as far as it is still to come."""
    ahead = [(number, how) for number, how in player.excused if number > last_published(t)] if player.excused else []
    words = [f"{'bye in' if how == 'bye' else 'misses'} {the_round(number)}" for number, how in ahead]
    return capital(", ".join(words))


def _record(t: Tournament, player: PlayerId) -> str:
    """Wins and losses of the Swiss rounds so far."""
    stage = next((stage for stage in reversed(t.stages) if stage.kind in ("swiss", "groups")), None)
    if stage is None or all(round_.phase == "draft" for round_ in stage.rounds):
        return ""
    sheet = sheets(t, stage).get(player)
    return sheet.record if sheet is not None and sheet.lines else ""
