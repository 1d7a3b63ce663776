"""What is worth telling outside, found by comparing an event with how it was a moment ago: public data only."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any

from engine.clock import Moment
from engine.cues import LATE_MS, cues_between, is_audible
from engine.so_far import last_published
from engine.values import dataclass
from engine.words import Tournament
from server.core import time_of_day
from server.core.version import software
from server.public import public_view
from server.public.public_view import Public

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Known:
    """What was told of an event: its last published round, and which standings."""

    published: int
    standings: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class News:
    """One thing that happened; `mark` is the same however often it is found."""

    what: str
    event: str
    mark: str


def known_of(t: Tournament) -> Known:
    closed = tuple((round_.number, round_.amended) for round_ in t.rounds if round_.phase == "closed")
    return Known(last_published(t), (closed, t.finish))


def found_in(view: Public, before: Known, since: Moment, *, until: Moment) -> Iterator[News]:
    """Everything new about an event, in the order in which it happens."""
    now, found = known_of(view.t), []
    if now.standings != before.standings and now.standings[0]:
        found.append(News("standings", view.id, view.revision))
    if now.published > before.published:
        closed_already = any(number == now.published for number, _ in now.standings[0])
        found.insert(0 if closed_already else len(found), News("pairings", view.id, view.revision))
    yield from found
    yield from _cues(view, since, until)


def message(news: News, now: Moment) -> Json:
    """What is sent: the event, and of it what everybody may see."""
    view = public_view.public_desk(news.event)
    summary = public_view.summary(view)
    return {
        "id": hashlib.sha256(f"{news.event} {news.what} {news.mark}".encode()).hexdigest()[:20],
        "what": news.what,
        "at": time_of_day.now().isoformat(timespec="seconds") if time_of_day.is_known() else None,
        "event": {key: summary[key] for key in ("id", "name", "ruleset_name", "where", "round", "revision")},
        **_more(news.what, view, now),
        "software": software(),
    }


def _more(what: str, view: Public, now: Moment) -> Json:
    if what == "standings":
        return {"standings": public_view.standings(view)["standings"]}
    if what != "pairings":
        return {"clock": public_view.clock(view, now)}
    event = public_view.everything(view)
    number = last_published(view.t)
    round_ = next(each for each in event["rounds"] if each["number"] == number)
    return {"pairings": round_, "names": {each["id"]: each["name"] for each in event["players"]}}


def _cues(view: Public, since: Moment, until: Moment) -> Iterator[News]:
    clock, current = view.t.clock, view.t.current_round
    if clock is None or current is None or current.phase != "published":
        return
    earliest = Moment(until.boot_id, max(since.ms, until.ms - LATE_MS) if since.boot_id == until.boot_id else until.ms)
    for cue in cues_between(clock, earliest, until=until):
        if cue.table is None and is_audible(cue, playing=bool(view.t.tables_out), extended_out=()):
            yield News(cue.kind, view.id, "/".join(map(str, (*cue.id, cue.at.boot_id, cue.at.ms))))
