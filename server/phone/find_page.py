"""Finding oneself: by any part of the name, accents ignored; each hit already says where to sit."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from engine.standings.places import recorded_places
from engine.values import dataclass
from engine.words import PlayerId
from server.core.spelling import alphabetical
from server.phone.phone_frame import Whereabouts, newest, seats_of
from server.public.public_view import Public

MOST_LISTED = 512  # more names than this are only shown once somebody typed
MOST_FOUND = 60
_LIKE = {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ß": "ss", "æ": "ae", "œ": "oe", "ı": "i", "ħ": "h"}


@dataclass(frozen=True, slots=True)
class Found:
    """Somebody in the list of names; `pieces` is the name cut where it was looked for, every second piece a hit."""

    player: PlayerId
    pieces: tuple[str, ...]
    seat: Whereabouts
    out: str
    place: int = 0


@dataclass(frozen=True, slots=True)
class FindPage:
    asked: str
    found: tuple[Found, ...]
    people: int
    complete: bool


def find_page(view: Public, asked: str) -> FindPage:
    """Everybody whose name holds every word that was typed; without any, everybody."""
    words = plain(asked).split()
    round_ = newest(view.t)
    people = sorted(view.t.players, key=lambda player: alphabetical(view.names.get(player, player)))
    hits = [p for p in people if all(word in plain(view.names.get(p, p)) for word in words)]
    complete = not words and len(people) <= MOST_LISTED
    shown = hits if complete else hits[:MOST_FOUND] if words else []
    over = view.t.finish is not None
    seats = {} if over else seats_of(round_)
    places = {player: each.place for each in recorded_places(view.t) for player in each.players}
    return FindPage(
        asked=asked.strip(),
        found=tuple(_found(view, player, words, seats, place=places.get(player, 0)) for player in shown),
        people=len(people),
        complete=complete,
    )


def plain(text: str) -> str:
    """A name as people type it in a hurry: no accents, no capitals."""
    return "".join(_plain_letter(letter) for letter in text)


def _plain_letter(letter: str) -> str:
    bare = unicodedata.normalize("NFKD", letter).casefold()
    return "".join(_LIKE.get(part, part) for part in bare if not unicodedata.combining(part))


def _found(
    view: Public, player: PlayerId, words: list[str], seats: dict[PlayerId, Whereabouts], *, place: int
) -> Found:
    known = view.t.players[player]
    out = "" if known.active else "out of the event" if known.disqualified else "dropped"
    seat = seats.get(player, Whereabouts())
    pieces = tuple(_cut(view.names.get(player, player), words))
    return Found(player, pieces, Whereabouts() if seat.gone else seat, out or seat.gone, place)


def _cut(name: str, words: list[str]) -> Iterator[str]:
    """The name in pieces: what was not looked for, what was, what was not…"""
    bare = ""
    at: list[int] = []
    for place, letter in enumerate(name):
        new = _plain_letter(letter)
        bare, at = bare + new, at + [place] * len(new)
    hits = [(at[start], at[start + len(word) - 1] + 1) for word in words if (start := bare.find(word)) >= 0]
    end = 0
    for start, stop in sorted(hits):
        if start >= end:
            yield name[end:start]
            yield name[start:stop]
            end = stop
    yield name[end:]
