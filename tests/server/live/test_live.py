"""The streams: everybody hears what changed, once, and nobody can keep the others from hearing it."""

import json
import socket
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace

import pytest

from server import live
from server.core import changes, events
from server.core.db import db
from server.core.proxies import proxies
from server.live import hub, other_writers, stream_requests
from server.live.sockets import listening, mind_the_gone
from server.live.stream_messages import MARKS, SCREENS
from tests.server.listening import Ear, said
from tests.server.result_event import Event

EIGHT = ["Ana", "Ben", "Cleo", "Dag", "Eve", "Finn", "Gil", "Hanna"]


@pytest.fixture
def streams(app):
    """The streams of this application, while a test runs."""
    with _streams(app) as running:
        yield running


@pytest.fixture
def cup(app):
    return Event(app, EIGHT).start()


@pytest.fixture
def ear(streams):
    """Listens to whatever it is asked to; everything is closed at the end."""
    ears = []

    def listen(path="/live", **how):
        ears.append(Ear(streams.port, path, **how))
        return ears[-1]

    yield listen
    for each in ears:
        each.close()


class _streams:
    def __init__(self, app, **settings):
        self.app = app
        app.config["CINDERBOX"] = replace(app.config["CINDERBOX"], **settings)

    def __enter__(self):
        self.running = live.start(self.app, listening("127.0.0.1", 0))
        self.app.config["LIVE_PORT"] = self.running.port
        return self.running

    def __exit__(self, *_):
        self.running.stop()


# What is said


def test_a_new_listener_hears_how_things_stand_in_a_kilobyte(ear, cup):
    cup.win(1)
    one = ear("/live?event=cup&table=2")
    status, headers = one.head()
    assert (status, headers["content-type"]) == (200, "text/event-stream; charset=utf-8")
    kinds = {}
    for kind, data, id in one.events():
        kinds[kind] = (data, id)
        if len(kinds) == 3:
            break
    state, id = kinds["state"]
    assert id == state["revision"] == cup.seen
    assert (state["round"], state["tables"], state["results_in"], state["out"]) == (1, 4, 1, [2, 3, 4])
    assert state["clock"]["at_ms"] <= state["server_ms"]
    assert kinds["table"][0]["round"] == 1
    assert len(json.dumps(state)) < 1024


def test_every_listener_of_an_event_hears_the_result_and_others_do_not(app, ear, cup):
    Event(app, EIGHT[:4], tid="other").start()
    mine, theirs = [ear("/live?event=cup") for _ in range(3)], ear("/live?event=other")
    for each in (*mine, theirs):
        each.hears("state")
    cup.win(3)
    for each in mine:
        assert each.hears("state")["results_in"] == 1
    changes.changed("other")
    assert theirs.hears("state")["event"] == "other"


def test_a_change_beside_the_journal_is_told_by_its_count_and_only_its_table_looks_again(ear, cup):
    two, three = ear("/live?event=cup&table=2"), ear("/live?event=cup&table=3")
    before, own = two.hears("state"), two.hears("table")
    others = three.hears("table")
    changes.changed("cup", 2)
    two.hears_each(
        state=lambda state: state["touch"] > before["touch"], table=lambda table: table["mark"] != own["mark"]
    )
    cup.win(3)
    state, _ = three.hears_each(
        state=lambda state: state["results_in"] == 1, table=lambda table: table["mark"] != others["mark"]
    )
    assert state["touch"] > before["touch"]


def test_a_report_changes_the_mark_of_its_table_but_is_not_in_what_is_said(ear, cup):
    one = ear("/live?event=cup&table=1")
    before = one.hears("table")
    cup.report(1, 0, winner=0, wounds=23)
    after = one.hears("table")
    assert after["mark"] != before["mark"]
    assert "23" not in json.dumps({**after, "mark": ""})


