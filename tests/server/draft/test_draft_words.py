"""What a draft is called and what its screens say: one name for each thing, and only what its own book says."""

import gzip
import json
from dataclasses import replace

import pytest

from engine.decisions import people, rounds, setup, stages
from tests.server.at_table_devices import tablet
from tests.server.draft.test_draft import Drafting
from tests.server.played import act, entered, play_round, played, started, t_of

SIX = "\n".join(f"Name {letter}" for letter in "ABCDEF")


def wall(stranger, tid="cup"):
    return json.loads(gzip.decompress(stranger.client.get(f"/api/tournaments/{tid}/wall").data))


@pytest.fixture
def drafted(organizer):
    form = {"ruleset": "ashes-classic", "players": SIX, "play-ashes-classic": "small"}
    return organizer.post("/events", name="Draft Day", **form).path.split("/")[2]


@pytest.fixture
def second(app):
    """A Legendary Draft of ten at its second draft."""
    played(app, 10, 3, ruleset="ashes-draft", legendary=True)
    act(app, "cup", stages.open_second_draft)
    return "cup"


def test_drafted_decks_have_their_own_name_and_their_own_rules(app, organizer, stranger, drafted):
    """Classic, “Drafted Decks”: “The groups should consist of two, three, or four players each.”"""
    for page in (organizer.get(f"/events/{drafted}/"), organizer.get("/")):
        assert "Ashes Classic, Drafted Decks" in page.text
        assert "Ashes draft" not in page.text
    assert wall(stranger, drafted)["event"]["ruleset"] == "Ashes Classic, Drafted Decks"
    settings = organizer.get(f"/events/{drafted}/settings").text
    assert "Groups of two, three or four players" in settings
    for other in ("Groups of 4 to 8", "Legendary Draft, from 9 players: three rounds", "The second phase starts"):
        assert other not in settings
    assert "Groups and seats are drawn at random." in organizer.get(f"/events/{drafted}/").text
    organizer.post(f"/events/{drafted}/draft/open")
    shown = wall(stranger, drafted)
    assert shown["draft_note"] == ""
    assert [group["ring"] for group in shown["draft"]] == [False, False]
    assert "Passes to" not in organizer.get(f"/events/{drafted}/sheets/draft-seats").text


def test_one_draft_says_nothing_of_two_phases(app, organizer):
    entered(app, 6, ruleset="ashes-draft")
    settings = organizer.get("/events/cup/settings").text
    assert "Groups of 4 to 8" in settings
    assert "The second phase starts from zero" not in settings


def test_points_of_the_first_phase_are_disregarded_on_phones(app, stranger, second):
    """“Any event points or blood points scored in the first phase of the event are disregarded during the second
    phase.”"""
    best = t_of(app, second).stages[-1].entrants[0]
    play_round(app, second)
    page = stranger.get(f"/e/cup/p/{best}").text
    assert ("1 win" in page) != ("1 loss" in page)
    assert "2 wins" not in page
    assert "3 wins" not in page


def test_a_place_in_a_group_says_so(app, stranger):
    played(app, 10, 3, ruleset="ashes-draft", legendary=True)
    assert "in group 1 after round 3 of 3" in stranger.get("/e/cup/p/" + t_of(app, "cup").stages[0].groups[0][0]).text


def test_a_round_after_the_second_draft_has_one_name(app, organizer, stranger, second):
    play_round(app, second)
    for path in ("history/", "results/", "standings/", "draft/"):
        page = organizer.get(f"/events/cup/{path}").text
        assert "Round 4" not in page, path
        assert "round 4" not in page, path
    assert "Legendary Draft round 1" in organizer.get("/events/cup/history/").text
    assert "Legendary Draft round 1" in organizer.get("/events/cup/standings/").text


def test_one_group_is_called_what_the_draft_is_called(app, organizer, stranger, second):
    shown = tablet(Drafting(app, second), 1).state().json
    assert (shown["draft"]["name"], shown["draft"]["called"]) == ("Legendary Draft", "Legendary Draft")
    assert [group["name"] for group in wall(stranger)["draft"]] == ["Legendary Draft"]
    assert "Group 1 step" not in organizer.get("/events/cup/draft/").text


def test_a_legendary_draft_of_eight_is_told_before_the_event_is_made(organizer):
    """“A Legendary Phoenixborn Draft can only occur when more than 8 players are participating in the event.”"""
    form = {"ruleset": "ashes-draft", "play-ashes-draft": "legendary", "name": "Draft Day"}
    eight, thirteen = ("\n".join(f"Name {letter}" for letter in letters) for letters in ("ABCDEFGH", "ABCDEFGHIJKLM"))
    told = organizer.post("/events/preview", players=eight, **form).text
    assert "A Legendary Draft needs more than 8 players, and there are 8." in told
    told = organizer.post("/events/preview", players=thirteen, **form).text
    assert "needs more than 8" not in told
    assert "6: 3 in groups, 3 after the Legendary Draft" in told
    assert "8 h 15 min" in told  # six rounds of 50 minutes with ten around and ten between, and two drafts


def test_the_organizer_announces_at_the_beginning_how_many_rounds(app, stranger):
    """Classic: “announce at the beginning of the event how many rounds”"""
    entered(app, 10, ruleset="ashes-draft")
    act(app, "cup", lambda t: setup.change_settings(t, replace(t.settings, legendary=True)))
    shown = wall(stranger)
    assert shown["format"] == "3 rounds in groups, then the Legendary Draft with 3 more."
    assert shown["event"]["ruleset"] == "Legendary Draft, scored by Ashes Classic"


def test_decks_are_chosen_at_random(app, organizer):
    """“Randomly select a number of these Phoenixborn-decks equal to the number of players in the group plus two.”"""
    entered(app, 6, ruleset="ashes-draft")
    for path in ("draft/", "sheets/draft-preparation"):
        assert (
            "Choose decks at random, as many as the group has players and two more"
            in organizer.get(f"/events/cup/{path}").text
        )


def test_whoever_is_alone_in_a_group_reads_why_they_have_a_bye(app, organizer, stranger):
    started(app, 9, ruleset="ashes-draft", legendary=True)
    alone, *others = t_of(app, "cup").drafting[0].seats
    for player in others:
        act(app, "cup", lambda t, gone=player: people.drop(t, gone))
    act(app, "cup", rounds.pair_round)
    act(app, "cup", rounds.publish)
    page = stranger.get(f"/e/cup/p/{alone}").text
    assert "Nobody else is left in your group. It counts as a win" in page


def test_nothing_is_passed_at_the_last_pick_and_cards_are_counted_as_they_are_held(app, organizer, stranger):
    """“until each player has chosen 11 cards”; “The player will now have 36 cards”; “privately return 6 cards”"""
    started(app, 6, ruleset="ashes-draft")
    device = tablet(Drafting(app, "cup"), 1)
    while t_of(app, "cup").drafting[0].pick != 11:
        act(app, "cup", lambda t: stages.advance_draft(t, 0))
    assert "pass left" not in organizer.get("/events/cup/draft/").text
    while t_of(app, "cup").drafting[0].step != "return":
        act(app, "cup", lambda t: stages.advance_draft(t, 0))
    assert device.state().json["draft"]["held"] == "then 30 cards each"
    assert wall(stranger)["draft"][0]["held"] == "then 30 cards each"
    assert "then 30 cards each" in organizer.get("/events/cup/draft/").text
    act(app, "cup", lambda t: stages.advance_draft(t, 0))
    assert device.state().json["draft"]["held"] == "30 cards each"
