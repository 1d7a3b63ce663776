"""Penalties: who has which, and the form that gives one, with what the rulebook does next."""

from __future__ import annotations

from collections.abc import Mapping

from engine import facts as f
from engine.decisions import people
from engine.decisions.penalties import give_penalty, standing
from engine.penalty_words import OTHER_FAULT, fault_words
from engine.rulesets.base import PenaltyStep
from engine.rulesets.registry import ruleset_of
from engine.rulesets.wall import penalty_steps
from engine.sentences import who
from engine.values import dataclass
from engine.words import Match, PenaltyKind, PlayerId, Tournament
from server.core.desk import Desk
from server.core.texts import texts

KINDS: dict[PenaltyKind, tuple[str, str]] = {
    "warning": ("Warning", "noted, nothing else"),
    "game-loss": ("Game loss", "the opponent wins this match"),
    "match-loss": ("Match loss", "the opponent wins this match"),
    "disqualification": ("Disqualification", "out of the event, no place, no prize"),
}


@dataclass(frozen=True, slots=True)
class Given:
    """A penalty as the list shows it."""

    id: str
    player: PlayerId
    kind: str
    fault: str
    round: int
    reason: str
    lifted: bool


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault to choose, with what the rulebook does now."""

    fault: str
    says: str
    proposed: str


@dataclass(frozen=True, slots=True)
class PenaltyTyped:
    """The penalty form as it came in. `earlier` is how many penalties of the player the page showed."""

    player: str = ""
    fault: str = ""
    kind: str = ""
    reason: str = ""
    wounds: str = ""
    earlier: str = ""


@dataclass(frozen=True, slots=True)
class PenaltyPage:
    said: PenaltyTyped
    player: PlayerId
    players: tuple[PlayerId, ...]
    faults: tuple[Fault, ...]
    fault: Fault | None
    earlier: tuple[Given, ...]
    standing: int
    kinds: tuple[tuple[str, str, str, bool], ...]
    opponent: PlayerId
    thing: str
    table: int
    no_match: bool
    leave: str = ""


def penalties_page(desk: Desk) -> tuple[Given, ...]:
    """Every penalty, newest first."""
    return tuple(reversed(_given(desk)))


def penalty_page(desk: Desk, said: PenaltyTyped) -> PenaltyPage:
    """First whom and for what, then which; earlier ones are always in view."""
    t = desk.t
    player = said.player if said.player in t.players else ""
    earlier = tuple(given for given in _given(desk) if given.player == player)
    faults = tuple(_fault(t, player, step) for step in penalty_steps(t.settings))
    faults = (*faults, Fault(OTHER_FAULT, "Say in a few words what it was.", ""))
    chosen = next((fault for fault in faults if fault.fault == said.fault), None)
    match = people.open_match(t, player)
    opponent = next((p for p in match.players if p != player), "") if match and len(match.seats) == 2 else ""
    return PenaltyPage(
        said=said,
        player=player,
        players=tuple(sorted(t.players, key=lambda p: desk.names.get(p, p).casefold())),
        faults=faults,
        fault=chosen,
        earlier=earlier,
        standing=standing(t, player),
        kinds=_kinds(t, said.kind or (chosen.proposed if chosen else ""), match=match, opponent=opponent),
        opponent=opponent,
        thing=ruleset_of(t.settings).side,
        table=match.table if match else 0,
        no_match=match is None,
    )


def give(t: Tournament, said: PenaltyTyped, *, id: str, wounds: int) -> tuple[f.Fact, ...]:
    """The penalty that the form asks for, given what its page showed."""
    asked = {"kind": said.kind, "fault": said.fault, "reason": said.reason}
    return give_penalty(t, said.player, **asked, id=id, wounds=wounds, earlier=_seen(said.earlier))


def _seen(earlier: str) -> int | None:
    """How many penalties the page showed; -1 for what no page shows."""
    if not earlier:
        return None
    return int(earlier) if earlier.isdecimal() and len(earlier) < 6 else -1


def _given(desk: Desk) -> list[Given]:
    reasons: Mapping[str, str] = {text.id: text.text for text in texts(desk.id, "penalty")}
    return [
        Given(p.id, p.player, KINDS[p.kind][0], fault_words(p.fault), p.round, reasons.get(p.id, ""), p.lifted)
        for p in desk.t.penalties
    ]


def _fault(t: Tournament, player: PlayerId, step: PenaltyStep) -> Fault:
    """The rulebook's next step for this player. Only a ladder that begins with a warning is proposed by itself:
    where the book names the hardest penalty it may come to, that is the organizer's call.
    """
    had = any(p.player == player and p.fault == step.code and not p.lifted for p in t.penalties)
    ladder = bool(player) and step.kinds[:1] == ("warning",)
    due = people.next_penalty(t, player, fault=step.fault) if ladder else None
    return Fault(step.fault, step.again if had else step.first, "" if due in (None, "disqualification") else due)


def _kinds(
    t: Tournament, chosen: str, *, match: Match | None, opponent: PlayerId
) -> tuple[tuple[str, str, str, bool], ...]:
    """Each with what it does to results now. Where nobody plays one against one, there is no match to give away."""
    several = bool(t.stages) and t.stages[-1].kind == "pods"
    known = {kind for step in penalty_steps(t.settings) for kind in step.kinds}
    alike = "match-loss" if "match-loss" not in known else "game-loss" if "game-loss" not in known else ""
    barred = ("game-loss", "match-loss") if several else (alike,) if chosen != alike else ()
    possible = [kind for kind in KINDS if kind not in barred]
    decides = f"table {match.table} ends now, and {who(opponent)} wins it" if match and opponent else ""
    effects = {
        "game-loss": decides or KINDS["game-loss"][1],
        "match-loss": decides or KINDS["match-loss"][1],
        "disqualification": "; ".join(filter(None, (KINDS["disqualification"][1], decides))),
    }
    return tuple((kind, KINDS[kind][0], effects.get(kind, KINDS[kind][1]), kind == chosen) for kind in possible)
