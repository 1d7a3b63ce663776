"""Draft groups: how many, who sits where, which of the host's decks, and who goes on to the Legendary Draft."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from random import Random

from engine.refusals import Refused

FEWEST, MOST = 4, 8
SMALL_GROUPS = (4, 3, 2)

DEALT = 11
CARDS_PER_DECK = 9
DECKS_BEYOND_PLAYERS = 2

TWO_ADVANCE_UP_TO = 32
LEGENDARY_MOST = 64

Seats = tuple[str, ...]


def sizes(players: int, *, most: int = MOST) -> tuple[int, ...]:
    """As few groups as possible with at most eight in each, as even as possible; smallest first."""
    if players < FEWEST:
        raise Refused(
            f"A draft group needs at least {FEWEST} players, and there are {players}. Play with built decks instead."
        )
    return _even(players, -(-players // most))


def small_sizes(players: int) -> tuple[int, ...]:
    """Classic's Drafted Decks: groups of two to four, all of one size when possible, then as few as possible."""
    if players < min(SMALL_GROUPS):
        raise Refused(f"Drafted Decks needs at least {min(SMALL_GROUPS)} players, and there are {players}.")
    for size in SMALL_GROUPS:
        if players % size == 0:
            return (size,) * (players // size)
    return _even(players, -(-players // max(SMALL_GROUPS)))


def draw(players: Sequence[str], rng: Random) -> tuple[Seats, ...]:
    """Groups at random; inside a group the order is the seats, and the next seat is the neighbour on the left."""
    return _deal_out(players, sizes(len(players)), rng)


def draw_small(players: Sequence[str], rng: Random) -> tuple[Seats, ...]:
    """The same for classic's groups of two to four."""
    return _deal_out(players, small_sizes(len(players)), rng)


def decks_needed(players: int) -> int:
    """How many different decks of the host one group takes."""
    return players + DECKS_BEYOND_PLAYERS


def cards_needed(players: int) -> int:
    """Cards in one group's draft deck."""
    return CARDS_PER_DECK * decks_needed(players)


def draw_decks(
    owned: Mapping[str, int], group_sizes: Sequence[int], rng: Random, *, called: str = "decks"
) -> tuple[tuple[str, ...], ...]:
    """Each group's decks of the host, drawn at random and kept secret.

    `owned` says how many copies of each deck the host has; `called` is the word for such decks. No group gets the same
    deck twice; two groups can have the same one as long as there is a copy for each. Refused before anything is drawn
    if it cannot work out.
    """
    needs = [decks_needed(size) for size in group_sizes]
    left = Counter({deck: copies for deck, copies in owned.items() if copies > 0})
    if not _enough(left, needs):
        raise Refused(_not_enough(left, needs, called))
    drawn = []
    for index, need in enumerate(needs):
        decks = _draw_for_group(left, need, later=needs[index + 1 :], rng=rng)
        left -= Counter(decks)
        drawn.append(tuple(decks))
    return tuple(drawn)


def draw_same_decks(owned: Mapping[str, int], group_sizes: Sequence[int], rng: Random) -> tuple[str, ...]:
    """Classic's Drafted Decks: one set of decks, of which every group has its own copies."""
    need, groups = decks_needed(max(group_sizes)), len(group_sizes)
    enough = sorted(deck for deck, copies in owned.items() if copies >= groups)
    if len(enough) < need:
        copies = "1 copy" if groups == 1 else f"{groups} copies"
        raise Refused(
            f"All groups draft from the same {need} decks, each group with a copy of its own. "
            f"You have {len(enough)} with {copies} or more. Add copies, or deal them by hand."
        )
    return tuple(rng.sample(enough, need))


def advancing_per_group(participants: int) -> int:
    """How many of each group go on to the Legendary Draft's second phase."""
    if participants <= MOST:
        raise Refused(
            f"A Legendary Draft needs more than {MOST} players, and there are {participants}. Play one draft instead."
        )
    if participants > LEGENDARY_MOST:
        raise Refused(
            f"With {participants} players more than {MOST} would draft again in the second phase. "
            f"A Legendary Draft takes at most {LEGENDARY_MOST}: split the event, or play one draft with a top cut."
        )
    return 2 if participants <= TWO_ADVANCE_UP_TO else 1


def second_draft_size(participants: int) -> int:
    """How many draft again, as one group."""
    return advancing_per_group(participants) * len(sizes(participants))


class TooFewGoOn(Refused):
    """Fewer would draft again than a draft needs: the organizer fills up from other groups, or ends the event."""


def advance(
    ranked_groups: Sequence[Sequence[str]], *, per_group: int, declined: AbstractSet[str] = frozenset()
) -> tuple[str, ...]:
    """Who drafts again, group by group, best first. For one who declines or has left, the next of that group comes."""
    through = best(ranked_groups, per_group=per_group, declined=declined)
    if len(through) < FEWEST:
        raise TooFewGoOn(
            f"The second phase is a draft and needs {FEWEST} players; only {len(through)} would go on. "
            "Fill up with the next of other groups, or end the event with the first phase."
        )
    return through


def best(
    ranked_groups: Sequence[Sequence[str]], *, per_group: int, declined: AbstractSet[str] = frozenset()
) -> tuple[str, ...]:
    """The first so many of each group who want to go on."""
    wanting = [[member for member in group if member not in declined] for group in ranked_groups]
    return tuple(player for group in wanting for player in group[:per_group])


def filled_up(through: Sequence[str], others: Sequence[str]) -> tuple[str, ...]:
    """Up to the fewest a draft needs, with the best of all groups who are not in yet."""
    waiting = [player for player in others if player not in through]
    filled = (*through, *waiting[: max(0, FEWEST - len(through))])
    if len(filled) < FEWEST:
        raise TooFewGoOn(f"A draft needs {FEWEST} players, and only {len(filled)} are left. End the event instead.")
    return filled


def _even(players: int, groups: int) -> tuple[int, ...]:
    size, larger = divmod(players, groups)
    return (size,) * (groups - larger) + (size + 1,) * larger


def _deal_out(players: Sequence[str], group_sizes: Sequence[int], rng: Random) -> tuple[Seats, ...]:
    left = iter(rng.sample(list(players), len(players)))
    return tuple(tuple(next(left) for _ in range(size)) for size in group_sizes)


def _enough(copies: Mapping[str, int], needs: Sequence[int]) -> bool:
    """Gale and Ryser: it works out when any k groups together find decks enough, each deck at most once per group."""
    largest = sorted(needs, reverse=True)
    return all(
        sum(largest[:groups]) <= sum(min(count, groups) for count in copies.values())
        for groups in range(1, len(largest) + 1)
    )


def _not_enough(copies: Mapping[str, int], needs: Sequence[int], called: str) -> str:
    most, total = max(needs), sum(needs)
    if len(copies) < most:
        return (
            f"The largest group needs {most} different {called}, and you have {len(copies)}. "
            "Add decks, or deal them by hand."
        )
    usable = sum(min(count, len(needs)) for count in copies.values())
    return (
        f"The groups need {total} {called} in all, each different inside its group, "
        f"and the copies you have make {usable}. Add decks."
    )


def _draw_for_group(copies: Counter[str], need: int, *, later: Sequence[int], rng: Random) -> list[str]:
    """Decks in random order, each taken only if the rest of this group and all later groups still work out."""
    chosen: list[str] = []
    order = sorted(copies)
    rng.shuffle(order)
    for deck in order:
        if len(chosen) < need and _works_out(copies, [*chosen, deck], need=need, later=later):
            chosen.append(deck)
    return chosen


def _works_out(copies: Counter[str], chosen: Sequence[str], *, need: int, later: Sequence[int]) -> bool:
    # Finishing the group with the decks that have most copies left leaves the later groups best off.
    others = sorted((deck for deck in copies if deck not in chosen), key=lambda deck: -copies[deck])
    return _enough(copies - Counter([*chosen, *others[: need - len(chosen)]]), later)
