"""https in front of the box: the real Caddy with the box's own Caddyfile, and a certificate for any date."""

import http.client
import http.cookiejar
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest

from tests.box import Box, Visitor
from tests.deploy.roots import DEPLOY
from tests.server.listening import Ear
from tests.waiting import PATIENCE_S, wait_until

OURS = DEPLOY / "root/usr/local/lib/cinderbox"
NAME = socket.gethostname().partition(".")[0].lower()
AUTHORITY_EXTENSION = "subjectAltName = DNS:evil.example\nbasicConstraints = CA:FALSE\n"

openssl = pytest.mark.skipif(not shutil.which("openssl"), reason="openssl is not installed")
pytestmark = openssl


@pytest.fixture(scope="module")
def certificates(tmp_path_factory):
    folder = tmp_path_factory.mktemp("certificates")
    make(folder)
    return folder


@pytest.fixture(scope="module")
def caddy():
    """Debian's Caddy, on the path or where tests/install-tools puts it."""
    found = shutil.which("caddy") or shutil.which("caddy", path=Path(sys.executable).parent)
    if not found:
        pytest.skip("Caddy cannot be had here: tests/install-tools https fetches it from Debian's packages")
    return found


@pytest.fixture(scope="module")
def box(tmp_path_factory):
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("TRUSTED_PROXIES", "127.0.0.1 ::1")
        with Box(tmp_path_factory.mktemp("box")) as box:
            yield box


@pytest.fixture(scope="module")
def secure(caddy, certificates, box, tmp_path_factory):
    """The same box by https."""
    home = tmp_path_factory.mktemp("caddy")
    live = re.search(r'cinderbox-live" content="http://[^"]+:(\d+)"', Visitor(box).get("/sign-in")[1])[1]
    homes = dict.fromkeys(("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"), home)
    settings = {
        "CINDERBOX_PORT": box.port,
        "CINDERBOX_LIVE_PORT": live,
        "CINDERBOX_CERTIFICATES": certificates,
        **homes,
    }
    process, port = started(caddy, settings, home / "log")
    with process:
        try:
            yield Secure(box, port, certificates)
        finally:
            process.terminate()


def has_decided(process, log):
    return "serving initial" in log.read_text() or process.poll() is not None


def started(caddy, settings, log):
    """Caddy, on a port that was free; somebody else may take it meanwhile, then it is another."""
    command = [caddy, "run", "--config", str(OURS / "Caddyfile"), "--adapter", "caddyfile"]
    for _ in range(10):
        port = free_port()
        env = {
            **os.environ,
            **{name: str(value) for name, value in settings.items()},
            "CINDERBOX_HTTPS_PORT": str(port),
        }
        with log.open("w") as told:
            process = subprocess.Popen(command, env=env, stdout=told, stderr=told)
        wait_until(partial(has_decided, process, log), "Caddy serves")
        if process.poll() is None:
            return process, port
        assert "address already in use" in log.read_text(), log.read_text()
    raise AssertionError("no port stays free")


class Secure:
    """What a visitor needs of a box, by https."""

    def __init__(self, box, port, certificates):
        self.pin, self.port, self.plain = box.pin, port, box
        self.address = f"https://localhost:{port}"
        self.trust = ssl.create_default_context(cafile=certificates / "authority.crt")


class Guest(Visitor):
    """A browser that trusts the box's own authority."""

    def __init__(self, box):
        super().__init__(box)
        by_https = urllib.request.HTTPSHandler(context=box.trust)
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar), by_https)


def make(folder):
    subprocess.run([OURS / "make-certificate", folder], check=True)


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return probe.getsockname()[1]


def said(*arguments):
    return subprocess.run(["openssl", *map(str, arguments)], capture_output=True, text=True).stdout


# -- the certificate


@pytest.mark.parametrize("year", [1971, 2000, 2026, 2098])
def test_the_certificate_holds_whatever_year_a_clock_says(certificates, year):
    """A box without a battery clock wakes up in any year; Caddy's own certificates would live for hours of it."""
    chain = ("-CAfile", certificates / "authority.crt", certificates / "box.crt")
    seconds = int(datetime(year, 6, 1, tzinfo=UTC).timestamp())
    assert said("verify", "-x509_strict", "-attime", seconds, *chain).strip().endswith("box.crt: OK")


