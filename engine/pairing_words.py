"""Why people sit together, have a bye, or should not meet, in words. Players are marked ids, see `sentences`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from engine.pairing.brackets import ROUND_NAMES
from engine.pairing.field import Record
from engine.reasons import Reason
from engine.sentences import everyone, listed, plural, who
from engine.sides import Side, together
from engine.words import PlayerId

Pair = tuple[PlayerId, PlayerId]


def in_words(reason: Reason | None) -> str:
    """The sentence of a reason; nothing where none was given."""
    return "" if reason is None else SAY[reason.code](**reason.params)


def admits(reason: Reason | None, what: str) -> bool:
    """Does the reason own up to a rematch, or to a mirror match? Old sentences name it."""
    return reason is not None and bool(reason.params.get(what) or what in str(reason.params.get("text", "")))


def record_words(record: Record) -> str:
    """How a group is called: 2–0, or on 6 points."""
    if isinstance(record, str):
        return record
    unit, number = record
    return f"on {plural(int(number), UNITS[unit]) if UNITS[unit] else number}"


UNITS = {"points": "point", "wins": "win", "score": ""}


def _said(text: str) -> str:
    """A sentence of a journal from before there were reasons."""
    return str(text)


# Two who meet in a Swiss round


def _at_random(**more: bool) -> str:
    return f"first round: drawn at random{_owned_up(**more)}"


def _same_record(record: Record, **more: bool) -> str:
    return f"both {record_words(record)}{_owned_up(**more)}"


def _floated(
    high: Record,
    low: Record,
    *,
    odd: bool = False,
    bye: bool = False,
    taken: int = 0,
    met_group: bool = False,
    between: str = "",
    **more: bool,
) -> str:
    reasons = [_odd(bye, taken)] if odd else []
    if met_group:
        reasons.append(f"has met everyone else {record_words(high)}")
    elif not odd:
        reasons.append("so that nobody meets twice")
    if between:
        reasons.append(BETWEEN[between])
    told = f"{record_words(high)} meets {record_words(low)}; floated down: {', '.join(reasons)}"
    return f"{told}{_owned_up(**more)}"


BETWEEN = {"met": "has met everyone in between", "taken": "nobody in between was free"}


def _odd(bye: bool, taken: int) -> str:
    after = ["the bye"] if bye else []
    if taken:
        after.append(f"taking {'one' if taken == 1 else taken} in")
    return f"odd group after {listed(after)}" if after else "odd group"


def _owned_up(*, rematch: bool = False, earlier: bool = False, mirror: bool = False, apart: bool = False) -> str:
    """What should not be, and could not be helped."""
    told = "; rematch: every pairing has one" if rematch else ""
    if earlier:
        told += "; earlier opponent: could not be avoided"
    if mirror:
        told += "; mirror match: could not be avoided"
    if apart:
        told += "; could not be kept apart"
    return told


# Byes, brackets and tables of several


def _bye_by_lot(players: int) -> str:
    return f"bye: all {players} are equal, drawn by lot"


def _bye_of_the_weakest(
    *, record: Record = "", byes: int = 0, equals: int = 1, passed: int = 0, ranked: bool = False
) -> str:
    """By the record alone; or, where the book says so, by the whole ranking."""
    group = f" ({record_words(record)})" if record else ""
    had = f"with {byes} bye{'s' if byes > 1 else ''} before" if byes else "without a bye"
    lot = f"; drawn by lot among {equals}" if equals > 1 else ""
    over = f"; {passed} passed over, whose bye would force a rematch" if passed else ""
    return f"bye: {'lowest ranking' if ranked else 'weakest record'}{group} {had}{lot}{over}"


def _seeds(room: int, seeds: Sequence[int]) -> str:
    one, two = seeds
    return f"{ROUND_NAMES[room][0]}: seed {one} meets seed {two}"


def _winners(joining: Sequence[PlayerId] = (), equal: Sequence[Side] = (), *, by_hand: bool = False) -> str:
    return "; ".join(("winners of the last round", *_filling_up(joining, equal, by_hand=by_hand)))


def _filling_up(joining: Sequence[PlayerId], equal: Sequence[Side], *, by_hand: bool) -> Iterator[str]:
    """Who fills up by points, and who of those that were equal."""
    lots = [tuple(side) for side in equal if any(player in side for player in joining)]
    if strong := [player for player in joining if not any(player in side for side in lots)]:
        yield f"filling up by points: {everyone(strong)}"
    if lots:
        yield f"filling up {by_lot(equal, by_hand=by_hand)}: {listed(list(map(together, lots)))}"


def by_lot(equal: Sequence[Side], *, by_hand: bool = False) -> str:
    """By lot between Eli and Fay; or by the organizer's decision, where another fair method replaced it."""
    how = "by the organizer’s decision" if by_hand else "by lot"
    return f"{how} {'between' if len(equal) == 2 else 'among'} {listed([together(tuple(side)) for side in equal])}"


