"""What may have to be put right in a published round: who is gone, came late, sat wrong, or is missing."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from engine import facts as f
from engine.check import expected
from engine.clock import mmss
from engine.fold import Act
from engine.pairing.pod_seating import is_fresh
from engine.pod_words import wrong_seat_words
from engine.standings.pods import WrongSeat, wrong_seats
from engine.values import dataclass
from engine.words import PlayerId, Round, Tournament
from server.core.books import standing
from server.core.desk import Desk
from server.pairing.choices import loose_players
from server.pairing.shown_tables import places, places_and_byes

MINUTES, LONGEST = 10, 120


@dataclass(frozen=True, slots=True)
class WaitingPlayer:
    """How long a table has waited for somebody, and how long it still should."""

    minutes: int
    what: str
    since: str
    until: str
    left: int

    @property
    def clock(self) -> str:
        return mmss(1000 * self.left)


@dataclass(frozen=True, slots=True)
class Astray:
    """People whose place does not fit: dropped but seated, here but without a seat."""

    gone: tuple[PlayerId, ...]
    unseated: tuple[PlayerId, ...]
    free: PlayerId | None
    shown: str


@dataclass(frozen=True, slots=True)
class Repairs:
    """The repairs of a published round."""

    waiting: WaitingPlayer
    seated: tuple[tuple[PlayerId, str], ...]
    shown: str
    as_played: bool
    late: PlayerId | None
    published: int


@dataclass(frozen=True, slots=True)
class SeatToGive:
    """After a correction: what it means for the seats, and who could take over whose; nobody where that cannot be."""

    words: str
    gone: PlayerId
    comes: PlayerId
    shown: str


def seats_to_give(t: Tournament) -> tuple[SeatToGive, ...]:
    """Seats of the last round that belong to somebody else by the corrected results."""
    return tuple(_to_give(t, seat, words) for seat, words in zip(wrong_seats(t), wrong_seat_words(t), strict=True))


def _to_give(t: Tournament, seat: WrongSeat, words: str) -> SeatToGive:
    last = t.current_round
    match = last.match_at(seat.table) if last is not None and last.phase != "closed" else None
    if last is None or match is None or not is_fresh(match) or len(seat.won) > 1:
        return SeatToGive(words, "", "", "")
    gone, comes = seat.sits[0], seat.won[0]
    return SeatToGive(words, gone, comes, places(last, (gone, comes)))


def repairs(desk: Desk, *, minutes: int, now: datetime) -> Repairs | None:
    """What can be put right in a published round that is not over."""
    t, round_ = desk.t, desk.t.current_round
    if round_ is None or round_.phase != "published":
        return None
    acts = standing(desk.book)
    published = _publishing(acts, round_.number)
    table = {p: f"table {match.table}" for match in round_.matches for p in match.players}
    seated = sorted(loose_players(t), key=lambda p: desk.names.get(p, p).casefold())
    return Repairs(
        waiting=waiting_since(_beginning(t, acts, published), minutes=minutes, now=now),
        seated=tuple((p, table.get(p, "bye")) for p in seated),
        shown=places_and_byes(round_, seated),
        as_played=t.stages[-1].kind in ("swiss", "groups") and len(seated) > 2,
        late=_free(t, round_) if t.stages[-1].kind == "swiss" and not t.stages[-1].entrants else None,
        published=published.seq,
    )


def waiting_at(desk: Desk, players: frozenset[PlayerId], *, minutes: int, now: datetime) -> WaitingPlayer | None:
    """The waiting time of one table, counted anew if these people were seated there later."""
    t, round_ = desk.t, desk.t.current_round
    if round_ is None or round_.phase != "published":
        return None
    acts = standing(desk.book)
    published = _publishing(acts, round_.number)
    began, what = _beginning(t, acts, published)
    for act in acts:
        for fact in act.facts:
            if isinstance(fact, f.PairingChanged) and act.seq > began.seq and fact.number == round_.number:
                here = any(frozenset(match.players) == players for match in fact.matches)
                new = here and not _sat_before(acts, act, players, round_.number)
                began, what = (act, "they were seated") if new else (began, what)
    return waiting_since((began, what), minutes=minutes, now=now)


def waiting_since(beginning: tuple[Act, str], *, minutes: int, now: datetime) -> WaitingPlayer:
    """Minutes from the act that the waiting began with."""
    act, what = beginning
    since = datetime.fromisoformat(act.at) if act.at else now
    until = since + timedelta(minutes=minutes)
    left = min(minutes * 60, max(0, round((until - now).total_seconds())))
    return WaitingPlayer(minutes, what, since.isoformat(), until.astimezone(UTC).isoformat(), left)


def astray(t: Tournament) -> Astray | None:
    """Who does not fit into the open round, if anybody."""
    round_ = t.current_round
    if round_ is None or round_.phase == "closed" or t.stages[-1].kind not in ("swiss", "groups"):
        return None
    here = expected(t, t.stages[-1], round_)
    gone = tuple(p for p in loose_players(t) if p not in here)
    unseated = tuple(p for p in here if p not in round_.seated)
    shown = places_and_byes(round_, (*gone, *unseated))
    return Astray(gone, unseated, _free(t, round_), shown) if gone or unseated else None


def minutes_of(text: str | None) -> int:
    """The minutes somebody asked for, within reason."""
    return min(LONGEST, max(1, int(text))) if text and text.isascii() and text.isdigit() and len(text) < 5 else MINUTES


def _publishing(acts: Sequence[Act], number: int) -> Act:
    """The act that published this round, the last time it was."""
    facts = ((act, fact) for act in reversed(acts) for fact in act.facts)
    return next(act for act, fact in facts if isinstance(fact, f.RoundPublished) and fact.number == number)


def _beginning(t: Tournament, acts: Sequence[Act], published: Act) -> tuple[Act, str]:
    """Players wait from the start of the clock, or from publishing while it stands."""
    if t.clock is not None and t.clock.runs:
        started = next((act for act in acts if act.seq == t.clock.runs[0].seq), None)
        if started is not None:
            return started, "the clock started"
    return published, "the round was published"


def _sat_before(acts: Sequence[Act], until: Act, players: frozenset[PlayerId], number: int) -> bool:
    """Did these people share a table just before this act?"""
    last: tuple[frozenset[PlayerId], ...] = ()
    for act in acts:
        if act.seq >= until.seq:
            break
        for fact in act.facts:
            if isinstance(fact, (f.RoundPaired, f.PairingChanged)) and fact.number == number:
                last = tuple(frozenset(match.players) for match in fact.matches)
    return players in last


def _free(t: Tournament, round_: Round) -> PlayerId | None:
    """Whoever has the bye and could meet a late arrival: only before the clock has started."""
    started = t.clock is not None and bool(t.clock.runs)
    return None if started or not round_.free_byes else round_.free_byes[0].player
