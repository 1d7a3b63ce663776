"""A hotel's Wi-Fi that answers in place of the box until somebody has signed in to it."""

import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from tests.soaking import SOAK

LOGIN = "<!doctype html><title>Guest Wi-Fi</title><body><h1>Welcome to our hotel</h1><button>Go online</button>"
# What such networks say to whatever is asked: their own page, a redirect to it, the status made for it, a bare refusal.
KINDS = ("page", "redirect", "refusal", "words")


def kinds(*short):
    """All of them in the soak run; in the short one these, so that every kind is met by something that asks."""
    return pytest.mark.parametrize("kind", KINDS if SOAK else short)


@contextmanager
def portal(context, kind, *, only="**/*"):
    """Everything this browser asks for (or only these addresses) is answered by the hotel meanwhile."""
    with _elsewhere() as login:

        def answer(route):
            if kind == "redirect":
                route.fulfill(status=302, headers={"Location": login})
            elif kind == "words":
                route.fulfill(status=403, content_type="application/json", body='{"error": "Sign in to the Wi-Fi."}')
            else:
                route.fulfill(status=200 if kind == "page" else 511, content_type="text/html", body=LOGIN)

        context.route(only, answer)
        try:
            yield
        finally:
            context.unroute(only, answer)


class Login(BaseHTTPRequestHandler):
    """The hotel's own computer."""

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(LOGIN.encode())

    do_POST = do_GET

    def log_message(self, *_):
        pass


@contextmanager
def _elsewhere():
    server = HTTPServer(("127.0.0.1", 0), Login)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/login"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
