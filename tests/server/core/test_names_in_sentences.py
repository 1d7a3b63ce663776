"""Sentences speak of people by name: no page and no refusal shows the id that a name stands for in the journal."""

import html
import json
import re

import pytest

from engine.decisions import people, setup
from engine.refusals import Refused
from engine.words import Staff
from server.event.transfer import export_event, import_event
from tests.server.result_event import Event

NAMES = ("Ana", "Ben", "Cai", "Dee")
FILL = {"tid": "cup", "pid": "p1", "table": 1, "number": 1, "seq": 1, "what": "tables", "id": 1, "screen": 1}


@pytest.fixture
def cup(app):
    return Event(app, NAMES).start()


def pages(app):
    """Every page of an event that an organizer can open."""
    rules = [rule for rule in app.url_map.iter_rules() if "GET" in rule.methods and rule.endpoint != "static"]
    with app.test_request_context():
        adapter = app.url_map.bind("localhost")
        return sorted(
            adapter.build(rule.endpoint, {key: FILL[key] for key in rule.arguments})
            for rule in rules
            if rule.arguments <= set(FILL) and rule.rule.startswith(("/events/<", "/e/<"))
        )


def test_no_page_of_an_event_shows_an_id_in_a_message(app, organizer, cup):
    raw = []
    for address in pages(app):
        with organizer.client.session_transaction() as session:
            session["_flashes"] = [("refused", "Look: ⟨p1⟩ is told.")]
        answer = organizer.client.get(address)
        if answer.mimetype != "text/html" or answer.status_code >= 300:
            continue
        text = " ".join(html.unescape(re.sub(r"<[^>]+>", " ", answer.get_data(as_text=True))).split())
        if "Look: p1 is told" in text or "⟨" in text:
            raw.append(address)
    assert raw == []


def test_a_page_that_says_sorry_names_people(app, judge, cup):
    """Staff who play are asked who they are: the sentence named an id."""
    cup.do(lambda t: setup.name_staff(t, Staff("plays-p1", "organizer", "p1")))
    page = judge.get("/events/cup/print/codes")
    assert page.status == 403
    assert "Ana of the staff plays too" in page


def test_the_print_page_names_staff_who_play(app, judge):
    cup = Event(app, NAMES, ruleset_id="ashes-reborn")
    cup.do(lambda t: setup.name_staff(t, Staff("plays-p1", "organizer", "p1")))
    page = judge.get("/events/cup/print/")
    assert "⟨" not in page
    assert "p1 of the staff" not in page


def test_a_file_that_does_not_add_up_is_told_with_its_names(app, organizer, cup):
    cup.do(lambda t: people.drop(t, "p2"))
    with app.app_context():
        doc = export_event("cup")
    doc["acts"].append({**doc["acts"][-1], "seq": len(doc["acts"]) + 1})
    doc["acts"] = [{key: value for key, value in act.items() if key != "checksum"} for act in doc["acts"]]
    doc["head"] = None  # as a file of before there were checksums
    with app.app_context(), pytest.raises(Refused) as caught:
        import_event(json.dumps(doc))
    assert "Ben is already out" in str(caught.value)
