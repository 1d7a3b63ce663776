"""Between the draw and the deal somebody comes late or leaves: groups, seats and decks follow."""

import gzip
import json
import re

import pytest

from engine.decisions import people, setup, stages
from tests.server.at_table_devices import tablet
from tests.server.draft.test_draft import Drafting
from tests.server.played import act, entered, play_round, started, t_of

DECKS = "\n".join(f"Deck {n}" for n in range(1, 13))
DRAFT, PLAYERS = "/events/cup/draft/", "/events/cup/players/"


def drawn(app, organizer, players, decks=DECKS, **changes):
    started_as = {"ruleset": "ashes-draft", **changes}
    if changes or not decks:
        return started(app, players, **started_as)
    entered(app, players, ruleset="ashes-draft")
    return organizer.post(f"{DRAFT}open", decks=f"{decks}\n{decks}\n{decks}")


def sizes(app):
    t = t_of(app, "cup")
    return [sum(t.players[p].active for p in group.seats) for group in t.drafting]


def test_the_groups_stay_as_close_to_the_same_as_possible_when_somebody_comes_late(app, organizer):
    """“The groups should be as large as possible while keeping the number of players in each group as close to the
    same as possible.”"""
    drawn(app, organizer, 13)
    assert "takes a seat in draft group 1" in organizer.get(PLAYERS)
    page = organizer.post(f"{PLAYERS}add", players="Zed Late")
    assert re.search(r"Zed Late\s+sits in draft group 1, seat 7\.", page.text)
    assert sizes(app) == [7, 7]
    assert "Draft group 1 has 7 seats and 8 decks" in organizer.get("/events/cup/history/")


def test_two_who_come_late_fill_both_groups(app, organizer):
    drawn(app, organizer, 12)
    organizer.post(f"{PLAYERS}add", players="Zed Late\nYve Later\nXan Last")
    assert sorted(sizes(app)) == [7, 8]


def test_a_ninth_player_makes_two_groups_so_they_are_drawn_anew(app, organizer):
    drawn(app, organizer, 8)
    page = organizer.post(f"{PLAYERS}add", players="Zed Late")
    assert "has no seat yet: draw the groups anew on the Draft page." in page.text
    assert "has no seat in a draft group. Draw the groups anew" in organizer.get("/events/cup/").text
    organizer.post(f"{DRAFT}anew")
    assert sizes(app) == [4, 5]
    assert "no seat in a draft group" not in organizer.get("/events/cup/").text


def test_a_legendary_draft_takes_somebody_late_into_a_group_too(app, organizer):
    drawn(app, organizer, 10, legendary=True)
    organizer.post(f"{PLAYERS}add", players="Zed Late")
    t = t_of(app, "cup")
    assert sizes(app) == [6, 5]
    assert [len(group) for group in t.stages[0].groups] == [6, 5]
    play_round(app, "cup")
    assert len(t_of(app, "cup").current_round.seated) == 11


def test_whoever_takes_the_free_seat_of_a_round_that_is_prepared_drafts_too(app, organizer):
    """An error page where round 1 was prepared before the deal, and one had the bye."""
    drawn(app, organizer, 7)
    organizer.post("/events/cup/pairings/pair")
    page = organizer.post(f"{PLAYERS}add", players="Zed Late", seat="bye")
    assert page.status == 200
    t = t_of(app, "cup")
    assert sizes(app) == [8]
    assert (len(t.current_round.seated), t.current_round.byes) == (8, ())


def test_once_the_cards_are_dealt_the_refusal_says_what_to_do(app, organizer):
    drawn(app, organizer, 6)
    organizer.post(f"{DRAFT}1/next")
    page = organizer.get(PLAYERS)
    assert "Nobody can enter now: the cards are dealt. Draw the groups anew on the Draft page first." in page
    assert organizer.post(f"{PLAYERS}add", players="Zed Late").status == 409
    organizer.post(f"{DRAFT}anew")
    assert "1 player entered." in organizer.post(f"{PLAYERS}add", players="Zed Late")
    assert sizes(app) == [7]
    play_round(app, "cup")
    assert "Nobody can enter now: the rounds are played with decks that were drafted here." in organizer.get(PLAYERS)


def test_of_two_groups_the_one_that_is_not_dealt_yet_takes_who_comes(app, organizer):
    drawn(app, organizer, 10)
    organizer.post(f"{DRAFT}1/next")
    organizer.post(f"{PLAYERS}add", players="Zed Late")
    assert sizes(app) == [5, 6]


