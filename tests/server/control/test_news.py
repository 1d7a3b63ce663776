"""News to an address outside: which, once each, signed, public alone, tried again, and never in anybody's way."""

import hmac
import json
import threading
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from engine.decisions import clock
from engine.refusals import Refused
from server.control import sending, webhook
from server.core.timekeeping import moment
from server.health.findings import findings
from tests.server.result_event import Event
from tests.waiting import wait_until

NAMES = ("Ana", "Ben", "Cai", "Dee")
MINUTE = 60_000


class Elsewhere(ThreadingHTTPServer):
    """A program that hears of this box: answers as it is told, and keeps what came."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Hears)
        self.came, self.answers, self.held = [], [], threading.Event()
        self.held.set()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.server_address[1]}/news?from=box"

    def whats(self):
        return [json.loads(body)["what"] for _, _, body in self.came]


class Hears(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.held.wait(60)
        self.server.came.append((self.path, dict(self.headers), body))
        status = self.server.answers.pop(0) if self.server.answers else 204
        self.send_response(status)
        if 300 <= status < 400:
            self.send_header("Location", "/elsewhere")
        self.end_headers()

    def log_message(self, *_):
        pass


@pytest.fixture
def elsewhere():
    server = Elsewhere()
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server
    server.held.set()
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture(autouse=True)
def empty():
    sending.outbox.clear()
    yield
    sending.outbox.clear()


@pytest.fixture
def cup(app):
    return Event(app, NAMES)


@pytest.fixture
def telling(app, elsewhere, monkeypatch):
    """The box as it runs, with an address for its news."""
    monkeypatch.setattr(sending, "TRY_AGAIN_S", (0.05,) * 8)
    with app.app_context():
        webhook.put(elsewhere.address)
    done = sending.keep_telling(app)
    yield elsewhere
    elsewhere.held.set()
    done.set()
    sending.outbox.wake()
    for thread in threading.enumerate():
        if thread.name in ("news", "webhook"):
            thread.join(60)


def later(monkeypatch, minutes):
    monkeypatch.setenv("CINDERBOX_BOOT_OFFSET_MS", str(int(minutes * MINUTE)))


def test_a_round_is_told_once_from_its_pairings_to_its_standings(app, cup, monkeypatch):
    watcher, told = sending.Watcher(), []

    def look():
        with app.app_context():
            told.extend(letter.what for letter in watcher.look())

    look()
    cup.start()
    look()
    cup.do(lambda t: clock.start_clock(t, moment()))
    look()
    cup.do(lambda t: clock.add_time(t, -49 * MINUTE, now=moment()))
    for minutes in (0.9, 1.1, 10.9, 11.2):
        later(monkeypatch, minutes)
        look()
    cup.play()
    look()
    look()
    look()
    assert told == ["pairings", "start", "warning", "called", "standings"]


def test_a_message_holds_what_everybody_may_see_and_is_signed(app, cup, telling):
    cup.start()
    wait_until(lambda: telling.came, "the pairings arrive")
    path, headers, body = telling.came[0]
    said = json.loads(body)
    assert path == "/news?from=box"
    assert (said["what"], said["event"]["name"], said["pairings"]["number"]) == ("pairings", "Ember Cup", 1)
    assert sorted(said["names"].values()) == sorted(NAMES)
    assert "seed" not in body.decode()
    with app.app_context():
        key = webhook.secret()
    assert headers["X-Cinderbox-Signature"] == "sha256=" + hmac.new(key.encode(), body, sha256).hexdigest()
    assert (headers["X-Cinderbox-Event"], headers["X-Cinderbox-Delivery"]) == ("pairings", said["id"])


def test_what_does_not_arrive_is_tried_again_and_health_says_so_meanwhile(app, cup, telling):
    telling.answers += [500, 503]
    cup.start()
    wait_until(lambda: len(telling.came) == 3, "it arrives at the third try")
    assert len({headers["X-Cinderbox-Delivery"] for _, headers, _ in telling.came}) == 1
    wait_until(lambda: health(app) == "", "all is well again")


def test_nobody_is_followed_elsewhere(app, elsewhere):
    elsewhere.answers += [302]
    letter = sending.Letter("test", "1", b"{}")
    assert "sends us elsewhere" in sending.deliver(letter, elsewhere.address, secret="x")
    assert [path for path, _, _ in elsewhere.came] == ["/news?from=box"]


def test_health_names_an_address_that_does_not_answer_without_what_is_secret_in_it(app, organizer, cup, telling):
    with app.app_context():
        webhook.put("http://127.0.0.1:9/a-secret-path")
    organizer.post("/box/programs/webhook/test")
    told = wait_until(lambda: health(app), "it is missed")
    assert "127.0.0.1 does not arrive: it does not answer" in told
    assert "secret" not in told
    assert "does not answer" in organizer.get("/box/programs/")
    organizer.post("/box/programs/webhook", address="")
    assert health(app) == ""


def test_an_act_never_waits_for_the_address(app, cup, telling):
    """Whoever listens hangs; meanwhile the round is played to its end."""
    telling.held.clear()
    cup.start().play()
    assert cup.t.current_round.phase == "closed"
    assert telling.came == []
    telling.held.set()
    wait_until(lambda: telling.whats() == ["pairings", "standings"], "both arrive, in their order")


def test_nothing_is_sent_until_somebody_types_an_address(app, organizer, cup):
    with app.app_context():
        assert (webhook.address(), webhook.secret()) == ("", "")
    assert "Type an address first" in organizer.post("/box/programs/webhook/test")
    organizer.post("/box/programs/webhook", address="https://example.org/hook")
    with app.app_context():
        first = webhook.secret()
        webhook.put("https://example.org/other")
        assert webhook.secret() not in ("", first)


@pytest.mark.parametrize(
    "typed",
    [
        "example.org",
        "ftp://example.org",
        "http://",
        "http://[",
        "http://a:b@example.org/",
        "http://x/#y",
        "http://x y/",
    ],
)
def test_an_address_that_is_none_is_refused(app, typed):
    with app.app_context(), pytest.raises(Refused):
        webhook.put(typed)


def health(app):
    with app.app_context():
        return next(each.trouble for each in findings(app.config["CINDERBOX"]) if each.part == "news")
