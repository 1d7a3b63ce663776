"""Settings that somebody else saved while this page was open: what it was filled with, and what it says now."""

from __future__ import annotations

from collections.abc import Mapping

from engine.factions import pool_size
from engine.lives import most_life
from engine.refusals import Refused
from engine.rulesets.registry import ruleset_of
from engine.values import replace
from engine.words import Event, Settings, Tournament
from server.core import open_forms
from server.event.settings_form import TIMERS
from server.event.settings_page import DRAFTS, LAST_WORD, fields_of, settings_now

LABELS: open_forms.Labels = {
    "name": "name",
    "starts_at": "start of round 1",
    "rounds": "rounds",
    "cut": "cut",
    "deck_format": "decks",
    "pool_size": "factions in a pool",
    "avoid_mirrors": ("mirror matches avoided", "mirror matches not avoided"),
    "repeat_factions": ("a faction more than once", "no faction more than once"),
    "deck_lists": ("deck lists collected", "no deck lists collected"),
    "chained": ("with the Chained list", "without the Chained list"),
    "chained_cards": "Chained cards",
    "banned_cards": "Banned cards",
    "lists_since": "day the lists took effect",
    "most_life": "highest life",
    "lives": "lives",
    "timer": "timer",
    "round_minutes": "minutes per round",
    "warning_minutes": "minutes of warning",
    "break_minutes": "minutes of break",
    "lunch_after": "round before lunch",
    "lunch_minutes": "minutes of lunch",
    "bracket_minutes": "minutes per bracket match",
    "untimed_final": ("final without time limit", "final with a time limit"),
    "draft": "kind of draft",
    "scored_by": "scored by",
    "draft_steps": "steps of the draft",
    "pick_seconds": "seconds per pick",
    "build_minutes": "minutes to build the deck",
    "scenario": "special rules",
    "points_win": "points for a win",
    "points_draw": "points for a draw",
    "last_word": "who confirms results",
    "type": "event type",
    "victory": "victory conditions",
    "realms": "to win a game",
    "deck_size": "deck size",
    "dungeons_barred": ("dungeons barred", "dungeons not barred"),
    "limits": "deck limits",
    "scored": ("scored", "not scored"),
    "variants": "variants",
    "own_rules": "house rules",
    "title": "name in the booklet",
    "factor": "points count",
    "convention": "convention",
    "convention_code": "convention code",
    "code": "tournament code",
}


def require_as_it_was(form: Mapping[str, str], name: str, t: Tournament, *, typed: str, wanted: Settings) -> None:
    """Refused with the settings of today, if they are not what the form was filled with.

    `typed` is the name that the form gives, `wanted` are its settings.
    """
    kept = kept_of(name, t)
    asked = wanted if "rounds" in form else replace(wanted, rounds=settings_now(t).rounds)
    open_forms.require_as_it_was(form, kept, now=open_forms.differences(kept, _in_words(typed, asked), LABELS))


def was(name: str, t: Tournament, form: Mapping[str, str] | None, why: Refused | None) -> str:
    """What the page puts into its form."""
    return open_forms.was(kept_of(name, t), form, why)


def kept_of(name: str, t: Tournament) -> dict[str, str]:
    """What this page asks, as it is kept; not what others do: tables, deadline, teams."""
    return _in_words(name, settings_now(t))


def _in_words(name: str, settings: Settings) -> dict[str, str]:
    rules, fields = ruleset_of(settings), fields_of(name, settings)
    lives = "\n".join(f"{of}: {life}" for of, life in settings.lives)
    return {
        **fields,
        **_event(settings.event or Event()),
        "deck_format": rules.format(settings.deck_format).name,
        "timer": TIMERS.get(settings.timer, settings.timer),
        "draft": DRAFTS[fields["draft"]],
        "scored_by": {choice.key: choice.text for choice in rules.scorings}.get(fields["scored_by"], ""),
        "last_word": LAST_WORD[fields["last_word"]],
        "pool_size": str(pool_size(settings)),
        "repeat_factions": "on" if settings.repeat_factions else "",
        "deck_lists": "on" if settings.deck_lists else "",
        "chained_cards": "\n".join(settings.chained_cards),
        "banned_cards": "\n".join(settings.banned_cards),
        "lists_since": settings.lists_since,
        "most_life": str(most_life(settings)) if rules.lives else "",
        "lives": lives,
    }


def _event(event: Event) -> dict[str, str]:
    return {
        "type": event.type,
        "victory": event.victory,
        "realms": str(event.realms),
        "deck_size": str(event.deck_size),
        "dungeons_barred": "on" if event.dungeons_barred else "",
        "limits": "\n".join(f"{row} {least} {most}" for row, least, most in event.limits),
        "scored": "on" if event.scored else "",
        "variants": ", ".join(event.variants),
        "own_rules": event.own_rules,
        "title": event.title,
        "factor": str(event.factor),
        "convention": event.convention,
        "convention_code": event.convention_code,
        "code": event.code,
    }
