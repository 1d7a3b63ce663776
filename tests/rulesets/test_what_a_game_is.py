"""Whoever adds a game fills these in: each field is explained where it is defined."""

from dataclasses import fields

import pytest

from engine.rulesets.base import ChessPlan, Counted, DeckFormat, PenaltyStep, RoundsRow, Ruleset, TimePlan
from engine.words import Scoring


@pytest.mark.parametrize("kind", [Ruleset, Scoring, Counted, TimePlan, ChessPlan, RoundsRow, PenaltyStep, DeckFormat])
def test_every_field_is_explained(kind: type) -> None:
    explained = kind.__doc__ or ""
    assert [field.name for field in fields(kind) if f"`{field.name}`" not in explained] == []
