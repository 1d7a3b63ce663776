"""Who sits in a draft group and with how many decks, as long as none of its cards are dealt."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine import facts as f
from engine.pairing import groups
from engine.refusals import Refused
from engine.rulesets.drafting import SET_UP
from engine.values import replace
from engine.words import DraftGroup, PlayerId, Tournament


def seat_late(t: Tournament, players: Sequence[PlayerId]) -> tuple[f.Fact, ...]:
    """Whoever comes before the deal takes a seat in the smallest group, as long as so many still make so many groups.

    Where they would make more groups, or those with a seat have begun, they have none until the groups are drawn anew.
    """
    found: list[f.Fact] = []
    drafting = list(t.drafting)
    here = sum(player.active for player in t.players.values())
    for players_now, player in enumerate(players, start=here + 1):
        number = _smallest(t, drafting) if _as_many_groups(t, players_now) else None
        if number is not None:
            drafting[number] = replace(drafting[number], seats=(*drafting[number].seats, player))
            found.append(f.DraftGroupSeated(number, drafting[number].seats, drafting[number].decks))
    return tuple(found)


def without_a_seat(t: Tournament) -> tuple[PlayerId, ...]:
    """Who is in the event and in none of the groups that are drawn."""
    seated = {player for group in t.drafting for player in group.seats}
    first = len(t.stages) == 1 and bool(t.drafting)
    return tuple(p for p, player in t.players.items() if first and player.active and p not in seated)


def decks_off(t: Tournament, group: DraftGroup) -> int:
    """How many decks too many were drawn for a group of this size before it is dealt; below 0: so many are missing."""
    if not group.decks or group.step != SET_UP or t.settings.small_groups:
        return 0
    return len(group.decks) - groups.decks_needed(len(_here(t, group)))


def fit_decks(t: Tournament, number: int, *, owned: dict[str, int]) -> tuple[f.Fact, ...]:
    """As many decks as the group has players, plus two, again at random."""
    group = t.drafting[number] if 0 <= number < len(t.drafting) else None
    off = decks_off(t, group) if group else 0
    if group is None or not off:
        raise Refused("This group has all the decks it needs.")
    rng = Random(f"{t.seed}/decks/{len(t.stages)}/{t.draft_draw}/{number}/{','.join(group.seats)}/{off}")
    decks = _fewer(group.decks, off, rng) if off > 0 else _more(t, group, -off, owned=owned, rng=rng)
    return (f.DraftGroupSeated(number, group.seats, decks),)


def _here(t: Tournament, group: DraftGroup) -> list[PlayerId]:
    return [player for player in group.seats if player not in t.players or t.players[player].active]


def _smallest(t: Tournament, drafting: Sequence[DraftGroup]) -> int | None:
    """The smallest group that was not dealt its cards and has a seat left."""
    most = max(groups.SMALL_GROUPS) if t.settings.small_groups else groups.MOST
    sizes = [(len(_here(t, group)), number) for number, group in enumerate(drafting) if group.step == SET_UP]
    return next((number for size, number in sorted(sizes) if size < most), None)


def _as_many_groups(t: Tournament, players: int) -> bool:
    if t.settings.legendary:
        groups.advancing_per_group(players)
    sizes = groups.small_sizes(players) if t.settings.small_groups else groups.sizes(players)
    return len(sizes) == len(t.drafting)


def _fewer(decks: tuple[str, ...], many: int, rng: Random) -> tuple[str, ...]:
    out = set(rng.sample(range(len(decks)), many))
    return tuple(deck for place, deck in enumerate(decks) if place not in out)


def _more(t: Tournament, group: DraftGroup, many: int, *, owned: dict[str, int], rng: Random) -> tuple[str, ...]:
    """Of what the host has left: no deck twice in a group, and no copy in two groups."""
    taken = [deck for other in t.drafting for deck in other.decks]
    left = sorted(deck for deck, copies in owned.items() if copies > taken.count(deck) and deck not in group.decks)
    if len(left) < many:
        raise Refused(
            "There is no other deck left for this group. Add decks and draw the groups anew, or deal by hand."
        )
    return (*group.decks, *rng.sample(left, many))
