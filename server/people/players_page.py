"""The list of players: who is here, who is in, and what entering now means."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from engine.decisions import rounds
from engine.decisions.draft_seats import seat_late
from engine.decisions.setup import enter
from engine.facts import DraftGroupSeated
from engine.fees import amount
from engine.fold import Act, apply_act
from engine.handing_in import names_factions
from engine.names import key
from engine.pairing.pod_seating import free_table
from engine.progress import checking_in
from engine.refusals import Refused
from engine.sentences import capital, everyone, round_at_start, the_round, who
from engine.standings.sheets import sheets
from engine.words import Match, Player, PlayerId, Round, Tournament
from server.core import time_of_day
from server.core.desk import Desk, Person
from server.core.known_people import Known
from server.core.spelling import sorting
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
    lines: tuple[PlayerLine, ...]
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

    @property
    def missing(self) -> tuple[PlayerLine, ...]:
        """Who is not here."""
        return tuple(line for line in self.lines if line.active and not line.here)


def players_page(
    desk: Desk,
    *,
    typed: str = "",
    keep_doubles: bool = False,
    fault: str = "",
    check_in_form: Mapping[str, str] | None = None,
) -> PlayersPage:
    """Everything the list shows; `typed` brings back what somebody pasted."""
    t = desk.t
    lines = player_lines(desk)
    active = [line for line in lines if line.active]
    here = sum(line.here for line in active)
    return PlayersPage(
        lines=lines,
        checking_in=checking_in(t),
        here=here,
        absent=len(active) - here,
        active=len(active),
        paid=sum(line.paid for line in active),
        factions=names_factions(t),
        statuses=any(line.status != IN for line in lines),
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
        owed=amount(t.entering.fee * sum(line.paid for line in active), t.entering.currency) if t.entering.fee else "",
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


def player_lines(desk: Desk) -> tuple[PlayerLine, ...]:
    """Everybody, those who are in first, by name."""
    t = desk.t
    records = _records(t)
    staff = roles_of_players(desk)
    names = Counter(key(desk.people[id].name) for id in t.players)
    clubs = Counter((key(desk.people[id].name), key(desk.people[id].club)) for id in t.players)
    names = Counter({name: count for name, count in names.items() if not _told_apart(name, clubs)})
    lines = [
        _line(player, desk.people.get(player.id, Person(player.id)), t, records=records, staff=staff, names=names)
        for player in t.players.values()
    ]
    return tuple(sorted(lines, key=lambda line: (not line.active, sorting(line.name), line.id)))


def _told_apart(name: str, clubs: Mapping[tuple[str, str], int]) -> bool:
    """Everybody of this name has a club, and each another one."""
    found = {club: count for (called, club), count in clubs.items() if called == name}
    return "" not in found and all(count == 1 for count in found.values())


def _line(
    player: Player,
    person: Person,
    t: Tournament,
    *,
    records: Mapping[PlayerId, str],
    staff: Mapping[PlayerId, str],
    names: Mapping[str, int],
) -> PlayerLine:
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
        record=records.get(player.id, ""),
        staff=staff.get(player.id, ""),
        shared=names[key(person.name)] > 1,
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
    published = max((round_.number for round_ in t.rounds if round_.phase != "draft"), default=0)
    ahead = [(number, how) for number, how in player.excused if number > published]
    words = [f"{'bye in' if how == 'bye' else 'misses'} {the_round(number)}" for number, how in ahead]
    return capital(", ".join(words))


def _records(t: Tournament) -> dict[PlayerId, str]:
    """Wins and losses of the Swiss rounds so far."""
    stage = next((stage for stage in reversed(t.stages) if stage.kind in ("swiss", "groups")), None)
    if stage is None or all(round_.phase == "draft" for round_ in stage.rounds):
        return {}
    return {player: sheet.record for player, sheet in sheets(t, stage).items() if sheet.lines}
