"""Tablets from week to week: all to this event, one for every table of it, and defaults that fit."""

from dataclasses import replace

import pytest
from sqlalchemy import select

from engine.decisions import rounds, setup
from server.core.db import db
from server.core.models import DeviceRow
from server.table import tablets
from tests.server.played import act, entered


@pytest.fixture
def halls(app):
    """Last week's event with its tablets, and today's, which plays from table 3 on."""
    entered(app, 8, tid="last")
    entered(app, 8, tid="today")
    act(app, "today", lambda t: setup.change_settings(t, replace(t.settings, first_table=3, closed_tables=(5,))))
    with app.app_context():
        for table in (1, 2, 3, 4):
            tablets.make_tablet("", "last", table)
        tablets.make_tablet("Spare", "last")
        tablets.make_tablet("Anywhere")
    return app


def places(app):
    with app.app_context(), db.engine.connect() as connection:
        found = connection.execute(select(DeviceRow).order_by(DeviceRow.id)).all()
    return {row.name: (row.tournament_id, row.table_number) for row in found}


def test_all_go_to_this_event_those_of_its_tables_to_the_same_the_others_to_the_next_free(halls, organizer):
    page = organizer.post("/devices/move-all?tid=today", event="today")
    assert "4 tablets moved to a table of this event, 1 to any of its tables." in page
    assert places(halls) == {
        "Table 3": ("today", 3),
        "Table 4": ("today", 4),
        "Table 6": ("today", 6),
        "Table 7": ("today", 7),
        "Spare": ("today", None),
        "Anywhere": (None, None),
    }


def test_a_second_tap_moves_nothing_more(halls, organizer):
    organizer.post("/devices/move-all?tid=today", event="today")
    before = places(halls)
    assert "No tablet was moved." in organizer.post("/devices/move-all?tid=today", event="today")
    assert places(halls) == before


def test_a_tablet_that_is_called_by_its_table_is_called_by_the_new_one(halls, organizer):
    """“Table 5 (2)” stood at table 16: another event had a table 5, too."""
    with halls.app_context():
        tablets.make_tablet("Table 1 (2)", "last", 1)
        tablets.make_tablet("Table 7", "today", 5)
    organizer.post("/devices/move-all?tid=today", event="today")
    found = places(halls)
    assert found["Table 6"] == ("today", 6)
    assert found["Table 7 (2)"] == ("today", 7)
    assert not any(name.startswith("Table 1") and place[1] for name, place in found.items())


def test_where_a_round_is_being_played_they_stay(halls, organizer):
    for decide in (setup.start, rounds.pair_round, rounds.publish):
        act(halls, "last", decide)
    before = places(halls)
    page = organizer.post("/devices/move-all?tid=today", event="today")
    assert "5 stayed where a round is being played." in page
    assert places(halls) == before


def test_a_table_that_has_a_tablet_gets_no_second_one(halls, organizer):
    with halls.app_context():
        tablets.make_tablet("New", "today", 3)
    organizer.post("/devices/move-all?tid=today", event="today")
    tables = [table for event, table in places(halls).values() if event == "today" and table]
    assert sorted(tables) == [3, 4, 6, 7]


def test_the_page_proposes_the_tables_of_this_event(halls, organizer):
    page = organizer.get("/devices/", tid="today")
    assert 'name="first" value="3"' in page.html
    assert 'name="last" value="7"' in page.html
    assert "Move all 5 to this event" in page
    organizer.post("/devices/several?tid=today", event="today", first="3", last="7")
    assert {table for event, table in places(halls).values() if event == "today"} == {3, 4, 6, 7}


def test_whoever_comes_from_no_event_gets_one_for_every_table_of_the_event_they_choose(halls, organizer):
    """Tables 1 to 8 were proposed for an event that plays from table 3 to 7."""
    page = organizer.get("/devices/")
    assert 'name="first"' not in page.html
    assert "Every table of that event that has none yet." in page
    organizer.post("/devices/several", event="today")
    assert {table for event, table in places(halls).values() if event == "today"} == {3, 4, 6, 7}


@pytest.mark.parametrize("event", ["", "gone"])
def test_an_event_that_is_not_there_gets_none(halls, organizer, event):
    before = places(halls)
    organizer.post("/devices/move-all", event=event)
    assert places(halls) == before
