"""The rulings log has everything that judges did; acts lead back to the table; slow tables; calls on every page."""

import json
from datetime import UTC, datetime, timedelta

from engine import facts as f
from engine.decisions import people
from engine.fold import Act
from engine.pace import slow_tables
from engine.stamps import stamped
from server.core.timekeeping import moment
from tests.server.floor.conftest import call
from tests.server.result_event import Event, told

FLOOR = "/events/cup/floor/"
NAMES = ["Ana", "Ben", "Cai", "<b>Dee</b>", "Eve", "Fay", "Gus", "Hal"]


def visited(judge, table=1, *, minutes=0, ruling=""):
    judge.post(f"{FLOOR}{table}/arrive")
    return judge.post(f"{FLOOR}{table}/leave", minutes=minutes, ruling=ruling, round=1)


class TestLog:
    def test_a_call_a_visit_extra_time_and_a_ruling_stand_in_it_with_judge_and_names(self, cup, judge, pia):
        call(cup, 2)
        visited(pia, 2, minutes=3, ruling="dice rerolled")
        page = told(judge.get(f"{FLOOR}log"))
        for words in ("Call Judge called", "answered after 0:0", "Visit Judge at the table for 0:0", "+3:00"):
            assert words in page
        assert "Ruling dice rerolled" in page
        assert page.count("Pia") == 5  # four lines, and who can be chosen
        assert all(name in page for name in cup.names_at(2))

    def test_a_penalty_its_lifting_and_a_ruling_about_one_player(self, cup, judge, organizer):
        one, two = cup.pair(1)
        cup.do(lambda t: people.penalise(t, one, kind="warning", fault="Slow play", id="w1"))
        cup.do(lambda t: (f.PenaltyLifted("w1"),))
        judge.post(f"{FLOOR}1/ruling", ruling="may look at the card", about=two, round=1)
        page = told(judge.get(f"{FLOOR}log", player=two))
        assert "may look at the card" in page
        assert "Warning" not in page
        page = told(judge.get(f"{FLOOR}log", player=one))
        assert "Warning: Slow play" in page
        assert "Lifted: warning" in page
        assert "may look at the card" not in page

    def test_it_is_asked_by_table_and_by_judge(self, cup, judge, pia):
        visited(pia, 1, ruling="one")
        visited(judge, 2, ruling="two")
        assert "Ruling one" in judge.get(f"{FLOOR}log", table=1)
        assert "Ruling two" not in judge.get(f"{FLOOR}log", table=1)
        assert "Ruling two" not in judge.get(f"{FLOOR}log", judge="Pia")
        assert "Nothing matches." in judge.get(f"{FLOOR}log", table=1, judge="Jude")

    def test_it_is_empty_before_anything_happened(self, cup, judge):
        assert "Nothing yet" in judge.get(f"{FLOOR}log")

    def test_it_is_on_paper(self, cup, judge):
        visited(judge, 1, ruling="<i>no</i> takeback")
        page = judge.get("/events/cup/sheets/rulings")
        assert "Ruling <i>no</i> takeback" in page
        assert "/events/cup/sheets/rulings" in judge.get("/events/cup/print/").html

    def test_calls_and_the_words_of_a_ruling_are_in_the_history(self, cup, judge):
        call(cup, 3)
        visited(judge, 1, ruling="⟨p1⟩ rerolls")
        page = told(judge.get("/events/cup/history/"))
        assert "Table 3: Judge called, no judge yet" in page
        assert "“p1 rerolls”" in page
        assert page.index("p1 rerolls") < page.index("Table 3: Judge called")

    def test_a_visit_that_nobody_ended_is_noted_when_the_table_is_next_visited(self, cup, judge):
        judge.post(f"{FLOOR}1/arrive")
        cup.play().next_round()
        judge.post(f"{FLOOR}1/arrive")
        noted = [x for act in cup.book.acts for x in act.facts if isinstance(x, f.TableVisited)]
        assert [(x.number, x.table, x.ms) for x in noted] == [(1, 1, None)]

    def test_who_was_there_is_said_and_not_who_ended_it(self, cup, judge, pia):
        pia.post(f"{FLOOR}1/arrive")
        judge.post(f"{FLOOR}1/leave", minutes=0)
        assert "Visit Judge at the table" in judge.get(f"{FLOOR}log", judge="Pia")

    def test_a_ruling_without_words_or_about_somebody_else_is_refused(self, cup, judge):
        assert "in a word or two" in judge.post(f"{FLOOR}1/ruling", ruling=" ")
        assert "Others sit at table 1" in judge.post(f"{FLOOR}1/ruling", ruling="x", about=cup.pair(2)[0])
        assert "Say it shorter" in judge.post(f"{FLOOR}1/leave", minutes=0, ruling="x" * 121)

    def test_public_pages_know_nothing_of_it(self, cup, judge, stranger):
        visited(judge, 1, ruling="secret words")
        assert stranger.get(f"{FLOOR}log").path == "/sign-in"
        assert "secret words" not in json.dumps(stranger.client.get("/api/tournaments/cup").json)


