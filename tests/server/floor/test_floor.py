"""Judges on the floor: calls, the stopwatch at a table and the extra time it becomes, penalties in view, no-shows."""

import re

import pytest
from sqlalchemy import insert, update

from engine import clock as clocks
from engine import facts as f
from engine.decisions import clock, people, rounds
from server.core.db import writer
from server.core.models import VisitRow
from server.core.timekeeping import moment
from server.floor import calls
from tests.server.floor.conftest import call
from tests.server.result_event import Event, told

FLOOR = "/events/cup/floor/"
NAMES = ("Ana", "Ben", "Cai", "<b>Dee</b> عمر")


def extra(event, table=1):
    return clocks.extension(event.t.clock, table)


def at_table_since(event, ms, table=1, by="s1"):
    """The stopwatch as it stands after so many milliseconds."""
    with event.app.app_context(), writer() as connection, connection.begin():
        now = moment()
        row = {"table_number": table, "round": 1, "by": by, "boot_id": now.boot_id, "ms": now.ms - ms, "at": ""}
        connection.execute(insert(VisitRow).values(tournament_id="cup", **row))


def offered(page):
    """The minutes on the buttons, the proposed one first."""
    return [int(m) for m in re.findall(r'name="minutes" value="(-?\d+)"', page.html)]


class TestCalls:
    def test_a_call_comes_first_with_table_names_and_waiting_time(self, cup, judge):
        call(cup, table=2)
        page = judge.get(FLOOR)
        assert page.text.index("calls a judge") < page.text.index("still out")
        for name in cup.names_at(2):
            assert name in page
        assert "just now" in page

    def test_it_stands_in_the_rail_and_on_the_now_page(self, cup, organizer):
        call(cup, table=2)
        page = organizer.get("/events/cup/")
        assert "Table 2 calls a judge" in page
        assert re.search(r"Floor\s*</span>\s*<span[^>]*>1<", page.html)

    def test_claiming_shows_who_goes_to_everybody(self, cup, judge, pia):
        made = call(cup)
        assert "You are on your way." in pia.post(f"{FLOOR}calls/{made.id}/claim")
        assert "Pia is on the way." in told(judge.get(FLOOR))
        page = judge.post(f"{FLOOR}calls/{made.id}/claim", referrer=FLOOR)
        assert "Somebody else is already on the way to table 1" in page
        with cup.app.app_context():
            claimed_by = calls.open_calls("cup", cup.t)[0].claimed_by
        assert "You are on your way." in judge.post(f"{FLOOR}calls/{made.id}/claim", instead_of=claimed_by)

    def test_the_desk_sees_that_the_judge_has_arrived(self, cup, judge, organizer):
        call(cup)
        judge.post(f"{FLOOR}1/arrive")
        assert "Jude is there." in told(organizer.get("/events/cup/"))
        assert "Jude is there." in told(organizer.get(FLOOR))

    def test_seen_to_and_gone(self, cup, judge):
        made = call(cup)
        page = judge.post(f"{FLOOR}calls/{made.id}/resolve")
        assert "Table 1: seen to." in page
        assert "No judge calls." in page

    def test_a_judge_who_cannot_go_says_so(self, cup, judge):
        made = call(cup)
        judge.post(f"{FLOOR}calls/{made.id}/claim")
        page = judge.post(f"{FLOOR}calls/{made.id}/let-go")
        assert "Table 1 waits for somebody again." in page
        assert "You are on your way." not in page

    def test_a_wrong_result_of_an_earlier_round_leads_to_its_correction(self, cup, judge):
        cup.play(close=False)
        call(cup, kind="wrong-result")
        cup.do(rounds.close)
        cup.next_round()
        page = judge.get(FLOOR)
        assert "Round 1: says the result is wrong" in page
        assert "/results/round/1/1/correct" in page.html

    def test_an_answered_call_is_not_answered_again(self, cup, judge):
        made = call(cup)
        judge.post(f"{FLOOR}calls/{made.id}/resolve")
        assert "already seen to" in judge.post(f"{FLOOR}calls/{made.id}/claim", referrer=FLOOR)


