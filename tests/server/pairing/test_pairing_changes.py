"""Pairings: changing a round by hand, publishing it, putting it right afterwards, and who may."""

import re
from datetime import UTC, datetime, timedelta

import pytest

from engine.clock import Moment
from engine.decisions import clock, people, rounds, setup, stages
from engine.decisions.people import take_out
from engine.fold import Act
from server.pairing.repairs import minutes_of, waiting_since
from tests.server.cup import HOME, Cup
from tests.server.events import new_event

CHANGES = (
    ("pair", {}),
    ("rematches", {}),
    ("fours", {}),
    ("shorten", {}),
    ("rounds", {"rounds": "4"}),
    ("publish", {}),
    ("swap", {"one": "p1", "two": "p3"}),
    ("seat", {"one": "p1", "two": "p3"}),
    ("bye", {"player": "p1"}),
    ("take-out", {"player": "p1"}),
    ("late", {"player": "p1"}),
    ("as-played", {"one": "p1", "two": "p3"}),
)


def hidden(page, action):
    """What the form to this address carries along."""
    form = re.search(rf'action="{action}".*?</form>', page.html, re.S)[0]
    return dict(re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', form))


@pytest.fixture
def cup(app):
    """Begin an event and keep it at hand."""
    return Cup(app)


@pytest.fixture
def stuck(cup):
    """Four players who have all met, with more rounds planned."""
    return cup.stuck()


# Changing by hand


def test_two_players_change_places(organizer, cup):
    cup.begin(8)
    one, two = cup.pair_of(1)[0], cup.pair_of(2)[0]
    kept = {frozenset(cup.pair_of(table)) for table in (3, 4)}
    page = organizer.post("/events/cup/pairings/swap", one=one, two=two, seen=cup.seen)
    assert f"Name {one} and Name {two} changed places" in page
    assert two in cup.pair_of(1)
    assert one in cup.pair_of(2)
    assert kept < cup.tables()
    assert "seated by the organizer" in page


def test_a_change_that_breaks_a_rule_is_recorded_and_named(organizer, cup):
    cup.begin(4).play().do(rounds.pair_round)
    one = cup.pair_of(1)[0]
    met = next(m.players for m in next(cup.t.rounds).matches if one in m.players)
    other = next(p for p in met if p != one)
    page = organizer.post("/events/cup/pairings/seat", one=one, two=other, seen=cup.seen)
    assert "Changed by hand" in page
    assert "have met before" in page
    assert cup.round.breaks


def test_what_an_earlier_change_broke_is_not_told_again(organizer, cup):
    one, other = torn(cup)
    loose = [match.players[0] for match in cup.round.matches if one not in match.players][:2]
    page = organizer.post("/events/cup/pairings/swap", one=loose[0], two=loose[1])
    told, _, rest = page.text.partition("Round 2, draft")
    assert "changed places" in told
    assert f"Name {one} and Name {other} have met before" not in told
    assert f"Name {one} and Name {other} have met before" in rest


def test_worse_records_are_told_beside_an_earlier_rematch(organizer, cup):
    """The engine looks no further than the rematch; the page must not say that nothing more breaks."""
    torn(cup)
    winners = {m.players[0] for m in next(cup.t.rounds).matches}
    table = next(m for m in cup.round.matches if set(m.players) <= winners)
    page = organizer.get(HOME, pick=table.players[0], all="1")
    assert "Not the nearest records: 0–1 meets 1–0" in page or "Not the nearest records: 1–0 meets 0–1" in page
    assert "the best possible" not in page


def test_a_rematch_is_told_in_a_round_that_people_have_left(organizer, cup):
    """Two byes: the engine no longer judges the round, and the page does not claim that every rule is kept."""
    cup.begin(8).play().do(rounds.pair_round, rounds.publish)
    for table in (1, 2):
        gone = cup.pair_of(table)[0]
        cup.do(lambda t, p=gone: take_out(t, p))
    cup.do(lambda t: people.reinstate(t, next(p for p, known in t.players.items() if not known.active)))
    page = organizer.get(HOME, pick=cup.pair_of(cup.round.matches[0].table)[0], all="1")
    assert "have met before" in page
    assert "keeps every rule" not in page


def torn(cup):
    """Round 2 of eight with a rematch made by hand; the two who meet again, in the order of their seats."""
    cup.begin(8).play().do(rounds.pair_round)
    one = cup.pair_of(1)[0]
    met = next(m.players for m in next(cup.t.rounds).matches if one in m.players)
    cup.do(lambda t: rounds.seat_together(t, *(sorted(met, key=lambda p: p != one))))
    return next(m.players for m in cup.round.matches if one in m.players)


def test_the_bye_is_given_to_somebody_else(organizer, cup):
    cup.begin(5)
    player = cup.pair_of(1)[0]
    assert "Give the bye" in organizer.get(HOME, pick=player)
    page = organizer.post("/events/cup/pairings/bye", player=player, seen=cup.seen)
    assert f"Name {player} has the bye" in page
    assert cup.round.byes[0].player == player


def test_giving_the_bye_to_whoever_has_it_changes_nothing(organizer, cup):
    cup.begin(5)
    acts = cup.acts
    assert "Nothing was changed" in organizer.post("/events/cup/pairings/bye", player=cup.round.byes[0].player)
    assert cup.acts == acts


def test_an_even_field_has_no_bye_to_give(organizer, cup):
    cup.begin(4)
    assert "Give the bye" not in organizer.get(HOME, pick="p1")
    assert "Nobody has the bye" in organizer.post("/events/cup/pairings/bye", player="p1", referrer=HOME)


def test_the_same_tap_changes_places_once(organizer, cup):
    cup.begin(4)
    one, two = cup.pair_of(1)[0], cup.pair_of(2)[0]
    for _ in range(2):
        organizer.post("/events/cup/pairings/swap", one=one, two=two, request_id="tap")
    assert two in cup.pair_of(1)


@pytest.mark.parametrize("path", ["swap", "seat", "as-played"])
def test_two_different_players_of_the_round_are_needed(organizer, cup, path):
    cup.begin(4)
    url, acts = f"/events/cup/pairings/{path}", cup.acts
    for form in ({}, {"one": "p1"}, {"one": "p1", "two": "p1"}, {"one": " ", "two": "p1"}):
        assert "Choose two different players" in organizer.post(url, referrer=HOME, **form)
    assert "p99 is not in round 1" in organizer.post(url, referrer=HOME, one="p1", two="p99")
    assert cup.acts == acts


@pytest.mark.parametrize("path", ["bye", "take-out", "no-show", "late"])
def test_a_player_has_to_be_named(organizer, cup, path):
    cup.begin(5)
    assert "Choose a player first" in organizer.post(f"/events/cup/pairings/{path}", referrer=HOME)


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("bye", "p99 is not in round 1"),
        ("take-out", "p99 is not in round 1"),
        ("late", "Enter the player first"),
        ("no-show", "p99 has no match under way"),
    ],
)
def test_somebody_who_is_not_in_the_round_is_refused(organizer, cup, path, sentence):
    cup.begin(5).do(rounds.publish)
    assert sentence in organizer.post(f"/events/cup/pairings/{path}", player="p99", referrer=HOME)


