"""Who sits out when the field is odd."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from operator import attrgetter
from random import Random

from engine.pairing.blossom import Stuck, exposable
from engine.pairing.exact import Dead, dead_end
from engine.pairing.field import Entrant, Field, strangers
from engine.reasons import Param, Reason
from engine.words import PlayerId


def choose_bye(entrants: Sequence[Entrant], *, field: Field, rng: Random) -> tuple[PlayerId, Reason] | Dead:
    """The weakest record without a bye, at random among equals; the next weakest only if a rematch were forced."""
    possible = _possible([entrant.id for entrant in entrants], field)
    if isinstance(possible, Dead):
        return possible
    chosen, equals, passed = _weakest(entrants, possible, rng)
    return chosen.id, _why(entrants, chosen, equals=equals, passed=passed)


def bye_with_fewest_rematches(entrants: Sequence[Entrant], *, field: Field, rng: Random) -> PlayerId:
    """The same where rematches cannot be avoided: the next weakest only if that saves one."""
    possible = _possible([entrant.id for entrant in entrants], field)
    if isinstance(possible, Dead):
        # A largest set of pairs without a rematch leaves nobody out but members of the islands (Gallai and Edmonds).
        possible = frozenset(player for island in possible.islands for player in island)
    return _weakest(entrants, possible, rng)[0].id


def _weakest(entrants: Sequence[Entrant], possible: frozenset[PlayerId], rng: Random) -> tuple[Entrant, int, int]:
    """First in line among the possible, how many are equal to them, how many before or beside them are passed over."""
    passed = 0
    for _, group in groupby(sorted(entrants, key=attrgetter("weakness")), key=attrgetter("weakness")):
        equals = list(group)
        legal = [entrant for entrant in equals if entrant.id in possible]
        passed += len(equals) - len(legal)
        if legal:
            return rng.choice(legal), len(legal), passed
    raise AssertionError("somebody can be left out, so somebody in the list can")


def _possible(players: Sequence[PlayerId], field: Field) -> frozenset[PlayerId] | Dead:
    """Whose bye leaves everybody else an opponent they have not met."""
    n = len(players)
    most = max(len(field.met[p]) for p in players)
    # Dirac: among n - 1 players, all pair up if each still has half of the others before them.
    if 2 * (n - 2 - most) >= n - 1:
        return frozenset(players)
    found = exposable(strangers(players, field))
    return dead_end(found, players) if isinstance(found, Stuck) else frozenset(players[v] for v in found)


def _why(entrants: Sequence[Entrant], chosen: Entrant, *, equals: int, passed: int) -> Reason:
    if len(entrants) == 1:
        return Reason("bye-alone")
    if equals == len(entrants):
        return Reason("bye-by-lot", {"players": equals})
    told: dict[str, Param] = {"record": chosen.record, "byes": chosen.byes, "passed": passed}
    told["ranked"] = bool(chosen.bye_key)
    lot = {"equals": equals} if equals > 1 else {}
    return Reason("bye-of-the-weakest", {name: value for name, value in (told | lot).items() if value})
