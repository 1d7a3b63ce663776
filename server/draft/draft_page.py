"""The draft at the desk: groups before it begins, then each group's step with its seats."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from engine.clock import Moment, mmss
from engine.decisions.draft_seats import decks_off
from engine.decisions.stages import draft_is_on
from engine.pairing import groups
from engine.pairing.draft import PICKS, place_of, second_name, seconds_for, steps_of, text_of
from engine.progress import draft_name, group_name
from engine.refusals import Refused
from engine.rulesets.drafting import SET_UP, DraftStep, Preparation
from engine.rulesets.registry import ruleset_of
from engine.standings.advancing import Vacancy
from engine.values import dataclass, replace
from engine.whats_next import comes_next
from engine.words import DraftGroup, PlayerId, Tournament
from server.core.desk import Desk
from server.core.timekeeping import moment
from server.draft import host_decks
from server.draft.draft_warnings import draft_warnings, may_draw_anew
from server.draft.second_draft import empty_seats
from server.people.playing_staff import Looking, looking


@dataclass(frozen=True, slots=True)
class GroupCard:
    """One group: where it is, what comes next, who sits where, and its decks, which only the organizer sees.

    `held` is how many cards everybody has then. `until` is when the time for this pick or for building is over, where
    there is a limit. Before the deal `takes` is how many decks a group of this size takes, which make a `draft_deck` of
    so many cards, and `decks_off` how many too many were drawn for it.
    """

    number: int
    name: str
    seats: tuple[PlayerId, ...]
    key: str
    title: str
    text: str
    step: int
    of: int
    pick: int
    picks: int
    until: Moment | None
    next: str
    ready: bool
    cards: int
    held: str
    decks: tuple[str, ...]
    decks_off: int
    takes: int
    draft_deck: int


@dataclass(frozen=True, slots=True)
class Left:
    """The time for a pick or for building, counted down to a moment of this boot."""

    boot: str
    until_ms: int
    shown: str


@dataclass(frozen=True, slots=True)
class DraftPage:
    """Before the draft: what it will be. During it: the groups. `refused` says why it cannot begin.

    `second` is how many will draft again, in a Legendary Draft. `drawn` if decks were; `me` is who wants to see them.
    `left` is what is left for this pick, by the number of the group; `prepared` the round that is paired and not
    published yet; `empty` are seats that the next of a group can take. `anew` if another draw is possible,
    `onward` if the second draft can be opened, and `draw` how often the groups were drawn anew.
    """

    begun: bool
    me: Looking
    groups: tuple[GroupCard, ...] = ()
    left: Mapping[int, Left] = field(default_factory=dict)
    all_ready: bool = False
    sizes: tuple[int, ...] = ()
    needed: tuple[int, ...] = ()
    cards: tuple[int, ...] = ()
    preparation: Preparation | None = None
    typed: str = ""
    refused: str = ""
    warning: str = ""
    second: int = 0
    second_needs: int = 0
    over: bool = False
    prepared: int = 0
    heading: str = "Draft"
    warnings: tuple[str, ...] = ()
    empty: tuple[Vacancy, ...] = ()
    drawn: bool = False
    anew: bool = False
    onward: bool = False
    draw: int = 0


def draft_page(desk: Desk, *, typed: str | None = None) -> DraftPage:
    """Everything the page shows; `typed` is a list of decks that could not be taken."""
    t, me = desk.t, looking(desk)
    kept = host_decks.kept(desk.id)
    text = kept if typed is None else typed
    if t.drafting:
        return _drawn(t, me, kept)
    players = sum(player.active for player in t.players.values())
    try:
        sizes = _sizes(t, players)
    except Refused as why:
        return DraftPage(False, me, typed=text, refused=str(why))
    second = groups.second_draft_size(players) if t.settings.legendary else 0
    return DraftPage(
        False,
        me,
        sizes=sizes,
        needed=tuple(map(groups.decks_needed, sizes)),
        cards=tuple(map(groups.cards_needed, sizes)),
        preparation=_preparation(t),
        typed=text,
        second=second,
        second_needs=groups.decks_needed(second),
    )


def _drawn(t: Tournament, me: Looking, kept: str) -> DraftPage:
    """Once the groups are drawn; what to prepare stays until every group has begun."""
    cards, over = group_cards(t), not draft_is_on(t)
    prepares = not over and any(card.step == 1 for card in cards)
    return DraftPage(
        *(True, me, cards, {} if over else _left(cards, moment())),
        all_ready=all(card.ready for card in cards),
        over=over,
        prepared=0 if over or t.current_round is None else t.current_round.number,
        warning=_lacking(t, kept),
        heading=draft_name(t),
        warnings=draft_warnings(t),
        empty=empty_seats(t),
        preparation=_preparation(t) if prepares else None,
        typed=kept,
        drawn=any(card.decks for card in cards),
        anew=not over and may_draw_anew(t),
        onward=_second_comes(t),
        draw=t.draft_draw,
    )


def _second_comes(t: Tournament) -> bool:
    current = t.current_round
    closed = current is not None and current.phase == "closed"
    return t.finish is None and closed and comes_next(t) == "draft"


def group_cards(t: Tournament) -> tuple[GroupCard, ...]:
    """Every group, in order, as desk, wall and tablets show it."""
    steps = steps_of(t)
    return tuple(_card(t, number, group, steps) for number, group in enumerate(t.drafting, start=1) if steps)


def _card(t: Tournament, number: int, group: DraftGroup, steps: tuple[DraftStep, ...]) -> GroupCard:
    index = place_of(steps, group.step)
    step, seconds, counted = steps[index], seconds_for(t.settings, group.step), _counted(t, group)
    picking = group.step == "pick" and group.pick < PICKS
    following = f"Pick {group.pick + 1}" if picking else steps[index + 1].title if index + 1 < len(steps) else ""
    return GroupCard(
        *(
            number,
            group_name(t, number),
            tuple(p for p in group.seats if t.players[p].active),
            group.step,
            step.title,
            text_of(t.settings, step, group.pick),
            index + 1,
            len(steps),
            group.pick,
            PICKS,
        ),
        until=group.since and replace(group.since, ms=group.since.ms + 1000 * seconds) if seconds else None,
        next=following,
        ready=not following,
        cards=step.cards,
        held=_held(steps, index) if not group.pick else "",
        decks=group.decks,
        decks_off=decks_off(t, group),
        takes=groups.decks_needed(counted) if counted else 0,
        draft_deck=groups.cards_needed(counted) if counted else 0,
    )


def _held(steps: tuple[DraftStep, ...], index: int) -> str:
    """How many cards each player has; where this step changes it, once it is done."""
    cards, before = steps[index].cards, steps[index - 1].cards if index else 0
    then = "then " if cards != before else ""
    return f"{then}{cards} cards each" if cards else ""


def _counted(t: Tournament, group: DraftGroup) -> int:
    """For so many players the host prepares this group; 0 once it is dealt, or where nothing is counted."""
    preparation = _preparation(t)
    prepares = preparation is not None and preparation.counted and group.step == SET_UP
    return sum(t.players[player].active for player in group.seats) if prepares else 0


def _preparation(t: Tournament) -> Preparation | None:
    plan = ruleset_of(t.settings).draft
    return plan.preparation if plan else None


def _left(cards: tuple[GroupCard, ...], now: Moment) -> dict[int, Left]:
    """By the number of the group, where there is a limit and the box was not switched off meanwhile."""
    timed = ((card.number, card.until) for card in cards if card.until and card.until.boot_id == now.boot_id)
    return {number: Left(until.boot_id, until.ms, _shown(until.ms - now.ms)) for number, until in timed}


def _shown(left_ms: int) -> str:
    return mmss(left_ms) if left_ms > 0 else "Time!"


def _lacking(t: Tournament, decks: str) -> str:
    """While the groups of a Legendary Draft play: the decks that are still missing for their second draft."""
    stage = t.stage
    if stage is None or stage.kind != "groups":
        return ""
    needed = groups.decks_needed(groups.second_draft_size(sum(map(len, stage.groups))))
    owned = len(host_decks.read(decks))
    if not owned or owned >= needed:
        return ""
    return (
        f"The {second_name(t.settings)} needs {needed} different decks, and you have {owned}. "
        "You can add them when you open it, or deal that draft by hand."
    )


def _sizes(t: Tournament, players: int) -> tuple[int, ...]:
    if t.settings.legendary:
        groups.advancing_per_group(players)
    return groups.small_sizes(players) if t.settings.small_groups else groups.sizes(players)
