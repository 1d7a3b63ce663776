"""The rules of a series as an organizer types them, and back into the form."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date

from werkzeug.datastructures import MultiDict

from engine.refusals import Refused
from engine.rulesets.registry import RULESETS
from engine.series.rules import By, Series, SeriesRules
from engine.series.sound import MOST
from engine.series.tiebreaks import TIEBREAKS
from engine.values import dataclass, replace
from server.core.forms import whole
from server.core.spelling import clean

LONGEST_NAME, MOST_PLACES, TIEBREAKS_ASKED = 80, 200, 3
OWN: dict[str, By] = {"place": "place", "wins": "wins", "participation": "participation"}
KINDS = (
    *((id, f"{book.name}: the rulebook’s own points") for id, book in RULESETS.items() if book.series is not None),
    ("place", "Points by place"),
    ("wins", "Points for each match won"),
    ("participation", "Points for having played"),
)
TIES = (
    ("", "none: they share the rank"),
    ("events_won", "more events won"),
    ("best_event", "the better best event"),
    ("wins", "more matches won"),
    ("most_events", "more events played"),
    ("fewest_events", "fewer events played"),
)
COMING = (("every", "by themselves, all of this rulebook and period"), ("hand", "only those that I put in"))
Typed = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class SeriesForm:
    """What the page asks, with what is typed so far."""

    typed: Typed
    kinds: tuple[tuple[str, str], ...] = KINDS
    rulesets: tuple[tuple[str, str], ...] = (("", "any"), *((id, book.name) for id, book in RULESETS.items()))
    ties: tuple[tuple[str, str], ...] = TIES
    events: tuple[tuple[str, str], ...] = COMING
    asked: tuple[int, ...] = tuple(range(1, TIEBREAKS_ASKED + 1))


def typed_name(form: MultiDict[str, str]) -> str:
    name = clean(form.get("name", ""))
    if not name:
        raise Refused("A series needs a name.")
    if len(name) > LONGEST_NAME:
        raise Refused(f"The name has at most {LONGEST_NAME} characters.")
    return name


def typed_terms(form: MultiDict[str, str]) -> Series:
    """The rules of the form. Refused with a sentence where something is no number or no day."""
    kind = form.get("by", "")
    book = RULESETS.get(kind)
    if kind in OWN:
        series = Series(_points(form, OWN[kind]), ruleset=_ruleset(form.get("ruleset", "")))
    elif book is not None and book.series is not None:
        series = Series(book.series, ruleset=kind)
    else:
        raise Refused("Choose how points are scored.")
    first, last = (typed_day(form.get(end, ""), what) for end, what in (("first_day", "First"), ("last_day", "Last")))
    rules = _added_up(series.rules, form)
    return replace(series, rules=rules, first_day=first, last_day=last, every=form.get("events") == "every")


def typed_day(text: str, what: str) -> date | None:
    """A day as 1996-03-02, or none."""
    if not text.strip():
        return None
    try:
        return date.fromisoformat(text.strip())
    except ValueError as why:
        raise Refused(f"{what} day: write it as 1996-03-02.") from why


def number(form: Mapping[str, str], field: str, what: str, *, otherwise: int = 0) -> int:
    text = form.get(field, "").strip()
    found = whole(text, most=MOST) if text else otherwise
    if found is None:
        raise Refused(f"{what}: a whole number from 0 to {MOST:,}.")
    return found


def form_of(name: str, terms: Series) -> dict[str, str]:
    """What stands in the fields of a series that is there."""
    rules = terms.rules
    return {
        "name": name,
        "by": terms.ruleset if rules.by == "rounds" else rules.by,
        "points": " ".join(map(str, rules.points)),
        "rest": str(rules.rest or ""),
        "each": str(rules.each),
        "participation": str(rules.participation or ""),
        "best": str(rules.best or ""),
        "qualify": str(rules.qualify or ""),
        "ruleset": terms.ruleset,
        "first_day": str(terms.first_day or ""),
        "last_day": str(terms.last_day or ""),
        "events": "every" if terms.every else "hand",
        **{f"tie{place}": key for place, key in enumerate(rules.tiebreaks, start=1)},
    }


def _ruleset(id: str) -> str:
    if id and id not in RULESETS:
        raise Refused("Choose a rulebook from the list, or any.")
    return id


def _points(form: MultiDict[str, str], by: By) -> SeriesRules:
    if by != "place":
        return SeriesRules(by=by, each=number(form, "each", "Points each", otherwise=1))
    found = [whole(part, most=MOST) for part in re.split(r"[\s,;+/]+", form.get("points", "").strip()) if part]
    points = tuple(each for each in found if each is not None)
    if len(points) < len(found) or len(points) > MOST_PLACES:
        raise Refused("Points by place: whole numbers, first place first, as in 10 7 5 3.")
    return SeriesRules(by=by, points=points, rest=number(form, "rest", "Every other place"))


def _added_up(rules: SeriesRules, form: MultiDict[str, str]) -> SeriesRules:
    asked = [form.get(f"tie{place}", "") for place in range(1, TIEBREAKS_ASKED + 1)]
    if strange := [key for key in asked if key and key not in TIEBREAKS]:
        raise Refused(f"There is no tie-break “{strange[0][:40]}” for a series.")
    return replace(
        rules,
        participation=number(form, "participation", "For everybody who played"),
        best=number(form, "best", "Events that count"),
        qualify=number(form, "qualify", "Playoff"),
        tiebreaks=tuple(filter(None, asked)),
    )
