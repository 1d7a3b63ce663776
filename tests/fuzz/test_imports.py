"""A file that says it is an event: it is refused with a sentence, or every page can show what it holds."""

import gzip
import json

import pytest
from sqlalchemy import delete

from engine.refusals import Refused
from server.core import journal
from server.core.db import writer
from server.core.models import TournamentRow
from server.event.transfer import export_event, import_event, read_document
from tests.fuzz.conftest import GOLDEN
from tests.fuzz.odd import as_json, made_up_fact, mutated
from tests.fuzz.seeds import case, cases
from tests.fuzz.visiting import ask, forms, pages

EXPORTS = sorted(path for path in GOLDEN.glob("*.json.gz") if path.name != "expected.json.gz")
TRIES = 8


@pytest.fixture(scope="session")
def exports():
    return [json.loads(gzip.decompress(path.read_bytes())) for path in EXPORTS]


@cases(2)
def test_a_mutated_export_is_refused_or_every_page_shows_it(app, organizer, judge, stranger, exports, seed):
    with case(seed, "mutated_export") as rng:
        for number in range(TRIES):
            tid = f"try{number}"
            rng.made = as_json(rng, spoiled(rng, rng.choice(exports)))
            if accepted(app, rng.made, tid):
                shown_to(app, tid, organizer)
                shown_to(app, tid, rng.choice((judge, stranger)))
                goes_out_and_in_again(app, tid)
                if rng.random() < 0.3:
                    answers_buttons(app, tid, organizer, rng)
                forget(app, tid)


def spoiled(rng, doc):
    """The event with something changed: anywhere, in the facts of one act, in its settings, or by a fact made up."""
    doc = mutated(rng, doc, rng.choice((0, 0, 0, 1)))
    acts = doc.get("acts")
    if not isinstance(acts, list) or not acts:
        return doc
    for spoil in rng.sample((change_a_fact, change_a_fact, change_settings, make_up_a_fact), rng.choice((0, 1, 1, 2))):
        act = rng.choice(acts)
        if isinstance(act, dict) and isinstance(act.get("facts"), list):
            spoil(rng, doc, act["facts"])
    return doc


def change_a_fact(rng, _doc, facts):
    facts[:] = mutated(rng, facts, rng.choice((1, 1, 2)))


def change_settings(rng, doc, facts):
    """What an organizer could have chosen, and with odd values."""
    created = doc["acts"][0]["facts"] if isinstance(doc["acts"][0], dict) and doc["acts"][0].get("facts") else [{}]
    settings = created[0].get("settings") if isinstance(created[0], dict) else None
    facts.append({"fact": "SettingsChanged", "settings": mutated(rng, settings, rng.choice((1, 2, 3)))})


def make_up_a_fact(rng, doc, facts):
    rows = doc.get("players")
    players = [row["id"] for row in rows if isinstance(row, dict) and "id" in row] if isinstance(rows, list) else []
    facts.insert(rng.randrange(len(facts) + 1), made_up_fact(rng, players))


def accepted(app, text, tid):
    try:
        with app.app_context():
            import_event(text.encode("utf-8", "surrogatepass"), tournament_id=tid)
    except Refused:
        return False
    return True


def shown_to(app, tid, who):
    """Every page of the event and of the box, as they see it."""
    for path in list(pages(app, tid)):
        ask(who.client, path)


def goes_out_and_in_again(app, tid):
    with app.app_context():
        read_document(json.dumps(export_event(tid)))


def answers_buttons(app, tid, organizer, rng):
    """Some of the forms as the pages have them; what they lead to can be shown, too."""
    found = []
    for path in pages(app, tid):
        if path.startswith(f"/events/{tid}/"):
            found += [form for form in forms(ask(organizer.client, path), path) if form["method"] == "POST"]
    ours = [form for form in found if form["action"].startswith(f"/events/{tid}/") and "delete" not in form["action"]]
    for form in rng.sample(ours, min(5, len(ours))):
        fields = {name: value for name, value, _kind in form["fields"]}
        ask(organizer.client, form["action"], method="POST", data=fields)
    shown_to(app, tid, organizer)


def forget(app, tid):
    with app.app_context():
        with writer() as connection, connection.begin():
            connection.execute(delete(TournamentRow).where(TournamentRow.id == tid))
        journal.forget(tid)
