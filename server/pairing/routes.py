"""Pairings: drawing a round, changing it by hand, publishing it, and putting it right afterwards."""

from __future__ import annotations

from collections.abc import Sequence

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy import Connection

from engine import facts as f
from engine.decisions import people, rounds, stages
from engine.decisions.lots import replace_fill_lot
from engine.pairing.swiss import NoLegalPairing
from engine.pairing_words import in_words
from engine.pod_words import taken_out
from engine.progress import require_round
from engine.refusals import Refused
from engine.sentences import everyone, round_at_start, who
from engine.words import PlayerId, Tournament
from server.box.backups import backup_soon
from server.core import time_of_day
from server.core.auth import current, needs
from server.core.desk import desk, record, tell
from server.core.forms import typed_order
from server.core.frame import frame
from server.core.journal import Decide, Recorded
from server.hall.clubs import with_clubs
from server.hall.moving import rows_moved
from server.pairing.pairings_page import PairingsRequest, pairings_page
from server.pairing.shown_tables import require_shown

bp = Blueprint("pairings", __name__, url_prefix="/events/<tid>/pairings")
MOST_ROUNDS = 30


@bp.get("/")
@needs("judge")
def show(tid: str) -> str:
    d, args, me = desk(tid), request.args, current()
    asked = PairingsRequest(
        now=time_of_day.now(),
        may_change=me is not None and me.role == "organizer",
        round=args.get("round"),
        pick=args.get("pick"),
        mode=args.get("as", "swap"),
        all="all" in args,
        minutes=args.get("minutes"),
        stuck="stuck" in args,
    )
    page = pairings_page(d, asked)
    return render_template(
        "pairings.html", d=frame(d, "pairings", heading="Pairings"), names=d.names, page=page, asked=asked
    )


@bp.post("/pair")
@needs("organizer")
def pair(tid: str) -> ResponseReturnValue:
    """Pair the next round, or draw the draft anew. Where only rematches are left, the page says so with the choices."""
    try:
        done = record(tid, _begun(with_clubs(tid, rounds.pair_round)))
    except NoLegalPairing:
        return redirect(url_for("pairings.show", tid=tid, stuck=1, _anchor="stuck"), 303)
    return _drawn(tid, done)


@bp.post("/rematches")
@needs("organizer")
def rematches(tid: str) -> ResponseReturnValue:
    return _drawn(tid, record(tid, _begun(with_clubs(tid, rounds.pair_with_rematches))))


@bp.post("/fours")
@needs("organizer")
def fours(tid: str) -> ResponseReturnValue:
    return _drawn(tid, record(tid, _begun(rounds.seat_at_fours)))


@bp.post("/fill-lot")
@needs("organizer")
def fill_lot(tid: str) -> ResponseReturnValue:
    """Who of those that are equal fills up, in the order of the places that were typed."""
    tied, places = typed_order(request.form)
    record(tid, lambda t: replace_fill_lot(t, tied, places=places), said="Who fills up is decided by your order.")
    return _home(tid)


@bp.post("/shorten")
@needs("organizer")
def shorten(tid: str) -> ResponseReturnValue:
    """The event ends with the rounds that are paired."""
    record(tid, rounds.shorten, said="The event is shorter now: no further round in this stage.")
    return redirect(url_for("now.show", tid=tid), 303)


@bp.post("/rounds")
@needs("organizer")
def plan(tid: str) -> ResponseReturnValue:
    number = _number(request.form.get("rounds", ""))
    record(tid, lambda t: rounds.plan_rounds(t, number), said=f"The number of rounds is {number} now.")
    return _home(tid)


@bp.post("/publish")
@needs("organizer")
def publish(tid: str) -> ResponseReturnValue:
    """A round after a draft is published once everybody has drafted, or anyway."""
    decide = rounds.publish if "anyway" in request.form else stages.publish_after_draft
    number = record(tid, decide).only(f.RoundPublished).number
    tell(f"{round_at_start(number)} is published. Everybody can see where they sit.")
    backup_soon(tid)
    return redirect(url_for("now.show", tid=tid), 303)


@bp.post("/swap")
@needs("organizer")
def swap(tid: str) -> ResponseReturnValue:
    one, two = _two()
    said = f"{who(one)} and {who(two)} changed places."
    return _change(tid, lambda t: rounds.swap(t, one, two), about=(one, two), said=said)


@bp.post("/seat")
@needs("organizer")
def seat(tid: str) -> ResponseReturnValue:
    one, two = _two()
    said = f"{who(one)} and {who(two)} meet."
    return _change(tid, lambda t: rounds.seat_together(t, one, two), about=(one, two), said=said)


@bp.post("/bye")
@needs("organizer")
def give_bye(tid: str) -> ResponseReturnValue:
    player = _player()
    return _change(tid, lambda t: rounds.give_bye(t, player), about=(player,), said=f"{who(player)} has the bye.")


@bp.post("/take-out")
@needs("organizer")
def take_out(tid: str) -> ResponseReturnValue:
    player = _player()
    moves: list[str] = []

    def decide(t: Tournament) -> tuple[f.Fact, ...]:
        facts = people.take_out(t, player)
        moves[:] = _moves(t, facts, player)
        return facts

    return _change(tid, decide, about=(player,), said=f"{who(player)} is out of the round.", moves=moves)


