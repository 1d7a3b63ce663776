"""What the desk is told while a draft is on: groups that became too small, and a field too small for two phases."""

from __future__ import annotations

from engine.decisions import setup
from engine.decisions.draft_seats import decks_off, without_a_seat
from engine.decisions.stages import draft_is_on
from engine.pairing.draft import second_name
from engine.pairing.groups import FEWEST, MOST, SMALL_GROUPS
from engine.progress import the_group
from engine.refusals import Refused
from engine.rulesets.drafting import SET_UP
from engine.sentences import capital, everyone, plural
from engine.words import Tournament
from server.draft.second_draft import empty_seats, second_phase_warnings


def draft_warnings(t: Tournament) -> tuple[str, ...]:
    """For the organizer, on Now and on the Draft page."""
    return (
        *_seatless(t),
        *_small_groups(t),
        *_decks_off(t),
        *_too_few_for_two_phases(t),
        *second_phase_warnings(t),
    )


def may_draw_anew(t: Tournament) -> bool:
    """Would another draw of the groups be taken, and make any difference?"""
    try:
        seated = setup.draw_draft_anew(t)[0].groups if draft_is_on(t) else ()
    except Refused:
        return False
    return bool(seated) and all(len(group.seats) >= _fewest(t) for group in seated)


def _seatless(t: Tournament) -> tuple[str, ...]:
    left = without_a_seat(t) if draft_is_on(t) else ()
    if not left:
        return ()
    have = "has" if len(left) == 1 else "have"
    then = "Draw the groups anew on the Draft page." if may_draw_anew(t) else "Drop them, or play without this draft."
    return (f"{everyone(left)} {have} no seat in a draft group. {then}",)


def _small_groups(t: Tournament) -> tuple[str, ...]:
    """Only what works is offered: another draw if it makes whole groups, a newcomer while nothing is dealt."""
    if not draft_is_on(t):
        return ()
    left = [sum(t.players[player].active for player in group.seats) for group in t.drafting]
    return tuple(
        f"{capital(the_group(t, number))} has {plural(players, 'player')} left, and a draft group needs "
        f"{_fewest(t)}. {_what_helps(t)}"
        for number, players in enumerate(left, start=1)
        if players < _fewest(t)
    )


def _what_helps(t: Tournament) -> str:
    if any(vacancy.next for vacancy in empty_seats(t)):
        return "Let the next of the group take the seat, or go on as it is."
    if may_draw_anew(t):
        return "Draw the groups anew on the Draft page, or go on as it is."
    if len(t.stages) == 1 and all(group.step == SET_UP for group in t.drafting):
        return "Enter somebody on the Check-in page, or go on as it is."
    return "Go on as it is."


def _decks_off(t: Tournament) -> tuple[str, ...]:
    """As many as the group has players, plus two."""
    found = ((number, group, decks_off(t, group)) for number, group in enumerate(t.drafting, start=1))
    return tuple(
        f"{capital(the_group(t, number))} has {plural(len(group.decks), 'deck')} and takes {len(group.decks) - off}. "
        f"{'Take' if off > 0 else 'Draw'} {plural(abs(off), 'deck')} {'away' if off > 0 else 'more'} on the Draft page."
        for number, group, off in found
        if off and draft_is_on(t)
    )


def _fewest(t: Tournament) -> int:
    return min(SMALL_GROUPS) if t.settings.small_groups else FEWEST


def _too_few_for_two_phases(t: Tournament) -> tuple[str, ...]:
    first = len(t.stages) == 1 and t.stages[0].kind == "groups" and draft_is_on(t)
    players = sum(player.active for player in t.players.values())
    if not first or players > MOST:
        return ()
    return (
        f"{plural(players, 'player')} are left, and a {second_name(t.settings)} is for more than {MOST}. "
        f"{_one_draft(t)} go on as it is.",
    )


def _one_draft(t: Tournament) -> str:
    """A draw can be undone as long as no group has taken a step since."""
    if any(group.step != SET_UP for group in t.drafting):
        return "You can"
    return "Undo the draw in the history and choose one draft in the settings, or"
