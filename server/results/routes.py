"""Results of the current round at the desk. Slips, corrections and penalties are in files of their own."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from flask import Blueprint, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from engine import facts as f
from engine import progress
from engine.decisions import desk_results
from engine.decisions.lots import replace_lots_at_a_table
from engine.refusals import Refused, Unknown
from engine.sides import Side, together
from engine.words import Tournament
from server.chess.chess_lines import chess_lines
from server.core import journal, texts
from server.core.auth import needs
from server.core.desk import Desk, desk, record, tell
from server.core.forms import typed_order
from server.core.frame import frame
from server.core.journal import Beside, Recorded
from server.decks.known_lives import lives_at
from server.floor import penalty_routes
from server.floor.way_back import to_table
from server.results import correction_routes, entering, slip_routes
from server.results.faction_form import write_down
from server.results.found_results import found_results
from server.results.result_form import Doubted, GameRow, Typed, read_agreed, typed, typed_game
from server.results.results_page import results_page
from server.results.table_page import leaving, table_page
from server.results.waiting_results import waiting

bp = Blueprint("results", __name__, url_prefix="/events/<tid>/results")


@bp.get("/")
@needs("judge")
def show(tid: str) -> str:
    d, q = desk(tid), request.args.get("q", "")[:80].strip()
    if q:
        found = found_results(d, q)
        return render_template(
            "results_found.html", d=frame(d, "results", heading="Results"), names=d.names, q=q, found=found
        )
    page = results_page(d, request.args.get("round", type=int))
    here = page.number == (d.t.current_round.number if d.t.current_round else 0)
    beside = {"waiting": waiting(d), "chess": chess_lines(d)} if here else {"waiting": None, "chess": ()}
    return render_template("results.html", d=frame(d, "results", heading="Results"), names=d.names, page=page, **beside)


@bp.post("/confirm")
@needs("judge")
def confirm(tid: str) -> ResponseReturnValue:
    """The desk says yes to what players agree on: to one table, or to all that are plausible."""
    shown = read_agreed(request.form.getlist("agreed"))
    done = record_in_round(tid, lambda t: desk_results.confirm(t, shown))
    texts = entering.came_in(journal.read(tid).tournament, done.facts)
    tell(texts[0] if len(texts) == 1 else f"{len(texts)} results are confirmed.")
    if left := len(shown) - len(texts):
        tell(f"{'1 table has' if left == 1 else f'{left} tables have'} changed meanwhile. Look again.", "warning")
    return _to_results(tid)


@bp.get("/chess")
@needs("judge")
def chess(tid: str) -> str:
    """The chess clocks as they stand now, for a page that shows them."""
    d = desk(tid)
    lines = chess_lines(d, request.args.get("table", type=int))
    plain = "plain" in request.args
    return render_template("_chess_rows.html", chess=lines, names=d.names, tid=tid, plain=plain)


@bp.get("/<int:table>")
@needs("judge")
def table(tid: str, table: int) -> ResponseReturnValue:
    d = desk(tid)
    current = d.t.current_round
    if current is not None and current.phase == "closed" and current.match_at(table) is not None:
        return redirect(url_for("results.correct", tid=tid, number=current.number, table=table), 303)
    return _table(d, table)


@bp.post("/<int:table>")
@needs("judge")
def enter(tid: str, table: int) -> ResponseReturnValue:
    shown, id = request.form.get("shown", ""), secrets.token_hex(6)
    said = typed(request.form)
    reason = said.reason if said.how in desk_results.PENALTIES else ""
    lives = lives_at(tid, journal.read(tid).tournament, table)
    try:
        done = record_in_round(
            tid,
            lambda t: entering.enter(t, table, said=said, shown=shown, lives=lives, id=id),
            beside=texts.keeping(tid, id=id, kind="penalty", text=reason),
        )
    except Unknown:
        raise
    except Refused as why:
        return _again(tid, table, why, said=said)
    _tell(tid, done)
    return _back(tid, table)


@bp.post("/<int:table>/take-back")
@needs("judge")
def take_back(tid: str, table: int) -> ResponseReturnValue:
    shown = request.form.get("shown", "")
    record_in_round(tid, lambda t: desk_results.take_back(t, table, shown=shown))
    tell(f"Table {table}: taken back. It can be entered again.")
    if request.form.get("back") == "slips":
        return redirect(url_for("results.slips", tid=tid), 303)
    return _back(tid, table, otherwise=url_for("results.table", tid=tid, table=table))


@bp.post("/<int:table>/accept")
@needs("judge")
def accept(tid: str, table: int) -> ResponseReturnValue:
    player, shown = request.form.get("player", ""), request.form.get("shown", "")
    _tell(tid, record_in_round(tid, lambda t: desk_results.accept(t, table, player=player, shown=shown)))
    return _back(tid, table)


@bp.post("/<int:table>/game")
@needs("judge")
def game(tid: str, table: int) -> ResponseReturnValue:
    row, number = typed_game(request.form, _seats(tid, table)), request.form.get("game", type=int)
    try:
        record_in_round(tid, lambda t: entering.enter_game(t, table, row=row, number=number))
    except (Unknown, desk_results.Overtaken):
        raise
    except Refused as why:
        return _again(tid, table, why, game=row)
    tell(f"Table {table}: the game is in.")
    return _back(tid, table, otherwise=url_for("results.table", tid=tid, table=table))


@bp.post("/<int:table>/leave")
@needs("judge")
def leave(tid: str, table: int) -> ResponseReturnValue:
    players, no_show = _leaving(tid, table), "no_show" in request.form
    record_in_round(tid, lambda t: desk_results.leave(t, table, players=players, no_show=no_show))
    tell(f"Table {table}: {together(players)} {'did not come' if no_show else have_left(players)}.")
    page = "floor.table" if request.form.get("back") == "floor" else "results.table"
    return redirect(url_for(page, tid=tid, table=table), 303)


@bp.post("/<int:table>/leave-event")
@needs("organizer")
def leave_event(tid: str, table: int) -> ResponseReturnValue:
    players = _leaving(tid, table)
    record_in_round(tid, lambda t: desk_results.leave_for_good(t, table, players=players))
    tell(f"Table {table}: {together(players)} {have_left(players)}, and the event.")
    return redirect(url_for("results.table", tid=tid, table=table), 303)


@bp.post("/<int:table>/end")
@needs("organizer")
def end(tid: str, table: int) -> ResponseReturnValue:
    """The winner is chosen by a person; where no game is in, they also say that nobody scores for this table."""
    winner, unplayed = request.form.get("winner", ""), "unplayed" in request.form
    _tell(tid, record_in_round(tid, lambda t: desk_results.end_table(t, table, winner=winner, unplayed=unplayed)))
    return _to_results(tid)


@bp.post("/round/<int:number>/<int:table>/factions")
@needs("judge")
def factions(tid: str, number: int, table: int) -> ResponseReturnValue:
    """Which factions met at a table, of this round or an earlier one."""
    d, form = desk(tid), request.form
    record(tid, lambda t: write_down(d, t, number, table, form=form), said=f"Table {table}: the factions are saved.")
    return redirect(url_for("results.show", tid=tid, round=number), 303)


@bp.post("/round/<int:number>/<int:table>/tie")
@needs("organizer")
def tie(tid: str, number: int, table: int) -> ResponseReturnValue:
    """Those whom only a lot separates at a table, in the order of the places that were typed."""
    tied, places = typed_order(request.form)
    said = "The tie is decided by your order."
    record(tid, lambda t: replace_lots_at_a_table(t, number, table, tied, places=places), said=said)
    return redirect(url_for("results.show", tid=tid, round=number), 303)


bp.get("/slips", endpoint="slips")(slip_routes.show)
bp.post("/slips", endpoint="slip")(slip_routes.enter)
bp.get("/round/<int:number>/<int:table>/correct", endpoint="correct")(correction_routes.show)
bp.post("/round/<int:number>/<int:table>/correct", endpoint="corrected")(correction_routes.correct)
bp.get("/penalties", endpoint="penalties")(penalty_routes.show)
bp.get("/penalties/new", endpoint="penalty")(penalty_routes.form)
bp.post("/penalties/new", endpoint="give")(penalty_routes.give)
bp.post("/penalties/<id>/lift", endpoint="lift")(penalty_routes.lift)


def record_in_round(
    tid: str, decide: Callable[[Tournament], tuple[f.Fact, ...]], *, beside: Beside | None = None
) -> Recorded:
    """Record what a table's form says, if it is of the round that is on."""
    shown_round = request.form.get("round", type=int)

    def checked(t: Tournament) -> tuple[f.Fact, ...]:
        progress.require_round(t, shown_round)
        return decide(t)

    return record(tid, checked, beside=beside)


