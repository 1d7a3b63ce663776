"""What comes over the wire and is no request of any browser: a plain no, at once, and everybody else is answered."""

import itertools
import json
import re
import socket
from urllib.parse import urlsplit

import pytest
from waitress.adjustments import Adjustments

from server.box.front_door import MOST_HEAD, Asked
from tests.box import Box
from tests.fuzz.seeds import case
from tests.waiting import PATIENCE_S

# What is sent over and over in place of {}, and how that ends.
OVER_AND_OVER = (
    "\t",
    " ",
    "1",
    "a",
    "/",
    ":",
    "a:",
    "a://",
    " \t",
    "\r\n ",
    ";a=b",
    '"',
    "\\",
    "%",
    ",",
    "=",
    "?",
    "[",
    "x, ",
)
ENDS = ("", "b", "\x01", '"')
PLACES = {
    "method": "{} / HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "address": "GET /{} HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "whole address": "GET a://{} HTTP/1.1x\r\nHost: localhost\r\n\r\n",
    "version": "GET / HTTP/{}\r\nHost: localhost\r\n\r\n",
    "name of a header": "GET / HTTP/1.1\r\n{}: x\r\n\r\n",
    "header": "GET / HTTP/1.1\r\nX:{}\r\n\r\n",
    "host": "GET / HTTP/1.1\r\nHost: {}\r\n\r\n",
    "length": "POST / HTTP/1.1\r\nContent-Length: {}\r\n\r\n",
    "encoding": "POST / HTTP/1.1\r\nTransfer-Encoding: {}\r\n\r\n",
    "piece": "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n{}\r\nabc\r\n",
    "beside a piece": "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3;{}\r\nabc\r\n",
    "after the pieces": "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n{}\r\n\r\n",
}


