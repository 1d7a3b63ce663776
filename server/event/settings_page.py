"""The settings of an event: what can be changed, what was asked for, what the rulebook says to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from engine.decisions.setup import SWISS
from engine.pairing.brackets import LARGEST, SMALLEST
from engine.refusals import Refused
from engine.rulesets.ashes_draft import DRAFTED_DECKS
from engine.rulesets.base import Ruleset
from engine.rulesets.registry import ruleset_of, scored_by
from engine.rulesets.sizes import rounds_for, size_warnings
from engine.rulesets.spellfire_events import event_type
from engine.words import Event, Scoring, Settings, Stage, Tournament
from server.core.desk import Desk
from server.decks.deck_settings import DeckSettings, deck_settings, with_decks
from server.event.spellfire_form import EventForm, event_form, read_event

LONGEST_NAME, MOST_ROUNDS, MOST_MINUTES = 200, 30, 600
TIMERS = {"common": "One clock for all", "chess": "Chess clocks", "none": "No time limit"}
LAST_WORD = {"players": "Both players: what they agree on is final", "desk": "The desk looks too, before it counts"}
NUMBERS = (
    *("rounds", "cut", "round_minutes", "bracket_minutes", "warning_minutes", "break_minutes"),
    *("pick_seconds", "build_minutes"),
)
TICKS = ("untimed_final", "avoid_mirrors", "chained")
LONGEST_SCENARIO, LONGEST_PICK, MOST_POINTS = 400, 600, 99
MOST_STEPS, LONGEST_STEP = 20, 120
DRAFTS = {
    "one": "One draft in groups of up to eight, then Swiss for all",
    "legendary": "Legendary Draft: rounds inside the groups, then the best draft again",
    "small": "Classic's Drafted Decks: groups of two to four, the same components for each",
}


@dataclass(frozen=True, slots=True)
class SettingsPage:
    """What stands in the form and what can still be changed; choices with one entry are not asked."""

    fields: Mapping[str, str]
    printed_rounds: int
    rounds_open: bool
    cut_open: bool
    has_bracket: bool
    timers: tuple[tuple[str, str], ...]
    formats: tuple[tuple[str, str], ...]
    format: str
    mirrors: bool
    chained: bool
    decks: DeckSettings
    drafts: tuple[tuple[str, str], ...]
    scored: tuple[tuple[str, str], ...]
    scenario: bool
    points: bool
    last_word: tuple[tuple[str, str], ...]
    untimed_note: str
    warnings: tuple[str, ...]
    notes: tuple[str, ...]
    begun: bool
    spell: EventForm | None = None
    teams: bool = False


def settings_page(desk: Desk, *, typed: Mapping[str, str] | None = None) -> SettingsPage:
    """The settings as they are; or as they were typed, when they could not be saved."""
    t = desk.t
    rules = ruleset_of(t.settings)
    # Once play has begun, the size that the rounds were planned for counts.
    players = len(t.players) if t.stages else sum(player.active for player in t.players.values())
    stage = _swiss(t)
    rounds = t.settings.rounds if stage is None else stage.planned
    return SettingsPage(
        fields=_fields(desk.name, replace(t.settings, rounds=rounds), typed),
        printed_rounds=printed_rounds(rules, players, cut=t.settings.cut),
        rounds_open=bool(rules.rounds) and (not t.stages or t.stages[-1].kind in SWISS),
        cut_open="bracket" in rules.stages and all(stage.kind != "bracket" for stage in t.stages),
        has_bracket="bracket" in rules.stages,
        timers=tuple((key, text) for key, text in TIMERS.items() if key != "chess" or rules.chess),
        formats=tuple((each.id, each.name) for each in rules.deck_formats),
        format=rules.format(t.settings.deck_format).name,
        mirrors=rules.avoid_mirrors,
        chained=bool(rules.chained),
        decks=deck_settings(t.settings, typed),
        drafts=tuple(DRAFTS.items()) if rules.drafts else (),
        scored=tuple((choice.key, choice.text) for choice in rules.scorings),
        scenario=_has_scenarios(rules),
        points=rules.scoring.score == "points",
        last_word=() if t.settings.event else tuple(LAST_WORD.items()),  # at a table of several one other is enough
        untimed_note=rules.untimed_final,
        warnings=tuple(_warnings(rules, t.settings, players, rounds)),
        notes=rules.notes,
        begun=bool(t.stages),
        spell=event_form(t.settings.event, typed=typed, begun=bool(t.stages)) if t.settings.event else None,
        teams=t.settings.event is not None and event_type(t.settings.event.type).teams,
    )


def read_settings(t: Tournament, form: Mapping[str, str]) -> Settings:
    """The settings the form asks for. Fields that were not asked stay as they are."""
    now, rules = t.settings, ruleset_of(_scored(t.settings, form))
    deck_format = form.get("deck_format", now.deck_format)
    timer = form.get("timer", now.timer)
    if deck_format not in [each.id for each in rules.deck_formats]:
        raise Refused("There is no such deck format in this ruleset. Choose one of the list.")
    if timer not in TIMERS or (timer == "chess" and rules.chess is None):
        raise Refused(f"{rules.name} has no such timer. Choose one of the list.")
    minutes = _number(form, "round_minutes", now.round_minutes, "A round lasts", 0, MOST_MINUTES)
    if timer == "common" and not minutes:
        raise Refused("One clock for all needs a length. Say how many minutes a round lasts, or choose no time limit.")
    wanted = replace(
        now,
        scoring=_scoring(t, form),
        rounds=_number(form, "rounds", now.rounds, "Rounds:", 0, MOST_ROUNDS),
        cut=_cut(form, now.cut),
        timer=timer,  # type: ignore[arg-type]
        round_minutes=minutes,
        bracket_minutes=_number(form, "bracket_minutes", now.bracket_minutes, "A bracket match lasts", 0, MOST_MINUTES),
        warning_minutes=_number(form, "warning_minutes", now.warning_minutes, "The warning comes", 0, MOST_MINUTES),
        untimed_final="untimed_final" in form if "asked_untimed" in form else now.untimed_final,
        deck_format=deck_format,
        avoid_mirrors=_mirrors(form, now, factions=rules.format(deck_format).factions),
        chained="chained" in form if "asked_chained" in form else now.chained,
        desk_confirms=form["last_word"] == "desk" if "last_word" in form else now.desk_confirms,
        break_minutes=_number(form, "break_minutes", now.break_minutes, "A break lasts", 0, MOST_MINUTES),
        pick_seconds=_number(form, "pick_seconds", now.pick_seconds, "A pick takes", 0, LONGEST_PICK),
        build_minutes=_number(form, "build_minutes", now.build_minutes, "Building takes", 0, MOST_MINUTES),
        legendary=form["draft"] == "legendary" if "draft" in form else now.legendary,
        small_groups=form["draft"] == "small" if "draft" in form else now.small_groups,
        draft_steps=_steps(form, now.draft_steps),
        scenario=_scenario(form, now.scenario),
        starts_at=_starts_at(form, now.starts_at),
        event=_event(t, form),
    )
    return _scored(with_decks(wanted, form), form)


def read_name(form: Mapping[str, str], now: str) -> str:
    name = " ".join(form.get("name", now).split())
    if not name or len(name) > LONGEST_NAME:
        raise Refused(f"The event needs a name of 1 to {LONGEST_NAME} characters.")
    return name


def _fields(name: str, now: Settings, typed: Mapping[str, str] | None) -> dict[str, str]:
    """Every field as text; a tick is “on”."""
    found = {key: str(getattr(now, key)) for key in NUMBERS} | {"timer": now.timer, "deck_format": now.deck_format}
    found |= {key: "on" if getattr(now, key) else "" for key in TICKS} | {"name": name}
    found["last_word"] = "desk" if now.desk_confirms else "players"
    found["draft"] = "legendary" if now.legendary else "small" if now.small_groups else "one"
    found["scored_by"] = now.scoring.score
    found["draft_steps"] = "\n".join(now.draft_steps or DRAFTED_DECKS)
    found |= {
        "scenario": now.scenario,
        "starts_at": now.starts_at,
        "points_win": str(now.scoring.win),
        "points_draw": str(now.scoring.draw),
    }
    if typed is None:
        return found
    return {key: typed.get(key, "" if key in TICKS else value) for key, value in found.items()}


def _swiss(t: Tournament) -> Stage | None:
    return next((stage for stage in reversed(t.stages) if stage.kind in SWISS), None)


def printed_rounds(rules: Ruleset, players: int, *, cut: int) -> int:
    """What the rulebook says for this many; 0 where it says nothing."""
    if not rules.rounds or players < rules.refused_below:
        return 0
    return rounds_for(rules, players, with_cut=bool(cut)).rounds


def _warnings(rules: Ruleset, values: Settings, players: int, rounds: int) -> Iterator[str]:
    if players >= rules.refused_below:
        yield from size_warnings(rules, players, rounds=rounds, cut=values.cut)
    if values.timer == "common" and rules.time and rules.time.longest:
        if not rules.time.shortest <= values.round_minutes <= rules.time.longest:
            book = f"{rules.time.shortest} to {rules.time.longest}"
            book = str(rules.time.longest) if rules.time.shortest == rules.time.longest else book
            yield f"The rulebook's rounds last {book} minutes; yours last {values.round_minutes}."
        if values.warning_minutes >= values.round_minutes > 0:
            yield "The warning would come before the round begins. Choose fewer minutes for it."

    if values.timer == "chess" and values.untimed_final and values.cut:
        yield "Chess clocks run in the final too. Without limit it needs another timer, chosen before it."


def _number(form: Mapping[str, str], key: str, now: int, what: str, least: int, most: int) -> int:
    if key not in form:
        return now
    typed = form[key].strip()
    if not typed.isdecimal() or not least <= int(typed) <= most:
        raise Refused(f"{what} {typed or 'nothing'}: that cannot be. Give a whole number from {least} to {most}.")
    return int(typed)


def _starts_at(form: Mapping[str, str], now: str) -> str:
    """With both digits of the hour: a browser shows no other time of day in its field."""
    typed = form.get("starts_at", now).strip()
    return f"0{typed}" if typed[1:2] == ":" else typed


def _steps(form: Mapping[str, str], now: tuple[str, ...]) -> tuple[str, ...]:
    """The organizer's own steps of Drafted Decks; none where they stand as they came."""
    if "draft_steps" not in form:
        return now
    lines = tuple(line for line in (" ".join(line.split()) for line in form["draft_steps"].splitlines()) if line)
    if len(lines) > MOST_STEPS or any(len(line) > LONGEST_STEP for line in lines):
        raise Refused(f"A draft has at most {MOST_STEPS} steps, each of at most {LONGEST_STEP} characters.")
    return () if lines == DRAFTED_DECKS else lines


