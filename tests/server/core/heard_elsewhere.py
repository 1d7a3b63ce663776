"""How soon a screen of another process has what one recorded: `python -m tests.server.core.heard_elsewhere 256`.

Two processes on a PostgreSQL of their own, which syncs as usual; milliseconds after the commit, of 40 acts.
"""

import subprocess
import sys
import time
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory

from engine import facts as f
from server import live
from server.app import opened_app
from server.core import journal
from server.core.config import Config
from server.live.other_processes import exchange
from server.live.sockets import listening
from tests.server import postgres
from tests.server.events import begun
from tests.server.listening import Ear

ACTS = 40


def measure(players):
    postgres.QUICK = "-c shared_buffers=16MB -c listen_addresses=''"
    cluster = postgres.Cluster()
    try:
        with TemporaryDirectory() as data, opened_app(Config(Path(data), cluster.make("heard"))) as app:
            with app.app_context():
                begun(players, tid="cup")
                took = list(heard_after(app, players))
            print(f"{players} players: median {quantiles(took)[1]:.0f} ms, 95 % {quantiles(took, n=20)[-1]:.0f} ms")
    finally:
        cluster.remove()


def heard_after(app, players):
    config = app.config["CINDERBOX"]
    command = [sys.executable, "-m", __spec__.name, "serve", str(config.data), config.database]
    others = exchange(app)
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        ear = Ear(int(other.stdout.readline()), "/live?event=cup")
        seen = ear.hears("state")["revision"]
        others.listening.wait()
        for number in range(ACTS):
            here = f.PresenceMarked(f"p{1 + number % players}", number // players % 2 == 1)
            journal.record("cup", "s1", decide=lambda _, here=here: (here,))
            committed = time.monotonic()
            seen = ear.hears("state", lambda state, seen=seen: state["revision"] != seen)["revision"]
            yield (time.monotonic() - committed) * 1000
        ear.close()
        other.communicate("")
    others.stop()


def serve(data, database):
    """The other process: its streams, until there is nothing more to read."""
    with opened_app(Config(Path(data), database)) as app:
        running = live.start(app, listening("127.0.0.1", 0))
        print(running.port, flush=True)
        sys.stdin.read()
        running.stop()


if __name__ == "__main__":
    serve(*sys.argv[2:]) if sys.argv[1] == "serve" else measure(int(sys.argv[1]))