def _late_seat(player: PlayerId) -> str:
    return f"{who(player)} came late and took a free seat"


def _seat_taken_over(gone: PlayerId, comes: PlayerId) -> str:
    return f"a result was corrected: {who(comes)} has the seat of {who(gone)}"


def _vacated(
    player: PlayerId,
    moved: Sequence[PlayerId] = (),
    joining: Sequence[PlayerId] = (),
    equal: Sequence[Side] = (),
    *,
    by_hand: bool = False,
) -> str:
    told = [f"{who(player)} is gone"]
    if moved:
        told.append(f"moved for that: {everyone(moved)}")
    return "; ".join((*told, *_filling_up(joining, equal, by_hand=by_hand)))


# What a change by hand breaks


def _have_met(players: Pair) -> str:
    return f"{everyone(players)} have met before."


def _another_bye(player: PlayerId, *, fewer: bool = False) -> str:
    return f"{who(player)} has had a bye, and others have had {'fewer' if fewer else 'none'}."


def _bye_too_strong(player: PlayerId, *, ranked: bool = False) -> str:
    if ranked:
        return f"The bye goes to the lowest ranking player, and {who(player)} is not the lowest ranking."
    return f"The bye goes to the weakest record, and {who(player)}'s is not the weakest."


def _not_nearest(meet: Sequence[tuple[Record, Record]]) -> str:
    told = [f"{record_words(high)} meets {record_words(low)}" for high, low in meet]
    return f"Not the nearest records: {', '.join(told)}."


def _same_faction(players: Pair) -> str:
    return f"{everyone(players)} play the same faction: a mirror match."


def _met_earlier(players: Pair) -> str:
    return f"{everyone(players)} have met in the first phase."


def _wished_apart(players: Pair) -> str:
    return f"{everyone(players)} are to be kept apart."


def _other_groups(players: Pair) -> str:
    return f"{everyone(players)} draft in different groups."


SAY: dict[str, Callable[..., str]] = {
    "said": _said,
    "first-round": _at_random,
    "same-record": _same_record,
    "floated": _floated,
    "bye-in-advance": lambda: "bye: given in advance",
    "bye-alone": lambda: "bye: nobody else is left in this group",
    "bye-by-lot": _bye_by_lot,
    "bye-of-the-weakest": _bye_of_the_weakest,
    "bye-with-fewest-rematches": lambda: "bye: weakest record that leaves the fewest rematches",
    "seeds": _seeds,
    "drawn": lambda: "drawn at random",
    "winners": _winners,
    "late-seat": _late_seat,
    "seat-taken-over": _seat_taken_over,
    "vacated": _vacated,
    "by-hand": lambda: "seated by the organizer",
    "have-met": _have_met,
    "another-bye": _another_bye,
    "bye-too-strong": _bye_too_strong,
    "not-nearest": _not_nearest,
    "same-faction": _same_faction,
    "met-earlier": _met_earlier,
    "wished-apart": _wished_apart,
    "other-groups": _other_groups,
}
