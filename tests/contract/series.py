"""A series for the examination: Spellfire events played out at random, and their ranking computed a second time.

The second computation is written from the rulebook alone (Running a Tournament, Making It Official, Tournament Scoring
System) and shares nothing with the engine.
"""

import random
from collections import Counter
from datetime import date
from typing import Any

from .test_spellfire import spellfire

Json = dict[str, Any]


def event(name: str, document: Json, *, day: str = "1996-03-02", sent: str | None = "", **more: Any) -> Json:
    """Sent in on the same day, unless another is named, or none."""
    told = {} if sent is None else {"sent": sent or day}
    return {"name": name, "date": day, "document": document, **told, **more}


def called(document: Json, *names: str) -> Json:
    """The document with its first players, or all of them, called so."""
    people = [{**person, "name": name} for person, name in zip(document["players"], names, strict=False)]
    return document | {"players": people + document["players"][len(names) :]}


def played(seed: str, people: list[str], *, judges: tuple[str, ...] = (), factor: int = 1) -> Json:
    """An event of these people: tables of three and four, winners go on, until one table is left."""
    rng = random.Random(seed)
    staff = [
        {"id": f"s{place}", "name": name, "role": "judge" if place else "coordinator"}
        for place, name in enumerate(judges)
    ]
    doc = called(spellfire(len(people), staff=staff), *people)
    doc["event"]["factor"] = factor
    going = [person["id"] for person in doc["players"]]
    while len(going) > 1:
        rng.shuffle(going)
        tables = _tables(going)
        doc["rounds"].append({"tables": [_table(rng, n, seats) for n, seats in enumerate(tables, start=1)]})
        winners = [_places(table)[0] for table in doc["rounds"][-1]["tables"]]
        others = [person for person in going if person not in winners]
        going = winners if len(winners) == 1 else winners + others[: max(3 - len(winners), 0)]
    return doc


def ranking(series: Json) -> list[tuple[int, str, int, int]]:
    """Rank, name, points and events of everybody: 1, 2, 2, 4."""
    points: Counter[str] = Counter()
    events: Counter[str] = Counter()
    for each in series["events"]:
        if counts(each):
            for name, worth in scores(each["document"]).items():
                points[name] += worth
                events[name] += 1
    rows = [(1 + sum(other > mine for other in points.values()), name, mine) for name, mine in points.items()]
    return sorted((rank, name, mine, events[name]) for rank, name, mine in rows)


def counts(each: Json) -> bool:
    """At least 9 players, tables of three or more, and postmarked within 30 days."""
    seats = [len(table["players"]) for round_ in each["document"]["rounds"] for table in round_["tables"]]
    took = date.fromisoformat(each["sent"]) - date.fromisoformat(each["date"])
    return len(each["document"]["players"]) >= 9 and min(seats) >= 3 and took.days <= 30


def scores(doc: Json) -> Counter[str]:
    """Points times the round number times the event's factor, and one point a player, or for two, for the staff.

    Ruling: a fifth seat scores as the fourth.
    """
    names = {person["id"]: person["name"] for person in doc["players"]}
    total: Counter[str] = Counter()
    for number, round_ in enumerate(doc["rounds"], start=1):
        first = 5 if len(round_["tables"]) == 1 else 4
        for table in round_["tables"]:
            for player, worth in zip(_places(table), (first, 3, 2, 1, 1), strict=False):
                total[names[player]] += worth * number
    for member in doc["staff"]:
        if member["name"] not in names.values():
            total[member["name"]] += len(names) // (1 if member["role"] == "coordinator" else 2)
    return Counter({name: worth * doc["event"]["factor"] for name, worth in total.items()})


def _places(table: Json) -> list[str]:
    """Whoever won two games, then the others by their unrazed realms."""
    won = Counter(game["winner"] for game in table["games"])
    realms = {p: sum(game["realms"][seat] for game in table["games"]) for seat, p in enumerate(table["players"])}
    return sorted(table["players"], key=lambda player: (won[player] < 2, -realms[player]))


def _tables(going: list[str]) -> list[list[str]]:
    """Threes, and fours where they do not come out; five at the only table."""
    fours = len(going) % 3
    sizes = [5] if len(going) == 5 else [4] * fours + [3] * ((len(going) - 4 * fours) // 3)
    return [going[sum(sizes[:at]) : sum(sizes[: at + 1])] for at in range(len(sizes))]


def _table(rng: random.Random, number: int, seats: list[str]) -> Json:
    """Games until somebody has won two, with no two of the others level on realms: no lot has to decide."""
    while True:
        games: list[Json] = []
        while not games or max(Counter(game["winner"] for game in games).values()) < 2:
            winner = rng.choice(seats)
            games.append({"winner": winner, "realms": [6 if p == winner else rng.randint(0, 5) for p in seats]})
        table = {"table": number, "players": seats, "games": games}
        sums = [sum(game["realms"][seat] for game in games) for seat, p in enumerate(seats) if p != _places(table)[0]]
        if len(set(sums)) == len(sums):
            return table
