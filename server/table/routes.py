"""JSON for the devices at a table: tablets, players' phones, slips. Every answer is the table as it stands then."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flask import Blueprint, Response, jsonify, request
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError, generate_csrf
from werkzeug.exceptions import HTTPException

from engine import facts as f
from engine.decisions.stages import draft_is_on
from engine.refusals import Refused, Unknown
from engine.sentences import named
from engine.words import PlayerId, Tournament
from server.chess import chess_clocks
from server.chess.chess_clocks import Teller
from server.core import auth, journal
from server.core.auth import needs
from server.core.desk import Desk, desk
from server.core.holders import Holder
from server.decks.known_lives import known_lives
from server.floor import calls
from server.results.result_form import DRAW, Doubted, Typed
from server.table import at_table, own_word, tablets, undoing
from server.table import table_state as pages
from server.table.at_table import At, Told
from server.table.tablet_page import event_after

bp = Blueprint("at_table", __name__, url_prefix="/at-table")
LONGEST_ID, LONGEST_FACTION, MOST_SEATS = 80, 200, 6


@bp.get("/state")
@needs("player")
def state() -> ResponseReturnValue:
    d = _desk(request.args.get("event") or _own_event())
    at = at_table.looking(d.id, d.t, holder=auth.holder(), table=request.args.get("table", type=int))
    _heard(at)
    return _answer(d, at)


@bp.get("/standings")
@needs("player")
def standings() -> ResponseReturnValue:
    d = _desk(request.args.get("event") or _own_event())
    at = at_table.looking(d.id, d.t, holder=auth.holder(), table=request.args.get("table", type=int))
    return jsonify(pages.of_table(pages.standings(d), at.match.players if at.match else ()))


@bp.post("/report")
@needs("player")
def report() -> ResponseReturnValue:
    versions = {str(each.get("player")): _typed(each) for each in _list("reports")}
    if not versions:
        raise Refused("Say who won.")
    sure, (d, at) = _body().get("sure") is True, _acting()
    lives = known_lives(d, at.number, at.match.players if at.match else ())
    return _recorded(at, lambda t: at_table.report(t, at, versions=versions, sure=sure, lives=lives))


@bp.post("/game")
@needs("player")
def game() -> ResponseReturnValue:
    """At a table of several: one player's version of the game just played, or two players' at once."""
    versions = {str(each.get("player")): _told(each) for each in _list("reports")}
    if not versions:
        raise Refused("Say who won the game.")
    number = _number("number")
    return _record(lambda t, at: at_table.report_game(t, at, number=number, versions=versions))


@bp.post("/faction")
@needs("player")
def faction() -> ResponseReturnValue:
    """The faction of this match, of a player's pool; shown to the other one when both have chosen."""
    player, chosen = _player(), str(_body().get("faction") or "")[:LONGEST_FACTION]
    return _record(lambda t, at: at_table.choose_faction(t, at, player=player, faction=chosen))


@bp.post("/draft")
@needs("tablet")
def draft() -> ResponseReturnValue:
    """A draft group goes on from the step its tablet shows, or one step back."""
    d = _desk(str(_body().get("event") or ""))
    at = at_table.looking(d.id, d.t, holder=_tablet(), table=_number("table"))
    step, pick, back = str(_body().get("step")), _number("pick"), _body().get("back") is True
    journal.record(
        at.tid,
        at.actor,
        decide=lambda t: at_table.lead_draft(t, at, step=step, pick=pick, back=back),
        request_id=_request_id(),
    )
    return _answer(desk(at.tid), at)


@bp.post("/withdraw")
@needs("player")
def withdraw() -> ResponseReturnValue:
    return _record(at_table.withdraw)