def _scenario(form: Mapping[str, str], now: str) -> str:
    told = " ".join(form.get("scenario", now).split())
    if len(told) > LONGEST_SCENARIO:
        raise Refused(f"The special rules are {len(told)} characters long; the wall takes {LONGEST_SCENARIO}.")
    return told


def _scored(wanted: Settings, form: Mapping[str, str]) -> Settings:
    """A draft follows one of the two Ashes rulebooks; the other one brings its own numbers."""
    by = form.get("scored_by", "")
    return scored_by(wanted, by) if by in [choice.key for choice in ruleset_of(wanted).scorings] else wanted


def _scoring(t: Tournament, form: Mapping[str, str]) -> Scoring:
    """A scenario may change what a win and a draw are worth, before play begins."""
    now = t.settings.scoring
    if not _has_scenarios(ruleset_of(t.settings)) or now.score != "points":
        return now
    win = _number(form, "points_win", now.win, "A win gives", 1, MOST_POINTS)
    draw = _number(form, "points_draw", now.draw, "A draw gives", 0, MOST_POINTS)
    if draw >= win:
        raise Refused("A draw cannot be worth as much as a win. Give fewer points for it.")
    if t.stages and (win, draw) != (now.win, now.draw):
        raise Refused("What a win is worth stays as it is once play has begun.")
    return replace(now, win=win, draw=draw)


def _has_scenarios(rules: Ruleset) -> bool:
    """Can it be played with special rules, announced to everybody?"""
    return any(each.special_rules for each in rules.deck_formats)


def _event(t: Tournament, form: Mapping[str, str]) -> Event | None:
    if t.settings.event is None:
        return None
    event, faults = read_event(form, t.settings.event, begun=bool(t.stages))
    if faults:
        raise Refused(" ".join(faults))
    return event


def _cut(form: Mapping[str, str], now: int) -> int:
    cut = _number(form, "cut", now, "A cut to", 0, LARGEST)
    if 0 < cut < SMALLEST:
        raise Refused(f"A cut takes {SMALLEST} to {LARGEST} players, or 0 for none.")
    return cut


def _mirrors(form: Mapping[str, str], now: Settings, *, factions: bool) -> bool:
    """Only base decks have a faction for each round, so only there mirrors can be avoided."""
    if "asked_mirrors" not in form:
        return now.avoid_mirrors
    return factions and "avoid_mirrors" in form
