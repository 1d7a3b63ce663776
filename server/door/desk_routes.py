"""The desk at the door: accepts, refuses and merges who entered by phone, opens and closes the entry."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from engine import facts as f
from engine.decisions import entering
from engine.refusals import Refused
from engine.sentences import plural
from engine.values import replace
from engine.words import Tournament
from server.core.auth import needs
from server.core.desk import Desk, desk, record, tell
from server.core.frame import frame
from server.core.known_people import directory
from server.core.spelling import clean
from server.door import waiting
from server.door.accepting import Accepting, accept
from server.door.door_page import door_page, enter_link, one_page, require_as_it_was
from server.door.flyer import flyer
from server.door.terms import read_terms
from server.people.pasting import LONGEST_NAME
from server.people.players_page import where_they_sit

bp = Blueprint("door", __name__, url_prefix="/events/<tid>/entry")


@bp.get("/")
@needs("organizer")
def show(tid: str) -> str:
    return _page(desk(tid))


@bp.post("/terms")
@needs("organizer")
def terms(tid: str) -> ResponseReturnValue:
    """Open or close the entry, and say for how many there is room and what it costs."""
    d = desk(tid)
    was = d.t.entering.open
    opens = {"open": True, "close": False}.get(request.form.get("do", ""), was)
    try:
        wanted = read_terms(request.form, open=opens)

        def decide(t: Tournament) -> tuple[f.Fact, ...]:
            require_as_it_was(request.form, t.entering, wanted)
            return entering.set_entry(t, wanted)

        record(tid, decide)
    except Refused as why:
        return _page(desk(tid), typed=request.form, why=why), 409
    tell("Saved." if opens == was else "Players can enter by phone now." if opens else "Entry by phone is closed.")
    return redirect(url_for("door.show", tid=tid), 303)


@bp.post("/accept")
@needs("organizer")
def accept_chosen(tid: str) -> ResponseReturnValue:
    """Everybody who was ticked, in one act; or they are refused, or all the others of the list."""
    ids, do = request.form.getlist("entry"), request.form.get("do", "")
    if do in ("refuse", "refuse-others"):
        others = [id for id in request.form.getlist("listed") if id not in ids]
        refused = waiting.refuse(tid, _some(ids) if do == "refuse" else others)
        tell(f"{plural(refused, 'entry', 'entries')} refused. They can be brought back below.")
        return redirect(url_for("door.show", tid=tid), 303)
    known = {each.id: each for each in waiting.entries(tid, "waiting")}
    if not set(_some(ids)) <= set(known):
        raise Refused("One of these entries was taken back or answered just now. Nothing was done; look again.")
    done = accept(tid, [Accepting(known[id]) for id in known if id in ids], said="")
    _tell_accepted(tid, done.facts)
    return redirect(_back(tid), 303)


@bp.post("/bring-back")
@needs("organizer")
def bring_back(tid: str) -> ResponseReturnValue:
    desk(tid)
    waiting.bring_back(tid, request.form.getlist("entry"))
    return redirect(url_for("door.show", tid=tid), 303)


@bp.post("/refuse-address")
@needs("organizer")
def refuse_address(tid: str) -> ResponseReturnValue:
    """Everything that waits from one address: somebody plays a joke."""
    desk(tid)
    address = request.form.get("address", "")
    ids = [each.id for each in waiting.entries(tid, "waiting") if each.address == address]
    tell(f"{plural(waiting.refuse(tid, ids), 'entry', 'entries')} refused. They can be brought back below.")
    return redirect(url_for("door.show", tid=tid), 303)


@bp.get("/flyer")
@needs("organizer")
def print_flyer(tid: str) -> str:
    d = desk(tid)
    return render_template("paper_flyer.html", page=flyer(d, enter_link(tid)), tid=tid)


@bp.get("/<entry>")
@needs("organizer")
def one(tid: str, entry: str) -> str:
    return _one(desk(tid), waiting.one(tid, entry))


@bp.post("/<entry>")
@needs("organizer")
def decide(tid: str, entry: str) -> ResponseReturnValue:
    """One entry: accepted as it is spelled here, as somebody who is known, merged with a player, or refused."""
    d, found = desk(tid), waiting.one(tid, entry)
    if request.form.get("do") == "refuse":
        waiting.refuse(tid, [entry])
        tell("The entry is refused. It can be brought back below.")
        return redirect(url_for("door.show", tid=tid), 303)
    try:
        if found.state == "refused":
            waiting.bring_back(tid, [entry])
        done = accept(tid, [_as_chosen(found, request.form)], said="")
    except Refused as why:
        return _one(d, found, typed=request.form, fault=str(why)), 409
    _tell_accepted(tid, done.facts)
    return redirect(url_for("door.show", tid=tid), 303)


def _as_chosen(entry: waiting.WaitingEntry, form: Mapping[str, str]) -> Accepting:
    kind, _, who = form.get("as", "").partition(":")
    if kind == "player":
        return Accepting(entry, form.get("player", "") if who == "other" else who)
    if kind == "known":
        person = directory().people.get(who)
        if person is None:
            raise Refused("That person is not in the directory any more. Look again.")
        return Accepting(replace(entry, name=person.name, club=person.club))
    name, club = clean(form.get("name", "")), clean(form.get("club", ""))
    if not name or max(len(name), len(club)) > LONGEST_NAME:
        raise Refused(f"A player needs a name; it has at most {LONGEST_NAME} characters, and so has a club.")
    return Accepting(replace(entry, name=name, club=club))


def _some(ids: list[str]) -> list[str]:
    if not ids:
        raise Refused("Nobody is ticked. Tick somebody first.")
    return ids


def _tell_accepted(tid: str, facts: tuple[f.Fact, ...]) -> None:
    new = [fact.player for fact in facts if isinstance(fact, f.PlayerEntered)]
    tell(f"{plural(len(new), 'player')} accepted. Their phones know it." if new else "Accepted. Their phone knows it.")
    if seated := where_they_sit(desk(tid).t, new):
        tell(seated)


def _back(tid: str) -> str:
    return url_for("players.show" if request.form.get("back") == "players" else "door.show", tid=tid)


def _page(d: Desk, *, typed: Mapping[str, str] | None = None, why: Refused | None = None) -> str:
    page = door_page(d, typed=typed, why=why)
    return render_template("door.html", d=frame(d, "players", heading="Entry"), names=d.names, page=page)


def _one(d: Desk, entry: waiting.WaitingEntry, *, typed: Mapping[str, str] | None = None, fault: str = "") -> str:
    page = one_page(d, entry, typed=typed, fault=fault)
    return render_template("door_one.html", d=frame(d, "players", heading=entry.name), names=d.names, page=page)
