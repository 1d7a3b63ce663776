"""A bracket on every page, in every state: its rounds are called semi-finals and final, and nothing is drawn by lot."""

import gzip
import json
import re

import pytest

from engine.decisions import clock, people, results, rounds, stages
from engine.results import won
from server.core.timekeeping import moment
from tests.server.at_table_devices import phone, tablet
from tests.server.conftest import Page
from tests.server.result_event import Event

NAMES = ["Ana", "Ben", "Cai", "Dee", "Eve", "Fay", "Gil", "Hal"]
SEMI, FINAL = 4, 5
DESK = (
    *("/", "/clock/", "/players/", "/players/{one}", "/pairings/", "/pairings/?pick={one}", "/pairings/?round=4"),
    *("/results/", "/results/?round=4", "/results/slips", "/results/1", "/results/round/4/1/correct", "/floor/"),
    *("/floor/1", "/results/penalties", "/results/penalties/new?player={one}", "/standings/", "/standings/cut"),
    *("/standings/finish", "/history/", "/announcements/", "/print/", "/print/pack", "/settings", "/staff/"),
    *("/sheets/scores", "/sheets/decks?blank=1", "/export/results.csv", "/export/pairings.csv"),
    *("/export/standings.csv", "/deck-checks/", "/deck-checks/?table=1", "/deck-checks/first-five/1/{one}"),
)
PUBLIC = ("/", "/p/{one}", "/p/{out}", "/pairings", "/standings", "/bracket")
NUMBERED = re.compile(r"[^.;|]{0,60}\b(?:[Rr]ounds? (?:\d, )*(?:\d and )?[45]\b|R[45]\b)[^.;|]{0,40}")


@pytest.fixture
def cup(app):
    """Eight players, three rounds, then the top four; one of the staff plays."""
    made = Event(app, NAMES, ruleset_id="ashes-classic", cut=4).start().play()
    made.do(lambda t: people.drop(t, made.ids["Hal"]))
    for _ in range(2):
        made.next_round().play()
    made.do(lambda t: stages.make_cut(t, 4))
    return made


def test_above_every_page_stands_where_the_event_is_and_how_many_play(cup, organizer):
    """“Before semi-finals”, “9 of 10 players still in” in the semi-finals, and the same once the event was finished."""

    def head():
        return re.search(r'<div class="where".*?</div>', organizer.get("/events/cup/").html, re.S)[0]

    assert ("Before the semi-finals" in head(), "top 4 of 8 players" in head()) == (True, True)
    cup.draft()
    assert "Before the semi-finals" in head()
    cup.do(rounds.publish)
    cup.play().draft()
    assert ("Before the final" in head(), "still in" in head()) == (True, False)
    cup.do(rounds.publish)
    cup.play().do(stages.finish)
    assert ("Finished" in head(), ", 8 players" in head()) == (True, True)


def read(actor, address):
    return Page(actor.client.get(address, follow_redirects=True))


def pages(cup, organizer):
    """Every page's text, by its address."""
    known = {"one": cup.t.stages[-1].entrants[0], "out": cup.ids["Hal"]}
    for path in DESK:
        address = f"/events/cup{path.format(**known)}"
        page = read(organizer, address)
        yield address, page.response.get_data(as_text=True) if path.startswith("/export") else page.text
    for path in PUBLIC:
        address = f"/e/cup{path.format(**known)}"
        yield address, read(organizer, address).text
    last = organizer.get("/events/cup/history/").html
    for seq in sorted(set(re.findall(r"/history/(\d+)/undo", last)), key=int)[-6:]:
        yield f"undo {seq}", organizer.get(f"/events/cup/history/{seq}/undo").text
    wall = organizer.client.get("/api/tournaments/cup/wall").data
    yield "wall", json.dumps(json.loads(gzip.decompress(wall)), ensure_ascii=False)
    here = phone(cup, known["one"]) if cup.t.current_round else None
    if here is not None:
        yield "phone", here.client.get("/me/table", follow_redirects=True).get_data(as_text=True)
        yield "table", json.dumps(tablet(cup, 1).state().json, ensure_ascii=False)
        yield "places", json.dumps(here.client.get("/at-table/standings", query_string={"event": "cup"}).json)


def look_everywhere(cup, organizer):
    for address, text in pages(cup, organizer):
        found = NUMBERED.findall(text)
        assert not found, (address, found)
        assert "⟨" not in text, (address, text[max(0, text.index("⟨") - 60) :][:160])


