"""What anybody may look up on a phone: the frame of every page, who sits where, and the pairings."""

from __future__ import annotations

from datetime import datetime

from flask import url_for

from engine import clock as clocks
from engine.clock import Moment
from engine.pod_words import gone_words
from engine.progress import where
from engine.rulesets.base import PostedCards, PostedRule
from engine.rulesets.registry import ruleset_of
from engine.rulesets.wall import barred_cards, posted_rules
from engine.sides import Side, goes_first, opponents, partners, seat_name
from engine.values import dataclass
from engine.words import Match, PlayerId, Round, Tournament
from server.clock.breaks import over_at
from server.clock.day_plan import PlanLine, day_plan
from server.core import time_of_day
from server.core.desk import desk
from server.core.texts import Text, announcements
from server.event.scenario import Scenario, scenario
from server.people import check_in
from server.people.staff import AnnouncedStaff, announced
from server.public import public_view
from server.public.public_view import Public

MOST_SAID = 3  # announcements; more would bury what the page is for


@dataclass(frozen=True, slots=True)
class Tab:
    text: str
    icon: str
    href: str
    here: bool


@dataclass(frozen=True, slots=True)
class PhoneFrame:
    """What stands around every public page of one event.

    `table` is the one whose changes matter to this page, `clock_table` the one whose extra time its clock counts.
    `barred` cards stand open while tables are `setting_up`. `pause` says until when there is a break. Of the
    announcements the newest stand open, the `earlier` are folded away.
    """

    id: str
    revision: str
    name: str
    head: str
    beside: str
    clock: str
    tabs: tuple[Tab, ...]
    announcements: tuple[Text, ...]
    earlier: tuple[Text, ...] = ()
    pause: str = ""
    record: str = ""
    table: int | None = None
    clock_table: int | None = None
    rules: str = ""
    posted: tuple[PostedRule, ...] = ()
    barred: PostedCards | None = None
    setting_up: bool = False
    scenario: Scenario | None = None
    staff: tuple[AnnouncedStaff, ...] = ()
    check_in: str = ""
    entry: bool = False
    day: tuple[PlanLine, ...] = ()
    over: bool = False


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Where somebody is in the newest round that is published: a table, a bye, or neither.

    `others` are the sides they play against; in teams `partners` are with them on a `seat` with a name, and whoever
    is `first` won the draw. Whoever is `gone` did not come to the table, or has left it; nobody plays against them.
    """

    table: int | None = None
    others: tuple[Side, ...] = ()
    bye: bool = False
    partners: Side = ()
    seat: str = ""
    first: bool = False
    gone: str = ""


def phone_frame(
    view: Public,
    here: str,
    *,
    beside: str = "",
    record: str = "",
    table: int | None = None,
    clock_table: int | None = None,
) -> PhoneFrame:
    """The frame with `here` marked below."""
    t, timed = view.t, clock_table or table
    said = announcements(t, view.id)
    return PhoneFrame(
        id=view.id,
        revision=view.revision,
        name=view.name,
        head=where(t),
        beside=beside or view.name,
        clock=clock_words(t, public_view.moment(), _wall(), table=timed or 0),
        tabs=_tabs(view, here),
        announcements=said[:MOST_SAID],
        earlier=said[MOST_SAID:],
        pause=_pause(view),
        scenario=scenario(t.settings) if t.finish is None else None,
        record=record,
        table=table,
        clock_table=timed,
        rules=ruleset_of(t.settings).booklet,
        posted=posted_rules(t.settings),
        barred=barred_cards(t.settings) if t.finish is None else None,
        setting_up=_setting_up(t),
        staff=announced(t, view.id, view.names),
        check_in=check_in.words_all_day(t),
        entry=t.entering.open,
        day=day_plan(desk(view.id)),
        over=t.finish is not None,
    )


def clock_words(t: Tournament, now: Moment, wall: datetime | None, *, table: int) -> str:
    """The clock of everybody, or of this table, for whoever has no script: nothing that is wrong a second later."""
    clock, current = t.clock, t.current_round
    if clock is None or current is None or current.phase != "published" or clock.untimed or clock.ended:
        return ""
    if not clock.runs:
        return f"{clock.length_ms // 60_000} min"
    if not clocks.is_running(clock, now):
        return "Paused"
    if wall is None:
        return "Running"
    return f"ends {clocks.ends_at(wall, clocks.table_remaining(clock, now, table=table)):%H:%M}"


def _wall() -> datetime | None:
    return time_of_day.now() if time_of_day.is_known() else None


def newest(t: Tournament) -> Round | None:
    """The newest round; a public view holds none that is not published."""
    return next(reversed(list(t.rounds)), None)


def seats_of(round_: Round | None) -> dict[PlayerId, Whereabouts]:
    """Where everybody is in this round."""
    if round_ is None:
        return {}
    found = {bye.player: Whereabouts(bye=True) for bye in round_.byes}
    for match in round_.matches:
        found.update({player: _seated(match, player) for player in match.players})
    return found


def _seated(match: Match, player: PlayerId) -> Whereabouts:
    return Whereabouts(
        table=match.table,
        others=tuple(side for side in opponents(match, player) if not gone_words(match, side)),
        partners=partners(match, player),
        seat=seat_name(match, player),
        first=goes_first(match) == player,
        gone=gone_words(match, (player,)) if match.result is None or player in match.no_shows else "",
    )


def _setting_up(t: Tournament) -> bool:
    """The round is published, and its clock has not started."""
    current = t.current_round
    return current is not None and current.phase == "published" and not (t.clock and t.clock.runs)


def _pause(view: Public) -> str:
    """By the time of day, so that the same page is right for the whole break."""
    if view.t.pause is None or view.t.finish is not None:
        return ""
    until = over_at(desk(view.id), public_view.moment())
    return f"Break until about {until}." if until else "There is a break."


def _tabs(view: Public, here: str) -> tuple[Tab, ...]:
    tabs = [
        ("me", "Me", "people", "public_pages.find"),
        ("pairings", "Pairings", "list", "public_pages.pairings"),
        ("standings", "Standings", "cup", "public_pages.standings"),
    ]
    if any(stage.kind == "bracket" for stage in view.t.stages):
        tabs.append(("bracket", "Bracket", "bracket", "public_pages.bracket"))
    return tuple(Tab(text, icon, url_for(end, tid=view.id), key == here) for key, text, icon, end in tabs)
