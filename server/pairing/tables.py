"""The tables of a round as the pairings page shows them: bands, records, reasons, results, and what was checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from engine.decisions.results import disputed
from engine.earlier import before_round
from engine.factions import pool_size, same_faction
from engine.handing_in import faction_for, faction_shown, names_factions
from engine.history import score
from engine.once import once
from engine.pairing.pod_seating import is_fresh
from engine.pairing.pods import TEAMS
from engine.pairing.roster import score_of
from engine.pairing_words import admits, in_words
from engine.pod_words import progress
from engine.sentences import everyone, plural, who
from engine.sides import goes_first, in_teams, seat_name, sides
from engine.so_far import at_open_tables
from engine.standings.pods import pod_totals
from engine.standings.sheets import sheets
from engine.values import dataclass, replace
from engine.words import Bye, Match, Outcome, PlayerId, Round, Stage, Tournament


@dataclass(frozen=True, slots=True)
class Before:
    """How everybody stood before a round."""

    score: Mapping[PlayerId, int]
    record: Mapping[PlayerId, str]
    met: Mapping[PlayerId, frozenset[PlayerId]]


@dataclass(frozen=True, slots=True)
class Placed:
    """A player in a row; `pickable` if they can still be moved. In teams the seat has a name.

    `faction` is what they play in this round, where factions are named for each.
    """

    player: PlayerId
    record: str
    mark: str = ""
    pickable: bool = False
    seat: str = ""
    faction: str = ""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table, or a bye (table 0). `flags` are what the eye should stop at: (state, words)."""

    table: int
    placed: tuple[Placed, ...]
    why: str
    flags: tuple[tuple[str, str], ...] = ()
    score: str = ""
    state: str = ""
    word: str = ""
    teams: bool = False


@dataclass(frozen=True, slots=True)
class Band:
    """A score group, a draft group, or the whole round."""

    text: str
    rows: tuple[TableRow, ...]


def stood(t: Tournament, stage: Stage, number: int) -> Before:
    """Scores, records and meetings of a stage before one of its rounds."""
    return _stood(before_round(t, number), t.stages.index(stage))


@once
def _stood(t: Tournament, place: int) -> Before:
    stage = before = t.stages[place]
    rounds = stage.rounds
    if stage.kind == "bracket":
        return Before({}, {p: f"seed {place}" for place, p in enumerate(stage.entrants, start=1)}, {})
    if stage.kind == "pods":
        totals = pod_totals(t, before) if rounds else {}
        return Before(totals, {p: plural(points, "point") for p, points in totals.items()}, {})
    scoring = t.settings.scoring
    own = sheets(t, before)
    record = {p: s.record if scoring.score == "wins" else plural(s.points, "pt") for p, s in own.items()}
    return Before(
        {p: score_of(sheet, scoring) for p, sheet in own.items()},
        record if rounds else {},
        {p: frozenset(sheet.opponents) for p, sheet in own.items()},
    )


def movable(stage: Stage, match: Match) -> bool:
    """May people of this table still change places? A bracket's and teams may not, nor any with a result."""
    fixed = stage.kind == "bracket" or in_teams(match)
    return not (fixed or match.result or match.games or match.withdrawn)


def in_order(t: Tournament, stage: Stage, round_: Round) -> tuple[Match | Bye, ...]:
    """The tables of a round, best band first, the byes last."""
    return *_tables_in_order(t, t.stages.index(stage), round_.number), *round_.byes


@once
def _tables_in_order(t: Tournament, place: int, number: int) -> tuple[Match, ...]:
    stage = t.stages[place]
    round_ = next(each for each in stage.rounds if each.number == number)
    before = stood(t, stage, number)
    return tuple(sorted(round_.matches, key=lambda m: (_rank(stage, before, m), m.table)))