def test_a_module_that_plugs_in_changes_marks_and_tells_screens(ear, cup, monkeypatch):
    shown = {"id": "w1", "name": "Wall", "scene": "clock"}
    calls = []
    monkeypatch.setitem(MARKS, "test", lambda book, table: list(calls) if table == 1 else 0)
    monkeypatch.setitem(SCREENS, "test", lambda id: dict(shown) if id == "w1" else None)
    one = ear("/live?event=cup&table=1&screen=w1")
    before = one.hears("table")
    assert one.hears("screen")["scene"] == "clock"
    calls.append("judge")
    changes.changed("cup")
    assert one.hears("table")["mark"] != before["mark"]
    shown["scene"] = "standings"
    changes.changed(None)
    assert one.hears("screen")["scene"] == "standings"


def test_many_changes_at_once_are_told_together_and_the_last_one_is_there(ear, cup):
    one = ear("/live?event=cup")
    one.hears("state")
    for _ in range(60):
        changes.changed("cup")
    last = changes.touch("cup")
    heard = []
    while not heard or heard[-1]["touch"] < last:
        heard.append(one.hears("state"))
    assert len(heard) < 30


def test_an_event_that_is_put_away_is_gone(app, ear, cup):
    one = ear("/live?event=cup")
    one.hears("state")
    with app.app_context():
        events.put_away("cup", archived=True)
    changes.changed("cup")
    assert one.hears("state", lambda state: state.get("gone"))["revision"] == ""
    assert ear("/live?event=nothing").hears("state")["gone"] is True


def test_what_another_process_did_is_told_too(app, ear, cup):
    """`cinderbox demo` beside a running server makes an event; a restore starts a new epoch."""
    one = ear("/live?event=cup")
    before, box = one.hears("state"), ear("/live").hears("box")
    data = app.config["CINDERBOX"].data
    with closing(sqlite3.connect(data / "cinderbox.db", isolation_level=None)) as db:
        db.execute("UPDATE tournament SET epoch = epoch + 1")
    assert one.hears("state")["revision"] != before["revision"]
    subprocess.run([sys.executable, "-m", "server.cli", "demo", "--data", str(data)], check=True, capture_output=True)
    assert one.hears("box", lambda now: now["touch"] > box["touch"])


def test_a_heartbeat_is_no_news(app, cup):
    """The clocks' heartbeat once made the streams compute everything anew each second."""
    path = app.config["CINDERBOX"].data / "cinderbox.db"
    with (
        app.app_context(),
        closing(sqlite3.connect(path, isolation_level=None)) as other,
        closing(other_writers.DatabaseWatch()) as others,
    ):
        moved = others.moved
        moved()
        other.execute("INSERT INTO heartbeat VALUES ('cup', 'boot', 1)")
        assert moved() == (False, False)
        other.execute("UPDATE tournament SET epoch = epoch + 1")
        assert moved() == (True, False)
        other.execute("UPDATE tournament SET name = 'Another'")
        assert moved() == (True, True)
        assert moved() == (False, False)


# Who is let in


HEAD = b"GET /time HTTP/1.1\r\nHost: localhost\r\n"


