"""An event played by dice, act by act, for what measures how a box does with it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from random import Random

from engine import facts as f
from engine.decisions import results, rounds, setup
from engine.fold import Act, apply_act, apply_facts
from engine.rulesets.registry import DEFAULT
from engine.words import Match

BEGAN = datetime(2026, 1, 1, 10, tzinfo=UTC)


class Playing:
    """The acts so far, and the tournament they make; players are p1, p2 and so on. Two acts a second."""

    def __init__(self, players: int) -> None:
        made = setup.create_tournament(DEFAULT.id, "seed")
        entered = setup.enter(apply_facts(None, made), [f"p{i}" for i in range(1, players + 1)])
        self.dice = Random("playing")
        first = Act(1, (*made, *entered), "s1", BEGAN.isoformat(timespec="milliseconds"))
        self.acts, self.t = [first], apply_act(None, first)
        self.do(setup.start(self.t))

    def do(self, facts: tuple[f.Fact, ...]) -> None:
        at = BEGAN + timedelta(seconds=len(self.acts) / 2)
        self.acts.append(Act(len(self.acts) + 1, facts, "s1", at.isoformat(timespec="milliseconds")))
        self.t = apply_act(self.t, self.acts[-1])

    def plan(self, planned: int) -> None:
        if facts := rounds.plan_rounds(self.t, planned):
            self.do(facts)

    def open_round(self) -> tuple[Match, ...]:
        """The next round, published; its tables."""
        self.do(rounds.pair_round(self.t))
        self.do(rounds.publish(self.t))
        current: tuple[Match, ...] = self.t.stages[-1].rounds[-1].matches
        return current

    def play(self, matches: Iterable[Match]) -> None:
        for match in matches:
            winner = self.dice.choice(match.players)
            self.do(results.record_win(self.t, match.table, winner=winner, wounds=self.dice.randrange(20)))

    def play_round(self) -> None:
        """A whole round, from pairing to closing."""
        self.play(self.open_round())
        self.do(rounds.close(self.t))


def in_the_middle(players: int, last: int) -> Playing:
    """An event up to the middle of this round: the first half of its tables is done."""
    event = Playing(players)
    event.plan(last)
    for _ in range(last - 1):
        event.play_round()
    matches = event.open_round()
    event.play(matches[: len(matches) // 2])
    return event
