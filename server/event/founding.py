"""A new event with everybody on its list."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from sqlalchemy.exc import IntegrityError

from engine.decisions import roster, setup, teams
from engine.fold import apply, apply_facts
from engine.rulesets.registry import ruleset_of
from engine.words import Settings
from server.core import journal
from server.people.entering_list import details, keeping, new_ids
from server.people.pasting import Entry
from server.people.pasting_teams import teams_listed


def found(
    tid: str,
    name: str,
    *,
    settings: Settings,
    entries: Sequence[Entry],
    by: str,
    seed: str = "",
    demo: bool = False,
) -> bool:
    """A new event with everybody on the list, in one act. False if this very request already made it."""
    created = setup.create_tournament(settings.ruleset, seed or secrets.token_hex(8), settings=settings)
    t = apply(None, created[0])
    ids = new_ids((), len(entries))
    entered = roster.enter_listed(t, details(ids, entries))
    together = teams_listed(ids, entries) if ruleset_of(settings).teams else ()
    facts = (*created, *entered, *teams.join_listed(apply_facts(t, entered), together))
    try:
        journal.create(tid, name, facts=facts, by=by, beside=keeping(tid, ids, entries), demo=demo)
    except IntegrityError:
        journal.read(tid)  # it is there, or this was something else
        return False
    return True
