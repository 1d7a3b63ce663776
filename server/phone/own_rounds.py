"""A player's own rounds, as they see them."""

from __future__ import annotations

from engine.pod_words import gone_words
from engine.progress import round_name, short_round_name
from engine.sentences import capital
from engine.sides import Side, opponents, partners
from engine.so_far import at_open_tables
from engine.standings.sheets import sheets
from engine.values import dataclass
from engine.words import Match, PlayerId, Round, Stage, Tournament

MARKS = ("win", "loss", "draw")


@dataclass(frozen=True, slots=True)
class OwnRound:
    """A round of this player, as they see it."""

    label: str
    name: str
    others: tuple[Side, ...]
    mark: str
    text: str
    partners: Side = ()


def own_round(t: Tournament, stage: Stage, round_: Round, player: PlayerId) -> OwnRound:
    name = capital(round_name(t, round_.number))
    label = short_round_name(t, round_.number).removeprefix("R")
    if any(bye.player == player for bye in round_.byes):
        return OwnRound(label, name, (), "win", "bye")
    match = next((match for match in round_.matches if player in match.players), None)
    if match is None and _missed(t, stage, round_, player):
        return OwnRound(label, name, (), "loss", "missed")
    if match is None:
        return OwnRound(label, name, (), "", "")
    others = tuple(side for side in opponents(match, player) if gone_words(match, side) != "did not come")
    return OwnRound(label, name, others, *_result(t, match, player), partners(match, player))


def _missed(t: Tournament, stage: Stage, round_: Round, player: PlayerId) -> bool:
    """A Swiss round that this player was in the event for, or entered after: it counts as a loss."""
    if stage.kind not in ("swiss", "groups"):
        return False
    own = sheets(t, stage).get(player)
    return own is not None and any(line.kind == "missed" and line.round == round_.number for line in own.lines)


def _result(t: Tournament, match: Match, player: PlayerId) -> tuple[str, str]:
    """How it went for this player, and the numbers with their own first."""
    if gone := gone_words(match, (player,)) if player in match.no_shows or match.result is None else "":
        return "", gone
    if match.result is None:
        return "", at_open_tables(t).lower()
    seat = match.players.index(player)
    mine = match.result.outcomes[seat]
    if mine.place and t.players[player].disqualified:
        return "", "no place"
    if len(match.seats) > 2:
        return "win" if mine.place == 1 else "", f"place {mine.place}"
    return mine.mark, f"{mine.blood} : {match.result.outcomes[1 - seat].blood}"


def record_of(rounds: tuple[OwnRound, ...]) -> str:
    counts = {mark: sum(each.mark == mark for each in rounds) for mark in MARKS}
    if not any(counts.values()):
        return ""
    words = (("win", "win", "wins"), ("loss", "loss", "losses"), ("draw", "draw", "draws"))
    told = [f"{counts[m]} {one if counts[m] == 1 else many}" for m, one, many in words if counts[m]]
    return ", ".join(told)