def test_people_at_one_table_have_no_places_to_change(organizer, cup):
    cup.begin(4)
    one, two = cup.pair_of(1)
    acts = cup.acts
    assert "sit at the same table" in organizer.post("/events/cup/pairings/swap", one=one, two=two, referrer=HOME)
    assert "already have a table" in organizer.post("/events/cup/pairings/as-played", one=one, two=two, referrer=HOME)
    assert "Nothing was changed" in organizer.post("/events/cup/pairings/seat", one=one, two=two, referrer=HOME)
    assert cup.acts == acts


@pytest.mark.parametrize("path", ["swap", "seat", "as-played"])
def test_a_closed_round_is_not_changed(organizer, cup, path):
    cup.begin(4).play()
    one, two = cup.pair_of(1)[0], cup.pair_of(2)[0]
    page = organizer.post(f"/events/cup/pairings/{path}", one=one, two=two, referrer=HOME)
    assert "There is no open round" in page


def test_a_player_who_is_gone_is_taken_out_of_a_draft(organizer, cup):
    cup.begin(4)
    one, two = cup.pair_of(1)
    page = organizer.post("/events/cup/pairings/take-out", player=one, seen=cup.seen)
    assert f"Name {one} is out of the round" in page
    assert [bye.player for bye in cup.round.byes] == [two]
    assert cup.t.players[one].dropped == 0


