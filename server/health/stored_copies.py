"""What is kept: the database, its backups, and the stick."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from sqlalchemy import Connection, func, select, text
from sqlalchemy.exc import DatabaseError

from engine.sentences import plural
from server.box import usb_stick
from server.box.backups import Backup, backups, can_back_up, made_at
from server.box.postgres_dumps import MISSING
from server.core import time_of_day, unsaved
from server.core.config import Config
from server.core.db import db
from server.core.models import JournalRow
from server.core.timekeeping import moment
from server.health import machine

OLD = timedelta(hours=12)  # one is made after every round, and every six hours by the box's timer
FIRST = timedelta(hours=1)  # the box's timer makes it after a quarter of an hour, otherwise the first round's end


def database(config: Config) -> str:
    """Read page by page. What cannot be read only just now is an exception: that passes, damage does not."""
    try:
        with db.engine.connect() as connection:
            if connection.dialect.name == "postgresql":
                return _encoding(connection)
            answer = str(connection.execute(text("PRAGMA integrity_check")).scalar())
    except DatabaseError as why:
        if unsaved.why_not(why) != unsaved.DAMAGED:
            raise
        answer = str(why.orig)
    if answer == "ok":
        unsaved.forget_damage(config.data)
        return ""
    unsaved.note_damage(config.data)
    return f"damaged: {answer}. Under “This box” restore the last backup."


def last_backup(config: Config) -> str:
    if not can_back_up(config):
        return MISSING
    known = backups(config)
    if not known:
        due = not _time_left(config) and _acts_since(None)
        return "none yet. One is made when a round is closed; make the first under This box." if due else ""
    age = _age(config, known[0])
    if (machine.up(config) or OLD if age is None else age) < OLD or not _acts_since(known[0]):
        return ""
    return f"the last one is {_told(age)}, and the events have gone on. Make one under This box."


def backup_told(config: Config) -> str:
    if not (known := backups(config)):
        left = _time_left(config)
        return f"first backup due {time_of_day.when(_ms(left))}" if left else "none yet, and no event to keep"
    return f"no. {known[0].number}, {_told(_age(config, known[0]))}"


def stick(config: Config) -> str:
    """What went wrong on it; without one nothing is wrong."""
    return " ".join(usb_stick.trouble(config).split())


def stick_told(config: Config) -> str:
    return f"copies in {usb_stick.folder_of(config)}" if usb_stick.sticks() else "none is in"


def _encoding(connection: Connection) -> str:
    kept_as = connection.execute(text("SHOW server_encoding")).scalar()
    return "" if kept_as == "UTF8" else f"keeps text as {kept_as}, which not every name fits in. Make one with UTF8."


def _age(config: Config, kept: Backup) -> timedelta | None:
    """Since the machine is on no date counts: it may have been set meanwhile. None if nobody can know.

    A backup of tomorrow is not old.
    """
    made, now = made_at(config, kept), moment()
    if made is not None and made.at.boot_id == now.boot_id:
        return timedelta(milliseconds=now.ms - made.at.ms)
    if made is not None and not (made.dated and time_of_day.is_known()):
        return None
    return max(timedelta(), time_of_day.now().replace(tzinfo=None) - kept.at)


def _ms(length: timedelta) -> int:
    return round(length.total_seconds() * 1000)


def _time_left(config: Config) -> timedelta:
    """Until there should be a first backup; nothing if that is over."""
    return max(FIRST - _age_of_data(config), timedelta())


def _age_of_data(config: Config) -> timedelta:
    """Since the first start made the key; by a date that was set meanwhile, at most since the machine is on."""
    by_date = datetime.now() - datetime.fromtimestamp((config.data / "secret-key").stat().st_mtime)
    up = machine.up(config)
    return by_date if up is None else up if by_date < timedelta() else min(by_date, up)


def _acts_since(kept: Backup | None) -> bool:
    with db.engine.connect() as connection:
        newest = connection.execute(select(func.max(JournalRow.at))).scalar()
    return newest is not None and (kept is None or newest > kept.at.astimezone(UTC).isoformat())


def _told(age: timedelta | None) -> str:
    if age is None:
        return "from before the box was switched on"
    minutes = int(age.total_seconds()) // 60
    if minutes < 120:
        return f"{plural(minutes, 'minute')} old"
    return f"{plural(minutes // 60, 'hour') if minutes < 48 * 60 else plural(minutes // 1440, 'day')} old"
