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
    cinderbox("pin", "--data", tmp_path)
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