def test_who_dropped_while_the_draft_lay_open_is_told_before_publishing(organizer, cup):
    cup.begin(5)
    gone, opponent = cup.pair_of(1)
    free = cup.round.byes[0].player
    cup.do(lambda t: people.drop(t, gone))
    page = organizer.get(HOME)
    assert "has dropped but still has a seat" in page
    assert "Not in round 1 any more" in organizer.post("/events/cup/pairings/publish", seen=cup.seen, referrer=HOME)
    organizer.post("/events/cup/pairings/take-out", player=gone, seen=cup.seen)
    assert set(cup.pair_of(1)) == {opponent, free}
    assert "is published" in organizer.post("/events/cup/pairings/publish", seen=cup.seen)


def test_who_came_while_the_draft_lay_open_meets_the_player_with_the_bye(organizer, cup):
    cup.begin(5)
    free = cup.round.byes[0].player
    cup.do(lambda t: setup.enter(t, ["late"]))
    cup.rename("late", "Late")
    assert "is playing but has no seat" in organizer.get(HOME)
    page = organizer.post("/events/cup/pairings/late", player="late", seen=cup.seen)
    assert "plays in this round" in page
    assert frozenset(("late", free)) in cup.tables()
    again = organizer.post("/events/cup/pairings/late", player="late", referrer=HOME)
    assert "already has a seat" in again


# Publishing


def test_publishing_leads_to_now_and_says_so(organizer, cup):
    cup.begin(4)
    page = organizer.post("/events/cup/pairings/publish", seen=cup.seen)
    assert page.path == "/events/cup/"
    assert "Round 1 is published" in page
    assert cup.round.phase == "published"


def test_publishing_twice_is_refused_but_a_double_tap_is_not(organizer, cup):
    cup.begin(4)
    first = organizer.post("/events/cup/pairings/publish", request_id="tap")
    again = organizer.post("/events/cup/pairings/publish", request_id="tap")
    assert first.status == again.status == 200
    assert "already published" not in again
    assert "Round 1 is already published" in organizer.post("/events/cup/pairings/publish", referrer=HOME)


def test_publish_tapped_just_after_draw_again_is_not_taken_for_the_same_tap(organizer, cup):
    """Both forms had one id, so the page said that the round was published, and nobody could see it."""
    cup.begin(4)
    page = organizer.get(HOME)
    draw, publish = (hidden(page, f"{HOME}{act}") for act in ("pair", "publish"))
    organizer.post(f"{HOME}pair", **draw)
    second = organizer.post(f"{HOME}publish", referrer=HOME, **publish)
    assert "is published" not in second
    assert "Something changed since you opened this page" in second
    assert (cup.round.phase, cup.round.draw) == ("draft", 1)


def test_every_way_to_move_a_player_is_a_tap_of_its_own(organizer, cup):
    cup.begin(5)
    player = cup.pair_of(1)[0]
    page = organizer.get(HOME, pick=player)
    taps = re.findall(r'name="request_id" value="([^"]+)"', page.html)
    assert len(taps) > 4
    assert len(set(taps)) == len(taps)


