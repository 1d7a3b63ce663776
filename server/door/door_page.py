"""The page of the entry: who waits for the desk, and on what terms players enter by themselves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from markupsafe import Markup

from engine.decisions.entering import places_left
from engine.decisions.setup import enter
from engine.fees import amount
from engine.handing_in import asked_for
from engine.refusals import Refused
from engine.values import dataclass
from engine.words import Entering, PlayerId
from server.box.addresses import box_address, why_no_phones
from server.box.qr_codes import qr
from server.core import open_forms
from server.core.desk import Desk
from server.door.likely_people import Likely, likely
from server.door.waiting import WaitingEntry, entries
from server.people.known_names import label
from server.people.players_page import NewEntries, adding

MANY_FROM_ONE = 8  # so many from one address, or on the waiting list, are worth a word
SHOWN = 6
TERMS = {"places": "places", "fee": "fee"}


@dataclass(frozen=True, slots=True)
class EntryLine:
    """One entry; `ticked` where accepting everybody would take it, `note` why the desk should look first."""

    entry: WaitingEntry
    ticked: bool
    note: str = ""
    known: str = ""
    brings: str = ""


@dataclass(frozen=True, slots=True)
class FromOneAddress:
    """Many entries from one address: a Wi-Fi that hides its phones, or somebody who plays a joke."""

    address: str
    count: int


@dataclass(frozen=True, slots=True)
class DoorPage:
    """`new` may be accepted, `full` wait for a place. `closed` says why nobody can enter at all, `late` what it means
    to enter now that the event is on.
    """

    entering: Entering
    new: tuple[EntryLine, ...]
    full: tuple[EntryLine, ...]
    refused: tuple[WaitingEntry, ...]
    left: int | None
    players: int
    fee: str
    closed: str
    late: str
    address: str
    code: Markup
    no_phones: str
    many: tuple[FromOneAddress, ...]
    asks: str
    typed: Mapping[str, str]
    fault: str = ""
    was: str = ""

    @property
    def crowded(self) -> bool:
        """Whether ticking everybody on the waiting list would be much work: a bot has many addresses."""
        return len(self.full) >= MANY_FROM_ONE


@dataclass(frozen=True, slots=True)
class OnePage:
    """One entry, and who it may be."""

    entry: WaitingEntry
    likely: Likely
    names: Mapping[PlayerId, str]
    others: tuple[tuple[PlayerId, str], ...]
    asks: str
    typed: Mapping[str, str]
    fault: str = ""


def door_page(desk: Desk, *, typed: Mapping[str, str] | None = None, why: Refused | None = None) -> DoorPage:
    t, now = desk.t, desk.t.entering
    kept = _kept(now)
    new, full = lines(desk)
    return DoorPage(
        entering=now,
        new=new,
        full=full,
        refused=entries(desk.id, "refused"),
        left=places_left(t),
        players=sum(player.active for player in t.players.values()),
        fee=amount(now.fee, now.currency) if now.fee else "",
        closed=why_closed(desk),
        late=adding(t).sentence,
        address=f"{box_address().removeprefix('http://')}enter",
        code=qr(enter_link(desk.id)),
        no_phones=why_no_phones(),
        many=_many(tuple(line.entry for line in (*new, *full))),
        asks=asked_for(t),
        typed=typed if typed is not None else kept,
        fault=str(why or ""),
        was=open_forms.was(kept, typed, why),
    )


def require_as_it_was(form: Mapping[str, str], now: Entering, wanted: Entering) -> None:
    """Refused with the terms of today, if they are not what the form was filled with."""
    kept = _kept(now)
    open_forms.require_as_it_was(form, kept, now=open_forms.differences(kept, _kept(wanted), TERMS))


def lines(desk: Desk) -> tuple[tuple[EntryLine, ...], tuple[EntryLine, ...]]:
    """Everybody who waits: those for whom there is room, and those on the waiting list."""
    waiting = entries(desk.id, "waiting")
    who, left = likely(desk, waiting), places_left(desk.t)
    doubles = Counter(_called(each) for each in waiting)
    found, room, seen = [], left, set[tuple[str, str]]()
    for entry in waiting:
        about = who[entry.id]
        twice = doubles[_called(entry)] > 1 and _called(entry) in seen
        seen.add(_called(entry))
        fits = room is None or room > 0
        ticked = fits and not about.sure and not twice
        if room is not None and ticked:
            room -= 1
        found.append((fits, _line(entry, about, ticked=ticked, twice=twice)))
    return tuple(line for fits, line in found if fits), tuple(line for fits, line in found if not fits)


def new_entries(desk: Desk) -> NewEntries:
    """For the list of players: who waits, and whom accepting everybody would take."""
    new, full = lines(desk)
    ticked = [line.entry for line in new if line.ticked]
    return NewEntries(
        waiting=len(new),
        ids=tuple(entry.id for entry in ticked),
        names=tuple(line.entry.name for line in new[:SHOWN]),
        full=len(full),
        open=desk.t.entering.open,
    )


def one_page(desk: Desk, entry: WaitingEntry, *, typed: Mapping[str, str] | None = None, fault: str = "") -> OnePage:
    about = likely(desk, (entry,))[entry.id]
    others = sorted(
        ((player, desk.names[player]) for player in desk.t.players if player not in about.listed),
        key=lambda each: each[1].casefold(),
    )
    kept = {"name": entry.name, "club": entry.club}
    return OnePage(entry, about, desk.names, tuple(others), asked_for(desk.t), typed or kept, fault)


def why_closed(desk: Desk) -> str:
    """Why nobody can enter, whatever the organizer opens; nothing where somebody can."""
    try:
        enter(desk.t, [])
    except Refused as why:
        return str(why)
    return "The event is finished." if desk.t.finish is not None else ""


def enter_link(tournament_id: str) -> str:
    """What the QR code says."""
    return f"{box_address()}enter/{tournament_id}"


def _line(entry: WaitingEntry, about: Likely, *, ticked: bool, twice: bool) -> EntryLine:
    note = "On the list already?" if about.sure else "Entered twice?" if twice else ""
    note = note or ("Looks like somebody on the list" if about.listed else "")
    brings = ", ".join(
        word
        for word, there in (
            (f"with {entry.partner}", entry.partner),
            ("factions", any(entry.factions)),
            ("deck list", entry.deck),
        )
        if there
    )
    return EntryLine(entry, ticked, note, _known(about), brings)


def _known(about: Likely) -> str:
    if about.listed:
        return ""
    if about.found:
        return "Known from earlier events"
    return f"Looks like {label(about.known[0])}" if about.known else ""


def _called(entry: WaitingEntry) -> tuple[str, str]:
    return entry.name.casefold(), entry.club.casefold()


def _many(waiting: tuple[WaitingEntry, ...]) -> tuple[FromOneAddress, ...]:
    found = Counter(each.address for each in waiting)
    return tuple(FromOneAddress(at, count) for at, count in found.most_common() if count >= MANY_FROM_ONE)


def _kept(now: Entering) -> dict[str, str]:
    return {"places": str(now.places or ""), "fee": amount(now.fee, now.currency) if now.fee else ""}
