"""Facts as JSON: every one comes back as it was, and what this version cannot read is refused with a sentence."""

from __future__ import annotations

import json
from dataclasses import fields, is_dataclass
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest
from desk import sentence
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import codec
from engine import facts as f
from engine.codec import FACTS, VERSION, from_json, to_json, upgrade
from engine.folding.registry import APPLY
from engine.reasons import Reason
from engine.refusals import Refused

TEXT = st.text(max_size=8)
NUMBERS = st.integers(-(10**9), 10**9)
REASONS = st.builds(lambda text: Reason("said", {"text": text}), TEXT) | st.builds(
    lambda a, b: Reason("have-met", {"players": (a, b)}), TEXT, TEXT
)


def values(kind: Any) -> st.SearchStrategy[Any]:
    """Any value of a type, as its hints say; reasons only as there are words for."""
    if kind is Reason:
        return REASONS
    if is_dataclass(kind):
        hints = get_type_hints(kind)
        return st.builds(kind, **{field.name: values(hints[field.name]) for field in fields(kind)})
    origin, args = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return st.one_of(*(st.none() if arg is type(None) else values(arg) for arg in args))
    if origin is Literal:
        return st.sampled_from(args)
    if origin is tuple and args[-1] is Ellipsis:
        return st.lists(values(args[0]), max_size=3).map(tuple)
    if origin is tuple:
        return st.tuples(*(values(arg) for arg in args))
    return {str: TEXT, int: NUMBERS, bool: st.booleans()}[kind]


@pytest.mark.parametrize("kind", FACTS.values(), ids=FACTS)
@settings(max_examples=settings.default.max_examples // 5)
@given(data=st.data())
def test_every_fact_comes_back_from_json_as_it_was(kind, data):
    fact = data.draw(values(kind))
    assert from_json(json.loads(json.dumps(to_json(fact)))) == fact


def test_the_codec_knows_every_fact_that_can_happen():
    classes = [value for value in vars(f).values() if isinstance(value, type) and is_dataclass(value)]
    declared = {kind for kind in classes if kind.__module__ == f.__name__}
    assert set(FACTS.values()) == declared
    assert len(FACTS) > 40


def test_every_fact_changes_the_tournament_or_is_an_undo_or_the_creation():
    assert set(APPLY) == set(FACTS.values()) - {f.TournamentCreated, f.Undone}


def test_what_is_empty_by_default_is_left_out_and_what_is_not_stays():
    assert to_json(f.PlayerEntered("p1", 7)) == {"fact": "PlayerEntered", "player": "p1", "lot": 7, "round": 1}
    assert to_json(f.ClockPaused(0)) == {"fact": "ClockPaused", "remaining_ms": 0}


def test_an_empty_text_is_not_the_same_as_none():
    """A pause with an empty reason once came back without one."""
    assert from_json(to_json(f.ClockPaused(0, ""))) == f.ClockPaused(0, "")


GOOD = to_json(f.TournamentFinished(("p1",), (("first prize", "p1"),)))


@pytest.mark.parametrize(
    "raw",
    [
        {"fact": "PlayerVanished", "player": "p1"},
        {"player": "p1"},
        {"fact": ["PlayerDropped"]},
        {"fact": None},
        [],
        None,
        "PlayerDropped",
        {"fact": "PlayerDropped", "player": "p1"},
        {"fact": "PlayerDropped", "player": "p1", "after": "2"},
        {"fact": "PlayerDropped", "player": "p1", "after": True},
        {"fact": "PlayerDropped", "player": "p1", "after": 1.0},
        {"fact": "PlayerDropped", "player": "p1", "after": 1, "why": "tired"},
        {"fact": "PresenceMarked", "player": "p1", "present": 1},
        {"fact": "StaffNamed", "id": "s1", "role": "king"},
        {"fact": "LotsReplaced", "order": "p1"},
        {"fact": "ClockStarted", "at": [1, 2], "remaining_ms": 1},
        GOOD | {"prizes": [["first prize"]]},
        GOOD | {"prizes": [["first prize", "p1", "p2"]]},
        GOOD | {"prizes": ["first prize"]},
    ],
    ids=str,
)
def test_json_that_is_no_fact_is_refused_with_a_sentence(raw):
    with pytest.raises(Refused) as caught:
        from_json(raw)
    sentence(caught.value)


@pytest.mark.parametrize("version", [VERSION + 1, VERSION + 7])
def test_a_journal_of_a_newer_version_asks_for_an_update(version):
    with pytest.raises(Refused, match="Update Cinderbox") as caught:
        from_json(GOOD, version=version)
    sentence(caught.value)


def test_a_version_that_never_was_is_refused():
    with pytest.raises(Refused) as caught:
        from_json(GOOD, version=0)
    sentence(caught.value)


def test_an_old_fact_goes_through_every_step_in_order(monkeypatch):
    """What version 1 wrote is still read by version 4."""
    monkeypatch.setattr(codec, "VERSION", 4)
    steps = {
        1: lambda raw: raw | {"fact": "PlayerDropped"} if raw["fact"] == "PlayerLeft" else raw,
        2: lambda raw: raw | {"steps": "2"},
        3: lambda raw: {key: value for key, value in raw.items() if key != "steps"} | {"after": len(raw["steps"])},
    }
    monkeypatch.setattr(codec, "UPGRADES", steps)
    assert from_json({"fact": "PlayerLeft", "player": "p1"}, version=1) == f.PlayerDropped("p1", 1)
    assert from_json({"fact": "PlayerDropped", "player": "p1", "steps": "12"}, version=3) == f.PlayerDropped("p1", 2)
    assert from_json({"fact": "PlayerDropped", "player": "p1", "after": 3}, version=4) == f.PlayerDropped("p1", 3)


def test_upgrading_does_not_change_what_was_read(monkeypatch):
    monkeypatch.setattr(codec, "VERSION", 2)
    monkeypatch.setattr(codec, "UPGRADES", {1: lambda raw: raw | {"after": 9}})
    old = {"fact": "PlayerDropped", "player": "p1", "after": 1}
    assert upgrade(old, 1)["after"] == 9
    assert old["after"] == 1


def test_every_version_before_this_one_has_its_step():
    assert sorted(codec.UPGRADES) == list(range(1, VERSION))


@pytest.mark.parametrize("number", [2**53 + 1, -(2**53) - 1, 10**400])
def test_a_number_that_a_browser_would_round_is_refused(number):
    with pytest.raises(Refused, match="Expected a whole number"):
        from_json({"fact": "BreakStarted", "at": {"boot_id": "a", "ms": 1}, "ms": number})


@pytest.mark.parametrize("blood", [True, 1.0, "1", None, [1]])
def test_what_only_looks_like_a_value_that_was_read_before_is_refused(blood):
    """Seats and outcomes are read once and shared, and for Python true and 1.0 are 1."""
    told = {"fact": "ResultRecorded", "number": 1, "table": 1}
    right = {"outcomes": [{"mark": "win", "blood": 25}, {"mark": "loss", "blood": 1}]}
    assert from_json(told | {"result": right}).result.outcomes[1].blood == 1
    wrong = {"outcomes": [right["outcomes"][0], {"mark": "loss", "blood": blood}]}
    with pytest.raises(Refused):
        from_json(told | {"result": wrong})


def test_a_reason_that_only_looks_like_one_that_was_read_before_stays_what_it_says():
    for text in (1, True, 1.0, "1"):
        found = codec._decoder(Reason)({"code": "said", "params": {"text": text}})
        assert (type(found.params["text"]), found.params["text"]) == (type(text), text)
