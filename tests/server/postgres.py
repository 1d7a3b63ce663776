"""A throw-away PostgreSQL for tests: its own cluster in a temporary folder, reached through a socket there."""

import os
import pwd
import shutil
import subprocess
import tempfile
from importlib.util import find_spec
from pathlib import Path

# What a cluster that nobody will miss does not need; the socket is all that is listened on.
QUICK = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off -c shared_buffers=16MB -c listen_addresses=''"


def tools():
    """Where initdb and pg_ctl are: on the path, or where Debian puts them."""
    places = [Path(found).resolve().parent for found in [shutil.which("initdb")] if found]
    places += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((place for place in places if (place / "initdb").exists() and (place / "pg_ctl").exists()), None)


def why_not():
    """Why no PostgreSQL can be had here; nothing if it can."""
    if tools() is None:
        return "PostgreSQL (initdb, pg_ctl) is not installed"
    return "psycopg is not installed" if find_spec("psycopg") is None else ""


class Cluster:
    """Started when made. PostgreSQL refuses to be root, so root lends it to another user."""

    def __init__(self):
        self.folder = Path(tempfile.mkdtemp(prefix="pg-"))  # a socket's path may not be long
        self.user = next(u for u in ("postgres", "nobody") if _exists(u)) if os.geteuid() == 0 else None
        if self.user:
            shutil.chown(self.folder, self.user)
        self._run(
            "initdb", "-D", self.folder / "data", "-A", "trust", "-U", "box", "-E", "UTF8", "--locale=C", "-N", "-k"
        )
        self.start()

    def start(self):
        options = f"{QUICK} -k {self.folder}"
        self._run("pg_ctl", "-D", self.folder / "data", "-o", options, "-l", self.folder / "log", "-w", "start")

    def make(self, database):
        """An empty database of this name; its address."""
        self._run("createdb", "-h", self.folder, "-U", "box", database)
        return self.url(database)

    def url(self, database):
        return f"postgresql://box@/{database}?host={self.folder}"

    def stop(self, how="fast"):
        self._run("pg_ctl", "-D", self.folder / "data", "-m", how, "-w", "stop")

    def remove(self):
        self.stop("immediate")
        shutil.rmtree(self.folder)

    def _run(self, tool, *arguments):
        command = [str(tools() / tool), *map(str, arguments)]
        done = subprocess.run(
            command, user=self.user, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        )
        assert done.returncode == 0, done.stderr


def _exists(user):
    try:
        return pwd.getpwnam(user)
    except KeyError:
        return None
