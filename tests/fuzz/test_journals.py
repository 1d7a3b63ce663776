"""A journal with mutated facts: it is read, or refused with a sentence. Nothing else ever comes of it."""

import copy
import gzip
import json

import pytest
from sqlalchemy import select, update

from engine.codec import from_json
from engine.fold import Act, replay
from engine.history import sentence
from engine.progress import where
from engine.refusals import Refused
from engine.standings.places import stage_places
from server.core import journal
from server.core.db import writer
from server.core.models import JournalRow
from tests.fuzz.odd import mutated, odd_text
from tests.fuzz.seeds import case, cases
from tests.fuzz.sending import EVENTS
from tests.fuzz.test_imports import EXPORTS, change_a_fact, change_settings, make_up_a_fact
from tests.fuzz.visiting import ask, pages

TRIES = 60
ROWS = 3


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
            rng.made = json.dumps(doc)
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


@cases(2)
def test_a_spoiled_row_costs_nobody_a_page(hall, seed):
    """Whatever the disk made of it: the box shows its pages, and those of the event say what is wrong."""
    with case(seed, "spoiled_row") as rng:
        for _ in range(ROWS):
            tid = rng.choice(EVENTS)
            asked = list(pages(hall.app, tid))
            spoil(hall.app, tid, rng)
            for path in asked:
                ask(hall.people["organizer"], path)
            hall.put_back()


def spoil(app, tid, rng):
    with app.app_context(), writer() as connection, connection.begin():
        ours = JournalRow.tournament_id == tid
        seqs = connection.execute(select(JournalRow.seq).where(ours)).scalars().all()
        row = ours & (JournalRow.seq == rng.choice(seqs))
        facts = connection.execute(select(JournalRow.facts).where(row)).scalar_one()
        at = rng.randrange(len(facts))
        changed = rng.choice(
            (
                facts[:at] + rng.choice('x0\x00"]}é') + facts[at + 1 :],
                facts[:at],
                json.dumps(mutated(rng, json.loads(facts), 2)),
                "[" * 100_000,
                odd_text(rng).encode("utf-8", "replace").decode(),
            )
        )
        column = rng.choice(("facts", "facts", "facts", "version", "at", "by", "checksum"))
        value = {"facts": changed, "version": rng.choice((0, -1, 99, 10**9))}.get(
            column, odd_text(rng).encode("utf-8", "replace").decode()
        )
        connection.execute(update(JournalRow).where(row).values({column: value}))
    journal.forget()