@pytest.mark.parametrize("change", ["comes", "leaves"])
def test_decks_equal_to_the_number_of_players_plus_two(app, organizer, change):
    """“Randomly select a number of these Phoenixborn-decks equal to the number of players in the group plus two.”"""
    drawn(app, organizer, 7)
    if change == "comes":
        organizer.post(f"{PLAYERS}add", players="Zed Late")
        said, button, players = "has 9 decks and takes 10. Draw 1 deck more", "Draw 1 deck more, at random", 8
    else:
        organizer.post(f"{PLAYERS}p1/drop")
        said, button, players = "has 9 decks and takes 8. Take 1 deck away", "Take 1 deck away, at random", 6
    assert said in organizer.get("/events/cup/").text
    page = organizer.get(DRAFT)
    assert button in page.text
    assert f"{players} players: {players + 2} decks, {9 * (players + 2)} cards." in page.text
    before = t_of(app, "cup").drafting[0].decks
    assert "has all the decks it needs" in organizer.post(f"{DRAFT}1/decks")
    after = t_of(app, "cup").drafting[0].decks
    assert len(after) == len(set(after)) == players + 2
    assert set(before) <= set(after) or set(after) <= set(before)
    assert button not in organizer.get(DRAFT).text
    assert "all the decks it needs" in organizer.post(f"{DRAFT}1/decks", referrer=DRAFT)


def test_three_who_are_left_are_not_sent_to_a_draw_that_is_refused(app, organizer):
    """“groups of between 4 and 8 players each”"""
    drawn(app, organizer, 4)
    organizer.post(f"{PLAYERS}p1/drop")
    for page in (organizer.get("/events/cup/"), organizer.get(DRAFT)):
        assert "has 3 players left, and a draft group needs 4. Enter somebody on the Check-in page" in page.text
        assert ">Check-in" in page.html  # what the page is called until round 1 is out
        assert "Draw the groups anew" not in page.text
    organizer.post(f"{DRAFT}1/next")
    page = organizer.get(DRAFT)
    assert "needs 4. Go on as it is." in page.text
    assert "Enter somebody" not in page.text


def test_a_legendary_draft_of_eight_is_not_sent_to_a_draw_that_is_refused(app, organizer):
    """“can only occur when more than 8 players are participating in the event”"""
    drawn(app, organizer, 9, legendary=True)
    for player in t_of(app, "cup").drafting[0].seats[:1]:
        organizer.post(f"{PLAYERS}{player}/drop")
    page = organizer.get(DRAFT).text
    assert "Draw the groups anew" not in page
    assert "Undo the draw in the history and choose one draft" in page
    organizer.post(f"{DRAFT}1/next")
    assert "Undo the draw" not in organizer.get(DRAFT).text


def test_an_empty_seat_of_the_second_draft_offers_only_who_can_take_it(app, organizer):
    started(app, 9, ruleset="ashes-draft", legendary=True)
    for _ in range(3):
        play_round(app, "cup")
    act(app, "cup", stages.open_second_draft)
    t = t_of(app, "cup")
    act(app, "cup", lambda _: people.drop(t, t.stages[-1].entrants[0]))
    page = organizer.get(DRAFT).text
    assert "Let the next of the group take the seat, or go on as it is." in page
    assert "Draw the groups anew" not in page
    for player in t.stages[0].groups[0]:
        if t_of(app, "cup").players[player].active and player not in t.stages[-1].entrants:
            act(app, "cup", lambda now, gone=player: people.drop(now, gone))
    page = organizer.get(DRAFT).text
    assert "Legendary Draft has 3 players left, and a draft group needs 4. Go on as it is." in page
    assert "Draw the groups anew" not in page


def test_drawing_anew_takes_everybody_who_is_in(app, organizer):
    drawn(app, organizer, 8)
    act(app, "cup", lambda t: setup.enter(t, ["late"]))
    organizer.post(f"{DRAFT}anew")
    assert "late" in {player for group in t_of(app, "cup").drafting for player in group.seats}


def test_drawn_anew_the_wall_says_that_cards_go_back_and_an_old_call_is_over(app, organizer, stranger):
    drawn(app, organizer, 6)
    device = tablet(Drafting(app, "cup"), 1)
    organizer.post(f"{DRAFT}1/next")
    device.send("call", kind="judge")
    assert "calls a judge" in organizer.get("/events/cup/").text
    organizer.post(f"{DRAFT}anew")
    assert "calls a judge" not in organizer.get("/events/cup/").text
    assert device.state().json["calls"] == []
    shown = json.loads(gzip.decompress(stranger.client.get("/api/tournaments/cup/wall").data))["draft"][0]
    assert shown["text"].startswith("Drawn anew: cards that were dealt go back to the host first.")
