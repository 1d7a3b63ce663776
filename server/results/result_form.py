"""What a result form says, and the result it means. Everything stays as typed, so that a refusal loses nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import cast

from engine import results
from engine.clock import Moment
from engine.decisions.results import drawn_before_time, told_as_draw
from engine.refusals import Refused
from engine.rulesets.base import Counted
from engine.rulesets.registry import ruleset_of
from engine.sentences import who
from engine.values import dataclass
from engine.words import Game, How, Match, PlayerId, Result, Settings, StageKind, Tournament
from server.core.forms import number
from server.core.texts import cleaned

DRAW, NOBODY = "draw", "nobody"
STOPPED = "stopped"  # nobody won this game of a table of several: time was called
# Where the loser may never have sat down, no number means none; elsewhere an empty field is not a 0.
MAY_BE_EMPTY = ("penalty", "no-show", "disqualified")


CHANGE_IT = "Change the number, or say that it is correct."
ALL_THE_SAME = "Record it all the same?"


class Doubted(Refused):
    """Possible, but asked about first. `key` is what the answer has to repeat, so that it is about these numbers.

    `hint` is what can be done about it.
    """

    def __init__(self, question: str, key: str, *, hint: str = "") -> None:
        super().__init__(question)
        self.key, self.hint = key, hint


@dataclass(frozen=True, slots=True)
class Typed:
    """The fields of a result form. `winner` is a player, a draw, or nobody; `on_1`, `on_2` belong to a draw."""

    winner: str = ""
    wounds: str = ""
    on_1: str = ""
    on_2: str = ""
    how: str = "played"
    sure: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class GameRow:
    """One game of a table of several as it stands in the form: the winner's seat or STOPPED, and everyone's realms."""

    winner: str
    realms: tuple[str, ...]


def typed(form: Mapping[str, str]) -> Typed:
    """What came in."""
    fields = ("winner", "wounds", "on_1", "on_2", "how", "sure")
    found = {field: form.get(field, "").strip()[:40] for field in fields}
    return Typed(**(found | {"how": found["how"] or "played"}), reason=cleaned(form.get("reason", "")))


def typed_game(form: Mapping[str, str], seats: int, *, prefix: str = "") -> GameRow:
    """One game as it was typed, seat by seat."""
    realms = tuple(form.get(f"{prefix}realms_{n}", "").strip()[:8] for n in range(1, seats + 1))
    return GameRow(form.get(f"{prefix}winner", "").strip()[:8], realms)


def read_agreed(values: Iterable[str]) -> dict[int, str]:
    """The tables of the confirming form, each with the result that was shown for it."""
    parts = (value.partition(" ") for value in values)
    return {int(table): shown for table, _, shown in parts if table.isdecimal() and len(table) < 6}


def typed_like(match: Match, result: Result | None) -> Typed:
    """The form filled with a result that is there."""
    if result is None or len(match.seats) != 2:
        return Typed()
    one, two = result.outcomes
    if one.mark == "draw":
        return Typed(DRAW, on_1=str(two.blood), on_2=str(one.blood))
    if one.mark == two.mark:
        return Typed(NOBODY)
    winner, wounds = (match.players[0], two.blood) if one.mark == "win" else (match.players[1], one.blood)
    return Typed(winner, str(wounds), how=result.how)


def result_of(said: Typed, match: Match, *, settings: Settings, stage: StageKind) -> Result:
    """The result that was meant. Refused if it is none."""
    result = _result(said, match, settings)
    results.require_legal(result, match, settings=settings, stage=stage)
    return result


def ask_about(
    result: Result,
    t: Tournament,
    match: Match,
    *,
    sure: str,
    lives: Mapping[PlayerId, int],
    now: Moment | None = None,
) -> None:
    """Whatever is unlikely is asked about once: numbers, and a draw before time is called (if it is told `now`)."""
    doubts = results.doubts(result, match, settings=t.settings, lives=lives)
    early = () if told_as_draw(match, result) else _early_draw(t, match, result, now)
    key = " ".join([*(str(outcome.blood) for outcome in result.outcomes), *(["early"] if early else [])])
    if (doubts or early) and sure != key:
        raise Doubted(" ".join((*doubts, *early)), key, hint=CHANGE_IT if doubts else "")


def _early_draw(t: Tournament, match: Match, result: Result, now: Moment | None) -> tuple[str, ...]:
    early = drawn_before_time(t, match, result, now=now)
    return (f"{ruleset_of(t.settings).early_draw} {ALL_THE_SAME}",) if early else ()


def read_game(match: Match, row: GameRow, counted: Counted, *, which: str) -> Game:
    """One game of a table of several: the seat that won it, and everyone's numbers in seat order.

    Nothing is asked of those who did not come or have left.
    """
    chosen = int(row.winner) if row.winner.isdecimal() and len(row.winner) < 3 else 0
    if row.winner != STOPPED and not 1 <= chosen <= len(match.seats):
        raise Refused(f"Choose who won {which}.")
    otherwise = f"Type everyone’s {counted.exactly} of {which}, 0 if there are none."
    gone = [seat.player in match.withdrawn for seat in match.seats]
    typed_in = zip(row.realms, gone, strict=False)
    counts = tuple(0 if left and not text else number(text, otherwise=otherwise) for text, left in typed_in)
    return Game(None if row.winner == STOPPED else match.seats[chosen - 1].side, counts)


def _result(said: Typed, match: Match, settings: Settings) -> Result:
    if said.winner == NOBODY or said.how == "double-loss":
        return results.double_loss(match)
    most, many = settings.scoring.most_blood, ruleset_of(settings).counted.many
    if said.winner == DRAW:
        on = [
            number(text, otherwise=f"Type the {many} on both sides of the draw, 0 to {most} each.")
            for text in (said.on_1, said.on_2)
        ]
        return results.drawn(match, (on[1], on[0]))
    if said.winner not in match.players:
        raise Refused(f"Choose who won table {match.table}.")
    return results.won(match, said.winner, wounds=_wounds(said, settings), scoring=settings.scoring, how=_how(said))


def _wounds(said: Typed, settings: Settings) -> int:
    if not said.wounds and said.how in MAY_BE_EMPTY:
        return 0
    whose = side_of(said.winner, settings)
    most, many = settings.scoring.most_blood, ruleset_of(settings).counted.many
    return number(said.wounds, otherwise=f"Type the {many} on {whose}: 0 if there are none, {most} at most.")


def side_of(player: PlayerId, settings: Settings) -> str:
    """Ana’s side of the game, as the ruleset calls it, with the player marked."""
    return f"{who(player)}’s {ruleset_of(settings).side or 'side'}"


def _how(said: Typed) -> How:
    return cast(How, said.how)  # `require_legal` refuses what the ruleset does not know
