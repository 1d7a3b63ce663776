"""The standings of an event, counted a second time from the text of its journal. Nothing here knows the engine."""

from __future__ import annotations

import json
import sqlite3
from collections import defaultdict
from collections.abc import Iterable
from contextlib import closing
from dataclasses import field
from math import inf
from pathlib import Path
from typing import Any

from engine.values import dataclass

Json = dict[str, Any]
Numbers = dict[str, dict[str, int | str]]
OF_A_BYE, OF_A_MISSED_ROUND = 25, 25
DRAW_POINTS, WIN_POINTS = 1, 3
BY_PLACE, IN_THE_FINAL = (4, 3, 2, 1, 1), (5, 3, 2, 1, 1)


@dataclass(frozen=True, slots=True)
class Row:
    """One act as the database has it."""

    seq: int
    facts: tuple[Json, ...]
    request_id: str | None


@dataclass(slots=True)
class Table:
    """Who sat there, and what came of it."""

    players: list[str]
    sides: list[int]
    outcomes: list[Json] | None = None
    games: list[list[int]] = field(default_factory=list)
    left_after: dict[str, int] = field(default_factory=dict)

    def kept(self, player: str) -> tuple[int, int]:
        """What this player's side was left with, over so many games that the player was in."""
        own = self.sides[self.players.index(player)]
        games = self.games[: self.left_after.get(player, len(self.games))]
        kept = sum(realms for game in games for side, realms in zip(self.sides, game, strict=True) if side == own)
        return kept, len(games)


@dataclass(slots=True)
class Recount:
    """What the facts in force come to."""

    entered: dict[str, int] = field(default_factory=dict)
    dropped: dict[str, int] = field(default_factory=dict)
    disqualified: set[str] = field(default_factory=set)
    rounds: dict[int, dict[int, Table]] = field(default_factory=dict)
    byes: dict[int, list[str]] = field(default_factory=dict)
    stage_of: dict[int, int] = field(default_factory=dict)
    kinds: list[str] = field(default_factory=list)
    closed: set[int] = field(default_factory=set)
    published: list[int] = field(default_factory=list)
    finished: int = 0

    def seated(self, number: int) -> set[str]:
        return {p for table in self.rounds[number].values() for p in table.players} | set(self.byes[number])

    def missed(self, number: int) -> list[str]:
        """Who should have been in this round and was not. Nobody misses a round after having left."""
        here = self.seated(number)
        return [p for p in self.entered if p not in here and number <= self._last_round(p)]

    def _last_round(self, player: str) -> float:
        if player in self.disqualified:
            return max((n for n in self.rounds if player in self.seated(n)), default=0)
        return self.dropped.get(player, inf)


def rows_of(data: Path, tid: str) -> list[Row]:
    """The journal of an event, read past the server."""
    with closing(sqlite3.connect(f"file:{data / 'cinderbox.db'}?mode=ro", uri=True, timeout=60)) as database:
        found = database.execute(
            "SELECT seq, facts, request_id FROM journal WHERE tournament_id = ? ORDER BY seq", (tid,)
        )
        return [Row(seq, tuple(json.loads(facts)), request_id) for seq, facts, request_id in found]


def recount(rows: Iterable[Row]) -> Recount:
    """Everything that still stands, in its order."""
    found = Recount()
    for row in _in_force(list(rows)):
        for fact in row.facts:
            READ.get(fact["fact"], _nothing)(found, fact)
    return found


def numbers(found: Recount, number: int) -> Numbers:
    """What everybody has after this round, of the stage it belongs to."""
    stage = found.stage_of[number]
    counted = [n for n in sorted(found.rounds) if found.stage_of[n] == stage and n <= number and n in found.closed]
    return _points(found, counted) if found.kinds[stage] == "pods" else _duels(found, counted)


def _in_force(rows: list[Row]) -> list[Row]:
    off: set[int] = set()
    for row in reversed(rows):
        if row.seq not in off:
            off |= {fact["seq"] for fact in row.facts if fact["fact"] == "Undone"}
    return [row for row in rows if row.seq not in off]


def _nothing(_found: Recount, _fact: Json) -> None:
    """This fact changes no standings."""


def _entered(found: Recount, fact: Json) -> None:
    found.entered[fact["player"]] = fact.get("round", 1)


def _removed(found: Recount, fact: Json) -> None:
    found.entered.pop(fact["player"])


def _dropped(found: Recount, fact: Json) -> None:
    found.dropped[fact["player"]] = fact["after"]


def _back(found: Recount, fact: Json) -> None:
    found.dropped.pop(fact["player"], None)
    found.disqualified.discard(fact["player"])


def _sent_off(found: Recount, fact: Json) -> None:
    found.disqualified.add(fact["player"])


def _left(found: Recount, fact: Json) -> None:
    table = found.rounds[fact["number"]][fact["table"]]
    table.left_after[fact["player"]] = len(table.games)


def _stage(found: Recount, fact: Json) -> None:
    found.kinds.append(fact.get("kind", "bracket"))


