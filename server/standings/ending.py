"""What comes after the last Swiss round: the cut, the second draft, the end with its prizes."""

from __future__ import annotations

from collections.abc import Set

from engine.decisions import stages
from engine.pairing import groups
from engine.pairing.brackets import LARGEST, SMALLEST, first_round
from engine.pairing.draft import second_name
from engine.pairing.groups import TooFewGoOn
from engine.refusals import Refused
from engine.rulesets.registry import ruleset_of
from engine.rulesets.sizes import cuts_for, size_warnings
from engine.sentences import capital, round_at_start
from engine.sides import Side
from engine.standings.places import hosts, placed_sides
from engine.standings.pods import only_winner_left
from engine.standings.ranks import Rank, stage_ranks
from engine.values import dataclass
from engine.words import PlayerId, Stage, Tournament
from server.core.desk import Desk
from server.draft import host_decks

BELOW = 6  # so many who just missed the cut are listed, to see who would move up


@dataclass(frozen=True, slots=True)
class Contender:
    """A line of the cut: in with a seed, passed over, or next in line."""

    rank: Rank
    seed: int
    word: str
    declines: bool
    may_decline: bool


@dataclass(frozen=True, slots=True)
class CutPage:
    """`filled` are those who could fill up a second draft for which too few would go on."""

    heading: str
    size: int
    sizes: tuple[int, ...]
    printed: tuple[int, ...]
    contenders: tuple[tuple[str, tuple[Contender, ...]], ...]
    pairs: tuple[tuple[PlayerId, PlayerId | None], ...]
    warnings: tuple[str, ...]
    refused: str
    button: str
    second_draft: bool = False
    filled: tuple[PlayerId, ...] = ()
    decks: str = ""


@dataclass(frozen=True, slots=True)
class Prizing:
    """A place as it would be recorded."""

    place: int
    players: Side
    prize: str
    note: str


@dataclass(frozen=True, slots=True)
class FinishPage:
    places: tuple[Prizing, ...]
    prizes: str
    left: tuple[str, ...]
    warnings: tuple[str, ...]
    refused: str


def cut_page(desk: Desk, size: int, declined: Set[PlayerId], *, decks: str | None = None) -> CutPage:
    """Who would be in with this size and these who decline. Size 0: as planned, or as the rulebook prints.

    `decks` is the list typed for a second draft; None: as it was kept.
    """
    t = desk.t
    stage = t.stage
    if stage is not None and stage.kind == "groups":
        return _second_draft(t, stage, declined, decks=host_decks.kept(desk.id) if decks is None else decks)
    if stage is None or stage.kind != "swiss":
        return _nothing("The cut is made." if stage and stage.kind == "bracket" else "A cut follows the Swiss rounds.")
    rows = stage_ranks(t, stage)[0].rows
    players = sum(player.active for player in t.players.values())
    printed = cuts_for(ruleset_of(t.settings), len(t.players))
    size = size or t.settings.cut or (printed[0] if printed else 4)
    seeds, refused = _seeds(t, size, declined)
    return CutPage(
        heading=ruleset_of(t.settings).bracket_name or "Cut to single elimination",
        size=size,
        sizes=tuple(range(SMALLEST, min(LARGEST, max(players, SMALLEST)) + 1)),
        printed=printed,
        contenders=(("", _contenders(t, rows, seeds, declined)),),
        pairs=tuple((seeds[a - 1], seeds[b - 1] if b else None) for a, b in first_round(len(seeds))) if seeds else (),
        warnings=(*size_warnings(ruleset_of(t.settings), len(t.players), cut=size), *_early(stage), *_lot(rows, seeds)),
        refused=refused,
        button=f"Cut to the top {size}",
    )


def finish_page(desk: Desk, prizes: str) -> FinishPage:
    """The places as they would be recorded, with these prizes, one a line."""
    t = desk.t
    lines = prize_lines(prizes)
    try:
        _require_closed(t)
        (fact,) = stages.finish(t, prizes=lines)
    except Refused as why:
        return FinishPage((), prizes, (), (), str(why))
    given: dict[PlayerId, str] = {player: prize for prize, player in fact.prizes}
    hosting = hosts(t)
    winners = stages.winning_sides(t, fact.ranking)
    sides = placed_sides(t, fact.ranking)
    places = tuple(
        Prizing(
            place,
            side,
            next((given[player] for player in side if player in given), ""),
            _note(t, side, hosting, lines[_winning(sides[: place - 1], hosting) :]),
        )
        for place, side in enumerate(sides, start=1)
    )
    return FinishPage(places, prizes, lines[len(winners) :], _unplayed(t), "")


def prize_lines(text: str) -> tuple[str, ...]:
    """One prize a line, empty lines left out."""
    return tuple(line.strip()[:200] for line in text.splitlines() if line.strip())


def _seeds(t: Tournament, size: int, declined: Set[PlayerId]) -> tuple[tuple[PlayerId, ...], str]:
    try:
        _require_closed(t)
        (fact,) = stages.make_cut(t, size, declined=declined)
    except Refused as why:
        return (), str(why)
    return fact.seeds, ""


