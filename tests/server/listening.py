"""Somebody who listens to the streams with a bare socket, and hears them word by word."""

import json
import socket
import time

from tests.waiting import PATIENCE_S


class Ear:
    """One connection to the port of the streams."""

    def __init__(self, port, path="/live", *, headers=(), source="127.0.0.1", room=None):
        self.socket = socket.socket()
        self.socket.settimeout(PATIENCE_S)
        if room is not None:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
        self.socket.bind((source, 0))
        self.socket.connect(("127.0.0.1", port))
        lines = (f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", *headers)
        self.socket.sendall("\r\n".join((*lines, "", "")).encode())
        self.lines = self.socket.makefile("rb")

    def head(self):
        """Status and headers of the answer."""
        status = int(self.lines.readline().split()[1])
        headers = {}
        while line := self.lines.readline().strip():
            name, _, value = line.decode().partition(": ")
            headers[name.lower()] = value
        return status, headers

    def events(self):
        """(kind, data, id) for ever."""
        found = {}
        for raw in self.lines:
            line = raw.decode().strip()
            if not line and "data" in found:
                yield found["event"], json.loads(found["data"]), found.get("id")
            if not line:
                found = {}
            name, _, value = line.partition(": ")
            found[name] = value

    def hears(self, kind, fits=lambda data: True):
        """The next of this kind that fits, whatever comes between; heartbeats alone are not waited with for ever."""
        return self._next({kind: fits})[1]

    def hears_each(self, **fits):
        """The next of each of these kinds that fits, in whichever order they come."""
        found = {}
        while len(found) < len(fits):
            kinds = {kind: fit for kind, fit in fits.items() if kind not in found}
            what, data = self._next(kinds)
            found[what] = data
        return [found[kind] for kind in fits]

    def _next(self, fits):
        end = time.monotonic() + PATIENCE_S
        for what, data, _ in self.events():
            if what in fits and fits[what](data):
                return what, data
            assert time.monotonic() < end, f"no {' or '.join(fits)} came"
        raise ConnectionError("the stream ended")

    def close(self):
        self.lines.close()
        self.socket.close()


def said(port, raw):
    """What comes back for these bytes, until the other side ends it."""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S) as line:
        line.sendall(raw)
        answer = b""
        while part := line.recv(65536):
            answer += part
    return answer
