"""Paper for a draft: what the host prepares for each group, and who sits where."""

from __future__ import annotations

from engine.pairing import groups
from engine.pairing.draft import seats_note
from engine.progress import draft_name
from engine.refusals import Refused
from engine.rulesets.drafting import Preparation
from engine.rulesets.registry import ruleset_of
from engine.values import dataclass
from engine.words import PlayerId, Tournament


@dataclass(frozen=True, slots=True)
class GroupNeeds:
    """What one group takes: so many decks make a draft deck of so many cards."""

    name: str
    players: int
    decks: int
    cards: int
    sleeves: int


@dataclass(frozen=True, slots=True)
class PreparationSheet:
    steps: Preparation
    groups: tuple[GroupNeeds, ...]


@dataclass(frozen=True, slots=True)
class SeatSheet:
    """The seats of one group, in order: cards go to the next one, where cards are passed."""

    title: str
    seats: tuple[PlayerId, ...]
    passes: bool


def preparation_sheet(t: Tournament) -> PreparationSheet:
    """For the groups as they are drawn, or as they would be."""
    sizes = group_sizes(t)
    named = tuple((f"Group {n}" if len(sizes) > 1 else draft_name(t), size) for n, size in enumerate(sizes, start=1))
    return _prepared(t, named)


def blank_preparation_sheet(t: Tournament) -> PreparationSheet:
    """For a group of any size, as the rulebook's chart."""
    return _prepared(t, tuple(("Group of", size) for size in range(groups.FEWEST, groups.MOST + 1)))


def seat_sheets(t: Tournament) -> tuple[SeatSheet, ...]:
    """A list for each group, without those who left."""
    return tuple(
        SeatSheet(
            _titled(t, number), tuple(p for p in group.seats if t.players[p].active), bool(seats_note(t.settings))
        )
        for number, group in enumerate(t.drafting, start=1)
    )


def _titled(t: Tournament, number: int) -> str:
    return f"{draft_name(t)}, group {number}" if len(t.drafting) > 1 else draft_name(t)


def group_sizes(t: Tournament) -> tuple[int, ...]:
    """How many are in each group; none while there are too few for a draft."""
    if t.drafting:
        return tuple(sum(t.players[player].active for player in group.seats) for group in t.drafting)
    players = sum(player.active for player in t.players.values())
    try:
        return groups.small_sizes(players) if t.settings.small_groups else groups.sizes(players)
    except Refused:
        return ()


def _prepared(t: Tournament, named: tuple[tuple[str, int], ...]) -> PreparationSheet:
    plan = ruleset_of(t.settings).draft
    assert plan is not None
    steps = plan.preparation
    needs = tuple(
        GroupNeeds(name, size, groups.decks_needed(size), groups.cards_needed(size), steps.sleeves_per_player * size)
        for name, size in named
    )
    return PreparationSheet(steps, needs if steps.counted else ())
