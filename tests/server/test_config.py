"""What the environment says, and the keys of a data directory."""

import threading

import pytest

from engine.refusals import Refused
from server.config import Config, config_from, secret_key

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