def bands_of(t: Tournament, stage: Stage, round_: Round, shown: Iterable[Match | Bye]) -> tuple[Band, ...]:
    """These tables and byes, in their order, with the bands of the round they are in."""
    before, found, byes = stood(t, stage, round_.number), dict[int, list[Match]](), list[TableRow]()
    for each in shown:
        if isinstance(each, Bye):
            byes.append(TableRow(0, (_placed(round_, before, each.player, pickable=True),), _why(each)))
        else:
            found.setdefault(_rank(stage, before, each), []).append(each)
    bands = [
        Band(
            _band_text(t, stage, round_, before=before, match=matches[0]),
            tuple(_row(t, stage, round_, before=before, match=match) for match in matches),
        )
        for matches in found.values()
    ]
    if byes:
        count = len(round_.byes)
        bands.append(Band("Bye" if count == 1 else f"Byes, {count} players", tuple(byes)))
    return tuple(bands)


def checked(t: Tournament, stage: Stage, round_: Round, *, verdict: str) -> tuple[tuple[str, str], ...]:
    """What the pairing was checked for, and what was found; `verdict` is on those paired out of their group."""
    if stage.kind == "bracket":
        return (("Tables", str(len(round_.matches))), ("Paired by", "seeds and winners"))
    seats = Counter(len(match.seats) for match in round_.matches)
    if stage.kind == "pods":
        sizes = ", ".join(f"{count} with {size} seats" for size, count in sorted(seats.items()))
        players = (("Players", _players(round_)), ("Number of the draw", str(round_.draw + 1)))
        if any(map(in_teams, round_.matches)):
            return (("Tables", f"{len(round_.matches)} with {TEAMS} teams"), ("Teams", str(_teams(round_))), *players)
        return (("Tables", sizes), *players)
    before = stood(t, stage, round_.number)
    pairs = [match.players for match in round_.matches]
    floats = sum(before.score.get(a, 0) != before.score.get(b, 0) for a, b in pairs)
    facts = [
        ("Rematches", str(sum(b in before.met.get(a, ()) for a, b in pairs))),
        ("Bye", everyone(bye.player for bye in round_.byes) if round_.byes else f"none, {len(round_.seated)} play"),
        ("Paired outside their group", f"{floats}, {verdict}" if verdict else str(floats)),
    ]
    if missing := _missing(t, stage, round_):
        facts.insert(2, ("Misses the round" if len(missing) == 1 else "Miss the round", everyone(missing)))
    if names_factions(t):
        after = ", chosen after pairing" if pool_size(t.settings) else ""
        facts.append(("Mirror matches", f"{sum(_mirror(t, round_, pair) for pair in pairs)}{after}"))
    return (*facts, ("Number of the draw", str(round_.draw + 1)))


def _missing(t: Tournament, stage: Stage, round_: Round) -> list[PlayerId]:
    """Who is in, and said that they miss this round."""
    known = [(player, t.players[player]) for player in stage.entrants or t.players if player not in round_.seated]
    return [id for id, player in known if player.active and player.excuse(round_.number) == "missed"]


def _players(round_: Round) -> str:
    """21; or 20, and 1 did not come."""
    absent = _absent(round_)
    return f"{len(round_.seated) - absent}, {absent} did not come" if absent else str(len(round_.seated))


def _absent(round_: Round) -> int:
    return sum(len(match.no_shows) for match in round_.matches)


def _rank(stage: Stage, before: Before, match: Match) -> int:
    """Where a table's band comes in the order of bands."""
    if stage.kind == "groups":
        return match.group
    return -max(before.score.get(p, 0) for p in match.players) if stage.kind == "swiss" else 0