class TestWayBack:
    def test_a_penalty_leads_back_to_the_table_with_the_stopwatch_running(self, cup, judge):
        judge.post(f"{FLOOR}1/arrive")
        one = cup.pair(1)[0]
        assert f'href="{FLOOR}1"' in judge.get("/events/cup/results/penalties/new", player=one).html
        form = {"player": one, "fault": "Slow play", "kind": "warning"}
        page = judge.post("/events/cup/results/penalties/new", **form)
        assert page.path == f"{FLOOR}1"
        assert "data-stopwatch" in page.html

    def test_a_result_leads_back_to_the_table_it_was_entered_from(self, cup, judge):
        form = {"winner": cup.pair(1)[0], "wounds": 4, "how": "played", "round": 1}
        assert 'name="back" value="floor"' in judge.get("/events/cup/results/1", back="floor").html
        assert judge.post("/events/cup/results/1", **form, back="floor").path == f"{FLOOR}1"
        form["winner"] = cup.pair(2)[0]
        assert judge.post("/events/cup/results/2", **form).path == "/events/cup/results/"

    def test_a_judge_who_opens_the_box_again_is_on_the_floor_and_finds_the_other_events(self, cup, judge):
        assert judge.get("/").path == FLOOR
        page = judge.get("/", all=1)
        assert page.path == "/"
        assert 'href="/?all=1"' in judge.get(FLOOR).html

    def test_of_two_events_that_are_played_it_is_the_last_one(self, cup, app, judge):
        Event(app, NAMES, tid="other").start()
        assert judge.get("/").path == "/"
        judge.get("/events/other/floor/")
        assert judge.get("/").path == "/events/other/floor/"

    def test_an_organizer_comes_back_to_the_events(self, cup, organizer):
        assert organizer.get("/").path == "/"


class TestCallsEverywhere:
    PAGES = ("/events/cup/standings/", "/events/cup/results/", "/events/cup/history/")

    def test_a_call_is_on_every_page_of_the_staff_until_somebody_goes(self, cup, judge, organizer):
        made = call(cup, 2)
        for page in (*map(judge.get, self.PAGES), organizer.get("/"), organizer.get("/devices/")):
            assert "Table 2" in page.text
            assert f'data-calling="{made.id}"' in page.html
        assert "Table 2 of Ember Cup calls a judge" in organizer.get("/")
        judge.post(f"{FLOOR}calls/{made.id}/claim")
        assert "calls a judge" not in organizer.get("/events/cup/standings/")

    def test_the_floor_says_it_once(self, cup, judge):
        call(cup, 2)
        page = judge.get(FLOOR)
        assert page.text.count("calls a judge") == 1
        assert "data-calling" in page.html

    def test_nobody_else_is_told(self, cup, stranger):
        call(cup, 2)
        assert "calls a judge" not in stranger.get("/e/cup/")

    def test_more_than_three_are_counted(self, cup, judge):
        for table in (1, 2, 3, 4):
            call(cup, table)
        assert "and 1 more call" in judge.get("/events/cup/standings/")


class TestSlowTables:
    """Eight tables by their times of day."""

    START = datetime(2026, 5, 2, 10, tzinfo=UTC)

    def acts(self, cup, *done, pause=()):
        """The clock starts at 0; tables are done after so many minutes."""
        told = [(0, f.RoundPublished(1)), (0, f.ClockStarted(moment(), 3_600_000))]
        told += [(at, f.ResultRecorded(1, table, None)) for table, at in enumerate(done, start=1)]
        told += list(zip(pause, (f.ClockPaused(1), f.ClockStarted(moment(), 1)), strict=True)) if pause else []
        told.sort(key=lambda each: each[0])
        return [
            Act(seq, (fact,), "", (self.START + timedelta(minutes=at)).isoformat())
            for seq, (at, fact) in enumerate(told, start=1)
        ]

    def slow(self, cup, now, *done, extra=None, pause=()):
        at = round((self.START + timedelta(minutes=now)).timestamp() * 1000)
        matches = tuple(m for m in cup.t.current_round.matches)
        found = stamped(self.acts(cup, *done, pause=pause))
        open_ = tuple(m for m in matches if m.table > len(done))
        filler = tuple(m for m in matches if m.table <= len(done))
        known = slow_tables(found, (*filler, *open_), extra=extra or {}, now=at)
        return {table: ms // 60_000 for table, ms in known.played_ms.items() if table > len(done)}

    def test_nothing_is_known_until_half_of_the_round_and_three_tables_are_done(self, cup):
        assert self.slow(cup, 59, 20, 21) == {}

    def test_a_table_is_slow_when_it_plays_a_third_longer_than_half_of_them_took(self, cup):
        assert self.slow(cup, 27, 20, 21, 22) == {}
        assert self.slow(cup, 28, 20, 21, 22) == {4: 28}

    def test_extra_time_and_pauses_do_not_make_a_table_slow(self, cup):
        assert self.slow(cup, 28, 20, 21, 22, extra={4: 3 * 60_000}) == {}
        assert self.slow(cup, 28, 20, 21, 22, pause=(22, 25)) == {}

    def test_the_floor_marks_them(self, cup, judge, monkeypatch):
        for table in (1, 2, 3):
            cup.win(table)
        assert "Slow" not in judge.get(FLOOR)
        later = (datetime.now(UTC) + timedelta(minutes=20)).isoformat()
        monkeypatch.setattr("server.floor.floor_page.stamps.now", lambda: later)
        page = judge.get(FLOOR)
        assert "Slow: 20 minutes" in page
        assert "Half of the tables were done after 0 minutes" in page
