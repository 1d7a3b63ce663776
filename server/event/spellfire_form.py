"""What a Spellfire event is: the questions of the form, and the event that the answers mean."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from engine.decks.spellfire_cards import CHANGEABLE, FREE_AVATARS, LEVELS, Limit, limit_named, printed_limits
from engine.rulesets.spellfire import event_faults, shorthand, with_realms
from engine.rulesets.spellfire_events import (
    DECK_SIZES,
    TYPES,
    VARIANTS,
    VICTORIES,
    DeckSize,
    deck_size,
    event_type,
    plain,
)
from engine.standings.points import SCORED_FROM
from engine.words import Event
from server.core.spelling import clean

OWN, BARRED_DIGIT = "own", "No-Xs"
LONGEST, MOST_REALMS = 60, 20
FACTORS = ((1, "once"), (2, "double"), (3, "three times"))
REPORTED = ("convention", "convention_code", "code")
FIELDS = (
    *("type", "own_type", "digit", "victory", "own_victory", "realms", "deck_size", "factor", "title", "variants"),
    *REPORTED,
)

Choices = tuple[tuple[str, str, str], ...]
TOTALS = (LEVELS, FREE_AVATARS)


@dataclass(frozen=True, slots=True)
class LimitLine:
    """One limit of a deck: what is set in place of the rulebook's, and the rulebook's; a total has no least."""

    key: str
    label: str
    least: str
    most: str
    printed: tuple[str, str]
    total: bool


@dataclass(frozen=True, slots=True)
class EventForm:
    """The questions with what stands in them. `begun`: only what changes no game can still be changed."""

    fields: Mapping[str, str]
    types: Choices
    victories: Choices
    sizes: Choices
    variants: tuple[tuple[str, str, str, bool], ...]
    factors: tuple[tuple[str, str], ...]
    limits: tuple[LimitLine, ...]
    limits_of: int
    dungeons_barred: bool
    scored: bool
    scored_from: int
    shorthand: str
    begun: bool

    @property
    def limits_changed(self) -> bool:
        return any(line.least or line.most for line in self.limits)


def event_form(event: Event, *, typed: Mapping[str, str] | None = None, begun: bool = False) -> EventForm:
    """The form of this event; or as it was typed, when that could not be kept."""
    asked = typed is not None and "spell" in typed
    fields = {key: (typed or {}).get(f"spell_{key}", "") for key in FIELDS} if asked else _fields(event)
    chosen = {plain(variant) for variant in event.variants}
    return EventForm(
        fields=fields,
        types=(*((each.name, each.name, each.summary) for each in TYPES), (OWN, "One of your own", "")),
        victories=(*((each.name, each.name, each.summary) for each in VICTORIES), (OWN, "Your own", "")),
        sizes=tuple((str(size.cards), f"{size.cards} cards", _hand(size)) for size in DECK_SIZES),
        variants=tuple(
            (
                f"spell_variant_{n}",
                each.name,
                each.summary,
                f"spell_variant_{n}" in (typed or {}) if asked else each.name in chosen,
            )
            for n, each in enumerate(VARIANTS)
        ),
        factors=tuple((str(factor), word) for factor, word in FACTORS),
        limits=tuple(_limit_line(n, event, typed if asked else None) for n in range(len(CHANGEABLE))),
        limits_of=event.deck_size,
        dungeons_barred="spell_no_dungeons" in (typed or {}) if asked else event.dungeons_barred,
        scored="spell_scored" in (typed or {}) if asked else event.scored,
        scored_from=SCORED_FROM,
        shorthand=shorthand(event),
        begun=begun,
    )


def read_event(form: Mapping[str, str], now: Event, *, begun: bool = False) -> tuple[Event, tuple[str, ...]]:
    """The event that the form means, and a sentence for everything that cannot be. Nothing asked: as it was."""
    if "spell" not in form:
        return now, ()
    told: list[str] = []
    title = clean(form.get("spell_title", ""))[:LONGEST]
    factor = form.get("spell_factor", "")
    event = replace(
        now,
        title=title,
        scored="spell_scored" in form,
        factor=int(factor) if factor in {str(each) for each, _ in FACTORS} else now.factor,
        **{key: clean(form.get(f"spell_{key}", getattr(now, key)))[:LONGEST] for key in REPORTED},
    )
    if not begun:
        event = _played_to(form, event, told)
    return event, (*told, *event_faults(event))


def _played_to(form: Mapping[str, str], now: Event, told: list[str]) -> Event:
    """What decides how a game is played and won."""
    size = form.get("spell_deck_size", "")
    kind = _type(form, told)
    event = replace(
        now,
        type=kind,
        variants=_variants(form),
        victory=_own(form, "victory", "victory conditions", told),
        deck_size=int(size) if size.isdecimal() and deck_size(int(size[:4])) else now.deck_size,
        realms=_realms(form, now, told),
        teams=now.teams if event_type(kind).teams else (),
        dungeons_barred="spell_no_dungeons" in form,
    )
    return with_realms(replace(event, limits=tuple(_limits(form, event.deck_size, told))))


def _type(form: Mapping[str, str], told: list[str]) -> str:
    if form.get("spell_type") != BARRED_DIGIT:
        return _own(form, "type", "event type", told)
    digit = clean(form.get("spell_digit", ""))
    if len(digit) == 1 and digit in "0123456789":
        return f"No-{digit}s"
    told.append("Say which digit is barred: a No-Xs event needs one from 0 to 9.")
    return BARRED_DIGIT


def _own(form: Mapping[str, str], key: str, what: str, told: list[str]) -> str:
    """One of the list, or the organizer's own name for it."""
    chosen = clean(form.get(f"spell_{key}", ""))
    if chosen != OWN:
        return chosen[:LONGEST]
    own = clean(form.get(f"spell_own_{key}", ""))[:LONGEST]
    if not own:
        told.append(f"Say what your own {what} {'are' if what.endswith('s') else 'is'} called.")
    return own or what.capitalize()


