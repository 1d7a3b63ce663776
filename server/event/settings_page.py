"""The settings of an event: what can be changed, what was asked for, what the rulebook says to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.decisions.setup import SWISS
from engine.factions import pool_size
from engine.pairing.brackets import LARGEST, SMALLEST
from engine.pod_words import why_unscored
from engine.refusals import Refused
from engine.rulesets.base import Ruleset
from engine.rulesets.lengths import length_warnings
from engine.rulesets.naming import played_by
from engine.rulesets.registry import ruleset_of
from engine.rulesets.sizes import printed_rounds, size_warnings
from engine.values import dataclass, replace
from engine.words import Settings, Tournament
from server.core.desk import Desk
from server.decks.deck_settings import DeckSettings, deck_settings
from server.decks.life_settings import LifeSettings, life_settings
from server.event.event_questions import EventForm, event_form
from server.event.settings_form import CHANGED_EVENT, LONGEST_NAME, TIMERS, draft_lines, has_scenarios, read_settings

LAST_WORD = {"players": "Both players: what they agree on is final", "desk": "The desk looks too, before it counts"}
NUMBERS = (
    *("rounds", "cut", "round_minutes", "bracket_minutes", "warning_minutes", "break_minutes"),
    *("lunch_after", "lunch_minutes", "pick_seconds", "build_minutes"),
)
TICKS = ("untimed_final", "avoid_mirrors", "chained")
DRAFTS = {
    "one": "One draft in groups of up to eight, then Swiss for all",
    "legendary": "Legendary Draft: rounds inside the groups, then the best draft again",
    "small": "Classic's Drafted Decks: groups of two to four, the same components for each",
}


@dataclass(frozen=True, slots=True)
class SettingsPage:
    """What stands in the form and what can still be changed; choices with one entry are not asked."""

    fields: Mapping[str, str]
    printed_rounds: str
    rounds_open: bool
    cut_open: bool
    has_bracket: bool
    cut_name: str
    timers: tuple[tuple[str, str], ...]
    formats: tuple[tuple[str, str], ...]
    format: str
    mirrors: bool
    chained: bool
    decks: DeckSettings
    lives: LifeSettings | None
    drafts: tuple[tuple[str, str], ...]
    build: str
    lines_note: str
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
    played_by: str = ""
    pointed: bool = False
    finished: bool = False


def settings_page(desk: Desk, *, typed: Mapping[str, str] | None = None) -> SettingsPage:
    """The settings as they are; or as they were typed, when they could not be saved."""
    t = desk.t
    rules = ruleset_of(t.settings)
    now = settings_now(t)
    # Once play has begun, the size that the rounds were planned for counts.
    players = len(t.players) if t.stages else sum(player.active for player in t.players.values())
    return SettingsPage(
        fields=fields_of(desk.name, now, typed),
        printed_rounds=printed_rounds(rules, players, cut=t.settings.cut),
        rounds_open=bool(rules.rounds) and (not t.stages or t.stages[-1].kind in SWISS),
        cut_open="bracket" in rules.stages and all(stage.kind != "bracket" for stage in t.stages),
        has_bracket="bracket" in rules.stages,
        cut_name=rules.bracket_name or "Top cut",
        timers=tuple((key, text) for key, text in TIMERS.items() if key != "chess" or rules.chess),
        formats=tuple((each.id, each.name) for each in rules.deck_formats),
        format=rules.format(t.settings.deck_format).name,
        mirrors=rules.avoid_mirrors and not (t.stages and pool_size(t.settings)),
        chained=bool(rules.chained),
        decks=deck_settings(t.settings, typed),
        lives=life_settings(t.settings, typed),
        drafts=tuple(DRAFTS.items()) if rules.draft else (),
        build=rules.draft.build if rules.draft else "",
        lines_note=rules.draft.lines_note if rules.draft else "",
        scored=tuple((choice.key, choice.text) for choice in rules.scorings),
        scenario=has_scenarios(rules),
        points=rules.scoring.score == "points",
        last_word=() if rules.pods else tuple(LAST_WORD.items()),  # at a table of several one other is enough
        untimed_note=rules.untimed_final,
        warnings=(*_warnings(rules, t.settings, players, now.rounds), *filter(None, [why_unscored(t)])),
        notes=rules.notes,
        begun=bool(t.stages),
        spell=event_form(rules, t.settings.event, typed=typed, begun=bool(t.stages)),
        teams=bool(rules.teams),
        played_by=played_by(t.settings),
        pointed=bool(rules.report_days),
        finished=t.finish is not None,
    )


def settings_now(t: Tournament) -> Settings:
    """As they are; once play has begun, with the rounds that are planned."""
    stage = next((stage for stage in reversed(t.stages) if stage.kind in SWISS), None)
    return t.settings if stage is None else replace(t.settings, rounds=stage.planned)


def wanted_settings(t: Tournament, form: Mapping[str, str]) -> Settings:
    """The settings the form asks for. Refused with everything that cannot be."""
    wanted, faults = read_settings(form, t.settings, CHANGED_EVENT, begun=bool(t.stages))
    if faults := (*faults, *_faults(t, wanted)):
        raise Refused(" ".join(faults))
    return wanted


def _faults(t: Tournament, wanted: Settings) -> Iterator[str]:
    """What each answer by itself does not show."""
    if wanted.timer == "common" and not wanted.round_minutes:
        yield "One clock for all needs a length. Say how many minutes a round lasts, or choose no time limit."
    if 0 < wanted.cut < SMALLEST:
        yield f"A cut takes {SMALLEST} to {LARGEST} players, or 0 for none."
    before, after = t.settings.scoring, wanted.scoring
    if t.stages and before.score == after.score and (before.win, before.draw) != (after.win, after.draw):
        yield "What a win is worth stays as it is once play has begun."


def read_name(form: Mapping[str, str], now: str) -> str:
    name = " ".join(form.get("name", now).split())
    if not name or len(name) > LONGEST_NAME:
        raise Refused(f"The event needs a name of 1 to {LONGEST_NAME} characters.")
    return name


def fields_of(name: str, now: Settings, typed: Mapping[str, str] | None = None) -> dict[str, str]:
    """Every field as text; a tick is “on”."""
    found = {key: str(getattr(now, key)) for key in NUMBERS} | {"timer": now.timer, "deck_format": now.deck_format}
    found |= {key: "on" if getattr(now, key) else "" for key in TICKS} | {"name": name}
    found["last_word"] = "desk" if now.desk_confirms else "players"
    found["draft"] = "legendary" if now.legendary else "small" if now.small_groups else "one"
    found["scored_by"] = now.scoring.score
    found["draft_steps"] = "\n".join(draft_lines(now))
    found |= {
        "scenario": now.scenario,
        "starts_at": now.starts_at,
        "points_win": str(now.scoring.win),
        "points_draw": str(now.scoring.draw),
    }
    if typed is None:
        return found
    return {key: typed.get(key, "" if key in TICKS else value) for key, value in found.items()}


def _warnings(rules: Ruleset, values: Settings, players: int, rounds: int) -> Iterator[str]:
    if players >= rules.refused_below:
        yield from size_warnings(rules, players, rounds=rounds, cut=values.cut)
    yield from length_warnings(values)
    if values.timer == "common" and rules.time and values.warning_minutes >= values.round_minutes > 0:
        yield "The warning would come before the round begins. Choose fewer minutes for it."
    if values.timer == "chess" and values.untimed_final and values.cut:
        yield "Chess clocks run in the final too. Without limit it needs another timer, chosen before it."
