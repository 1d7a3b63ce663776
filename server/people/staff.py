"""The staff of an event. The journal knows ids and roles; the names of those who do not play are texts beside it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from engine import facts as f
from engine.decisions import staff
from engine.refusals import Refused
from engine.rulesets.registry import ruleset_of
from engine.sentences import who
from engine.standings.participants import never_came
from engine.standings.staff import known_as, player_of_staff, players_called, plays, staff_points
from engine.values import dataclass
from engine.words import PlayerId, Staff, Tournament
from server.core import texts
from server.core.desk import Desk
from server.core.spelling import quoted
from server.core.writing import Beside

KIND, LONGEST = "staff", 120
Facts = tuple[f.Fact, ...]
ROLES = {
    "coordinator": "Coordinator",
    "organizer": "Organizer",
    "co-organizer": "Co-organizer",
    "judge": "Judge",
}


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody of the staff; `player` if they play. `points` is None where the rulebook gives none to anybody."""

    id: str
    name: str
    role: str
    player: PlayerId | None
    points: int | None


@dataclass(frozen=True, slots=True)
class AnnouncedStaff:
    """Somebody of the staff whom everybody is told about."""

    name: str
    role: str
    player: PlayerId | None


def announced(t: Tournament, tournament_id: str, names: Mapping[PlayerId, str]) -> tuple[AnnouncedStaff, ...]:
    """Staff who play, and the co-organizers beside an organizer who does: every screen says so."""
    called, order = _names(tournament_id, names) if t.staff else {}, list(ROLES)
    found = {s.id: player_of_staff(t, s, called) for s in t.staff}
    player = {id: p if p is not None and not never_came(t.rounds, p) else None for id, p in found.items()}
    playing = [s for s in t.staff if player[s.id]]
    if any(s.role == "organizer" for s in playing):
        playing += [s for s in t.staff if s.role == "co-organizer" and not player[s.id]]
    playing.sort(key=lambda s: order.index(s.role))
    return tuple(AnnouncedStaff(_name(s, called), ROLES[s.role].lower(), player[s.id]) for s in playing)


def members(desk: Desk) -> tuple[Member, ...]:
    """Everybody of the staff, by role."""
    t, order = desk.t, list(ROLES)
    called = _names(desk.id, desk.names)
    points = staff_points(t, called) if ruleset_of(t.settings).report_days else {}
    return tuple(
        Member(
            id=s.id,
            name=_name(s, called),
            role=ROLES[s.role],
            player=player_of_staff(t, s, called) if plays(t, s, called) else None,
            points=points.get(s.id),
        )
        for s in sorted(t.staff, key=lambda s: order.index(s.role))
    )


def join(t: Tournament, id: str, *, role: str, name: str, player: PlayerId, called: Mapping[str, str]) -> Facts:
    """Somebody typed or chosen joins the staff: as the player they are, and out of any other role."""
    if name:
        same = players_called(t, name, called)
        if len(same) > 1:
            raise Refused(
                f"{len(same)} players are called {quoted(name)}. Choose one of them from the list, or write the name "
                "of somebody else differently."
            )
        player = same[0] if same else ""
    known = known_as(t, name, player or None, called)
    return staff.join_staff(t, id if player or not known else known[0], role=role, player=player, known_as=known)


def names_of(desk: Desk) -> dict[str, str]:
    """What players and staff are called, by id; as they are written, so that the same name is found."""
    return _names(desk.id, {id: person.name for id, person in desk.people.items()})


def on_the_staff_too(desk: Desk, players: Iterable[PlayerId]) -> tuple[str, ...]:
    """A sentence for each of these players who runs the event as well, where that costs them points."""
    t, called = desk.t, names_of(desk)
    if not ruleset_of(t.settings).report_days:
        return ()
    staffing = {player_of_staff(t, member, called) for member in t.staff}
    return tuple(
        f"{who(player)} is on the staff too, and gets the points of playing instead. If they are two people, write one "
        "of the names differently."
        for player in players
        if player in staffing
    )


def roles_of_players(desk: Desk) -> dict[PlayerId, str]:
    """The players who are on the staff, with what they are there."""
    t, called = desk.t, names_of(desk) if desk.t.staff else {}
    found = ((player_of_staff(t, member, called), member.role) for member in t.staff)
    return {player: role for player, role in found if player is not None and player in t.players}


def roles_for(t: Tournament) -> tuple[tuple[str, str], ...]:
    """The roles this rulebook knows, and what they are called."""
    known = staff.roles_for(t)
    return tuple((role, text) for role, text in ROLES.items() if role in known)


def keep_name(tournament_id: str, id: str, name: str) -> Beside | None:
    """Writes the name down; a player's is written down already."""
    return texts.keeping(tournament_id, id=id, kind=KIND, text=name)


def _names(tournament_id: str, players: Mapping[PlayerId, str]) -> dict[str, str]:
    return {**players, **{text.id: text.text for text in texts.texts(tournament_id, KIND)}}


def _name(member: Staff, called: Mapping[str, str]) -> str:
    known = member.player or member.id
    return called.get(known, known)


def given_up(t: Tournament, roles: Sequence[str], *, role: str) -> Iterator[str]:
    """Whoever takes another role has that one alone; and an event without a coordinator says so."""
    for was in roles:
        yield f"They were {was} before, and are {role} now: a person has one role."
        if was == "coordinator" and not any(each.role == "coordinator" for each in t.staff):
            yield "Nobody is coordinator now."