def _variants(form: Mapping[str, str]) -> tuple[str, ...]:
    ticked = [each.name for n, each in enumerate(VARIANTS) if f"spell_variant_{n}" in form]
    own = [clean(part)[:LONGEST] for part in form.get("spell_variants", "").split(",")]
    return (*ticked, *(name for name in own if name))


def _realms(form: Mapping[str, str], now: Event, told: list[str]) -> int:
    """Only asked for conditions of one's own; the printed ones have their number."""
    if form.get("spell_victory") != OWN:
        return now.realms
    typed = form.get("spell_realms", "").strip()
    if typed.isdecimal() and 1 <= int(typed[:4]) <= MOST_REALMS:
        return int(typed)
    told.append(f"Say how many realms win a game, from 1 to {MOST_REALMS}.")
    return now.realms


def _fields(event: Event) -> dict[str, str]:
    kind, victory = event_type(event.type).name, plain(event.victory)
    printed = {each.name for each in TYPES}
    digit = plain(event.type)[3] if kind == BARRED_DIGIT and plain(event.type) != BARRED_DIGIT else ""
    known = {each.name for each in VICTORIES}
    own = [variant for variant in event.variants if plain(variant) not in {each.name for each in VARIANTS}]
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
    first = f"open with {size.opening}, " if size.opening else ""
    return f"{first}draw {size.draw}, keep {size.hand}" + (f" ({size.note})" if size.note else "")


def _limit_line(number: int, event: Event, typed: Mapping[str, str] | None) -> LimitLine:
    """A field stays empty where the rulebook's number stands."""
    row, key = CHANGEABLE[number], f"spell_limit_{number}"
    printed = _printed(row, event.deck_size)
    set_here = next(((least, most) for name, least, most in event.limits if name == row), None)
    values = [str(value) if value != usual else "" for value, usual in zip(set_here or printed, printed, strict=True)]
    if typed is not None:
        values = [clean(typed.get(f"{key}_{end}", "")) for end in ("least", "most")]
    shown = ("any", "any") if printed == _ANY else (str(printed[0]), str(printed[1]))
    return LimitLine(key, limit_named(row), *values, printed=shown, total=row in TOTALS)


def _limits(form: Mapping[str, str], size: int, told: list[str]) -> Iterator[Limit]:
    """What differs from the rulebook's; what is left empty follows it."""
    for number, row in enumerate(CHANGEABLE):
        typed = [clean(form.get(f"spell_limit_{number}_{end}", "")) for end in ("least", "most")]
        if any(text and not text.isdecimal() for text in typed):
            told.append(f"{limit_named(row)}: write a number, or nothing for the rulebook’s.")
        elif any(typed):
            printed = _printed(row, size)
            least, most = (int(text[:4]) if text else usual for text, usual in zip(typed, printed, strict=True))
            if (least, most) != printed:
                yield row, least, most


_ANY = (0, 999)


def _printed(row: str, size: int) -> tuple[int, int]:
    limits = printed_limits(size)
    assert limits is not None
    totals = {LEVELS: (0, limits.levels), FREE_AVATARS: (0, limits.free_avatars)}
    return totals.get(row) or limits.kinds.get(row, _ANY)
