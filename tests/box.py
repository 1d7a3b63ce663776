"""A real Cinderbox for tests: its own process on a free port, killed and started again as often as needed."""

import http.client
import http.cookiejar
import re
import secrets
import signal
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

from tests.waiting import PATIENCE_S

ROOT = Path(__file__).parent.parent


class Box:
    """The server as an organizer would start it."""

    def __init__(self, data, *, host="127.0.0.1", under=()):
        """`under` are words in front of the command, such as those of a program that watches it."""
        self.data, self.host, self.under = Path(data), host, under
        self.process = None
        self.port = 0
        self.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}"

    @property
    def pin(self):
        return (self.data / "organizer-pin").read_text()

    def start(self):
        """Start, on the same port as before if there was one, and wait until it says where it is open."""
        command = [*self.under, sys.executable, "-m", "server.cli", "serve", "--host", self.host]
        command += ["--port", str(self.port), "--data", str(self.data)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=ROOT)
        said = []
        for line in self.process.stdout:
            said.append(line)
            if found := re.search(r"open at +http://\S+:(\d+)/", line):
                self.port = int(found[1])
                return self
        raise AssertionError("the server did not start: " + "".join(said))

    def kill(self):
        """Pull the plug."""
        self.process.send_signal(signal.SIGKILL)
        self.stop()

    def stop(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


class Visitor:
    """A browser without eyes: cookies, forms with their tokens, redirects."""

    def __init__(self, box):
        self.box = box
        self.jar = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))
        self.token = ""

    def sign_in(self):
        self.get("/sign-in")
        self.post("/sign-in", pin=self.box.pin, name="Olga", back="/")
        return self

    def send_file(self, path, name, content, **form):
        """A form with a file in it."""
        edge = secrets.token_hex(16)
        fields = {"csrf_token": self.token, **form}
        parts = [
            f'--{edge}\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{said}\r\n'
            for key, said in fields.items()
        ]
        parts.append(f'--{edge}\r\nContent-Disposition: form-data; name="{name}"; filename="{name}"\r\n\r\n')
        body = "".join(parts).encode() + content + f"\r\n--{edge}--\r\n".encode()
        headers = {"Content-Type": f"multipart/form-data; boundary={edge}", "Referer": self.box.address + path}
        return self._open(urllib.request.Request(self.box.address + path, body, headers))

    def get(self, path):
        return self._open(urllib.request.Request(self.box.address + path))

    def post(self, path, **form):
        form.setdefault("request_id", secrets.token_hex(6))
        body = urllib.parse.urlencode({"csrf_token": self.token, **form}).encode()
        return self._open(urllib.request.Request(self.box.address + path, body, {"Referer": self.box.address + path}))

    def _open(self, request):
        """The page's path and text; connection errors are the caller's business, also in the middle of an answer."""
        try:
            path, text = self._answer(request)
        except http.client.HTTPException as why:
            raise ConnectionError("the answer was cut short") from why
        if found := re.search(r'name="csrf_token" value="([^"]+)"', text):
            self.token = found[1]
        return path, text

    def _answer(self, request):
        try:
            answer = self.opener.open(request, timeout=PATIENCE_S)
        except urllib.error.HTTPError as refusal:
            answer = refusal
        with answer:
            return urllib.parse.urlsplit(answer.url).path, answer.read().decode()


def published(visitor, players):
    """An event with round 1 published; its path."""
    names = "\n".join(f"Player {i:03}" for i in range(players))
    path, _ = visitor.post("/events", name="Cup", ruleset="ashes-reborn", players=names)
    event = re.match(r"/events/[^/]+", path)[0]
    visitor.post(f"{event}/start")
    visitor.post(f"{event}/pairings/publish")
    return event


def who_may_win(visitor, event, tables):
    """Somebody who sits at each table, from the table's own page."""
    pages = {table: visitor.get(f"{event}/results/{table}")[1] for table in range(1, tables + 1)}
    return {table: re.search(r'name="winner"[^>]*value="(p\d+)"', page)[1] for table, page in pages.items()}
