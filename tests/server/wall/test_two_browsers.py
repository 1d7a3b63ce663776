"""Two organizers with the page of one screen open: whoever saves second loses nothing, and reads what is kept."""

import pytest

from server.box import box_settings
from server.wall import screens
from tests.server.conftest import filled, hidden
from tests.server.played import entered

FORM = {"name": "Screen 1", "event": "", "scene": "auto", "volume": "100"}


@pytest.fixture
def wall(stranger):
    return stranger.client.post("/wall/hello", json={"id": "", "scene": "welcome"}).get_json()["screen"]["id"]


def about(app, wall):
    with app.app_context():
        return screens.about(wall)


def test_what_one_chose_for_a_screen_is_not_put_back_by_the_other(app, organizer, second, wall):
    entered(app, 4)
    at = f"/devices/screens/{wall}"
    one, two = (hidden(who.get(at), "was") for who in (organizer, second))
    organizer.post(at, **{**FORM, **one, "scene": "standings", "event": "cup"})
    page = second.post(at, **{**FORM, **two, "name": "By the door"})
    assert page.status == 409
    assert "Somebody else saved this while you had it open" in page
    assert "shows “Standings”" in page
    assert 'value="By the door"' in page.html, "nothing typed is lost"
    assert (about(app, wall)["name"], about(app, wall)["scene"]) == ("Screen 1", "standings")
    again = {**FORM, **hidden(page, "was"), "name": "By the door", "scene": "standings", "event": "cup"}
    assert "Changed." in second.post(at, **again)
    assert (about(app, wall)["name"], about(app, wall)["scene"]) == ("By the door", "standings")


def test_the_sound_that_went_to_another_screen_stays_there(app, organizer, second, wall, stranger):
    """One screen of the room sounds: another one that shall do it takes it from this one."""
    at = f"/devices/screens/{wall}"
    organizer.post(at, **FORM, sounds="on")
    other = stranger.client.post("/wall/hello", json={"id": "", "scene": "welcome"}).get_json()["screen"]["id"]
    two = hidden(second.get(at), "was")
    organizer.post(f"/devices/screens/{other}", **{**FORM, "name": "Screen 2"}, sounds="on")
    page = second.post(at, **{**FORM, **two, "name": "By the door"}, sounds="on")
    assert page.status == 409
    assert "does not sound the round" in page
    assert about(app, other)["sounds"]


def test_a_double_tap_is_not_somebody_else(app, organizer, wall):
    at = f"/devices/screens/{wall}"
    form = {**FORM, **hidden(organizer.get(at), "was"), "name": "By the door", "volume": "40"}
    for _ in range(2):
        assert "Changed." in organizer.post(at, **form)


def test_a_tick_does_not_take_the_wifi_back_that_somebody_else_wrote(app, organizer, second):
    """The page of all devices stands open for hours. Only what is different from what it was filled with is meant."""
    at = "/devices/screens/wifi"
    was = filled(second.get("/devices/"))
    organizer.post(at, name="Hall", password="sesame", **filled(organizer.get("/devices/")))
    page = second.post(at, name="", password="", forecast="on", **was)
    assert "The walls show this Wi-Fi." in page
    with app.app_context():
        assert box_settings.wifi() == ("Hall", "sesame")
        assert box_settings.get(box_settings.FORECAST)
    assert "The walls show no Wi-Fi any more." in second.post(at, name="", password="", forecast="on", **filled(page))
    with app.app_context():
        assert box_settings.wifi() == ("", "")
        assert box_settings.get(box_settings.FORECAST)