def _band_text(t: Tournament, stage: Stage, round_: Round, *, before: Before, match: Match) -> str:
    if stage.kind == "groups":
        group = stage.groups[match.group]
        return f"Group {match.group + 1}, {plural(len(round_.seated & set(group)), 'player')}"
    if any(map(in_teams, round_.matches)):
        return f"{plural(len(round_.matches), 'table')}, {plural(_teams(round_), 'team')}"
    if stage.kind != "swiss":
        absent = _absent(round_)
        told = f"{plural(len(round_.matches), 'table')}, {plural(len(round_.seated) - absent, 'player')}"
        return f"{told}, {absent} did not come" if absent else told
    if not before.record:
        return f"First round, {plural(len(round_.seated), 'player')}"
    best = max(before.score.get(p, 0) for p in match.players)
    size = sum(before.score.get(p, 0) == best for p in round_.seated)
    unit = "win" if t.settings.scoring.score == "wins" else "point"
    return f"{plural(best, unit)}, {plural(size, 'player')}"


def _row(t: Tournament, stage: Stage, round_: Round, *, before: Before, match: Match) -> TableRow:
    outcomes = match.result.outcomes if match.result else (None,) * len(match.seats)
    marks = {player: _mark(outcome) for player, outcome in zip(match.players, outcomes, strict=True)}
    pickable = movable(stage, match) or (stage.kind == "bracket" and match.result is None)
    gone = match.no_shows if is_fresh(match) else ()  # they can still be taken out
    placed = tuple(
        replace(
            _placed(round_, before, player, pickable=pickable or player in gone, mark=marks[player]),
            seat=seat_name(match, player),
            faction=faction_shown(t, player, round_.number),
        )
        for side in sides(match)
        for player in side
    )
    placed = tuple(replace(each, record="did not come") if each.player in match.no_shows else each for each in placed)
    state, word = _state(t, round_, match)
    return TableRow(
        table=match.table,
        placed=placed,
        why=_why(match),
        flags=_flags(t, stage, round_, before=before, match=match),
        score=_told(match) if match.result else "",
        state=state,
        word=word,
        teams=in_teams(match),
    )


def _teams(round_: Round) -> int:
    return sum(len(sides(match)) for match in round_.matches)


def _told(match: Match) -> str:
    """The score; of a table of several how many games it took, the check says who won."""
    assert match.result is not None
    return score(match.result) if len(match.seats) == 2 else plural(len(match.games), "game")


def _placed(round_: Round, before: Before, player: PlayerId, *, pickable: bool, mark: str = "") -> Placed:
    return Placed(player, before.record.get(player, ""), mark, pickable and round_.phase != "closed")


def _mark(outcome: Outcome | None) -> str:
    if outcome is None:
        return ""
    return ("win" if outcome.place == 1 else "loss") if outcome.place else outcome.mark


def _state(t: Tournament, round_: Round, match: Match) -> tuple[str, str]:
    if match.result is not None or round_.phase == "draft":
        return "", ""
    if len(match.seats) > 2:
        return progress(t, match)
    if disputed(match):
        return "alarm", "Two versions"
    return ("warning", "One has reported") if match.reports else ("", at_open_tables(t))


def _flags(t: Tournament, stage: Stage, round_: Round, *, before: Before, match: Match) -> tuple[tuple[str, str], ...]:
    fixed = tuple(("", f"{who(p)} stays here") for p in match.players if t.players[p].fixed_table == match.table)
    if stage.kind not in ("swiss", "groups"):
        return fixed
    a, b = match.players
    found = list(fixed)
    if b in before.met.get(a, ()) and not admits(match.why, "rematch"):
        found.append(("alarm", "have met before"))
    if _mirror(t, round_, match.players) and not admits(match.why, "mirror"):
        found.append(("warning", "mirror match"))
    return tuple(found)


def _mirror(t: Tournament, round_: Round, pair: tuple[PlayerId, ...]) -> bool:
    """The same faction meets itself; shown whether or not the event avoids it."""
    one, two = (faction_for(t, player, round_.number) for player in pair)
    return same_faction(one, two)


def _why(seated: Match | Bye) -> str:
    why, first = in_words(seated.why).removeprefix("bye: "), goes_first(seated) if isinstance(seated, Match) else None
    return why if first is None else f"{why}; {who(first)} won the draw and sits first"