class TestTables:
    def test_tables_that_are_out_come_before_those_that_are_done(self, cup, judge):
        cup.win(1)
        page = judge.get(FLOOR)
        assert "1 of 2 tables still out" in page
        assert page.html.index(f'href="{FLOOR}2"') < page.html.index(f'href="{FLOOR}1"')

    def test_names_with_markup_stay_names(self, cup, judge):
        for table in ("", "1", "2"):
            assert "<b>Dee</b>" not in judge.get(FLOOR + table).html

    def test_without_a_round_it_says_so(self, app, judge):
        Event(app, NAMES)
        assert "No round is being played." in judge.get(FLOOR)
        assert judge.get(f"{FLOOR}1").status == 404

    def test_a_table_that_is_not_there(self, cup, judge):
        page = judge.get(f"{FLOOR}9")
        assert page.status == 404
        assert "There is no table 9 in round 1." in page

    def test_the_table_shows_both_with_their_record(self, cup, judge):
        cup.play().next_round()
        page = judge.get(f"{FLOOR}1")
        for name in cup.names_at(1):
            assert name in page
        assert "1–0" in page or "1-0" in page

    def test_two_versions_are_said_and_lead_to_the_result(self, cup, judge):
        cup.report(1, 0, winner=0, wounds=5).report(1, 1, winner=1, wounds=6)
        page = judge.get(f"{FLOOR}1")
        assert "They reported different results." in page
        assert "Settle the result" in page

    @pytest.mark.parametrize("act", ["accept", "take-back"])
    def test_two_versions_are_settled_from_the_floor_and_lead_back_to_the_table(self, cup, judge, act):
        """A judge without a stopwatch came out among all results of the round."""
        cup.report(1, 0, winner=0, wounds=5).report(1, 1, winner=1, wounds=6)
        there = f"/events/cup/results/1/{act}"
        page = judge.get("/events/cup/results/1", back="floor").html
        form = page.partition(f'action="{there}"')[2].partition("</form>")[0]
        fields = dict(re.findall(r'name="(round|player|shown|back)" value="([^"]*)"', form))
        assert judge.post(there, **fields).path == f"{FLOOR}1"

    def test_once_it_is_settled_nothing_is_red_any_more(self, cup, judge):
        """The result stood in red, above “Settle the result”."""
        cup.report(1, 0, winner=0, wounds=5).report(1, 1, winner=1, wounds=6).win(1)
        page = judge.get(f"{FLOOR}1")
        assert " beat " in page
        assert "Change the result" in page
        assert 'data-state="alarm"' not in page.html

    def test_earlier_penalties_and_the_rulebooks_next_step_are_in_view(self, cup, judge):
        player = cup.pair(1)[0]
        assert judge.get(f"{FLOOR}1").text.count("No penalties") == 2
        cup.do(lambda t: people.penalise(t, player, kind="warning", fault="Slow play", id="n1"))
        page = judge.get(f"{FLOOR}1")
        assert page.text.count("No penalties") == 1
        assert "Slow play again: The organizer may give a game loss at once." in page
        assert f"/results/penalties/new?player={player}" in page.html

    def test_whoever_did_not_come_loses_in_two_taps(self, cup, judge):
        form = re.search(r'<form class="f-sure".*?</form>', judge.get(f"{FLOOR}1").html, re.S)[0]
        fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form))
        action = re.search(r'action="([^"]+)"', form)[1]
        page = judge.post(action, **fields)
        assert "no-show" in told(page)
        assert cup.match(1).result.how == "no-show"
        assert [outcome.mark for outcome in cup.match(1).result.outcomes] == ["loss", "win"]

    def test_at_a_table_of_several_nobody_wins_because_one_did_not_come(self, app, judge):
        Event(app, ("Ana", "Ben", "Cai", "Dee"), ruleset_id="spellfire").start()
        page = judge.get(f"{FLOOR}1")
        assert page.status == 200
        assert "wins; " not in page


