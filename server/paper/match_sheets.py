"""Match sheets: a page for each player, with the faction of every round or with the deck."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine import handing_in
from engine.decks.rules import Filled
from engine.factions import pool_size
from engine.handing_in import names_factions
from engine.progress import round_alone
from engine.rosters_due import rounds_to_name
from engine.rulesets.registry import ruleset_of
from engine.sentences import capital
from engine.standings.ranking import stage_standings
from engine.standings.sheets import SheetLine, match_lines
from engine.standings.sheets import sheets as stage_sheets
from engine.standings.tiebreaks import TIEBREAKS, number_keys
from engine.values import dataclass
from engine.words import PlayerId, Scoring, Stage, Tournament
from server.core.desk import Desk
from server.decks import decks
from server.decks.verdicts import verdict
from server.paper.sheets import by_alphabet
from server.people.playing_staff import may_see

PRINTED_ROUNDS = 6


@dataclass(frozen=True, slots=True)
class MatchRow:
    """One round: what is not known yet is empty. `note` stands in the place of an opponent."""

    name: str
    faction: str = ""
    opponent: PlayerId | None = None
    note: str = ""
    mine: str = ""
    theirs: str = ""
    mark: str = ""


@dataclass(frozen=True, slots=True)
class MatchSheet:
    """A player's page; nobody's on a blank one. `cards` are kind, card and count, as the printed sheet has lines.

    `totals` stand under the titles of `what_is_asked`. `pool` are the factions to choose from.
    """

    player: PlayerId | None
    rows: tuple[MatchRow, ...]
    cards: tuple[tuple[str, str, str], ...] = ()
    totals: tuple[str, ...] = ()
    pool: tuple[str, ...] = ()


def match_sheets(desk: Desk) -> tuple[MatchSheet, ...]:
    """Everybody's, filled as far as the event is."""
    t = desk.t
    swiss = next((stage for stage in t.stages if stage.kind == "swiss"), None)
    lines = _lines(t)
    totals = _totals(t, swiss) if swiss and swiss.rounds else {}
    custom = not names_factions(t)
    kept = {p: deck for p, deck in decks.decks_of(desk.id).items() if may_see(desk, p)} if custom else {}
    return tuple(
        MatchSheet(
            player=player,
            rows=tuple(_row(t, player, number, lines) for number in range(1, _rounds(t) + 1)),
            cards=_cards(t, kept[player].text if player in kept else "") if custom else (),
            totals=totals.get(player, ()),
            pool=_pool(t, t.players[player].factions),
        )
        for player in by_alphabet(desk)
    )


def blank_match_sheet(t: Tournament) -> MatchSheet:
    """One to copy and to fill in by hand."""
    rows = tuple(MatchRow(f"Round {number}") for number in range(1, _rounds(t) + 1))
    return MatchSheet(None, rows, () if names_factions(t) else _cards(t, ""), pool=_pool(t, ()))


def _pool(t: Tournament, named: tuple[str, ...]) -> tuple[str, ...]:
    """The factions to choose from, with room for those that are not named; nothing without a pool."""
    return (*named, *[""] * (pool_size(t.settings) - len(named))) if pool_size(t.settings) else ()


def what_is_asked(t: Tournament) -> dict[str, Any]:
    """What all of them have: a faction in every round, draws, the totals and their titles, what the list leaves out."""
    rules, scoring = ruleset_of(t.settings).decks, t.settings.scoring
    titles = (f"{TIEBREAKS[key].short}: {TIEBREAKS[key].name.lower()}" for key in _first_number(scoring))
    return {
        "factions": names_factions(t),
        "outcomes": ("win", "draw", "loss") if scoring.draws else ("win", "loss"),
        "totals": "Swiss totals" if t.stages and t.stages[-1].kind == "bracket" else "Totals",
        "titles": ("Wins", *(("Draws",) if scoring.draws else ()), "Losses", *titles),
        "unlisted": rules.sheet.unlisted if rules and rules.sheet else "",
    }


def _first_number(scoring: Scoring) -> tuple[str, ...]:
    """The first tie-break that is a number, if there is one."""
    return number_keys(scoring)[:1]


def _rounds(t: Tournament) -> int:
    """As many as are planned and played; six, as printed, while that is not known."""
    return max(rounds_to_name(t), t.rounds_played) or PRINTED_ROUNDS


Lines = Mapping[tuple[PlayerId, int], SheetLine]


def _lines(t: Tournament) -> Lines:
    """What each round brought each player, brackets included."""
    found: dict[tuple[PlayerId, int], SheetLine] = {}
    for stage in t.stages:
        if stage.kind == "bracket":
            duels = [(r.number, match) for r in stage.rounds if r.phase != "draft" for match in r.matches]
            for number, match in duels:
                found |= {(p, number): line for p, line in match_lines(number, match, scoring=t.settings.scoring)}
        else:
            found |= {(p, line.round): line for p, own in stage_sheets(t, stage).items() for line in own.lines}
    return found


def _totals(t: Tournament, swiss: Stage) -> dict[PlayerId, tuple[str, ...]]:
    """Won, drawn where that can be, lost, and the number that ties are broken by first."""
    scoring, sheets = t.settings.scoring, stage_sheets(t, swiss)
    found: dict[PlayerId, tuple[str, ...]] = {}
    for standing in stage_standings(t, swiss):
        own = sheets[standing.player]
        draws = sum(line.kind == "draw" for line in own.lines)
        counted = (own.wins, *((draws,) if scoring.draws else ()), len(own.lines) - own.wins - draws)
        numbers = (standing.numbers[key] for key in _first_number(scoring))
        found[standing.player] = tuple(map(str, (*counted, *numbers)))
    return found


def _row(t: Tournament, player: PlayerId, number: int, lines: Lines) -> MatchRow:
    row = MatchRow(capital(round_alone(t, number)), handing_in.faction_shown(t, player, number))
    line = lines.get((player, number))
    if line is None:
        return MatchRow(row.name, row.faction, _playing(t, player, number))
    note = {"bye": "Bye", "missed": "Not played"}.get(line.kind, "")
    mark = "win" if line.won else "draw" if line.kind == "draw" else "loss"
    return MatchRow(row.name, row.faction, line.opponent, note, str(line.earned), str(line.lost), mark)


def _playing(t: Tournament, player: PlayerId, number: int) -> PlayerId | None:
    """Whom they play in a round whose result is not in."""
    round_ = next((r for r in t.rounds if r.number == number and r.phase != "draft"), None)
    pairs = (match.players for match in (round_.matches if round_ else ()) if player in match.players)
    return next((other for pair in pairs for other in pair if other != player), None)


def _cards(t: Tournament, text: str) -> tuple[tuple[str, str, str], ...]:
    """As many lines as the game's sheet has, or as the deck needs; none where lists are text only."""
    rules = ruleset_of(t.settings).decks
    sheet = rules.sheet if rules else None
    if sheet is None:
        return ()
    deck = verdict(t.settings, text).deck if text else None
    filled = Filled() if deck is None else sheet.filled(deck)
    found = [(sheet.leader, filled.leads, "1")]
    for block, cards in zip(sheet.blocks, filled.cards or ((),) * len(sheet.blocks), strict=True):
        kind = block.key.capitalize()
        found += [(kind, name, str(count)) for count, name in cards]
        found += [(kind, "", "" if block.counted else "1")] * (block.lines - len(cards))
    return tuple(found)