def _require_closed(t: Tournament) -> None:
    current = t.current_round
    if t.finish is not None:
        raise Refused("The event is finished. Undo the finish in the history to change it.")
    if current is not None and current.phase != "closed":
        raise Refused(f"{round_at_start(current.number)} is still open. Close it first.")
    if not t.rounds_played:
        raise Refused("No round has been played yet.")


def _contenders(
    t: Tournament, rows: tuple[Rank, ...], seeds: tuple[PlayerId, ...], declined: Set[PlayerId]
) -> tuple[Contender, ...]:
    order = {player: seed for seed, player in enumerate(seeds, start=1)}
    last = max((n for n, row in enumerate(rows) if row.player in order or row.player in declined), default=-1)
    found = []
    for row in rows[: last + 1 + BELOW]:
        seed = order.get(row.player, 0)
        active = t.players[row.player].active
        out = "disqualified" if row.disqualified else "dropped" if not active else ""
        word = out or ("declines" if row.player in declined else f"seed {seed}" if seed else "next in line")
        found.append(Contender(row, seed, word, row.player in declined, active))
    return tuple(found)


def _early(stage: Stage) -> tuple[str, ...]:
    left = stage.planned - len(stage.rounds)
    return (f"{_rounds(left)} not been played, of {stage.planned} planned.",) if left > 0 else ()


def _rounds(left: int) -> str:
    return "1 round has" if left == 1 else f"{left} rounds have"


def _lot(rows: tuple[Rank, ...], seeds: tuple[PlayerId, ...]) -> tuple[str, ...]:
    """The last seed and the first who missed it, if only a lot separates them."""
    ties = {row.player: row.tie for row in rows if row.tie}
    last = ties.get(seeds[-1]) if seeds else None
    if last and any(tie == last and player not in seeds for player, tie in ties.items()):
        return ("The last seed is decided by lot. You can replace a lot by another fair method on the standings page.",)
    return ()


def _nothing(why: str) -> CutPage:
    return CutPage("Cut", 0, (), (), (), (), (), why, "")


def _second_draft(t: Tournament, stage: Stage, declined: Set[PlayerId], *, decks: str) -> CutPage:
    """Legendary Draft: the best of each group draft again."""
    tables = stage_ranks(t, stage)
    per_group = groups.advancing_per_group(sum(len(group) for group in stage.groups))
    through, filled, refused = _drafting_again(t, declined)
    found = tuple(
        (
            f"Group {table.group}",
            _contenders(t, table.rows, tuple(row.player for row in table.rows if row.player in through), declined),
        )
        for table in tables
    )
    return CutPage(
        heading=second_name(t.settings),
        size=per_group,
        sizes=(),
        printed=(),
        contenders=found,
        pairs=(),
        warnings=() if refused else _decks_lacking(t, declined, decks),
        refused=refused,
        button=f"Open the {second_name(t.settings)}",
        second_draft=True,
        filled=filled,
        decks=decks,
    )


def _drafting_again(t: Tournament, declined: Set[PlayerId]) -> tuple[tuple[PlayerId, ...], tuple[PlayerId, ...], str]:
    """Who drafts again; if those are too few, who could fill up from other groups; why not, if it cannot be."""
    try:
        _require_closed(t)
        return stages.open_second_draft(t, declined=declined)[1].entrants, (), ""
    except TooFewGoOn as why:
        return stages.best_of_each_group(t, declined=declined), _filling_up(t, declined), str(why)
    except Refused as why:
        return (), (), str(why)


def _filling_up(t: Tournament, declined: Set[PlayerId]) -> tuple[PlayerId, ...]:
    try:
        return stages.open_filled_second_draft(t, declined=declined)[1].entrants
    except Refused:
        return ()


def _decks_lacking(t: Tournament, declined: Set[PlayerId], decks: str) -> tuple[str, ...]:
    try:
        stages.open_second_draft(t, declined=declined, decks=host_decks.read(decks) or None)
    except Refused as why:
        return (str(why),)
    return ()


def _winning(sides: tuple[Side, ...], hosting: Set[PlayerId]) -> int:
    """How many of these may have a prize."""
    return sum(not set(side) <= hosting for side in sides)


def _note(t: Tournament, side: Side, hosting: Set[PlayerId], prizes: tuple[str, ...]) -> str:
    if hosting & set(side):
        return "organizer: the prize passes on" if prizes else "organizer"
    return "dropped" if any(t.players[player].dropped is not None for player in side) else ""


def _unplayed(t: Tournament) -> tuple[str, ...]:
    stage = t.stages[-1]
    told = list(_early(stage)) if stage.kind in ("swiss", "groups") else []
    if stage.kind == "swiss" and t.settings.cut and len(t.stages) == 1:
        told.append(f"A cut to the top {t.settings.cut} is planned and has not been made.")
    if stage.kind == "groups":
        told.append(f"The {second_name(t.settings)} has not been played: places go by the groups alone.")
    if stage.kind == "pods" and stage.rounds and len(stage.rounds[-1].matches) > 1:
        last = capital(ruleset_of(t.settings).last_round.in_a_sentence)
        left = (
            "one team is left, who are the champions" if t.settings.teams else "one winner is left, who is the champion"
        )
        how = left if only_winner_left(t, stage) else "places go by points alone"
        told.append(f"{last} has not been played: {how}.")
    return tuple(told)
