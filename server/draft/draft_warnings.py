"""What the desk is told while a draft is on: groups that became too small, and a field too small for two phases."""

from __future__ import annotations

from engine.decisions.stages import draft_is_on
from engine.pairing.draft import second_name
from engine.pairing.groups import FEWEST, MOST, SMALL_GROUPS
from engine.sentences import plural
from engine.words import Tournament
from server.draft.second_draft import second_phase_warnings


def draft_warnings(t: Tournament) -> tuple[str, ...]:
    """For the organizer, on Now and on the Draft page."""
    return (*_small_groups(t), *_too_few_for_two_phases(t), *second_phase_warnings(t))


def _small_groups(t: Tournament) -> tuple[str, ...]:
    if not draft_is_on(t):
        return ()
    fewest = min(SMALL_GROUPS) if t.settings.small_groups else FEWEST
    left = (sum(t.players[player].active for player in group.seats) for group in t.drafting)
    return tuple(
        f"Group {number} has {plural(players, 'player')} left, and a draft group needs {fewest}. "
        "Draw the groups anew on the Draft page, or go on as it is."
        for number, players in enumerate(left, start=1)
        if players < fewest
    )


def _too_few_for_two_phases(t: Tournament) -> tuple[str, ...]:
    first = len(t.stages) == 1 and t.stages[0].kind == "groups" and draft_is_on(t)
    players = sum(player.active for player in t.players.values())
    if not first or players > MOST:
        return ()
    return (
        f"{plural(players, 'player')} are left, and a {second_name(t.settings)} is for more than {MOST}. "
        "Undo the draw in the history and choose one draft in the settings, or go on as it is.",
    )
