"""What a player's side of the game survives, as an organizer can correct it for an event: the most of any, and by name.

It is kept with the event, as the lists of cards are: it stands in the history, goes with an export, and what an event
of last year doubted is not changed by this year's errata.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from engine.decks.lines import fold
from engine.lives import most_life
from engine.refusals import Refused
from engine.rulesets.registry import ruleset_of
from engine.values import dataclass, replace
from engine.words import Settings
from server.core.spelling import clean, quoted

MOST_LIFE, MOST_NAMES, LONGEST_NAME = 99, 200, 200
_LINE = re.compile(r"(?P<name>.*[^\s:=,;–-])[\s:=,;–-]+(?P<life>\d{1,3})")


@dataclass(frozen=True, slots=True)
class LifeSettings:
    """What stands in the form: the `most` of any, the organizer's own lines; `known` are those of the ruleset.

    `named` is what a line names: whoever leads a deck list, or the faction in place of one.
    """

    side: str
    named: str
    counted: str
    most: str
    own: str
    known: tuple[tuple[str, int], ...]


def life_settings(now: Settings, typed: Mapping[str, str] | None) -> LifeSettings | None:
    """As they are, or as they were typed when they could not be saved; None where the game knows of no lives."""
    rules, said = ruleset_of(now), typed or {}
    if rules.lives is None:
        return None
    return LifeSettings(
        side=rules.side,
        named="faction" if rules.format(now.deck_format).factions else rules.side,
        counted=rules.counted.many,
        most=said.get("most_life", str(most_life(now))),
        own=said.get("lives", "\n".join(f"{name}: {life}" for name, life in now.lives)),
        known=rules.lives.by_name,
    )


def with_lives(wanted: Settings, form: Mapping[str, str]) -> Settings:
    """The settings with the lives of the form. What was not asked stays, and what is as it came is not written down."""
    if "most_life" in form and form["most_life"] != str(most_life(wanted)):
        wanted = replace(wanted, most_life=_life(clean(form["most_life"])))
    return replace(wanted, lives=_own(form["lives"], wanted)) if "lives" in form else wanted


def _own(text: str, settings: Settings) -> tuple[tuple[str, int], ...]:
    """One per line, like “Coal Roarkwin: 15”; a name that is there twice counts as it is written last."""
    found = dict(_named(line) for line in map(clean, text.splitlines()) if line)
    if len(found) > MOST_NAMES:
        raise Refused(f"At most {MOST_NAMES} lives can be written down.")
    rules = ruleset_of(settings)
    known = {fold(name): life for name, life in rules.lives.by_name} if rules.lives else {}
    return tuple((name, life) for name, life in found.items() if known.get(fold(name)) != life)


def _named(line: str) -> tuple[str, int]:
    found = _LINE.fullmatch(line)
    if found is None or len(found["name"]) > LONGEST_NAME:
        raise Refused(f"{quoted(line)} names no life. Write a name and a number on each line, like NAME: 17.")
    return found["name"], _life(found["life"])


def _life(text: str) -> int:
    if not text.isdecimal() or len(text) > 3 or not 1 <= int(text) <= MOST_LIFE:
        raise Refused(f"A life of {text or 'nothing'} is not possible. Give a whole number from 1 to {MOST_LIFE}.")
    return int(text)
