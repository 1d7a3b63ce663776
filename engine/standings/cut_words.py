"""Can I still make the cut? In a sentence, and why."""

from __future__ import annotations

from collections.abc import Iterator

from engine.sentences import plural
from engine.standings.cutline import Chance, CutLine
from engine.standings.sheets import sheets
from engine.values import dataclass
from engine.words import Match, PlayerId, Stage, Tournament


@dataclass(frozen=True, slots=True)
class CutChance:
    """Whether somebody is in, can still get in or is out, and why it is so."""

    chance: Chance
    title: str
    why: str


def cut_chance(t: Tournament, stage: Stage, line: CutLine, player: PlayerId) -> CutChance | None:
    """For a player of a Swiss stage with a cut; None for whoever is out of the event."""
    chance = line.chances.get(player)
    if chance is None or not t.players[player].active:
        return None
    top, left = f"the top {t.settings.cut}", _left(stage, player)
    if chance == "clinched":
        rest = "However the rest goes, you stay in." if _to_come(stage) else "All rounds before the cut are played."
        return CutChance(chance, f"You are in {top}.", rest)
    if chance == "out" and not _to_come(stage):
        why = f"{_why_out(t, stage, player, left)} If somebody declines, the next in rank moves up."
        return CutChance(chance, f"You are not in {top}.", why)
    if chance == "out":
        return CutChance(chance, f"You cannot reach {top} any more.", _why_out(t, stage, player, left))
    how = _how(t, stage, player, left)
    return CutChance(chance, f"You can still make {top}.", f"{how} {_odds(line, player)}".strip())


def _left(stage: Stage, player: PlayerId) -> int:
    """How many matches this player can still win."""
    return _rounds_left(stage) + any(player in match.players for match in _open(stage))


def _to_come(stage: Stage) -> bool:
    """Whether anything is still to be played."""
    return bool(_rounds_left(stage)) or any(True for _ in _open(stage))


def _rounds_left(stage: Stage) -> int:
    return max(0, stage.planned - sum(round_.phase != "draft" for round_ in stage.rounds))


def _open(stage: Stage) -> Iterator[Match]:
    rounds = (round_ for round_ in stage.rounds if round_.phase != "draft")
    return (match for round_ in rounds for match in round_.matches if match.result is None)


def _why_out(t: Tournament, stage: Stage, player: PlayerId, left: int) -> str:
    own, unit = _scores(t, stage), 1 if t.settings.scoring.score == "wins" else t.settings.scoring.win
    best = own[player] + unit * left
    beyond = sum(score > best for other, score in own.items() if other != player and t.players[other].active)
    if beyond < t.settings.cut:
        return "Others with the same record are ahead of you on tie-breaks."
    with_all = "Even if you win everything that is left, you have" if left else "You have"
    return f"{with_all} {_counted(t, best)}, and {plural(beyond, 'player')} {'has' if beyond == 1 else 'have'} more."


def _odds(line: CutLine, player: PlayerId) -> str:
    """How often, where somebody has looked at how the rest may end."""
    if not line.futures:
        return ""
    share = round(100 * line.share(player))
    odds = "almost always" if share >= 99 else "rarely" if share < 1 else f"in about {share} of 100"
    return f"If every open match could go either way, you make it {odds}."


def _how(t: Tournament, stage: Stage, player: PlayerId, left: int) -> str:
    own = _scores(t, stage)
    inside = sorted((score for p, score in own.items() if t.players[p].active), reverse=True)
    line = inside[min(t.settings.cut, len(inside)) - 1]
    play = f"with {plural(left, 'match', 'matches')} to play" if left else "with nothing left to play for you"
    return f"You have {_counted(t, own[player])} {play}; the line is at {_counted(t, line)} now."


def _counted(t: Tournament, score: int) -> str:
    return plural(score, "win" if t.settings.scoring.score == "wins" else "point")


def _scores(t: Tournament, stage: Stage) -> dict[PlayerId, int]:
    by_wins = t.settings.scoring.score == "wins"
    return {player: sheet.wins if by_wins else sheet.points for player, sheet in sheets(t, stage).items()}
