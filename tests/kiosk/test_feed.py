"""What the server says arrives whole, and is kept while it is away."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from engine.clock import Clock, Moment
from engine.clock_codec import EventClock
from kiosk.buzzer.answer import Feed, NotAFeed, feed_of
from kiosk.buzzer.feed import RETRY_S, Follower

CLOCK = {"length_ms": 3000, "warning_ms": None, "untimed": False, "ended": False, "extensions": [], "runs": []}
CUP = {"id": "cup", "name": "Cup", "playing": True, "out": [7], "called": "Sudden death", "clock": CLOCK}
ANSWER = {"revision": "r1", "boot": "b", "server_ms": 5, "test": {"boot": "b", "ms": 3}, "events": [CUP]}
FEED = Feed("b", (EventClock("cup", "Cup", Clock(3000, None), True, (7,), "Sudden death"),), Moment("b", 3))


class Server:
    """Answers whatever a test wants."""

    def __init__(self):
        self.answer = (200, json.dumps(ANSWER).encode())
        self.promised = None  # bytes
        self.asked = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                outer.asked.append((self.path, self.headers["If-None-Match"]))
                status, body = outer.answer
                self.send_response(status)
                self.send_header("ETag", '"r1"')
                self.send_header("Content-Length", outer.promised or len(body))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                """Quiet."""

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.thread = threading.Thread(target=self.http.serve_forever, kwargs={"poll_interval": 0.01})
        self.thread.start()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.http.server_port}"

    def stop(self):
        if self.thread.is_alive():
            self.http.shutdown()
            self.http.server_close()
            self.thread.join()


class Enough(BaseException):
    """The test has seen it."""


class Rests:
    """Passes no time, and after the third rest it is enough."""

    def __init__(self):
        self.seconds = []

    def __call__(self, seconds):
        self.seconds.append(seconds)
        if len(self.seconds) == 3:
            raise Enough


@pytest.fixture
def server():
    server = Server()
    yield server
    server.stop()


@pytest.fixture
def follower(server, tmp_path):
    return Follower(server.address, tmp_path / "clocks.json", news=lambda: None)


def test_the_answer_is_taken_and_the_next_question_waits_for_another(server, follower):
    follower.ask()
    server.answer = (304, b"")
    follower.ask()
    assert (follower.latest, follower.trouble) == (FEED, "")
    assert server.asked == [("/api/clocks?wait=2", ""), ("/api/clocks?wait=2", '"r1"')]


def test_while_the_server_is_away_the_last_answer_stays(server, follower):
    follower.ask()
    server.stop()
    follower.ask()
    assert follower.latest == FEED
    assert "does not answer" in follower.trouble


def test_an_answer_that_breaks_off_changes_nothing(server, follower):
    """The server is killed in the middle of it."""
    follower.ask()
    server.promised = 10_000
    follower.ask()
    assert follower.latest == FEED
    assert "does not answer" in follower.trouble


def test_a_buzzer_restarted_while_the_server_is_away_knows_the_clocks(server, follower, tmp_path):
    follower.ask()
    server.stop()
    assert Follower(server.address, tmp_path / "clocks.json", news=lambda: None).latest == FEED


def test_kept_clocks_that_are_damaged_are_none(server, tmp_path):
    (tmp_path / "clocks.json").write_text('{"boot": 3}')
    assert Follower(server.address, tmp_path / "clocks.json", news=lambda: None).latest is None


@pytest.mark.parametrize(
    ("answer", "says"),
    [((200, b"<html>"), "not JSON"), ((404, b""), "answered 404"), ((200, b"{}"), "a shape this buzzer does not know")],
)
def test_what_is_not_a_feed_changes_nothing_and_is_told(server, follower, answer, says):
    follower.ask()
    server.answer = answer
    follower.ask()
    assert follower.latest == FEED
    assert says in follower.trouble


@pytest.mark.parametrize("same", [(304, b""), (200, json.dumps(ANSWER | {"server_ms": 6}).encode()), (500, b"")])
def test_a_server_that_lets_no_question_wait_is_not_asked_without_a_pause(server, tmp_path, same):
    """Both seats are taken, or the buzzer is on another machine: nothing new, at once. News are asked on after."""
    rests = Rests()
    follower = Follower(
        server.address, tmp_path / "clocks.json", news=lambda: setattr(server, "answer", same), rest=rests
    )
    with pytest.raises(Enough):
        follower.follow()
    assert len(server.asked) == 1 + 3
    assert 0 < max(rests.seconds) <= RETRY_S


def test_a_restarted_buzzer_asks_on_at_once_though_its_clocks_were_kept(server, follower, tmp_path):
    """Its first question never waits, so it rests only after the second; meanwhile it would miss a start."""
    follower.ask()
    server.asked.clear()
    with pytest.raises(Enough):
        Follower(server.address, tmp_path / "clocks.json", news=lambda: None, rest=Rests()).follow()
    assert len(server.asked) == 1 + 3


def test_nothing_ends_the_following(tmp_path, caplog):
    """An address that no settings would let through stands for whatever nobody thought of: told once, tried again."""
    rests = Rests()
    follower = Follower("http://cinderbox..local:8000", tmp_path / "clocks.json", news=lambda: None, rest=rests)
    with pytest.raises(Enough):
        follower.follow()
    assert "it cannot be asked (Unicode" in follower.trouble
    (record,) = caplog.records
    assert record.exc_info
    assert follower.asked.is_set()


def test_going_and_coming_back_is_logged_once_each(server, follower, caplog):
    caplog.set_level("INFO")
    follower.ask()
    server.answer = (500, b"")
    for _ in range(3):
        follower.ask()
    server.answer = (304, b"")
    follower.ask()
    assert [record.levelname for record in caplog.records] == ["INFO", "WARNING", "INFO"]


@pytest.mark.parametrize(
    "wrong",
    [
        [],
        ANSWER | {"boot": None},
        ANSWER | {"events": 3},
        ANSWER | {"test": {"boot": "b", "ms": "3"}},
        ANSWER | {"events": [CUP | {"playing": 1}]},
        ANSWER | {"events": [CUP | {"clock": CLOCK | {"length_ms": "3"}}]},
        ANSWER | {"events": [CUP | {"clock": CLOCK | {"runs": [{}]}}]},
        ANSWER | {"events": [CUP | {"clock": CLOCK | {"extensions": [[1]]}}]},
    ],
)
def test_a_wrong_shape_is_refused(wrong):
    with pytest.raises(NotAFeed):
        feed_of(wrong)
