"""Standings as rows, of any ruleset: Swiss, draft groups, tables of several. Pages, paper and files read these."""

from __future__ import annotations

from collections.abc import Mapping

from engine.earlier import as_known, same
from engine.once import once
from engine.rulesets.base import Counted
from engine.rulesets.registry import ruleset_of
from engine.sentences import capital
from engine.sides import Side, as_entered, partner_of
from engine.so_far import last_closed, last_published
from engine.standings.of_stage import once_for_stage
from engine.standings.participants import never_came, played_in
from engine.standings.pods import going_on, only_winner_left, pod_standings, pod_working
from engine.standings.ranking import Standing, group_standings, stage_standings
from engine.standings.sheets import sheets
from engine.standings.tiebreaks import TIEBREAKS, number_keys
from engine.values import dataclass, replace
from engine.words import Player, PlayerId, Stage, Tournament

NO_STANDINGS = "There are no standings yet: no round has been played."


@dataclass(frozen=True, slots=True)
class Column:
    """A number that places are decided by: its key, over the column, and in full."""

    key: str
    short: str
    name: str


@dataclass(frozen=True, slots=True)
class Rank:
    """One line. Place 0 is no place; `tie` is the same for those whom only a lot separates, and empty for others.

    `absent` never came to a table; `partner` plays with them, where an event is played in teams; `goes_on` won their
    table, where the others are out.
    """

    place: int
    player: PlayerId
    record: str
    wins: int
    numbers: tuple[int | str, ...]
    decided_by: str
    decided: str
    working: str
    dropped: bool = False
    disqualified: bool = False
    tie: tuple[object, ...] = ()
    partner: PlayerId | None = None
    absent: bool = False
    goes_on: bool = False

    @property
    def out(self) -> str:
        """Why somebody stands apart from the others, in a word or two; empty for most."""
        if self.disqualified:
            return "disqualified"
        return "did not come" if self.absent else "dropped" if self.dropped else ""


@dataclass(frozen=True, slots=True)
class RankLine:
    """A line as people see it: a player, or both of a team who stand together. Teams are counted as teams."""

    place: int
    players: Side
    rank: Rank


@dataclass(frozen=True, slots=True)
class Ranks:
    """One table of standings; `group` is the number of a draft group, 0 where there are none."""

    columns: tuple[Column, ...]
    rows: tuple[Rank, ...]
    group: int = 0

    @property
    def lines(self) -> tuple[RankLine, ...]:
        """Partners share a line as long as nothing tells them apart."""
        if all(row.partner is None for row in self.rows):
            return tuple(RankLine(row.place, (row.player,), row) for row in self.rows)
        known, found = {row.player: row for row in self.rows}, dict[PlayerId, RankLine]()
        for row in self.rows:
            mate = known.get(row.partner or "")
            together = mate is not None and _standing_of(mate) == _standing_of(row)
            if not (together and row.partner in found):
                place = 1 + sum(line.place > 0 for line in found.values()) if row.place else 0
                players = as_entered((row.player, mate.player)) if mate is not None and together else (row.player,)
                found[row.player] = RankLine(place, players, row)
        return tuple(found.values())

    def last_in(self, cut: int) -> PlayerId | None:
        """Whom the line of the cut is below, also where fewer are left: dropped and disqualified are passed over."""
        going_on = [row.player for row in self.rows if row.place and not row.dropped][:cut]
        return going_on[-1] if going_on else None


def _standing_of(row: Rank) -> tuple[object, ...]:
    return row.place, row.record, row.numbers, row.out


def ranks_after(t: Tournament, number: int) -> tuple[Ranks, ...]:
    """The standings with the rounds up to this one, as they count now; one table, or one for each draft group."""
    past = as_of(t, number)
    stage = past.stages[-1] if past.stages else None
    return () if stage is None or stage.kind == "bracket" else stage_ranks(past, stage)


def places_after(t: Tournament, number: int) -> Mapping[PlayerId, int]:
    """Everybody's place after a closed round with one table of standings.

    Kept in the round: results of later ones change nothing in it, and whatever does makes another past.
    """
    past = as_of(t, number)
    round_ = past.stages[-1].rounds[-1]
    kept: tuple[Tournament, Mapping[PlayerId, int]] | None = round_.known.get(places_after)
    if kept is None or not same(kept[0], past):
        places = {p: line.place for line in ranks_after(t, number)[0].lines for p in line.players}
        round_.known[places_after] = kept = (replace(past), places)  # a copy of which no more is known
    return kept[1]


def round_with_standings(t: Tournament, number: int | None = None) -> int:
    """This round, or the last closed one, or the one being played while none is closed; 0 before.

    A bracket has the standings it came from.
    """
    shown = number or last_closed(t) or last_published(t)
    while shown and as_of(t, shown).stages[-1].kind == "bracket":
        shown -= 1
    return shown


def last_ranks(t: Tournament, number: int) -> tuple[tuple[Ranks, ...], int]:
    """The standings after this round, or those that its bracket came from, and after which; none before round 1."""
    shown = round_with_standings(t, number) if number else 0
    return (ranks_after(t, shown), shown) if shown else ((), 0)


