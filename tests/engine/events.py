"""A small language for small events: event("Ana Ben Cai Dee").round("Ana>Ben 25-12", "Cai>Dee").tournament

| a match as text    | says                                                     |
|--------------------|----------------------------------------------------------|
| Ana>Ben            | Ana won; Ben had placed 10 wounds                        |
| Ana>Ben 25-12      | Ana won, 25 blood points to 12                           |
| Ana=Ben 10-12      | a draw, 10 blood points to 12                            |
| Ana-Ben            | a double loss                                            |
| Ana?Ben            | still being played (the round stays open)                |
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from hypothesis import strategies as st

from engine.words import Bye, Match, Outcome, Player, Result, Round, Scoring, Seat, Settings, Stage, Tournament

REBORN = Scoring(
    score="wins",
    win=1,
    draw=0,
    tiebreaks=("head_to_head", "sos", "blood_earned", "blood_lost", "opponents_blood", "lot"),
)
CLASSIC = Scoring(
    score="points",
    win=3,
    draw=1,
    tiebreaks=("toep", "blood_earned", "lot"),
    draws=True,
    bye_by="standings",
)
WOUNDS = 10
SIGNS = {False: (">", ">", ">", "-"), True: (">", ">", "=", "-")}


def event(names: str, scoring: Scoring = REBORN, *, planned: int = 0, cut: int = 0) -> Event:
    """An event of these players, each with the lot of their place in the list."""
    players = {name: Player(name, lot=lot) for lot, name in enumerate(names.split(), start=1)}
    settings = Settings("ashes-reborn", scoring, rounds=planned, cut=cut)
    return Event(Tournament(settings, "seed", players, stages=(Stage("swiss", planned),)))


@dataclass(frozen=True)
class Event:
    """A tournament of one Swiss stage, and how to make the next one from it."""

    tournament: Tournament

    @property
    def stage(self) -> Stage:
        return self.tournament.stages[0]

    def round(self, *matches: str, bye: str = "") -> Event:
        """A round with these matches and byes; closed, unless a match is still being played."""
        found = tuple(_match(table, text, self._scoring) for table, text in enumerate(matches, start=1))
        phase = "closed" if all(match.result for match in found) else "published"
        number = len(self.stage.rounds) + 1
        return self._with(Round(number, found, tuple(Bye(name) for name in bye.split()), phase=phase))

    def bye(self, name: str) -> Event:
        """A bye in the last round."""
        last = self.stage.rounds[-1]
        return self._with(replace(last, byes=(*last.byes, Bye(name))))

    def phase(self, phase: str) -> Event:
        """The last round is only a draft, or only published."""
        return self._with(replace(self.stage.rounds[-1], phase=phase))

    def late(self, name: str) -> Event:
        """Somebody enters now, and may play from the next round on."""
        entered = len(self.stage.rounds) + 1
        player = Player(name, lot=len(self.tournament.players) + 1, entered=entered)
        return Event(replace(self.tournament, players={**self.tournament.players, name: player}))

    def drop(self, name: str) -> Event:
        return self._player(name, dropped=len(self.stage.rounds))

    def disqualify(self, name: str) -> Event:
        return self._player(name, disqualified=True)

    def lots_by_hand(self, names: str) -> Event:
        order = names.split()
        lots = sorted(self.tournament.players[name].lot for name in order)
        made = self
        for name, lot in zip(order, lots, strict=True):
            made = made._player(name, lot=lot)
        return Event(replace(made.tournament, lots_by_hand=(tuple(order),)))

    @property
    def _scoring(self) -> Scoring:
        return self.tournament.settings.scoring

    def _with(self, round_: Round) -> Event:
        rounds = {known.number: known for known in self.stage.rounds} | {round_.number: round_}
        stage = replace(self.stage, rounds=tuple(rounds.values()), planned=max(self.stage.planned, len(rounds)))
        return Event(replace(self.tournament, stages=(stage,)))

    def _player(self, name: str, **changes: object) -> Event:
        player = replace(self.tournament.players[name], **changes)
        return Event(replace(self.tournament, players={**self.tournament.players, name: player}))


@st.composite
def any_event(draw: st.DrawFn) -> Event:
    """Any small event: rematches, byes, drops, double losses and a disqualification included."""
    scoring = draw(st.sampled_from((REBORN, CLASSIC)))
    everyone = [chr(ord("A") + number) for number in range(draw(st.integers(2, 7)))]
    built = event(" ".join(everyone), scoring)
    for _ in range(draw(st.integers(0, 4))):
        active = [name for name, player in built.tournament.players.items() if player.active]
        order = draw(st.permutations(active))
        pairs = zip(order[::2], order[1::2], strict=False)
        matches = [f"{a}{draw(st.sampled_from(SIGNS[scoring.draws]))}{b}" for a, b in pairs]
        wounds = [f" 25-{draw(st.sampled_from((0, 10, 11)))}" if ">" in match else "" for match in matches]
        bye = order[-1] if len(order) % 2 else ""
        built = built.round(*(match + blood for match, blood in zip(matches, wounds, strict=True)), bye=bye)
        if len(active) > 2 and draw(st.integers(0, 4)) == 0:
            built = draw(st.sampled_from((built.drop, built.disqualify)))(order[0])
    return built


def _match(table: int, text: str, scoring: Scoring) -> Match:
    found = re.fullmatch(r"(\w+)([>=?-])(\w+)(?: (\d+)-(\d+))?", text)
    assert found, f"not a match: {text}"
    first, sign, second, one, two = found.groups()
    seats = (Seat(first, 0), Seat(second, 1))
    return Match(table, seats, result=_result(sign, (one, two), scoring))


def _result(sign: str, blood: tuple[str | None, str | None], scoring: Scoring) -> Result | None:
    if sign == "?":
        return None
    if sign == "-":
        return Result((Outcome("loss"), Outcome("loss")), "double-loss")
    one, two = (WOUNDS if points is None else int(points) for points in blood)
    if sign == "=":
        return Result((Outcome("draw", one), Outcome("draw", two)))
    return Result((Outcome("win", scoring.win_blood if blood[0] is None else one), Outcome("loss", two)))
