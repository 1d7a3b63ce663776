"""Paper for the end of an event: certificates to hand over, and the list of prizes with a line for each signature."""

from __future__ import annotations

from datetime import datetime

from engine.refusals import Refused
from engine.rulesets.naming import played_by
from engine.sentences import plural
from engine.sides import Side
from engine.standings.places import FinalPlace, recorded_places
from engine.values import dataclass
from server.core.desk import Desk
from server.paper.sheets import Head, days, head

NOT_OVER = "The event is not finished yet."
NO_PRIZES = "No prize was named when the event was finished."
FEWEST = 3  # certificates, where nothing else says how many
LONG, LONGEST = 36, 64  # letters of a winner: beyond them they are smaller, so that two lines hold them


@dataclass(frozen=True, slots=True)
class Certificate:
    """One page: who, which place in words, and among how many; `length` if the name needs smaller letters."""

    place: int
    players: Side
    word: str
    among: str
    length: str = ""


@dataclass(frozen=True, slots=True)
class Certificates:
    """Those of the first places; `choices` are how many others can be printed, with what to call it."""

    event: str
    game: str
    day: str
    pages: tuple[Certificate, ...]
    choices: tuple[tuple[int, str, bool], ...]


@dataclass(frozen=True, slots=True)
class PrizeList:
    """Who takes which prize; `without` are places that were passed over, with the reason."""

    head: Head
    given: tuple[FinalPlace, ...]
    without: tuple[FinalPlace, ...]


def why_no_certificates(desk: Desk) -> str:
    """Empty once there are places."""
    return "" if desk.t.finish is not None else NOT_OVER


def why_no_prizes(desk: Desk) -> str:
    """Empty once prizes are given."""
    if desk.t.finish is None:
        return NOT_OVER
    return "" if desk.t.finish.prizes else NO_PRIZES


def certificates(desk: Desk, top: int | None, *, now: datetime) -> Certificates:
    """One for each of the first so many places; without a number for those of the bracket, else the first three."""
    if why := why_no_certificates(desk):
        raise Refused(why)
    places = recorded_places(desk.t)
    count = min(len(places), max(1, _usual(desk) if top is None else top))
    sizes = sorted({min(FEWEST, len(places)), min(_usual(desk), len(places)), len(places), count})
    last = days(desk, now=now)[1]
    among = _among(desk, places)
    return Certificates(
        event=desk.name,
        game=played_by(desk.t.settings),
        day=f"{last.day} {last:%B %Y}",
        pages=tuple(
            Certificate(each.place, each.players, place_word(each.place), among, _length(desk, each.players))
            for each in places[:count]
        ),
        choices=tuple((size, _choice(size, len(places)), size == count) for size in sizes),
    )


def prize_list(desk: Desk, *, now: datetime) -> PrizeList:
    """Every prize with who takes it, in the order of the places."""
    if why := why_no_prizes(desk):
        raise Refused(why)
    places = recorded_places(desk.t)
    last = max((each.place for each in places if each.prize), default=0)
    return PrizeList(
        head=head(desk, "Prize list", now=now),
        given=tuple(each for each in places if each.prize),
        without=tuple(each for each in places if not each.prize and each.place < last),
    )


def place_word(place: int) -> str:
    """Champion, 2nd place, 3rd place, 21st place."""
    if place == 1:
        return "Champion"
    ending = "th" if place // 10 % 10 == 1 else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{ending} place"


def _length(desk: Desk, side: Side) -> str:
    letters = len(" & ".join(desk.names[player] for player in side))
    if letters > LONGEST:
        return "longest"
    return "long" if letters > LONG else ""


def _usual(desk: Desk) -> int:
    stage = desk.t.stages[-1]
    bracket = len(stage.entrants) if stage.kind == "bracket" else 0
    return max(FEWEST, bracket)


def _choice(size: int, everybody: int) -> str:
    return f"Everybody ({size})" if size == everybody else f"The first {size}"


def _among(desk: Desk, places: tuple[FinalPlace, ...]) -> str:
    """Of 24 players; a game with teams counts those."""
    if desk.t.settings.teams:
        return f"of {plural(len(places), 'team')}"
    return f"of {plural(len(places), 'player')}"
