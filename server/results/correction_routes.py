"""Correcting a result of a closed round: first what it changes, then, with the last button, the record."""

from __future__ import annotations

from collections.abc import Mapping

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from engine import facts as f
from engine.decisions import results
from engine.pod_words import wrong_seat_words
from engine.refusals import Refused, Unknown
from engine.rulesets.registry import ruleset_of
from engine.sentences import round_at_start
from engine.words import Game, Match, PlayerId, Tournament
from server.core.auth import needs
from server.core.desk import Desk, desk, record, tell
from server.core.frame import frame
from server.decks.known_lives import known_lives
from server.results.correction_page import CorrectionPage, correction_page, find
from server.results.result_form import Doubted, GameRow, Typed, ask_about, read_game, result_of, typed, typed_game


@needs("organizer")
def show(tid: str, number: int, table: int) -> str:
    return _page(desk(tid), correction_page(desk(tid), number, table))


@needs("organizer")
def correct(tid: str, number: int, table: int) -> ResponseReturnValue:
    d = desk(tid)
    said, games, winner = typed(request.form), _rows(d, number, table), request.form.get("table_winner", "")
    lives = known_lives(d, number)

    def decide(t: Tournament) -> tuple[f.Fact, ...]:
        return _decide(t, number, table, said=said, games=games, table_winner=winner, lives=lives)

    def again(d: Desk, *, facts: tuple[f.Fact, ...] = (), doubt: Doubted | None = None) -> str:
        typed_in = correction_page(
            d, number, table, said=said, games=games, table_winner=winner, facts=facts, doubt=doubt
        )
        return _page(d, typed_in)

    try:
        if request.form.get("do") != "record":
            return again(d, facts=decide(d.t))
        if not request.form.get("seen"):
            raise Refused("Look at the preview first, then record the correction.")
        record(tid, decide)
    except Unknown:
        raise
    except Doubted as doubt:
        return again(d, doubt=doubt), 409
    except Refused as why:
        flash(str(why), "refused")
        return again(desk(tid)), 409
    tell(f"{round_at_start(number)}, table {table} is corrected. The standings are marked as amended.")
    for words in wrong_seat_words(desk(tid).t):
        tell(words, "warning")
    return redirect(url_for("results.show", tid=tid, round=number), 303)


def _decide(
    t: Tournament,
    of_round: int,
    table: int,
    *,
    said: Typed,
    games: tuple[GameRow, ...],
    table_winner: str,
    lives: Mapping[PlayerId, int],
) -> tuple[f.Fact, ...]:
    _, stage, _, match = find(t, of_round, table)
    if len(match.seats) != 2:
        winner = table_winner or None
        return results.correct_games(t, of_round, table=table, games=_games(t, match, games), winner=winner)
    result = result_of(said, match, settings=t.settings, stage=stage.kind)
    ask_about(result, t, match, sure=said.sure, lives=lives)
    return results.correct(t, of_round, table=table, result=result)


def _rows(d: Desk, of_round: int, table: int) -> tuple[GameRow, ...]:
    """The games of a table of several as typed; none at a table of two."""
    _, _, _, match = find(d.t, of_round, table)
    seats = len(match.seats)
    if seats == 2:
        return ()
    most = len({seat.side for seat in match.seats}) + 1
    return tuple(typed_game(request.form, seats, prefix=f"game_{g}_") for g in range(1, most + 1))


def _games(t: Tournament, match: Match, rows: tuple[GameRow, ...]) -> tuple[Game, ...]:
    """Rows without a winner and without numbers are games that were not played."""
    counted = ruleset_of(t.settings).counted
    return tuple(
        read_game(match, row, counted, which=f"game {place}")
        for place, row in enumerate(rows, start=1)
        if row.winner or any(row.realms)
    )


def _page(d: Desk, page: CorrectionPage) -> str:
    return render_template("correction.html", d=frame(d, "results", heading="Correction"), names=d.names, page=page)
