"""What kind of event it is, where the rulebook knows several: the questions, and the event that the answers mean."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.rulesets.base import Counted, Ruleset
from engine.rulesets.event_kinds import ANY, Barred, DeckLimit, DeckSize, EventQuestions, plain
from engine.standings.points import SCORED_FROM
from engine.values import dataclass, replace
from engine.words import Event
from server.core.forms import whole
from server.core.spelling import clean

OWN = "own"
LONGEST, MOST_TO_WIN, MOST_RULES = 60, 20, 600
FACTORS = ((1, "once"), (2, "double"), (3, "three times"))
REPORTED = ("convention", "convention_code", "code")
FIELDS = (
    *("type", "own_type", "digit", "victory", "own_victory", "realms", "deck_size", "factor", "title", "variants"),
    "own_rules",
    *REPORTED,
)

Choices = tuple[tuple[str, str, str], ...]
ENDS = ("least", "most")


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
    with_digit: tuple[str, ...]
    victories: Choices
    sizes: Choices
    variants: tuple[tuple[str, str, str, bool], ...]
    to_win: str
    factors: tuple[tuple[str, str], ...]
    limits: tuple[LimitLine, ...]
    limits_of: int
    barred: Barred
    dungeons_barred: bool
    scored: bool
    scored_from: int
    shorthand: str
    begun: bool

    @property
    def limits_changed(self) -> bool:
        return any(line.least or line.most for line in self.limits)


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
        limits=tuple(
            _limit_line(n, limit, event, typed if asked else None)
            for n, limit in enumerate(ask.deck_limits(event.deck_size))
        ),
        limits_of=event.deck_size,
        barred=ask.barred,
        dungeons_barred="spell_no_dungeons" in (typed or {}) if asked else event.dungeons_barred,
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
        own_rules=clean(form.get("spell_own_rules", now.own_rules))[:MOST_RULES],
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
        dungeons_barred="spell_no_dungeons" in form,
    )
    return ask.settled(replace(event, limits=tuple(_limits(ask, form, event.deck_size, told))))


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
    if found := whole(typed, most=MOST_TO_WIN):
        return found
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
        "own_rules": event.own_rules,
        "variants": ", ".join(own),
        **{key: getattr(event, key) for key in REPORTED},
    }


def _hand(size: DeckSize) -> str:
    first = f"open with {size.opening}, " if size.opening else ""
    return f"{first}draw {size.draw}, keep {size.hand}" + (f" ({size.note})" if size.note else "")


def _limit_line(number: int, limit: DeckLimit, event: Event, typed: Mapping[str, str] | None) -> LimitLine:
    """A field stays empty where the rulebook's number stands."""
    key, printed = f"spell_limit_{number}", limit.printed
    set_here = next(((least, most) for row, least, most in event.limits if row == limit.row), printed)
    least, most = (str(value) if value != usual else "" for value, usual in zip(set_here, printed, strict=True))
    if typed is not None:
        least, most = (clean(typed.get(f"{key}_{end}", "")) for end in ENDS)
    shown = ("any", "any") if printed == ANY else (str(printed[0]), str(printed[1]))
    return LimitLine(key, limit.label, least, most, printed=shown, total=limit.total)


def _limits(ask: EventQuestions, form: Mapping[str, str], size: int, told: list[str]) -> Iterator[tuple[str, int, int]]:
    """What differs from the rulebook's; what is left empty follows it."""
    for number, limit in enumerate(ask.deck_limits(size)):
        typed = [clean(form.get(f"spell_limit_{number}_{end}", "")) for end in ENDS]
        if any(text and not text.isdecimal() for text in typed):
            told.append(f"{limit.label}: write a number, or nothing for the rulebook’s.")
        elif any(typed):
            least, most = (int(text[:4]) if text else usual for text, usual in zip(typed, limit.printed, strict=True))
            if (least, most) != limit.printed:
                yield limit.row, least, most
