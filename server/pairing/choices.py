"""A player is picked: with whom they could change places, and what each change keeps or breaks."""

from __future__ import annotations

from collections.abc import Iterable

from engine import facts as f
from engine.check import expected
from engine.decisions import people, rounds
from engine.decisions.changing import changed, group_of
from engine.once import once
from engine.pairing.field import Entrant
from engine.pairing.pod_seating import is_fresh
from engine.pairing.pods import most_filling_up
from engine.pairing.roster import entrants_before
from engine.pairing_words import in_words, record_words
from engine.pod_words import taken_out
from engine.refusals import Refused
from engine.sentences import who
from engine.standings.pods import won_the_last_round
from engine.values import dataclass, replace
from engine.words import PlayerId, Round, Tournament
from server.pairing.shown_tables import places, places_and_byes
from server.pairing.tables import movable

FEW = 6
KEEPS = "keeps every rule"


@dataclass(frozen=True, slots=True)
class SwapChoice:
    """Somebody to change places or sit with; `state` is done, warning or alarm."""

    player: PlayerId
    where: str
    state: str
    words: tuple[str, ...]
    shown: str


@dataclass(frozen=True, slots=True)
class Pick:
    """The picked player and what can be done with them; `why_in` says why they cannot be taken out."""

    player: PlayerId
    where: str
    table: int
    mode: str
    choices: tuple[SwapChoice, ...]
    more: int
    can_seat: bool
    bye: SwapChoice | None
    take_out: str
    why_in: str
    absent: bool
    opponent: PlayerId | None
    shown: str
    shown_with_byes: str


@dataclass(frozen=True, slots=True)
class Position:
    """What choices are judged by: computed once for all of them."""

    t: Tournament
    round: Round
    entrants: dict[PlayerId, Entrant]
    table: dict[PlayerId, int]
    opponent: dict[PlayerId, PlayerId]
    broken: tuple[str, ...]
    judged: bool


def broken_now(t: Tournament, round_: Round) -> tuple[str, ...]:
    """What the round as it stands breaks."""
    return _broken_now(t) if round_ is t.current_round else _broken_in(t, round_)


@once
def _broken_now(t: Tournament) -> tuple[str, ...]:
    assert t.current_round is not None
    return _broken_in(t, t.current_round)


def _broken_in(t: Tournament, round_: Round) -> tuple[str, ...]:
    (fact,) = changed(t, round_, [m.seats for m in round_.matches], [bye.player for bye in round_.byes])
    assert isinstance(fact, f.PairingChanged)
    return _broken(t, fact)


def judged(t: Tournament, round_: Round) -> bool:
    """Can the engine say what the round breaks? Only where everybody is there and no second bye had to be given."""
    groups = [bye.group for bye in round_.free_byes]
    return round_.seated <= set(expected(t, t.stages[-1], round_)) and len(groups) == len(set(groups))


def pick(t: Tournament, player: PlayerId, *, mode: str, most: int) -> Pick | None:
    """Everything about a picked player of the open round; None if they cannot be moved."""
    round_ = t.current_round
    if round_ is None or round_.phase == "closed":
        return None
    absent = any(player in match.no_shows and is_fresh(match) for match in round_.matches)
    if player not in _loose(t, round_) and not absent:
        return None
    kind = t.stages[-1].kind
    entrants = entrants_before(t, round_.number) if kind in ("swiss", "groups") else ()
    table = {p: match.table for match in round_.matches for p in match.players}
    known = {e.id: e for e in entrants}
    now = Position(t, round_, known, table, _opponents(round_), broken_now(t, round_), not known or judged(t, round_))
    can_seat = kind in ("swiss", "groups")
    mode = "seat" if mode == "seat" and can_seat else "swap"
    free = () if absent else _others(now, player, mode)
    others = sorted(free, key=lambda other: _rank(now, player, other, mode))
    take_out, why_in = _take_out(now, player)
    choices = sorted((_choice(now, player, other, mode) for other in others[:most]), key=_order)
    return Pick(
        player,
        _where(now, player),
        table.get(player, 0),
        mode,
        tuple(choices),
        max(0, len(others) - most),
        can_seat and len(round_.seated) > 2,
        _bye(now, player),
        take_out,
        why_in,
        absent,
        now.opponent.get(player),
        places(round_, [player]),
        places_and_byes(round_, [player]),
    )


