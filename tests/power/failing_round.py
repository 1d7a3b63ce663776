"""A round played by the real pages in a process of its own, again and again, while a disk fails under it.

Started once; for every line on standard input, a data directory, a child plays the round there. It says which process
it is, waits until somebody who watches it says so, and writes down every answer. It ends as if it had been killed.
"""

import json
import logging
import os
import re
import sys
import time
from pathlib import Path

from server.app import opened_app
from server.core.config import config_from
from tests.server.conftest import Actor, Page
from tests.waiting import PATIENCE_S, wait_for_threads

TRIES = 3


def main():
    for line in sys.stdin:
        child = os.fork()
        if not child:
            _play(Path(line.strip()))

        os.waitpid(child, 0)
        print("over", flush=True)


def _play(data):
    """Never comes back: whoever is killed closes nothing."""
    said = (data.parent / "said").open("a", buffering=1)
    try:
        logging.disable(logging.CRITICAL)
        with opened_app(config_from(str(data))) as app:
            app.config.update(WTF_CSRF_ENABLED=False)
            organizer = Actor(app).sign_in((data / "organizer-pin").read_text())
            _wait_for_the_watcher(data.parent / "watched")
            for what, path, form in round_of(organizer):
                for number in range(TRIES):
                    status, text = _answer(organizer.client, path, {"request_id": what, **form})
                    said.write(json.dumps([what, number, status, text]) + "\n")
                    if status < 400:
                        break
            wait_for_threads()
    except BaseException as why:
        said.write(json.dumps(["broken", 0, 500, repr(why)]) + "\n")
    finally:
        os._exit(0)


def _answer(client, path, form):
    """Whether it was done, and the sentence if it was not."""
    answer = client.post(path, data=form)
    with client.session_transaction() as session:
        refused = [text for kind, text in session.pop("_flashes", []) if kind == "refused"]
    return (409, " ".join(refused)) if refused else (answer.status_code, Page(answer).text)


def round_of(organizer):
    """Every result of the open round, closing it, a backup, and the next draft."""
    (tid,) = re.findall(r'href="/events/([^"/]+)/"', organizer.get("/").html)[:1]
    for table in range(1, 4):
        winner = re.search(r'name="winner"[^>]*value="(p\d+)"', organizer.get(f"/events/{tid}/results/{table}").html)[1]
        form = {"winner": winner, "wounds": str(table), "round": "1"}
        yield f"table-{table}", f"/events/{tid}/results/{table}", form
    yield "close", f"/events/{tid}/close", {}
    yield "backup", "/box/backups", {}
    yield "pair", f"/events/{tid}/pairings/pair", {}


def _wait_for_the_watcher(flag):
    print(f"process {os.getpid()}", flush=True)
    end = time.monotonic() + PATIENCE_S
    while not flag.exists():
        assert time.monotonic() < end, "nobody watches"
        time.sleep(0.01)


if __name__ == "__main__":
    main()
