"""What the desk says of a second draft whose players changed: a corrected result, or somebody who left."""

from __future__ import annotations

from engine.decisions.stages import draft_is_on
from engine.pairing.draft import second_name
from engine.sentences import who
from engine.standings.advancing import NoLongerBest, Vacancy, overtaken, vacancies
from engine.words import Tournament


def second_phase_warnings(t: Tournament) -> tuple[str, ...]:
    """For the organizer, until the event is finished."""
    if t.finish is not None:
        return ()
    name = second_name(t.settings)
    left = (_left(vacancy, name) for vacancy in empty_seats(t) if vacancy.next)
    return (*(_overtaken(found, name) for found in overtaken(t)), *left)


def empty_seats(t: Tournament) -> tuple[Vacancy, ...]:
    """Seats that somebody else can still take: as long as no round after the draft is published."""
    return vacancies(t) if draft_is_on(t) else ()


def _overtaken(found: NoLongerBest, name: str) -> str:
    return (
        f"{who(found.drafts)} plays in the {name} and is no longer among the best of group {found.group}: "
        f"{who(found.best)} is. Undo the {name} in the history to draw it anew, or play on as it is."
    )


def _left(vacancy: Vacancy, name: str) -> str:
    return (
        f"{who(vacancy.left)} has left the {name}. {who(vacancy.next or '')} is next in group "
        f"{vacancy.group} and can take the seat, on the Draft page."
    )
