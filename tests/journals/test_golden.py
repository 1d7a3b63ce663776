"""A journal written by any released version opens in every later one, and comes out the same."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from outcome import outcome

from engine.check import check
from engine.codec import FACTS, VERSION, from_json, to_json, upgrade
from engine.facts import TimeCalledEarly
from engine.fold import Act, in_force, replay
from engine.history import sentence
from engine.pairing_words import in_words
from engine.words import Tournament

HERE = Path(__file__).parent
JOURNALS = sorted(path for path in HERE.glob("*.json") if not path.name.endswith(".expected.json"))


def read(path: Path) -> tuple[int, list[dict[str, Any]]]:
    raw = json.loads(path.read_text(encoding="utf-8"))
    return raw["version"], raw["acts"]


def acts_of(path: Path) -> list[Act]:
    version, acts = read(path)
    return [
        Act(act["seq"], tuple(from_json(fact, version=version) for fact in act["facts"]), act["by"], act["at"])
        for act in acts
    ]


@pytest.mark.parametrize("path", JOURNALS, ids=lambda path: path.stem)
def test_a_golden_journal_comes_out_as_it_did(path):
    played = replay(acts_of(path))
    check(played)
    expected = json.loads(path.with_suffix(".expected.json").read_text(encoding="utf-8"))
    assert json.loads(json.dumps(outcome(played))) == expected


@pytest.mark.parametrize("path", JOURNALS, ids=lambda path: path.stem)
def test_its_facts_are_still_written_as_they_were(path):
    """A change of shape needs a new version and a step in `upgrade`; the old files stay as they are."""
    version, acts = read(path)
    for act in acts:
        for fact in act["facts"]:
            assert to_json(from_json(fact, version=version)) == upgrade(fact, version)


@pytest.mark.parametrize("path", sorted(HERE.glob("*-with-reasons.json")), ids=lambda path: path.stem)
def test_reasons_say_what_the_sentences_of_the_same_event_said(path):
    """Version 1 wrote the sentences down, and could not count to one; these are the same events in version 2."""
    new, old = acts_of(path), acts_of(path.with_name(path.name.replace("-with-reasons", "")))
    assert told(new) == list(map(counted, told(old)))
    assert reasons_of(replay(new)) == list(map(counted, reasons_of(replay(old))))


def counted(sentence: str) -> str:
    return re.sub(r"\b1 points\b", "1 point", sentence)


def told(acts: list[Act]) -> list[str]:
    """The history, without calls of time: journals from before what was left was kept cannot tell it."""
    return [sentence(act) for act in acts if not any(isinstance(fact, TimeCalledEarly) for fact in act.facts)]


def reasons_of(t: Tournament) -> list[str]:
    seated = (each for round_ in t.rounds for each in (*round_.matches, *round_.byes))
    return [in_words(each.why) for each in seated]


def test_every_fact_is_in_a_golden_journal():
    """So that a change of any fact's shape shows."""
    written = {type(fact).__name__ for path in JOURNALS for act in acts_of(path) for fact in act.facts}
    assert written == set(FACTS)


def test_every_version_has_golden_journals():
    assert {read(path)[0] for path in JOURNALS} == set(range(1, VERSION + 1))


def test_something_was_undone_and_something_redone_in_them():
    undone = {path.stem: len(acts_of(path)) - len(in_force(acts_of(path))) for path in JOURNALS}
    assert undone["reborn-with-cut"] == 2
    assert len(JOURNALS) >= 6
