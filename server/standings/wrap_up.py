"""The wrap-up of an event: everybody's points, those of the coordinator and the judges, and whether it counts."""

from __future__ import annotations

from collections.abc import Mapping

from engine.pod_words import why_unscored
from engine.rulesets.naming import played_by
from engine.rulesets.registry import ruleset_of
from engine.standings.participants import counted_players
from engine.standings.pods import pod_standings
from engine.values import dataclass
from engine.words import PlayerId, Tournament
from server.core.desk import Desk
from server.people.staff import Member, members


@dataclass(frozen=True, slots=True)
class PlayerPoints:
    """A player's points: of each round, and all together."""

    by_round: str
    points: int


@dataclass(frozen=True, slots=True)
class WrapUp:
    """`reported`: is there a report of it to be sent?"""

    called: str
    counts: str
    scores: Mapping[PlayerId, PlayerPoints]
    staff: tuple[Member, ...]
    coordinated: bool
    reported: bool
    disqualified: tuple[PlayerId, ...]


def wrap_up(desk: Desk) -> WrapUp | None:
    """What is sent in after the event; None for other rulebooks, and while no round is closed."""
    t = desk.t
    stage = t.stage
    if not ruleset_of(t.settings).report_days or stage is None or all(r.phase != "closed" for r in stage.rounds):
        return None
    staff = members(desk)
    return WrapUp(
        called=played_by(t.settings),
        counts=_counts(t),
        scores={
            line.player: PlayerPoints(" + ".join(map(str, filter(None, line.by_round))), line.points)
            for line in pod_standings(t, stage)
        },
        staff=staff,
        coordinated=any(member.role in ("Coordinator", "Organizer") for member in staff),
        reported=t.settings.scored and not why_unscored(t),
        disqualified=tuple(player.id for player in t.players.values() if player.disqualified),
    )


def _counts(t: Tournament) -> str:
    if not t.settings.scored:
        return "An unscored event: the points are for the players alone."
    days = ruleset_of(t.settings).report_days
    sent = f"A scored event of {counted_players(t)} players: send the results in within {days} days."
    return why_unscored(t) or sent
