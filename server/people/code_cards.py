"""Personal codes as the desk shows and prints them."""

from __future__ import annotations

from markupsafe import Markup

from engine.refusals import Unknown
from engine.values import dataclass
from engine.words import PlayerId
from server.box.addresses import box_address, why_no_phones
from server.box.qr_codes import qr
from server.core.desk import Desk
from server.core.spelling import alphabetical
from server.people.codes import Code, codes

A_PAGE = 10


@dataclass(frozen=True, slots=True)
class CodeCard:
    """A code with its picture, and the address to type it at; no picture where no phone finds the box, but why."""

    player: PlayerId
    text: str
    replaced: int
    qr: Markup | None
    where: str
    no_phones: str


def code_card(desk: Desk, player: PlayerId) -> CodeCard:
    """The code of one player."""
    found = codes(desk.id).get(player)
    if found is None:
        raise Unknown("There is no such player in this event. They may have been taken off the list.")
    return _card(found, _where())


def code_sheets(desk: Desk) -> tuple[tuple[CodeCard, ...], ...]:
    """Everybody who is in, by name, so many to a page."""
    known, where, names = codes(desk.id), _where(), desk.names
    people = [p for p, player in desk.t.players.items() if player.active and p in known]
    people.sort(key=lambda player: alphabetical(names.get(player, player)))
    cards = [_card(known[player], where) for player in people]
    return tuple(tuple(cards[at : at + A_PAGE]) for at in range(0, len(cards), A_PAGE))


def _card(code: Code, where: str) -> CodeCard:
    why_not = why_no_phones()
    return CodeCard(code.player, code.text, code.replaced, None if why_not else qr(code.link), where, why_not)


def _where() -> str:
    """As it is typed: without the http:// that every browser adds."""
    return f"{box_address().removeprefix('http://')}me"
