"""What the books say about sizes and times, told where an event is made, set up and begun; and their own names."""

import gzip
import json
from dataclasses import replace

import pytest

from engine.decisions import rounds, setup, stages
from tests.server.at_table_devices import tablet
from tests.server.result_event import Event

BRACKET = "Legendary Phoenixborn Bracket"


def people(number):
    return [f"Player {n}" for n in range(1, number + 1)]


def preview(organizer, ruleset, number, **form):
    return organizer.post("/events/preview", ruleset=ruleset, players="\n".join(people(number)), **form)


def event(app, ruleset, number, **changes):
    made = Event(app, people(number), ruleset_id=ruleset)
    made.do(lambda t: setup.change_settings(t, replace(t.settings, rounds=0, **changes)))
    return made


def test_a_new_event_is_told_about_rounds_that_are_too_long(organizer):
    said = "The rulebook's rounds last 50 to 60 minutes; yours last 75."
    assert said in preview(organizer, "ashes-reborn", 6, minutes="75")
    assert said in preview(organizer, "ashes-reborn", 0, minutes="75")
    assert "rounds last" not in preview(organizer, "ashes-reborn", 6, minutes="55")


def test_before_round_1_now_tells_it_too(app, organizer):
    event(app, "ashes-reborn", 6, round_minutes=45)
    assert "The rulebook's rounds last 50 to 60 minutes; yours last 45." in organizer.get("/events/cup/")


def test_from_17_players_on_the_optional_cut_is_offered(organizer):
    """Reborn: “With more than 16 players, the TO may advance the top players to a single elimination top cut.”"""
    assert "Top cut none" in preview(organizer, "ashes-reborn", 16)
    assert "offers" not in preview(organizer, "ashes-reborn", 16)
    assert "Top cut none; the rulebook offers a top 4" in preview(organizer, "ashes-reborn", 17)
    assert "Top cut none; the rulebook offers a top 8" in preview(organizer, "summoner-wars", 33)
    assert "Top cut top 4" in preview(organizer, "ashes-reborn", 17, cut="4")


def test_before_round_1_now_offers_the_cut(app, organizer):
    event(app, "ashes-reborn", 17)
    assert "The rulebook offers a top 4 after the rounds" in organizer.get("/events/cup/")


def test_an_event_of_16_is_offered_none(app, organizer):
    event(app, "ashes-reborn", 16)
    assert "offers" not in organizer.get("/events/cup/")


def test_after_the_last_round_a_cut_that_nobody_planned_is_still_offered(app, organizer):
    cup = event(app, "ashes-reborn", 17, cut=0)
    cup.do(lambda t: setup.change_settings(t, replace(t.settings, rounds=1)))
    cup.start().play()
    for path in ("/events/cup/", "/events/cup/standings/"):
        page = organizer.get(path)
        assert "Places and prizes" in page
        assert "Cut to the top 4 first" in page
        assert "/standings/cut" in page.html


def test_33_and_more_in_classic_ask_for_six_or_more_rounds_and_a_bracket(organizer):
    """“It is recommended that with higher number of participants, Organizers should use a Legendary … bracket.”"""
    page = preview(organizer, "ashes-classic", 33)
    assert "Rounds 6 or more, by the rulebook" in page
    assert f"{BRACKET} none" in page
    assert f"recommends a {BRACKET}: 5 rounds, then the top 8" in page
    with_bracket = preview(organizer, "ashes-classic", 33, cut="8")
    assert "Rounds 5 or more, by the rulebook" in with_bracket
    assert "recommends" not in with_bracket
    assert "Rounds 5, by the rulebook" in preview(organizer, "ashes-classic", 32)


def test_the_settings_say_six_or_more(app, organizer):
    event(app, "ashes-classic", 33)
    page = organizer.get("/events/cup/settings")
    assert "0 means by the rulebook: 6 or more now." in page
    assert f"{BRACKET} How many go on" in page


@pytest.fixture
def classic(app):
    """The Swiss rounds of a classic event with a bracket are over."""
    made = Event(app, people(8), ruleset_id="ashes-classic", cut=4).start().play()
    for _ in range(2):
        made.next_round().play()
    return made


def wall(actor):
    return json.loads(gzip.decompress(actor.client.get("/api/tournaments/cup/wall").data))


def test_the_bracket_of_classic_is_called_as_the_book_calls_it(classic, organizer, stranger):
    """“This bracket is called the Legendary Phoenixborn Bracket.”"""
    here = tablet(classic, 1)
    assert here.state().json["next"]["name"] == BRACKET
    for path in ("/events/cup/", "/events/cup/standings/cut", "/events/cup/settings"):
        assert BRACKET in organizer.get(path), path
    assert f"<h1>{BRACKET}</h1>" in organizer.get("/events/cup/standings/cut").html
    assert f"The {BRACKET} comes next." in stranger.get("/e/cup/p/p1")
    assert wall(organizer)["format"] == f"3 rounds, then the {BRACKET} with the top 4."
    classic.do(lambda t: stages.make_cut(t, 4))
    classic.draft().do(rounds.publish)
    assert wall(organizer)["bracket"]["title"] == BRACKET
    for path in ("/events/cup/standings/", "/events/cup/print/bracket"):
        assert BRACKET in organizer.get(path), path
    assert BRACKET in stranger.get("/e/cup/bracket")


def test_other_books_have_a_top_cut(app, organizer):
    made = Event(app, people(8), cut=4).start().play()
    for _ in range(2):
        made.next_round().play()
    made.do(lambda t: stages.make_cut(t, 4))
    made.next_round()
    assert wall(organizer)["bracket"]["title"] == "Top 4"
    assert BRACKET not in organizer.get("/events/cup/standings/")
