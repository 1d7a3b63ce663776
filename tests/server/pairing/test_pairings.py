"""Pairings: looking at a round, picking a player, drawing, and what to do when only rematches are left."""

import re
from dataclasses import replace

import pytest

from engine.decisions import people, results, rounds, setup, stages
from tests.server.cup import HOME, Cup
from tests.server.events import new_event
from tests.server.result_event import Event


@pytest.fixture
def cup(app):
    """Begin an event and keep it at hand."""
    return Cup(app)


# Looking


def test_before_any_round_the_page_leads_to_now(organizer, app):
    with app.app_context():
        new_event(4)
    page = organizer.get(HOME)
    assert "No round is paired yet" in page
    assert 'href="/events/cup/"' in page.html


def test_a_draft_shows_every_table_with_its_why(organizer, cup):
    cup.begin(4)
    page = organizer.get(HOME)
    assert "Round 1, draft of the pairings" in page
    assert "Nobody sees it yet" in page
    assert "First round, 4 players" in page
    assert page.text.count("first round: drawn at random") == 2
    for player in cup.round.seated:
        assert f"Name {player}" in page


def test_later_rounds_come_in_score_groups_with_records(organizer, cup):
    cup.begin(8).play().do(rounds.pair_round)
    page = organizer.get(HOME)
    assert "1 win, 4 players" in page
    assert "0 wins, 4 players" in page
    assert "1–0" in page
    assert "0–1" in page


def test_classic_groups_by_points(organizer, cup):
    cup.begin(8, "ashes-classic").play().do(rounds.pair_round)
    page = organizer.get(HOME)
    assert "3 points, 4 players" in page
    assert "3 pts" in page


def test_an_odd_field_shows_the_bye_and_why(organizer, cup):
    cup.begin(5).play().do(rounds.pair_round)
    page = organizer.get(HOME)
    assert "weakest record (0–1) without a bye" in page
    assert f"Bye Name {cup.round.byes[0].player}" in page


def test_what_was_checked_is_told(organizer, cup):
    cup.begin(4)
    page = organizer.get(HOME)
    assert "Rematches 0 Bye none, 4 play Paired outside their group 0, the best possible Number of the draw 1" in page


def test_mirrors_are_counted_where_the_event_avoids_them(organizer, app, cup):
    with app.app_context():
        new_event(4, "summoner-wars")
    for player in ("p1", "p2", "p3", "p4"):
        cup.do(lambda t, p=player: setup.name_factions(t, p, factions=["Cloaks", "Fallen"]))
    cup.do(setup.start, rounds.pair_round)
    assert "Mirror matches 2" in organizer.get(HOME)


def test_two_players_and_three_players_have_a_page(organizer, cup):
    cup.begin(2)
    page = organizer.get(HOME, pick="p1")
    assert "Publish 1 table" in page
    assert "nobody here to swap with" in page


def test_three_players_have_one_table_and_a_bye(organizer, cup):
    cup.begin(3)
    page = organizer.get(HOME, pick=cup.round.byes[0].player)
    assert "Publish 1 table" in page
    assert page.text.count("keeps every rule") == 2


def test_spellfire_tables_have_three_seats(organizer, cup):
    cup.begin(9, "spellfire")
    page = organizer.get(HOME, pick="p1")
    assert "3 tables, 9 players" in page
    assert "3 with 3 seats" in page
    assert "Seat with" not in page


def test_a_name_with_markup_is_only_a_name(organizer, cup):
    cup.begin(4)
    cup.rename("p1", "<script>alert(1)</script> & \"Ann\" '1'")
    for args in ({}, {"pick": "p1"}, {"pick": "p2"}, {"pick": "p3", "as": "seat"}):
        page = organizer.get(HOME, **args)
        assert page.status == 200
        assert "<script>alert" not in page.html
        assert "<script>alert(1)</script> & \"Ann\" '1'" in page


def test_an_unknown_round_is_told(organizer, cup):
    cup.begin(4)
    for number in ("9", "0", "-1", "x", "1.5", "²"):
        page = organizer.get(HOME, round=number)
        assert page.status == 404
        assert "There is no such round" in page


def test_an_unknown_event_is_told(organizer):
    assert organizer.get("/events/nothing/pairings/").status == 404


def test_an_earlier_round_is_read_only_with_results_and_corrections(organizer, cup):
    cup.begin(4).play().do(rounds.pair_round)
    page = organizer.get(HOME, round="1")
    assert "Round 1, closed" in page
    assert "25 : 7" in page
    assert "To the current round" in page
    assert 'href="/events/cup/results/round/1/1/correct"' in page.html
    assert "<form" not in re.sub(r'<form class="row plan".*', "", page.html.split('id="work"')[1], flags=re.S)


