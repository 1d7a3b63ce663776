"""Which part of the help is about which page: the question mark of a page opens that part."""

from __future__ import annotations

# A page by its endpoint, or every page of a blueprint; the part is an id on the help page.
PARTS = {
    "events": "events",
    "events.new": "first-event",
    "events.ask_delete": "events",
    "damage": "damaged",
    "now": "now",
    "announcements": "now",
    "floor": "floor",
    "results.penalties": "floor",
    "results.penalty": "floor",
    "clock": "clock",
    "chess": "clock",
    "players": "players",
    "teams": "players",
    "last_time": "players",
    "door": "entry",
    "staff": "settings",
    "draft": "draft",
    "decks": "decks",
    "deck_checks": "decks",
    "pairings": "pairings",
    "results": "results",
    "results.slips": "slips",
    "results.correct": "wrong-result",
    "standings": "standings",
    "standings.cut": "end",
    "standings.finish": "end",
    "statistics": "end",
    "takeaway": "end",
    "exports": "end",
    "devices": "devices",
    "screens": "devices",
    "history": "history",
    "paper": "print",
    "sheets": "print",
    "settings": "settings",
    "hall": "settings",
    "directory": "people",
    "directory_care": "people",
    "series": "series",
    "ledger": "series",
    "this_box": "box",
    "power": "box",
    "programs": "box",
    "updates": "box",
    "shop": "box",
    "time": "box",
    "health": "health",
    "help": "contents",
}


def part_about(endpoint: str | None) -> str:
    """The part of the help about the page of this endpoint."""
    blueprint = (endpoint or "").partition(".")[0]
    return PARTS.get(endpoint or "") or PARTS.get(blueprint, "contents")
