"""The time of day on a box without a clock: asked once, kept for this boot, and never shown before."""

import re
from datetime import UTC, datetime, timedelta

import pytest

from engine import clock as clocks
from engine.decisions import clock, rounds
from server.core import box_values, journal, time_of_day
from server.core.config import Config
from server.core.timekeeping import moment
from server.decks import deadline
from server.floor import calls
from tests.server.conftest import Actor
from tests.server.cup import Cup
from tests.server.deck_lists import with_lists
from tests.server.events import new_event
from tests.server.result_event import Event

NOW = datetime(2026, 11, 18, 13, 2, tzinfo=UTC)
MS = round(NOW.timestamp() * 1000)
TIMES = re.compile(r"\b\d?\d:\d\d\b")


@pytest.fixture
def without_a_clock(app, monkeypatch):
    """Nobody has said what time it is."""
    monkeypatch.setenv(time_of_day.VARIABLE, "unknown")
    yield app
    time_of_day.forget()


@pytest.fixture
def desk(without_a_clock, organizer):
    return organizer


def tell(desk, ms, zone="UTC"):
    return desk.client.post("/box/time/told", json={"ms": ms, "zone": zone}).json["ask"]


def test_a_device_that_agrees_makes_the_time_known_without_a_word(desk):
    assert not time_of_day.is_known()
    assert "data-tell-time" in desk.get("/").html
    assert not tell(desk, time_of_day.ms() + 30_000)
    assert time_of_day.source() == "organizer"
    assert "data-tell-time" not in desk.get("/").html
    assert "Which is right?" not in desk.get("/")


def test_a_device_that_differs_is_asked_about_once_and_kept_for_this_boot(without_a_clock, desk, monkeypatch):
    assert tell(desk, MS)
    page = desk.get("/")
    assert "Your device says 13:02 on 2026-11-18" in page
    assert not time_of_day.is_known()
    assert "The time is set." in desk.post("/box/time/answer", do="use")
    assert time_of_day.now() - NOW < timedelta(minutes=10)
    assert "Which is right?" not in desk.get("/")
    with without_a_clock.app_context():
        time_of_day.load(Config(without_a_clock.config["CINDERBOX"].data))  # the server was started again
    assert time_of_day.source() == "organizer"
    monkeypatch.setenv("CINDERBOX_BOOT_ID", "tomorrow")
    assert not time_of_day.is_known()
    assert "data-tell-time" in desk.get("/").html


def test_the_box_may_be_right(desk):
    tell(desk, MS)
    before = time_of_day.ms()
    desk.post("/box/time/answer", do="keep")
    assert time_of_day.is_known()
    assert abs(time_of_day.ms() - before) < 60_000


def test_a_network_or_a_battery_wins(desk, monkeypatch):
    tell(desk, MS)
    desk.post("/box/time/answer", do="use")
    monkeypatch.setenv(time_of_day.VARIABLE, "known")
    assert abs(time_of_day.ms() - datetime.now(UTC).timestamp() * 1000) < 60_000
    assert not tell(desk, MS)
    assert "only the zone can be changed" in desk.post("/box/time/set", day="2026-01-01", at="10:00", referrer="/box")


def test_a_clock_on_the_board_counts_only_if_it_kept_the_time(tmp_path):
    assert time_of_day.machine_source(tmp_path) == ""
    board = tmp_path / "sys/class/rtc/rtc0"
    board.mkdir(parents=True)
    (board / "since_epoch").write_text("1234\n")
    assert time_of_day.machine_source(tmp_path) == ""
    (board / "since_epoch").write_text(f"{MS // 1000}\n")
    assert time_of_day.machine_source(tmp_path) == "board"
    synchronized = tmp_path / "run/systemd/timesync/synchronized"
    synchronized.parent.mkdir(parents=True)
    synchronized.touch()
    assert time_of_day.machine_source(tmp_path) == "network"