def test_the_certificate_names_the_box_as_people_call_it(certificates):
    names = said("x509", "-in", certificates / "box.crt", "-noout", "-ext", "subjectAltName")
    for name in ("DNS:localhost", f"DNS:{NAME}", f"DNS:{NAME}.local", "IP Address:127.0.0.1"):
        assert re.search(rf"{re.escape(name)}(,|$)", names, re.M), names


def test_what_a_tablet_trusts_vouches_for_this_box_and_for_no_page_of_the_internet(certificates, tmp_path):
    (tmp_path / "extension").write_text(AUTHORITY_EXTENSION)
    said("req", "-new", "-key", certificates / "box.key", "-subj", "/CN=evil", "-out", tmp_path / "evil.csr")
    signed_by = ("-CA", certificates / "authority.crt", "-CAkey", certificates / "authority.key", "-set_serial", "7")
    how = ("-extfile", tmp_path / "extension", "-out", tmp_path / "evil.crt")
    said("x509", "-req", "-in", tmp_path / "evil.csr", *signed_by, *how)
    assert "evil.example" in said("x509", "-in", tmp_path / "evil.crt", "-noout", "-text")
    asked = ["openssl", "verify", "-CAfile", certificates / "authority.crt", tmp_path / "evil.crt"]
    refused = subprocess.run(asked, capture_output=True, text=True)
    assert "permitted subtree violation" in refused.stderr


def test_made_again_it_is_still_what_tablets_trust_and_only_the_owner_reads_the_keys(tmp_path):
    make(tmp_path / "https")
    before = {path.name: path.read_text() for path in (tmp_path / "https").iterdir()}
    make(tmp_path / "https")
    after = {path.name: path.read_text() for path in (tmp_path / "https").iterdir()}
    assert after.keys() == {"authority.crt", "authority.key", "box.crt", "box.key"}
    assert {name for name in after if after[name] != before[name]} == {"box.crt"}
    assert {path.stat().st_mode & 0o777 for path in (tmp_path / "https").iterdir()} == {0o600}


# -- pages and streams


def test_somebody_signs_in_by_https_and_the_cookie_never_goes_in_the_clear(secure):
    olga = Guest(secure).sign_in()
    assert olga.get("/box")[0] == "/box"
    (cookie,) = olga.jar
    assert (cookie.name, cookie.secure) == ("__Host-cinderbox", True)
    by_http = Visitor(secure.plain)
    by_http.jar = olga.jar
    by_http.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(olga.jar))
    assert by_http.get("/box")[0] == "/sign-in"
    assert by_http.sign_in().get("/box")[0] == "/box"  # beside it, with a cookie of its own
    assert olga.get("/box")[0] == "/box"


def test_the_box_knows_who_asks_through_caddy_and_nobody_else_tells_it(secure):
    def asked(*, source, claims):
        line = http.client.HTTPSConnection(
            "localhost", secure.port, context=secure.trust, source_address=(source, 0), timeout=PATIENCE_S
        )
        line.request("POST", "/wall/hello", body="{}", headers={"X-Forwarded-For": claims, **signed})
        try:
            return json.loads(line.getresponse().read())["screen"]["id"]
        finally:
            line.close()

    olga = Guest(secure).sign_in()
    token = json.loads(olga.get("/api/wall")[1])["csrf"]
    (cookie,) = olga.jar
    signed = {"Content-Type": "application/json", "X-CSRFToken": token, "Cookie": f"{cookie.name}={cookie.value}"}
    signed["Referer"] = f"{secure.address}/wall"
    id = asked(source="127.0.0.9", claims="10.66.66.66")
    page = olga.get(f"/devices/screens/{id}")[1]
    assert "127.0.0.9" in page
    assert "10.66.66.66" not in page


