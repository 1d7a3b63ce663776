"""A new event as it takes shape while somebody types: what is typed, what it comes to, what is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine.pairing.brackets import LARGEST, SMALLEST, rounds_of
from engine.pairing.pod_grid import GridRound, grid
from engine.pod_words import sizes_words, unscored
from engine.refusals import Refused
from engine.rulesets.base import DeckFormat, PlayChoice, Ruleset
from engine.rulesets.registry import DEFAULT, RULESETS, default_settings, rescored, ruleset_of
from engine.rulesets.sizes import rounds_for, size_warnings
from engine.rulesets.spellfire import shorthand
from engine.rulesets.spellfire_events import event_type
from engine.rulesets.wall import chess_plan
from engine.sentences import plural
from engine.standings.points import is_scored
from engine.words import Event, Settings
from server.core.spelling import clean
from server.event.spellfire_form import EventForm, event_form, read_event
from server.people.pasting import READ_AS, Pasted, read

LONGEST_NAME, MOST_ROUNDS, MOST_MINUTES, BETWEEN_ROUNDS = 200, 30, 600, 10


TIMERS = (
    ("common", "One clock for all"),
    ("chess", "Chess clocks"),
    ("none", "No time limit"),
)


@dataclass(frozen=True, slots=True)
class Plan:
    """A new event as it stands in the form: what was typed, what it comes to, and what is wrong with it."""

    typed: Mapping[str, str]
    name: str
    settings: Settings
    pasted: Pasted
    spell: EventForm
    facts: tuple[tuple[str, str], ...] = ()
    warnings: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()
    name_fault: str = ""


def plan_of(form: Mapping[str, str], *, most: int) -> Plan:
    """Read the form of a new event. Faults are sentences; with any of them the event cannot be made yet."""
    faults: list[str] = []
    name = clean(form.get("name", ""))
    pasted = _pasted(form, most, faults)
    rules = _rules(form, faults)
    settings = _settings(form, rules, faults)
    players = len(pasted.players)
    return Plan(
        form,
        name,
        settings,
        pasted,
        event_form(settings.event or Event(), typed=form),
        _facts(ruleset_of(settings), settings, players),
        _warnings(ruleset_of(settings), settings, players),
        tuple(faults),
        _name_fault(name),
    )


def _warnings(rules: Ruleset, settings: Settings, players: int) -> tuple[str, ...]:
    if not players:
        return ()
    told = size_warnings(rules, players, rounds=settings.rounds, cut=settings.cut)
    event = settings.event
    return told if event is None or not event.scored or is_scored(players) else (*told, unscored(players))


def _name_fault(name: str) -> str:
    if not name:
        return "The event needs a name."
    too_long = f"The name is {len(name)} characters long; {LONGEST_NAME} is the most."
    return too_long if len(name) > LONGEST_NAME else ""


def _pasted(form: Mapping[str, str], most: int, faults: list[str]) -> Pasted:
    try:
        return READ_AS["keep_doubles" in form](read(form.get("players", ""), most=most))
    except Refused as why:
        faults.append(str(why))
        return Pasted(())


def _rules(form: Mapping[str, str], faults: list[str]) -> Ruleset:
    id = form.get("ruleset", "") or DEFAULT.id
    if id not in RULESETS:
        faults.append("There is no such rulebook. Choose one of those shown.")
    chosen = RULESETS.get(id, DEFAULT)
    other = _play(form, chosen).ruleset
    return RULESETS[other] if other else rescored(chosen, form.get("scored_by", ""))


def _play(form: Mapping[str, str], rules: Ruleset) -> PlayChoice:
    """How this rulebook is played: its first way, unless another one was chosen."""
    first = rules.plays[0] if rules.plays else PlayChoice("", "")
    return next((each for each in rules.plays if each.key == form.get(f"play-{rules.id}")), first)


def _settings(form: Mapping[str, str], rules: Ruleset, faults: list[str]) -> Settings:
    """The rulebook's numbers, with those changed that the organizer wants otherwise."""
    standard = default_settings(rules)
    minutes = _number(form, "minutes", "A round lasts", 1, MOST_MINUTES, "minutes", faults)
    warning = _number(form, "warning", "The warning comes", 0, MOST_MINUTES, "minutes before the end", faults)
    timer = form.get("timer") or standard.timer
    if timer == "chess" and rules.chess is None:
        faults.append(f"{rules.name} has no chess clocks. Choose one clock for all, or none.")
        timer = standard.timer
    play = _play(form, RULESETS.get(form.get("ruleset", ""), rules))
    settings = replace(
        standard,
        legendary=play.legendary,
        small_groups=play.small_groups,
        rounds=_number(form, "rounds", "There can be", 1, MOST_ROUNDS, "rounds", faults) or 0,
        cut=_number(form, "cut", "A cut takes", SMALLEST, LARGEST, "players", faults) or 0,
        timer=timer if timer in dict(TIMERS) else standard.timer,  # type: ignore[arg-type]
        round_minutes=minutes or standard.round_minutes,
        bracket_minutes=minutes or standard.bracket_minutes,
        warning_minutes=standard.warning_minutes if warning is None else warning,
        untimed_final="untimed_final" in form,
        deck_format=_format(form, rules).id,
    )
    if settings.event is not None:
        return _spellfire(form, settings, faults)
    if settings.timer == "common" and settings.warning_minutes >= settings.round_minutes:
        faults.append("The warning has to come after the round has begun: fewer minutes, or 0 for none.")
    return replace(settings, avoid_mirrors=rules.avoid_mirrors and _format(form, rules).factions)