@once_for_stage
def stage_ranks(t: Tournament, stage: Stage) -> tuple[Ranks, ...]:
    """The standings of a stage that is not a bracket."""
    if stage.kind == "pods":
        return (_pods(t, stage),)
    records = {player: sheet.record for player, sheet in sheets(t, stage).items()}
    keys, counted = _keys(t), ruleset_of(t.settings).counted
    columns = tuple(Column(key, TIEBREAKS[key].over_column(counted), TIEBREAKS[key].called(counted)) for key in keys)
    found = group_standings(t, stage) if stage.groups else (stage_standings(t, stage),)
    return tuple(
        Ranks(columns, tuple(_rank(line, keys, records, counted) for line in lines), group=place if stage.groups else 0)
        for place, lines in enumerate(found, start=1)
    )


def lot_ties(ranks: tuple[Ranks, ...]) -> tuple[tuple[PlayerId, ...], ...]:
    """Those whom only a lot separates, set by set, in the order the lot gave them; a team by its first."""
    sets: dict[tuple[object, ...], list[PlayerId]] = {}
    for table in ranks:
        for rank in table.rows:
            found = sets.setdefault((table.group, *rank.tie), []) if rank.tie else []
            if rank.partner not in found:
                found.append(rank.player)
    return tuple(tuple(players) for players in sets.values() if len(players) > 1)


@once
def as_of(t: Tournament, number: int) -> Tournament:
    """The tournament without what came after this round; of earlier rounds, without who came or left later."""
    published = [round_.number for round_ in t.rounds if round_.phase != "draft"]
    stages: list[Stage] = []
    for stage in t.stages:
        rounds = tuple(r for r in stage.rounds if r.number <= number and r.phase != "draft")
        if rounds or not stages:
            stages.append(replace(stage, rounds=rounds))
    players = t.players
    if published and number < published[-1]:
        players = {p: _back_then(known, number) for p, known in t.players.items() if known.entered <= max(number, 1)}
    return as_known(t, replace(t, stages=tuple(stages), players=players), as_of)


def _back_then(player: Player, number: int) -> Player:
    return replace(player, dropped=None) if player.dropped is not None and player.dropped > number else player


def _keys(t: Tournament) -> tuple[str, ...]:
    """The record already says the wins; event points have a column of their own."""
    scoring = t.settings.scoring
    score = () if scoring.score == "wins" else (scoring.score,)
    return (*score, *number_keys(scoring))


def _rank(line: Standing, keys: tuple[str, ...], records: dict[PlayerId, str], counted: Counted) -> Rank:
    wins, numbers = line.numbers["wins"], tuple(line.numbers[key] for key in keys)
    known = TIEBREAKS.get(line.decided_by)
    return Rank(
        place=line.rank,
        player=line.player,
        record=records[line.player],
        wins=wins,
        numbers=numbers,
        decided_by=line.decided_by,
        decided=known.called(counted) if known else line.decided_by.capitalize(),
        working=line.working,
        dropped=line.dropped,
        disqualified=line.disqualified,
        tie=(wins, *numbers) if line.decided_by == "lot" else (),
    )


def _pods(t: Tournament, stage: Stage) -> Ranks:
    lines, rules = pod_standings(t, stage), ruleset_of(t.settings)
    counted, last = rules.counted, rules.last_round
    decided = {
        "champion": "Only winner left" if only_winner_left(t, stage) else f"Won {last.in_a_sentence}",
        "points": "Points",
        "realms": f"{counted.title} per game",
        "lot": "Lot",
    }
    through = going_on(t, stage)
    rows = [
        Rank(
            place=line.rank,
            player=line.player,
            record=" + ".join(str(points) for points in line.by_round),
            wins=0,
            numbers=(line.points, f"{line.realms.count} in {line.realms.games}"),
            decided_by=line.decided_by,
            decided=decided[line.decided_by],
            working=pod_working(t, line, lines, counted),
            dropped=t.players[line.player].dropped is not None,
            tie=(line.points, line.realms.per_game) if line.decided_by == "lot" else (),
            partner=partner_of(t, line.player),
            goes_on=line.player in through,
        )
        for line in lines
    ]
    listed = {line.player for line in lines}
    unplaced = (_unplaced(t, player, stage) for player in t.players.values() if player.id not in listed)
    rows += [replace(row, goes_on=row.player in through) for row in unplaced]
    in_games = Column("realms", counted.title, f"{capital(counted.exactly)}, in so many games")
    return Ranks((Column("points", "Points", "Points"), in_games), tuple(rows))


def _unplaced(t: Tournament, player: Player, stage: Stage) -> Rank:
    """Somebody without a place: disqualified, never there, or without a table that has ended."""
    played = player.id in played_in(stage.rounds)
    absent = never_came(stage.rounds, player.id)
    line = Rank(
        place=0,
        player=player.id,
        record="",
        wins=0,
        numbers=(0, "–"),
        decided_by="",
        decided="",
        working="",
        dropped=player.dropped is not None,
        disqualified=player.disqualified,
        absent=absent,
        partner=partner_of(t, player.id),
    )
    waiting = "no table played to its end" if played else "no game played"
    yet = " yet" if t.finish is None else ""
    why = line.out if line.disqualified or absent else waiting + yet
    return replace(line, working=f"{why}, so no place")
