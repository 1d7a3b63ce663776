"""What older versions wrote, one version further. These are kept as they are: old journals do not change any more."""

from __future__ import annotations

from typing import Any

Json = Any


def reasons_from_sentences(raw: Json) -> Json:
    """Version 1 kept sentences where there are reasons now, and faults by their names."""
    if not isinstance(raw, dict):
        return raw
    if raw.get("fact") in ("RoundPaired", "PairingChanged"):
        found = {key: _each(raw[key], _with_reason) for key in ("matches", "byes") if key in raw}
        return raw | found | ({"breaks": _each(raw["breaks"], _said)} if "breaks" in raw else {})
    if raw.get("fact") == "PenaltyGiven" and isinstance(raw.get("fault"), str):
        return raw | {"fault": FAULTS_OF_VERSION_1.get(raw["fault"], raw["fault"])}
    return raw


def _with_reason(seated: Json) -> Json:
    return seated | {"why": _said(seated["why"])} if isinstance(seated, dict) and "why" in seated else seated


def _said(text: Json) -> Json:
    return {"code": "said", "params": {"text": text}}


def _each(raw: Json, change: Any) -> Json:
    """What is no list is left for the decoder to refuse."""
    return [change(each) for each in raw] if isinstance(raw, list) else raw


FAULTS_OF_VERSION_1 = {
    "Slow play": "slow-play",
    "Unsportsmanlike conduct": "unsportsmanlike-conduct",
    "Cheating": "cheating",
    "Refusing the organizer's ruling": "ruling-refused",
    "A required effect was missed": "effect-missed",
    "Notes or help from outside": "outside-help",
    "Illegal deck, dice or First Five": "illegal-deck-dice-or-first-five",
    "Deck changed or not as listed": "deck-not-as-listed",
    "Illegal First Five": "illegal-first-five",
    "Marked cards or worn sleeves": "marked-cards",
    "Illegal deck or sideboard": "illegal-deck-or-sideboard",
    "Deck changed other than by a sideboard swap, or not put back after the match": "deck-changed",
    "A play that could not work": "impossible-play",
    "Another deck than the one named for this round": "another-deck",
    "Another fault": "other",
}
