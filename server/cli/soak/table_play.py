"""A table of the round: some time after the start somebody tells what happened, in one of the ways there are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from engine.values import dataclass
from server.cli.soak.crew import Crew
from server.cli.soak.day_clock import MINUTE
from server.cli.soak.event_record import EventRecord
from server.cli.soak.web_client import Answer, Client

TO_WIN = 6
WINS = 2


@dataclass(frozen=True, slots=True)
class Told:
    """What happened at a table: the winner's seat, or None for a draw, and what was counted."""

    winner: int | None
    wounds: tuple[int, int]
    realms: tuple[int, ...] = ()

    @property
    def blood(self) -> list[int]:
        """As the journal has it, by seat."""
        if self.winner is None:
            return list(self.wounds[::-1])
        return [25, self.wounds[0]] if self.winner == 0 else [self.wounds[0], 25]


@dataclass(frozen=True, slots=True)
class RoundOn:
    """The round that is played: its event, and who in it has a phone."""

    crew: Crew
    record: EventRecord
    name: str
    number: int
    began: int
    may_draw: bool
    new_id: Callable[[], str]
    phone_of: Callable[[str], Client | None]


class TablePlay:
    """One match: who sits there, what will come of it, and when that is told."""

    def __init__(self, on: RoundOn, match: dict[str, Any]) -> None:
        self.on, self.crew, self.venue = on, on.crew, on.crew.venue
        self.table, self.players = int(match["table"]), list(match["players"])
        self.rng = Random(f"{self.venue.seed}/{on.name}/{on.number}/{self.table}")
        self.told = self._played()

    def play(self) -> Iterator[int]:
        """Until its result is in."""
        yield self.on.began + round(self.rng.uniform(12, 58) * MINUTE)
        if len(self.players) > 2:
            yield from self._games()
            return
        way = self.rng.choices((self._on_the_tablet, self._on_phones, self._at_the_desk), (5, 3, 3))[0]
        yield from way()
        self.on.record.results[self.on.number, self.table] = self.told.blood

    def _played(self) -> Told:
        first, second = self.rng.randrange(10), self.rng.randrange(10)
        if self.on.may_draw and self.rng.random() < 0.2:
            return Told(None, (first, second))
        others = tuple(self.rng.randrange(TO_WIN) for _ in self.players)
        return Told(self.rng.randrange(len(self.players)), (first, 0), others)

    def _version(self, player: str) -> dict[str, object]:
        if self.told.winner is None:
            return {"player": player, "draw": True, "on": list(self.told.wounds)}
        return {"player": player, "winner": self.players[self.told.winner], "wounds": self.told.wounds[0]}

    def _on_the_tablet(self) -> Iterator[int]:
        tablet = self.crew.a_tablet(self.rng)
        answer = self._say(tablet, "report", reports=[self._version(player) for player in self.players], sure=True)
        yield from self._settled(answer)

    def _on_phones(self) -> Iterator[int]:
        """One tells, the other confirms a minute later; now and then they do not agree, and the desk decides."""
        one, two = (self.on.phone_of(player) for player in self.players)
        if one is None or two is None:
            yield from self._at_the_desk()
            return
        self._say(one, "report", reports=[self._version(self.players[0])], sure=True)
        yield self.venue.clock.now() + self.rng.randrange(5, 180) * 1000
        if self.rng.random() < 0.1 and self.told.winner is not None:
            self.venue.count("disputes")
            other = {**self._version(self.players[1]), "wounds": self.told.wounds[0] + 1}
            self._say(two, "report", reports=[other], sure=True)
            yield self.venue.clock.now() + MINUTE
            yield from self._at_the_desk()
            return
        answer = self._say(two, "report", reports=[self._version(self.players[1])], sure=True)
        yield from self._settled(answer)

    def _at_the_desk(self) -> Iterator[int]:
        """A judge types the slip."""
        form: dict[str, object] = {"wounds": self.told.wounds[0], "round": self.on.number}
        form["winner"] = "draw" if self.told.winner is None else self.players[self.told.winner]
        if self.told.winner is None:
            form |= {"on_1": self.told.wounds[0], "on_2": self.told.wounds[1]}
            form["sure"] = f"{self.told.wounds[1]} {self.told.wounds[0]} early"
        path = f"/events/{self.on.record.tid}/results/{self.table}"
        judge, request_id = self.crew.a_judge(self.rng), self.on.new_id()
        answer = judge.act(path, request_id=request_id, back=f"/events/{self.on.record.tid}/history/", **form)
        if answer.status == 409 and self.told.winner is None:
            form.pop("sure")
            answer = judge.act(path, request_id=self.on.new_id(), back="/", **form)
        if answer.status != 303:
            self._complain("the slip", answer)
        yield from ()

    def _games(self) -> Iterator[int]:
        """At a table of several: the same side wins two games, told on the tablet or by two phones."""
        assert self.told.winner is not None
        for game in range(1, WINS + 1):
            realms = [TO_WIN if seat == self.told.winner else n for seat, n in enumerate(self.told.realms)]
            says = [{"player": p, "winner": self.players[self.told.winner], "realms": realms} for p in self.players]
            answer = self._say(self.crew.a_tablet(self.rng), "game", number=game, reports=says[:2])
            if answer.status != 200 and "already" not in answer.text:
                self._complain(f"game {game}", answer)
            yield self.venue.clock.now() + self.rng.randrange(5, 25) * MINUTE
        self.on.record.games[self.on.number, self.table] = WINS

    def _say(self, device: Client, what: str, **body: object) -> Answer:
        place = {"event": self.on.record.tid, "round": self.on.number, "table": self.table}
        device.get(f"/at-table/state?event={self.on.record.tid}&table={self.table}")
        return device.tell(f"/at-table/{what}", {**place, **body}, request_id=self.on.new_id())

    def _settled(self, answer: Answer) -> Iterator[int]:
        """In, or waiting for the desk to say yes; a second copy that came first is just as good."""
        if answer.status == 200 or (answer.status == 409 and "already has a result" in answer.text):
            return
        self._complain("what was told", answer)
        yield from ()

    def _complain(self, what: str, answer: Answer) -> None:
        where = f"{self.on.record.tid} round {self.on.number} table {self.table}"
        self.venue.fail(f"{where}: {what} was answered with {answer.status}: {answer.text[:300]}")
