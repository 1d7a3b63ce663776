"""Pages for a video stream: open to everybody, read only, and each says what it draws."""

import pytest

from tests.server.conftest import Actor
from tests.server.result_event import Event


@pytest.fixture
def anybody(app):
    return Actor(app)


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("/stream/clock", 'data-what="clock"'),
        ("/stream/match/3?event=cup", 'data-what="match" data-table="3"'),
        ("/stream/bracket", 'data-what="bracket"'),
    ],
)
def test_anybody_may_open_one_and_it_brings_the_scripts_of_the_wall(anybody, path, says):
    page = anybody.client.get(path).get_data(as_text=True)
    assert says in page
    assert "kiosk/page/js/stream.js" in page
    assert "kiosk/page/css/stream.css" in page


def test_a_table_that_is_no_number_is_not_there(anybody):
    assert anybody.get("/stream/match/one").status == 404


def test_the_addresses_are_listed_event_by_event(app, anybody):
    assert "There is no event on this box yet" in anybody.get("/stream")
    Event(app, ("Ana", "Ben", "Cai", "Dee")).start()
    page = anybody.get("/stream")
    for path in ("clock", "match/1", "bracket"):
        assert f'href="http://localhost/stream/{path}?event=cup"' in page.html


def test_an_archived_event_has_no_address(app, organizer, anybody):
    Event(app, ("Ana", "Ben", "Cai", "Dee")).start()
    organizer.post("/events/cup/archive", sure="1")
    assert "event=cup" not in anybody.get("/stream").html