@pytest.mark.parametrize(
    ("raw", "status"),
    [
        (HEAD + b"Connection: close\r\n\r\n", 200),
        (
            b"OPTIONS /live HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost:8000\r\nConnection: close\r\n\r\n",
            204,
        ),
        (b"GET /secrets HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", 404),
        (b"POST /live HTTP/1.1\r\nHost: localhost\r\n\r\n", 405),
        (b"GET /live HTTP/2\r\n\r\n", 400),
        (b"GET http://elsewhere/live HTTP/1.1\r\n\r\n", 400),
        (b"nonsense\r\n\r\n", 400),
        (HEAD + b"no colon\r\n\r\n", 400),
        (HEAD + b"Content-Length: 5\r\n\r\nhello", 400),
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\n", 400),
        (HEAD + b"Origin: http://elsewhere.example\r\n\r\n", 403),
        (HEAD + b"Origin: null\r\n\r\n", 403),
        (b"GET /live?table=x HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
        (b"GET /live?event=../etc HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
        (b"GET /live?event=" + b"a" * 65 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
        (b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\n\r\n", 431),
        (HEAD + b"A: b\r\n" * 80 + b"\r\n", 431),
        (HEAD + b"A: " + b"b" * 20_000, 431),
    ],
)
def test_what_is_not_a_plain_question_gets_a_short_no(streams, raw, status):
    answer = said(streams.port, raw)
    assert answer.startswith(f"HTTP/1.1 {status} ".encode()), answer[:80]


def test_the_time_can_be_asked_for_again_on_the_same_connection(streams):
    answer = said(streams.port, (HEAD + b"\r\n") * 2 + HEAD + b"Connection: close\r\n\r\n")
    assert answer.count(b'"server_ms":') == 3


def test_only_pages_of_this_host_or_of_the_settings_may_read(app):
    with _streams(app, live_origins=("https://box.example",)) as running:
        for origin, may in {
            "http://127.0.0.1:8000": True,
            "https://box.example": True,
            "http://127.0.0.2": False,
        }.items():
            ear = Ear(running.port, "/live", headers=(f"Origin: {origin}",))
            status, headers = ear.head()
            assert (status == 200, headers.get("access-control-allow-origin") == origin) == (may, may), origin
            assert "set-cookie" not in headers
            ear.close()


def test_one_address_with_a_thousand_connections_does_not_stop_the_others(app, cup):
    with _streams(app, live_most_each=100) as running:
        greedy = [Ear(running.port, "/live?event=cup", source="127.0.0.9") for _ in range(1000)]
        answers = [each.head()[0] for each in greedy]
        assert (answers.count(200), answers.count(503)) == (100, 900)
        other = Ear(running.port, "/live?event=cup")
        other.hears("state")
        cup.win(1)
        assert other.hears("state")["results_in"] == 1
        for each in greedy:
            each.close()
        back = Ear(running.port, "/live?event=cup", source="127.0.0.9")
        assert back.head()[0] == 503 or back.hears("state")
        for each in (other, back):
            each.close()


def test_a_hall_of_200_phones_behind_one_address_listens(app):
    """Each with two pages open, and nobody set anything."""
    with _streams(app) as running:
        hall = [Ear(running.port, source="127.0.0.9") for _ in range(400)]
        assert {each.head()[0] for each in hall} == {200}
        for each in hall:
            each.close()


def test_behind_a_trusted_proxy_everybody_has_places_of_their_own(app):
    def through_proxy(who, **how):
        return Ear(running.port, headers=(f"X-Forwarded-For: {who}",), **how)

    with _streams(app, live_most_each=3, trusted_proxies=proxies("127.0.0.1")) as running:
        ears = [through_proxy(who) for who in ["10.0.0.1"] * 4 + ["10.0.0.2"] * 3]
        assert [each.head()[0] for each in ears] == [200, 200, 200, 503, 200, 200, 200]
        liars = [through_proxy(f"10.0.1.{n}", source="127.0.0.9") for n in range(4)]
        assert [each.head()[0] for each in liars] == [200, 200, 200, 503]
        for each in (*ears, *liars):
            each.close()


def test_when_all_places_are_taken_a_new_one_is_turned_away(app):
    with _streams(app, live_most=3, live_most_each=3) as running:
        inside = [Ear(running.port) for _ in range(3)]
        for each in inside:
            each.hears("box")
        late = Ear(running.port, source="127.0.0.3")
        assert late.head()[0] == 503
        for each in (*inside, late):
            each.close()


def test_somebody_who_does_not_read_is_let_go_and_the_others_miss_nothing(app, cup, monkeypatch):
    monkeypatch.setattr(hub, "MOST_PAUSE", 0)
    monkeypatch.setattr(hub, "MOST_UNREAD", 4096)
    door = listening("127.0.0.1", 0)
    door.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    running = live.start(app, door)
    try:
        slow, quick = (Ear(running.port, "/live?event=cup", room=room) for room in (2048, None))
        before = quick.hears("state")
        slow.hears("state")
        for count in range(1, 200):
            changes.changed("cup")
            quick.hears("state", lambda state, count=count: state["touch"] >= before["touch"] + count)
        with pytest.raises(ConnectionError):  # it ends long before what the others have heard
            slow.hears("state", lambda state: state["touch"] >= before["touch"] + 199)
        quick.close()
        slow.close()
    finally:
        running.stop()


def test_somebody_who_says_nothing_is_not_waited_for(streams, monkeypatch):
    monkeypatch.setattr(stream_requests, "SECONDS_FOR_HEAD", 0.1)
    assert said(streams.port, b"GET /ti") == b""


def test_connections_inherit_the_questions_for_a_silent_other_side():
    """Keepalive and TCP_USER_TIMEOUT are set once, on the listening sockets of pages and streams."""
    with listening("127.0.0.1", 0) as streams, socket.create_server(("127.0.0.1", 0)) as pages:
        for door in (streams, mind_the_gone(pages)):
            with socket.create_connection(door.getsockname()), door.accept()[0] as accepted:
                assert accepted.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE) == 1
                assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 30_000


def test_stopping_lets_everybody_go(app, cup):
    running = live.start(app, listening("127.0.0.1", 0))
    ear = Ear(running.port, "/live?event=cup")
    ear.hears("state")
    running.stop()
    assert not running.thread.is_alive()
    with app.app_context():
        assert db.engine.pool.checkedout() == 0
    with pytest.raises(ConnectionError):
        ear.hears("state")
    ear.close()


# On the pages' own port


def test_stopping_while_somebody_is_still_asking_leaves_no_traceback(app, caplog):
    """Browsers open connections ahead, and say nothing on them."""
    streams = live.start(app, listening("127.0.0.1", 0))
    with socket.create_connection(("127.0.0.1", streams.port)) as silent:
        silent.sendall(b"GET /live HTTP/1.1\r\n")
        assert said(streams.port, b"GET /nothing HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")  # after it
        streams.stop()
    assert caplog.records == []


def test_pages_name_the_streams_and_may_connect_to_nothing_else(app, stranger):
    app.config["LIVE_PORT"] = 8001
    page = stranger.get("/sign-in")
    assert '<meta name="cinderbox-live" content="http://localhost:8001">' in page.html
    assert "connect-src 'self' http://localhost:8001;" in page.response.headers["Content-Security-Policy"]
    app.config["CINDERBOX"] = replace(app.config["CINDERBOX"], live_url="https://box.example/streams")
    page = stranger.get("/sign-in")
    assert 'content="https://box.example/streams"' in page.html
    assert "connect-src 'self' https://box.example;" in page.response.headers["Content-Security-Policy"]


def test_without_streams_or_with_a_strange_host_there_is_no_address(app, stranger):
    assert "cinderbox-live" not in stranger.get("/sign-in").html
    app.config["LIVE_PORT"] = 8001
    answer = stranger.client.get("/sign-in", headers={"Host": "[fd00::1]:8000"})
    assert b"cinderbox-live" not in answer.data
    assert "connect-src 'self';" in answer.headers["Content-Security-Policy"]


def test_those_who_cannot_listen_may_ask_for_the_same(app, stranger, cup):
    first = stranger.client.get("/api/live?event=cup&table=1").get_json()
    assert first["state"]["revision"] == cup.seen
    assert first["table"]["table"] == 1
    cup.win(1)
    second = stranger.client.get("/api/live?event=cup&table=1").get_json()
    assert second["state"]["results_in"] == 1
    assert second["table"]["mark"] != first["table"]["mark"]
    assert stranger.client.get("/api/time").get_json().keys() == {"server_ms", "boot"}


def test_the_state_is_not_sent_again_while_nothing_changed(stranger, cup):
    answer = stranger.client.get("/api/tournaments/cup/state")
    tag = answer.headers["ETag"]
    again = stranger.client.get("/api/tournaments/cup/state", headers={"If-None-Match": tag})
    assert again.status_code == 304
    changes.changed("cup")
    assert stranger.client.get("/api/tournaments/cup/state", headers={"If-None-Match": tag}).status_code == 200
    assert stranger.client.get("/api/tournaments/nothing/state").status_code == 404


def test_a_page_that_looks_again_by_itself_takes_no_message_away(organizer, cup):
    organizer.client.post("/events/cup/announcements/", data={"text": "Lunch", "request_id": "a"})
    looking = organizer.client.get("/events/cup/", headers={"X-Live": "1"})
    assert b"Announced." not in looking.data
    assert "Announced." in organizer.get("/events/cup/")
