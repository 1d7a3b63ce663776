"""What the wall that sounds says aloud, if the organizer wants it: made on the box by espeak-ng, where it is installed.

A wall asks for one of a few calls of an event, never for words of its own: nobody in the room can make the box talk.
"""

from __future__ import annotations

import re
import shutil
import struct
import subprocess
from collections.abc import Callable
from functools import lru_cache

from engine.progress import round_name
from engine.refusals import Refused, Unknown
from engine.sentences import plural
from engine.so_far import last_published
from server.box import box_settings
from server.core import texts
from server.core.desk import Desk
from server.public import public_view

PROGRAM = "espeak-ng"
VOICE, WORDS_A_MINUTE = "en", "150"
LONGEST_S = 10
MOST_EXTRA = 60


def can_speak() -> bool:
    """Is the program there that makes words of letters?"""
    return shutil.which(PROGRAM) is not None


def is_on() -> bool:
    return bool(box_settings.get(box_settings.VOICE)) and can_speak()


def call(desk: Desk, what: str) -> str:
    """The sentence for a call: `warning`, `called`, `pairings`, `announcement`, `over-7` or `extra-7-3`."""
    kind, *numbers = what.split("-")
    if kind not in CALLS or not all(re.fullmatch(r"\d{1,4}", number) for number in numbers):
        raise Unknown("There is no such call.")
    says, wanted = CALLS[kind]
    if len(numbers) != wanted:
        raise Unknown("There is no such call.")
    words = says(desk, *map(int, numbers))
    return f"{desk.name}. {words}" if _one_of_several(desk.id) else words


def spoken(text: str) -> bytes:
    """The sentence as a WAV file."""
    return _made(" ".join(text.split()))


@lru_cache(maxsize=64)
def _made(text: str) -> bytes:
    command = [PROGRAM, "-v", VOICE, "-s", WORDS_A_MINUTE, "--stdin", "--stdout"]
    try:
        done = subprocess.run(command, input=text.encode(), capture_output=True, timeout=LONGEST_S, check=True)
    except (OSError, subprocess.SubprocessError) as why:
        raise Refused("The box cannot speak now.") from why
    return _with_lengths(done.stdout)


def _with_lengths(wav: bytes) -> bytes:
    """A program that writes into a pipe does not know how long its file becomes; some browsers want to."""
    data = wav.index(b"data") + 8
    return (
        b"RIFF" + struct.pack("<I", len(wav) - 8) + wav[8 : data - 4] + struct.pack("<I", len(wav) - data) + wav[data:]
    )


def _one_of_several(tid: str) -> bool:
    return any(view.id != tid and view.t.finish is None for view in public_view.open_events())


def _warning(desk: Desk) -> str:
    return f"{plural(desk.t.settings.warning_minutes, 'minute')} left."


def _called(_desk: Desk) -> str:
    return "Time!"


def _pairings(desk: Desk) -> str:
    number = last_published(desk.t)
    if not number:
        raise Unknown("No round is published yet.")
    return f"The pairings of {round_name(desk.t, number)} are up."


def _announcement(desk: Desk) -> str:
    announced = texts.announcements(desk.t, desk.id)
    if not announced:
        raise Unknown("Nothing is announced.")
    return announced[0].text


def _over(_desk: Desk, table: int) -> str:
    return f"Table {table}: time!"


def _extra(_desk: Desk, table: int, minutes: int) -> str:
    if not 0 < minutes <= MOST_EXTRA:
        raise Unknown("There is no such call.")
    return f"Table {table}: {plural(minutes, 'more minute')}."


# How a call is worded, and how many numbers it needs.
CALLS: dict[str, tuple[Callable[..., str], int]] = {
    "warning": (_warning, 0),
    "called": (_called, 0),
    "pairings": (_pairings, 0),
    "announcement": (_announcement, 0),
    "over": (_over, 1),
    "extra": (_extra, 2),
}
