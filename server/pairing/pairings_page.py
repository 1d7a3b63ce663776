"""The pairings page: the round as it stands, what it was checked for, and what can be done about it."""

from __future__ import annotations

from datetime import datetime

from engine.decisions import rounds
from engine.decisions.stages import groups_drafting, still_draft
from engine.pairing.pod_seating import undrawn
from engine.pairing.swiss import NoLegalPairing
from engine.pairing_words import in_words
from engine.progress import next_round_name, results_in, round_alone
from engine.refusals import Refused, Unknown
from engine.rosters_due import due_next
from engine.sentences import capital, plural
from engine.standings.participants import did_not_come
from engine.values import dataclass, replace
from engine.words import Bye, Match, PlayerId, Round, Stage, Tournament
from server.core.desk import Desk
from server.core.parts import Home, Part, is_meant, part_of
from server.hall.hall_page import table_warnings
from server.pairing.choices import FEW, Pick, broken_now, judged, pick
from server.pairing.pod_choice import SeatingChoice, seating_choice
from server.pairing.repairs import (
    Astray,
    Repairs,
    SeatToGive,
    WaitingPlayer,
    astray,
    minutes_of,
    repairs,
    seats_to_give,
    waiting_at,
)
from server.pairing.tables import Band, bands_of, checked, in_order


@dataclass(frozen=True, slots=True)
class PairingsRequest:
    """What the address asks for: a round, a picked player, how their partners are listed, minutes to wait."""

    now: datetime
    may_change: bool
    round: str | None = None
    pick: PlayerId | None = None
    mode: str = "swap"
    all: bool = False
    minutes: str | None = None
    stuck: bool = False


@dataclass(frozen=True, slots=True)
class RoundsPlan:
    """How many rounds the stage has, and the fewest it can have."""

    planned: int
    fewest: int


@dataclass(frozen=True, slots=True)
class NextRound:
    """Pairing the next round: its name, or the sentence why it cannot be; `stuck` if only rematches are left."""

    name: str
    refused: str = ""
    stuck: str = ""
    can_shorten: bool = False


@dataclass(frozen=True, slots=True)
class RoundLink:
    """One of the rounds so far."""

    number: int
    text: str
    state: str
    here: bool


@dataclass(frozen=True, slots=True)
class PairingsPage:
    """Everything the page shows. `phase` is none, draft, published, closed or past.

    `by_lot`: can another draw come out differently? Not in a bracket.
    `drafting` says which draft groups are not ready, where publishing would end the draft for them.
    """

    phase: str
    number: int
    title: str
    beside: str
    tables: int
    pods: bool
    teams: bool
    by_lot: bool
    shown: Part[Match | Bye]
    bands: tuple[Band, ...]
    facts: tuple[tuple[str, str], ...]
    breaks: tuple[str, ...]
    rounds: tuple[RoundLink, ...]
    next: NextRound | None
    plan: RoundsPlan | None
    pick: Pick | None
    waiting: WaitingPlayer | None
    repairs: Repairs | None
    astray: Astray | None
    lost: bool
    choice: SeatingChoice | None
    drafting: str
    wrong_seats: tuple[SeatToGive, ...]
    due: tuple[str, ...]
    absent: tuple[PlayerId, ...]
    matches: tuple[tuple[int, tuple[PlayerId, ...]], ...]
    hall: tuple[str, ...]


def pairings_page(desk: Desk, asked: PairingsRequest) -> PairingsPage:
    """The round that was asked for, or the current one."""
    t = desk.t
    stage, round_ = _round(t, asked.round)
    phase = _phase(t, round_)
    picked = _picked(t, asked) if _picks(asked, phase) else None
    minutes = minutes_of(asked.minutes)
    shown = _shown(desk, stage, round_, asked)
    return PairingsPage(
        phase=phase,
        number=round_.number if round_ else 0,
        title=_title(t, round_, phase),
        beside=_beside(t, round_, phase),
        tables=len(round_.matches) if round_ else 0,
        pods=stage is not None and stage.kind == "pods",
        teams=bool(t.settings.teams),
        by_lot=stage is not None and stage.kind != "bracket",
        shown=shown,
        bands=bands_of(t, stage, round_, shown.rows) if stage and round_ else (),
        facts=checked(t, stage, round_, verdict=_verdict(t, round_, phase)) if stage and round_ else (),
        breaks=tuple(dict.fromkeys(map(in_words, round_.breaks))) if round_ else (),
        rounds=_links(t, round_),
        next=_next(t, phase, stuck=asked.stuck),
        plan=_plan(t, phase),
        pick=picked,
        waiting=waiting_at(desk, _table_of(round_, picked), minutes=minutes, now=asked.now) if picked else None,
        repairs=repairs(desk, minutes=minutes, now=asked.now) if phase == "published" else None,
        astray=astray(t) if phase in ("draft", "published") else None,
        lost=bool(asked.pick) and picked is None and _picks(asked, phase),
        choice=seating_choice(undrawn(t)) if asked.may_change and phase in ("closed", "draft") else None,
        drafting=_drafting(t, phase),
        wrong_seats=seats_to_give(t) if phase in ("draft", "published", "closed") else (),
        due=due_next(t) if phase == "draft" else (),
        absent=_absent(t, round_, phase),
        matches=_matches(round_) if phase in ("draft", "published") else (),
        hall=tuple(table_warnings(desk.id, t, desk.name)) if asked.may_change and phase == "draft" else (),
    )