class TestStopwatch:
    def test_arriving_starts_it_and_takes_the_call(self, cup, judge):
        call(cup)
        page = judge.post(f"{FLOOR}1/arrive")
        assert "You are at table 1" in page
        assert "Leave, give +1:00" in page
        assert "You are at table 1" in judge.get(FLOOR)
        with cup.app.app_context():
            assert calls.open_calls("cup", cup.t)[0].claimed_by

    @pytest.mark.parametrize(("ms", "proposed"), [(1_000, 1), (60_000, 2), (161_000, 3), (541_000, 10)])
    def test_what_it_gives_is_rounded_up_to_the_minute(self, cup, judge, ms, proposed):
        at_table_since(cup, ms)
        page = judge.get(f"{FLOOR}1")
        assert offered(page)[0] == proposed
        assert f"Leave, give +{proposed}:00" in page
        assert len(offered(page)) == len(set(offered(page)))

    def test_leaving_gives_the_time_ends_the_visit_and_settles_the_call(self, cup, judge):
        call(cup)
        judge.post(f"{FLOOR}1/arrive")
        page = judge.post(f"{FLOOR}1/leave", minutes=3, round=1)
        assert "Table 1 has 3:00 more." in page
        assert extra(cup) == 180_000
        assert "No judge calls." in page
        assert "You are at" not in page
        assert "Extra +3:00" in judge.get(f"{FLOOR}1")
        assert cup.book.acts[-1].facts[0].table == 1

    def test_the_desk_sees_the_extra_time(self, cup, organizer):
        organizer.post(f"{FLOOR}2/extra", minutes=4)
        assert "Extra +4:00" in organizer.get("/events/cup/")
        assert "Table 2: +4:00" in organizer.get("/events/cup/history/")

    def test_a_double_tap_gives_it_once(self, cup, judge):
        judge.post(f"{FLOOR}1/arrive")
        for _ in range(2):
            page = judge.post(f"{FLOOR}1/leave", minutes=2, request_id="same")
        assert extra(cup) == 120_000
        assert "Table 1 has 2:00 more." in page

    def test_leaving_without_extra_time(self, cup, judge):
        judge.post(f"{FLOOR}1/arrive")
        page = judge.post(f"{FLOOR}1/leave", minutes=0)
        assert "You have left table 1. It gets no extra time." in page
        assert [type(fact) for fact in cup.book.acts[-1].facts] == [f.TableVisited]
        assert "You are at" not in judge.get(FLOOR)

    def test_extra_time_adds_up_and_is_taken_back(self, cup, judge):
        judge.post(f"{FLOOR}1/extra", minutes=2)
        judge.post(f"{FLOOR}1/extra", minutes=1)
        assert extra(cup) == 180_000
        assert "Take +3:00 back" in judge.get(f"{FLOOR}1")
        assert "Table 1 has 3:00 less." in judge.post(f"{FLOOR}1/extra", minutes=-3)
        assert extra(cup) == 0

    @pytest.mark.parametrize(("given", "shown"), [("2.5", "2:30"), ("0.5", "0:30"), ("90", "90:00")])
    def test_all_of_it_is_taken_back_to_the_second(self, cup, judge, given, shown):
        """“Take +2:30 back” took two minutes, and half a minute could not be taken back at all."""
        judge.post("/events/cup/clock/extend", table=1, minutes=given)
        page = judge.get(f"{FLOOR}1")
        assert f"Take +{shown} back" in page
        ms = re.search(r'name="take_back_ms" value="(\d+)"', page.html)[1]
        assert f"Table 1 has {shown} less." in judge.post(f"{FLOOR}1/extra", take_back_ms=ms)
        assert extra(cup) == 0

    def test_nobody_is_at_two_tables(self, cup, judge):
        judge.post(f"{FLOOR}1/arrive")
        page = judge.post(f"{FLOOR}2/arrive", referrer=f"{FLOOR}2")
        assert "Your stopwatch still runs at table 1. Leave that table first." in page

    def test_a_second_judge_at_the_table_sees_the_stopwatch_of_the_first(self, cup, judge, pia):
        pia.post(f"{FLOOR}1/arrive")
        page = judge.post(f"{FLOOR}1/arrive")
        assert "Pia is at table 1" in told(page)
        assert "Table 1 has 1:00 more." in judge.post(f"{FLOOR}1/leave", minutes=1)

    def test_one_visit_is_left_once_and_gives_its_time_once(self, cup, judge, pia):
        pia.post(f"{FLOOR}1/arrive")
        pia.post(f"{FLOOR}1/leave", minutes=3)
        page = judge.post(f"{FLOOR}1/leave", minutes=3, referrer=FLOOR)
        assert "Somebody already ended the visit at table 1" in page
        assert extra(cup) == 180_000

    def test_before_the_clock_has_started_it_says_so_and_works(self, app, judge):
        event = Event(app, NAMES).start()
        judge.post(f"{FLOOR}1/arrive")
        assert "The round clock has not started yet." in judge.get(f"{FLOOR}1")
        judge.post(f"{FLOOR}1/leave", minutes=1)
        assert extra(event) == 60_000

    def test_after_the_clock_has_ended_leaving_is_all_there_is(self, cup, judge):
        judge.post(f"{FLOOR}1/arrive")
        cup.do(lambda t: clock.end_clock(t, moment()))
        page = judge.get(f"{FLOOR}1")
        assert "The round clock has ended" in page
        assert offered(page) == [0]
        assert "The round clock has ended" in judge.post(f"{FLOOR}1/leave", minutes=3)
        assert "You are at" not in judge.get(FLOOR)
        assert extra(cup) == 0
        assert "The round clock has ended" in judge.post(f"{FLOOR}1/extra", minutes=3, referrer=f"{FLOOR}1")

    def test_a_round_without_a_limit_has_no_extra_time(self, app, judge):
        Event(app, NAMES, ruleset_id="spellfire").start()
        judge.post(f"{FLOOR}1/arrive")
        page = judge.get(f"{FLOOR}1")
        assert "no time limit" in page or "no clock" in page
        assert "You have left table 1." in judge.post(f"{FLOOR}1/leave", minutes=0)

    def test_after_a_power_cut_the_judge_chooses(self, cup, judge):
        at_table_since(cup, 5_000)
        with cup.app.app_context(), writer() as connection, connection.begin():
            connection.execute(update(VisitRow).values(boot_id="another"))
        page = judge.get(f"{FLOOR}1")
        assert "the stopwatch is lost" in page
        assert "data-leave" not in page.html
        assert offered(page)[-1] == 0

    def test_a_visit_does_not_follow_into_the_next_round(self, cup, judge):
        judge.post(f"{FLOOR}1/arrive")
        cup.play().next_round()
        assert "You are at" not in judge.get(FLOOR)
        assert "You are at table 2" in judge.post(f"{FLOOR}2/arrive")
        page = judge.post(f"{FLOOR}1/leave", minutes=1, round=1, referrer=FLOOR)
        assert "This page was for round 1" in page

    @pytest.mark.parametrize(
        ("path", "form", "why"),
        [
            ("1/leave", {"minutes": "99"}, "at most 60 minutes"),
            ("1/leave", {"minutes": "x"}, "Choose how many minutes."),
            ("1/extra", {"minutes": "0"}, "Choose how many minutes."),
            ("1/extra", {"minutes": "-5"}, "of extra time to take back"),
            ("1/extra", {"take_back_ms": "5"}, "of extra time to take back"),
            ("9/extra", {"minutes": "1"}, "There is no table 9"),
            ("9/arrive", {}, "There is no table 9"),
            ("9/leave", {"minutes": "0"}, "There is no table 9"),
        ],
    )
    def test_what_cannot_be_is_refused_in_words(self, cup, judge, path, form, why):
        assert why in judge.post(FLOOR + path, referrer=FLOOR, **form)
        assert not any(isinstance(fact, f.TableExtended) for act in cup.book.acts for fact in act.facts)

    def test_nobody_arrives_while_nothing_is_played(self, cup, judge):
        cup.play()
        assert "No round is being played." in judge.post(f"{FLOOR}1/arrive", referrer=FLOOR)


