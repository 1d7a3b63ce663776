"""What to do before round 1 is drawn: add players, make teams, open the draft, or start."""

from __future__ import annotations

from flask import url_for

from engine.decisions.teams import unready
from engine.pod_words import why_unscored
from engine.rulesets.drafting import DraftPlan
from engine.rulesets.lengths import length_warnings
from engine.rulesets.registry import ruleset_of
from engine.rulesets.sizes import cut_offered, rounds_for, size_warnings
from engine.sentences import everyone, plural
from engine.values import dataclass
from engine.words import PlayerId, Tournament
from server.core.desk import Desk
from server.people.listed_twice import listed_twice


@dataclass(frozen=True, slots=True)
class Next:
    """The one thing to do: a heading, a sentence, and a form or a link.

    A form holds for the state that was `seen`; or for a `round`, whatever else was recorded meanwhile. `other` is a
    link to what may be done in its place. `absent` did not come to the round before, and would be paired again.
    """

    heading: str
    sentence: str
    button: str
    href: str
    posts: bool = False
    seen: str = ""
    round: int = 0
    warnings: tuple[str, ...] = ()
    other: tuple[str, str] | None = None
    absent: tuple[PlayerId, ...] = ()


def before_start(desk: Desk) -> Next:
    """The one thing to do as long as nothing is drawn."""
    t = desk.t
    players = sum(player.active for player in t.players.values())
    here = sum(player.present for player in t.players.values())
    rules = ruleset_of(t.settings)
    if players < rules.refused_below:
        return Next(
            "Add players",
            f"{rules.name} needs at least {rules.refused_below}.",
            "Add players",
            to(desk, "players.show"),
        )
    sizes = size_warnings(rules, players, rounds=t.settings.rounds, cut=t.settings.cut)
    warnings = (*_twice(desk), *_over_places(t, players), *sizes, *length_warnings(t.settings))
    who = f"{here} of {players} {'is' if here == 1 else 'are'} checked in. " if here else ""
    if why := unready(t):
        return Next("Make the teams", why, "To the teams", to(desk, "teams.show"))
    if few := why_unscored(t):
        warnings = (*warnings, few)
    if rules.draft:
        return Next(
            "Begin with the draft",
            f"{who}{_drawn(rules.draft)} at random.",
            "Open the draft",
            to(desk, "draft.show"),
            warnings=warnings,
        )
    return Next(
        "Start with round 1",
        f"{who}Players who are not here can be taken off first, or dropped later.{_cut_to_choose(t, players)}",
        f"Start and pair {plural(players, 'player')}",
        to(desk, "now.start"),
        posts=True,
        seen=desk.revision,
        warnings=warnings,
        other=(f"Remove {players - here} not here…", url_for("players.show", tid=desk.id, _anchor="absent"))
        if 0 < here < players
        else None,
    )


def _twice(desk: Desk) -> tuple[str, ...]:
    return tuple(
        f"{everyone(players)} are one person in the directory. Take one off the list, or undo the merge under People."
        for players in listed_twice(desk)
    )


def _over_places(t: Tournament, players: int) -> tuple[str, ...]:
    """The limit is for those who enter by phone; the desk may add anybody, and knows it."""
    places = t.entering.places
    if not places or players <= places:
        return ()
    return (
        f"{plural(players, 'player')} are on the list, and there {'is' if places == 1 else 'are'} "
        f"{plural(places, 'place')}.",
    )


def _drawn(plan: DraftPlan) -> str:
    """Decks are drawn where the host counts them out for each group."""
    return "Groups, seats and decks are drawn" if plan.preparation.counted else "Groups and seats are drawn"


def _cut_to_choose(t: Tournament, players: int) -> str:
    """The cut that the rulebook offers and nobody chose; where it advises one, the warning says more."""
    rules = ruleset_of(t.settings)
    offered = "" if t.settings.cut else cut_offered(rules, players)
    if not offered or rounds_for(rules, players).cut_advised:
        return ""
    return f" The rulebook offers a {offered} after the rounds: choose it in the settings."


def to(desk: Desk, endpoint: str) -> str:
    """The address of a page of this event."""
    return url_for(endpoint, tid=desk.id)
