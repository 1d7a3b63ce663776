"""Tablets at the desk: added with a code, bound, renamed, given a new code, signed out; trouble comes first."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select, update

from server.core.db import db, writer
from server.core.models import DeviceRow
from server.core.rendering import since
from server.table import tablets
from tests.server.conftest import Actor
from tests.server.result_event import Event, told

DEVICES = "/devices/"


@pytest.fixture
def cup(app):
    return Event(app, ("Ana", "Ben", "Cai", "Dee")).start()


@pytest.fixture(autouse=True)
def nothing_heard(monkeypatch):
    monkeypatch.setattr(tablets, "_seen", {})


def rows(app):
    with app.app_context(), db.engine.connect() as connection:
        return connection.execute(select(DeviceRow).order_by(DeviceRow.id)).all()


def code_on(page):
    return re.search(r"\b(\d{3}) (\d{3})\b", page.text)


def typed_in(app, code):
    """A tablet on which this code was typed."""
    tablet = Actor(app)
    with app.test_request_context("/tablet", method="POST"):
        token = tablets.let_in(code)
    with tablet.client.session_transaction() as session:
        session["held"] = {"kind": "tablet", "token": token}
    return tablet


def add(organizer, **form):
    return organizer.post(DEVICES, **form)


def seen_ago(app, seconds, name):
    at = (datetime.now(UTC) - timedelta(seconds=seconds)).isoformat(timespec="seconds")
    with app.app_context(), writer() as connection, connection.begin():
        connection.execute(update(DeviceRow).where(DeviceRow.name == name).values(seen=at))


def test_a_new_tablet_shows_its_code_its_address_and_a_picture_of_both(app, cup, organizer):
    page = add(organizer, name="Spare", event="cup", table="")
    assert code_on(page)
    assert "/tablet" in page
    assert "<svg" in page.html
    assert "any table, Ember Cup" in page
    typed_in(app, "".join(code_on(page).groups()))
    assert rows(app)[0].token_hash


def test_the_code_is_gone_once_it_was_typed(app, cup, organizer):
    page = add(organizer, event="cup", table="7")
    typed_in(app, "".join(code_on(page).groups()))
    page = organizer.get(page.path)
    assert not code_on(page)
    assert "Table 7, Ember Cup" in organizer.get(DEVICES)
    assert " now " in organizer.get(DEVICES).text


def test_tablets_for_a_row_of_tables_in_one_go(app, cup, organizer):
    add(organizer, event="cup", table="2")
    page = organizer.post(f"{DEVICES}several", event="cup", first="1", last="4")
    assert [row.table_number for row in rows(app)] == [2, 1, 3, 4]
    assert "There are tablets for 3 more tables." in page
    assert page.text.count("Good until") == 4
    assert len({row.code for row in rows(app)}) == 4


def test_codes_that_grew_old_on_the_way_round_are_made_anew_in_one_go(app, cup, organizer):
    organizer.post("/devices/several", event="cup", first="1", last="3")
    codes = [row.code for row in rows(app)]
    typed_in(app, codes[0])
    page = organizer.post("/devices/codes")
    assert "2 new codes" in page
    assert len(re.findall(r"\b\d{3} \d{3}\b", page.text)) == 2
    new = [row.code for row in rows(app)]
    assert new[0] is None
    assert not set(new[1:]) & set(codes)
    assert "not right, or it is too old" in Actor(app).post("/tablet", code=codes[1])
    assert Actor(app).post("/tablet", code=new[1]).path == "/tablet/table"


def test_a_double_tap_adds_one(app, cup, organizer):
    for _ in range(2):
        page = add(organizer, event="cup", table="1", request_id="same")
    assert len(rows(app)) == 1
    assert code_on(page)
    for _ in range(2):
        organizer.post(f"{DEVICES}several", event="cup", first="2", last="3", request_id="more")
    assert len(rows(app)) == 3


def test_trouble_comes_first_then_by_table(app, cup, organizer):
    for table in ("3", "1", "2"):
        typed_in(app, "".join(code_on(add(organizer, event="cup", table=table)).groups()))
    add(organizer, event="cup", table="4")
    seen_ago(app, 600, "Table 3")
    page = organizer.get(DEVICES)
    names = re.findall(r'<td class="dv-name"><b><bdi[^>]*>([^<]+)', page.html)
    assert names == ["Table 3", "Table 4", "Table 1", "Table 2"]
    assert "silent for 10 minutes" in page
    assert "waits for its code" in page
    assert re.findall(r'class="dot" data-state="(\w+)"', page.html)[-4:] == ["alarm", "warning", "ok", "ok"]


@pytest.mark.parametrize(
    ("minutes", "told_"),
    [
        (0, "less than a minute"),
        (1, "1 minute"),
        (59, "59 minutes"),
        (60, "1 hour"),
        (47 * 60, "47 hours"),
        (49 * 60, "2 days"),
    ],
)
def test_how_long_a_device_is_silent_is_never_no_time_at_all(minutes, told_):
    """A screen that had said nothing for fifty seconds was “silent for 0 minutes”."""
    assert since(minutes) == told_


def test_where_a_free_tablet_is_now(app, cup, organizer):
    typed_in(app, "".join(code_on(add(organizer, name="Spare", event="cup", table="")).groups()))
    with app.test_request_context("/"):
        tablets.heard_of(rows(app)[0].id, "cup", 2)
    assert "any table, Ember Cup at table 2" in organizer.get(DEVICES)


def test_another_name_and_another_table(app, cup, organizer):
    add(organizer, event="cup", table="1")
    page = organizer.post(f"{DEVICES}1", name="Corner", event="cup", table="9")
    assert "Changed." in page
    row = rows(app)[0]
    assert (row.name, row.table_number) == ("Corner", 9)
    organizer.post(f"{DEVICES}1", name="Corner", event="", table="")
    assert (rows(app)[0].tournament_id, rows(app)[0].table_number) == (None, None)


def test_a_new_code_lets_another_tablet_in_its_place(app, cup, organizer):
    first = typed_in(app, "".join(code_on(add(organizer, event="cup", table="1")).groups()))
    page = organizer.post(f"{DEVICES}1/code")
    assert "tablet/table" in first.client.get("/tablet").location
    second = typed_in(app, "".join(code_on(page).groups()))
    assert "tablet/table" in second.client.get("/tablet").location
    assert first.client.get("/tablet").status_code == 200


def test_a_tablet_that_was_signed_out_does_not_come_back_by_the_desk_making_a_code(app, cup, organizer):
    lost = typed_in(app, "".join(code_on(add(organizer, event="cup", table="1")).groups()))
    assert lost.client.get("/at-table/state").status_code == 200
    page = organizer.post(f"{DEVICES}1/revoke")
    assert "Table 1 is signed out." in page
    assert "Signed out 1" in page
    assert lost.client.get("/at-table/state").status_code == 401
    page = organizer.post(f"{DEVICES}1/code")
    assert lost.client.get("/at-table/state").status_code == 401
    typed_in(app, "".join(code_on(page).groups()))
    assert rows(app)[0].revoked is False


def test_names_with_markup_stay_names(cup, organizer):
    page = add(organizer, name="<b>x</b> عمر", event="cup", table="1")
    assert "<b>x</b>" not in page.html
    assert "<b>x</b> عمر" in organizer.get(DEVICES)


def test_staff_is_listed_and_signed_out_from_here(app, cup, organizer, judge):
    page = organizer.get(DEVICES)
    assert "Jude judge" in told(page)
    id = max(map(int, re.findall(r"/box/sign-ins/(\d+)/revoke", page.html)))
    page = organizer.post(f"/box/sign-ins/{id}/revoke", back="devices")
    assert page.path == DEVICES
    assert "That device is signed out." in page
    assert "Jude" not in page


def test_inside_an_event_it_keeps_the_events_frame_and_proposes_the_next_table(cup, organizer):
    add(organizer, event="cup", table="6")
    page = organizer.get(DEVICES, tid="cup")
    assert "Ember Cup, Ashes Reborn" in told(page)
    assert re.search(r'name="table"[^>]* value="7"', page.html)
    assert organizer.get(DEVICES, tid="nothing").status == 404


@pytest.mark.parametrize(
    ("path", "form", "why"),
    [
        ("", {"event": "", "table": "3"}, "Choose the event, and a table number from 1."),
        ("", {"event": "cup", "table": "0"}, "a table number from 1"),
        ("", {"event": "cup", "table": "two"}, "A table has a number."),
        ("", {"event": "gone", "table": "1"}, "There is no such event on this box"),
        ("", {"event": "cup", "table": "1"}, "There is already a tablet called Table 1."),
        ("several", {"event": "cup", "first": "5", "last": "4"}, "Say from which table to which"),
        ("several", {"event": "cup", "first": "1", "last": "999"}, "at most 200 at once"),
        ("several", {"event": "", "first": "1", "last": "2"}, "Choose the event whose tables"),
        ("2", {"name": "Table 1", "event": "cup", "table": "2"}, "There is already a tablet called Table 1."),
        ("99", {"name": "x", "event": "cup", "table": "2"}, "There is no such tablet any more."),
        ("99/code", {}, "There is no such tablet any more."),
        ("99/revoke", {}, "There is no such tablet any more."),
    ],
)
def test_what_cannot_be_is_refused_in_words(app, cup, organizer, path, form, why):
    add(organizer, event="cup", table="1")
    add(organizer, name="Other", event="cup", table="2")
    assert why in organizer.post(DEVICES + path, referrer=DEVICES, **form)
    assert [row.name for row in rows(app)] == ["Table 1", "Other"]


def test_the_tablet_of_a_deleted_event_is_still_there(app, cup, organizer):
    add(organizer, event="cup", table="1")
    organizer.post("/events/cup/archive", sure="1")
    organizer.post("/events/cup/delete", sure="yes")
    page = organizer.get(DEVICES)
    assert page.status == 200
    assert "Table 1" in page


def test_a_tablet_that_is_not_there(organizer):
    assert organizer.get(f"{DEVICES}9").status == 404
    assert "Every code has been typed" in organizer.get(f"{DEVICES}codes")


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_the_desk_says_what_keeps_a_screen_on_and_which_of_it_needs_https(app, scheme):
    desk = Actor(app)
    desk.client.environ_base["wsgi.url_scheme"] = scheme
    here = {"base_url": f"{scheme}://localhost"}
    pin = (app.config["CINDERBOX"].data / "organizer-pin").read_text()
    desk.client.post("/sign-in", data={"pin": pin, "name": "Olga", "back": "/"}, **here)
    page = " ".join(re.sub(r"<[^>]+>", "", desk.client.get(DEVICES, **here).text).split())
    assert f"With {scheme}://, as now," in page
    assert page.count("as now,") == 1
    for words in ("The battery is not shown here", "a silent video then keeps the screen on", "Add to Home Screen"):
        assert words in page
