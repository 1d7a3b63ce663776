"""What pages of a late round may cost, in operations and not in time: rankings, acts folded, questions to the database.

More players, or another look at what did not change, must not cost more of them. Who makes a page dearer on purpose
says so here.
"""

import sys
from collections import Counter
from contextlib import contextmanager

import pytest
from sqlalchemy import Engine, event

from engine.fold import apply_act, apply_acts
from engine.standings import ranking
from server.cli.bench.pages import PAGES, address, results_at_the_desk, store
from server.cli.bench.playing import in_the_middle
from server.core import journal

FEW, MANY, ROUND = 8, 32, 3
COUNTED = {ranking._ranked.__code__: "rankings", apply_act.__code__: "folds", apply_acts.__code__: "folds"}
# After a result: rankings, acts folded, queries; pages that are not named here have the first line. Folded are the acts
# since the nearest checkpoint, for each act that could be undone: it depends on the acts and not on the players.
USUAL = (1, 0, 20)
BUDGET = {
    "Now": (1, 16, 26),
    "Players": (1, 0, 22),
    "Floor": (1, 0, 30),
    "Statistics": (0, 0, 16),  # the rounds that are closed are ranked once
    "History": (1, 640, 26),
    "Undo, looked at": (2, 32, 25),  # one asks whether there is a series that it could change
    "Phone: pairings": (1, 0, 29),
    "Phone: standings": (1, 0, 29),
    "API: walls": (2, 0, 23),
    "API: the wall of this event": (2, 0, 17),
}


@pytest.fixture
def visit(app, organizer):
    """visit("Now", 8): what this page costs after a result, and what it costs again; the box has both events."""
    entered = {}
    for players in (FEW, MANY):
        with app.app_context():
            store(players, in_the_middle(players, ROUND).acts, f"e{players}")
        entered[players] = results_at_the_desk(organizer.client, f"e{players}")

    def visit(page, players):
        assert organizer.client.get(path(page, players)).status_code == 200  # what lasts as long as the server is known
        next(entered[players])
        return [_counted(organizer, path(page, players)) for _ in range(2)]

    def path(page, players):
        with app.app_context():
            return address(PAGES[page], journal.read(f"e{players}"))

    for entering in entered.values():
        next(entering)
    return visit


def _counted(organizer, path):
    with counting() as found:
        answer = organizer.client.get(path)
    assert answer.status_code == 200
    return tuple(found[what] for what in ("rankings", "folds", "queries"))


@contextmanager
def counting():
    """Calls by their code, whoever imported the function and under which name; and every statement."""
    found = Counter()

    def called(frame, what, _):
        if what == "call" and (name := COUNTED.get(frame.f_code)):
            found[name] += 1

    def asked(*_):
        found["queries"] += 1

    event.listen(Engine, "before_cursor_execute", asked)
    sys.setprofile(called)
    try:
        yield found
    finally:
        sys.setprofile(None)
        event.remove(Engine, "before_cursor_execute", asked)


def test_every_page_stays_within_its_budget_and_costs_no_more_with_four_times_the_players(visit):
    assert set(BUDGET) <= set(PAGES)
    over = []
    for page in PAGES:
        (few, few_again), (many, many_again) = visit(page, FEW), visit(page, MANY)
        budget = BUDGET.get(page, USUAL)
        if any(one > allowed for one, allowed in zip(many, budget, strict=True)):
            over.append(f"{page}: {many} is over {budget}")
        if (few[0], few[2]) != (many[0], many[2]):
            over.append(f"{page}: {FEW} players {few}, {MANY} players {many}")
        if few_again[:2] != (0, 0) or many_again[:2] != (0, 0) or many_again[2] > many[2]:
            over.append(f"{page}: again {few_again} and {many_again}, though nothing changed")
    assert not over, "\n".join(over)


def test_what_is_counted_is_what_ranks_and_folds():
    """Were they renamed or gone around, the budget would hold for nothing."""
    t = in_the_middle(FEW, ROUND).t
    with counting() as found:
        ranking.stage_standings(t, t.stages[-1])
    assert found["rankings"] == 1
    with counting() as found:
        in_the_middle(FEW, ROUND)
    assert found["folds"] > ROUND
