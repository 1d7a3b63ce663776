"""A new event as it takes shape while somebody types: what is typed, what it comes to, what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.factions import named_by_round
from engine.pace import MINUTE, bracket_lengths, pace, rounds_ms
from engine.pairing.brackets import rounds_of
from engine.pairing.draft import drafts_of, second_name, second_rounds
from engine.pairing.groups import advancing_per_group
from engine.pairing.pod_grid import GridRound, grid
from engine.pod_words import sizes_words, unscored
from engine.refusals import Refused
from engine.rulesets.base import DeckFormat, PlayChoice, Ruleset
from engine.rulesets.lengths import length_warnings
from engine.rulesets.registry import DEFAULT, RULESETS, default_settings, rescored, ruleset_of
from engine.rulesets.sizes import cut_offered, printed_rounds, rounds_for, size_warnings
from engine.rulesets.wall import chess_plan
from engine.sentences import plural
from engine.standings.points import is_scored
from engine.values import dataclass, replace
from engine.words import Settings
from server.core.spelling import clean
from server.event.event_questions import EventForm, event_form
from server.event.settings_form import LONGEST_NAME, NEW_EVENT, TIMERS, read_settings
from server.people.pasting import READ_AS, Pasted, read, with_factions_told, with_short_rosters_told
from server.people.pasting_teams import pairs, with_partners

Met = Callable[[Pasted], Pasted]
NUMBERS = [number.field for number in NEW_EVENT.numbers]


@dataclass(frozen=True, slots=True)
class NewEvent:
    """A new event as it stands in the form: what was typed, what it comes to, and what is wrong with it."""

    typed: Mapping[str, str]
    name: str
    settings: Settings
    pasted: Pasted
    asked: Mapping[str, EventForm]
    facts: tuple[tuple[str, str], ...] = ()
    warnings: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()
    name_fault: str = ""

    def format_of(self, rules: Ruleset) -> DeckFormat:
        """The deck format that stands in the form for this rulebook, whether it is the chosen one or not."""
        return rules.format(_format(self.typed, rules))

    def play_of(self, rules: Ruleset) -> PlayChoice:
        """The way to play that stands in the form for this rulebook."""
        return _play(self.typed, rules)

    def scored_by(self, rules: Ruleset) -> str:
        """The scoring that stands in the form for this rulebook."""
        return _answer(self.typed, "scored_by", rules) or rules.scoring.score


def offers(rules: Ruleset) -> tuple[str, ...]:
    """What the form asks only where a rulebook has it; a draft has what one of the books that score it has."""
    asked = {
        "rounds": bool(rules.rounds),
        "cut": "bracket" in rules.stages,
        "chess": any(book.chess for book in (rules, *(choice.book for choice in rules.scorings))),
        "untimed": bool(rules.untimed_final),
        "factions": any(each.factions for each in rules.deck_formats),
    }
    return tuple(name for name, has in asked.items() if has)


def plan_of(form: Mapping[str, str], *, most: int, met: Met = lambda pasted: pasted) -> NewEvent:
    """Read the form of a new event. Faults are sentences; with any of them the event cannot be made yet.

    `met` finds whoever of the list is known from earlier events.
    """
    faults: list[str] = []
    name = clean(form.get("name", ""))
    rules = _rules(form, faults)
    settings = _settings(form, rules, faults)
    pasted = _pasted(form, most, faults, in_teams=bool(ruleset_of(settings).teams), met=met)
    players = len(pasted.players)
    pasted = with_factions_told(pasted, settings)
    if rounds := _rounds_to_name(settings, players):
        pasted = with_short_rosters_told(pasted, rounds=rounds)
    return NewEvent(
        form,
        name,
        settings,
        pasted,
        _asked(form, settings),
        _facts(ruleset_of(settings), settings, players, teams=len(pairs(pasted.players))),
        (*_warnings(ruleset_of(settings), settings, players), *_no_factions(settings, pasted)),
        tuple(faults),
        _name_fault(name),
    )


def _asked(form: Mapping[str, str], settings: Settings) -> dict[str, EventForm]:
    """The questions of every rulebook that has some, as they are answered so far."""
    events = {settings.ruleset: settings.event}
    forms = {rules.id: event_form(rules, events.get(rules.id), typed=form) for rules in RULESETS.values()}
    return {id: found for id, found in forms.items() if found is not None}


def _warnings(rules: Ruleset, settings: Settings, players: int) -> tuple[str, ...]:
    lengths = length_warnings(settings)
    if not players:
        return lengths
    told = (
        *size_warnings(rules, players, rounds=settings.rounds, cut=settings.cut),
        *lengths,
        *_in_two(settings, players),
    )
    event = settings.event
    return told if event is None or not event.scored or is_scored(players) else (*told, unscored(players))


def _in_two(settings: Settings, players: int) -> tuple[str, ...]:
    """Too few or too many for two phases: said before the event is made, not when the draft is opened."""
    try:
        if settings.legendary:
            advancing_per_group(players)
    except Refused as why:
        return (str(why),)
    return ()


def _no_factions(settings: Settings, pasted: Pasted) -> tuple[str, ...]:
    """Base Decks where nobody of the list has named anything: said once, not player by player."""
    rounds = _rounds_to_name(settings, len(pasted.players))
    if not rounds or any(entry.factions for entry in pasted.players):
        return ()
    each = "for the round" if rounds == 1 else f"for each of {rounds} rounds"
    return (f"Nobody names factions yet: with base decks everyone names one {each} before play begins.",)


def _rounds_to_name(settings: Settings, players: int) -> int:
    """For how many rounds everyone names a faction; 0 where nobody does, or nobody is listed yet."""
    return _rounds(ruleset_of(settings), settings, players) if players and named_by_round(settings) else 0


def _name_fault(name: str) -> str:
    if not name:
        return "The event needs a name."
    too_long = f"The name is {len(name)} characters long; {LONGEST_NAME} is the most."
    return too_long if len(name) > LONGEST_NAME else ""


def _pasted(form: Mapping[str, str], most: int, faults: list[str], *, in_teams: bool, met: Met) -> Pasted:
    try:
        listed = read(form.get("players", ""), most=most)
        return READ_AS["keep_doubles" in form](met(with_partners(listed) if in_teams else listed))
    except Refused as why:
        faults.append(str(why))
        return Pasted(())


def _rules(form: Mapping[str, str], faults: list[str]) -> Ruleset:
    id = form.get("ruleset", "") or DEFAULT.id
    if id not in RULESETS:
        faults.append("There is no such rulebook. Choose one of those shown.")
    rules = RULESETS.get(id, DEFAULT)
    other = _play(form, rules).ruleset
    return RULESETS[other] if other else rescored(rules, _answer(form, "scored_by", rules))


def _play(form: Mapping[str, str], rules: Ruleset) -> PlayChoice:
    """How this rulebook is played: its first way, unless another one was chosen."""
    first = rules.plays[0] if rules.plays else PlayChoice("", "")
    return next((each for each in rules.plays if each.key == _answer(form, "play", rules)), first)


def _answer(form: Mapping[str, str], key: str, rules: Ruleset) -> str:
    """What was chosen for this rulebook: each one asks under its own name, so that they do not share an answer."""
    return form.get(f"{key}-{rules.id}") or form.get(key, "")


def _settings(form: Mapping[str, str], rules: Ruleset, faults: list[str]) -> Settings:
    """The rulebook's numbers, with those changed that the organizer wants otherwise."""
    play = _play(form, RULESETS.get(form.get("ruleset", ""), DEFAULT))
    standard = replace(default_settings(rules), legendary=play.legendary, small_groups=play.small_groups)
    settings, told = read_settings(_said(form, rules), standard, NEW_EVENT)
    faults.extend(told)
    if rules.pods:  # no cut, no number of rounds, and no clock unless minutes are given
        settings = replace(settings, rounds=0, cut=0, timer="common" if settings.round_minutes else "none")
    if settings.timer == "common" and settings.warning_minutes >= settings.round_minutes:
        faults.append("The warning has to come after the round has begun: fewer minutes, or 0 for none.")
    return settings