def test_nothing_is_published_before_it_is_paired(organizer, app):
    with app.app_context():
        new_event(4)
    assert "There is no open round" in organizer.post("/events/cup/pairings/publish", referrer=HOME)


def test_a_draft_that_changed_since_is_not_published(organizer, cup):
    cup.begin(4)
    seen = cup.seen
    cup.do(rounds.pair_round)
    assert "drawn anew" in organizer.post("/events/cup/pairings/publish", seen=seen, referrer=HOME)
    assert cup.round.phase == "draft"


# After publishing


@pytest.fixture
def published(cup):
    return cup.begin(9).do(rounds.publish)


def test_a_published_round_shows_its_repairs(organizer, published):
    page = organizer.get(HOME)
    assert "Round 1, published" in page
    assert "0 of 4 results in" in page
    for words in ("Somebody is missing", "Two sat at the wrong table", "Somebody arrives late", "Published too early"):
        assert words in page
    assert re.search(r'href="/events/cup/history/\d+/undo"', page.html)


def test_a_forgotten_drop_is_taken_out_and_every_other_table_stays(organizer, published):
    gone, opponent = published.pair_of(2)
    free = published.round.byes[0].player
    others = published.tables() - {frozenset((gone, opponent))}
    organizer.post("/events/cup/pairings/take-out", player=gone, seen=published.seen)
    assert published.tables() == others | {frozenset((opponent, free))}
    assert not published.t.players[gone].active
    assert published.round.phase == "published"


def test_taking_out_is_one_act(organizer, published):
    acts = published.acts
    organizer.post("/events/cup/pairings/take-out", player=published.pair_of(2)[0])
    assert published.acts == acts + 1


def test_players_without_a_result_change_places_after_publishing(organizer, published):
    published.win(1)
    one, two = published.pair_of(2)[0], published.pair_of(3)[0]
    page = organizer.get(HOME, pick=one, all="1")
    assert published.pair_of(1)[0] not in set(re.findall(r'name="two" value="(p\d+)"', page.html))
    organizer.post("/events/cup/pairings/swap", one=one, two=two, seen=published.seen)
    assert two in published.pair_of(2)
    assert published.round.match_at(1).result is not None


@pytest.mark.parametrize("path", ["swap", "seat", "as-played"])
def test_a_table_with_a_result_is_not_changed(organizer, published, path):
    published.win(1)
    one, two = published.pair_of(1)[0], published.pair_of(2)[0]
    page = organizer.post(f"/events/cup/pairings/{path}", one=one, two=two, referrer=HOME)
    assert "Table 1 already has a result" in page
    assert "That player has a result" in organizer.get(HOME, pick=one)


def test_nobody_with_a_result_is_taken_out(organizer, published):
    published.win(1)
    page = organizer.post("/events/cup/pairings/take-out", player=published.pair_of(1)[0], referrer=HOME)
    assert "Table 1 already has a result" in page


def test_a_no_show_gives_the_win_to_the_opponent(organizer, published):
    missing, opponent = published.pair_of(2)
    assert "Record a no-show" in organizer.get(HOME, pick=missing)
    page = organizer.post("/events/cup/pairings/no-show", player=missing)
    assert f"Name {missing} did not show up" in page
    result = published.round.match_at(2).result
    assert result.how == "no-show"
    assert [o.mark for o in result.outcomes] == ["loss" if p == missing else "win" for p in (missing, opponent)]
    assert "no-show" in page
    again = organizer.post("/events/cup/pairings/no-show", player=missing, referrer=HOME)
    assert "has no match under way" in again


def test_there_is_no_no_show_before_publishing_nor_for_the_bye(organizer, cup):
    cup.begin(5)
    assert "Record a no-show" not in organizer.get(HOME, pick="p1")
    assert "has no match under way" in organizer.post("/events/cup/pairings/no-show", player="p1", referrer=HOME)
    cup.do(rounds.publish)
    assert "Record a no-show" not in organizer.get(HOME, pick=cup.round.byes[0].player)


