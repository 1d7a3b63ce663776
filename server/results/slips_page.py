"""Slips by keyboard: table, winner, number, Enter. What is missing, and what was just entered."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Any

from engine.decisions.results import disputed, match_at
from engine.history import by_whom, told
from engine.pod_words import gone_words
from engine.progress import results_in
from engine.refusals import Refused
from engine.results import fingerprint
from engine.rulesets.registry import ruleset_of
from engine.sentences import round_at_start, the_round, who
from engine.sides import LETTERS, in_teams, sides
from engine.values import dataclass
from engine.words import Game, Match, PlayerId, Round, Tournament
from server.core.desk import Desk
from server.core.forms import MOST_TABLE, number, whole
from server.core.rendering import together
from server.results.game_slips import example, read_game
from server.results.result_form import DRAW, Doubted, Typed
from server.results.results_page import Sitting, blood, entered_with, short_name, sitting

LAST = 8
DRAW_WORDS = ("d", "draw", "0", "=")


@dataclass(frozen=True, slots=True)
class Slip:
    """One line as it was typed."""

    table: str = ""
    winner: str = ""
    wounds: str = ""
    sure: str = ""


@dataclass(frozen=True, slots=True)
class Entered:
    """A result that just came in, and how to take it back."""

    table: int
    text: str
    at: str
    by: str
    shown: str


@dataclass(frozen=True, slots=True)
class SlipsPage:
    number: int
    round: str
    counted: str
    slip: Slip
    focus: str
    here: tuple[Sitting, ...]
    ask: str
    ask_key: str
    ask_hint: str
    missing: tuple[tuple[int, tuple[Sitting, ...], bool], ...]
    entered: tuple[Entered, ...]
    draws: str
    thing: str
    both_fall: str
    tables: dict[str, Any]
    games: bool = False
    teams: bool = False
    example: str = ""


def slips_page(desk: Desk, slip: Slip, *, staff: dict[str, str], doubt: Doubted | None = None) -> SlipsPage:
    """The line with what was typed so far, and both lists."""
    t = desk.t
    current = playing(t)
    done, tables = results_in(t)
    table = whole(slip.table, most=MOST_TABLE)
    match = None if table is None else current.match_at(table)
    return SlipsPage(
        number=current.number,
        round=short_name(t, current.number),
        counted=f"{done} of {tables} in",
        slip=slip,
        focus=_focus(t, slip, match, desk.names),
        here=sitting(match, None) if match else (),
        ask=str(doubt) if doubt else "",
        ask_key=doubt.key if doubt else "",
        ask_hint=doubt.hint if doubt else "",
        missing=tuple((m.table, sitting(m, None), disputed(m)) for m in current.matches if m.result is None),
        entered=_entered(desk, current, staff),
        draws=draw_numbers(t) if draws_here(t) else "",
        thing=ruleset_of(t.settings).side,
        both_fall=ruleset_of(t.settings).both_fall,
        tables={str(m.table): _for_script(m, desk.names) for m in current.matches},
        games=in_games(t),
        teams=any(map(in_teams, current.matches)),
        example=example(match or current.matches[0]) if in_games(t) else "",
    )


def playing(t: Tournament) -> Round:
    """The round that slips come in for."""
    current = t.current_round
    if current is None or current.phase != "published":
        why = "is not published yet" if current and current.phase == "draft" else "is closed"
        raise Refused(
            f"{round_at_start(current.number)} {why}." if current else "There is no round yet. Pair the first one."
        )
    return current


def in_games(t: Tournament) -> bool:
    """Are slips entered game by game? At tables of several."""
    return bool(t.stages) and t.stages[-1].kind == "pods"


def draws_here(t: Tournament) -> bool:
    return t.settings.scoring.draws and t.stages[-1].kind != "bracket"


def draw_numbers(t: Tournament) -> str:
    """Which two numbers a draw has: as they stand on the slip, so that nobody has to turn them round."""
    rules = ruleset_of(t.settings)
    return f"the {rules.counted.many} on each one’s own {rules.side}, in the order of the slip, like 18-12"


def read(t: Tournament, slip: Slip, names: Mapping[PlayerId, str]) -> tuple[int, Typed]:
    """The table and the result that the line means."""
    table = _table(t, slip)
    match = match_at(t, table)
    if slip.winner.casefold() in DRAW_WORDS and draws_here(t):
        return table, _draw(slip, t)
    winner = _winner(slip.winner, match, names)
    return table, Typed(winner, slip.wounds, sure=slip.sure)


def read_game_slip(t: Tournament, slip: Slip, names: Mapping[PlayerId, str]) -> tuple[int, Game]:
    """The table and the game that the line means."""
    table = _table(t, slip)
    match, start = match_at(t, table), fold(slip.winner)
    fits = tuple(p for p in match.players if start and _begins(fold(names.get(p, p)), start))
    return table, read_game(match, ruleset_of(t.settings), winner=slip.winner, realms=slip.wounds, fits=fits)


def fold(name: str) -> str:
    """A name as people type it in a hurry: no accents, no capitals."""
    bare = "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c))
    return " ".join(bare.casefold().split())


def _table(t: Tournament, slip: Slip) -> int:
    current = playing(t)
    if not slip.table:
        raise Refused("Type the number of the table first.")
    known = [m.table for m in current.matches]
    table = number(slip.table, otherwise=f"“{slip.table}” is not a table number.")
    if table not in known:
        raise Refused(
            f"There is no table {table} in {the_round(current.number)}: they are {min(known)} to {max(known)}."
        )
    return table


def _winner(text: str, match: Match, names: Mapping[PlayerId, str]) -> PlayerId:
    one, two = match.players
    tell = f"1 for {who(one)}, 2 for {who(two)}, or the beginning of a name"
    if not text:
        raise Refused(f"Who won table {match.table}? {tell}.")
    if text in ("1", "2"):
        return match.players[int(text) - 1]
    start = fold(text)
    fits = [p for p in match.players if _begins(fold(names.get(p, p)), start)]
    if len(fits) == 1:
        return fits[0]
    if fits:
        raise Refused(f"“{text}” fits both {who(one)} and {who(two)}. Type more of it, or 1 or 2.")
    raise Refused(f"“{text}” is neither of the two at table {match.table}. Type {tell}.")


def _begins(name: str, start: str) -> bool:
    return name.startswith(start) or any(word.startswith(start) for word in name.split())


def _draw(slip: Slip, t: Tournament) -> Typed:
    """18-12: what lies on each one's own side, in seat order."""
    parts = "".join(c if c.isdecimal() else " " for c in slip.wounds).split()
    if len(parts) != 2:
        raise Refused(f"A draw has two numbers: {draw_numbers(t)}.")
    return Typed(DRAW, on_1=parts[0], on_2=parts[1], sure=slip.sure)


