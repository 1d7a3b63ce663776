"""Settings read from a form: the short one of a new event, and the long one of an event that is changed.

The two ask in words of their own, which are data here; what an answer means is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from engine.pairing.brackets import LARGEST, SMALLEST
from engine.refusals import Refused
from engine.rulesets.base import Ruleset
from engine.rulesets.registry import ruleset_of, scored_by
from engine.values import dataclass, replace
from engine.words import Settings
from server.core.spelling import clean
from server.decks.deck_settings import with_decks
from server.decks.life_settings import with_lives
from server.event.event_questions import read_event

Form = Mapping[str, str]

LONGEST_NAME, MOST_ROUNDS, MOST_MINUTES = 200, 30, 600
LONGEST_SCENARIO, LONGEST_PICK, MOST_POINTS = 400, 600, 99
MOST_STEPS, LONGEST_STEP = 20, 120
MOST_DIGITS = 9
TIMERS = {"common": "One clock for all", "chess": "Chess clocks", "none": "No time limit"}
CANNOT_BE = "{typed} is not possible. Give a whole number from {least} to {most}."


@dataclass(frozen=True, slots=True)
class Number:
    """A number that is asked for: its field, its bounds, what is said to anything else, and what it sets."""

    field: str
    least: int
    most: int
    fault: str
    sets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Questions:
    """What one of the forms asks in words of its own."""

    numbers: tuple[Number, ...]
    no_such_timer: str


NEW_EVENT = Questions(
    (
        Number(
            *("minutes", 1, MOST_MINUTES, "A round lasts {least} to {most} minutes."),
            ("round_minutes", "bracket_minutes"),
        ),
        Number(
            *("warning", 0, MOST_MINUTES, "The warning comes {least} to {most} minutes before the end."),
            ("warning_minutes",),
        ),
        Number("rounds", 1, MOST_ROUNDS, "There can be {least} to {most} rounds.", ("rounds",)),
        Number("cut", SMALLEST, LARGEST, "A cut takes {least} to {most} players.", ("cut",)),
    ),
    "{rulebook} has no chess clocks. Choose one clock for all, or none.",
)


def _setting(key: str, most: int, words: str, least: int = 0) -> Number:
    return Number(key, least, most, f"{words} {CANNOT_BE}", (key,))


CHANGED_EVENT = Questions(
    (
        _setting("round_minutes", MOST_MINUTES, "A round lasts"),
        _setting("rounds", MOST_ROUNDS, "Rounds:"),
        _setting("cut", LARGEST, "A cut to"),
        _setting("bracket_minutes", MOST_MINUTES, "A bracket match lasts"),
        _setting("warning_minutes", MOST_MINUTES, "The warning comes"),
        _setting("break_minutes", MOST_MINUTES, "A break lasts"),
        _setting("lunch_after", MOST_ROUNDS, "Lunch is after round"),
        _setting("lunch_minutes", MOST_MINUTES, "Lunch lasts"),
        _setting("pick_seconds", LONGEST_PICK, "A pick takes"),
        _setting("build_minutes", MOST_MINUTES, "Building takes"),
    ),
    "{rulebook} has no such timer. Choose one from the list.",
)
WIN = _setting("points_win", MOST_POINTS, "A win gives", least=1)
DRAW = _setting("points_draw", MOST_POINTS, "A draw gives")


def read_settings(
    form: Form, now: Settings, asks: Questions, *, begun: bool = False
) -> tuple[Settings, tuple[str, ...]]:
    """The settings the form asks for, and a sentence for everything that cannot be.

    What was not asked, or cannot be, stays as it is.
    """
    steps: tuple[Callable[[Settings, Form], Settings], ...] = (
        _deck_format,
        partial(_timer, words=asks.no_such_timer),
        *(partial(_numbers, number=number) for number in asks.numbers),
        _points,
        _ticks,
        _choices,
        _draft_steps,
        _scenario,
        with_decks,
        with_lives,
    )
    wanted, faults = now, []
    for step in steps:
        try:
            wanted = step(wanted, form)
        except Refused as why:
            faults.append(str(why))
    event, told = read_event(ruleset_of(wanted), form, wanted.event, begun=begun)
    return _scored(replace(wanted, event=event), form), (*faults, *told)


def has_scenarios(rules: Ruleset) -> bool:
    """Can it be played with special rules, announced to everybody?"""
    return any(each.special_rules for each in rules.deck_formats)


def draft_lines(settings: Settings) -> tuple[str, ...]:
    """What small draft groups are led through: the organizer's own lines, or those of the rulebook."""
    plan = ruleset_of(settings).draft
    return settings.draft_steps or (plan.lines if plan else ())


