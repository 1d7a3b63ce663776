"""The rulesets by name, and the settings a new tournament starts from."""

from __future__ import annotations

from dataclasses import fields, replace

from engine.refusals import Refused
from engine.rulesets.ashes_classic import ASHES_CLASSIC
from engine.rulesets.ashes_draft import ASHES_DRAFT, ASHES_DRAFT_REBORN, in_small_groups, in_two_phases
from engine.rulesets.ashes_reborn import ASHES_REBORN
from engine.rulesets.base import Ruleset, TimePlan
from engine.rulesets.sizes import rounds_for
from engine.rulesets.spellfire import SPELLFIRE, with_realms
from engine.rulesets.summoner_wars import SUMMONER_WARS
from engine.words import Event, Settings

RULESETS: dict[str, Ruleset] = {
    "ashes-reborn": ASHES_REBORN,
    "ashes-classic": ASHES_CLASSIC,
    "ashes-draft": ASHES_DRAFT,
    "summoner-wars": SUMMONER_WARS,
    "spellfire": SPELLFIRE,
}

DRAFTS: dict[str, Ruleset] = {"points": ASHES_DRAFT, "wins": ASHES_DRAFT_REBORN}


def ruleset(id: str) -> Ruleset:
    """The ruleset of this name."""
    if id not in RULESETS:
        raise Refused(f"There is no ruleset “{id}”. Choose one of {', '.join(RULESETS)}.")
    return RULESETS[id]


def ruleset_of(settings: Settings) -> Ruleset:
    """The ruleset a tournament is played by; a draft follows the rulebook it is scored by."""
    if settings.ruleset != ASHES_DRAFT.id:
        return ruleset(settings.ruleset)
    draft = DRAFTS[settings.scoring.score]
    if settings.legendary:
        return in_two_phases(draft)
    return in_small_groups(draft) if settings.small_groups else draft


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
        deck_format=ruleset.deck_formats[0],
        event=with_realms(Event()) if ruleset.id == SPELLFIRE.id else None,
    )


def scored_by(settings: Settings, score: str) -> Settings:
    """A draft scored by the other rulebook: what stood as the old one says becomes as the new one says."""
    before, after = default_settings(ruleset_of(settings)), default_settings(DRAFTS[score])
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
