"""What a button or another program may ask for, by the rules of the desk.

Whoever names no event means the one that is being played. If several are, the desk says once which one is meant; until
then nothing is done, because a button cannot ask.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import Any

from sqlalchemy import select

from engine import facts as f
from engine.decisions import announcements, clock
from engine.progress import require_round
from engine.refusals import Refused, Unknown
from engine.values import dataclass
from engine.words import Tournament
from server.clock import switching
from server.clock.switching import DecideNow
from server.core import box_values, events, journal, texts
from server.core.db import db
from server.core.desk import desk
from server.core.events import shown_to_everybody
from server.core.journal import Recorded
from server.core.models import TournamentRow
from server.core.timekeeping import moment
from server.event.announcing import announcing
from server.wall import scenes, screens

EVENT = "control-event"  # the one that is meant where several are played
LATE_MS = 5_000
LONGEST_ID = 60


@dataclass(frozen=True, slots=True)
class Asked:
    """A command as it came: who sends it, and what it says."""

    by: str
    said: dict[str, Any] = field(default_factory=dict)

    def text(self, name: str) -> str:
        found = self.said.get(name, "")
        return str(found) if isinstance(found, (str, int, float)) and not isinstance(found, bool) else ""


@dataclass(frozen=True, slots=True)
class Done:
    """What came of it; `done` is false where there was nothing to do."""

    said: str
    event: str = ""
    done: bool = True


def do(command: str, asked: Asked) -> Done:
    """Carry it out, or say why not."""
    if command not in COMMANDS:
        raise Unknown(f"There is no command “{command[:40]}”. There are {', '.join(COMMANDS)}.")
    _require_fresh(asked)
    return COMMANDS[command](asked)


def events_to_choose() -> tuple[tuple[str, str], ...]:
    """The events that everybody knows, by id and name."""
    columns = select(TournamentRow.id, TournamentRow.name).where(shown_to_everybody())
    with db.engine.connect() as connection:
        return tuple((row.id, row.name) for row in connection.execute(columns.order_by(TournamentRow.created_at)))


def _require_fresh(asked: Asked) -> None:
    """A press that waited too long, or came through a restart of the machine, is not meant any more."""
    pressed, now = asked.said.get("pressed"), moment()
    if pressed is None:
        return
    at = pressed if isinstance(pressed, dict) else {}
    ms = at.get("ms")
    if at.get("boot") != now.boot_id or type(ms) is not int or not 0 <= now.ms - ms <= LATE_MS:
        raise Refused("The button was pressed too long ago, so nothing was done. Press it once more if you mean it.")


def _event(asked: Asked) -> str:
    if named := asked.text("event"):
        if named not in {event.id for event in events.listed() if not event.archived}:
            raise Unknown("There is no such event on this box. It may have been archived.")
        return named
    playing = [(id, name) for id, name in events_to_choose() if events.is_played(id)]
    if not playing:
        raise Refused("No round is being played, so there is nothing to switch.")
    if len(playing) > 1:
        chosen = box_values.get(EVENT)
        if chosen not in dict(playing):
            names = ", ".join(name for _, name in playing)
            raise Refused(
                f"Several events are being played: {names}. Say at the desk, under Buttons, which one is meant."
            )
        return chosen
    return playing[0][0]


def _record(asked: Asked, tid: str, decide: Callable[[Tournament], tuple[f.Fact, ...]], **beside: Any) -> Recorded:
    number, id = asked.said.get("round"), asked.text("request_id")[:LONGEST_ID]

    def decide_for_the_round(t: Tournament) -> tuple[f.Fact, ...]:
        require_round(t, number if type(number) is int else None)
        return decide(t)

    id = f"{asked.by}:{id}" if id else ""
    return journal.record(tid, asked.by, decide=decide_for_the_round, request_id=id or None, **beside)


def _clock(decide: DecideNow, said: Callable[[Recorded], str]) -> Callable[[Asked], Done]:
    def carry_out(asked: Asked) -> Done:
        tid = _event(asked)
        done = _record(asked, tid, lambda t: decide(t, moment()))
        if not done.facts:
            return Done(switching.JUST_SWITCHED.format(again="Press once more"), tid, done=False)
        return Done(said(done), tid)

    return carry_out


def _switched(done: Recorded) -> str:
    runs = any(isinstance(fact, f.ClockStarted) for fact in done.facts)
    return "The clock is running." if runs else "The clock is paused."


def _add(asked: Asked) -> Done:
    ms = switching.minutes_in_ms(asked.text("minutes"))
    more: DecideNow = lambda t, now: clock.add_time(t, ms, now=now)  # noqa: E731  a decision like the others
    return _clock(more, lambda _done: switching.added_words(ms))(asked)


def _announce(asked: Asked) -> Done:
    tid = _event_for_words(asked)
    decide, beside = announcing(tid, asked.text("text"), _own_id(asked))
    _record(asked, tid, decide, beside=beside)
    return Done("Announced.", tid)


def _own_id(asked: Asked) -> str:
    given = asked.text("request_id")[:LONGEST_ID]
    return f"{asked.by}-{given}" if given else ""


def _take_down(asked: Asked) -> Done:
    tid = _event_for_words(asked)
    standing = texts.announcements(desk(tid).t, tid)
    if not standing:
        return Done("Nothing is announced.", tid, done=False)
    _record(asked, tid, lambda t: announcements.take_down(t, standing[0].id))
    return Done("Taken down.", tid)


def _event_for_words(asked: Asked) -> str:
    """Between rounds, too: then the only one that is open."""
    open_ = events_to_choose()
    return open_[0][0] if len(open_) == 1 and not asked.text("event") else _event(asked)


def _scene(asked: Asked) -> Done:
    wanted = asked.text("scene")
    return _show(asked, lambda _now: wanted)


def _next_scene(asked: Asked) -> Done:
    turns = scenes.in_turn(desk(_event_for_words(asked)).t)

    def after(now: str) -> str:
        return turns[(turns.index(now) + 1) % len(turns)] if now in turns else turns[0]

    return _show(asked, after)


def _show(asked: Asked, chosen: Callable[[str], str]) -> Done:
    """On one screen, by its name or id; on all of them, which then show the same, if none is named."""
    all_, name = screens.screens(), asked.text("screen")
    meant = [each for each in all_ if not name or name in (each.id, each.name)]
    if not meant:
        raise Unknown("There is no such screen." if name else "No screen is on the list yet.")
    wanted = chosen(meant[0].scene)
    for each in meant:
        screens.change(each.id, scene=wanted)
    which = meant[0].name if len(meant) == 1 else "Every screen"
    return Done(f"{which}: {scenes.SCENES[wanted]}.")


COMMANDS: dict[str, Callable[[Asked], Done]] = {
    "start": _clock(switching.once(clock.start_clock), _switched),
    "pause": _clock(switching.once(clock.pause_clock), _switched),
    "resume": _clock(switching.once(clock.resume_clock), _switched),
    "switch": _clock(switching.once(clock.switch_clock), _switched),
    "time": _clock(clock.call_time, lambda _done: "Time is called."),
    "add": _add,
    "announce": _announce,
    "take-down": _take_down,
    "scene": _scene,
    "next-scene": _next_scene,
}
