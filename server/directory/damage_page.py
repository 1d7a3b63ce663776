"""A directory that is damaged: what is wrong, and a backup that has just what is damaged."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from engine.refusals import Refused
from server.box.backups import Backup, backups
from server.box.copies_inside import opened
from server.box.journal_rows import box_journal_of
from server.core import box_journal, box_mending, known_people
from server.core.config import Config
from server.core.stored_box import BoxDamaged


def damaged() -> BoxDamaged | None:
    """What is wrong with it now, if anything is."""
    box_journal.forget()
    try:
        box_journal.read()
    except BoxDamaged as why:
        return why
    return None


def backup_that_mends(config: Config) -> Backup | None:
    """The newest backup from which nothing is lost."""
    for kept in backups(config):
        with suppress(Refused), opened(kept.path) as copy:
            if box_mending.can_mend_with(box_journal_of(copy)[1]):
                return kept
    return None


def mend_from(path: Path) -> int:
    """Put the damaged acts back; how many."""
    with opened(path) as copy:
        _, theirs = box_journal_of(copy)
    count = box_mending.mend_with(theirs)
    known_people.forget()
    return count
