"""Why these two meet, and why there is no legal pairing: sentences for people, from what is so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from engine.pairing.exact import Dead
from engine.pairing.field import Entrant, Field
from engine.sentences import everyone, listed, who
from engine.words import PlayerId


def why_pair(
    entrants: Sequence[Entrant],
    field: Field,
    *,
    groups: Sequence[Sequence[PlayerId]],
    pairs: Sequence[tuple[PlayerId, PlayerId]],
) -> Callable[[PlayerId, PlayerId], str]:
    """A function that says why two players meet (the one with the better score first)."""
    score = field.score
    group = {score[players[0]]: players for players in groups}
    record = {e.id: e.record or f"on {e.score}" for e in entrants}
    taken_in = Counter(score[b] for a, b in pairs if score[a] > score[b])
    first_round = len(group) == 1 and not any(field.met.values())

    def met_all(a: PlayerId, level: int) -> bool:
        return all(b == a or b in field.met[a] for b in group[level])

    def floated(a: PlayerId, b: PlayerId) -> str:
        above, below = score[a], score[b]
        odd = (len(group[above]) - taken_in[above]) % 2 == 1
        reasons = ["odd group" if len(group[above]) % 2 else "odd group after taking one in"] if odd else []
        if met_all(a, above) and len(group[above]) > 1:
            reasons.append(f"has met everyone else {record[a]}")
        elif not odd:
            reasons.append("so that nobody meets twice")
        between = [level for level in group if below < level < above]
        if between:
            met = all(met_all(a, level) for level in between)
            reasons.append("has met everyone in between" if met else "nobody in between was free")
        return f"{record[a]} meets {record[b]}; floated down: {', '.join(reasons)}"

    def why(a: PlayerId, b: PlayerId) -> str:
        if score[a] != score[b]:
            text = floated(a, b)
        else:
            text = "first round: drawn at random" if first_round else f"both {record[a]}"
        if b in field.met[a]:
            text += "; rematch: every pairing has one"
        if field.soft(a, b):
            text += (
                "; earlier opponent: could not be avoided"
                if b in field.avoid[a]
                else "; mirror match: could not be avoided"
            )
        return text

    return why


def why_impossible(dead: Dead, entrants: Sequence[Entrant]) -> str:
    """The proof in words: more players (or odd sets of players) than opponents left for them."""
    met = {entrant.id: entrant.met for entrant in entrants}
    alone = [island[0] for island in dead.islands if len(island) == 1]
    sets = [f"the {len(island)} players {everyone(island)}" for island in dead.islands if len(island) > 1]
    people = listed([*map(who, alone), *sets])
    if dead.bridges:
        claim = f"{people} have met everyone outside but {everyone(dead.bridges)}, which is too few"
    elif sets:
        claim = f"{people} have met everyone outside, and an odd number cannot pair up among themselves"
    else:
        claim = "; ".join(f"{who(p)} has met {everyone(sorted(q for q in met[p] if q in met))}" for p in alone)
    bye = " Even the bye cannot help." if len(entrants) % 2 else ""
    return f"No pairing without a rematch exists: {claim}.{bye} {CHOICES}"


CHOICES = "Choose the fewest rematches, a shorter event, or pair by hand."
