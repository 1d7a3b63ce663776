"""Tournament documents for the examination: events played out at random, in both shapes `pair` reads."""

import json
import random
from typing import Any

from .ledger import Document, sheets
from .oracle import Entrant, Pairing, optima, pairings

FACTIONS = ["Vanguards", "Frost Dwarves", "Cave Goblins", "Tundra Orcs", "Phoenix Elves", "Fallen Kingdom", "Cloaks"]
RULESETS = ["ashes-reborn", "ashes-classic", "summoner-wars"]
# Classic has no chess clocks, so no flag falls there.
ENDINGS = {
    "ashes-reborn": ["played"] * 6 + ["concession", "penalty", "no-show", "flag"],
    "ashes-classic": ["played"] * 6 + ["concession", "penalty", "no-show"],
    "summoner-wars": ["played"] * 6 + ["concession", "penalty", "no-show", "flag"],
}


def text(doc: Document) -> str:
    return json.dumps(doc)


def first_round(players: int, ruleset: str = "ashes-reborn") -> Document:
    people = [{"id": f"p{i}", "name": f"Player {i}"} for i in range(1, players + 1)]
    return {"ruleset": ruleset, "seed": "42", "players": people, "rounds": []}


def event(seed: int, ruleset: str, *, players: int, rounds: int, habit: str = "swiss", comings: int = 0) -> Document:
    """An event played for some rounds, fewer if no round without a rematch is left.

    habit: "swiss" pairs its past as the rules say, "any" only avoids rematches, as organizers' overrides may.
    comings: how many players enter late or drop out.
    """
    rng = random.Random(f"{seed}/{ruleset}/{players}/{rounds}/{habit}/{comings}")
    doc = first_round(players, ruleset) | {"seed": str(seed)}
    if ruleset == "summoner-wars":
        for player in doc["players"]:
            player["factions"] = rng.sample(FACTIONS[: rng.choice((3, 7)) + rounds], rounds + 1)
    for player in rng.sample(doc["players"], min(comings, players)) if rounds else []:
        player |= rng.choice(({"entered_round": rng.randint(2, rounds + 1)}, {"dropped_after": rng.randint(1, rounds)}))
    if rng.random() < 0.4:
        people = [player["id"] for player in doc["players"]]
        doc["apart"] = [rng.sample(people, rng.randint(2, players)) for _ in range(rng.randint(1, 3))]
        doc |= rng.choice(({}, {"apart_first_round_only": True}, {"apart_first_round_only": False}))
    while len(doc["rounds"]) < rounds and (played := _play(doc, rng, habit=habit)):
        doc["rounds"].append(played)
    _forget_the_future(doc)
    return doc


def shortened(doc: Document) -> Document:
    """The same event in the shape in which each player carries what the next round needs."""
    book, round_ = sheets(doc), len(doc["rounds"]) + 1
    present = {p["id"] for p in _present(doc)}
    score = "points" if doc["ruleset"] == "ashes-classic" else "wins"
    players = []
    for player in doc["players"]:
        sheet = book[player["id"]]
        short = {"id": player["id"], "name": player["name"], "points": getattr(sheet, score)}
        short |= {"opponents": sheet.opponents, "byes": sheet.byes, "dropped": player["id"] not in present}
        if "factions" in player:
            short["faction"] = player["factions"][round_ - 1]
        players.append(short)
    wishes = {key: doc[key] for key in ("apart", "apart_first_round_only") if key in doc}
    return {"ruleset": doc["ruleset"], "seed": doc["seed"], "round": round_, "players": players} | wishes


def field(doc: Document) -> list[Entrant]:
    """Who is to be paired next, as the oracle needs them."""
    return _short_field(doc) if "round" in doc else _full_field(doc)


def short(ruleset: str, round_: int, **players: tuple[Any, ...]) -> Document:
    """A short document by hand: Ana=(points, "Ben Cai", byes). Only one of two who met has to name the other."""
    met: dict[str, set[str]] = {name: set() for name in players}
    for name, (_, opponents, *_rest) in players.items():
        for opponent in opponents.split():
            met[name].add(opponent)
            met[opponent].add(name)
    people = [
        {"id": n, "name": n, "points": p[0], "opponents": sorted(met[n]), "byes": p[2] if len(p) > 2 else 0}
        for n, p in players.items()
    ]
    return {"ruleset": ruleset, "seed": "42", "round": round_, "players": people}


