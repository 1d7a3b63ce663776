"""Who is kept apart, and who does not play a round: what the organizer says beforehand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from engine import facts as f
from engine.fold import apply_facts
from engine.folding.parts import player_of
from engine.refusals import Refused
from engine.sentences import who
from engine.values import replace
from engine.words import Apart, Excuse, PlayerId, Tournament

Groups = Sequence[Sequence[PlayerId]]


def keep_apart(t: Tournament, wanted: Apart) -> tuple[f.Fact, ...]:
    """From the next pairing on; a draft is paired anew for it."""
    return () if wanted == t.apart else (f.KeptApart(wanted),)


def pair_apart(t: Tournament, clubs: Groups, pair: Callable[[Tournament], Iterable[f.Fact]]) -> tuple[f.Fact, ...]:
    """Pair with the clubs as they are now: they live outside, so the act says who shared one."""
    mates = tuple(sorted(tuple(sorted(group)) for group in clubs if len(group) > 1))
    known = keep_apart(t, replace(t.apart, clubs=mates)) if t.apart.club_mates else ()
    return *known, *pair(apply_facts(t, known))


def excuse(t: Tournament, player: PlayerId, rounds: Mapping[int, Excuse | None]) -> tuple[f.Fact, ...]:
    """How these rounds count for somebody who will not play them; what stays as it was is not said again."""
    known = player_of(t, player)
    if rounds and t.stage is not None and t.stage.kind not in ("swiss", "groups"):
        raise Refused(f"Only Swiss rounds are sat out. If {who(player)} does not come, record a no-show.")
    return tuple(f.RoundExcused(player, n, how) for n, how in sorted(rounds.items()) if known.excuse(n) != how)