def _paired(found: Recount, fact: Json) -> None:
    before = {frozenset(table.players): table for table in found.rounds.get(fact["number"], {}).values()}
    now = {}
    for match in fact["matches"]:
        players = [seat["player"] for seat in match["seats"]]
        made = Table(players, [seat["side"] for seat in match["seats"]])
        now[match["table"]] = before.get(frozenset(players), made)
    found.rounds[fact["number"]] = now
    found.byes[fact["number"]] = [bye["player"] for bye in fact.get("byes", [])]
    found.stage_of[fact["number"]] = len(found.kinds) - 1


def _moved(found: Recount, fact: Json) -> None:
    moved = {fact["table"]: fact["to"], fact["to"]: fact["table"]}
    tables = found.rounds[fact["number"]]
    found.rounds[fact["number"]] = {moved.get(number, number): table for number, table in tables.items()}


def _published(found: Recount, fact: Json) -> None:
    found.published.append(fact["number"])


def _closed(found: Recount, fact: Json) -> None:
    found.closed.add(fact["number"])


def _recorded(found: Recount, fact: Json) -> None:
    table = found.rounds[fact["number"]][fact["table"]]
    table.outcomes = fact["result"]["outcomes"]
    if "games" in fact:
        table.games = [game["realms"] for game in fact["games"]]


def _withdrawn(found: Recount, fact: Json) -> None:
    found.rounds[fact["number"]][fact["table"]].outcomes = None


def _game(found: Recount, fact: Json) -> None:
    found.rounds[fact["number"]][fact["table"]].games.append(fact["game"]["realms"])


def _game_withdrawn(found: Recount, fact: Json) -> None:
    found.rounds[fact["number"]][fact["table"]].games.pop()
    _withdrawn(found, fact)


def _finished(found: Recount, _fact: Json) -> None:
    found.finished += 1


READ = {
    "PlayerEntered": _entered,
    "PlayerRemoved": _removed,
    "PlayerDropped": _dropped,
    "PlayerReinstated": _back,
    "PlayerDisqualified": _sent_off,
    "SeatLeft": _left,
    "StageOpened": _stage,
    "CutMade": _stage,
    "RoundPaired": _paired,
    "PairingChanged": _paired,
    "MatchMoved": _moved,
    "RoundPublished": _published,
    "RoundClosed": _closed,
    "ResultRecorded": _recorded,
    "ResultCorrected": _recorded,
    "ResultWithdrawn": _withdrawn,
    "GameRecorded": _game,
    "GameWithdrawn": _game_withdrawn,
    "TournamentFinished": _finished,
}


def _duels(found: Recount, rounds: list[int]) -> Numbers:
    own: dict[str, dict[str, int]] = {p: defaultdict(int) for p in found.entered}
    opponents: dict[str, list[str]] = {p: [] for p in found.entered}
    for number in rounds:
        for player in found.missed(number):
            own[player]["blood_lost"] += OF_A_MISSED_ROUND
        for player in found.byes[number]:
            _add(own[player], wins=1, points=WIN_POINTS, blood_earned=OF_A_BYE)
        for table in found.rounds[number].values():
            _add_duel(table, own, opponents)
    return {
        player: {
            **{key: have[key] for key in ("wins", "points", "blood_earned", "blood_lost")},
            "sos": sum(own[other]["wins"] for other in opponents[player]),
            "toep": sum(own[other]["points"] for other in opponents[player]),
            "opponents_blood": sum(own[other]["blood_earned"] for other in opponents[player]),
        }
        for player, have in own.items()
    }


def _add_duel(table: Table, own: dict[str, dict[str, int]], opponents: dict[str, list[str]]) -> None:
    assert table.outcomes is not None
    for me, them in ((0, 1), (1, 0)):
        player, mark = table.players[me], table.outcomes[me]["mark"]
        earned, lost = (table.outcomes[seat].get("blood", 0) for seat in (me, them))
        opponents[player].append(table.players[them])
        _add(own[player], blood_earned=earned, blood_lost=lost, wins=int(mark == "win"))
        own[player]["points"] += {"win": WIN_POINTS, "draw": DRAW_POINTS}.get(mark, 0)


def _add(have: dict[str, int], **more: int) -> None:
    for key, value in more.items():
        have[key] += value


def _points(found: Recount, rounds: list[int]) -> Numbers:
    own: dict[str, dict[str, int]] = {p: defaultdict(int) for p in found.entered}
    for number in rounds:
        tables = found.rounds[number].values()
        worth = IN_THE_FINAL if len(tables) == 1 else BY_PLACE
        for table in tables:
            assert table.outcomes is not None
            for seat, player in enumerate(table.players):
                own[player]["points"] += worth[table.outcomes[seat]["place"] - 1] * number
                realms, games = table.kept(player)
                _add(own[player], realms=realms, games=games)
    return {
        player: {"points": have["points"], "realms": f"{have['realms']} in {have['games']}"}
        for player, have in own.items()
    }
