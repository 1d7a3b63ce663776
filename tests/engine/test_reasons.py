"""Facts hold reasons as data; words are for showing. So that the box can speak another language one day."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from desk import desk, sentence

from engine import facts as f
from engine.codec import from_json, to_json
from engine.decisions import people, rounds
from engine.fold import Act
from engine.history import sentence as told
from engine.pairing.seating import duel
from engine.pairing_words import SAY, admits, in_words
from engine.penalty_words import fault_code, fault_words
from engine.reasons import Reason
from engine.refusals import Refused
from engine.rulesets.registry import RULESETS
from engine.simulate import simulate
from engine.upgrades import FAULTS_OF_VERSION_1
from engine.words import Match

# What people type or choose: names of prizes, factions and decks, and the settings of the event.
TYPED = {"settings", "prizes", "factions", "decks"}


def texts(raw: Any) -> Iterator[str]:
    """Every text in this JSON, but what people typed."""
    if isinstance(raw, dict):
        for key, value in raw.items():
            if key not in TYPED:
                yield from texts(value)
    elif isinstance(raw, list):
        for value in raw:
            yield from texts(value)
    elif isinstance(raw, str):
        yield raw


def sentences(acts: list[Act]) -> list[str]:
    written = json.loads(json.dumps([to_json(fact) for act in acts for fact in act.facts]))
    return [text for text in texts(written) if " " in text]


@pytest.mark.parametrize("players", [9, 24])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_fresh_journal_holds_no_sentence(ruleset, players):
    event = simulate(ruleset, players, seed="wordless", restless=0.3)
    assert event.acts
    assert sentences(event.acts) == []


def test_nor_does_one_of_a_round_changed_by_hand_and_of_penalties():
    made = desk("ashes-classic", "Ana Ben Cai Dee Eva").round("Ana>Ben", "Cai>Dee", bye="Eva")
    made.acts.clear()
    made.draft().do(rounds.give_bye, "Eva").do(rounds.seat_together, "Ana", "Ben").do(rounds.publish)
    made.do(people.penalise, "Ana", kind="warning", fault="Slow play", id="x1")
    assert made.round_.breaks
    assert sentences(made.acts) == []


A_B = {"players": ["Ana", "Ben"]}
WORDS = {
    "first-round": ({}, "first round: drawn at random"),
    "same-record": ({"record": ["points", 6], "rematch": True}, "both on 6 points; rematch: every pairing has one"),
    "floated": (
        {"high": "2–0", "low": "0–2", "odd": True, "bye": True, "taken": 2, "between": "taken", "earlier": True},
        "2–0 meets 0–2; floated down: odd group after the bye and taking 2 in, nobody in between was free; "
        "earlier opponent: could not be avoided",
    ),
    "bye-in-advance": ({}, "bye: given in advance"),
    "bye-alone": ({}, "bye: nobody else is left in this group"),
    "bye-by-lot": ({"players": 7}, "bye: all 7 are equal, drawn by lot"),
    "bye-of-the-weakest": (
        {"record": ["wins", 1], "byes": 2, "equals": 3, "passed": 4},
        "bye: weakest record (on 1 win) with 2 byes before; drawn by lot among 3; "
        "4 passed over, whose bye would force a rematch",
    ),
    "bye-with-fewest-rematches": ({}, "bye: weakest record that leaves the fewest rematches"),
    "seeds": ({"room": 16, "seeds": [1, 16]}, "Round of 16: seed 1 meets seed 16"),
    "drawn": ({}, "drawn at random"),
    "winners": ({"joining": ["Ana"]}, "winners of the last round; filling up by points: ⟨Ana⟩"),
    "late-seat": ({"player": "Ana"}, "⟨Ana⟩ came late and took a free seat"),
    "seat-taken-over": ({"gone": "Ana", "comes": "Ben"}, "a result was corrected: ⟨Ben⟩ has the seat of ⟨Ana⟩"),
    "vacated": (
        {"player": "Ana", "joining": ["Ben"], "equal": [["Ben"], ["Cai"]]},
        "⟨Ana⟩ is gone; filling up by lot between ⟨Ben⟩ and ⟨Cai⟩: ⟨Ben⟩",
    ),
    "by-hand": ({}, "seated by the organizer"),
    "have-met": (A_B, "⟨Ana⟩ and ⟨Ben⟩ have met before."),
    "another-bye": ({"player": "Ana", "fewer": True}, "⟨Ana⟩ has had a bye, and others have had fewer."),
    "bye-too-strong": ({"player": "Ana"}, "The bye goes to the weakest record, and ⟨Ana⟩'s is not the weakest."),
    "not-nearest": (
        {"meet": [["1–0", "0–1"], [["score", 2], ["score", 1]]]},
        "Not the nearest records: 1–0 meets 0–1, on 2 meets on 1.",
    ),
    "same-faction": (A_B, "⟨Ana⟩ and ⟨Ben⟩ play the same faction: a mirror match."),
    "met-earlier": (A_B, "⟨Ana⟩ and ⟨Ben⟩ have met in the first phase."),
    "wished-apart": (A_B, "⟨Ana⟩ and ⟨Ben⟩ are to be kept apart."),
    "other-groups": (A_B, "⟨Ana⟩ and ⟨Ben⟩ draft in different groups."),
    "said": ({"text": "both 1–0"}, "both 1–0"),
}


def paired(why: Any) -> dict[str, Any]:
    """A round of one table with this reason, as JSON."""
    return to_json(f.RoundPaired(1, (Match(1, duel("Ana", "Ben")),))) | {
        "matches": [{"table": 1, "seats": [{"player": "Ana", "side": 0}, {"player": "Ben", "side": 1}], "why": why}]
    }


@pytest.mark.parametrize("code", SAY)
def test_every_reason_has_its_words_and_comes_back_from_json(code):
    params, words = WORDS[code]
    raw = paired({"code": code} | ({"params": params} if params else {}))
    fact = from_json(raw)
    assert isinstance(fact, f.RoundPaired)
    assert in_words(fact.matches[0].why) == words
    assert json.loads(json.dumps(to_json(fact)))["matches"] == raw["matches"]


@pytest.mark.parametrize(
    "why",
    [
        "both 1–0",
        {"code": "moonlight"},
        {"code": ["drawn"]},
        {"params": {}},
        {"code": "drawn", "params": {"by": "moonlight"}},
        {"code": "drawn", "params": []},
        {"code": "drawn", "because": "moonlight"},
        {"code": "same-record"},
        {"code": "same-record", "params": {"record": ["goals", 3]}},
        {"code": "seeds", "params": {"room": 5, "seeds": [1, 2]}},
        {"code": "seeds", "params": {"room": 4, "seeds": [1, 2, 3]}},
        {"code": "have-met", "params": {"players": []}},
        {"code": "have-met", "params": {"players": 3}},
        {"code": "bye-of-the-weakest", "params": {"byes": "many"}},
    ],
    ids=str,
)
def test_a_reason_without_words_is_refused_when_the_journal_is_opened(why):
    with pytest.raises(Refused) as caught:
        from_json(paired(why))
    sentence(caught.value)


def test_old_journals_say_what_they_said():
    """Version 1 wrote the sentences themselves."""
    old = paired("1–0 meets ⟨0–1⟩; rematch: every pairing has one") | {"byes": [{"player": "Cai", "why": "bye: luck"}]}
    fact = from_json(old, version=1)
    assert isinstance(fact, f.RoundPaired)
    assert in_words(fact.matches[0].why) == "1–0 meets ⟨0–1⟩; rematch: every pairing has one"
    assert in_words(fact.byes[0].why) == "bye: luck"
    changed = {"fact": "PairingChanged", "number": 1, "matches": [], "breaks": ["⟨Ana⟩ and ⟨Ben⟩ have met before."]}
    act = Act(1, (from_json(changed, version=1),))
    assert told(act) == "⟨Round 1⟩ changed by hand: ⟨Ana⟩ and ⟨Ben⟩ have met before."


@pytest.mark.parametrize(
    "raw",
    [
        None,
        [],
        {"fact": "RoundPaired", "number": 1, "matches": 3},
        {"fact": "RoundPaired", "number": 1, "matches": [3]},
        {"fact": "PairingChanged", "number": 1, "matches": [], "byes": {}, "breaks": 7},
        {"fact": "PenaltyGiven", "id": "x", "player": "p1", "kind": "warning", "fault": ["Slow play"], "round": 1},
    ],
    ids=str,
)
def test_an_old_fact_that_is_none_is_refused_with_a_sentence(raw):
    with pytest.raises(Refused) as caught:
        from_json(raw, version=1)
    sentence(caught.value)


@pytest.mark.parametrize("what", ["rematch", "mirror"])
def test_a_reason_owns_up_to_what_could_not_be_avoided_in_data_as_in_old_sentences(what):
    assert admits(Reason("same-record", {"record": "1–0", what: True}), what)
    assert not admits(Reason("same-record", {"record": "1–0"}), what)
    assert admits(Reason("said", {"text": f"both 1–0; {what}: …"}), what)
    assert not admits(Reason("said", {"text": "both 1–0"}), what)
    assert not admits(None, what)


# What penalties are given for


def test_a_fault_is_kept_by_its_code_and_read_by_its_name():
    for rules in RULESETS.values():
        for step in rules.penalties:
            assert (fault_code(step.fault), fault_words(step.code)) == (step.code, step.fault)
            assert " " not in step.code


@pytest.mark.parametrize(("name", "code"), FAULTS_OF_VERSION_1.items())
def test_a_fault_that_version_1_kept_by_name_still_has_it(name, code):
    old = {"fact": "PenaltyGiven", "id": "x", "player": "p1", "kind": "warning", "fault": name, "round": 1}
    fact = from_json(old, version=1)
    assert isinstance(fact, f.PenaltyGiven)
    assert (fact.fault, fault_words(fact.fault)) == (code, name)


def test_a_fault_that_no_rulebook_names_stands_for_itself():
    assert fault_words(fault_code("Loud music")) == "Loud music"


def test_a_fault_of_an_old_journal_counts_as_an_earlier_one():
    """Slow play was noted by version 1, and comes again today: the rulebook's second step."""
    made = desk("ashes-reborn", "Ana Ben").pair()
    old = {"fact": "PenaltyGiven", "id": "x", "player": "Ana", "kind": "warning", "fault": "Slow play", "round": 1}
    made.facts(from_json(old, version=1))
    assert people.next_penalty(made.t, "Ana", fault="Slow play") == "game-loss"
