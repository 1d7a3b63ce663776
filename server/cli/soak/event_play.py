"""One event from its founding to its last place, as its desk runs it through the day."""

from __future__ import annotations

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

from engine.values import dataclass
from server.cli.soak.checks import Checks
from server.cli.soak.crew import Crew
from server.cli.soak.day_clock import MINUTE
from server.cli.soak.event_record import EventRecord
from server.cli.soak.round_clock import RoundClock
from server.cli.soak.spectators import Buzzer
from server.cli.soak.table_play import RoundOn, TablePlay
from server.cli.soak.web_client import Answer, Client

LONGEST_ROUND = 200 * MINUTE
MOST_CLOCK_ERROR_MS = 250
MAY_BE_NOTHING = ("/draft/",)  # a group that is through, or that somebody else led on
CODE = re.compile(r"<b>(?:<bdi[^>]*>)?([^<]+).*?code-text num\">([^<]+)<", re.S)


@dataclass(frozen=True, slots=True)
class Plan:
    """What kind of event it is, and when in the day it begins."""

    name: str
    ruleset: str
    players: int
    begins: int
    rounds: int
    cut: int = 0
    draft: bool = False
    draws: bool = False
    may_come_late: bool = True


class EventPlay:
    """The event, its desk, and what the desk knows."""

    def __init__(self, plan: Plan, crew: Crew, *, checks: Checks, buzzer: Buzzer, phones: int) -> None:
        self.plan, self.crew, self.venue, self.checks, self.buzzer = plan, crew, crew.venue, checks, buzzer
        self.rng = Random(f"{self.venue.seed}/{plan.name}")
        self.record, self.in_bracket = EventRecord(), False
        self.clock, self.number, self._began = RoundClock(0, 0), 0, 0
        self._asked, self._most_phones = 0, phones
        self._codes: dict[str, str] = {}
        self._phones: dict[str, Client] = {}

    @property
    def tid(self) -> str:
        return self.record.tid

    @property
    def clock_runs(self) -> bool:
        return self.clock.runs and not self.record.finished

    @property
    def history(self) -> str:
        """No act leads there, so a refusal can be told from what was done."""
        return f"/events/{self.tid}/history/"

    def new_id(self) -> str:
        self._asked += 1
        return f"{self.plan.name}-{self._asked}"

    def play(self) -> Iterator[int]:
        """The whole of it."""
        yield self.plan.begins
        self._found()
        yield self._in(3)
        self.act("/players/all-here")
        yield from self._begin()
        while True:
            yield from self._round()
            self._close()
            self.checks.standings(self.tid, self.api("/standings").json)
            yield self._in(self.rng.uniform(4, 12))
            self._come_and_go()
            if not self._next_round():
                break
            yield self._in(2)
        if not self.act("/standings/finish", prizes="A playmat\nDice"):
            self.venue.fail(f"{self.tid} could not be finished")
        self.record.finished = True

    def act(self, path: str, **form: object) -> Answer | None:
        """Something at the desk; the answer, unless it was refused."""
        return self._act(self.crew.desk, path, **form)

    def api(self, part: str = "") -> Answer:
        return self.crew.desk.get(f"/api/tournaments/{self.tid}{part}")

    def phone_of(self, player: str) -> Client | None:
        """The phone of a player who has one and has typed the code."""
        if player not in self._phones and len(self._phones) < self._most_phones and player in self._codes:
            phone = Client(self.venue, f"{self.plan.name}/{player}", form_page="/me")
            phone.post("/me", event=self.tid, code=self._codes[player])
            self._phones[player] = phone
        return self._phones.get(player)

    def look_at_clock(self) -> dict[str, Any]:
        """What the box says, held against what is known here; a clock that the power stopped is started again."""
        answer = self.api("/clock")
        shown: dict[str, Any] = answer.json
        if shown["phase"] == "paused" and shown["paused_because"] == "power":
            self._resume(shown)
        elif self.clock.runs and shown["remaining_ms"] is not None and shown["running"]:
            error = self.clock.error(answer, shown["remaining_ms"])
            self.venue.clock_error_ms = max(self.venue.clock_error_ms, error)
            if error > MOST_CLOCK_ERROR_MS:
                self.venue.fail(f"{self.tid}: the clock is {error} ms off in round {self.number}")
        return shown

    def _act(self, desk: Client, path: str, **form: object) -> Answer | None:
        request_id = self.new_id()
        answer = desk.act(f"/events/{self.tid}{path}", request_id=request_id, back=self.history, **form)
        if answer.status != 303 or answer.location.endswith(self.history):
            return None
        if not path.startswith(MAY_BE_NOTHING):
            self.record.acked[request_id] = path
        return answer

    def _in(self, minutes: float) -> int:
        return self.venue.clock.now() + round(minutes * MINUTE)

    def _found(self) -> None:
        names = "\n".join(f"{self.plan.name} {number:03}" for number in range(1, self.plan.players + 1))
        form: dict[str, Any] = {"name": self.plan.name, "ruleset": self.plan.ruleset, "players": names}
        if self.plan.rounds:
            form["rounds"] = self.plan.rounds
        if self.plan.cut:
            form["cut"] = self.plan.cut
        answer = self.crew.desk.act("/events", request_id=f"{self.venue.seed}-{self.plan.name}", **form)
        found = re.match(r"/events/([^/]+)/", answer.location)
        if found is None:
            raise RuntimeError(f"{self.plan.name} could not be made: {answer.status} {answer.text[:2000]}")
        self.record.tid = found[1]
        by_name = {player["name"]: player["id"] for player in self.api().json["players"]}
        sheet = self.crew.desk.get(f"/events/{self.tid}/print/codes").text
        self._codes = {by_name[name]: code.strip() for name, code in CODE.findall(sheet) if name in by_name}

    def _begin(self) -> Iterator[int]:
        """The first round is drawn; before it a draft is led, group by group."""
        if not self.plan.draft:
            if not self.act("/start"):
                raise RuntimeError(f"{self.tid} could not be started")
            return
        self.act("/draft/open")
        for _ in range(4):
            yield self._in(5)
            for group in range(1, max(1, self.plan.players // 4) + 1):
                self.act(f"/draft/{group}/next")
        self.act("/pairings/pair")

    def _round(self) -> Iterator[int]:
        """Published, played against the clock, until every table has told."""
        self._publish()
        current = self.api().json["rounds"][-1]
        self.number = current["round"] if "round" in current else current["number"]
        yield self._in(self.rng.uniform(2, 6))
        self._start_clock()
        self._began = self.venue.clock.now()
        may_draw = self.plan.draws and not self.in_bracket
        on = RoundOn(
            self.crew, self.record, self.plan.name, self.number, self._began, may_draw, self.new_id, self.phone_of
        )
        for match in current["matches"]:
            self.venue.spawn(self._began, TablePlay(on, match).play())
        yield from self._until_all_told()

    def _publish(self) -> None:
        done = self._two_desks("/pairings/publish", anyway="1")
        if done != 1:
            self.venue.fail(f"{self.tid}: two desks published a round, and {done} were told that they had")

    def _close(self) -> None:
        done = self._two_desks("/close")
        if done != 1:
            self.venue.fail(f"{self.tid}: two desks closed round {self.number}, and {done} were told that they had")

    def _two_desks(self, path: str, **form: object) -> int:
        """The same at two desks at once, now and then; how many were told that it is done."""
        if self.rng.random() < 0.6:
            return int(self.act(path, **form) is not None)
        self.venue.count("two desks at once")
        with ThreadPoolExecutor(2) as pool:
            asked = [pool.submit(self._act, desk, path, **form) for desk in self.crew.desks]
            return sum(each.result() is not None for each in asked)

    def _start_clock(self) -> None:
        shown = self.api("/clock").json
        self.clock = RoundClock(shown["length_ms"] or 0, shown["warning_ms"] or 0)
        answer = self.act("/clock/start", round=self.number)
        if answer is None:
            self.venue.fail(f"{self.tid}: the clock of round {self.number} did not start")
        elif self.clock.length_ms:
            self.clock.started(answer, left_ms=self.clock.length_ms)

    def _until_all_told(self) -> Iterator[int]:
        while self.look_at_clock()["tables_out"]:
            if self.venue.clock.now() - self._began > LONGEST_ROUND:
                raise RuntimeError(f"{self.tid} round {self.number}: {self.api().text[:3000]}")
            if self.rng.random() < 0.08 and self.clock.runs:
                self._give_time()
            yield self._in(self.rng.uniform(2, 6))
        self.buzzer.round_ended(self.tid, self.number, self.clock)

    def _give_time(self) -> None:
        """Two minutes for everybody; or a judge gives one table some."""
        if self.rng.random() < 0.5:
            if self.clock.left_at(self.venue.clock.now()) > 5 * MINUTE and self.act(
                "/clock/add", minutes=2, round=self.number
            ):
                self.clock.added(2 * MINUTE)
            return
        judge = self.crew.a_judge(self.rng)
        judge.act(f"/events/{self.tid}/clock/extend", request_id=self.new_id(), back=self.history, minutes=3, table=1)

    def _resume(self, shown: dict[str, Any]) -> None:
        """After a power cut the clock stands where the last heartbeat saw it."""
        if shown["remaining_ms"] is not None and self.clock.runs:
            lost = shown["remaining_ms"] - self.clock.left_at(self.venue.cut_off_at)
            self.venue.power_lost_ms = max(self.venue.power_lost_ms, lost)
            if not -MOST_CLOCK_ERROR_MS <= lost <= self.venue.heartbeat_gap_ms + MOST_CLOCK_ERROR_MS:
                self.venue.fail(f"{self.tid}: after the power cut the clock is {lost} ms from where it stopped")
        self.clock.stopped()
        answer = self.act("/clock/start", round=self.number)
        if answer is not None and shown["remaining_ms"] is not None:
            self.clock.started(answer, left_ms=shown["remaining_ms"])

    def _come_and_go(self) -> None:
        """Between rounds somebody leaves, or comes too late."""
        if self.in_bracket or not self.plan.may_come_late:
            return
        if self.rng.random() < 0.15:
            self.venue.count("dropped")
            self.act(f"/players/{self.rng.choice(sorted(self._codes))}/drop")
        if self.rng.random() < 0.1:
            self.venue.count("came late")
            self.act("/players/add", players=f"{self.plan.name} late {self.number}")

    def _next_round(self) -> bool:
        """Another round, the cut, or the end."""
        answer = self.act("/pairings/pair")
        if answer is not None and "stuck" in answer.location:
            answer = self.act("/pairings/rematches")
        if answer is None and self.plan.cut and not self.in_bracket and self.act("/standings/cut", size=self.plan.cut):
            self.in_bracket = True
            answer = self.act("/pairings/pair")
        return answer is not None