def _deck_format(wanted: Settings, form: Form) -> Settings:
    chosen = form.get("deck_format", wanted.deck_format)
    if chosen != wanted.deck_format and chosen not in [each.id for each in _rules(wanted, form).deck_formats]:
        raise Refused("There is no such deck format in this ruleset. Choose one from the list.")
    return replace(wanted, deck_format=chosen)


def _timer(wanted: Settings, form: Form, *, words: str) -> Settings:
    rules, timer = _rules(wanted, form), form.get("timer", wanted.timer)
    if timer not in TIMERS or (timer == "chess" and rules.chess is None):
        raise Refused(words.format(rulebook=rules.name))
    return replace(wanted, timer=timer)  # type: ignore[arg-type]


def _numbers(wanted: Settings, form: Form, *, number: Number) -> Settings:
    if number.field not in form:
        return wanted
    typed = _typed(form, number)
    return replace(wanted, **dict.fromkeys(number.sets, typed))  # type: ignore[arg-type]


def _typed(form: Form, number: Number) -> int:
    typed = clean(form[number.field])
    whole = typed.isdecimal() and len(typed) <= MOST_DIGITS
    if not whole or not number.least <= int(typed) <= number.most:
        raise Refused(number.fault.format(typed=typed or "nothing", least=number.least, most=number.most))
    return int(typed)


def _points(wanted: Settings, form: Form) -> Settings:
    """A scenario may change what a win and a draw are worth."""
    now = wanted.scoring
    if not has_scenarios(ruleset_of(wanted)) or now.score != "points":
        return wanted
    win = _typed(form, WIN) if WIN.field in form else now.win
    draw = _typed(form, DRAW) if DRAW.field in form else now.draw
    if draw >= win:
        raise Refused("A draw cannot be worth as much as a win. Give fewer points for it.")
    return replace(wanted, scoring=replace(now, win=win, draw=draw))


def _ticks(wanted: Settings, form: Form) -> Settings:
    """A tick that is not set is not sent, so every form says which ones it asked for."""
    return replace(
        wanted,
        untimed_final="untimed_final" in form if "asked_untimed" in form else wanted.untimed_final,
        avoid_mirrors=_mirrors(wanted, form),
        chained="chained" in form if "asked_chained" in form else wanted.chained,
    )


def _mirrors(wanted: Settings, form: Form) -> bool:
    """Mirrors can be avoided only where every round's faction is named before pairing."""
    if "asked_mirrors" not in form:
        return wanted.avoid_mirrors
    chosen = _rules(wanted, form).format(wanted.deck_format)
    return "avoid_mirrors" in form and chosen.factions and not chosen.pool


def _choices(wanted: Settings, form: Form) -> Settings:
    return replace(
        wanted,
        desk_confirms=form["last_word"] == "desk" if "last_word" in form else wanted.desk_confirms,
        legendary=form["draft"] == "legendary" if "draft" in form else wanted.legendary,
        small_groups=form["draft"] == "small" if "draft" in form else wanted.small_groups,
        starts_at=_starts_at(form, wanted.starts_at),
    )


def _draft_steps(wanted: Settings, form: Form) -> Settings:
    """The organizer's own steps of a draft in small groups; none where they stand as they came."""
    if "draft_steps" not in form:
        return wanted
    lines = tuple(line for line in map(clean, form["draft_steps"].splitlines()) if line)
    if len(lines) > MOST_STEPS or any(len(line) > LONGEST_STEP for line in lines):
        raise Refused(f"A draft has at most {MOST_STEPS} steps, each of at most {LONGEST_STEP} characters.")
    printed = draft_lines(replace(wanted, draft_steps=()))
    return replace(wanted, draft_steps=() if lines == printed else lines)


def _starts_at(form: Form, now: str) -> str:
    """With both digits of the hour: a browser shows no other time of day in its field."""
    typed = form.get("starts_at", now).strip()
    return f"0{typed}" if typed[1:2] == ":" else typed


def _scenario(wanted: Settings, form: Form) -> Settings:
    told = " ".join(form.get("scenario", wanted.scenario).split())
    if len(told) > LONGEST_SCENARIO:
        raise Refused(f"The special rules are {len(told)} characters long; the wall takes {LONGEST_SCENARIO}.")
    return replace(wanted, scenario=told)


def _rules(wanted: Settings, form: Form) -> Ruleset:
    return ruleset_of(_scored(wanted, form))


def _scored(wanted: Settings, form: Form) -> Settings:
    """A draft follows one of two rulebooks; the other one brings its own numbers."""
    by = form.get("scored_by", "")
    return scored_by(wanted, by) if by in [choice.key for choice in ruleset_of(wanted).scorings] else wanted