def _format(form: Mapping[str, str], rules: Ruleset) -> DeckFormat:
    """The one that was chosen, where the rulebook has it; else its first."""
    return next((each for each in rules.deck_formats if each.id == form.get("format")), rules.deck_formats[0])


def _spellfire(form: Mapping[str, str], settings: Settings, faults: list[str]) -> Settings:
    """No cut, no number of rounds, and no clock unless minutes are given."""
    assert settings.event is not None
    event, told = read_event(form, settings.event)
    faults.extend(told)
    timed = settings.round_minutes > 0
    if timed and settings.warning_minutes >= settings.round_minutes:
        faults.append("The warning has to come after the round has begun: fewer minutes, or 0 for none.")
    return replace(settings, event=event, rounds=0, cut=0, timer="common" if timed else "none")


def _number(
    form: Mapping[str, str], field: str, words: str, least: int, most: int, of: str, faults: list[str]
) -> int | None:
    """A number the organizer typed; None where the field is empty, which means: as the rulebook says."""
    text = clean(form.get(field, ""))
    if not text or (field == "cut" and text == "0"):
        return None
    if not text.isdecimal() or not least <= int(text[:9]) <= most:
        faults.append(f"{words} {least} to {most} {of}.")
        return None
    return int(text)


def _facts(rules: Ruleset, settings: Settings, players: int) -> tuple[tuple[str, str], ...]:
    if settings.event is not None:
        return _spellfire_facts(settings, settings.event, players)
    rounds = _rounds(rules, settings, players)
    facts = [
        ("Players", str(players)),
        ("Rounds", _rounds_text(settings, rounds)),
        ("Top cut", f"top {settings.cut}" if settings.cut else "none"),
        ("Round time", _time_text(settings)),
    ]
    if settings.timer == "common":
        warning = settings.warning_minutes
        facts.append(("Warning", f"{warning} min left" if warning else "none"))
    if asked := rules.format(settings.deck_format).short:
        facts.append(("Decks", asked.lower()))
    if settings.timer != "none" and rounds:
        facts.append(("Lasts, about", _length(settings, rounds)))
    return tuple(facts)


def _spellfire_facts(settings: Settings, event: Event, players: int) -> tuple[tuple[str, str], ...]:
    """The whole grid, as long as nobody leaves."""
    rounds = grid(players) if players >= 3 and not event_type(event.type).teams else ()
    return (
        ("Players", str(players)),
        ("Rounds", f"{len(rounds)}, until one table is left" if rounds else "until one table is left"),
        *((("Round 1", sizes_words(rounds[0].sizes)),) if rounds else ()),
        *((f"Round {n}", _later(each)) for n, each in enumerate(rounds[1:], start=2)),
        ("To win a game", plural(event.realms, "realm")),
        ("Round time", _time_text(settings)),
        ("Event", shorthand(event)),
    )


def _later(round_: GridRound) -> str:
    return sizes_words(round_.sizes) + (f", {round_.filling_up} fill up" if round_.filling_up else "")


def _rounds(rules: Ruleset, settings: Settings, players: int) -> int:
    if settings.rounds or players < rules.refused_below:
        return settings.rounds
    return rounds_for(rules, players, with_cut=bool(settings.cut)).rounds


def _rounds_text(settings: Settings, rounds: int) -> str:
    if settings.rounds:
        return f"{rounds}, as you chose"
    return f"{rounds}, by the rulebook" if rounds else "by the rulebook"


def _time_text(settings: Settings) -> str:
    if settings.timer == "none":
        return "no limit"
    if chess := chess_plan(settings):
        return f"chess clocks, {chess.minutes} min each"
    return f"{settings.round_minutes} min"


def _length(settings: Settings, rounds: int) -> str:
    """Rounds with the time it takes to close one and seat the next."""
    cut = rounds_of(settings.cut) if settings.cut else 0
    minutes = rounds * (settings.round_minutes + BETWEEN_ROUNDS) + cut * (settings.bracket_minutes + BETWEEN_ROUNDS)
    quarters = round(minutes / 15) * 15
    return f"{quarters // 60} h {quarters % 60:02} min"