@bp.post("/undo")
@needs("player")
def undo() -> ResponseReturnValue:
    """What this table recorded less than half a minute ago is taken back."""
    _, at = _acting()
    if not at.speaks_for:
        raise auth.Forbidden(undoing.TOO_LATE)
    decide = lambda book: undoing.take_back(book, at)  # noqa: E731
    journal.record_from_book(at.tid, at.actor, decide=decide, request_id=_request_id())
    return _answer(desk(at.tid), at)


@bp.post("/drop")
@needs("player")
def drop() -> ResponseReturnValue:
    """A player drops, or takes it back. A table's tablet is anybody's: there it needs the player's own code."""
    player, back, (_, at) = _player(), _body().get("back") is True, _acting()
    own_word.require(at, player, code=str(_body().get("code") or "")[:LONGEST_ID])
    return _recorded(at, lambda t: at_table.drop(t, at, player=player, back=back))


@bp.post("/flag")
@needs("tablet")
def flag() -> ResponseReturnValue:
    player = _player()
    return _record(lambda t, at: at_table.fall_flag(t, at, player=player))


@bp.post("/call")
@needs("player")
def call() -> ResponseReturnValue:
    d, at, kind = _calling()
    player = own_word.asked_by_tablet(at, _player()) if kind == "drop" else None
    calls.make_call(at.tid, at.number, at.table, kind=kind, by=at.actor, player=player, request_id=_request_id())
    return _answer(d, at)


@bp.post("/call-off")
@needs("player")
def call_off() -> ResponseReturnValue:
    d, at, kind = _calling()
    by = at.actor if at.kind == "player" else None
    calls.take_back(at.tid, at.number, table=at.table, kind=kind, by=by, player=_player() if kind == "drop" else None)
    return _answer(d, at)


@bp.post("/chess")
@needs("tablet")
def chess() -> ResponseReturnValue:
    """The tablet tells its two banks. Only what is newer is kept, and the answer is what is known now."""
    d, at = _acting()
    at_table.require_tablet(at)
    assert at.match is not None
    received = chess_clocks.from_json(_body().get("clock"))
    chess_clocks.require_plan(d.t.settings, at.match, received)
    teller = Teller(
        int(at.actor[1:]), lambda other: tablets.is_at(other, at.tid, at.table), _body().get("take") is True
    )
    return jsonify(pages.chess(at, chess_clocks.keep(at.tid, at.number, at.match, received=received, by=teller)))


@bp.get("/chess")
@needs("tablet")
def watch_chess() -> ResponseReturnValue:
    """A table's chess clock for a tablet that only watches: asked every second."""
    d = _desk(request.args.get("event") or _own_event())
    at = at_table.looking(d.id, d.t, holder=_tablet(), table=request.args.get("table", type=int))
    _heard(at)
    return jsonify(pages.watched_chess(d, at))


@bp.errorhandler(Refused)
def _refused(why: Refused) -> ResponseReturnValue:
    status = 404 if isinstance(why, Unknown) else 403 if isinstance(why, auth.Forbidden) else 409
    answer = {"error": named(str(why), _names())}
    return (answer | {"ask": True} if isinstance(why, Doubted) else answer), status


@bp.errorhandler(CSRFError)
def _too_old(_why: CSRFError) -> ResponseReturnValue:
    """Whoever lost the cookie lost the token with it, and is told the first."""
    if auth.holder() is None and auth.current() is None:
        return auth.UNKNOWN_DEVICE
    return {"error": "This page was open for too long. Reload it and try again."}, 400


@bp.errorhandler(HTTPException)
def _no_sense(_why: HTTPException) -> ResponseReturnValue:
    return {"error": "That request makes no sense. Reload the page."}, 400


def _record(decide: Callable[[Tournament, At], tuple[f.Fact, ...]]) -> Response:
    """Record once what this request decides about its match, and answer with the table as it is then."""
    _, at = _acting()
    return _recorded(at, lambda t: decide(t, at))


def _recorded(at: At, decide: journal.Decide) -> Response:
    journal.record(at.tid, at.actor, decide=decide, request_id=_request_id())
    return _answer(desk(at.tid), at)


