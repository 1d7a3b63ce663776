"""What systemd hears from the server, and what it does when it is told to stop."""

import os
import re
import signal
import socket
import sqlite3
import urllib.parse
from contextlib import closing
from pathlib import Path

import pytest

from server.box import systemd_notify
from tests.box import Box, Visitor
from tests.waiting import wait_until


@pytest.fixture
def systemd(tmp_path, monkeypatch):
    """Somebody who listens as systemd would, and asks for a sign of life every second."""
    address = tmp_path / "notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(str(address))
        line.settimeout(30)
        monkeypatch.setenv("NOTIFY_SOCKET", str(address))
        monkeypatch.setenv("WATCHDOG_USEC", "1000000")
        yield line


@pytest.fixture
def box(tmp_path):
    (tmp_path / "data").mkdir()
    box = Box(tmp_path / "data")
    yield box
    box.stop()


def heard(line, word):
    """Everything said until this word."""
    said = []
    while word not in said:
        said.append(line.recv(100).decode())
    return said


def test_the_server_reports_ready_alive_and_stopping(systemd, box):
    assert heard(systemd, "WATCHDOG=1")[0] == "READY=1"
    heard(systemd, "WATCHDOG=1")
    box.process.send_signal(signal.SIGTERM)
    heard(systemd, "STOPPING=1")
    assert box.process.wait(30) == 0


def test_no_pin_reaches_the_system_journal(systemd, box):
    heard(systemd, "READY=1")
    box.process.send_signal(signal.SIGTERM)
    assert box.process.wait(30) == 0
    rest = box.process.stdout.read()
    assert box.pin not in rest
    assert "PIN" not in rest


def test_a_database_that_does_not_answer_keeps_the_watchdog_silent(systemd, box):
    heard(systemd, "WATCHDOG=1")
    with closing(sqlite3.connect(box.data / "cinderbox.db")) as db:
        db.execute("ALTER TABLE tournament RENAME TO elsewhere")
    systemd.settimeout(3)
    with pytest.raises(TimeoutError):
        heard(systemd, "never said")
    with closing(sqlite3.connect(box.data / "cinderbox.db")) as db:
        db.execute("ALTER TABLE elsewhere RENAME TO tournament")
    systemd.settimeout(30)
    heard(systemd, "WATCHDOG=1")


def test_the_watchdog_of_another_process_is_none_of_ours(monkeypatch):
    monkeypatch.setenv("NOTIFY_SOCKET", "@nobody")
    monkeypatch.setenv("WATCHDOG_USEC", "4000000")
    assert systemd_notify.watchdog_seconds() == 4
    monkeypatch.setenv("WATCHDOG_PID", "1")
    assert systemd_notify.watchdog_seconds() == 0
    monkeypatch.delenv("WATCHDOG_PID")
    monkeypatch.delenv("NOTIFY_SOCKET")
    assert systemd_notify.watchdog_seconds() == 0


def test_the_abstract_namespace_is_understood(monkeypatch):
    name = f"cinderbox-test-{os.getpid()}"  # of the whole machine
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(f"\0{name}")
        line.settimeout(10)
        monkeypatch.setenv("NOTIFY_SOCKET", f"@{name}")
        systemd_notify.ready()
        assert line.recv(100) == b"READY=1"


def test_nobody_listening_is_no_error(monkeypatch, tmp_path):
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "nobody"))
    systemd_notify.ready()


def test_a_request_under_way_is_finished_answered_and_kept(box):
    """The write waits for the database; the server is told to stop; the answer still comes, and so does exit 0."""
    olga = Visitor(box).sign_in()
    with closing(sqlite3.connect(box.data / "cinderbox.db", isolation_level=None)) as db, connected(box) as line:
        db.execute("BEGIN IMMEDIATE")
        line.sendall(form(olga, "/demo"))
        wait_until(lambda: received(box, line))
        box.process.send_signal(signal.SIGTERM)
        wait_until(lambda: door_closed(box))
        db.execute("COMMIT")
        assert line.recv(1000).startswith(b"HTTP/1.1 303")
    assert box.process.wait(30) == 0
    with closing(sqlite3.connect(box.data / "cinderbox.db")) as db:
        assert db.execute("SELECT count(*) FROM tournament").fetchone() == (1,)


def test_a_form_half_sent_may_finish(box):
    body = b"name=Cup"
    with connected(box) as line:
        line.sendall(b"POST /sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n" % len(body) + body[:3])
        wait_until(lambda: received(box, line))
        box.process.send_signal(signal.SIGTERM)
        wait_until(lambda: door_closed(box))
        line.sendall(body[3:])
        assert re.match(rb"HTTP/1.1 \d\d\d", line.recv(1000))
    assert box.process.wait(30) == 0


def test_an_idle_connection_holds_nobody_up(box):
    with connected(box) as line:
        line.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert line.recv(1000).startswith(b"HTTP/1.1 200")
        box.process.send_signal(signal.SIGTERM)
        assert box.process.wait(30) == 0


def connected(box):
    return socket.create_connection(("127.0.0.1", box.port), timeout=30)


def form(visitor, path):
    """A form of this visitor as the bytes a browser would send."""
    body = urllib.parse.urlencode({"csrf_token": visitor.token, "request_id": "once"}).encode()
    cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in visitor.jar)
    kind = "application/x-www-form-urlencoded"
    head = f"POST {path} HTTP/1.1\r\nHost: {visitor.box.address[7:]}\r\nCookie: {cookies}\r\nContent-Type: {kind}"
    return f"{head}\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body


def door_closed(box):
    try:
        socket.create_connection(("127.0.0.1", box.port), timeout=5).close()
    except OSError:
        return True
    return False


def received(box, line):
    """Whether the server has read what this connection sent so far: its side of the connection has nothing queued."""
    mine = f"{line.getsockname()[1]:04X}"
    for row in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        _, local, remote, _, queues, *_ = row.split()
        if local.endswith(f":{box.port:04X}") and remote.endswith(f":{mine}"):
            return queues.endswith(":00000000")
    return False