def test_the_zone_of_the_device_is_asked_about_once_for_the_box(app, organizer):
    now = time_of_day.ms()
    there = "Asia/Kolkata"
    assert tell(organizer, now, there)
    page = organizer.get("/")
    assert "for Asia/Kolkata" in page
    organizer.post("/box/time/answer", do="use")
    try:
        assert time_of_day.now().utcoffset() == timedelta(hours=5, minutes=30)
        assert organizer.client.get("/api/wall").json["utc_minutes"] == 330
        again = Actor(app).sign_in(app.config["CINDERBOX"].pin_file.read_text())
        assert not tell(again, now, "Europe/Berlin")
    finally:
        time_of_day.forget()


@pytest.mark.parametrize("said", [{}, {"ms": "soon"}, {"ms": True}, {"ms": -1}, {"ms": 10**20}, [1], "x"])
def test_what_is_no_time_is_refused(desk, said):
    assert desk.client.post("/box/time/told", json=said).status_code == 409
    assert not time_of_day.is_known()


def test_by_hand_on_the_page_of_the_box(desk):
    assert "Nobody has said what time it is" in desk.get("/box")
    assert "Write the day like" in desk.post("/box/time/set", day="soon", at="13:45", referrer="/box")
    assert "There is no such time zone." in desk.post("/box/time/set", zone="Nowhere", referrer="/box")
    desk.post("/box/time/set", day="2026-11-18", at="13:45")
    assert f"{time_of_day.now():%Y-%m-%d %H}" == "2026-11-18 13"
    assert "set at the desk" in desk.get("/box")


def test_until_then_screens_show_how_long_and_not_when(without_a_clock, desk, stranger):
    cup = Cup(without_a_clock).begin(4).do(rounds.publish)
    cup.do(lambda t: clock.start_clock(t, moment()))
    page = desk.get("/events/cup/clock/")
    assert "Round over in about" in page
    assert "Running" in stranger.get("/e/cup/")
    assert not re.search(r"ends \d", stranger.get("/e/cup/").text)
    assert stranger.client.get("/api/wall").json["time_known"] is False
    tell(desk, MS)
    desk.post("/box/time/answer", do="use")
    assert "ends 1" in stranger.get("/e/cup/")
    assert "Round over about 1" in desk.get("/events/cup/clock/")
    assert stranger.client.get("/api/wall").json["time_known"] is True


def test_until_then_no_phone_and_no_paper_shows_a_time_of_day(without_a_clock, desk, stranger):
    cup = Event(without_a_clock, [f"Player {n}" for n in range(8)]).start()
    cup.do(lambda t: clock.start_clock(t, moment()))
    desk.post("/events/cup/announcements/", text="Lunch is at the bar.")
    cup.win(1)
    through = f"/e/cup/p/{cup.pair(1)[0]}"
    assert "Lunch is at the bar." in stranger.get(through)
    assert not TIMES.search(stranger.get(through).text)
    assert re.search(r"Next pairings in about \d\d minutes\.", stranger.get(through).text)
    assert "printed" not in desk.get("/events/cup/print/tables")
    waits = re.search(r"minutes since.{60}", desk.get("/events/cup/pairings/", pick=cup.pair(2)[0]).text)[0]
    assert "until" not in waits
    tell(desk, MS)
    desk.post("/box/time/answer", do="use")
    assert re.search(r"Next pairings at about 1[45]:", stranger.get(through).text)
    assert "Lunch is at the bar. 1" not in stranger.get(through)  # it was written down on some other day
    assert "printed 2026-11-18 13:0" in desk.get("/events/cup/print/tables")


DESK = ["", "history/", "floor/", "floor/log", "results/", "announcements/", "/devices/"]


@pytest.mark.parametrize("page", DESK)
def test_until_then_no_page_of_the_desk_shows_a_time_of_day(without_a_clock, desk, page):
    """“Latest changes” showed 04:14, and history and floor log did, too."""
    cup = Event(without_a_clock, [f"Player {n}" for n in range(8)]).start()
    desk.post("/events/cup/announcements/", text="Lunch is at the bar.")
    desk.post("/events/cup/floor/1/ruling", ruling="Loud.", about="", round=1)
    cup.win(1)
    shown = desk.get(page if page.startswith("/") else f"/events/cup/{page}").text
    assert set(TIMES.findall(shown)) <= {"60:00"}  # the length of the round