class TestLanding:
    def test_a_judge_begins_on_the_floor(self, cup, judge):
        assert judge.post("/sign-in", pin="2468", back="/").path == FLOOR

    def test_an_organizer_does_not(self, cup, app, organizer):
        pin = app.config["CINDERBOX"].pin_file.read_text()
        assert organizer.post("/sign-in", pin=pin, back="/").path == "/"

    def test_with_several_events_the_judge_chooses(self, cup, app, judge):
        other = Event(app, NAMES, tid="other")
        assert judge.post("/sign-in", pin="2468", back="/").path == FLOOR  # the one that is being played
        other.start()
        page = judge.post("/sign-in", pin="2468", back="/")
        assert page.path == "/"
        assert 'href="/events/other/floor/"' in page.html

    def test_the_rail_of_a_judge_begins_with_the_floor_and_leaves_out_what_is_not_theirs(self, cup, judge, organizer):
        rail = re.search(r"<nav.*?</nav>", judge.get(FLOOR).html, re.S)[0]
        assert rail.index("/floor/") < rail.index("/results/")
        assert "/settings" not in rail
        assert "/settings" in organizer.get(FLOOR).html


def test_the_table_of_a_round_that_was_closed_leads_back_to_the_floor(cup, judge):
    cup.play()
    assert "No round is being played." in judge.get(f"{FLOOR}1")