def _present(doc: Document) -> list[dict[str, Any]]:
    """Entered by the next round, not dropped before it, not disqualified."""
    next_round, book = len(doc["rounds"]) + 1, sheets(doc)
    return [
        p
        for p in doc["players"]
        if p.get("entered_round", 1) <= next_round <= p.get("dropped_after", next_round)
        and not book[p["id"]].disqualified
    ]


def _full_field(doc: Document) -> list[Entrant]:
    book, round_ = sheets(doc), len(doc["rounds"]) + 1

    def entrant(player: dict[str, Any]) -> Entrant:
        sheet = book[player["id"]]
        score, record = sheet.wins, (sheet.wins,)
        if doc["ruleset"] == "ashes-classic":
            toep = sum(book[o].points for o in sheet.opponents)
            score, record = sheet.points, (sheet.points, toep, sheet.earned)
        faction = player["factions"][round_ - 1] if "factions" in player else None
        met, apart = frozenset(sheet.opponents), _apart(doc, player["id"], round_)
        return Entrant(player["id"], score, record, met, sheet.byes, faction, apart)

    return [entrant(p) for p in _present(doc)]


def _short_field(doc: Document) -> list[Entrant]:
    """Standings beyond the points are not in this shape: the bye goes by points, also in classic."""
    return [
        Entrant(
            p["id"],
            p["points"],
            (p["points"],),
            frozenset(p["opponents"]),
            p.get("byes", 0),
            p.get("faction"),
            _apart(doc, p["id"], doc["round"]),
        )
        for p in doc["players"]
        if not p.get("dropped")
    ]


def _apart(doc: Document, player: str, round_: int) -> frozenset[str]:
    """From whom this player is to be kept in this round."""
    if doc.get("apart_first_round_only") and round_ > 1:
        return frozenset()
    return frozenset(p for group in doc.get("apart", []) if player in group for p in group if p != player)


def _play(doc: Document, rng: random.Random, *, habit: str) -> dict[str, Any] | None:
    entrants = _full_field(doc)
    rng.shuffle(entrants)
    chosen = (_swiss if habit == "swiss" else _anyhow)(entrants, rng) if len(entrants) > 1 else None
    if chosen is None:
        return None
    bye, pairing = chosen
    tables = sorted(tuple(sorted(pair)) for pair in pairing)
    rng.shuffle(tables)
    matches = [{"table": i} | _result(rng, pair, ruleset=doc["ruleset"]) for i, pair in enumerate(tables, start=1)]
    return {"matches": matches} | ({"bye": bye} if bye else {})


def _swiss(entrants: list[Entrant], rng: random.Random) -> tuple[str | None, Pairing] | None:
    best = optima(entrants)
    if not best:
        return None
    bye = rng.choice(sorted(best, key=str))
    return bye, rng.choice(sorted(best[bye].pairings, key=lambda p: sorted(map(sorted, p))))


def _anyhow(entrants: list[Entrant], rng: random.Random) -> tuple[str | None, Pairing] | None:
    """The first pairing that comes to hand in a shuffled field; a bye to someone with few of them."""
    del rng
    byes: list[Entrant | None] = [None] if len(entrants) % 2 == 0 else sorted(entrants, key=lambda p: p.byes)
    for bye in byes:
        pairing = next(pairings([p for p in entrants if p is not bye]), None)
        if pairing is not None:
            return (bye.id if bye else None), pairing
    return None


def _result(rng: random.Random, pair: tuple[str, ...], *, ruleset: str) -> dict[str, Any]:
    players = rng.sample(pair, 2)
    fate = rng.random()
    # Few different wounds, so that ties reach the later tie-breaks.
    wounds = [rng.choice((0, 8, 12, 24)) for _ in players]
    if fate < 0.04:
        return {"players": players, "blood": [0, 0], "how": "double-loss"}
    if fate < 0.3 and ruleset == "ashes-classic":
        return {"players": players, "draw": True, "blood": wounds}
    winner = rng.randrange(2)
    how = "disqualified" if fate > 0.97 else rng.choice(ENDINGS[ruleset])
    blood = [0 if how in ("no-show", "disqualified") else wounds[0]] * 2
    blood[winner] = 25
    return {"players": players, "winner": players[winner], "blood": blood} | ({} if how == "played" else {"how": how})


def _forget_the_future(doc: Document) -> None:
    """If the event stopped early: nobody drops after, or enters later than, the round to be paired."""
    played = len(doc["rounds"])
    for player in doc["players"]:
        if player.get("dropped_after", 0) > played:
            del player["dropped_after"]
        if player.get("entered_round", 0) > played + 1:
            player["entered_round"] = played + 1
        if player.get("entered_round") == 1:
            del player["entered_round"]