def test_what_was_stamped_before_somebody_said_the_time_is_no_latest_change_of_today(without_a_clock, desk):
    Event(without_a_clock, [f"Player {n}" for n in range(8)]).start()
    assert tell(desk, time_of_day.ms() + 212 * 86_400_000)
    desk.post("/box/time/answer", do="use")
    desk.post("/events/cup/announcements/", text="Lunch is at the bar.")
    times = re.findall(r"<time>(.*?)</time>", desk.get("/events/cup/").html)
    assert TIMES.fullmatch(times[0])
    assert not any(times[1:])


def test_a_box_that_woke_up_earlier_promises_no_end_in_half_a_year(without_a_clock, desk, monkeypatch):
    """The power went between two rounds, and what was recorded before is in the future now."""
    cup = Event(without_a_clock, [f"Player {n}" for n in range(8)]).start()
    tell(desk, MS)
    desk.post("/box/time/answer", do="use")
    cup.play()
    assert TIMES.search(told_end(desk))
    monkeypatch.setenv("CINDERBOX_BOOT_ID", "in April")
    monkeypatch.setattr(time_of_day.time, "time_ns", lambda: (MS - 200 * 86_400_000) * 1_000_000)
    assert re.fullmatch(r"Event over in about \d h \d\d min", told_end(desk))


def told_end(desk):
    page = desk.get("/events/cup/clock/").text
    return re.search(r"Event over (in )?about [^.]*?(min|minutes|:\d\d)", page)[0]


def half_played(app):
    """Six of eight tables are done, and one of the others calls a judge."""
    cup = Event(app, [f"Player {n:02}" for n in range(16)]).start()
    cup.do(lambda t: clock.start_clock(t, moment()))
    for table in range(1, 7):
        cup.win(table)
    with app.app_context():
        calls.make_call("cup", 1, 7, kind="judge", by="d1")


def said_at_the_desk(desk, _):
    assert tell(desk, time_of_day.ms() + 212 * 86_400_000)
    desk.post("/box/time/answer", do="use")


def found_in_the_network(_, monkeypatch):
    later = time_of_day.time.time_ns() + 3 * 3_600_000_000_000
    monkeypatch.setenv(time_of_day.VARIABLE, "known")
    monkeypatch.setattr(time_of_day.time, "time_ns", lambda: later)


@pytest.mark.parametrize("comes", [said_at_the_desk, found_in_the_network])
def test_a_round_in_which_the_time_is_set_is_no_longer_for_it(without_a_clock, desk, monkeypatch, comes):
    """The floor said that a judge was awaited for 5085 h, and that a table was slow by 305103 minutes."""
    start_again(without_a_clock)
    half_played(without_a_clock)
    assert re.search(r"waiting (just now|\d min)", desk.get("/events/cup/floor/").text)
    comes(desk, monkeypatch)
    assert time_of_day.is_known()
    page = desk.get("/events/cup/floor/").text
    assert re.search(r"waiting (just now|\d min)", page)
    assert "Slow:" not in page
    start_again(without_a_clock)
    assert re.search(r"waiting (just now|\d min)", desk.get("/events/cup/floor/").text)
    desk.post(f"/events/cup/floor/calls/{call_of(without_a_clock)}/claim")
    assert re.search(r"answered after \d:\d\d\b", desk.get("/events/cup/floor/log").text)


def start_again(app):
    """The server, in the same boot."""
    with app.app_context():
        time_of_day.load(Config(app.config["CINDERBOX"].data))


def test_a_network_that_comes_late_and_a_restart_in_the_same_round_change_no_waiting_time(
    without_a_clock, desk, monkeypatch
):
    """Set at the desk, then by the network while there was no server."""
    start_again(without_a_clock)
    half_played(without_a_clock)
    said_at_the_desk(desk, monkeypatch)
    assert re.search(r"waiting (just now|\d min)", desk.get("/events/cup/floor/").text)
    found_in_the_network(desk, monkeypatch)
    for _ in range(2):
        start_again(without_a_clock)
        page = desk.get("/events/cup/floor/").text
        assert re.search(r"waiting (just now|\d min)", page)
        assert "Slow:" not in page