def test_the_waiting_time_can_be_set_and_nothing_is_stored(organizer, published):
    acts = published.acts
    page = organizer.get(HOME, minutes="15")
    assert "15 minutes since the round was published" in page
    assert re.search(r'data-countdown="(8[0-9]{2}|900)"', page.html)
    assert published.acts == acts


@pytest.mark.parametrize(
    ("text", "minutes"), [(None, 10), ("", 10), ("x", 10), ("0", 1), ("7", 7), ("999", 120), ("²", 10), ("9" * 99, 10)]
)
def test_minutes_stay_within_reason(text, minutes):
    assert minutes_of(text) == minutes


def test_the_waiting_time_runs_from_the_start_of_the_clock(organizer, published):
    published.do(lambda t: clock.start_clock(t, Moment("boot", 1000)))
    page = organizer.get(HOME)
    assert "10 minutes since the clock started" in page
    assert "Somebody arrives late" not in page


def test_a_table_seated_later_waits_from_then_on(organizer, published):
    one, two = published.pair_of(2)[0], published.pair_of(3)[0]
    published.do(lambda t: rounds.swap(t, one, two))
    assert "since they were seated" in organizer.get(HOME, pick=one)
    assert "since they were seated" not in organizer.get(HOME, pick=published.pair_of(1)[0])


def test_the_waiting_time_runs_out():
    now = datetime(2024, 5, 4, 15, 0, tzinfo=UTC)
    act = Act(1, (), at=(now - timedelta(minutes=8, seconds=30)).isoformat())
    assert waiting_since((act, "it"), minutes=10, now=now).clock == "1:30"
    assert waiting_since((act, "it"), minutes=8, now=now).clock == "0:00"


def test_people_who_sat_wrong_are_recorded_as_they_played(organizer, published):
    (a, b), (c, d) = published.pair_of(1), published.pair_of(2)
    others = {frozenset(published.pair_of(table)) for table in (3, 4)}
    page = organizer.post("/events/cup/pairings/as-played", one=a, two=c, seen=published.seen)
    assert "recorded as playing each other" in page
    assert published.tables() == others | {frozenset((a, c)), frozenset((b, d))}


def test_the_player_with_the_bye_who_played_is_recorded_too(organizer, published):
    a, b = published.pair_of(1)
    free = published.round.byes[0].player
    organizer.post("/events/cup/pairings/as-played", one=a, two=free)
    assert frozenset((a, free)) in published.tables()
    assert [bye.player for bye in published.round.byes] == [b]


def test_only_swiss_tables_are_recorded_as_played(organizer, cup):
    cup.begin(9, "spellfire").do(rounds.publish)
    one, two = cup.pair_of(1)[0], cup.pair_of(2)[0]
    page = organizer.post("/events/cup/pairings/as-played", one=one, two=two, referrer=HOME)
    assert "Only Swiss tables" in page
    assert "record its games instead" in organizer.post("/events/cup/pairings/no-show", player=one, referrer=HOME)


def test_a_player_who_came_back_takes_the_seat_opposite_the_bye_until_the_clock_starts(organizer, cup):
    cup.begin(6).do(lambda t: people.drop(t, "p6"), rounds.pair_round, rounds.publish)
    cup.do(lambda t: people.reinstate(t, "p6"))
    assert "Seat them together" in organizer.get(HOME)
    cup.do(lambda t: clock.start_clock(t, Moment("boot", 1000)))
    assert "Seat them together" not in organizer.get(HOME)
    refused = organizer.post("/events/cup/pairings/late", player="p6", referrer=HOME)
    assert "The clock has started" in refused


def test_nobody_is_seated_late_without_a_bye(organizer, cup):
    cup.begin(4).do(rounds.publish, lambda t: setup.enter(t, ["late"]))
    assert "Nobody has the bye" in organizer.post("/events/cup/pairings/late", player="late", referrer=HOME)


