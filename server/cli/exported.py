"""The standings of an event that `cinderbox export` wrote, with everybody's name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.refusals import Refused
from engine.rulesets.registry import ruleset_of
from engine.standings.ranking import group_standings, stage_standings
from engine.standings.ranks import NO_STANDINGS, as_of, round_with_standings
from engine.words import Tournament
from server.cli.standing_lines import pod_lines, standing_line
from server.event.transfer import read_event


def event_of(raw: object) -> tuple[Tournament, Mapping[str, str]]:
    """The tournament, and what everybody in it is called: players, and staff whose names were typed."""
    event = read_event(raw)
    typed = {text["id"]: text["text"] for text in event.texts if text["kind"] == "staff" and not text["gone"]}
    players = {row["id"]: row["name"] for row in event.players}
    playing = {each.id: players[each.player] for each in event.tournament.staff if each.player in players}
    return event.tournament, {**typed, **playing, **players}


def standings_of_event(raw: object) -> Any:
    """The standings as the box shows them: after the last closed round, or so far while none is closed."""
    whole, names = event_of(raw)
    number = round_with_standings(whole)
    if not number:
        raise Refused(NO_STANDINGS)
    t = as_of(whole, number)
    if ruleset_of(t.settings).pods:
        return pod_lines(t, names)
    stage, scoring = t.stages[-1], t.settings.scoring
    groups = group_standings(t, stage) if stage.groups else (stage_standings(t, stage),)
    return [
        {**standing_line(line, scoring), "name": names[line.player], **({"group": group} if stage.groups else {})}
        for group, lines in enumerate(groups, start=1)
        for line in lines
    ]
