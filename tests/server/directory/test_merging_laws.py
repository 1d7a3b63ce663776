"""Merging and erasing as laws: whatever happens in whatever order, nothing is counted twice and nothing is lost."""

from random import Random

import pytest

from engine.box.words import who_is
from engine.decisions import directory as decisions
from engine.decisions.undo_box import undo
from engine.refusals import Refused
from server.core import box_journal, journal
from server.core.known_people import directory
from server.directory import erasing, merging
from server.directory.entries import entries_of, people_at
from server.directory.person_page import person_page
from tests.server.people.listed import event, play

NAMES = ("Ana Bell", "Anna Bell", "Ben Ray", "Cai Moss", "Dee Hall", "Eve Long", "Fay Wood", "Gus Hill")


@pytest.fixture
def box(app):
    with app.app_context():
        dice = Random("three events")
        for tid in ("one", "two", "three"):
            play(event(tid, *dice.sample(NAMES, 6)), 2)
        yield app


def matches():
    """Every match of the box, counted by a short program of its own: (event, round, table) and who sat there."""
    for tid in ("one", "two", "three"):
        for round_ in journal.read(tid).tournament.rounds:
            for match in round_.matches:
                yield (tid, round_.number, match.table), match


def require_whole():
    """Every entry is one person's, every match is counted once for each who sat there, and a win meets a loss."""
    known = directory()
    events = ("one", "two", "three")
    owner = people_at(known, events)
    everybody = set(owner.values())
    listed = [(each.event, each.entry) for who in everybody for each in entries_of(known, who)]
    assert sorted(listed) == sorted(owner)
    pages = {who: person_page(known, who) for who in everybody if who in known.people}
    seats, between = {}, {}
    for (tid, _, _), match in matches():
        one, two = (owner[tid, player] for player in match.players)
        for who in (one, two):
            seats[who] = seats.get(who, 0) + 1
        if one != two:
            for a, b in ((one, two), (two, one)):
                between[a, b] = between.get((a, b), 0) + 1
    for who, page in pages.items():
        assert page.matches == seats.get(who, 0)
        told = sum(line.met for line in page.opponents)
        assert told == sum(count for (a, _), count in between.items() if a == who)
        for line in page.opponents:
            if line.id:
                assert line.met == between[who, line.id]
                back = next(each for each in pages[line.id].opponents if each.id == who)
                assert back.record == "–".join(turned(line.record.split("–")))


def turned(record):
    return [record[1], record[0], *record[2:]]


def step(dice):
    """Something somebody may do to the directory; refused now and then."""
    known = directory()
    alive = sorted(known.people)
    if not alive:
        return
    one, two = dice.choice(alive), dice.choice(alive)
    what = dice.randrange(6)
    if what <= 1:
        met = merging.both_played(known, one, two)
        merged(one, two, met)
    elif what == 2:
        box_journal.record("s1", decide=lambda box: decisions.tell_apart(box, one, two))
    elif what == 3:
        entry = dice.choice(entries_of(known, one))
        new = f"h{dice.randrange(10**9)}"
        box_journal.record("s1", decide=lambda box: decisions.add(box, [new]))
        box_journal.record(
            "s1", decide=lambda box: decisions.give_entry(box, entry.event, entry=entry.entry, person=new)
        )
    elif what == 4:
        seq = dice.randrange(1, box_journal.read().revision.seq + 1)
        box_journal.record_from_book("s1", decide=lambda book: undo(book.acts, seq))
    elif dice.random() < 0.3:
        erasing.erase(one, "s1")


@pytest.mark.parametrize("seed", range(6))
def test_nothing_is_counted_twice_and_nothing_is_lost(box, seed):
    dice = Random(seed)
    require_whole()
    for _ in range(25):
        try:
            step(dice)
        except (Refused, IndexError):
            continue
        require_whole()


def merged(one, two, met):
    return box_journal.record("s1", decide=lambda box: decisions.merge(box, one, gone=two, met_at=met))


@pytest.mark.parametrize("seed", range(4))
def test_undoing_every_merge_brings_everybody_back(box, seed):
    dice, before = Random(seed), directory().people
    done = []
    for _ in range(12):
        known = directory()
        one, two = dice.choice(sorted(known.people)), dice.choice(sorted(known.people))
        try:
            met = merging.both_played(known, one, two)
            done.append(merged(one, two, met))
        except Refused:
            continue
    for act in reversed(done):
        box_journal.record_from_book("s1", decide=lambda book, seq=act.after.revision.seq: undo(book.acts, seq))
    assert directory().people == before
    assert all(who_is(box_journal.read().box, person) == person for person in before)
