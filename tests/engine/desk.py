"""A small language for what happens at the desk: desk("ashes-reborn", "Ana Ben Cai Dee").round("Ana>Ben 12", "Cai>Dee")

| a match as text | says                                                |
|-----------------|-----------------------------------------------------|
| Ana>Ben 12      | Ana won; Ben had placed 12 wounds (10 if left out)  |
| Ana=Ben 10-12   | a draw, 10 blood points to 12                       |
| Ana-Ben         | a double loss                                       |
| Ana?Ben         | they sit there; no result                           |

Everything goes through decisions and `apply_act`, and nothing is kept but the acts and the tournament they give.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from engine import facts as f
from engine import results as results_
from engine.clock import Moment
from engine.codec import VERSION, from_json, to_json
from engine.decisions import results, rounds, setup, stages
from engine.decisions.undo import undo
from engine.fold import Act, apply_act, replay
from engine.pairing.seating import duel
from engine.reasons import Reason
from engine.refusals import Refused
from engine.rulesets.registry import default_settings, ruleset
from engine.rulesets.spellfire import with_realms
from engine.standings.places import final_places
from engine.standings.ranking import stage_standings
from engine.words import Bye, Event, Game, Match, Outcome, Player, Result, Round, Seat, Settings, Stage, Tournament

WOUNDS = 10
BY_THE_TEST = Reason("said", {"text": "by the test"})
Decision = Callable[..., tuple[f.Fact, ...]]


def desk(ruleset_id: str, names: str | int, *, seed: str = "seed", planned: int = 9, **changes: Any) -> Desk:
    """A tournament of these players (or so many), with its first stage open; 9 rounds planned unless it matters."""
    made = entered(ruleset_id, names, seed=seed, **changes)
    made.do(setup.start)
    if made.stage.kind == "swiss" and planned:
        made.do(rounds.plan_rounds, planned)
    return made


def entered(ruleset_id: str, names: str | int, *, seed: str = "seed", **changes: Any) -> Desk:
    """The same before the first stage is open; `changes` are settings."""
    settings = replace(default_settings(ruleset(ruleset_id)), **changes)
    made = Desk(setup.create_tournament(ruleset_id, seed, settings=settings))
    return made.do(setup.enter, [f"p{i}" for i in range(1, names + 1)] if isinstance(names, int) else names.split())


def team_spirit(teams: int, *, seed: str = "seed") -> Desk:
    """So many teams of two, named a1 a2, b1 b2, …"""
    named = tuple((f"{letter}1", f"{letter}2") for letter in "abcdefghijklmnopqr"[:teams])
    event = with_realms(Event(type="Team Spirit", teams=named))
    return desk("spellfire", " ".join(p for team in named for p in team), seed=seed, event=event)


class Desk:
    """The acts so far, and the tournament they give."""

    def __init__(self, facts: tuple[f.Fact, ...]) -> None:
        self.acts: list[Act] = []
        self.t: Tournament
        self.facts(*facts)

    # What is there

    @property
    def stage(self) -> Stage:
        return self.t.stages[-1]

    @property
    def round_(self) -> Round:
        assert self.t.current_round is not None
        return self.t.current_round

    @property
    def settings(self) -> Settings:
        return self.t.settings

    @property
    def seq(self) -> int:
        """The number of the last act."""
        return self.acts[-1].seq

    @property
    def pairs(self) -> dict[int, str]:
        """Who sits where: {1: "Ana Ben"}."""
        return {match.table: " ".join(match.players) for match in self.round_.matches}

    @property
    def byes(self) -> str:
        return " ".join(bye.player for bye in self.round_.byes)

    @property
    def places(self) -> list[str]:
        return list(final_places(self.t))

    def player(self, name: str) -> Player:
        return self.t.players[name]

    def line(self, name: str) -> Any:
        """Somebody's line in the standings of the current stage."""
        return next(line for line in stage_standings(self.t, self.stage) if line.player == name)

    def match(self, name: str, number: int | None = None) -> Match:
        """Whom this player meets in the current round, or in that one."""
        round_ = self.round_ if number is None else next(r for r in self.t.rounds if r.number == number)
        return next(match for match in round_.matches if name in match.players)

    def outcome(self, name: str, number: int | None = None) -> Outcome:
        match = self.match(name, number)
        assert match.result is not None
        return match.result.outcomes[match.players.index(name)]

    # What people do

    def do(self, decision: Decision, *args: Any, **kwargs: Any) -> Desk:
        """Decide and record."""
        return self.facts(*decision(self.t, *args, **kwargs))

    def facts(self, *facts: f.Fact) -> Desk:
        """Record one act of these facts."""
        act = Act(len(self.acts) + 1, facts)
        self.t = apply_act(getattr(self, "t", None), act)
        self.acts.append(act)
        return self

    def refused(self, decision: Decision, *args: Any, **kwargs: Any) -> str:
        """The sentence with which this is refused; nothing has changed."""
        before = self.t
        with pytest.raises(Refused) as caught:
            self.do(decision, *args, **kwargs)
        assert self.t is before
        return sentence(caught.value)

    def refused_facts(self, *facts: f.Fact) -> str:
        """The sentence with which the fold refuses these facts."""
        return self.refused(lambda _: facts)

    def undo(self, seq: int | None = None) -> Desk:
        """Undo an act, the last one unless told."""
        facts = undo(self.acts, self.seq if seq is None else seq)
        self.acts.append(Act(self.seq + 1, facts))
        self.t = replay(self.acts)
        return self

    def undo_refused(self, seq: int) -> str:
        with pytest.raises(Refused) as caught:
            undo(self.acts, seq)
        return sentence(caught.value)

    # Rounds

    def draft(self) -> Desk:
        return self.do(rounds.pair_round)

    def pair(self) -> Desk:
        """Pair the next round and publish it."""
        return self.draft().do(rounds.publish)

    def seat(self, *pairs: str, bye: str = "") -> Desk:
        """The next round as these pairs, whatever the rules would like, published."""
        matches = tuple(
            Match(table, duel(*_split(pair)[:2]), why=BY_THE_TEST) for table, pair in enumerate(pairs, start=1)
        )
        byes = tuple(Bye(name) for name in bye.split())
        return self.facts(f.RoundPaired(self.t.rounds_played + 1, matches, byes)).do(rounds.publish)

    def results(self, *texts: str) -> Desk:
        """Results in any order; the tables are found by the names."""
        for text in texts:
            match = self.match(_split(text)[0])
            if (result := result_of(match, text, self.settings)) is not None:
                self.do(results.record, match.table, result=result)
        return self

    def close(self) -> Desk:
        return self.do(rounds.close)

    def round(self, *texts: str, bye: str = "") -> Desk:
        """A whole round: seated, played, closed."""
        return self.seat(*texts, bye=bye).results(*texts).close()

    def play(self, winner: Callable[[Match], str] | None = None) -> Desk:
        """Every open table of the round is won by its first seat, or by whoever is said; then close."""
        for match in self.round_.matches:
            if match.result is None:
                name = winner(match) if winner else match.players[0]
                if len(match.seats) > 2:
                    self.win_table(name)
                else:
                    self.do(results.record_win, match.table, winner=name, wounds=WOUNDS)
        return self.close()

    # Spellfire

    def game(self, winner: str, **realms: int) -> Desk:
        """A game at the winner's table; whoever is not named has none."""
        match = self.match(winner)
        return self.do(results.record_game, match.table, game=game_of(match, winner, self.settings, **realms))

    def win_table(self, winner: str) -> Desk:
        while self.match(winner).result is None:
            self.game(winner)
        return self


