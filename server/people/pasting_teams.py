"""Teams on a pasted list: two names on a line, a column with the partner, or one with a team that two share."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.decisions.teams import Team
from engine.names import key
from engine.sentences import plural
from engine.values import replace
from engine.words import PlayerId
from server.core.spelling import clean, quoted
from server.people.pasting import Entry, Pasted

_BETWEEN = re.compile(r"\s+[&+]\s+")
TEAM_MEMBERS = 2


def with_partners(pasted: Pasted) -> Pasted:
    """Everybody on a line of their own, with the name of their partner; what makes no team is told."""
    notes = list(pasted.notes)
    single = [entry for listed in pasted.players for entry in _one_by_one(listed, notes)]
    listed_once = {key(entry.name) for entry in single}
    named = [each for entry in single for each in _with_partner(entry, listed_once)]
    return replace(pasted, players=tuple(_by_team(named, notes)), notes=(*notes, *_unclear(named)))


def pairs(entries: Sequence[Entry]) -> list[tuple[int, int]]:
    """Who plays with whom, by their places on the list; nobody twice."""
    at = {key(entry.name): place for place, entry in reversed(list(enumerate(entries)))}
    found: dict[int, int] = {}
    for place, entry in enumerate(entries):
        other = at.get(key(entry.partner)) if entry.partner else None
        if other is not None and other != place and not {place, other} & {*found, *found.values()}:
            found[place] = other
    return sorted((min(pair), max(pair)) for pair in found.items())


def teams_listed(ids: Sequence[PlayerId], entries: Sequence[Entry]) -> tuple[Team, ...]:
    """The same by id, once everybody has one."""
    return tuple((ids[one], ids[two]) for one, two in pairs(entries))


def _one_by_one(entry: Entry, notes: list[str]) -> list[Entry]:
    names = [clean(part) for part in _BETWEEN.split(entry.name)]
    if len(names) == 1 or not all(names):
        return [entry]
    if len(names) != TEAM_MEMBERS:
        notes.append(f"Line {entry.line} names {len(names)} players, and a team is two. Make the teams by hand.")
        return [replace(entry, name=name) for name in names]
    one, two = names
    return [replace(entry, name=one, partner=two), replace(entry, name=two, partner=one)]


def _with_partner(entry: Entry, listed: set[str]) -> list[Entry]:
    """A partner who has no line of their own enters, too."""
    if not entry.partner or key(entry.partner) in listed:
        return [entry]
    listed.add(key(entry.partner))
    return [entry, Entry(entry.partner, partner=entry.name, line=entry.line)]


def _by_team(entries: list[Entry], notes: list[str]) -> list[Entry]:
    """Two who share the name of a team are partners."""
    teams: dict[str, list[Entry]] = {}
    for entry in entries:
        if entry.team and not entry.partner:
            teams.setdefault(key(entry.team), []).append(entry)
    partner: dict[str, str] = {}
    for members in teams.values():
        if len(members) == TEAM_MEMBERS:
            one, two = members
            partner |= {key(one.name): two.name, key(two.name): one.name}
        else:
            many = plural(len(members), "player")
            notes.append(f"Team {quoted(members[0].team)} has {many}, and a team is two. Make it by hand.")
    return [replace(entry, partner=entry.partner or partner.get(key(entry.name), "")) for entry in entries]


def _unclear(entries: Sequence[Entry]) -> list[str]:
    said = [
        f"{quoted(entry.name)} (line {entry.line}) cannot play with themselves."
        for entry in entries
        if entry.partner and key(entry.partner) == key(entry.name)
    ]
    wanted: dict[str, set[str]] = {}
    for entry in entries:
        if entry.partner:
            wanted.setdefault(key(entry.partner), set()).add(key(entry.name))
    twice = [entry.name for entry in entries if len(wanted.get(key(entry.name), ())) > 1]
    return said + [
        f"{quoted(name)} is the partner of two players. Taken with the first." for name in dict.fromkeys(twice)
    ]
