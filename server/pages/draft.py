"""The draft at the desk: groups before it begins, then each group's step with its seats."""

from __future__ import annotations

from dataclasses import dataclass

from engine.pairing import groups
from engine.pairing.draft import BY_KEY, PICKS, STEPS
from engine.refusals import Refused
from engine.words import DraftGroup, PlayerId, Tournament
from server import draft_decks
from server.desk import Desk


@dataclass(frozen=True, slots=True)
class GroupCard:
    """One group: where it is, what comes next, who sits where, and its decks, which only the organizer sees."""

    number: int
    seats: tuple[PlayerId, ...]
    title: str
    text: str
    step: int
    of: int
    pick: int
    picks: int
    next: str
    ready: bool
    decks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DraftPage:
    """Before the draft: what it will be. During it: the groups. `refused` says why it cannot begin."""

    begun: bool
    groups: tuple[GroupCard, ...] = ()
    all_ready: bool = False
    sizes: tuple[int, ...] = ()
    needed: tuple[int, ...] = ()
    typed: str = ""
    refused: str = ""
    over: bool = False


def draft_page(desk: Desk, *, typed: str | None = None) -> DraftPage:
    """Everything the page shows; `typed` is a list of decks that could not be taken."""
    t = desk.t
    if t.drafting:
        cards = tuple(group_card(number, group) for number, group in enumerate(t.drafting, start=1))
        over = bool(t.stages and t.stages[-1].rounds)
        return DraftPage(True, cards, all_ready=all(card.ready for card in cards), over=over)
    players = sum(player.active for player in t.players.values())
    text = draft_decks.kept(desk.id) if typed is None else typed
    try:
        sizes = _sizes(t, players)
    except Refused as why:
        return DraftPage(False, typed=text, refused=str(why))
    return DraftPage(False, sizes=sizes, needed=tuple(groups.decks_needed(size) for size in sizes), typed=text)


def group_card(number: int, group: DraftGroup) -> GroupCard:
    """One group as desk and tablet show it."""
    step = BY_KEY[group.step]
    index = STEPS.index(step)
    picking = group.step == "pick" and group.pick < PICKS
    following = f"Pick {group.pick + 1}" if picking else STEPS[index + 1].title if index + 1 < len(STEPS) else ""
    return GroupCard(
        *(number, group.seats, step.title, step.text, index + 1, len(STEPS), group.pick, PICKS),
        next=following,
        ready=not following,
        decks=group.decks,
    )


def _sizes(t: Tournament, players: int) -> tuple[int, ...]:
    if t.settings.legendary:
        groups.advancing_per_group(players)
    return groups.small_sizes(players) if t.settings.small_groups else groups.sizes(players)
