"""A card kept any bytes of the database badly: every page comes, or says so, and the newest backup is the way back."""

import re
from contextlib import suppress

from engine.refusals import Refused
from server.app import opened_app
from server.box import backups, rebuilding
from server.clock import heartbeat
from server.core import journal, unsaved
from server.core.config import Config
from tests.fuzz.seeds import case, cases
from tests.fuzz.test_columns import Full
from tests.fuzz.visiting import ask
from tests.server.conftest import _forget

PAGE, SECTOR = 4096, 512
ALWAYS = (
    *(("organizer", path) for path in ("/", "/box", "/box/health", "/people", "/people/nobody/edit")),
    *(("public", path) for path in ("/", "/healthz", "/e/playing/", "/api/wall")),
    ("tablet", "/at-table/state"),
)


def flipped(raw, rng):
    at = rng.randrange(len(raw))
    raw[at] ^= 1 << rng.randrange(8)


def flipped_everywhere(raw, rng):
    for _ in range(20):
        flipped(raw, rng)


def lost_sector(raw, rng):
    at = rng.randrange(len(raw) // SECTOR) * SECTOR
    raw[at : at + SECTOR] = bytes(SECTOR)


def lost_page(raw, rng):
    at = rng.randrange(1, len(raw) // PAGE) * PAGE
    raw[at : at + PAGE] = bytes(PAGE)


def pages_swapped(raw, rng):
    one, two = (rng.randrange(1, len(raw) // PAGE) * PAGE for _ in range(2))
    raw[one : one + PAGE], raw[two : two + PAGE] = raw[two : two + PAGE], raw[one : one + PAGE]


def addresses_mixed_up(raw, rng):
    """Where a page begins stands what is in it."""
    at = rng.randrange(1, len(raw) // PAGE) * PAGE + 8
    raw[at : at + 192] = raw[at : at + 192][::-1]


def garbage(raw, rng):
    at = rng.randrange(len(raw) - 300)
    raw[at : at + 300] = rng.randbytes(300)


def cut_off(raw, rng):
    del raw[len(raw) - rng.randrange(1, 5 * PAGE) :]


HARMS = (flipped, flipped_everywhere, lost_sector, lost_page, pages_swapped, addresses_mixed_up, garbage, cut_off)


@cases(1, 10)
def test_bytes_kept_badly_cost_nobody_a_page_and_the_way_back_is_open(hall, tmp_path, caplog, seed):
    """Each harm once in each case."""
    full = Full(hall, tmp_path)
    for harm in HARMS:
        with case(seed, f"bytes_kept_badly {harm.__name__}") as rng:
            full.put_back()
            raw = bytearray(full.file.read_bytes())
            harm(raw, rng)
            full.file.write_bytes(raw)
            try_pages(full, rng)
            full._close()
            come_back(full.config)
            told = [record.getMessage() for record in caplog.records if record.exc_info]
            assert not told


def try_pages(full, rng):
    """Whatever cannot be shown is said to be damaged."""
    some = rng.sample([*full.everywhere, *full.pages["playing"]], 10)
    for who, path in [*ALWAYS, *(("organizer", path) for path in some)]:
        answer = ask(full.hall.people[who], path)
        if answer.status_code == 503:
            assert re.search("damaged|cannot be (opened|shown)", answer.text), (who, path, answer.text[:500])
    with full.app.app_context():
        heartbeat._beat(heartbeat.Heart())
    with suppress(Refused), unsaved.as_refusal():  # either is a sentence
        assert backups.backup(full.config).exists()


def come_back(config):
    """As the button of a box that comes up red does."""
    newest = next(kept.path for kept in backups.backups(config) if kept.number == 1)
    rebuilding.rebuild(config, newest)
    _forget()
    with opened_app(Config(config.data)) as again, again.app_context():
        journal.prove("playing")