def test_who_has_left_is_not_seated_late(organizer, cup):
    cup.begin(6).do(lambda t: people.drop(t, "p6"), rounds.pair_round, rounds.publish)
    assert "Reinstate them first" in organizer.post("/events/cup/pairings/late", player="p6", referrer=HOME)


# How many rounds


def test_rounds_are_added_and_taken_away(organizer, cup):
    cup.begin(4)
    page = organizer.post("/events/cup/pairings/rounds", rounds="5")
    assert "The number of rounds is 5 now" in page
    assert cup.t.stage.planned == 5
    organizer.post("/events/cup/pairings/rounds", rounds="1")
    assert cup.t.stage.planned == 1


def test_there_are_no_fewer_rounds_than_have_been_paired(organizer, cup):
    cup.begin(8).play().do(rounds.pair_round)
    assert "cannot be fewer rounds" in organizer.post("/events/cup/pairings/rounds", rounds="1", referrer=HOME)


@pytest.mark.parametrize("text", ["", "x", "-1", "0", "31", "1.5", "²", "9" * 5000, "0001"])
def test_a_number_of_rounds_that_makes_no_sense_is_refused(organizer, cup, text):
    cup.begin(4)
    assert "Enter a number from 1 to 30" in organizer.post("/events/cup/pairings/rounds", rounds=text, referrer=HOME)


def test_rounds_are_not_planned_before_the_start_nor_for_an_elimination(organizer, app, cup):
    with app.app_context():
        new_event(9, "spellfire")
    assert "has not begun" in organizer.post("/events/cup/pairings/rounds", rounds="3", referrer=HOME)
    cup.do(setup.start, rounds.pair_round)
    assert "Only Swiss rounds" in organizer.post("/events/cup/pairings/rounds", rounds="3", referrer=HOME)


def test_a_finished_event_keeps_its_rounds(organizer, cup):
    cup.begin(4).play().do(rounds.pair_round).play().do(stages.finish)
    page = organizer.get(HOME)
    assert "The tournament is finished" in page
    assert "Number of rounds" not in page
    assert "is finished" in organizer.post("/events/cup/pairings/rounds", rounds="7", referrer=HOME)
    assert "is finished" in organizer.post("/events/cup/pairings/shorten", referrer=HOME)
    assert "is finished" in organizer.post("/events/cup/pairings/pair", referrer=HOME)


# Who may


def test_a_judge_looks_and_changes_nothing(judge, cup):
    cup.begin(4)
    page = judge.get(HOME, pick="p1")
    assert "Round 1, draft" in page
    assert "Publish" not in page
    assert "Swap" not in page
    assert "?pick=" not in page.html
    acts = cup.acts
    for path, form in CHANGES:
        assert judge.post(f"/events/cup/pairings/{path}", **form).status == 403
    assert cup.acts == acts


def test_a_judge_sees_that_nothing_can_be_paired_without_buttons(judge, stuck):
    page = judge.get(HOME)
    assert "No pairing without a rematch exists" in page
    assert "Pair with the fewest" not in page


def test_a_stranger_is_asked_to_sign_in(stranger, cup):
    cup.begin(4)
    assert stranger.get(HOME).path == "/sign-in"
    acts = cup.acts
    for path, form in CHANGES:
        assert stranger.post(f"/events/cup/pairings/{path}", **form).path == "/sign-in"
    assert cup.acts == acts


def test_there_is_one_next_thing_to_do_on_every_page(organizer, stuck):
    seen = [organizer.get(HOME), organizer.get(HOME, round="1")]
    stuck.do(rounds.pair_with_rematches)
    seen += [organizer.get(HOME), organizer.get(HOME, stuck="1"), organizer.get(HOME, pick="p1")]
    stuck.do(rounds.publish)
    seen += [organizer.get(HOME), organizer.get(HOME, pick="p1")]
    assert [page.html.count('data-kind="go"') for page in seen] == [1] * len(seen)
