"""The day: who is there, what they do when, and what goes wrong. Everything they decide follows from the seed."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.rulesets.registry import RULESETS
from server.cli.soak.checks import Checks
from server.cli.soak.crew import Crew
from server.cli.soak.day_clock import HOUR
from server.cli.soak.event_play import EventPlay, Plan
from server.cli.soak.faults import Place, faults
from server.cli.soak.spectators import Buzzer, Stream, phone, wall
from server.cli.soak.tally import Weight
from server.cli.soak.venue import Venue

WALLS, STREAMS, LOOKS = 3, 8, 40
# Each rulebook once. The first has the main event, with a cut; the others share the tables that are left.
MAIN_SHARE, CUT, CUT_FROM = 0.4, 4, 9


class Day:
    """A venue with its crew, its events and everybody who looks on."""

    def __init__(self, venue: Venue, *, hours: float, tablets: int, phones: int) -> None:
        self.venue, self.hours, self.phones = venue, hours, phones
        self.crew, self.checks, self.buzzer = Crew(venue, tablets=tablets), Checks(venue), Buzzer(venue)
        each = phones // len(RULESETS)
        self.events = [
            EventPlay(plan, self.crew, checks=self.checks, buzzer=self.buzzer, phones=each)
            for plan in plans(venue.seed, hours, tablets)
        ]
        self.records = [event.record for event in self.events]
        self.streams: list[Stream] = []
        self.weights: list[Weight] = []

    def play(self) -> None:
        """From the morning until the hours are over, and the last event is."""
        for number in range(self.phones):
            self.venue.spawn(0, phone(self.venue, number, self.records))
        for number in range(WALLS):
            self.venue.spawn(0, wall(self.venue, number))
        for event in self.events:
            self.venue.spawn(0, event.play())
        self.venue.spawn(0, faults(Place(self.venue, self.crew, self.events), every=max(0.4, self.hours / 16) * HOUR))
        self.streams = [Stream(self.venue, self.records[n % len(self.records)]) for n in range(STREAMS)]
        self._weigh()
        while not self.venue.failures and not self._is_over():
            self._step()
        self.venue.over = True
        self._weigh()
        self.checks.at_the_end(self.records, self.weights)
        for told in (*self.buzzer.said_twice(), *self._nobody_heard()):
            self.venue.fail(told)

    def _is_over(self) -> bool:
        return self.venue.clock.now() >= self.hours * HOUR and all(record.finished for record in self.records)

    def _step(self) -> None:
        """Whoever is next does what they do, when it is time for it; what sounds until then is heard."""
        at, going = self.venue.next_up()
        self.buzzer.listen()
        wait = max(0, at - self.venue.clock.now())
        self.buzzer.sound(self.venue.clock.box_ms() + wait)
        self.venue.clock.move_to(at)
        if (again := next(going, None)) is not None:
            self.venue.spawn(again, going)
        for told in self.venue.tally.broken:
            self.venue.fail(told)

    def _nobody_heard(self) -> list[str]:
        heard = any(stream.heard for stream in self.streams)
        return [] if heard else ["nobody who follows live has heard anything"]

    def _weigh(self) -> None:
        """Memory, and what the same simple request costs in the morning and at the end."""
        self.venue.box.let_be()
        self.venue.box.revive()
        self._look_often()
        before = self.venue.box.cpu_ms()
        self._look_often()
        self.weights.append(Weight(self.venue.box.memory_mb(), (self.venue.box.cpu_ms() - before) / LOOKS))

    def _look_often(self) -> None:
        for _ in range(LOOKS):
            self.crew.desk.get(f"/api/tournaments/{self.crew.old_event}")


def plans(seed: int, hours: float, tablets: int) -> Iterator[Plan]:
    """Which events there are, how large, and when each begins."""
    rng = Random(f"{seed}/day")
    for place, rules in enumerate(RULESETS.values()):
        share = MAIN_SHARE if place == 0 else (1 - MAIN_SHARE) / (len(RULESETS) - 1)
        at_a_table = 3 if rules.pods else 2
        players = max(2 * at_a_table, round(tablets * share * at_a_table))
        players += rng.randrange(2) if players > 4 else 0
        cut = CUT if place == 0 and players >= CUT_FROM else 0
        room = max(1, int(hours / 2) - (2 if cut else 0))
        yield Plan(
            name=rules.name,
            ruleset=rules.id,
            players=players,
            begins=round(rng.uniform(0, 0.25) * hours * HOUR),
            rounds=0 if rules.pods else min(room, 6, max(1, players - 2)),
            cut=cut,
            draft=rules.draft is not None,
            draws=rules.scoring.draws,
            may_come_late=not rules.pods and rules.draft is None,
        )
