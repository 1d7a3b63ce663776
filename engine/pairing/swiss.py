"""A Swiss round: bye, pairs, tables, and the reason for each."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from random import Random

from engine.pairing.byes import bye_with_fewest_rematches, choose_bye
from engine.pairing.exact import Dead, best_pairing
from engine.pairing.field import Entrant, Field, field_of, score_groups
from engine.pairing.legs import pair_groups
from engine.pairing.why import why_impossible, why_pair
from engine.reasons import Reason
from engine.refusals import Refused
from engine.values import dataclass
from engine.words import PlayerId


class NoLegalPairing(Refused):
    """Every complete pairing has a rematch. The text proves it."""


@dataclass(frozen=True, slots=True)
class DrawnTable:
    """Two players and why they meet."""

    players: tuple[PlayerId, PlayerId]
    why: Reason
    rematch: bool = False
    soft: bool = False
    apart: bool = False


@dataclass(frozen=True, slots=True)
class Pairing:
    """A round, best table first."""

    tables: tuple[DrawnTable, ...]
    bye: PlayerId | None = None
    bye_why: Reason | None = None


@dataclass(frozen=True, slots=True)
class Drawn:
    """Who meets whom, before tables and reasons."""

    field: Field
    pairs: list[tuple[PlayerId, PlayerId]]
    bye: PlayerId | None
    bye_why: Reason | None


def pair_swiss(entrants: Sequence[Entrant], rng: Random) -> Pairing:
    """Pair a round by the priorities of the rulebooks. NoLegalPairing if somebody would have to meet twice."""
    return explained(entrants, draw_pairs(entrants, rng), rng)


def draw_pairs(entrants: Sequence[Entrant], rng: Random) -> Drawn:
    """The bye and the pairs alone."""
    field = field_of(entrants)
    bye, bye_why = None, None
    if len(entrants) % 2:
        chosen = choose_bye(entrants, field=field, rng=rng)
        if isinstance(chosen, Dead):
            raise NoLegalPairing(why_impossible(chosen, entrants))
        bye, bye_why = chosen
    groups = score_groups(field.score, (p for p in field.score if p != bye))
    pairs = pair_groups(groups, field=field, rng=rng)
    if isinstance(pairs, Dead):
        raise NoLegalPairing(why_impossible(pairs, entrants))
    return Drawn(field, pairs, bye, bye_why)


def pair_with_fewest_rematches(entrants: Sequence[Entrant], rng: Random) -> Pairing:
    """When no legal pairing exists and the organizer goes on all the same; where one exists, that one."""
    with suppress(NoLegalPairing):
        return pair_swiss(entrants, rng)
    field = field_of(entrants)
    odd = len(entrants) % 2 == 1
    bye = bye_with_fewest_rematches(entrants, field=field, rng=rng) if odd else None
    groups = score_groups(field.score, (p for p in field.score if p != bye))
    best = best_pairing(groups, field=field, rng=rng, sink=False, rematches=True)
    assert not isinstance(best, Dead), "with rematches everybody can be paired"
    alone = len(entrants) == 1
    why = Reason("bye-alone" if alone else "bye-with-fewest-rematches") if odd else None
    return explained(entrants, Drawn(field, best.pairs, bye, why), rng)


def explained(entrants: Sequence[Entrant], drawn: Drawn, rng: Random) -> Pairing:
    """Tables in order, best score first and among equals as drawn, each with its reason."""
    field, score, pairs = drawn.field, drawn.field.score, drawn.pairs
    rng.shuffle(pairs)
    upright = [(a, b) if score[a] >= score[b] else (b, a) for a, b in pairs]
    upright.sort(key=lambda p: (-score[p[0]], -score[p[1]]))
    why = why_pair(entrants, field, pairs=upright)
    wished = field.apart if field.has_soft else None
    tables = tuple(
        [
            DrawnTable((a, b), why(a, b), b in field.met[a], field.soft(a, b), wished is not None and b in wished[a])
            for a, b in upright
        ]
    )
    return Pairing(tables, drawn.bye, drawn.bye_why)
