"""Checks a deck text by its ruleset, for the command line and for lists handed in as text."""

from collections.abc import Callable, Mapping

from engine.decks.ashes import deck_faults
from engine.decks.parse import parse_ashes
from engine.decks.spellfire import parse_spellfire, spellfire_faults
from engine.decks.summoner_wars import Roster, custom_faults, parse_summoner_wars, roster_faults
from engine.refusals import Refused


def check_text(text: str, ruleset: str) -> tuple[str, ...]:
    """What is wrong with the deck in a text, none if it is legal; a text that cannot be read is `Refused`."""
    if ruleset not in CHECKS:
        raise Refused(f"There is no ruleset “{ruleset}”; choose one of {', '.join(CHECKS)}.")
    return CHECKS[ruleset](text)


def _reborn(text: str) -> tuple[str, ...]:
    return deck_faults(parse_ashes(text))


def _without_bans(text: str) -> tuple[str, ...]:
    """Classic has no Banned list; in a draft it does not apply, since those decks are not constructed ones."""
    return deck_faults(parse_ashes(text), banned=())


def _summoner_wars(text: str) -> tuple[str, ...]:
    entry = parse_summoner_wars(text)
    if isinstance(entry, Roster):
        return roster_faults(entry.factions, rounds=len(entry.factions), repeats_allowed=False)
    return custom_faults(entry)


def _spellfire(text: str) -> tuple[str, ...]:
    """A list with a sideboard is one for the Sideboard variant."""
    deck = parse_spellfire(text)
    return spellfire_faults(deck, variants=("Sideboard",) if deck.sideboard else ())


CHECKS: Mapping[str, Callable[[str], tuple[str, ...]]] = {
    "ashes-reborn": _reborn,
    "ashes-classic": _without_bans,
    "ashes-draft": _without_bans,
    "summoner-wars": _summoner_wars,
    "spellfire": _spellfire,
}