def _tell(tid: str, done: Recorded) -> None:
    for text in entering.came_in(journal.read(tid).tournament, done.facts):
        tell(text)


def _table(
    d: Desk, table: int, *, said: Typed | None = None, game: GameRow | None = None, doubt: Doubted | None = None
) -> str:
    page = table_page(d, table, said=said, doubt=doubt, game=game)
    assert d.t.current_round is not None
    number = d.t.current_round.number
    return render_template(
        "result.html", d=frame(d, "results", heading=f"Table {table}"), names=d.names, page=page, number=number
    )


def _again(
    tid: str, table: int, why: Refused, *, said: Typed | None = None, game: GameRow | None = None
) -> ResponseReturnValue:
    """The form once more with everything in it, and what is wrong; a question is asked on the form itself."""
    d = desk(tid)
    current = d.t.current_round
    if current is None or current.phase != "published" or current.match_at(table) is None:
        raise why
    if isinstance(why, Doubted):
        return _table(d, table, said=said, game=game, doubt=why), 409
    flash(str(why), "refused")
    return _table(d, table, said=said, game=game), 409


def _leaving(tid: str, table: int) -> Side:
    """Whom a form means that says who leaves the table: somebody, or a team."""
    return leaving(progress.open_match(journal.read(tid).tournament, table), request.form.get("player", ""))


def have_left(players: Side) -> str:
    return "has left it" if len(players) == 1 else "have left it"


def _back(tid: str, table: int, *, otherwise: str = "") -> ResponseReturnValue:
    return redirect(to_table(tid, table, otherwise=otherwise or url_for("results.show", tid=tid)), 303)


def _to_results(tid: str) -> ResponseReturnValue:
    return redirect(url_for("results.show", tid=tid), 303)


def _seats(tid: str, table: int) -> int:
    current = journal.read(tid).tournament.current_round
    match = current.match_at(table) if current else None
    return len(match.seats) if match else 0
