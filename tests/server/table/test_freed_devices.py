"""Once an event is finished its tablets and walls are there for the next one, and nobody visits each of them."""

from dataclasses import replace

from sqlalchemy import select

from engine.decisions import setup, stages
from server.core.db import db
from server.core.models import DeviceRow, TournamentRow
from server.table import tablets
from server.wall import screens
from tests.server.at_table_devices import tablet
from tests.server.result_event import Event

NAMES = ["Ana", "Ben", "Cai", "Dee"]


def over(app, tid="first"):
    event = Event(app, NAMES, tid=tid).start().play()
    event.do(lambda t: stages.finish(t))
    return event


def wall(app, event, scene="standings", id="bar"):
    with app.app_context():
        screens.hello(id, address="10.0.0.7", told={})
        screens.change(id, tournament_id=event, scene=scene, sounds=True)


def shown(app, id="bar"):
    with app.app_context():
        found = screens.about(id)
    return found["event"], found["scene"], found["sounds"]


def places(app):
    with app.app_context(), db.engine.connect() as connection:
        rows = connection.execute(select(DeviceRow.tournament_id, DeviceRow.table_number).order_by(DeviceRow.id)).all()
    return [tuple(row) for row in rows]


def test_tablets_go_to_the_same_table_of_the_next_event_when_it_begins(app):
    first = over(app)
    one, two = tablet(first, 1), tablet(first, 2)
    second = Event(app, NAMES, tid="second")
    assert places(app) == [("first", 1), ("first", 2)]
    second.start()
    assert places(app) == [("second", 1), ("second", 2)]
    for device, table in ((one, 1), (two, 2)):
        found = device.state().get_json()
        assert (found["event"], found["table"], found["step"]) == ("second", table, "playing")


def test_walls_follow_by_themselves_again_and_keep_their_sound(app):
    over(app)
    wall(app, "first")
    Event(app, NAMES, tid="second").start()
    assert shown(app) == (None, "auto", True)


def test_until_then_they_show_the_end(app):
    """Places are read and photographed; another event that only takes entries does not take them away."""
    wall(app, over(app).tid)
    Event(app, NAMES, tid="second")
    assert shown(app) == ("first", "standings", True)


def test_what_stands_at_an_event_that_goes_on_stays_there(app):
    first = Event(app, NAMES, tid="first").start()
    tablet(first, 1)
    wall(app, "first")
    Event(app, NAMES, tid="second").start()
    assert places(app) == [("first", 1)]
    assert shown(app)[0] == "first"


def test_a_table_that_has_its_tablet_gets_no_second_one(app):
    tablet(over(app), 1)
    second = Event(app, NAMES, tid="second")
    tablet(second, 1)
    second.start()
    assert places(app) == [(None, None), ("second", 1)]


def test_an_event_takes_no_tablets_of_tables_that_it_does_not_have(app):
    """They went to tables 1 and 2 of an event that plays at 3 and 4, and the event that plays at 1 and 2 got none."""
    first = over(app)
    for table in (1, 2, 3, 4):
        tablet(first, table)
    second, third = (Event(app, NAMES, tid=tid) for tid in ("second", "third"))
    second.do(lambda t: setup.change_settings(t, replace(t.settings, first_table=3, closed_tables=(4,))))
    third.do(lambda t: setup.change_settings(t, replace(t.settings, last_table=3)))
    second.start()
    assert places(app) == [("first", 1), ("first", 2), ("second", 3), ("first", 4)]
    third.start()
    assert places(app) == [("third", 1), ("third", 2), ("second", 3), ("first", 4)]


def test_tablets_of_the_event_without_a_table_and_those_let_in_no_more(app):
    """Two that may take any table of it still may; one that was sent away takes nobody's place."""
    over(app)
    with app.app_context():
        for name, table in (("Spare 1", None), ("Spare 2", None), ("Gone", 1), ("One", 1)):
            tablets.make_tablet(name, "first", table)
        tablets.revoke(3)
    Event(app, NAMES, tid="second").start()
    assert places(app) == [("second", None), ("second", None), ("first", 1), ("second", 1)]


def test_the_second_stage_of_an_event_takes_nothing(app):
    other = over(app, "other")
    cup = Event(app, [*NAMES, "Eve", "Fay"], cut=4, tid="cup").start().play()
    while len(cup.t.stage.rounds) < cup.t.stage.planned:
        cup.next_round().play()
    tablet(other, 1)
    cup.do(lambda t: stages.make_cut(t, 4))
    assert places(app) == [("other", 1)]


def test_an_archived_event_frees_its_devices_too(app):
    first = Event(app, NAMES, tid="first").start()
    tablet(first, 2)
    with app.app_context(), db.engine.begin() as connection:
        connection.execute(TournamentRow.__table__.update().values(archived=True))
    Event(app, NAMES, tid="second").start()
    assert places(app) == [("second", 2)]


def test_a_tablet_that_chose_its_table_itself_goes_along(app):
    first = Event(app, NAMES, tid="first").start()
    free = tablet(first, 1, bound=False)
    free.client.post("/tablet/choose", data={"event": "first", "table": 1})
    first.play().do(lambda t: stages.finish(t))
    assert "onward" not in free.state(event="first", table=1).get_json()
    Event(app, NAMES, tid="second").start()
    assert free.state(event="first", table=1).get_json()["onward"] is True
    page = free.client.get("/tablet/table").get_data(as_text=True)
    assert 'data-event="second"' in page
    assert 'data-table="1"' in page


def test_with_two_events_to_choose_from_it_asks(app):
    first = Event(app, NAMES, tid="first").start()
    free = tablet(first, 1, bound=False)
    free.client.post("/tablet/choose", data={"event": "first", "table": 1})
    first.play().do(lambda t: stages.finish(t))
    Event(app, NAMES, tid="second").start()
    Event(app, NAMES, tid="third").start()
    assert "onward" not in free.state(event="first", table=1).get_json()
    assert free.client.get("/tablet/table").location == "/tablet/choose"
