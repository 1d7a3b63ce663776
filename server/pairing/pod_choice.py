"""How the next round of tables of several can be seated: filled up to threes, or the winners alone."""

from __future__ import annotations

from engine.pairing import pods
from engine.pairing.pod_seating import filling, filling_lot, plays_in_teams
from engine.pairing_words import by_lot
from engine.pod_words import sizes_words
from engine.refusals import Refused
from engine.rulesets.base import Counted
from engine.rulesets.registry import ruleset_of
from engine.sentences import listed, plural
from engine.sides import Side, team_of, together
from engine.standings.pods import pod_totals, staying_winners, won_the_last_round
from engine.values import dataclass
from engine.words import PlayerId, Stage, Tournament


@dataclass(frozen=True, slots=True)
class Way:
    """One way to seat the round: what it means, a sentence each; or why it cannot be."""

    endpoint: str
    title: str
    button: str
    means: tuple[str, ...]
    refused: str = ""


@dataclass(frozen=True, slots=True)
class SeatingChoice:
    """Who goes on, and the ways (teams sit by three); `proposed` is the one the printed grids take, if it can be.

    `round` is the number of the round that is seated. `equal` are those of whom only a lot says who fills up.
    """

    round: int
    winners: str
    ways: tuple[Way, ...]
    proposed: str
    equal: tuple[Side, ...] = ()

    @property
    def told(self) -> str:
        """Who goes on, and what there is to look at, before anybody has looked."""
        both = len(self.ways) > 1 and not any(way.refused for way in self.ways)
        fours = ", or the winners sit at tables of four: look at both, then pair."
        return f"{self.winners} Free seats are filled up{fours if both else ': look who it is, then pair.'}"


def seating_choice(t: Tournament) -> SeatingChoice | None:
    """The choice before a round; None where there is nothing to choose: the first one, or nobody has to fill up."""
    stage = t.stage
    if stage is None or stage.kind != "pods" or all(r.phase != "closed" for r in stage.rounds):
        return None
    won, staying = won_the_last_round(stage), staying_winners(t, stage)
    if len(staying) < 2 or not pods.fill_up(len(won), left=len(won) - len(staying)):
        return None
    in_teams = plays_in_teams(t)
    ways = (_filled(t, stage, len(staying)), *(() if in_teams else (_fours(len(staying)),)))
    proposed = next((way.endpoint for way in ways if not way.refused), "")
    lot = None if ways[0].refused else filling_lot(t)
    winners = _winners(len(won), len(staying), in_teams=in_teams)
    return SeatingChoice(t.rounds_played + 1, winners, ways, proposed, lot.equal if lot else ())


def _winners(won: int, staying: int, *, in_teams: bool) -> str:
    side = "team" if in_teams else "winner"
    if won == staying:
        return f"{plural(staying, side)} go on. They do not divide into threes."
    return f"{staying} of {plural(won, side)} go on, {won - staying} {'has' if won - staying == 1 else 'have'} left."


def _filled(t: Tournament, stage: Stage, staying: int) -> Way:
    title, button = "Fill up to threes", "Fill up and pair"
    try:
        joining = filling(t)
    except Refused as why:
        return Way("pair", title, button, (), str(why))
    tables = sizes_words((3,) * ((staying + len(joining)) // 3))
    totals, counted = pod_totals(t, stage), ruleset_of(t.settings).counted
    told = sides_with_points(tuple(team_of(t, player) for player in joining), totals)
    fill = "fills" if len(joining) == 1 else "fill"
    seated = f"{staying} who won and {len(joining)} who {fill} up"
    if plays_in_teams(t):
        seated = f"{plural(staying, 'team')} that won and {len(joining)} that {fill} up"
    return Way(
        "pair",
        title,
        button,
        (
            f"{tables}: {seated}.",
            f"Another chance for {told}, {_how(t, counted)}.",
            "Whoever fills up is always the minority at a table. The printed grids do the same.",
        ),
    )


def _how(t: Tournament, counted: Counted) -> str:
    """By points; or by lot between those who are equal, each of whom is named."""
    lot = filling_lot(t)
    if lot is None:
        return f"by points, then {counted.exactly} per game"
    rest = "" if len(lot.chosen) == len(filling(t)) else "by points; "
    which = "" if not rest else f"{listed([together(side) for side in lot.chosen])} "
    equal = f"{'who are' if len(lot.equal) > 2 else 'both'} equal on points and {counted.exactly} per game"
    return f"{rest}{which}{by_lot(lot.equal, by_hand=lot.by_hand)}, {equal}"


def _fours(staying: int) -> Way:
    title, button = "Tables of four", "Winners only"
    try:
        sizes = pods.sizes_without_filling_up(staying)
    except Refused as why:
        return Way("fours", title, button, (), str(why))
    return Way(
        "fours",
        title,
        button,
        (
            f"{sizes_words(sizes)}: only those who won go on.",
            "Nobody gets a second chance, and a table of four can need five games.",
            "Fourth place scores one point times the number of the round.",
        ),
    )


def sides_with_points(sides: tuple[Side, ...], totals: dict[PlayerId, int]) -> str:
    """Ana (7) and Ben (6); Ana & Ben (7)."""
    return listed([f"{together(side)} ({max(totals.get(player, 0) for player in side)})" for side in sides])
