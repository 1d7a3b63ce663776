"""One owner of the pins, told apart from somebody who only looks whether there is one."""

import fcntl
from threading import Timer

import pytest

from kiosk.buzzer.status import LOCK, Owned, own


def test_a_buzzer_that_starts_while_the_server_looks_for_one_owns_the_pins(tmp_path):
    """`cinderbox check` takes the lock for an instant, to see whether a buzzer has it."""
    looking = (tmp_path / LOCK).open("a+", encoding="ascii")
    fcntl.flock(looking, fcntl.LOCK_SH)
    instant = Timer(0.1, looking.close)
    instant.start()
    own(tmp_path).close()
    instant.join()


def test_a_buzzer_that_stays_keeps_the_pins(tmp_path):
    with own(tmp_path), pytest.raises(Owned, match="owns the pins"):
        own(tmp_path)
    own(tmp_path).close()