def test_the_streams_come_by_https_at_once(secure):
    """Through Caddy, word by word: a proxy that waits until it has a page full would keep every screen waiting."""
    line = secure.trust.wrap_socket(socket.create_connection(("127.0.0.1", secure.port)), server_hostname="localhost")
    line.settimeout(PATIENCE_S)
    with line:
        line.sendall(f"GET /live HTTP/1.1\r\nHost: localhost:{secure.port}\r\n\r\n".encode())
        ear = Ear.__new__(Ear)
        ear.socket, ear.lines = line, Unchunked(line.makefile("rb"))
        status, headers = ear.head()
        assert (status, headers["content-type"]) == (200, "text/event-stream; charset=utf-8")
        touched = ear.hears("box")["touch"]
        Guest(secure).sign_in().post("/demo")
        assert ear.hears("box", lambda box: box["touch"] > touched)


class Unchunked:
    """The lines of an answer that comes in pieces."""

    def __init__(self, lines):
        self.lines, self.body = lines, False

    def readline(self):
        return self.lines.readline()

    def __iter__(self):
        return (line for line in self.lines if not re.fullmatch(rb"[0-9a-f]+\r\n|\r\n", line))


def test_pages_by_https_are_told_to_listen_there_and_pages_by_http_as_before(secure):
    told = r'cinderbox-live" content="([^"]+)"'
    assert re.search(told, Guest(secure).get("/sign-in")[1])[1] == secure.address
    assert re.search(told, Visitor(secure.plain).get("/sign-in")[1])[1].startswith("http://127.0.0.1:")
    assert json.loads(Guest(secure).get("/api/time")[1]).keys() == json.loads(Guest(secure).get("/time")[1]).keys()


def test_what_players_scan_is_http_and_what_tablets_scan_is_as_safe_as_the_desk(secure):
    olga = Guest(secure).sign_in()
    _, tablet = olga.post("/devices/", name="One")
    assert f"https://localhost:{secure.port}/tablet" in tablet
    wall = json.loads(olga.get("/api/wall")[1])["box"]["address"]
    assert wall.startswith("http://")
    assert wall.endswith(f":{secure.plain.port}/")


def test_under_a_foreign_name_the_box_only_says_where_it_is(secure):
    line = http.client.HTTPSConnection("localhost", secure.port, context=secure.trust, timeout=PATIENCE_S)
    line.request("GET", "/", headers={"Host": "evil.example"})
    answer = line.getresponse()
    assert (answer.status, b"This box is at another address" in answer.read()) == (421, True)
    line.close()


def test_a_tablet_can_fetch_what_it_is_to_trust(secure, certificates):
    assert Guest(secure).get("/certificate.crt")[1] == (certificates / "authority.crt").read_text()


def test_an_organizer_brings_in_a_large_event_by_https(secure):
    olga = Guest(secure).sign_in()
    (cookie,) = olga.jar
    line = http.client.HTTPSConnection("localhost", secure.port, context=secure.trust, timeout=PATIENCE_S)
    for signed, status in (({"Cookie": f"{cookie.name}={cookie.value}"}, 400), ({}, 413)):  # no form, but it was read
        line.request("POST", "/box/import", body=b"x" * 3 * 1024 * 1024, headers=signed)
        answer = line.getresponse()
        answer.read()
        assert answer.status == status
    line.close()


def test_in_a_browser_the_desk_follows_by_https(secure):
    """In a thread of its own: the tests in a browser may have a Playwright in this one."""
    sync_api = pytest.importorskip("playwright.sync_api")
    path = next(filter(None, map(shutil.which, ("chromium-headless-shell", "chromium"))), None)
    if not path:
        pytest.skip("Chromium is missing: install the package chromium-headless-shell or chromium")
    with ThreadPoolExecutor(1) as thread:
        streams, said = thread.submit(_followed, sync_api, path, secure).result()
    assert set(streams) == {200}
    assert said == []


def _followed(sync_api, path, secure):
    """A desk that signs in and a wall that listens: how the streams were answered, and what the console said."""
    said, streams = [], []
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_context(ignore_https_errors=True).new_page()
        page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
        page.on("response", lambda answer: streams.append(answer.status) if "/live?" in answer.url else None)
        page.goto(f"{secure.address}/sign-in")
        page.fill("[name=pin]", secure.pin)
        page.get_by_role("button", name="Sign in").click()
        page.wait_for_url(f"{secure.address}/")
        Guest(secure).sign_in().post("/demo")
        page.goto(f"{secure.address}/wall")
        wait_until(lambda: page.wait_for_timeout(50) or streams, "the wall listens")
        browser.close()
    return streams, said
