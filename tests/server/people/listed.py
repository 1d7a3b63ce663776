"""Events of people with names and clubs, for tests of the directory."""

from sqlalchemy import select

from engine.decisions import roster, rounds, setup
from engine.decisions.results import record_win
from engine.decisions.roster import Details
from server.core import journal
from server.core.db import db
from server.core.known_people import directory
from server.core.models import EntryRow
from server.event.founding import found
from server.people.pasting import Entry
from server.people.roster import kept


def event(tid, *people, ruleset="ashes-reborn"):
    """An event of people as “Ana” or “Ana/Berlin”."""
    entries = [Entry(name, club) for name, _, club in (person.partition("/") for person in people)]
    settings = setup.create_tournament(ruleset, "seed")[0].settings
    found(tid, tid.capitalize(), settings=settings, entries=entries, by="s0", seed=f"seed {tid}")
    return tid


def play(tid, count=1):
    """So many rounds, in which the lower number wins."""
    if not journal.read(tid).tournament.stages:
        journal.record(tid, "s0", decide=setup.start)
    for _ in range(count):
        journal.record(tid, "s0", decide=rounds.pair_round)
        journal.record(tid, "s0", decide=rounds.publish)
        for match in journal.read(tid).tournament.current_round.matches:
            winner = min(match.players, key=lambda player: int(player[1:]))
            journal.record(
                tid, "s0", decide=lambda t, at=match.table, who=winner: record_win(t, at, winner=who, wounds=9)
            )
        journal.record(tid, "s0", decide=rounds.close)
    return tid


def people():
    """Everybody of the directory: what they are called, and in which events under which entries."""
    with db.engine.connect() as connection:
        rows = connection.execute(select(EntryRow.__table__)).all()
    found = {}
    for row in rows:
        if row.person_id:
            found.setdefault(row.person_id, []).append(f"{row.tournament_id}.{row.entry}")
    return sorted((each.name, each.club, *sorted(found.get(each.id, []))) for each in directory().people.values())


def person(name):
    """The one person of this name."""
    (found,) = (each for each in directory().people.values() if each.name == name)
    return found.id


def rename(tid, player, name, club=""):
    journal.record(
        tid,
        "s0",
        decide=lambda t: roster.change_details(t, player, Details(), renamed=True),
        beside=kept(tid, player, name=name, club=club),
    )