def _acting() -> tuple[Desk, At]:
    d = _desk(str(_body().get("event") or ""))
    at = at_table.acting(d.id, d.t, holder=auth.holder(), number=_number("round"), table=_number("table"))
    _heard(at)
    return d, at


def _calling() -> tuple[Desk, At, str]:
    """Who calls, and for what. A draft group has no match: its tablet calls for the group."""
    d, kind, holder = _desk(str(_body().get("event") or "")), str(_body().get("kind")), auth.holder()
    if kind == "judge" and draft_is_on(d.t) and holder is not None and holder.kind == "tablet":
        return d, at_table.looking(d.id, d.t, holder=holder, table=_number("table")), "draft"
    return *_acting(), kind


def _answer(d: Desk, at: At) -> Response:
    """The table as it stands, with a fresh token against forgery: tablets are open for days.

    A player may sit elsewhere by now than in the round they spoke of.
    """
    table = None if at.kind == "player" else at.table
    now = at_table.looking(d.id, d.t, holder=auth.holder(), table=table)
    return jsonify({**pages.state(d, now), **_onward(d), "csrf": generate_csrf()})


def _onward(d: Desk) -> dict[str, bool]:
    """For a tablet at an event that is over: whether a new page would be at the next one."""
    return {"onward": True} if d.t.finish is not None and event_after(auth.holder(), d.id) else {}


def _tablet() -> Holder:
    holder = auth.holder()
    if holder is None or holder.kind != "tablet":
        raise auth.Forbidden("Staff lead the draft at the desk, not at the table.")
    return holder


def _desk(tid: str) -> Desk:
    found = desk(tid)
    if found.archived:
        raise Unknown("This event is archived.")
    return found


def _own_event() -> str:
    holder = auth.holder()
    return (holder.tournament if holder else None) or ""


def _heard(at: At) -> None:
    if at.kind == "tablet":
        tablets.heard_of(int(at.actor[1:]), at.tid, at.table)


def _body() -> dict[str, Any]:
    body = request.get_json(silent=True)
    return body if isinstance(body, dict) else {}


def _list(key: str) -> list[dict[str, Any]]:
    found = _body().get(key)
    return [each for each in found if isinstance(each, dict)][:2] if isinstance(found, list) else []


def _number(key: str) -> int:
    found = _body().get(key)
    return found if isinstance(found, int) and not isinstance(found, bool) and 0 <= found < 100_000 else 0


def _player() -> PlayerId:
    return str(_body().get("player"))


def _request_id() -> str | None:
    return str(_body().get("request_id") or "")[:LONGEST_ID] or None


def _typed(said: dict[str, Any]) -> Typed:
    """A version as the result form knows it: who won and what was counted, or a draw with both sides' numbers."""
    on = found if isinstance(found := said.get("on"), list) else []
    first, second = [*map(_digits, on), "", ""][:2]
    winner = DRAW if said.get("draw") is True else str(said.get("winner"))
    return Typed(winner, _digits(said.get("wounds")), first, second, how=str(said.get("how") or "played"))


def _told(said: dict[str, Any]) -> Told:
    realms = found if isinstance(found := said.get("realms"), list) else []
    if not all(isinstance(each, int) and not isinstance(each, bool) and 0 <= each < 100 for each in realms):
        raise Refused("Say what everyone was left with, 0 where it was nothing.")
    stopped = "winner" in said and said["winner"] is None
    return Told(None if stopped else str(said.get("winner")), tuple(realms[:MOST_SEATS]))


def _digits(number: Any) -> str:
    return str(number) if isinstance(number, int) and not isinstance(number, bool) and number >= 0 else ""


def _names() -> Mapping[str, str]:
    tid = str(_body().get("event") or request.args.get("event") or _own_event())
    try:
        return desk(tid).names
    except Refused:
        return {}
