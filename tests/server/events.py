"""How journal tests begin: an event with so many players, and one whose first round is paired."""

from engine.decisions import rounds, setup
from engine.fold import apply
from server.core import journal
from server.core.models import PlayerRow


def new_event(players, ruleset="ashes-reborn", tid="cup"):
    """An event of p1, p2, … in the database."""
    created = setup.create_tournament(ruleset, "seed")
    t = apply(None, created[0])
    ids = [f"p{i}" for i in range(1, players + 1)]

    def beside(connection):
        for id in ids:
            connection.execute(
                PlayerRow.__table__.insert().values(tournament_id=tid, id=id, name=f"Name {id}", club="", paid=False)
            )

    journal.create(tid, "Cup", facts=(*created, *setup.enter(t, ids)), by="s0", beside=beside, demo=False)
    return tid


def begun(players, ruleset="ashes-reborn", tid="cup"):
    """The same with round 1 paired and not yet published."""
    new_event(players, ruleset, tid)
    journal.record(tid, "s0", decide=setup.start)
    journal.record(tid, "s0", decide=rounds.pair_round)
    return tid
