"""Lists as plain rows, a heading first: what the files and the printed pages have in common."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from engine.handing_in import faction_shown, names_factions
from engine.history import score
from engine.pod_words import wins
from engine.progress import round_alone
from engine.refusals import Refused
from engine.rulesets.registry import ruleset_of
from engine.sentences import named
from engine.sides import Side, in_teams, opponents, partners, seat_name, seat_names, together
from engine.standings.places import recorded_places, without_place
from engine.standings.pods import points_in_round, table_place
from engine.standings.points import KeptOverGames, kept_by_player
from engine.standings.ranks import NO_STANDINGS, ranks_after, round_with_standings
from engine.standings.sheets import sheets
from engine.values import dataclass
from engine.words import Match, PlayerId, Round, Tournament
from server.core.desk import Desk
from server.core.spelling import alphabetical
from server.people.staff import members

Rows = Iterator[tuple[object, ...]]


@dataclass(frozen=True, slots=True)
class Seated:
    """Where somebody sits, with whom and against whom, side by side: no table is a bye."""

    player: PlayerId
    table: int | None
    opponents: tuple[Side, ...] = ()
    partners: Side = ()
    seat: str = ""
    faction: str = ""
    small: bool = False  # the name, which has a word too long for its line

    @property
    def beside(self) -> tuple[Side, ...]:
        """Whom to look for at the table: the partner, or the opponents of whoever plays alone."""
        return (self.partners,) if self.partners else self.opponents


def longest_word(name: str) -> int:
    """How many letters it has; a hyphen ends one, as it ends a line."""
    return max(map(len, re.findall(r"[^\s-]+-?", name)), default=0)


def by_name(round_: Round, names: Mapping[PlayerId, str]) -> tuple[Seated, ...]:
    """Everybody in the round, in the order of the alphabet."""
    seated = [
        Seated(player, match.table, opponents(match, player), partners(match, player), seat_name(match, player))
        for match in round_.matches
        for player in match.players
    ]
    seated += [Seated(bye.player, None) for bye in round_.byes]
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
    shown = round_with_standings(t, number)
    if not shown:
        raise Refused(NO_STANDINGS)
    tables = ranks_after(t, shown)
    grouped = ("Group",) if tables[0].group else ()
    columns = (column.name for column in tables[0].columns)
    teams = bool(t.settings.teams)
    partner = ("Partner",) if teams else ()
    yield (*grouped, "Place", "Name", "Record", *columns, "Decided by", "Working", "State", *partner)
    for table in tables:
        places = {player: line.place for line in table.lines for player in line.players}
        for row in table.rows:
            group = (table.group,) if grouped else ()
            name, working = desk.names.get(row.player, row.player), named(row.working, desk.names)
            numbers = (places[row.player] or "", name, row.record, *row.numbers, row.decided, working, row.out)
            yield (*group, *numbers, *((desk.names.get(row.partner or "", ""),) if teams else ()))


def places(desk: Desk) -> Rows:
    """Everybody's final place, one a line, with the prize or why there is none; at the end who has no place."""
    t = desk.t
    if t.finish is None:
        raise Refused("There are no places yet: the event is not finished.")
    teams = bool(t.settings.teams)
    yield ("Place", "Name", "Prize", "Note", *(("Partner",) if teams else ()))
    for each in recorded_places(t):
        for player in each.players:
            partner = ", ".join(desk.names.get(other, other) for other in each.players if other != player)
            name = desk.names.get(player, player)
            yield (each.place, name, each.prize, each.note, *((partner,) if teams else ()))
    for player in without_place(t):
        yield ("", desk.names.get(player, player), "", "disqualified", *(("",) if teams else ()))


def pairings(desk: Desk, number: int | None) -> Rows:
    """One table a line; byes at the end."""
    round_ = round_of(desk, number)
    seats = max((len(match.seats) for match in round_.matches), default=2)
    name, teams = round_alone(desk.t, round_.number), any(map(in_teams, round_.matches))
    seating, brings = ("Seats",) if teams else (), names_factions(desk.t)
    factions = tuple(f"Faction {n}" for n in range(1, seats + 1)) if brings else ()
    yield ("Round", "Table", *(f"Player {n}" for n in range(1, seats + 1)), "Round name", *seating, *factions)
    for match in round_.matches:
        names = [desk.names.get(player, player) for player in match.players]
        sitting = (" ".join(seat_names(match)),) if teams else ()
        brought = [faction_shown(desk.t, p, round_.number) for p in match.players] if brings else []
        yield (round_.number, match.table, *names, *[""] * (seats - len(names)), name, *sitting, *brought)
    for bye in round_.byes:
        blank = [""] * (seats - 1)
        yield (round_.number, "bye", desk.names.get(bye.player, bye.player), *blank, name, *[""] * len(factions))