def test_the_address_of_the_current_round_is_the_same_page(organizer, cup):
    cup.begin(4)
    assert "Publish 2 tables" in organizer.get(HOME, round="1")


# Picking a player


def test_a_picked_player_is_offered_partners_with_what_each_breaks(organizer, cup):
    cup.begin(8).play().do(rounds.pair_round)
    page = organizer.get(HOME, pick=cup.pair_of(1)[0])
    assert f"Swap Name {cup.pair_of(1)[0]} with" in page
    assert "keeps every rule" in page
    assert page.text.index("keeps every rule") < page.text.index("Not the nearest records")
    assert "Take out and drop" in page


def test_a_rematch_is_named_and_comes_last(organizer, cup):
    cup.begin(4).play().do(rounds.pair_round)
    page = organizer.get(HOME, pick=cup.pair_of(1)[0])
    assert "have met before" in page
    assert "Anyway" in page
    assert page.html.index("Not the nearest") < page.html.index("have met before")


def test_only_the_nearest_are_listed_until_all_are_asked_for(organizer, cup):
    cup.begin(20)
    few, every = organizer.get(HOME, pick="p1"), organizer.get(HOME, pick="p1", all="1")
    assert "12 more" in few
    assert few.text.count("keeps every rule") == 6
    assert every.text.count("keeps every rule") == 18
    assert "more, with" not in every


def test_seating_with_somebody_lists_what_that_breaks(organizer, cup):
    cup.begin(4).play().do(rounds.pair_round)
    one, two = cup.pair_of(1)
    page = organizer.get(HOME, pick=one, **{"as": "seat"})
    assert f"Seat Name {one} with" in page
    assert f'value="{two}"' not in page.html


def test_what_is_broken_already_is_not_held_against_a_change(organizer, cup):
    """A round with a rematch made by hand: what puts it right is said to."""
    cup.begin(4).play().do(rounds.pair_round)
    one = cup.pair_of(1)[0]
    met = next(m.players for m in next(cup.t.rounds).matches if one in m.players)
    other = next(p for p in met if p != one)
    cup.do(lambda t: rounds.seat_together(t, one, other))
    page = organizer.get(HOME, pick=one, all="1")
    assert "fixes what is broken now" in page


def test_a_pick_that_is_not_in_the_round_is_told_and_harmless(organizer, cup):
    cup.begin(4)
    for player in ("p99", "<b>", ""):
        page = organizer.get(HOME, pick=player)
        assert page.status == 200
        assert ("That player has a result, or is not in this round" in page) == bool(player)


def test_draft_groups_change_places_among_themselves(organizer, app, cup):
    with app.app_context():
        new_event(16, "ashes-draft")
    cup.do(lambda t: setup.change_settings(t, replace(t.settings, legendary=True)), setup.start, rounds.pair_round)
    cup.play().do(rounds.pair_round)
    page = organizer.get(HOME, pick="p1", all="1")
    assert "Group 1, 8 players" in page
    group = next(g for g in cup.t.stages[-1].groups if "p1" in g)
    offered = set(re.findall(r'name="two" value="(p\d+)"', page.html))
    assert offered
    assert offered < set(group)
    assert "have met before" in page


def test_nobody_changes_places_in_a_bracket(organizer, cup):
    cup.begin(4).play().do(lambda t: rounds.plan_rounds(t, 1), lambda t: stages.make_cut(t, 4))
    assert "Pair the semi-finals" in organizer.get(HOME)
    organizer.post("/events/cup/pairings/pair")
    seed = cup.pair_of(1)[0]
    page = organizer.get(HOME, pick=seed)
    assert "Semi-finals, draft" in page
    assert "nobody here to swap with" in page
    other = cup.pair_of(2)[0]
    refused = organizer.post("/events/cup/pairings/swap", one=seed, two=other)
    assert "The bracket does not let" in refused


# Drawing


def test_draw_again_draws_anew_and_says_so(organizer, cup):
    cup.begin(16)
    before = cup.tables()
    page = organizer.post("/events/cup/pairings/pair", seen=cup.seen)
    assert "Drawn anew: draw 2" in page
    assert "Number of the draw 2" in page
    assert cup.tables() != before


def test_drawing_twice_with_one_tap_is_one_draw(organizer, cup):
    cup.begin(4)
    for _ in range(2):
        organizer.post("/events/cup/pairings/pair", request_id="tap")
    assert cup.round.draw == 1


def test_a_draw_for_an_older_page_is_refused_with_what_changed(organizer, cup):
    cup.begin(4)
    seen = cup.seen
    cup.do(rounds.publish)
    page = organizer.post("/events/cup/pairings/pair", seen=seen, referrer=HOME)
    assert "Round 1 published" in page
    assert page.path == HOME


