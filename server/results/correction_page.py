"""A correction of a closed round: recorded and new, the places now and after, and what stays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine import facts as f
from engine.decisions.results import may_correct_to
from engine.fold import Act, apply_act
from engine.history import told
from engine.pairing import pods
from engine.pairing.draft import second_name
from engine.pod_words import wrong_seat_words
from engine.refusals import Refused, Unknown
from engine.sentences import listed, round_at_start, the_round, who
from engine.sides import Side
from engine.standings.changes import Change, change
from engine.standings.points import was_in
from engine.values import dataclass, replace
from engine.words import Game, Match, Round, Stage, Tournament
from server.core.beyond import Beyond, beyond
from server.core.desk import Desk
from server.results.faction_form import FactionForm, faction_form
from server.results.result_form import STOPPED, Doubted, GameRow, Typed, typed_like
from server.results.results_page import short_name
from server.results.table_page import GameSide, ResultChoices, choices, game_sides


@dataclass(frozen=True, slots=True)
class CorrectionPage:
    number: int
    round: str
    table: int
    sides: tuple[GameSide, ...]
    recorded: str
    said: Typed
    choices: ResultChoices | None
    games: tuple[GameRow, ...]
    table_winner: str
    ask: str
    ask_key: str
    ask_hint: str
    change: Change | None
    becomes: str
    stays: tuple[str, ...]
    tied: tuple[tuple[Side, ...], ...]
    factions: FactionForm | None
    beyond: tuple[Beyond, ...] = ()


def correction_page(
    desk: Desk,
    number: int,
    table: int,
    *,
    said: Typed | None = None,
    games: tuple[GameRow, ...] = (),
    table_winner: str = "",
    facts: tuple[f.Fact, ...] = (),
    doubt: Doubted | None = None,
) -> CorrectionPage:
    """The form, and with `facts` also what they would change."""
    t = desk.t
    place, stage, round_, match = find(t, number, table)
    result = match.result
    after = apply_act(t, Act(len(desk.book.acts) + 1, facts)) if facts else None
    new = find(after, number, table)[3] if after else match
    return CorrectionPage(
        number=number,
        round=short_name(t, number),
        table=table,
        sides=game_sides(match),
        recorded=told(match, result) if result else "",
        said=said or typed_like(match, result),
        choices=_choices(t, match, stage),
        games=games or _rows(match),
        table_winner=table_winner,
        ask=str(doubt) if doubt else "",
        ask_key=doubt.key if doubt else "",
        ask_hint=doubt.hint if doubt else "",
        change=change(t, after, stage=place, about=match.players) if after else None,
        becomes=told(new, new.result) if after and new.result else "",
        stays=_stays(t, after, stage, round_, facts=facts) if after else (),
        tied=pods.tied(match),
        factions=faction_form(desk, number, match),
        beyond=beyond(desk.id, after, facts) if after else (),
    )


def find(t: Tournament, number: int, table: int) -> tuple[int, Stage, Round, Match]:
    """A table of a closed round, with the stage it was played in."""
    for place, stage in enumerate(t.stages):
        for round_ in stage.rounds:
            match = round_.match_at(table) if round_.number == number else None
            if match is not None:
                if round_.phase != "closed":
                    raise Refused(f"{round_at_start(number)} is still open: change the result at its table instead.")
                return place, stage, round_, match
    raise Unknown(f"There is no table {table} in {the_round(number)}.")


def _choices(t: Tournament, match: Match, stage: Stage) -> ResultChoices | None:
    """As at the table, as far as a correction may say it."""
    possible = choices(match, t.settings, stage.kind)
    if possible is None:
        return None
    hows = tuple(how for how in possible.hows if may_correct_to(match, how[0]))
    return replace(possible, hows=hows)


def _rows(match: Match) -> tuple[GameRow, ...]:
    """The games as recorded, and room for as many as the table could need."""
    if len(match.seats) == 2:
        return ()
    seat_of = {seat.side: place for place, seat in reversed(list(enumerate(match.seats, start=1)))}
    rows = [
        GameRow(_won_by(game, seat_of), tuple(_counts(match, number)))
        for number, game in enumerate(match.games, start=1)
    ]
    most = len({seat.side for seat in match.seats}) + 1
    return tuple(rows + [GameRow("", ("",) * len(match.seats))] * (most - len(rows)))


def _counts(match: Match, number: int) -> Iterator[str]:
    """Everyone's numbers of this game; nothing of those who were not in it."""
    for player, count in zip(match.players, match.games[number - 1].realms, strict=True):
        yield str(count) if was_in(match, player, game=number) else ""


def _won_by(game: Game, seat_of: Mapping[int, int]) -> str:
    return STOPPED if game.winner is None else str(seat_of[game.winner])


def _stays(
    t: Tournament, after: Tournament, stage: Stage, round_: Round, *, facts: tuple[f.Fact, ...]
) -> tuple[str, ...]:
    """What a correction does not touch, or does beside the result."""
    later = [r for r in t.rounds if r.number > round_.number]
    seated = [fact for fact in facts if isinstance(fact, f.PairingChanged)]
    said = []
    if seated:
        said.append(_reseated(t, seated[0]))
    elif later:
        said.append(_later_rounds([r.number for r in later]))
    elif t.stages[-1] is stage and t.finish is None:
        said.append("No later round is paired yet: the next one will follow the corrected standings.")
    said += wrong_seat_words(after)
    if t.stages[-1] is not stage:
        made = f"The {second_name(t.settings)} was drawn" if stage.kind == "groups" else "The cut was made"
        said.append(f"{made} and stays as it is.")
    if t.finish is not None:
        said.append("The places and prizes of the finish stay as recorded. Undo the finish to give them anew.")
    said.append("The standings will be marked as amended.")
    return tuple(said)


def _later_rounds(numbers: list[int]) -> str:
    first, *others = numbers
    if not others:
        return f"{round_at_start(first)} stays as it is paired."
    return f"{listed([round_at_start(first), *map(the_round, others)])} stay as they are paired."


def _reseated(t: Tournament, fact: f.PairingChanged) -> str:
    before = t.current_round.seated if t.current_round else frozenset()
    after = {player for match in fact.matches for player in match.players}
    gone, new = sorted(before - after), sorted(after - before)
    return f"{who(new[0])} takes the place of {who(gone[0])} in {the_round(fact.number)}." if new and gone else ""
