"""The wrap-up report of an event that no box ran, typed as JSON: who played, their places and points, and the staff."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from engine.names import key
from engine.reading import Node
from engine.rulesets.registry import RULESETS
from engine.series.entries import Entry, EntryLine
from engine.standings.participants import PlayedTable
from engine.standings.points import role_points
from engine.standings.staff import PaidRole

CODES = ("convention", "convention_code", "code")
WRAP_UP = ("ruleset", *CODES, "players", "factor", "scored", "table_of_two", "lines", "staff")
LINE = ("name", "place", "wins", "points")
STAFF = ("name", "role")
ROLES: tuple[PaidRole, ...] = ("coordinator", "judge")


def read_wrap_up(node: Node, *, event: str, days: tuple[date, date]) -> Entry:
    """The entry that a typed report makes; points by round are as the form has them, the event's factor in them."""
    node.only(*WRAP_UP)
    lines = list(_lines(node))
    players = node.at("players").number(least=len(lines)) if node.has("players") else len(lines)
    factor = node.at("factor").number(least=1) if node.has("factor") else 1
    two = node.has("table_of_two") and node.at("table_of_two").truth()
    convention, convention_code, code = (node.at(key).text() if node.has(key) else "" for key in CODES)
    return Entry(
        event=event,
        ruleset=_ruleset(node.at("ruleset")),
        first_day=days[0],
        last_day=days[1],
        lines=(*lines, *_staff(node, players=players, factor=factor)),
        players=players,
        factor=factor,
        scored=not node.has("scored") or node.at("scored").truth(),
        smallest=PlayedTable(1, 1, 2) if two else None,
        convention=convention,
        convention_code=convention_code,
        code=code,
    )


def _ruleset(node: Node) -> str:
    if node.text() not in RULESETS:
        raise node.refuse(f"there is no ruleset “{node.value}”; known are {', '.join(RULESETS)}.")
    return node.text()


def _lines(node: Node) -> Iterator[EntryLine]:
    seen: set[str] = set()
    for line in node.at("lines").items(f"{node.where}, line"):
        line.only(*LINE)
        name = line.at("name").text()
        if key(name) in seen:
            raise line.refuse(f"{name} is on the report already.")
        seen.add(key(name))
        yield EntryLine(
            id=name,
            person=name,
            place=line.at("place").number(least=1) if line.has("place") else 0,
            wins=line.at("wins").number() if line.has("wins") else 0,
            by_round=line.at("points").numbers() if line.has("points") else (),
        )


def _staff(node: Node, *, players: int, factor: int) -> Iterator[EntryLine]:
    for member in node.at("staff").items(f"{node.where}, staff member") if node.has("staff") else ():
        member.only(*STAFF)
        name, text = member.at("name").text(), member.at("role").text()
        role = next((each for each in ROLES if each == text), None)
        if role is None:
            raise member.refuse(f"there is no role “{text}”.")
        yield EntryLine(name, name, role=role, worth=role_points(role, players=players, factor=factor))