def results(desk: Desk) -> Rows:
    """Every player of every published round: opponents, outcome, points, how it ended."""
    if ruleset_of(desk.t.settings).pods:
        return _tables_of_several(desk)
    return _duels(desk)


def staff(desk: Desk) -> Rows:
    """The coordinator and the judges with their points."""
    yield ("Name", "Role", "Plays", "Points")
    for member in members(desk):
        yield (member.name, member.role, "yes" if member.player else "no", member.points or 0)


def _duels(desk: Desk) -> Rows:
    counted = ruleset_of(desk.t.settings).counted.column
    faction = ("Faction",) if names_factions(desk.t) else ()
    yield ("Round", "Table", "Player", "Opponents", "Outcome", counted, "Place", "How", "Score", "Round name", *faction)
    for round_ in _published(desk):
        called = round_alone(desk.t, round_.number)
        for match in round_.matches:
            brought = [faction_shown(desk.t, player, round_.number) for player in match.players]
            for row, mine in zip(_seats(desk, round_, match), brought, strict=True):
                yield (*row, called, *((mine,) if faction else ()))
        none = ("",) * len(faction)
        for missed in _missed(desk.t, round_.number):
            name = desk.names.get(missed, missed)
            yield (round_.number, "", name, "", "loss", 0, "", "missed", "", called, *none)
        for bye in round_.byes:
            name = desk.names.get(bye.player, bye.player)
            yield (round_.number, "", name, "", "bye", desk.t.settings.scoring.win_blood, "", "", "", called, *none)


def _missed(t: Tournament, number: int) -> list[PlayerId]:
    """Who was not there yet, or sat it out, and has a loss for it."""
    stage = next(stage for stage in t.stages if any(each.number == number for each in stage.rounds))
    if stage.kind not in ("swiss", "groups"):
        return []
    own = sheets(t, stage).items()
    return [p for p, sheet in own if any(line.kind == "missed" and line.round == number for line in sheet.lines)]


def _seats(desk: Desk, round_: Round, match: Match) -> Rows:
    for place, player in enumerate(match.players):
        others = ", ".join(desk.names.get(p, p) for p in match.players if p != player)
        head = (round_.number, match.table, desk.names.get(player, player), others)
        if match.result is None:
            yield (*head, "", "", "", "", "")
            continue
        outcome = match.result.outcomes[place]
        yield (*head, outcome.mark, outcome.blood, outcome.place or "", match.result.how, score(match.result))


def _tables_of_several(desk: Desk) -> Rows:
    """Games won and what was kept in so many games; the points of the round once the table is decided."""
    yield (
        *("Round", "Table", "Player", "Opponents", "Outcome", "Games won"),
        *(ruleset_of(desk.t.settings).counted.title, "Games", "Place", "Points", "How"),
        *(("Partner", "Seat") if desk.t.settings.teams else ()),
    )
    for round_ in _published(desk):
        points = points_in_round(desk.t, round_)
        for match in round_.matches:
            yield from _several(desk, round_, match, points)


def _several(desk: Desk, round_: Round, match: Match, points: Mapping[PlayerId, int]) -> Rows:
    won, kept, teams = wins(match), kept_by_player([match]), in_teams(match)
    for place, player in enumerate(match.players):
        there = (tuple(p for p in side if p not in match.no_shows) for side in opponents(match, player))
        others = ", ".join(named(together(side), desk.names) for side in there if side)
        mine = kept.get(player, KeptOverGames())
        outcome = match.result.outcomes[place] if match.result else None
        came = player not in match.no_shows
        yield (
            *(round_.number, match.table, desk.names.get(player, player), others),
            *(outcome.mark if outcome and came else "", won[player], mine.count, mine.games),
            *(table_place(desk.t, match, player) or "", points.get(player, "") if outcome else ""),
            _how(desk, match, player),
            *((named(together(partners(match, player)), desk.names), seat_name(match, player)) if teams else ()),
        )


def _how(desk: Desk, match: Match, player: PlayerId) -> str:
    """How it ended for this player."""
    if desk.t.players[player].disqualified:
        return "disqualified"
    if player in match.withdrawn:
        return "did not come" if player in match.no_shows else "left the table"
    return match.result.how if match.result else ""


def _published(desk: Desk) -> Iterator[Round]:
    return (round_ for round_ in desk.t.rounds if round_.phase != "draft")
