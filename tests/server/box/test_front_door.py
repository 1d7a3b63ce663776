"""The pages' door when it is crowded: everybody has a share, and nobody takes the others'."""

import json
import re
import resource
import shutil
import socket
import sqlite3
import subprocess
import sys
import urllib.parse
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest
from waitress.adjustments import Adjustments

from server.box.front_door import Asked
from tests.box import ROOT, Box, Visitor
from tests.waiting import PATIENCE_S, wait_until

MEGABYTE = 1024 * 1024
FORM = "Content-Type: application/x-www-form-urlencoded"
GET = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.fixture
def few(tmp_path, monkeypatch):
    """A box with room for 60 connections, 20 of them from one address."""
    monkeypatch.setenv("PAGES_MOST", "60")
    monkeypatch.setenv("PAGES_MOST_EACH", "20")
    with Box(tmp_path) as box:
        yield box


@pytest.fixture(scope="module")
def box(tmp_path_factory):
    """One for all who are refused and leave nothing behind."""
    with Box(tmp_path_factory.mktemp("box")) as box:
        yield box


def connected(box, source="127.0.0.1"):
    line = socket.socket()
    line.settimeout(PATIENCE_S)
    line.bind((source, 0))
    line.connect(("127.0.0.1", box.port))
    return line


def answer(line, asked=GET):
    """Status and body of the answer; nothing if the line was closed instead."""
    try:
        line.sendall(asked)
        with line.makefile("rb") as read:
            status = read.readline().split()
            length = 0
            while header := read.readline().strip():
                if header.lower().startswith(b"content-length:"):
                    length = int(header.split()[1])
            return (int(status[1]), read.read(length)) if status else (0, b"")
    except (ConnectionError, BrokenPipeError):
        return 0, b""


def make_room_for(count):
    """A process may have 1,024 files open unless it asks for more."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most < count + 100:
        pytest.skip(f"this system lets a process have only {most} files open")
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


@contextmanager
def crowd(box, count, source, *, says=b""):
    """So many connections of one address, that say this much and stay."""
    make_room_for(count)
    with ExitStack() as kept:
        lines = [kept.enter_context(connected(box, source)) for _ in range(count)]
        for line in lines:
            if says:
                line.sendall(says)
        yield lines


@pytest.mark.parametrize("says", [b"", b"GET /healthz HTT"], ids=["silent", "half a request"])
def test_one_address_with_all_connections_does_not_keep_the_others_out(few, says):
    """The pages' port knew one limit for all: 2000 connections of one phone, and the desk could not open a page."""
    with crowd(few, 200, "127.0.0.9", says=says), connected(few) as desk:
        assert answer(desk)[0] == 200


def test_many_addresses_that_only_stay_do_not_keep_anybody_out_either(few):
    with ExitStack() as kept:
        for n in range(10, 20):
            kept.enter_context(crowd(few, 20, f"127.0.0.{n}", says=b"GET /"))
        for _ in range(30):
            with connected(few) as desk:
                assert answer(desk)[0] == 200


def test_of_an_address_that_has_its_share_the_one_that_only_stays_open_makes_room(few):
    with crowd(few, 20, "127.0.0.9") as lines:
        assert [answer(line)[0] for line in lines] == [200] * 20
        with connected(few, "127.0.0.9") as newest:
            assert answer(newest)[0] == 200
        wait_until(lambda: any(_closed(line) for line in lines))
        assert sum(answer(line)[0] == 200 for line in lines) >= 18


def _closed(line):
    line.setblocking(False)
    try:
        return line.recv(1) == b""
    except BlockingIOError:
        return False
    except ConnectionError:
        return True
    finally:
        line.settimeout(PATIENCE_S)


def test_a_hall_of_200_phones_behind_one_address_is_answered(box):
    """Each opens as many connections as browsers do, and all of them ask at the same time."""
    with crowd(box, 1200, "127.0.0.9") as lines:
        for line in lines:
            line.sendall(GET)
        answers = [answer(line, b"")[0] for line in lines]
    assert answers == [200] * 1200


