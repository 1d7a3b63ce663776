"""What the environment says, and the keys of a data directory."""

import os
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from engine.refusals import Refused
from server.app import opened_app
from server.core.config import Config, config_from, secret_key
from tests.box import Box, Visitor
from tests.server.conftest import Actor

PSYCOPG = "postgresql+psycopg://box@/cups"


@pytest.mark.parametrize("url", ["postgres://box@/cups", "postgresql://box@/cups", PSYCOPG])
def test_postgres_is_reached_with_psycopg_however_it_is_spelled(tmp_path, url):
    assert Config(tmp_path, url).database == PSYCOPG


@pytest.mark.parametrize("url", ["mysql://box/cups", "sqlite:///cups.db", "cups"])
def test_another_database_is_refused_with_what_to_say_instead(tmp_path, monkeypatch, url):
    monkeypatch.setenv("DATABASE_URL", url)
    with pytest.raises(Refused, match="has to begin with postgresql://"):
        config_from(str(tmp_path))


def test_without_a_url_the_events_are_in_one_file_of_the_data_directory(tmp_path, monkeypatch):
    monkeypatch.delenv("DATABASE_URL", raising=False)
    assert config_from(str(tmp_path)).database == f"sqlite:///{tmp_path / 'cinderbox.db'}"


def test_everybody_who_starts_at_the_same_moment_gets_the_same_key(tmp_path):
    start, keys = threading.Barrier(8), []

    def begin():
        start.wait()
        keys.append(secret_key(Config(tmp_path)))

    threads = [threading.Thread(target=begin) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(keys)) == 1
    assert len(keys[0]) == 64
    assert (tmp_path / "secret-key").stat().st_mode & 0o077 == 0


def test_a_key_that_the_power_cut_off_is_made_again(tmp_path):
    """The plug was pulled at the first start: the file had its name before it had its content."""
    (tmp_path / "secret-key").touch()
    key = secret_key(Config(tmp_path))
    assert len(key) == 64
    assert secret_key(Config(tmp_path)) == key
    assert (tmp_path / "secret-key").stat().st_mode & 0o777 == 0o600


def test_a_pin_that_the_power_cut_off_is_made_again(tmp_path):
    with opened_app(Config(tmp_path)):
        (tmp_path / "organizer-pin").write_text("")
    with opened_app(Config(tmp_path)) as app:
        app.config.update(WTF_CSRF_ENABLED=False)
        pin = (tmp_path / "organizer-pin").read_text()
        assert Actor(app).sign_in(pin).get("/box").status == 200
    assert len(pin) == 6


@pytest.mark.parametrize("version", ["", "9999"], ids=["well", "from a newer version"])
def test_whoever_opened_the_database_closes_it(tmp_path, cinderbox, version):
    """Connections once stayed open until the process ended, and SQLite's log lay about beside the database."""
    cinderbox("demo", "--data", tmp_path)
    if version:
        with closing(sqlite3.connect(tmp_path / "cinderbox.db")) as direct, direct:
            direct.execute("UPDATE alembic_version SET version_num = ?", (version,))
    assert (cinderbox("pin", "--data", tmp_path).exit == 0) == (not version)
    assert held_open(tmp_path) == []
    assert not (tmp_path / "cinderbox.db-wal").exists()


def held_open(folder):
    """What this process has open below it."""
    handles = [each for each in Path("/proc/self/fd").iterdir() if each.is_symlink()]
    return [each for each in map(os.readlink, handles) if each.startswith(str(folder))]


def test_a_key_or_pin_has_its_name_only_when_it_is_whole(tmp_path, monkeypatch):
    def cut_off(_handle):
        raise KeyboardInterrupt

    monkeypatch.setattr("os.fsync", cut_off)
    with pytest.raises(KeyboardInterrupt):
        secret_key(Config(tmp_path))
    assert not (tmp_path / "secret-key").exists()


def modes(folder):
    return {path.relative_to(folder).as_posix(): path.stat().st_mode & 0o777 for path in [folder, *folder.rglob("*")]}


def test_the_data_is_for_its_owner_alone_also_what_an_earlier_version_left_readable(tmp_path, cinderbox):
    """With `make run` everybody with an account on the machine could read the names, and the hashes of the PINs."""
    data = tmp_path / "instance"
    assert cinderbox("demo", "--data", data).exit == 0
    assert cinderbox("backup", "--data", data).exit == 0
    first = modes(data)
    assert {name: mode for name, mode in first.items() if mode & 0o077} == {}
    assert {"cinderbox.db", "backups", "organizer-pin"} <= first.keys()

    for path in [data, *data.rglob("*")]:
        path.chmod(0o755 if path.is_dir() else 0o644)
    assert cinderbox("pin", "--data", data).exit == 0
    assert {name: mode for name, mode in modes(data).items() if mode & 0o077} == {}


def test_the_database_of_a_running_server_is_for_its_owner_alone(tmp_path):
    """Beside the file itself stand what was written last, and the index of it."""
    data = tmp_path / "instance"
    data.mkdir(mode=0o755)
    with Box(data) as box:
        Visitor(box).sign_in().post("/events/demo")
        found = modes(data)
    assert {"cinderbox.db-wal", "cinderbox.db-shm"} <= found.keys()
    assert {name: mode for name, mode in found.items() if mode & 0o077} == {}


def test_a_folder_that_everybody_shares_stays_as_it_is(tmp_path):
    tmp_path.chmod(0o1777)
    for name in ("somebody.txt", "secret-key"):
        (tmp_path / name).touch()
        (tmp_path / name).chmod(0o644)
    before = os.umask(0o022)
    try:
        config_from(str(tmp_path))
    finally:
        os.umask(before)
    assert modes(tmp_path) == {".": 0o777, "somebody.txt": 0o644, "secret-key": 0o600}
