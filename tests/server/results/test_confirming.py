"""Where the desk has the last word: results wait, plausible ones are confirmed with one tap, others are named."""

import html
import re
from dataclasses import replace

import pytest

from engine import facts as f
from tests.server.result_event import Event, told

NAMES = ["Ana", "Ben", "<b>Cai</b>", "Dee", "Eve", "Fay", "Gil", "Hal"]


@pytest.fixture
def cup(app):
    event = Event(app, NAMES).start()
    event.do(lambda t: (f.SettingsChanged(replace(t.settings, desk_confirms=True)),))
    return event


def agree(event, table, wounds):
    event.report(table, 0, winner=0, wounds=wounds).report(table, 1, winner=0, wounds=wounds)
    return event


def forms(page):
    """What each confirming form would send, the one for all plausible ones first."""
    found = re.findall(r'<form method="post" action="[^"]*/confirm">.*?</form>', page.html, flags=re.S)
    return [[html.unescape(v) for v in re.findall(r'name="agreed" value="([^"]*)"', form)] for form in found]


def test_agreed_results_wait_and_are_not_still_out(cup, judge):
    agree(cup, 1, 12)
    page = judge.get("/events/cup/results/")
    assert "In, to be confirmed: 1 table" in page
    assert "Still out: 3 tables" in page
    assert "0 of 4 in, 1 needs you" in page


def test_one_tap_confirms_all_plausible_ones_and_names_the_others(cup, judge):
    agree(agree(agree(cup, 1, 12), 2, 31), 3, 19)
    page = judge.get("/events/cup/results/")
    assert "Confirm all 2 plausible" in page
    assert "Table 2: 31 wounds, really? No Phoenixborn we know of survives 20." in page
    page = judge.post("/events/cup/results/confirm", round=1, agreed=forms(page)[0])
    assert "2 results are confirmed" in page
    assert [cup.match(table).result is not None for table in (1, 2, 3)] == [True, False, True]


def test_an_unlikely_one_is_confirmed_by_itself(cup, judge):
    agree(cup, 2, 31)
    page = judge.get("/events/cup/results/")
    assert "Confirm all" not in page
    one, two = cup.names_at(2)
    page = judge.post("/events/cup/results/confirm", round=1, agreed=forms(page)[0])
    assert f"Table 2: {one} beat {two}, 25 : 31." in told(page)


def test_what_players_took_back_meanwhile_is_not_confirmed(cup, judge):
    agree(agree(cup, 1, 12), 3, 9)
    sent = forms(judge.get("/events/cup/results/"))[0]
    cup.report(1, 1, winner=0, wounds=11)
    page = judge.post("/events/cup/results/confirm", round=1, agreed=sent)
    assert "1 table has changed meanwhile" in page
    assert cup.match(1).result is None
    assert cup.match(3).result is not None


@pytest.mark.parametrize("agreed", [[], ["nonsense"], ["1 played win25.0 loss3.0"], ["99 played win25.0 loss3.0"]])
def test_nothing_that_stands_is_refused(cup, judge, agreed):
    agree(cup, 1, 12)
    page = judge.post("/events/cup/results/confirm", referrer="/events/cup/results/", round=1, agreed=agreed)
    assert "changed meanwhile, or it is recorded already" in page
    assert cup.match(1).result is None


def test_a_double_tap_confirms_once(cup, judge):
    agree(cup, 1, 12)
    sent = forms(judge.get("/events/cup/results/"))[0]
    for _ in range(2):
        judge.post("/events/cup/results/confirm", round=1, agreed=sent, request_id="twice")
    facts = [fact for act in cup.book.acts for fact in act.facts]
    assert sum(isinstance(fact, f.ResultRecorded) for fact in facts) == 1


def test_a_form_of_another_round_confirms_nothing(cup, judge):
    agree(cup, 1, 12)
    sent = forms(judge.get("/events/cup/results/"))[0]
    page = judge.post("/events/cup/results/confirm", referrer="/events/cup/results/", round=2, agreed=sent)
    assert "This page was for round 2" in page


def test_the_round_is_not_offered_to_be_closed_while_results_wait(cup, organizer):
    for table in (1, 2, 3, 4):
        agree(cup, table, table)
    page = organizer.get("/events/cup/results/")
    assert "Confirm all 4 plausible" in page
    assert "Close round 1" not in page
    assert "4 results wait to be confirmed" in organizer.get("/events/cup/")


def test_the_organizer_chooses_who_has_the_last_word(app, organizer):
    event = Event(app, NAMES).start()
    assert "Who confirms results" in organizer.get("/events/cup/settings")
    organizer.post("/events/cup/settings", last_word="desk")
    assert event.t.settings.desk_confirms
    organizer.post("/events/cup/settings", last_word="players")
    assert not event.t.settings.desk_confirms
    organizer.post("/events/cup/settings", name="Another name")
    assert not event.t.settings.desk_confirms
