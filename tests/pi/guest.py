"""What is done on the emulated Pi itself: a browser without eyes that runs a tournament. Standard library alone.

python3 -m tests.pi.guest ready | setup PLAYERS | post PATH NAME=VALUE … | see PATH | results TABLE …
"""

import json
import re
import sys
import time
import urllib.request
from pathlib import Path

from tests import box
from tests.box import Visitor, published, who_may_win

KEPT = Path("/root/kept.json")
box.PATIENCE_S = 1800  # a page may take minutes here, beside others


class Here:
    address = "http://127.0.0.1"

    @property
    def pin(self):
        return Path("/var/lib/cinderbox/organizer-pin").read_text()


def ready():
    while True:
        try:
            with urllib.request.urlopen(Here.address + "/healthz", timeout=60) as answer:
                return print(json.load(answer)["ok"])
        except OSError:
            time.sleep(1)


def setup(players):
    visitor = Visitor(Here()).sign_in()
    event = published(visitor, int(players))
    KEPT.write_text(json.dumps({"event": event, "winners": who_may_win(visitor, event, int(players) // 2)}))
    print(event)


def post(path, *pairs):
    visitor = Visitor(Here()).sign_in()
    print(_words(visitor.post(_path(path), **dict(pair.split("=", 1) for pair in pairs))[1]))


def see(path):
    print(_words(Visitor(Here()).sign_in().get(_path(path))[1]))


def results(*tables):
    """Each is told as soon as it is answered: from then on it is promised."""
    visitor, kept = Visitor(Here()).sign_in(), json.loads(KEPT.read_text())
    for table in tables:
        form = {"winner": kept["winners"][table], "wounds": int(table) % 25, "request_id": f"slip-{table}"}
        path, _ = visitor.post(f"{kept['event']}/results/{table}", **form)
        print("saved" if path.startswith(kept["event"]) else "refused", table, "and", flush=True)


def _path(path):
    return path.replace("EVENT", json.loads(KEPT.read_text())["event"]) if "EVENT" in path else path


def _words(page):
    return re.sub(r"\s+", " ", re.sub(r"<script.*?</script>|<[^>]+>", " ", page, flags=re.S)).strip()


if __name__ == "__main__":
    globals()[sys.argv[1]](*sys.argv[2:])
