"""Standings computed a second time, straight from a tournament document: R1–R6 and C1–C3."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

Document = dict[str, Any]
Class = tuple[str, list[str]]
"""What decided it, and who shares it. More than one player only where the lot decides among them."""


@dataclass(slots=True)
class Sheet:
    """One player's rounds, added up."""

    wins: int = 0
    points: int = 0
    earned: int = 0
    lost: int = 0
    byes: int = 0
    opponents: list[str] = field(default_factory=list)
    beat: list[str] = field(default_factory=list)
    disqualified: bool = False


def sheets(doc: Document) -> dict[str, Sheet]:
    """Everyone's sheet. A round missed before entering is a loss: 0 blood earned, 25 lost."""
    book = {p["id"]: Sheet(lost=25 * (p.get("entered_round", 1) - 1)) for p in doc["players"]}
    for round_ in doc["rounds"]:
        for match in round_["matches"]:
            _enter(book, match)
        if round_.get("bye"):
            sheet = book[round_["bye"]]
            sheet.wins, sheet.points = sheet.wins + 1, sheet.points + 3
            sheet.earned, sheet.byes = sheet.earned + 25, sheet.byes + 1
    return book


def figures(doc: Document) -> dict[str, dict[str, int]]:
    """The numbers `standings` prints for each player, by the names it prints them under."""
    book = sheets(doc)
    return {
        player: {
            "wins": sheet.wins,
            "points": sheet.points,
            "sos": sum(book[o].wins for o in sheet.opponents),
            "toep": sum(book[o].points for o in sheet.opponents),
            "blood_earned": sheet.earned,
            "blood_lost": sheet.lost,
            "opponents_blood": sum(book[o].earned for o in sheet.opponents),
        }
        for player, sheet in book.items()
    }


def places(doc: Document) -> list[Class]:
    """All who have a place, best first, in classes that no tie-break but the lot can split."""
    book, numbers = sheets(doc), figures(doc)
    ranked = [player for player, sheet in book.items() if not sheet.disqualified]

    def number(name: str) -> tuple[str, Callable[[str], int]]:
        sign = -1 if name == "blood_lost" else 1
        return name, lambda player: sign * numbers[player][name]

    if doc["ruleset"] == "ashes-classic":
        return _split(ranked, "points", [number(name) for name in ("points", "toep", "blood_earned")])
    tiebreaks = [number(name) for name in ("sos", "blood_earned", "blood_lost", "opponents_blood")]
    classes: list[Class] = []
    for tied in _parts(ranked, lambda player: numbers[player]["wins"]):
        classes += _head_to_head(tied, book) or _split(tied, "wins", tiebreaks)
    return classes


def _enter(book: dict[str, Sheet], match: dict[str, Any]) -> None:
    for me, them in ((0, 1), (1, 0)):
        player, opponent = match["players"][me], match["players"][them]
        sheet = book[player]
        sheet.opponents.append(opponent)
        sheet.earned += match["blood"][me]
        sheet.lost += match["blood"][them]
        if match.get("draw"):
            sheet.points += 1
        elif match.get("winner") == player:
            sheet.wins, sheet.points = sheet.wins + 1, sheet.points + 3
            sheet.beat.append(opponent)
        elif match.get("how") == "disqualified":
            sheet.disqualified = True


def _head_to_head(tied: Sequence[str], book: dict[str, Sheet]) -> list[Class] | None:
    """R1, only if exactly two are tied on wins, and one of them has beaten the other and not the reverse."""
    if len(tied) != 2:
        return None
    for winner, loser in (tied, tied[::-1]):
        if loser in book[winner].beat and winner not in book[loser].beat:
            return [("head_to_head", [winner]), ("head_to_head", [loser])]
    return None


def _split(tied: list[str], label: str, tiebreaks: list[tuple[str, Callable[[str], int]]]) -> list[Class]:
    if len(tied) == 1:
        return [(label, tied)]
    if not tiebreaks:
        return [("lot", tied)]
    (name, measure), *later = tiebreaks
    return [c for part in _parts(tied, measure) for c in _split(part, name, later)]


def _parts(players: Sequence[str], measure: Callable[[str], int]) -> list[list[str]]:
    ordered = sorted(players, key=measure, reverse=True)
    return [list(equals) for _, equals in groupby(ordered, key=measure)]
