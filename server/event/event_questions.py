"""What kind of event it is, where the rulebook knows several: the questions, and the event that the answers mean."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine.rulesets.base import Counted, Ruleset
from engine.rulesets.event_kinds import DeckSize, EventQuestions, plain
from engine.standings.points import SCORED_FROM
from engine.words import Event
from server.core.spelling import clean

OWN = "own"
LONGEST, MOST_TO_WIN = 60, 20
FACTORS = ((1, "once"), (2, "double"), (3, "three times"))
REPORTED = ("convention", "convention_code", "code")
FIELDS = (
    *("type", "own_type", "digit", "victory", "own_victory", "realms", "deck_size", "factor", "title", "variants"),
    *REPORTED,
)

Choices = tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class EventForm:
    """The questions with what stands in them. `begun`: only what changes no game can still be changed."""

    fields: Mapping[str, str]
    types: Choices
    with_digit: tuple[str, ...]
    victories: Choices
    sizes: Choices
    variants: tuple[tuple[str, str, str, bool], ...]
    to_win: str
    factors: tuple[tuple[str, str], ...]
    scored: bool
    scored_from: int
    shorthand: str
    begun: bool


def event_form(
    rules: Ruleset, event: Event | None, *, typed: Mapping[str, str] | None = None, begun: bool = False
) -> EventForm | None:
    """The form of this event; or as it was typed, when that could not be kept. None where nothing is asked."""
    ask = rules.questions
    if ask is None:
        return None
    event = event or ask.start
    asked = typed is not None and "spell" in typed
    fields = {key: (typed or {}).get(f"spell_{key}", "") for key in FIELDS} if asked else _fields(ask, event)
    chosen = {plain(variant) for variant in event.variants}
    return EventForm(
        fields=fields,
        types=(*((each.name, each.name, each.summary) for each in ask.types), (OWN, "One of your own", "")),
        with_digit=tuple(each.name for each in ask.types if each.digit),
        victories=(*((each.name, each.name, each.summary) for each in ask.victories), (OWN, "Your own", "")),
        sizes=tuple((str(size.cards), f"{size.cards} cards", _hand(size)) for size in ask.deck_sizes),
        variants=tuple(
            (
                f"spell_variant_{n}",
                each.name,
                each.summary,
                f"spell_variant_{n}" in (typed or {}) if asked else each.name in chosen,
            )
            for n, each in enumerate(ask.variants)
        ),
        to_win=f"{rules.counted.title} that win a game",
        factors=tuple((str(factor), word) for factor, word in FACTORS),
        scored="spell_scored" in (typed or {}) if asked else event.scored,
        scored_from=SCORED_FROM,
        shorthand=ask.booklet(event),
        begun=begun,
    )


def read_event(
    rules: Ruleset, form: Mapping[str, str], now: Event | None, *, begun: bool = False
) -> tuple[Event | None, tuple[str, ...]]:
    """The event that the form means, and a sentence for everything that cannot be. Nothing asked: as it was."""
    ask = rules.questions
    if ask is None or now is None or "spell" not in form:
        return now, ()
    told: list[str] = []
    title = clean(form.get("spell_title", ""))[:LONGEST]
    factor = form.get("spell_factor", "")
    convention, convention_code, code = (
        clean(form.get(f"spell_{key}", getattr(now, key)))[:LONGEST] for key in REPORTED
    )
    event = replace(
        now,
        title=title,
        scored="spell_scored" in form,
        factor=int(factor) if factor in {str(each) for each, _ in FACTORS} else now.factor,
        convention=convention,
        convention_code=convention_code,
        code=code,
    )
    if not begun:
        event = _played_to(ask, form, event, told, rules.counted)
    return event, (*told, *ask.faults(event))


def _played_to(ask: EventQuestions, form: Mapping[str, str], now: Event, told: list[str], counted: Counted) -> Event:
    """What decides how a game is played and won."""
    size = form.get("spell_deck_size", "")
    kind = _type(ask, form, told)
    event = replace(
        now,
        type=kind,
        variants=_variants(ask, form),
        victory=_own(form, "victory", "victory conditions", told),
        deck_size=int(size) if size in {str(each.cards) for each in ask.deck_sizes} else now.deck_size,
        realms=_to_win(form, now, told, counted),
        teams=now.teams if ask.type_of(kind).teams else (),
    )
    return ask.settled(event)


def _type(ask: EventQuestions, form: Mapping[str, str], told: list[str]) -> str:
    barring = next((each for each in ask.types if each.digit and each.name == form.get("spell_type")), None)
    if barring is None:
        return _own(form, "type", "event type", told)
    digit = clean(form.get("spell_digit", ""))
    if len(digit) == 1 and digit in "0123456789":
        return barring.digit.format(digit)
    told.append(f"Say which digit is barred: a {barring.name} event needs one from 0 to 9.")
    return barring.name


def _own(form: Mapping[str, str], key: str, what: str, told: list[str]) -> str:
    """One of the list, or the organizer's own name for it."""
    chosen = clean(form.get(f"spell_{key}", ""))
    if chosen != OWN:
        return chosen[:LONGEST]
    own = clean(form.get(f"spell_own_{key}", ""))[:LONGEST]
    if not own:
        told.append(f"Say what your own {what} {'are' if what.endswith('s') else 'is'} called.")
    return own or what.capitalize()


def _variants(ask: EventQuestions, form: Mapping[str, str]) -> tuple[str, ...]:
    ticked = [each.name for n, each in enumerate(ask.variants) if f"spell_variant_{n}" in form]
    own = [clean(part)[:LONGEST] for part in form.get("spell_variants", "").split(",")]
    return (*ticked, *(name for name in own if name))


def _to_win(form: Mapping[str, str], now: Event, told: list[str], counted: Counted) -> int:
    """Only asked for conditions of one's own; the printed ones have their number."""
    if form.get("spell_victory") != OWN:
        return now.realms
    typed = form.get("spell_realms", "").strip()
    if typed.isdecimal() and 1 <= int(typed[:4]) <= MOST_TO_WIN:
        return int(typed)
    told.append(f"Say how many {counted.many} win a game, from 1 to {MOST_TO_WIN}.")
    return now.realms


def _fields(ask: EventQuestions, event: Event) -> dict[str, str]:
    kind, victory = ask.type_of(event.type).name, plain(event.victory)
    printed = {each.name for each in ask.types}
    digit = next((c for c in event.type if c.isdecimal()), "") if ask.type_of(event.type).digit else ""
    known = {each.name for each in ask.victories}
    own = [variant for variant in event.variants if plain(variant) not in {each.name for each in ask.variants}]
    return {
        "type": kind if kind in printed else OWN,
        "own_type": "" if kind in printed else kind,
        "digit": digit,
        "victory": victory if victory in known else OWN,
        "own_victory": "" if victory in known else victory,
        "realms": str(event.realms),
        "deck_size": str(event.deck_size),
        "factor": str(event.factor),
        "title": event.title,
        "variants": ", ".join(own),
        **{key: getattr(event, key) for key in REPORTED},
    }


def _hand(size: DeckSize) -> str:
    return f"open with {size.opening}, draw {size.draw}, keep {size.hand}"