def _focus(t: Tournament, slip: Slip, match: Match | None, names: Mapping[PlayerId, str]) -> str:
    """The first field that still wants something."""
    if match is None:
        return "table"
    if in_games(t):
        return "wounds" if slip.winner else "winner"
    if slip.winner.casefold() in DRAW_WORDS and draws_here(t):
        return "wounds"
    try:
        _winner(slip.winner, match, names)
    except Refused:
        return "winner"
    return "wounds"


def _entered(desk: Desk, current: Round, staff: dict[str, str]) -> tuple[Entered, ...]:
    found = entered_with(desk, current)
    newest = sorted(found.items(), key=lambda item: -item[1].seq)
    matches = ((current.match_at(table), act) for table, act in newest)
    return tuple(
        Entered(m.table, told(m, m.result), act.at, by_whom(act.by, staff, desk.names), fingerprint(m.result))
        for m, act in matches
        if m is not None and m.result is not None
    )[:LAST]


def _for_script(match: Match, names: Mapping[PlayerId, str]) -> dict[str, Any]:
    there = (blood(match.result) if len(match.seats) == 2 else "decided") if match.result else ""
    found = sides(match)
    keys = LETTERS[: len(found)] if in_teams(match) else map(str, range(1, len(found) + 1))
    here = [(key, side) for key, side in zip(keys, found, strict=False) if not gone_words(match, side)]
    told = [together(side, names) for _, side in here]
    like = example(match) if len(match.seats) > 2 else ""
    return {"names": told, "keys": [key for key, _ in here], "in": there, "example": like}