@bp.post("/take-over")
@needs("organizer")
def take_over(tid: str) -> ResponseReturnValue:
    """After a correction the right winner of a table sits down where the wrong one sat."""
    gone, comes = request.form.get("gone", ""), request.form.get("comes", "")
    said = f"{who(comes)} sits where {who(gone)} sat."
    return _change(tid, lambda t: rounds.take_over_seat(t, gone, comes), about=(gone, comes), said=said)


@bp.post("/late")
@needs("organizer")
def seat_late(tid: str) -> ResponseReturnValue:
    player = _player()
    said = f"{who(player)} plays in this round."
    return _change(tid, lambda t: rounds.seat_late(t, player), about=(player,), said=said)


@bp.post("/as-played")
@needs("organizer")
def as_played(tid: str) -> ResponseReturnValue:
    one, two = _two()
    said = f"{who(one)} and {who(two)} are recorded as playing each other."
    return _change(tid, lambda t: rounds.record_as_played(t, [(one, two)]), about=(one, two), said=said)


@bp.post("/move")
@needs("judge")
def move(tid: str) -> ResponseReturnValue:
    """A match plays at another table; whoever sits there changes with it."""
    table, to = (_table(request.form.get(name, "")) for name in ("table", "to"))
    round_ = desk(tid).t.current_round
    shown = request.form.get("round", type=int)

    def decide(t: Tournament) -> tuple[f.Fact, ...]:
        require_round(t, shown)
        return rounds.move_match(t, table, to=to)

    def beside(connection: Connection) -> None:
        if round_ is not None and table != to:
            rows_moved(connection, tid, round_.number, table=table, to=to)

    there = round_.match_at(to) if round_ is not None else None
    done = record(tid, decide, beside=beside)
    if not done.facts:
        tell("They are at that table already. Nothing was changed.")
    else:
        others = f" {everyone(there.players)} play at table {table}." if there is not None else ""
        tell(f"Table {table} plays at table {to} now.{others} Slips printed before do not open it any more.")
    return _home(tid)


@bp.post("/no-show")
@needs("judge")
def no_show(tid: str) -> ResponseReturnValue:
    player = _player()
    decide = _as_shown(lambda t: people.no_show(t, player), (player,))
    record(tid, decide, said=f"{who(player)} did not show up: the opponent wins.")
    return _home(tid)


def _begun(decide: Decide) -> Decide:
    """The decision, with a sentence of our own where there is nothing to pair yet."""

    def decided(t: Tournament) -> tuple[f.Fact, ...]:
        if not t.stages:
            raise Refused("Play has not begun. Start with round 1 on the Now page.")
        return decide(t)

    return decided


def _drawn(tid: str, done: Recorded) -> ResponseReturnValue:
    drawn = done.only(f.RoundPaired)
    if desk(tid).t.stages[-1].kind == "bracket":
        tell(f"{round_at_start(drawn.number)} is paired by the bracket. Look it over, then publish.")
        return _home(tid)
    anew = f"Drawn anew: draw {drawn.draw + 1}. You can go back to the previous draw in the history."
    tell(anew if drawn.draw else f"{round_at_start(drawn.number)} is drawn. Look it over, then publish.")
    return _home(tid)


def _moves(t: Tournament, facts: tuple[f.Fact, ...], player: PlayerId) -> list[str]:
    """At tables of several: who sits elsewhere now, and who is out, too."""
    if t.stages[-1].kind != "pods" or t.current_round is None:
        return []
    return [taken_out(t.current_round, facts, player)]


def _change(
    tid: str, decide: Decide, *, about: tuple[PlayerId, ...], said: str, moves: Sequence[str] = ()
) -> ResponseReturnValue:
    """Record a change by hand, and say what it breaks that was not broken before."""
    known: set[str] = set()

    def decided(t: Tournament) -> tuple[f.Fact, ...]:
        known.update(map(in_words, t.current_round.breaks if t.current_round else ()))
        return decide(t)

    done = record(tid, _as_shown(decided, about))
    if not done.facts:
        tell("It is like that already. Nothing was changed.")
        return _home(tid)
    new = [
        sentence for fact in done.facts if isinstance(fact, f.PairingChanged) for sentence in map(in_words, fact.breaks)
    ]
    told = [sentence for sentence in new if sentence not in known]
    tell(" ".join((said, *moves, *told)), "warning" if told else "done")
    return _home(tid)


def _as_shown(decide: Decide, about: tuple[PlayerId, ...]) -> Decide:
    """The decision, if the tables of these people are still what the page showed."""
    shown = request.form.get("shown", "")

    def decided(t: Tournament) -> tuple[f.Fact, ...]:
        require_shown(t, shown, about)
        return decide(t)

    return decided


def _home(tid: str) -> ResponseReturnValue:
    return redirect(url_for("pairings.show", tid=tid), 303)


def _player() -> PlayerId:
    player = request.form.get("player", "").strip()
    if not player:
        raise Refused("Choose a player first.")
    return player


def _two() -> tuple[PlayerId, PlayerId]:
    one, two = request.form.get("one", "").strip(), request.form.get("two", "").strip()
    if not one or not two or one == two:
        raise Refused("Choose two different players.")
    return one, two


def _table(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 5):
        raise Refused("Choose a match, and give the number of the table it moves to.")
    return int(text)


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 4 and 1 <= int(text) <= MOST_ROUNDS):
        raise Refused(f"How many rounds? Enter a number from 1 to {MOST_ROUNDS}.")
    return int(text)
