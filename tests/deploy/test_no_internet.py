"""No internet, ever: everything works in a network that ends at this machine, and no page names an outside host."""

import gzip
import os
import re
import shutil
import subprocess
import sys

import pytest

from server.event.demo import make_demo
from tests.box import ROOT
from tests.server.conftest import app, built, fresh_data, organizer  # noqa: F401 (fixtures)
from tests.server.core.test_roles import FILLINGS, path_of, routes

INSIDE = 'ip link set lo up && exec "$@"'
# What only looks like an address: the name of the language that pictures are written in.
NAMES_OF_LANGUAGES = ("//www.w3.org/2000/svg%22", "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink")
OUTSIDE = re.compile(r"""(?:https?:)?//[\w.-]+\.[a-z]{2,}[^\s"'<>)`]*|(?:src|href|action)=["']?//[^\s"'>]+""", re.I)
PAGES = [
    path
    for pattern in ("server/*/templates/*", "server/*/static/**/*", "kiosk/page/**/*")
    for path in sorted(ROOT.glob(pattern))
    if path.suffix in (".html", ".js", ".css", ".svg", ".json")
]


def outside(text):
    """Hosts that are named in a page; comments of scripts may speak of anything but hosts, too."""
    return [found for found in OUTSIDE.findall(text) if not found.startswith(NAMES_OF_LANGUAGES)]


def namespace():
    """The command that leaves every network but this machine, or a reason to skip."""
    if not shutil.which("unshare") or not shutil.which("ip"):
        pytest.skip("unshare and ip are not installed")
    alone = ["unshare", "--net"] if os.geteuid() == 0 else ["unshare", "--map-root-user", "--net"]
    tried = subprocess.run([*alone, "sh", "-c", INSIDE, "sh", "true"], capture_output=True, text=True)
    if tried.returncode:
        pytest.skip(f"no network of one's own can be made here: {tried.stderr.strip()}")
    return [*alone, "sh", "-c", INSIDE, "sh"]


def test_server_wall_desk_and_phone_work_without_any_network():
    pytests = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--no-header"]
    done = subprocess.run(
        [*namespace(), *pytests, "tests/deploy/without_internet.py"], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout[-6000:]


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_source_of_a_page_names_an_outside_host(path):
    assert not outside(path.read_text(encoding="utf-8"))


def test_an_outside_host_would_be_found():
    for text in (
        '<script src="https://cdn.example.org/x.js">',
        "@import url(//fonts.example.com/a.css)",
        "href='//x.y/'",
    ):
        assert outside(text)
    assert not outside('<svg xmlns="http://www.w3.org/2000/svg"> // a comment')


def test_no_page_as_it_is_sent_names_an_outside_host(app, organizer):  # noqa: F811
    with app.app_context():
        tid = make_demo()
    looked_at = 0
    for method, rule in routes(app):
        if method != "GET" or rule.endpoint == "static":
            continue
        answer = organizer.client.get(path_of(rule).replace(f"/{FILLINGS['tid']}", f"/{tid}"))
        if answer.mimetype in ("text/html", "application/json") and answer.status_code == 200:
            looked_at += 1
            sent = gzip.decompress(answer.data) if answer.content_encoding == "gzip" else answer.data
            own = sent.decode().replace("http://localhost", "")
            assert not outside(own), rule.rule
    assert looked_at > 40