def loose_players(t: Tournament) -> tuple[PlayerId, ...]:
    """Everybody in the open round whose table has no result."""
    round_ = t.current_round
    return () if round_ is None else tuple(_loose(t, round_))


def _loose(t: Tournament, round_: Round) -> list[PlayerId]:
    """In a bracket nobody moves, but somebody may not turn up."""
    open_ = [m for m in round_.matches if movable(t.stages[-1], m) or (t.stages[-1].kind == "bracket" and not m.result)]
    return [p for match in open_ for p in match.players] + [bye.player for bye in round_.byes]


def _others(now: Position, player: PlayerId, mode: str) -> Iterable[PlayerId]:
    """Whom the picked one can change places with: not those at the same table, nor those of another draft group."""
    stage = now.t.stages[-1]
    if stage.kind == "bracket" or now.t.settings.teams:
        return
    for other in _loose(now.t, now.round):
        same_table = other == player or (other in now.table and now.table[other] == now.table.get(player))
        both_off = other not in now.table and player not in now.table
        if not same_table and not both_off and group_of(now.t, other) == group_of(now.t, player):
            yield other


def _swapped(now: Position, player: PlayerId, other: PlayerId, mode: str) -> tuple[PlayerId, PlayerId]:
    """Which two change places, as the decision will do it."""
    if mode == "swap":
        return player, other
    one, two = (player, other) if player in now.table else (other, player)
    return now.opponent.get(one) or one, two


def _new_pairs(now: Position, one: PlayerId, two: PlayerId) -> list[tuple[PlayerId, PlayerId]]:
    found = []
    for stays, comes in ((one, two), (two, one)):
        opponent = now.opponent.get(stays)
        if opponent is not None:
            found.append((comes, opponent))
    return found


def _rank(now: Position, player: PlayerId, other: PlayerId, mode: str) -> tuple[int, int, int]:
    """A quick guess at what the change costs, so that only the likely ones are worked out: cost, distance, table."""
    table = now.table.get(other, 0)
    if not now.entrants:
        return 0, 0, table
    swapped = _swapped(now, player, other, mode)
    score = {p: now.entrants[p].score if p in now.entrants else 0 for p in (player, other, *swapped)}
    apart = abs(score[player] - score[other])
    crossing = score[swapped[0]] != score[swapped[1]]
    return 2 if _is_grave(now, swapped) else int(crossing), apart, table


def _is_grave(now: Position, swapped: tuple[PlayerId, PlayerId]) -> bool:
    """Would somebody meet twice, or have a second bye while others have had none?"""
    known = now.entrants
    if any(a in known and b in known[a].met for a, b in _new_pairs(now, *swapped)):
        return True
    gets_bye = next((b for a, b in (swapped, swapped[::-1]) if a not in now.table and a in known), None)
    return gets_bye in known and known[gets_bye].byes > min(e.byes for e in known.values())


def _choice(now: Position, player: PlayerId, other: PlayerId, mode: str) -> SwapChoice:
    decide = rounds.seat_together if mode == "seat" else rounds.swap
    (fact,) = decide(now.t, player, other)
    return _judged(now, fact, other, _swapped(now, player, other, mode), shown=places(now.round, (player, other)))


def _judged(
    now: Position, fact: f.Fact, other: PlayerId, swapped: tuple[PlayerId, PlayerId], *, shown: str
) -> SwapChoice:
    """What the change breaks that is not broken already."""
    assert isinstance(fact, f.PairingChanged)
    broken = _broken(now.t, fact)
    new = tuple(sentence for sentence in broken if sentence not in now.broken)
    new = new or _not_told(now, swapped)
    if new:
        return SwapChoice(other, _where(now, other), "alarm" if _is_grave(now, swapped) else "warning", new, shown)
    mends = len(broken) < len(now.broken)
    sound = now.judged and not broken and not mends
    words = KEEPS if sound else "fixes what is broken now" if mends else "breaks nothing more"
    return SwapChoice(other, _where(now, other), "done", (words,), shown)