@pytest.mark.parametrize("kept", ["", "b1", "b1 5", "b1 1 2 x 4", "b1 1 " + "9" * 18, "b2 1 2", "b1 1  2", "\udcff"])
def test_readings_that_the_disk_kept_badly_are_none(without_a_clock, monkeypatch, kept):
    monkeypatch.setenv("CINDERBOX_BOOT_ID", "b1")
    file = without_a_clock.config["CINDERBOX"].data / time_of_day.READINGS
    file.write_bytes(kept.encode("utf-8", "surrogateescape"))
    start_again(without_a_clock)
    assert time_of_day.now()
    assert not time_of_day.has_jumped()


def test_what_was_recorded_before_the_time_was_put_back_was_recorded_as_long_ago(without_a_clock, desk):
    then = time_of_day.ms()
    assert tell(desk, then - 3 * 3_600_000)
    desk.post("/box/time/answer", do="use")
    assert 0 <= time_of_day.ms() - time_of_day.had_it_been_known(then) < 600_000
    later = time_of_day.ms()
    assert time_of_day.had_it_been_known(later) == later


@pytest.mark.parametrize("kept", ["b1 12 5", "b1 --5", "b1", " ", "b1 1 2 3 4", "b1 1  2", "b1 " + "9" * 18])
def test_what_the_disk_kept_badly_is_no_time_of_day(without_a_clock, monkeypatch, kept):
    monkeypatch.setenv("CINDERBOX_BOOT_ID", "b1")
    with without_a_clock.app_context():
        box_values.put_all({time_of_day.SAID: kept})
        time_of_day.load(Config(without_a_clock.config["CINDERBOX"].data))
        assert time_of_day.now()
        assert not time_of_day.has_jumped()


def call_of(app):
    with app.app_context():
        return calls.open_calls("cup", journal.read("cup").tournament)[0].id


def test_nothing_that_counts_down_is_touched(without_a_clock, desk):
    cup = Cup(without_a_clock).begin(4).do(rounds.publish)
    cup.do(lambda t: clock.start_clock(t, moment()))
    before = clocks.remaining(cup.t.clock, moment())
    tell(desk, MS)
    desk.post("/box/time/answer", do="use")
    assert 0 <= before - clocks.remaining(cup.t.clock, moment()) < 60_000


def test_lists_are_not_locked_by_a_date_that_nobody_believes(without_a_clock, desk, monkeypatch):
    with_lists(without_a_clock)
    monkeypatch.setenv(time_of_day.VARIABLE, "known")
    desk.post("/events/cup/decks/deadline", minutes="1")
    monkeypatch.setenv(time_of_day.VARIABLE, "unknown")
    monkeypatch.setattr(deadline, "now", lambda: datetime.now(UTC) + timedelta(days=200))
    with without_a_clock.app_context():
        deadline.carry_out()
        assert not any(player.deck_locked for player in journal.read("cup").tournament.players.values())
    page = desk.post("/events/cup/decks/deadline", minutes="5", referrer="/events/cup/decks/")
    assert "This box does not know what time it is." in page
    monkeypatch.setenv(time_of_day.VARIABLE, "known")
    with without_a_clock.app_context():
        deadline.carry_out()
        assert all(player.deck_locked for player in journal.read("cup").tournament.players.values())


def test_the_window_to_check_in_is_told_in_minutes(without_a_clock, desk):
    with without_a_clock.app_context():
        new_event(4)
    page = desk.post("/events/cup/players/self-check-in", at="13:45")
    assert "does not know what time it is" in page
    page = desk.post("/events/cup/players/self-check-in", minutes="30")
    assert "Check-in closes in 30 minutes." in page
    tell(desk, MS)
    desk.post("/box/time/answer", do="use")
    assert "Check-in closes at 13:3" in desk.get("/events/cup/players/")


def test_health_warns_until_somebody_has_said_it(without_a_clock, desk):
    assert "screens show how long instead" in desk.get("/box/health")
    desk.post("/box/time/set", day="2026-11-18", at="13:45")
    assert "screens show how long instead" not in desk.get("/box/health")
