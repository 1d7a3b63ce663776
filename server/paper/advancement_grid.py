"""The advancement grid: every round with its tables, games, points, and who goes on. Any size of field."""

from __future__ import annotations

from collections.abc import Iterator

from engine.pairing.pod_grid import GridRound, grid
from engine.pairing.pods import TEAM_MEMBERS, TEAMS, fill_up, most_games
from engine.pod_words import decided_words, how_it_ended
from engine.refusals import Refused
from engine.rulesets.registry import ruleset_of
from engine.sentences import capital, plural
from engine.sides import LETTERS, seat_name, sides
from engine.standings.pods import pod_places, points_in_round, staying_winners
from engine.standings.points import FINAL_POINTS, PLACE_POINTS, was_in
from engine.values import dataclass
from engine.words import Match, PlayerId, Round, Settings, Tournament

LARGEST = 400


@dataclass(frozen=True, slots=True)
class GridSeat:
    """A line of a table; `number` runs through the round, `note` says who fills up and who goes on.

    In teams `seat` is its name, and those of a team follow each other.
    """

    number: int
    player: PlayerId | None
    games: tuple[str, ...]
    points: str = ""
    note: str = ""
    seat: str = ""


@dataclass(frozen=True, slots=True)
class GridTable:
    title: str
    scale: str
    seats: tuple[GridSeat, ...]


@dataclass(frozen=True, slots=True)
class GridPart:
    """One round. `draft` while it is not published."""

    title: str
    note: str
    tables: tuple[GridTable, ...]
    draft: bool = False


def filled_grid(t: Tournament) -> tuple[GridPart, ...]:
    """The rounds so far with their names, and those to come with empty lines."""
    rounds = [round_ for stage in t.stages for round_ in stage.rounds]
    if not rounds:
        return blank_grid(t, sum(player.active for player in t.players.values()))
    before = [None, *rounds]
    played = [_round(t, round_, before[at]) for at, round_ in enumerate(rounds)]
    to_come = enumerate(_after(*_going_on(t, rounds[-1])), start=len(rounds) + 1)
    return (*played, *(_empty(t.settings, number, part) for number, part in to_come))


def blank_grid(t: Tournament, players: int) -> tuple[GridPart, ...]:
    """Empty lines for a field of this size."""
    if not TEAMS <= players <= LARGEST:
        raise Refused(f"A grid is for {TEAMS} to {LARGEST} players. Say how many there are.")
    sides, left = divmod(players, _members(t.settings))
    if ruleset_of(t.settings).teams and (left or sides % TEAMS):
        raise Refused("Three teams of two share a table, so it needs six players, twelve, eighteen…")
    return tuple(_empty(t.settings, number, part) for number, part in enumerate(grid(sides), start=1))


def scale_of(settings: Settings, number: int, *, sides: int, tables: int) -> str:
    """What the places at a table are worth in this round: 8/6/4."""
    places = FINAL_POINTS if tables == 1 else PLACE_POINTS
    return "/".join(str(points * number * settings.factor) for points in places[:sides])


def scale_at(t: Tournament, round_: Round, match: Match) -> str:
    """The same at a table, for as many as came to it: a four that waited in vain for one plays for 4/3/2."""
    came = [side for side in sides(match) if any(player not in match.no_shows for player in side)]
    return scale_of(t.settings, round_.number, sides=len(came), tables=len(round_.matches))


def _round(t: Tournament, round_: Round, before: Round | None) -> GridPart:
    tables, settings = len(round_.matches), t.settings
    points = points_in_round(t, round_) if _seen(round_) else {}
    filling = round_.seated - _winners(before) if before else frozenset()
    first, found = 1, []
    for match in round_.matches:
        scale = scale_at(t, round_, match)
        listed = [p for side in sides(match) for p in side if not t.players[p].disqualified]
        seats = tuple(
            GridSeat(
                number=number,
                player=player,
                games=_games(match, match.players.index(player)),
                points=str(points.get(player, "")),
                note=_words(match, match.players.index(player), filling, final=tables == 1),
                seat=seat_name(match, player),
            )
            for number, player in enumerate(listed, start=first)
        )
        title = ", ".join(filter(None, (_title(settings, tables, match.table), how_it_ended(match))))
        found.append(GridTable(title, scale, seats))
        first += len(listed)
    joining = len(filling) // _members(settings)
    return GridPart(f"Round {round_.number}", _note(settings, tables, joining), tuple(found), not _seen(round_))