def sentence(refusal: Refused) -> str:
    """A refusal is a sentence for people: it starts like one, ends like one and has some words.

    Rounds are called by their numbers here, as wherever nobody puts other names in.
    """
    text = re.sub(r"⟨([Rr]ound \d+)⟩", r"\1", str(refusal))
    assert text[0].isupper() or text[0] in "⟨“0123456789", text
    assert text.endswith((".", "?")), text
    assert len(text.split()) > 3, text
    return text


def result_of(match: Match, text: str, settings: Settings) -> Result | None:
    """What the text says, in the order of the seats."""
    first, second, sign, numbers = _split(text)
    if sign == "?":
        return None
    if sign == "-":
        return results_.double_loss(match)
    if sign == "=":
        blood = numbers if match.players[0] == first else numbers[::-1]
        return results_.drawn(match, (blood[0], blood[1]))
    assert {first, second} == set(match.players), f"{text}: they do not meet"
    return results_.won(match, first, wounds=(numbers or [WOUNDS])[0], scoring=settings.scoring)


def game_of(match: Match, winner: str, settings: Settings, **realms: int) -> Game:
    """A game this player won, with the realms that takes unless they are named."""
    assert settings.event is not None
    counts = {winner: settings.event.realms} | realms
    side = next(seat.side for seat in match.seats if seat.player == winner)
    return Game(side, tuple(counts.get(name, 0) for name in match.players))


def pod(*tables: str) -> tuple[Match, ...]:
    """Spellfire tables as they sit: pod("Ana Ben Cai", …)."""
    return tuple(
        Match(number, tuple(Seat(name, side) for side, name in enumerate(names.split())))
        for number, names in enumerate(tables, start=1)
    )


def at(minutes: float, boot: str = "boot") -> Moment:
    return Moment(boot, int(minutes * 60_000))


def cut(made: Desk, size: int, **kwargs: Any) -> Desk:
    return made.do(stages.make_cut, size, **kwargs)


def dump(acts: Sequence[Act]) -> str:
    """A journal as a file: one act a line."""
    lines = (
        json.dumps(
            {"seq": act.seq, "by": act.by, "at": act.at, "facts": [to_json(fact) for fact in act.facts]},
            ensure_ascii=False,
        )
        for act in acts
    )
    return f'{{"version": {VERSION}, "acts": [\n' + ",\n".join(lines) + "\n]}\n"


def load(text: str) -> list[Act]:
    """The acts of such a file."""
    raw = json.loads(text)
    return [
        Act(act["seq"], tuple(from_json(fact, version=raw["version"]) for fact in act["facts"]), act["by"], act["at"])
        for act in raw["acts"]
    ]


def _split(text: str) -> tuple[str, str, str, list[int]]:
    found = re.fullmatch(r"(\w+)([>=?-])(\w+)(?: (\d+)(?:-(\d+))?)?", text)
    assert found, f"not a match: {text}"
    first, sign, second, *numbers = found.groups()
    return first, second, sign, [int(number) for number in numbers if number is not None]
