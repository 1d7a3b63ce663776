"""The wall's long scenes: pairings, standings and the bracket, with names and ready to be drawn."""

from __future__ import annotations

from typing import Any

from engine.handing_in import faction_shown
from engine.pairing.draft import second_name
from engine.progress import round_after, standings_after
from engine.rulesets.registry import ruleset_of
from engine.sentences import capital
from engine.sides import Side, as_entered, goes_first, lettered
from engine.so_far import last_closed
from engine.standings.advancing import best_of_groups, going_on, in_words, second_phase
from engine.standings.amended import amended_until
from engine.standings.bracket_drawing import Drawing, MatchBox, drawing
from engine.standings.ranks import Ranks, last_ranks
from engine.words import Match, PlayerId, Round, Stage, Tournament
from server.core.desk import Desk
from server.paper.lists import Seated, by_name
from server.public.public_view import Public
from server.standings.standings_page import places_before, stage_with

Json = dict[str, Any]


def pairings(view: Public, current: Round) -> Json:
    """By name for everybody who is there, by table for those who know theirs, and who sits out."""
    gone = {player for match in current.matches for player in match.withdrawn}
    return {
        "names": [
            {
                "name": name_of(view, seated.player),
                "table": seated.table,
                **_plays(view, current, seated),
                "against": [name_of(view, other) for side in seated.opponents for other in side if other not in gone],
                **_in_team(view, seated),
            }
            for seated in by_name(current, view.names)
            if seated.player not in gone
        ],
        "tables": [
            {
                "table": match.table,
                "players": [name_of(view, player) for player in match.players if player not in gone],
                **_factions(view, current, [player for player in match.players if player not in gone]),
                **_teams(view, match),
            }
            for match in current.matches
        ],
        "byes": [name_of(view, bye.player) for bye in current.byes],
    }


def _plays(view: Public, current: Round, seated: Seated) -> Json:
    """The faction of this round, where everyone names one for each; who sits out plays none."""
    faction = faction_shown(view.t, seated.player, current.number) if seated.table is not None else ""
    return {"faction": faction} if faction else {}


def _factions(view: Public, current: Round, players: list[PlayerId]) -> Json:
    """The same for a table, in the order of its players."""
    found = [faction_shown(view.t, player, current.number) for player in players]
    return {"factions": found} if any(found) else {}


def _in_team(view: Public, seated: Seated) -> Json:
    """With whom, on which seat, and against which teams; nothing where everyone plays alone."""
    if not seated.partners:
        return {}
    return {
        "partner": [name_of(view, player) for player in seated.partners],
        "seat": seated.seat,
        "teams": [side_of(view, side) for side in seated.opponents],
    }


def _teams(view: Public, match: Match) -> Json:
    """The teams of a table, and who won the draw for the first seat; nothing where everyone plays alone."""
    first = goes_first(match)
    if first is None:
        return {}
    teams = [{"letter": letter, "players": [name_of(view, p) for p in side]} for letter, side in lettered(match)]
    return {"teams": teams, "first": name_of(view, first)}


def side_of(view: Public, side: Side) -> str:
    """Ana & Ben, or one who plays alone."""
    return " & ".join(name_of(view, player) for player in as_entered(side))


def called(view: Public, side: Side) -> Json:
    """A side by its name; those of a team also one by one."""
    team = {"team": [name_of(view, player) for player in as_entered(side)]} if len(side) > 1 else {}
    return {"name": side_of(view, side), **team}


def standings(desk: Desk, view: Public) -> Json | None:
    """After the last closed round that had standings."""
    t = view.t
    tables, number = last_ranks(t, last_closed(t))
    if not number:
        return None
    stage = stage_with(t, number)
    cut = going_on(t, stage) if stage is not None and t.finish is None and _line_holds(t, stage) else 0
    own = {round_.number for round_ in stage.rounds} if stage is not None else set()
    corrected = [each.at for each in amended_until(desk.book.acts, number) if each.round in own]
    return {
        "title": capital(standings_after(t, number)),
        "cut": cut,
        "line": going_on_line(view.t, stage, cut),
        "goes_on": goes_on_line(t, tables, number),
        "amended": max(corrected, default=None),
        "tables": [_table(view, table, number, cut=cut) for table in tables],
    }


def _line_holds(t: Tournament, stage: Stage) -> bool:
    """Once a second draft is drawn, the line is drawn only if those above it are in: somebody may have declined."""
    phases = second_phase(t)
    if phases is None or phases[0] is not stage:
        return True
    return set(phases[1].entrants) == set(best_of_groups(t, stage))


def going_on_line(t: Tournament, stage: Stage | None, cut: int) -> str:
    """The top 4 go on; of each draft group to the draft that has a name of its own."""
    if not cut or stage is None:
        return ""
    words = in_words(cut)
    return f"{words} to the {second_name(t.settings)}" if stage.kind == "groups" else words


def goes_on_line(t: Tournament, tables: tuple[Ranks, ...], number: int) -> str:
    """What the mark beside a name means, where those who won their table go on."""
    marked = any(row.goes_on for table in tables for row in table.rows)
    return f"goes on to {round_after(t, number)}" if marked and t.finish is None else ""


def bracket(view: Public) -> Json | None:
    """The last one, as far as it is played."""
    stage = next((stage for stage in reversed(view.t.stages) if stage.kind == "bracket"), None)
    if stage is None:
        return None
    title = ruleset_of(view.t.settings).bracket_name or f"Top {len(stage.entrants)}"
    return {"title": title, **_drawn(view, drawing(view.t, stage))}


def name_of(view: Public, player: PlayerId) -> str:
    """How everybody may call this player."""
    return view.names.get(player, player)


def _table(view: Public, table: Ranks, number: int, *, cut: int) -> Json:
    before = places_before(view.t, number, table.group)
    # Points take the place of the record where places go by them: how they came about is on the phones.
    points, last = "points" in [column.key for column in table.columns[:1]], table.last_in(cut)
    return {
        "group": table.group,
        "record": "Points" if points else "Record",
        "columns": [column.short for column in table.columns[int(points) :]],
        "rows": [
            {
                "place": place or None,
                "move": before[row.player] - place if before.get(row.player) and place else None,
                **called(view, players),
                "record": str(row.numbers[0]) if points else row.record,
                "numbers": list(row.numbers[int(points) :]),
                "out": row.out,
                **({"goes_on": True} if row.goes_on else {}),
                "cut": row.player == last,
            }
            for place, players, row in ((line.place, line.players, line.rank) for line in table.lines)
        ],
    }


def _drawn(view: Public, found: Drawing) -> Json:
    return {
        "size": found.size,
        "champion": None if found.champion is None else name_of(view, found.champion),
        "columns": [
            {
                "name": column.name,
                "boxes": [_box(view, box) for box in column.boxes],
                "joints": [[joint.upper, joint.lower] for joint in column.joints],
            }
            for column in found.columns
        ],
    }


def _box(view: Public, box: MatchBox) -> Json:
    return {
        "label": box.label,
        "state": box.state,
        "lines": [
            {
                "name": None if line.player is None else name_of(view, line.player),
                "seed": line.seed,
                "text": line.text,
                "state": line.state,
                "score": line.score,
            }
            for line in box.lines
        ],
    }
