"""Two organizers in the same moment: a merge against a merge, against an erasure, and results against an erasure."""

from itertools import pairwise

import pytest
from sqlalchemy import select

from engine.box.words import who_is
from engine.decisions import directory as decisions
from engine.decisions import rounds, setup
from engine.decisions.results import record_win
from engine.refusals import Refused
from server.core import box_journal, journal, known_people
from server.core.db import db
from server.core.models import PersonRow, PlayerRow
from server.directory import erasing
from server.directory.person_page import person_page
from tests.server.directory.test_on_postgres import at_once
from tests.server.directory.test_on_postgres import box as on_postgres  # noqa: F401
from tests.server.people.listed import event, person, play

PAIRS = 4


@pytest.fixture(params=["app", "on_postgres"], ids=["sqlite", "postgresql"])
def organizers(request):
    """A box on which several write at once."""
    app = request.getfixturevalue(request.param)
    with app.app_context():
        yield app


def merge(into, gone):
    box_journal.record("s1", decide=lambda box: decisions.merge(box, into, gone=gone))


def refused(act):
    """What somebody who came too late reads; empty for whoever came first."""
    try:
        act()
    except Refused as why:
        return str(why)
    return ""


def everything_anew():
    """As after a start: what memory holds must be what is written down."""
    kept = box_journal.read().box
    for part in (journal, box_journal, known_people):
        part.forget()
    assert box_journal.read().box == kept
    return kept


def spellings():
    """Two events, and in the second everybody is entered with another letter."""
    first, second = ([f"{word} Quist {number}" for number in "abcd"] for word in ("Anna", "Ana"))
    play(event("one", *first), 1)
    play(event("two", *second), 1)
    return [(person(one), person(two)) for one, two in zip(first, second, strict=True)]


def test_each_is_merged_into_the_other_and_one_of_both_is_told_that_they_came_second(organizers):
    both = spellings()
    told = {}

    def one(number):
        two = both[number // 2] if number % 2 else both[number // 2][::-1]
        told[number] = refused(lambda: merge(*two))

    assert at_once(organizers, 2 * PAIRS, one) == []
    box = everything_anew()
    for pair in range(PAIRS):
        assert sorted(bool(told[number]) for number in (2 * pair, 2 * pair + 1)) == [False, True]
        (who,) = {who_is(box, id) for id in both[pair]}
        assert len(person_page(known_people.directory(), who).events) == 2
    assert len(box_journal.read().acts) == 2 + PAIRS


def test_a_chain_of_merges_at_once_ends_with_as_few_people_as_were_merged(organizers):
    """Whoever is merged away meanwhile is somebody else by now: the second reads so, and nobody is lost."""
    everybody = [id for pair in spellings() for id in pair]
    links, told = [*pairwise(everybody)], {}

    def one(number):
        told[number] = refused(lambda: merge(*links[number]))

    assert at_once(organizers, len(links), one) == []
    box = everything_anew()
    done = sum(not why for why in told.values())
    assert len({who_is(box, id) for id in everybody}) == len(everybody) - done
    known = known_people.directory()
    assert sum(len(person_page(known, id).events) for id in known.people) == len(everybody)


def test_somebody_is_merged_while_they_are_erased(organizers):
    """Whichever comes first: whoever was told that it is done finds it so, and no name comes back."""
    both, names, told = spellings(), {}, {}
    with db.engine.connect() as connection:
        names = dict(connection.execute(select(PersonRow.id, PersonRow.name)).all())

    def one(number):
        into, gone = both[number // 2]
        told[number] = refused((lambda: erasing.erase(gone, "s2")) if number % 2 else (lambda: merge(into, gone)))

    assert at_once(organizers, 2 * PAIRS, one) == []
    box = everything_anew()
    with db.engine.connect() as connection:
        left = {
            *connection.execute(select(PlayerRow.name)).scalars(),
            *connection.execute(select(PersonRow.name)).scalars(),
        }
    for pair, (into, gone) in enumerate(both):
        merged, erased = not told[2 * pair], not told[2 * pair + 1]
        assert merged or erased
        assert (gone in box.people.erased) == erased
        assert (names[gone] in left) != erased
        assert (who_is(box, gone) == into) == merged
        assert erased or names[into] in left


def test_results_come_in_while_somebody_at_the_table_is_erased(organizers):
    """Every result that was answered is in the journal, and the name is gone from the event."""
    event("cup", *(f"Anna Quist {number}" for number in "abcdefgh"))
    for decide in (setup.start, rounds.pair_round, rounds.publish):
        journal.record("cup", "s0", decide=decide)
    matches = journal.read("cup").tournament.current_round.matches
    sitting = [person(f"Anna Quist {'abcdefgh'[int(match.players[0][1:]) - 1]}") for match in matches]

    def one(number):
        match = matches[number // 2]
        if number % 2:
            erasing.erase(sitting[number // 2], "s2")
        else:
            journal.record("cup", "s1", decide=lambda t: record_win(t, match.table, winner=match.players[0], wounds=9))

    assert at_once(organizers, 2 * len(matches), one) == []
    known = journal.read("cup").tournament
    everything_anew()
    t = journal.read("cup").tournament
    assert t == known
    assert all(match.result is not None for match in t.current_round.matches)
    with db.engine.connect() as connection:
        names = dict(connection.execute(select(PlayerRow.id, PlayerRow.name)).all())
    assert {names[match.players[0]].split(" ")[0] for match in matches} == {"Removed"}
    assert {names[match.players[1]].split(" ")[0] for match in matches} == {"Anna"}
    assert journal.read("cup").tournament.tables_out == ()
