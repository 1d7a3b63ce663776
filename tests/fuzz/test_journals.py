"""A journal with mutated facts: it is read, or refused with a sentence. Nothing else ever comes of it."""

import copy
import gzip
import json

import pytest

from engine.codec import from_json
from engine.fold import Act, replay
from engine.history import sentence
from engine.progress import where
from engine.refusals import Refused
from engine.standings.places import stage_places
from tests.fuzz.seeds import case, cases
from tests.fuzz.test_imports import EXPORTS, change_a_fact, change_settings, make_up_a_fact

TRIES = 60


@pytest.fixture(scope="session")
def exports():
    return [json.loads(gzip.decompress(path.read_bytes())) for path in EXPORTS]


@cases(3)
def test_mutated_facts_are_replayed_or_refused(exports, seed):
    with case(seed, "mutated_facts") as rng:
        for _ in range(TRIES):
            doc = copy.deepcopy(rng.choice(exports))
            act = rng.choice(doc["acts"])
            rng.choice((change_a_fact, change_settings, make_up_a_fact))(rng, doc, act["facts"])
            replayed_or_refused(doc["acts"])


def replayed_or_refused(raw):
    try:
        acts = [Act(act["seq"], tuple(from_json(fact) for fact in act["facts"])) for act in raw]
        t = replay(acts)
    except Refused:
        return
    assert where(t)
    assert all(sentence(act) for act in acts if act.facts)
    for stage in t.stages:
        if stage.kind != "bracket":
            stage_places(t, stage)
