"""What the desk says of a second draft whose players changed: a corrected result, or somebody who left."""

from __future__ import annotations

from engine.decisions.stages import draft_is_on
from engine.rulesets.ashes_draft import LEGENDARY
from engine.sentences import who
from engine.standings.advancing import Overtaken, Vacancy, overtaken, vacancies
from engine.words import Tournament


def second_phase_warnings(t: Tournament) -> tuple[str, ...]:
    """For the organizer, until the event is finished."""
    if t.finish is not None:
        return ()
    return (*map(_overtaken, overtaken(t)), *(_left(vacancy) for vacancy in empty_seats(t) if vacancy.next))


def empty_seats(t: Tournament) -> tuple[Vacancy, ...]:
    """Seats that somebody else can still take: as long as no round after the draft is published."""
    return vacancies(t) if draft_is_on(t) else ()


def _overtaken(found: Overtaken) -> str:
    return (
        f"{who(found.drafts)} plays in the {LEGENDARY.name} and is no longer among the best of group {found.group}: "
        f"{who(found.best)} is. Undo the {LEGENDARY.name} in the history to draw it anew, or play on as it is."
    )


def _left(vacancy: Vacancy) -> str:
    return (
        f"{who(vacancy.left)} has left the {LEGENDARY.name}. {who(vacancy.next or '')} is next in group "
        f"{vacancy.group} and can take the seat, on the Draft page."
    )