def _shown(desk: Desk, stage: Stage | None, round_: Round | None, asked: PairingsRequest) -> Part[Match | Bye]:
    """The part of a long round that was asked for, or that with the player who was picked."""
    return part_of(
        in_order(desk.t, stage, round_) if stage and round_ else (),
        Home("pairings.show", {"tid": desk.id, "round": asked.round}),
        meant=lambda each, q: is_meant(
            q, _people(each), desk.names, table=each.table if isinstance(each, Match) else None
        ),
        here=lambda each: asked.pick in _people(each),
    )


def _people(each: Match | Bye) -> tuple[PlayerId, ...]:
    return each.players if isinstance(each, Match) else (each.player,)


def _absent(t: Tournament, round_: Round | None, phase: str) -> tuple[PlayerId, ...]:
    """Who did not come to the round before and sits in this draft all the same."""
    return tuple(p for p in did_not_come(t) if round_ and p in round_.seated) if phase == "draft" else ()


def _matches(round_: Round | None) -> tuple[tuple[int, tuple[PlayerId, ...]], ...]:
    """Every table with its players, in the order of the hall."""
    return tuple(sorted((match.table, match.players) for match in round_.matches)) if round_ else ()


def _drafting(t: Tournament, phase: str) -> str:
    groups = groups_drafting(t) if phase == "draft" else ()
    return still_draft(t, groups) if groups else ""


def _round(t: Tournament, asked: str | None) -> tuple[Stage | None, Round | None]:
    if not asked:
        return t.stage, t.current_round
    for stage in t.stages:
        for round_ in stage.rounds:
            if str(round_.number) == asked:
                return stage, round_
    raise Unknown("There is no such round in this event yet.")


def _phase(t: Tournament, round_: Round | None) -> str:
    if round_ is None:
        return "none"
    current = t.current_round
    return round_.phase if current is not None and current.number == round_.number else "past"


def _picks(asked: PairingsRequest, phase: str) -> bool:
    """Judges pick too, to record a no-show; only the organizer moves people."""
    return bool(asked.pick) and (phase == "published" or (asked.may_change and phase == "draft"))


def _picked(t: Tournament, asked: PairingsRequest) -> Pick | None:
    player = asked.pick or ""
    if asked.may_change:
        return pick(t, player, mode=asked.mode, most=999 if asked.all else FEW)
    picked = pick(t, player, mode="swap", most=0)
    return picked and replace(picked, more=0, can_seat=False, bye=None, take_out="", why_in="")


def _verdict(t: Tournament, round_: Round, phase: str) -> str:
    """Could fewer meet somebody of another score group? Nothing is said where the engine does not know."""
    if phase not in ("draft", "published") or not judged(t, round_):
        return ""
    broken = broken_now(t, round_)
    if any("Not the nearest" in sentence for sentence in broken):
        return "more than needed"
    return "" if broken else "the best possible"


def _title(t: Tournament, round_: Round | None, phase: str) -> str:
    if round_ is None:
        return "Pairings"
    name = _called(t, round_.number)
    after = {"draft": "draft of the pairings", "published": "published", "closed": "closed", "past": "closed"}
    return f"{name}, {after[phase]}"


def _beside(t: Tournament, round_: Round | None, phase: str) -> str:
    if round_ is None:
        return ""
    if phase == "draft" and t.stages[-1].kind == "bracket":
        return "Nobody sees it yet. Seeds and winners decide who meets whom."
    if phase == "draft":
        return f"Nobody sees it yet.{'' if t.settings.teams else ' Choose a name to change it.'}"
    if phase == "published":
        done, tables = results_in(t)
        return f"{done} of {plural(tables, 'result')} in."
    return "Corrected since it was closed." if round_.amended else ""


def _called(t: Tournament, number: int) -> str:
    """Round 4, or Semi-finals."""
    return capital(round_alone(t, number))


def _links(t: Tournament, here: Round | None) -> tuple[RoundLink, ...]:
    words = {"draft": "draft", "published": "being played", "closed": ""}
    return tuple(
        RoundLink(
            round_.number,
            _called(t, round_.number),
            words[round_.phase] or ("corrected" if round_.amended else plural(len(round_.matches), "table")),
            here is not None and here.number == round_.number,
        )
        for round_ in t.rounds
    )


def _next(t: Tournament, phase: str, *, stuck: bool) -> NextRound | None:
    """Whether the next round can be paired, tried without recording anything; a draft only where one is stuck."""
    stage = t.stage
    if stage is None or phase in ("published", "past") or (phase == "draft" and not (stuck or stage.kind == "pods")):
        return None
    name = next_round_name(t)
    can_shorten = phase == "closed" and stage.kind in ("swiss", "groups")
    try:
        rounds.pair_round(t)
    except NoLegalPairing as why:
        return NextRound(name, stuck=str(why), can_shorten=can_shorten)
    except Refused as why:
        return NextRound(name, refused=str(why))
    return NextRound(name)


def _plan(t: Tournament, phase: str) -> RoundsPlan | None:
    stage = t.stage
    if stage is None or stage.kind not in ("swiss", "groups") or t.finish is not None or phase == "past":
        return None
    return RoundsPlan(stage.planned, max(1, len(stage.rounds)))


def _table_of(round_: Round | None, picked: Pick) -> frozenset[PlayerId]:
    seated = [match.players for match in round_.matches if picked.player in match.players] if round_ else []
    return frozenset(seated[0]) if seated else frozenset()
