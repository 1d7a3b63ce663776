"""What `cinderbox pair` and `cinderbox standings` print: the shapes other programs rely on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from engine.document import read_seed, read_tournament
from engine.pairing.field import Entrant
from engine.pairing.roster import byes_in_advance, entrants_before
from engine.pairing.seating import seat_round
from engine.pairing.swiss import pair_swiss
from engine.pairing.tables import fixed_table, table_numbers
from engine.pairing_words import in_words
from engine.reading import BadDocument, Node
from engine.rulesets.registry import ruleset, ruleset_of
from engine.sentences import named
from engine.short_document import is_short, read_entrants
from engine.sides import in_teams, seat_names, sides
from engine.words import Tournament


def pairings(raw: object, *, seeds: int | None = None) -> Iterator[dict[str, Any]]:
    """The next round, or as many draws of it as asked for."""
    if is_exported(raw):
        raise BadDocument("This is an exported event: its standings can be printed; its next round is paired on a box.")
    document = Node(raw, "document")
    seed = read_seed(document)
    names = [seed] if seeds is None else [f"{seed}/{i}" for i in range(seeds)]
    if seeds is not None and seeds < 1:
        raise BadDocument("--seeds: at least one pairing.")
    if is_short(document):
        rules = ruleset(document.at("ruleset").text())
        if rules.pods:
            raise BadDocument(f"document: {rules.name} needs its rounds; what one pairing needs is not enough.")
        number, entrants = read_entrants(document)
        promised: list[str] = []
    else:
        t = _finished_rounds(read_tournament(document))
        number = t.rounds_played + 1
        if ruleset_of(t.settings).pods:
            yield from (_pod_line(t, number, Random(f"{name}/round/{number}/0")) for name in names)
            return
        entrants, promised = list(entrants_before(t, number)), byes_in_advance(t, number)
    if len(entrants) < 2:
        raise BadDocument("players: a round needs at least two who have not dropped.")
    given = {"byes_in_advance": promised} if promised else {}
    yield from (_pair_line(entrants, number, Random(f"{name}/round/{number}/0")) | given for name in names)


def is_exported(raw: object) -> bool:
    """Is this what `cinderbox export` prints, and no document?"""
    return isinstance(raw, dict) and "cinderbox" in raw


def standings(raw: object) -> Any:
    """The standings after the last result of a full document; of an exported event, as its box shows them."""
    if is_exported(raw):
        from server.cli.exported import standings_of_event

        return standings_of_event(raw)
    from engine.standings.ranking import stage_standings
    from server.cli.standing_lines import pod_lines, standing_line

    document = Node(raw, "document")
    if is_short(document):
        raise BadDocument("document: standings need the rounds; this document only has what one pairing needs.")
    t = read_tournament(document)
    if ruleset_of(t.settings).pods:
        return pod_lines(t)
    return [standing_line(line, t.settings.scoring) for line in stage_standings(t, t.stages[-1])]


def _finished_rounds(t: Tournament) -> Tournament:
    current = t.current_round
    if current is not None and current.phase != "closed":
        missing = ", ".join(str(match.table) for match in current.matches if match.result is None)
        raise BadDocument(f"round {current.number}: no result from table {missing}, so the next cannot be paired.")
    return t


def _pair_line(entrants: Sequence[Entrant], number: int, rng: Random) -> dict[str, Any]:
    pairing = pair_swiss(entrants, rng)
    wanted = {entrant.id: entrant.fixed_table for entrant in entrants}
    tables = table_numbers([fixed_table([wanted[p] for p in table.players]) for table in pairing.tables])
    matches = [
        {"table": number, "players": list(table.players), "why": in_words(table.why)}
        for number, table in zip(tables, pairing.tables, strict=True)
    ]
    line: dict[str, Any] = {
        "round": number,
        "bye": pairing.bye,
        "matches": sorted(matches, key=lambda match: match["table"]),
    }
    if pairing.bye is not None:
        line["bye_why"] = in_words(pairing.bye_why)
    line["rematches"] = sum(table.rematch for table in pairing.tables)
    line["mirrors"] = sum(table.soft for table in pairing.tables)
    line["not_apart"] = sum(table.apart for table in pairing.tables)
    return line


def _pod_line(t: Tournament, number: int, rng: Random) -> dict[str, Any]:
    tables = [
        {
            "table": m.table,
            "players": list(m.players),
            "why": named(in_words(m.why)),
            **({"teams": [list(side) for side in sides(m)], "seats": list(seat_names(m))} if in_teams(m) else {}),
        }
        for m in seat_round(t, rng).matches
    ]
    return {"round": number, "tables": tables}