def _words(match: Match, place: int, filling: frozenset[PlayerId], *, final: bool) -> str:
    """Fills up; goes on, champion; by lot; withdrew or did not come."""
    player = match.players[place]
    won = match.result is not None and match.result.outcomes[place].place == 1
    told = (
        "fills up" if player in filling else "",
        ("champion" if final else "goes on") if won else "",
        decided_words(match).get(player, ""),
        "did not come" if player in match.no_shows else "withdrew" if player in match.withdrawn else "",
    )
    return ", ".join(filter(None, told))


def _games(match: Match, place: int) -> tuple[str, ...]:
    """After each game, with a star for the one it was won with; a dash for one without them, empty if not needed."""
    player, side = match.players[place], match.seats[place].side
    found = [
        f"{game.realms[place]}{'*' if game.winner == side else ''}" if was_in(match, player, game=number) else "–"
        for number, game in enumerate(match.games, start=1)
    ]
    return (*found, *[""] * (most_games(len(sides(match))) - len(found)))


def _winners(round_: Round) -> frozenset[PlayerId]:
    return frozenset(player for table in pod_places([round_])[0] if table for player in table[0])


def _going_on(t: Tournament, last: Round) -> tuple[int, int]:
    """How many win in this round, and how many of them have left: a vacancy, which others fill."""
    tables = len(last.matches)
    return tables, tables - len(staying_winners(t, t.stages[-1])) if last.phase == "closed" else 0


def _after(winners: int, left: int) -> Iterator[GridRound]:
    """The rounds that follow one with so many winners, if nobody else leaves."""
    while winners - left > 1:
        joining = fill_up(winners, left=left)
        winners, left = (winners - left + joining) // 3, 0
        yield GridRound((3,) * winners, joining)


def _empty(settings: Settings, number: int, part: GridRound) -> GridPart:
    """A round with empty lines; whoever fills up sits at the last tables, one at each."""
    each = _members(settings)
    tables = len(part.sizes)
    first, found = 1, []
    for place, size in enumerate(part.sizes):
        scale = scale_of(settings, number, sides=size, tables=tables)
        filling = place >= tables - part.filling_up
        games = ("",) * most_games(size)
        notes = ["fills up" if filling and seat >= (size - 1) * each else "" for seat in range(size * each)]
        names = [f"{letter}{n}" for letter in LETTERS for n in range(1, each + 1)] if each > 1 else [""] * len(notes)
        seats = tuple(
            GridSeat(first + seat, None, games, note=note, seat=name)
            for seat, (note, name) in enumerate(zip(notes, names, strict=True))
        )
        found.append(GridTable(_title(settings, tables, place + 1), scale, seats))
        first += size * each
    return GridPart(f"Round {number}", _note(settings, tables, part.filling_up), tuple(found))


def _note(settings: Settings, tables: int, joining: int) -> str:
    last = capital(ruleset_of(settings).last_round.in_a_sentence)
    said = f"{last}." if tables == 1 else f"{plural(tables, 'table')}."
    if not joining:
        return said
    who = "the strongest" if joining == 1 else f"the {joining} strongest"
    fill = "fills up" if joining == 1 else "fill up"
    return f"{said} Of those who did not win, {who} {fill}: always fewer than the winners at a table."


def _title(settings: Settings, tables: int, table: int) -> str:
    """As the printed grids name it."""
    return ruleset_of(settings).last_round.table if tables == 1 else f"Table {table}"


def _members(settings: Settings) -> int:
    """How many make a side."""
    return TEAM_MEMBERS if ruleset_of(settings).teams else 1


def _seen(round_: Round) -> bool:
    return round_.phase != "draft"