def _not_told(now: Position, swapped: tuple[PlayerId, PlayerId]) -> tuple[str, ...]:
    """What the engine leaves out: it looks at records only where nothing worse is broken, and not at torn rounds."""
    if now.judged and not now.broken:
        return ()
    pairs = [(a, b) for a, b in _new_pairs(now, *swapped) if a in now.entrants and b in now.entrants]
    met = tuple(f"{who(a)} and {who(b)} have met before." for a, b in pairs if b in now.entrants[a].met)
    if met and not now.judged:
        return met
    before = [(p, o) for p in swapped if (o := now.opponent.get(p)) in now.entrants and p in now.entrants]
    if _apart(now, pairs) <= _apart(now, before):
        return ()
    record = {p: record_words(now.entrants[p].record) for pair in pairs for p in pair}
    told = [f"{record[a]} meets {record[b]}" for a, b in pairs if _apart(now, [(a, b)])]
    return (f"Not the nearest records: {', '.join(told)}.",)


def _apart(now: Position, pairs: Iterable[tuple[PlayerId, PlayerId | None]]) -> int:
    """How far apart the scores of these pairs are."""
    known = now.entrants
    return sum(abs(known[a].score - known[b].score) for a, b in pairs if b is not None)


def _order(choice: SwapChoice) -> int:
    return ("done", "warning", "alarm").index(choice.state)


def _broken(t: Tournament, fact: f.PairingChanged) -> tuple[str, ...]:
    """What a changed round breaks: the decision says it, but for tables of several."""
    return _broken_pods(t, fact) if t.stages[-1].kind == "pods" else tuple(map(in_words, fact.breaks))


def _broken_pods(t: Tournament, fact: f.PairingChanged) -> tuple[str, ...]:
    """Tables of several: those who fill up are in the minority at every table."""
    stage = t.stages[-1]
    if len(stage.rounds) < 2:
        return ()
    winners = {p for side in won_the_last_round(replace(stage, rounds=stage.rounds[:-1])) for p in side}
    return tuple(
        f"Table {match.table} has more players who fill up than it should."
        for match in fact.matches
        if sum(p not in winners for p in match.players) > most_filling_up(len(match.seats))
    )


def _bye(now: Position, player: PlayerId) -> SwapChoice | None:
    """Giving the picked player the bye, if there is one to give."""
    has = next((b.player for b in now.round.free_byes if group_of(now.t, b.player) == group_of(now.t, player)), None)
    if has is None or player not in now.table:
        return None
    (fact,) = rounds.give_bye(now.t, player)
    return _judged(now, fact, has, (has, player), shown=places_and_byes(now.round, [player]))


def _take_out(now: Position, player: PlayerId) -> tuple[str, str]:
    """What happens to the others when the picked one leaves before playing; or why that cannot be."""
    kind = now.t.stages[-1].kind
    if kind == "pods":
        return _out_of_several(now, player)
    return (_out_of_duel(now, player), "") if kind in ("swiss", "groups") else ("", "")


def _out_of_several(now: Position, player: PlayerId) -> tuple[str, str]:
    try:
        facts = people.take_out(now.t, player)
    except Refused as why:
        return "", str(why)
    return taken_out(now.round, facts, player), ""


def _out_of_duel(now: Position, player: PlayerId) -> str:
    opponent = now.opponent.get(player)
    if opponent is None:
        return "The bye goes with them. Every other table stays."
    free = [b.player for b in now.round.free_byes if group_of(now.t, b.player) == group_of(now.t, player)]
    if free:
        return f"{who(free[0])} gives up the bye and meets {who(opponent)}. Every other table stays."
    return f"{who(opponent)} gets the bye. Every other table stays."


def _opponents(round_: Round) -> dict[PlayerId, PlayerId]:
    """Whom everybody meets, at a table of several the first of them."""
    return {p: next(o for o in match.players if o != p) for match in round_.matches for p in match.players}


def _where(now: Position, player: PlayerId) -> str:
    return f"table {now.table[player]}" if player in now.table else "bye"
