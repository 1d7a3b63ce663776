"""The pairings on a phone: every table of a round, with its score once it is in."""

from __future__ import annotations

from flask import url_for

from engine.handing_in import faction_shown
from engine.history import score
from engine.pod_words import gone_words
from engine.progress import round_alone, round_name
from engine.refusals import Refused
from engine.sentences import capital, round_at_start
from engine.sides import Side, lettered
from engine.values import dataclass
from engine.words import Match, PlayerId, Round, Stage
from server.public.public_view import Public


@dataclass(frozen=True, slots=True)
class PairingRow:
    """One table of a round: its sides, each with its letter, how it went and whether it is gone; and the score.

    `factions` are what they play, side by side, where that is named for each round.
    """

    table: int
    sides: tuple[tuple[Side, str, str, str], ...]
    score: str
    factions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PhonePairings:
    title: str
    rows: tuple[PairingRow, ...]
    byes: tuple[PlayerId, ...]
    results_in: int
    choices: tuple[tuple[str, str, bool], ...]


def pairings_page(view: Public, number: int | None) -> PhonePairings:
    """The tables of a round, the newest without a number."""
    t = view.t
    rounds = [(stage, round_) for stage in t.stages for round_ in stage.rounds]
    if not rounds:
        return PhonePairings("Pairings", (), (), 0, ())
    shown = rounds[-1] if number is None else next((each for each in rounds if each[1].number == number), None)
    if shown is None:
        assert number is not None
        raise Refused(f"{round_at_start(number)} is not there yet.")
    rows = tuple(_row(view, shown[1], match) for match in sorted(shown[1].matches, key=lambda match: match.table))
    return PhonePairings(
        title=capital(round_name(t, shown[1].number)),
        rows=rows,
        byes=tuple(bye.player for bye in shown[1].byes),
        results_in=sum(match.result is not None for match in shown[1].matches),
        choices=_choices(view, rounds, shown[1].number),
    )


def _row(view: Public, round_: Round, match: Match) -> PairingRow:
    marks = {} if match.result is None else dict(zip(match.players, match.result.outcomes, strict=True))
    found = tuple(
        (side, letter, marks[side[0]].mark if marks else "", gone_words(match, side))
        for letter, side in lettered(match)
    )
    duel = match.result is not None and len(match.seats) == 2
    told = score(match.result).partition(",")[0] if match.result and duel else ""
    return PairingRow(
        match.table, found, told, tuple(faction_shown(view.t, side[0], round_.number) for side, *_ in found)
    )


def _choices(view: Public, rounds: list[tuple[Stage, Round]], here: int) -> tuple[tuple[str, str, bool], ...]:
    found = [
        (capital(round_alone(view.t, r.number)), _at(view, r.number), r.number == here) for _, r in reversed(rounds)
    ]
    return tuple(found) if len(found) > 1 else ()


def _at(view: Public, number: int) -> str:
    return url_for("public_pages.pairings", tid=view.id, round=number)
