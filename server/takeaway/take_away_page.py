"""What the page of results to take away offers."""

from __future__ import annotations

from engine.values import dataclass
from server.core.desk import Desk
from server.takeaway.archive import pages_of
from server.takeaway.forum_text import forum_text
from server.takeaway.taken_pages import taken_event


@dataclass(frozen=True, slots=True)
class TakeAwayPage:
    """`pages` are the titles of what is in the zip, `decks` how many lists could be."""

    finished: bool
    text: str
    pages: tuple[str, ...]
    decks: int


def page_of(desk: Desk) -> TakeAwayPage:
    """The text, and what the zip would hold."""
    event = taken_event(desk, decks=True)
    pages = tuple(title for file, title in pages_of(event) if file != "decks.html")
    return TakeAwayPage(desk.t.finish is not None, forum_text(desk), pages, len(event.decks))