def test_every_page_of_a_bracket_speaks_of_semi_finals_and_the_final(cup, organizer):
    """“Any players that won continue on to face another opponent until only a single player remains.”"""
    look_everywhere(cup, organizer)  # the cut is made, and nothing is paired
    cup.draft()
    look_everywhere(cup, organizer)
    cup.do(rounds.publish)
    cup.do(lambda t: clock.start_clock(t, moment()))
    look_everywhere(cup, organizer)
    one, two = cup.pair(1)
    for told_by, winner in ((one, one), (two, two)):
        version = won(cup.match(1), winner, wounds=3, scoring=cup.t.settings.scoring)
        cup.do(lambda t, by=told_by, version=version: results.report(t, 1, player=by, result=version))
    tablet(cup, 2).send("call", kind="judge")
    look_everywhere(cup, organizer)
    cup.do(lambda t: results.withdraw_reports(t, 1, players=(one, two)))
    cup.play()
    look_everywhere(cup, organizer)
    cup.draft()
    look_everywhere(cup, organizer)
    cup.do(rounds.publish)
    loser = cup.match(1, SEMI).players[1]
    right = won(cup.match(1, SEMI), loser, wounds=9, scoring=cup.t.settings.scoring)
    cup.do(lambda t: results.correct(t, SEMI, table=1, result=right))
    look_everywhere(cup, organizer)
    cup.play()
    look_everywhere(cup, organizer)
    cup.do(lambda t: stages.finish(t, prizes=("Cup",)))
    look_everywhere(cup, organizer)


def test_what_is_refused_names_the_round_too(cup, organizer, judge):
    cup.draft()
    asked = (
        ("/events/cup/results/1", {"winner": "x", "round": str(SEMI)}),
        ("/events/cup/now/close", {}),
        ("/events/cup/results/1", {"winner": "x", "round": "3"}),
        (f"/events/cup/results/round/{SEMI}/1/correct", {}),
        ("/events/cup/standings/finish", {"do": "finish"}),
    )
    for address, form in asked:
        page = organizer.post(address, **form)
        assert not NUMBERED.findall(page.text), (address, page.text)
    cup.do(rounds.publish)
    for path in ("/events/cup/results/9", "/events/cup/results/round/4/9/correct", "/e/cup/pairings?round=5"):
        page = read(organizer, path)
        assert not NUMBERED.findall(page.text), (path, page.text)
    cup.win(1).win(2)
    cup.do(rounds.close)
    one, here = cup.pair(1)[0], tablet(cup, 1)
    cup.next_round()
    answer = here.send("faction", round=SEMI, player=one, faction="x")
    assert "The semi-final round is over" in answer.json["error"]


def test_the_pairings_of_a_bracket_offer_no_draw_by_lot(cup, organizer):
    """“The player with the most event points will be paired against the player with the least.”"""
    page = organizer.get("/events/cup/pairings/")
    assert "by lot" not in page
    cup.draft()
    page = organizer.get("/events/cup/pairings/")
    assert "Draw again" not in page
    assert "by lot" not in page
    assert "Publish 2 tables" in page
    assert "Seeds and winners decide who meets whom." in page
    refused = organizer.post("/events/cup/pairings/pair", referrer="/events/cup/pairings/")
    assert "drawn anew" not in refused


def test_now_offers_the_semi_finals_by_their_name(cup, organizer):
    page = organizer.get("/events/cup/")
    assert "Pair the semi-finals" in page
    assert "explained table by table" not in page
    cup.next_round().play()
    assert "Pair the final" in organizer.get("/events/cup/")


def test_a_tablet_in_a_bracket_shows_the_places_it_came_from(cup):
    cup.next_round().play()
    found = phone(cup, cup.pair(1)[0]).client.get("/at-table/standings", query_string={"event": "cup"}).json
    assert found["rows"]
    assert found["after_name"] == "round 3"


def test_a_file_names_the_round_behind_its_number(cup, organizer):
    cup.next_round().play()
    text = organizer.client.get("/events/cup/export/results.csv").get_data(as_text=True)
    heading, *lines = [line.split(",") for line in text.lstrip("\ufeff").splitlines()]
    assert heading[-1] == "Round name"
    assert {line[-1] for line in lines if line[0] == str(SEMI)} == {"semi-finals"}
    assert {line[-1] for line in lines if line[0] == "1"} == {"round 1"}