def test_when_nobody_can_make_room_it_says_so(few):
    """Twenty wait for the database: nobody of them is pushed out, and whoever comes next is told."""
    olga = Visitor(few).sign_in()
    olga.get("/")
    (cookie,) = olga.jar
    body = urllib.parse.urlencode({"csrf_token": olga.token, "request_id": "once"})
    demo = post("/demo", len(body), f"Cookie: {cookie.name}={cookie.value}", FORM).decode() + body
    with closing(sqlite3.connect(few.data / "cinderbox.db", isolation_level=None)) as db:
        db.execute("BEGIN IMMEDIATE")
        with crowd(few, 20, "127.0.0.9", says=demo.encode()) as lines:
            wait_until(lambda: not any(_unread(few, line) for line in lines))
            with connected(few, "127.0.0.9") as late:
                status, told = answer(late, b"")
            assert (status, b"crowded" in told) == (503, True)
            with connected(few) as desk:
                desk.sendall(GET)
                db.execute("ROLLBACK")
                assert answer(desk, b"")[0] == 200
            assert [answer(line, b"")[0] for line in lines] == [303] * 20


def test_no_crowd_blocks_the_watchdogs_way_in(tmp_path, monkeypatch):
    """With every place taken the server could not ask itself whether it is well, and systemd started it again."""
    address = tmp_path / "notify"
    monkeypatch.setenv("PAGES_MOST", "5")
    monkeypatch.setenv("NOTIFY_SOCKET", str(address))
    monkeypatch.setenv("WATCHDOG_USEC", "1000000")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(str(address))
        line.settimeout(PATIENCE_S)
        with Box(tmp_path / "data") as box, crowd(box, 300, "127.0.0.9", says=GET * 3):
            heard = [line.recv(100).decode() for _ in range(6)]
    assert heard.count("WATCHDOG=1") >= 4


# -- what is too large


def spooled(box):
    """What the server keeps of bodies in files that have no name."""
    files = Path(f"/proc/{box.process.pid}/fd").iterdir()
    found = 0
    for file in files:
        try:
            if "(deleted)" in str(file.readlink()):
                found += file.stat().st_size
        except FileNotFoundError:
            continue
    return found


def post(path, length, *headers):
    lines = (f"POST {path} HTTP/1.1", "Host: localhost", f"Content-Length: {length}", *headers, "", "")
    return "\r\n".join(lines).encode()