def test_nothing_is_paired_before_the_event_starts(organizer, app):
    with app.app_context():
        new_event(4)
    for path in ("pair", "rematches", "fours"):
        assert "Play has not begun" in organizer.post(f"/events/cup/pairings/{path}", referrer=HOME)


def test_nothing_is_paired_while_a_round_is_open(organizer, cup):
    cup.begin(4).do(rounds.publish)
    assert "Close round 1 before pairing the next one" in organizer.post("/events/cup/pairings/pair", referrer=HOME)
    assert "Close round 1 before" in organizer.post("/events/cup/pairings/rematches", referrer=HOME)


def test_after_a_closed_round_the_next_is_one_button(organizer, cup):
    cup.begin(4).play()
    assert "Pair round 2" in organizer.get(HOME)
    page = organizer.post("/events/cup/pairings/pair")
    assert "Round 2, draft" in page
    assert "Round 2 is drawn" in page


def test_after_the_last_round_the_page_says_so(organizer, cup):
    cup.begin(4).play().do(rounds.pair_round).play()
    page = organizer.get(HOME)
    assert "All rounds are played (2)" in page
    assert "What to do next" in page
    assert "All rounds are played" in organizer.post("/events/cup/pairings/pair", referrer=HOME)


def test_too_few_players_are_told(organizer, cup):
    cup.begin(4).play()
    cup.do(*((lambda t, p=p: people.drop(t, p)) for p in ("p1", "p2", "p3")))
    assert "A round needs two players" in organizer.get(HOME)


def test_tables_of_four_are_only_for_spellfire(organizer, cup):
    cup.begin(4)
    assert "can have tables of four" in organizer.post("/events/cup/pairings/fours", referrer=HOME)


def test_spellfire_may_choose_tables_of_four(organizer, cup):
    cup.begin(12, "spellfire")
    assert "no winners to seat yet" in organizer.post("/events/cup/pairings/fours", referrer=HOME)
    cup.do(rounds.publish)
    for match in cup.round.matches:
        cup.do(lambda t, m=match: results.end_early(t, m.table, winner=m.players[0]))
    cup.do(rounds.close)
    assert "Winners only" in organizer.get(HOME)
    page = organizer.post("/events/cup/pairings/fours")
    assert "1 with 4 seats" in page


# No legal pairing


@pytest.fixture
def stuck(cup):
    """Four players who have all met, with more rounds planned."""
    return cup.stuck()


def test_no_legal_pairing_shows_the_proof_and_three_ways_out(organizer, stuck):
    for page in (organizer.post("/events/cup/pairings/pair", seen=stuck.seen), organizer.get(HOME)):
        assert page.status == 200
        assert "No pairing without a rematch exists" in page
        assert "Pair with the fewest" in page
        assert "End the rounds here" in page
        assert "By hand" in page
    assert stuck.t.rounds_played == 3


def test_the_fewest_rematches_are_paired_on_request(organizer, stuck):
    page = organizer.post("/events/cup/pairings/rematches", seen=stuck.seen)
    assert "Round 4, draft" in page
    assert "Rematches 2" in page
    assert "rematch: every pairing has one" in page


def test_drawing_such_a_draft_again_keeps_it_and_explains(organizer, stuck):
    stuck.do(rounds.pair_with_rematches)
    page = organizer.post("/events/cup/pairings/pair", seen=stuck.seen)
    assert "Another draw cannot avoid a rematch" in page
    assert "Keep this draft" in page
    assert "End the rounds here" not in page
    assert stuck.round.draw == 0


def test_a_shorter_event_ends_the_rounds(organizer, stuck):
    page = organizer.post("/events/cup/pairings/shorten", seen=stuck.seen)
    assert page.path == "/events/cup/"
    assert "The event is shorter now" in page
    assert stuck.t.stage.planned == 3
    assert "All rounds are played (3)" in organizer.get(HOME)


def test_an_event_is_not_shortened_in_the_middle_of_a_round(organizer, cup):
    cup.begin(4)
    assert "between two rounds" in organizer.post("/events/cup/pairings/shorten", referrer=HOME)


def test_only_swiss_rounds_have_rematches(organizer, cup):
    cup.begin(9, "spellfire")
    assert "Only Swiss rounds" in organizer.post("/events/cup/pairings/rematches", referrer=HOME)


def test_what_was_checked_says_of_which_round_it_is(app, organizer):
    """Beside “round 4 cannot avoid a rematch”, “Rematches 0” is about round 3."""
    cup = Event(app, ["Ana", "Ben", "Cai", "Dee"]).start().play()
    cup.do(lambda t: rounds.plan_rounds(t, 4))
    for _ in range(2):
        cup.next_round().play()
    page = organizer.get("/events/cup/pairings/")
    assert "Round 4 cannot avoid a rematch" in page
    assert "Checks of round 3 Rematches 0" in page
