"""Players: checking in, adding, changing, dropping and coming back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flask import Blueprint, current_app, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy import Connection

from engine import facts as f
from engine.decisions import entering, people, roster, teams
from engine.decisions.apart import excuse
from engine.decisions.staff import host_and_play
from engine.fold import apply_facts
from engine.folding.parts import player_of
from engine.names import key
from engine.refusals import Refused
from engine.rulesets.registry import ruleset_of
from engine.sentences import who
from engine.standings.staff import known_as
from engine.words import Excuse, Tournament
from server.core.auth import needs
from server.core.desk import Desk, Person, desk, record, tell
from server.core.frame import frame
from server.core.journal import Recorded
from server.core.open_forms import SavedMeanwhile
from server.core.spelling import clean, quoted
from server.core.timekeeping import moment
from server.people import check_in as check_in_window
from server.people import codes, entering_list, filling_in, playing_staff
from server.people.code_cards import code_card
from server.people.filling_in import Filled, fill_in, filled_in, with_filled_told
from server.people.known_names import with_known
from server.people.pasting import (
    LONGEST_NAME,
    READ_AS,
    Entry,
    Pasted,
    read,
    split_factions,
    table_number,
    told_twice,
    with_factions_told,
)
from server.people.pasting_teams import teams_listed, with_partners
from server.people.player_page import player_page, require_as_it_was, require_off_as_it_was
from server.people.players_page import players_page, where_they_sit
from server.people.roster import kept, while_open
from server.people.staff import names_of, on_the_staff_too

bp = Blueprint("players", __name__, url_prefix="/events/<tid>/players")
REMOVE_FIRST = "To seat them in this round, remove them from the list on their page, then add them here."
COUNTS_AS: dict[str, Excuse | None] = {"": None, "missed": "missed", "bye": "bye"}


@bp.get("/")
@needs("judge")
def show(tid: str) -> str:
    return _list(desk(tid))


@bp.post("/here")
@needs("judge")
def check_in(tid: str) -> ResponseReturnValue:
    """One tap: `here` names who is, `gone` who is not. Said as it shall be, so that a double tap changes nothing."""
    player, present = _ticked("here", "gone")
    record(tid, lambda t: roster.check_in(t, player, present=present))
    return _to_line(tid, player)


@bp.post("/all-here")
@needs("judge")
def all_here(tid: str) -> ResponseReturnValue:
    record(tid, roster.check_everybody_in, said="Everybody is checked in.")
    return redirect(url_for("players.show", tid=tid), 303)


@bp.post("/take-off-absent")
@needs("organizer")
def take_off_absent(tid: str) -> ResponseReturnValue:
    """Everybody who is not here; from the list of them, those who are ticked."""
    chosen = request.form.getlist("absent") if "listed" in request.form else None
    if chosen is not None and not chosen:
        raise Refused("Nobody is ticked. Tick who should come off the list.")
    off = len(record(tid, lambda t: roster.take_off_the_absent(t, chosen)).facts)
    flash(f"{off} removed from the list. You can undo it in the history." if off else "Everybody is here.", "done")
    return redirect(url_for("players.show", tid=tid), 303)


@bp.post("/self-check-in")
@needs("organizer")
def self_check_in(tid: str) -> ResponseReturnValue:
    """Let players check themselves in, until a time, for some minutes, or until it is closed here."""
    if request.form.get("do") == "close":
        record(tid, entering.close_check_in, said="Players cannot check themselves in any more.")
        return redirect(url_for("players.show", tid=tid), 303)
    try:
        length = check_in_window.read_length(request.form)
        record(tid, lambda t: entering.open_check_in(t, moment(), ms=length))
    except Refused as why:
        return _list(desk(tid), check_in_form={**request.form, "fault": str(why)}), 409
    tell("Players can check themselves in now, on the phone they entered with or with a personal code from Print.")
    return redirect(url_for("players.show", tid=tid), 303)


@bp.post("/paid")
@needs("organizer")
def paid(tid: str) -> ResponseReturnValue:
    player, value = _ticked("paid", "unpaid")

    def known(t: Tournament) -> tuple[f.Fact, ...]:
        player_of(t, player)
        return ()

    record(tid, known, beside=kept(tid, player, paid=value))
    return _to_line(tid, player)


@bp.post("/preview")
@needs("organizer")
def preview(tid: str) -> str:
    """What a pasted list comes to, while somebody types."""
    d = desk(tid)
    try:
        (pasted, _), fault = _pasted(d), ""
    except Refused as why:
        pasted, fault = None, str(why)
    return render_template("_player_pasted.html", pasted=pasted, fault=fault, names=d.names)


@bp.post("/add")
@needs("organizer")
def add(tid: str) -> ResponseReturnValue:
    d = desk(tid)
    try:
        pasted, filled = _pasted(d)
        if "look" in request.form:
            return _list(
                d,
                typed=request.form.get("players", ""),
                keep_doubles="keep_doubles" in request.form,
                pasted=pasted,
            )
        done = _add(tid, pasted, filled)
    except Refused as why:
        typed, keeps = request.form.get("players", ""), "keep_doubles" in request.form
        return _list(d, typed=typed, keep_doubles=keeps, fault=str(why)), 409
    _tell_added(desk(tid), done, pasted)
    return redirect(url_for("players.show", tid=tid), 303)


@bp.get("/<pid>")
@needs("judge")
def edit(tid: str, pid: str) -> str:
    return _one(desk(tid), pid)


@bp.post("/<pid>")
@needs("organizer")
def save(tid: str, pid: str) -> ResponseReturnValue:
    d = desk(tid)
    try:
        new = _typed()
        beside = kept(tid, pid, name=new.name, club=new.club, paid=new.paid)
        known = d.people.get(pid)
        renamed, respelled = _renamed(known, new), known is None or known.name != new.name

        def decide(t: Tournament) -> tuple[f.Fact, ...]:
            require_as_it_was(request.form, desk(tid), pid)
            return roster.change_details(t, pid, new.details, renamed=renamed, respelled=respelled)

        record(tid, decide, beside=beside, said=f"{who(pid)} is saved.")
    except Refused as why:
        return _one(desk(tid), pid, typed=request.form, why=why), 409
    if _mistaken(d, pid, new):
        flash(f"Another player is called {quoted(new.name)} too. Tell them apart by club.", "warning")
    for told in (*on_the_staff_too(desk(tid), (pid,) if renamed else ()), *told_twice((new,), d.t.settings)):
        tell(told, "warning")
    return _to_line(tid, pid)


@bp.post("/<pid>/rounds-off")
@needs("organizer")
def rounds_off(tid: str, pid: str) -> ResponseReturnValue:
    """Rounds to come that this player does not play, and how each counts."""
    wanted = dict(_round_off(name, value) for name, value in request.form.items() if name.startswith("round-"))

    def decide(t: Tournament) -> tuple[f.Fact, ...]:
        require_off_as_it_was(request.form, player_of(t, pid), wanted)
        return excuse(t, pid, wanted)

    try:
        record(tid, while_open(decide), said=f"{who(pid)} is saved.")
    except SavedMeanwhile as why:
        flash(str(why), "refused")
        return _one(desk(tid), pid, off=request.form, why=why), 409
    return _back_to(tid, pid)


@bp.post("/<pid>/drop")
@needs("organizer")
def drop(tid: str, pid: str) -> ResponseReturnValue:
    record(tid, while_open(lambda t: people.drop(t, pid)), said=f"{who(pid)} is out from the next pairing on.")
    return redirect(url_for("now.show", tid=tid), 303) if request.form.get("back") == "now" else _back_to(tid, pid)


@bp.post("/<pid>/reinstate")
@needs("organizer")
def reinstate(tid: str, pid: str) -> ResponseReturnValue:
    done = record(tid, while_open(lambda t: people.reinstate(t, pid)))
    at_once = len(done.facts) > 1
    tell(where_they_sit(desk(tid).t, [pid]) if at_once else f"{who(pid)} is back from the next pairing on.")
    return _back_to(tid, pid)


@bp.post("/<pid>/remove")
@needs("organizer")
def remove(tid: str, pid: str) -> ResponseReturnValue:
    record(tid, lambda t: roster.take_off(t, pid), said=f"{who(pid)} is removed from the list.")
    return redirect(url_for("players.show", tid=tid), 303)


@bp.post("/<pid>/code")
@needs("organizer")
def new_code(tid: str, pid: str) -> ResponseReturnValue:
    """A new personal code, for somebody whose old one is lost or was seen by others."""
    player_of(desk(tid).t, pid)
    if not codes.replace_code(tid, pid, seen=request.form.get("replaced", -1, type=int)):
        raise Refused(f"{who(pid)} has a newer code than this page showed. It is below, unchanged.")
    tell(f"{who(pid)} has a new code. The old one does not work any more.")
    return _back_to(tid, pid)


@bp.post("/<pid>/staff")
@needs("organizer")
def staff(tid: str, pid: str) -> ResponseReturnValue:
    role, called = request.form.get("role", ""), names_of(desk(tid))
    record(
        tid,
        lambda t: host_and_play(t, pid, role=role, known_as=known_as(t, "", pid, called)),
        said=f"Noted for {who(pid)}.",
    )
    return _back_to(tid, pid)


def _add(tid: str, pasted: Pasted, filled: Sequence[Filled]) -> Recorded:
    entries = pasted.players
    # The ids are chosen under the write lock, so that two people adding at once do not get the same ones.
    ids: list[str] = []

    def decide(t: Tournament) -> tuple[f.Fact, ...]:
        if not entries and request.form.get("seat") and pasted.again:
            raise Refused(f"{quoted(pasted.again[0][1].name)} is on the list. {REMOVE_FIRST}")
        if not entries and filled:
            return fill_in(t, filled)
        if not entries:
            raise Refused("There is nobody new in that list. Write one name per line.")
        if request.form.get("seat") and len(entries) > 1:
            raise Refused("Only one seat is free in this round. Add that player alone, then the others.")
        ids[:] = entering_list.new_ids(entering_list.taken_ids(tid) | set(t.players), len(entries))
        if request.form.get("seat"):
            return *roster.enter_listed_this_round(t, ids[0], entries[0].details), *fill_in(t, filled)
        entered = roster.enter_listed(t, entering_list.details(ids, entries))
        together = teams_listed(ids, entries) if ruleset_of(t.settings).teams and not t.stages else ()
        return *entered, *teams.join_listed(apply_facts(t, entered), together), *fill_in(t, filled)

    def beside(connection: Connection) -> None:
        entering_list.keeping(tid, ids, entries)(connection)
        filling_in.keeping(tid, filled)(connection)

    return record(tid, decide, beside=beside)


def _pasted(d: Desk) -> tuple[Pasted, tuple[Filled, ...]]:
    """The list as it was pasted, and what it adds to those who are in."""
    most = current_app.config["CINDERBOX"].most_players
    known = [(d.people[id].name, d.people[id].club) for id in d.t.players]
    listed = read(request.form.get("players", ""), most=most)
    listed = with_partners(listed) if ruleset_of(d.t.settings).teams else listed
    listed = with_known(listed, request.form, event=d.id)
    pasted = READ_AS["keep_doubles" in request.form](listed, known=known)
    pasted = with_factions_told(pasted, d.t.settings)
    if len(pasted.players) + len(known) > most:
        raise Refused(f"That would make {len(pasted.players) + len(known):,} players; an event has at most {most:,}.")
    filled = filled_in(d, pasted)
    return with_filled_told(pasted, filled), filled


def _tell_added(d: Desk, done: Recorded, pasted: Pasted) -> None:
    new = [fact.player for fact in done.facts if isinstance(fact, f.PlayerEntered)]
    if new:
        tell("1 player entered." if len(new) == 1 else f"{len(new)} players entered.")
    if seated := where_they_sit(d.t, new):
        tell(seated)
    doubles = () if done.again else pasted.told  # the second time everybody is a double
    for told in (*doubles, *on_the_staff_too(d, new)):
        tell(told, "warning")


def _typed() -> Entry:
    form = request.form
    name, club = clean(form.get("name", "")), clean(form.get("club", ""))
    if not name:
        raise Refused("A player needs a name.")
    if max(len(name), len(club)) > LONGEST_NAME:
        raise Refused(f"A name has at most {LONGEST_NAME} characters, and so has a club.")
    table, factions = table_number(form.get("table", "")), split_factions(form.get("factions", ""))
    return Entry(name, club, paid="paid" in form, table=table, factions=factions)


def _mistaken(d: Desk, pid: str, new: Entry) -> bool:
    """Does somebody else have this name, and no other club?"""
    others = (d.people[id] for id in d.t.players if id != pid)
    same = [each for each in others if key(each.name) == key(new.name)]
    return any(key(each.club) == key(new.club) or not each.club or not new.club for each in same)


def _renamed(before: Person | None, after: Entry) -> bool:
    """Is what everybody reads of them different?"""
    return before is None or (before.name, before.club) != (after.name, after.club)


def _round_off(name: str, value: str) -> tuple[int, Excuse | None]:
    number = name.removeprefix("round-")
    if not (number.isascii() and number.isdigit() and len(number) < 3) or value not in COUNTS_AS:
        raise Refused("A round is played, missed, or a bye given in advance. Choose one of these.")
    return int(number), COUNTS_AS[value]


def _ticked(yes: str, no: str) -> tuple[str, bool]:
    value = request.form.get(yes)
    return (value, True) if value is not None else (request.form.get(no, ""), False)


def _to_line(tid: str, player: str) -> ResponseReturnValue:
    """Back to the list, where this player is; among those who were found, if somebody looked for them."""
    q, part = request.form.get("q", "")[:80] or None, "all" if request.form.get("part") == "all" else None
    return redirect(url_for("players.show", tid=tid, q=q, part=part, at=player, _anchor=player), 303)


def _back_to(tid: str, pid: str) -> ResponseReturnValue:
    return redirect(url_for("players.edit", tid=tid, pid=pid), 303)


def _list(
    d: Desk,
    *,
    typed: str = "",
    keep_doubles: bool = False,
    fault: str = "",
    pasted: Pasted | None = None,
    check_in_form: Mapping[str, str] | None = None,
) -> str:
    page = players_page(d, typed=typed, keep_doubles=keep_doubles, fault=fault, check_in_form=check_in_form)
    title = "Check-in" if page.checking_in else "Players"
    shown = {"page": page, "pasted": pasted, "fault": fault}
    return render_template("players.html", d=frame(d, "players", heading=title), names=d.names, **shown)


def _one(
    d: Desk,
    pid: str,
    *,
    typed: Mapping[str, str] | None = None,
    off: Mapping[str, str] | None = None,
    why: Refused | None = None,
) -> str:
    page = player_page(d, pid, typed=typed, off=off, why=why)
    title = frame(d, "players", heading=page.line.name)
    code = code_card(d, pid) if playing_staff.may_see_code(d, pid) else None
    return render_template("player.html", d=title, names=d.names, page=page, code=code)