@pytest.mark.parametrize("path", ["/sign-in", "/wall/hello", "/box/import", "/at-table/report"])
def test_what_is_too_large_is_refused_before_any_of_it_is_kept(box, path):
    """The whole body went into a file first, up to a gigabyte for everybody who liked: the disk of the box was full."""
    with connected(box) as line:
        line.sendall(post(path, 3 * MEGABYTE))
        for _ in range(32):
            line.sendall(b"x" * (MEGABYTE // 16))
        wait_until(lambda: not _unread(box, line))
        assert spooled(box) == 0
        status, told = answer(line, b"x" * MEGABYTE)
    assert status == 413
    assert "That is too large: 2 MB at most." in told.decode()
    if path in ("/sign-in", "/box/import"):
        assert b'<link rel="stylesheet"' in told
    else:
        assert json.loads(told)["error"]


def _unread(box, line):
    """How many bytes of this connection the server has not taken yet."""
    here, there = (f":{port:04X}" for port in (box.port, line.getsockname()[1]))
    for row in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        fields = row.split()
        if fields[1].endswith(here) and fields[2].endswith(there):
            return int(fields[4].split(":")[1], 16)
    return 0


@pytest.mark.parametrize("length", [65 * MEGABYTE, 10**12, 10**30])
def test_what_is_much_too_large_is_refused_at_once(box, length):
    with connected(box) as line:
        assert answer(line, post("/sign-in", length))[0] == 413


def test_a_length_of_thousands_of_digits_is_a_bad_request(box):
    with connected(box) as line:
        assert answer(line, post("/sign-in", "9" * 4400))[0] == 400


def test_whoever_asks_first_is_told_before_sending(box):
    with connected(box) as line:
        status, told = answer(line, post("/sign-in", 3 * MEGABYTE, "Expect: 100-continue"))
    assert status == 413
    assert b"too large" in told


def test_in_pieces_without_a_length_no_more_is_kept_than_a_form_may_have(box):
    with connected(box) as line:
        line.sendall(b"POST /sign-in HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
        piece = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
        with pytest.raises(ConnectionError):
            line.sendall(piece * 1000)
        assert spooled(box) <= 3 * MEGABYTE


def test_an_organizer_brings_in_a_large_event_and_nobody_else_does(box):
    olga = Visitor(box).sign_in()
    (cookie,) = olga.jar
    signed_in = f"Cookie: {cookie.name}={cookie.value}"
    with connected(box) as line:
        status, told = answer(line, post("/box/import", 3 * MEGABYTE, signed_in) + b"x" * 3 * MEGABYTE)
        assert (status, b"too large" in told) == (400, False)  # it is no form, but it was read
    with connected(box) as line:
        assert answer(line, post("/box/import", 33 * MEGABYTE, signed_in) + b"x" * 33 * MEGABYTE)[0] == 413
    with connected(box) as line:
        assert answer(line, post("/box/import", 3 * MEGABYTE) + b"x" * 3 * MEGABYTE)[0] == 413


def test_a_file_that_is_too_large_gets_a_page_of_the_box_with_the_way_back(box):
    """It was a bare line on white, for an organizer who had chosen the wrong file."""
    olga = Visitor(box).sign_in()
    (cookie,) = olga.jar
    told = (f"Cookie: {cookie.name}={cookie.value}", "Referer: http://localhost/box")
    with connected(box) as line:
        status, page = answer(line, post("/box/import", 33 * MEGABYTE, *told) + b"x" * 33 * MEGABYTE)
    assert (status, b"That is too large: 32 MB at most." in page) == (413, True)
    assert b'href="/box">Back to where you were' in page


def test_what_is_too_large_for_a_box_that_cannot_be_opened_leads_to_its_page(tmp_path):
    """The form of a page from before."""
    (tmp_path / "cinderbox.db").write_bytes(b"no database" * 1000)
    with Box(tmp_path) as red:
        for length in (MEGABYTE, 3 * MEGABYTE):
            with connected(red) as line:
                assert answer(line, post("/box/import", length) + b"x" * length)[0] == 303


# -- whoever is gone

GONE = """
import fcntl, logging, os, signal, socket, struct, sys
from threading import Event, Thread
from server.cli import serving
from server.core.config import config_from
from server.live import sockets

SECOND = [(socket.TCP_KEEPIDLE, 1), (socket.TCP_KEEPINTVL, 1), (socket.TCP_KEEPCNT, 1), (socket.TCP_USER_TIMEOUT, 1000)]
sockets._OPTIONS = (sockets._OPTIONS[0], *((socket.IPPROTO_TCP, *each) for each in SECOND))
opened, noted, phones = Event(), Event(), []

def network(flags):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        fcntl.ioctl(probe, 0x8914, struct.pack("16sH14x", b"lo", flags))

def come_and_go():
    opened.wait()
    for port, says in ((8123, b"GET /healthz HTT"), (8124, b"GET /live HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n")):
        phones.append(socket.create_connection(("127.0.0.1", port)))
        phones[-1].sendall(says)
    phones[-1].recv(100)
    network(0)
    noted.wait()
    os.kill(os.getpid(), signal.SIGTERM)

class Noted(logging.StreamHandler):
    def emit(self, record):
        super().emit(record)
        noted.set()

logging.basicConfig(handlers=[Noted()])
network(1)
serving._welcome = lambda *_: opened.set()
Thread(target=come_and_go, daemon=True).start()
serving.serve(config_from(sys.argv[1]), host="127.0.0.1", port=8123)
"""


def test_a_phone_that_is_gone_without_a_word_leaves_a_line_and_no_traceback(tmp_path):
    """In a lift, or out of the door: the kernel gives up on it, and each one left twenty lines in the log."""
    if not shutil.which("unshare"):
        pytest.skip("unshare is not installed")
    alone = ["unshare", "--net", "--map-root-user"]
    if subprocess.run([*alone, "true"], capture_output=True).returncode:
        pytest.skip("no network of its own can be made here")
    command = [*alone, sys.executable, "-c", GONE, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=PATIENCE_S)
    told = done.stdout + done.stderr
    assert "Traceback" not in told, told
    assert re.search(r"127\.0\.0\.1 is gone without a word: \w+", told), told


def test_a_request_that_cannot_be_read_has_a_path_all_the_same():
    """Whoever was gone before hearing that it cannot be read left a traceback: the line about them needs one."""
    asked = Asked(Adjustments())
    asked.received(b"get / HTTP/1.1\r\n\r\n")
    assert asked.error
    assert asked.path == ""