def _said(form: Mapping[str, str], rules: Ruleset) -> dict[str, str]:
    """The answers that say something: what is empty or unknown is left to the rulebook, and so are mirrors."""
    left_out = () if rules.untimed_final else ("untimed_final",)
    said = {key: text for key, text in form.items() if key not in left_out and not _says_nothing(key, clean(text))}
    mirrors = {"avoid_mirrors": "on"} if rules.avoid_mirrors else {}
    return {**said, **mirrors, "asked_mirrors": "1", "asked_untimed": "1", "deck_format": _format(form, rules)}


def _says_nothing(key: str, text: str) -> bool:
    if key == "timer":
        return text not in TIMERS
    return key in NUMBERS and (not text or (key, text) == ("cut", "0"))


def _format(form: Mapping[str, str], rules: Ruleset) -> str:
    """The one that was chosen, where the rulebook has it; else its first, if there is any."""
    ids, chosen = [each.id for each in rules.deck_formats], _answer(form, "format", rules)
    return chosen if chosen in ids else default_settings(rules).deck_format


def _facts(rules: Ruleset, settings: Settings, players: int, *, teams: int) -> tuple[tuple[str, str], ...]:
    if rules.pods:
        return _pod_facts(ruleset_of(settings), settings, players, teams)
    rounds = _rounds(rules, settings, players)
    facts = [
        ("Players", str(players)),
        ("Rounds", _rounds_text(rules, settings, players)),
        *_cut_fact(rules, settings, players),
        ("Round time", _time_text(settings)),
    ]
    if settings.timer == "common":
        warning = settings.warning_minutes
        facts.append(("Warning", f"{warning} min left" if warning else "none"))
    if asked := rules.format(settings.deck_format).short:
        facts.append(("Decks", asked.lower()))
    more = second_rounds(settings) if settings.legendary else 0
    if settings.timer != "none" and rounds:
        facts.append(("Takes about", _length(settings, rounds + more, drafts=drafts_of(settings))))
        facts.append(("Breaks included", _breaks(settings)))
    return tuple(facts)