@pytest.mark.parametrize("place", PLACES)
def test_no_request_keeps_the_door_busy_however_it_is_written(place):
    """One thread reads all that comes in: a first line of 16 KB kept it busy for 15 seconds, one of 250 for an hour."""
    with case(0, "keeps_the_door_busy"):
        for size, part, end in itertools.product((MOST_HEAD - 200, 10 * MOST_HEAD), OVER_AND_OVER, ENDS):
            read(PLACES[place].replace("{}", part * (size // len(part)) + end).encode("latin-1"))


def read(raw):
    """As the door reads it: a piece at a time, until it knows enough."""
    settings = Adjustments(max_request_header_size=MOST_HEAD)
    settings.most_body = lambda _path, _cookie: 2 * 1024 * 1024
    asked = Asked(settings)
    while raw and not asked.completed:
        raw = raw[asked.received(raw[:8192]) :]


CLOSE = b"Connection: close\r\n"
H = b"Host: localhost\r\n" + CLOSE
GET, POST = b"GET /healthz HTTP/1.1\r\n" + H, b"POST /sign-in HTTP/1.1\r\n" + H
PIECES = POST + b"Transfer-Encoding: chunked\r\n\r\n"


def fields(*told):
    """A form whose fields are told so."""
    body = b"".join(b"--b\r\nContent-Disposition: %s\r\n\r\nx\r\n" % each for each in told) + b"--b--\r\n"
    head = b"Content-Type: multipart/form-data; boundary=b\r\nContent-Length: %d\r\n\r\n" % len(body)
    return POST + head + body


REFUSED = {
    "half a line": b"GET /healthz",
    "a browser that tries https": bytes.fromhex("16030100f4010000f003039f2d") + bytes(200),
    "no letters": bytes(range(256)) * 50,
    "only new lines": b"\r\n" * 1000,
    "lines of another system": b"GET /healthz HTTP/1.1\nHost: localhost\n\n",
    "small letters": b"get /healthz HTTP/1.1\r\n" + H + b"\r\n",
    "an odd version": b"GET /healthz HTTP/1.1x\r\n" + H + b"\r\n",
    "spaces in the address": b"GET /a b c HTTP/1.1\r\n" + H + b"\r\n",
    "bytes in the address": b"GET /e/\xff\xfe\x80?q=\xff HTTP/1.1\r\n" + H + b"\r\n",
    "a method of 5,000 letters": b"A" * 5000 + b" / HTTP/1.1\r\n" + H + b"\r\n",
    "an address that cannot be one": b"GET http://[::1/ HTTP/1.1\r\n" + H + b"\r\n",
    "a header without a colon": GET + b"Xabc\r\n\r\n",
    "a header without a name": GET + b": x\r\n\r\n",
    "a zero in a header": GET + b"X: a\0b\r\n\r\n",
    "half a new line in a header": GET + b"X: a\rb\r\n\r\n",
    "a header of a megabyte": GET + b"X: " + b"y" * 1_000_000 + b"\r\n\r\n",
    "20,000 headers": GET + b"".join(b"X%d: y\r\n" % n for n in range(20_000)) + b"\r\n",
    "a first line of a megabyte": b"GET /" + b"y" * 1_000_000 + b" HTTP/1.1\r\n" + H + b"\r\n",
    "two hosts": GET + b"Host: evil.example\r\n\r\n",
    "a host with an empty part": b"GET / HTTP/1.1\r\nHost: a..b\r\n" + CLOSE + b"\r\n",
    "a host of 30,000 letters": b"GET / HTTP/1.1\r\nHost: " + b"a" * 30_000 + b"\r\n" + CLOSE + b"\r\n",
    "a host in no writing": b"GET / HTTP/1.1\r\nHost: xn--" + b"z" * 50 + b"\r\n" + CLOSE + b"\r\n",
    "two lengths": POST + b"Content-Length: 3\r\nContent-Length: 30\r\n\r\nabc" + GET + b"\r\n",
    "a list of lengths": POST + b"Content-Length: 3, 3\r\n\r\nabc",
    "a length below zero": POST + b"Content-Length: -1\r\n\r\n",
    "a length in words": POST + b"Content-Length: abc\r\n\r\n",
    "a length in other digits": POST + "Content-Length: ٣\r\n\r\nabc".encode(),
    "an unknown encoding": POST + b"Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
    "encoded twice": POST + b"Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n",
    "a length and pieces": POST + b"Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "a piece of no size": PIECES + b"zz\r\nabc\r\n0\r\n\r\n",
    "a piece below zero": PIECES + b"-1\r\nabc\r\n0\r\n\r\n",
    "a piece that is longer": PIECES + b"3\r\nabcde\r\n0\r\n\r\n",
    "a piece of 5,000 digits": PIECES + b"f" * 5000 + b"\r\nabc",
    "a size without end": PIECES + b"0" * 3_000_000,
    "trailers without end": PIECES + b"0\r\n" + b"X: y\r\n" * 500_000,
    "100,000 pieces": PIECES + b"1\r\na\r\n" * 100_000 + b"0\r\n\r\n",
    "a body that is shorter": POST + b"Content-Length: 300\r\n\r\nabc",
    "fields without a name": fields(b'form-data; x="y"', b"form-data", b'form-data; filename="f"'),
    "no boundary": POST + b"Content-Type: multipart/form-data\r\nContent-Length: 3\r\n\r\nabc",
    "an unknown charset": POST
    + b"Content-Type: multipart/form-data; boundary=b; charset=klingon\r\nContent-Length: 3\r\n\r\n--b",
    "a form in other bytes": POST
    + b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 5\r\n\r\na=\xff&b",
    "a packed body": POST + b"Content-Encoding: gzip\r\nContent-Length: 3\r\n\r\n\x1f\x8b\x08",
    "an answer that is asked for first": POST + b"Expect: tea\r\nContent-Length: 3\r\n\r\nabc",
}
# What may well go on: its sender goes, and nobody waits for the rest.
WAITS = (
    "half a line",
    "only new lines",
    "lines of another system",
    "a piece of 5,000 digits",
    "a body that is shorter",
)


def test_whatever_comes_over_the_wire_gets_a_plain_no_and_leaves_no_traceback(tmp_path):
    """Each on a connection of its own, and after all of them the next page comes."""
    with Box(tmp_path) as box:
        wall = json.loads(told(box.port, b"GET /api/wall HTTP/1.1\r\n" + H + b"\r\n").partition(b"\r\n\r\n")[2])
        for port, page in ((box.port, b"/healthz"), (urlsplit(wall["live"]).port, b"/time")):
            for name, raw in REFUSED.items():
                answers = re.findall(rb"HTTP/1\.\d (\d\d\d)", told(port, raw, and_goes=name in WAITS))
                assert all(b"400" <= each < b"500" or each == b"501" for each in answers), (name, answers)
            assert b" 200 OK" in told(port, b"GET " + page + b" HTTP/1.1\r\n" + H + b"\r\n")
        box.process.terminate()
        assert "Traceback" not in box.process.stdout.read()


def told(port, raw, *, and_goes=False):
    """What comes back until the other side closes."""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S) as line:
        got = b""
        try:
            line.sendall(raw)
            if and_goes:
                line.shutdown(socket.SHUT_WR)
            while more := line.recv(65536):
                got += more
        except ConnectionError:
            pass  # refused before all of it was sent
        return got
