"""The rulesets by name, and the settings a new tournament starts from."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from engine.decks.rules import DeckRules
from engine.refusals import Refused, Unknown
from engine.rulesets.ashes_classic import ASHES_CLASSIC
from engine.rulesets.ashes_draft import ASHES_DRAFT
from engine.rulesets.ashes_reborn import ASHES_REBORN
from engine.rulesets.base import Ruleset, TimePlan
from engine.rulesets.sizes import rounds_for
from engine.rulesets.spellfire import SPELLFIRE
from engine.rulesets.summoner_wars import SUMMONER_WARS
from engine.values import replace
from engine.words import Settings

DEFAULT = ASHES_REBORN  # what a new event starts from, and what the demo plays

# A new game is its own file and one line here, in the order in which “New event” offers them.
RULESETS: dict[str, Ruleset] = {
    rules.id: rules
    for rules in (
        ASHES_REBORN,
        ASHES_CLASSIC,
        ASHES_DRAFT,
        SUMMONER_WARS,
        SPELLFIRE,
    )
}


def ruleset(id: str) -> Ruleset:
    """The ruleset of this name."""
    if id not in RULESETS:
        raise Refused(f"There is no ruleset “{id}”. Choose one of {', '.join(RULESETS)}.")
    return RULESETS[id]


def ruleset_of(settings: Settings) -> Ruleset:
    """The ruleset a tournament is played by, as its settings change it; a draft follows the book it is scored by."""
    rules = ruleset(settings.ruleset)
    if rules.scorings:
        rules = rescored(rules, settings.scoring.score)
    return rules.by_settings(rules, settings) if rules.by_settings else rules


def rescored(rules: Ruleset, score: str) -> Ruleset:
    """The same rulebook as this choice scores it; itself, where there is no such choice."""
    book = next((choice.book for choice in rules.scorings if choice.key == score), None)
    return rules.rescored(book) if book is not None and rules.rescored is not None else rules


def deck_rules(settings: Settings) -> DeckRules[Any]:
    """How this game's deck lists are read and judged; refused where it has none."""
    rules = ruleset_of(settings)
    if rules.decks is None:
        raise Unknown(f"{rules.name} is played without deck lists.")
    return rules.decks


def default_settings(ruleset: Ruleset, *, players: int | None = None) -> Settings:
    """What a new tournament starts from: the ruleset's numbers copied in, no cut, one clock for all."""
    return Settings(
        ruleset=ruleset.id,
        scoring=ruleset.scoring,
        rounds=_rounds(ruleset, players=players),
        timer="common" if _minutes(ruleset.time) else "none",
        round_minutes=_minutes(ruleset.time),
        bracket_minutes=_minutes(ruleset.bracket_time),
        warning_minutes=ruleset.time.warning_minutes if ruleset.time else 0,
        avoid_mirrors=ruleset.avoid_mirrors,
        chained=bool(ruleset.chained),
        chained_cards=ruleset.chained,
        banned_cards=ruleset.banned,
        deck_format=ruleset.deck_formats[0].id if ruleset.deck_formats else "",
        event=ruleset.questions.start if ruleset.questions else None,
    )


def scored_by(settings: Settings, score: str) -> Settings:
    """A draft scored by the other rulebook: what stood as the old one says becomes as the new one says.

    Without such a choice the settings stay as they are.
    """
    rules = ruleset_of(settings)
    before, after = default_settings(rules), default_settings(rescored(rules, score))
    untouched = [
        field.name for field in fields(settings) if getattr(settings, field.name) == getattr(before, field.name)
    ]
    return replace(settings, **{name: getattr(after, name) for name in untouched})


def _rounds(ruleset: Ruleset, *, players: int | None) -> int:
    if players is None or players < ruleset.refused_below or not ruleset.rounds:
        return 0
    return rounds_for(ruleset, players).rounds


def _minutes(plan: TimePlan | None) -> int:
    return plan.minutes if plan else 0