def _pod_facts(rules: Ruleset, settings: Settings, players: int, teams: int) -> tuple[tuple[str, str], ...]:
    """The whole grid, as long as nobody leaves."""
    rounds = grid(players) if players >= 3 and not rules.teams else ()
    return (
        ("Players", str(players)),
        *((("Teams", str(teams) if teams else "none yet: “Ana & Ben” on a line makes one"),) if rules.teams else ()),
        ("Rounds", f"{len(rounds)}, until one table is left" if rounds else "until one table is left"),
        *((("Round 1", sizes_words(rounds[0].sizes)),) if rounds else ()),
        *((f"Round {n}", _later(each)) for n, each in enumerate(rounds[1:], start=2)),
        ("To win a game", plural(rules.limits.winner_least, rules.counted.one, rules.counted.many)),
        ("Round time", _time_text(settings)),
        ("Event", rules.booklet),
    )


def _later(round_: GridRound) -> str:
    return sizes_words(round_.sizes) + (f", {round_.filling_up} fill up" if round_.filling_up else "")


def _rounds(rules: Ruleset, settings: Settings, players: int) -> int:
    if settings.rounds or players < rules.refused_below:
        return settings.rounds
    return rounds_for(rules, players, with_cut=bool(settings.cut)).rounds


def _cut_fact(rules: Ruleset, settings: Settings, players: int) -> tuple[tuple[str, str], ...]:
    """The cut that was chosen; or the one that the rulebook offers so many players."""
    if "bracket" not in rules.stages:
        return ()
    offered = cut_offered(rules, players)
    none = f"none; the rulebook offers a {offered}" if offered else "none"
    return ((rules.bracket_name or "Top cut", f"top {settings.cut}" if settings.cut else none),)


def _rounds_text(rules: Ruleset, settings: Settings, players: int) -> str:
    if settings.legendary and players > rules.refused_below:
        first, more = _rounds(rules, settings, players), second_rounds(settings)
        return f"{first + more}: {first} in groups, {more} after the {second_name(settings)}"
    if settings.rounds:
        return f"{settings.rounds}, as you chose"
    rounds = printed_rounds(rules, players, cut=settings.cut)
    if rounds:
        return f"{rounds}, by the rulebook"
    proposed = _rounds(rules, settings, players) if players >= rules.refused_below else 0
    return f"{proposed}, the rulebook has none for so few" if proposed else "by the rulebook"


def _time_text(settings: Settings) -> str:
    if settings.timer == "none":
        return "no limit"
    if chess := chess_plan(settings):
        return f"chess clocks, {chess.minutes} min each"
    return f"{settings.round_minutes} min"


def _length(settings: Settings, rounds: int, *, drafts: int) -> str:
    """Every round with what comes around it, and the drafts, as the desk counts them when nothing has been played."""
    lengths = _clock_lengths(settings, rounds)
    timed = [length for length in lengths if length]
    usual = pace(settings, [])
    quarters = round((rounds_ms(timed, usual) + drafts * usual.draft_ms) / (15 * MINUTE))
    said = f"{quarters // 4} h {quarters % 4 * 15:02} min"
    more = len(lengths) - len(timed)
    return f"{said}, and {'a round' if more == 1 else f'{more} rounds'} without a limit" if more else said


def _breaks(settings: Settings) -> str:
    """What is in that length beside the rounds: the break that is usual where none was chosen, and not yet a lunch."""
    between = pace(settings, []).between_ms // MINUTE
    return f"{between} min between rounds; no lunch"


def _clock_lengths(settings: Settings, rounds: int) -> list[int]:
    """How long the clock of every round runs, those of the bracket included; 0 where there is no limit."""
    cut = rounds_of(settings.cut) if settings.cut else 0
    if chess := chess_plan(settings):
        return [2 * chess.minutes * MINUTE] * (rounds + cut)
    return [settings.round_minutes * MINUTE] * rounds + bracket_lengths(settings, cut)
