"""Two organizers with the page of one tablet open: whoever saves second loses nothing, and reads what is kept."""

import pytest
from sqlalchemy import select

from server.core.db import db
from server.core.models import DeviceRow
from tests.server.conftest import hidden
from tests.server.played import entered

AT = "/devices/1"


@pytest.fixture(autouse=True)
def tablet(app, organizer):
    entered(app, 4)
    organizer.post("/devices/", name="Old iPad", event="cup", table="2")


def kept(app):
    with app.app_context(), db.engine.connect() as connection:
        row = connection.execute(select(DeviceRow.name, DeviceRow.table_number)).one()
    return tuple(row)


def test_a_tablet_that_one_moved_stays_where_it_is(app, organizer, second):
    form = {"name": "Old iPad", "event": "cup", "table": "2"}
    one, two = (hidden(who.get(AT), "was") for who in (organizer, second))
    organizer.post(AT, **{**form, **one, "table": "5"})
    page = second.post(AT, **{**form, **two, "name": "Cracked iPad"})
    assert page.status == 409
    assert "It says now: name “Old iPad”, table “5”." in page
    assert 'value="Cracked iPad"' in page.html, "nothing typed is lost"
    assert kept(app) == ("Old iPad", 5)
    again = {**form, **hidden(page, "was"), "name": "Cracked iPad", "table": "5"}
    assert "Changed." in second.post(AT, **again)
    assert kept(app) == ("Cracked iPad", 5)


def test_a_double_tap_is_not_somebody_else(organizer):
    form = {"name": "Cracked iPad", "event": "cup", "table": "2", **hidden(organizer.get(AT), "was")}
    for _ in range(2):
        assert "Changed." in organizer.post(AT, **form)
