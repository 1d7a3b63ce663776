"""Two organizers with the page of one player open: whoever saves second loses nothing, and reads what is kept."""

import re

import pytest

from engine.decisions import setup
from server.core.desk import desk
from tests.server.conftest import hidden
from tests.server.played import act, entered, t_of

AT = "/events/cup/players/p1"
SAVED_MEANWHILE = "Somebody else saved this while you had it open, so yours is not saved yet."


@pytest.fixture
def cup(app):
    return entered(app, 4)


def known(app):
    with app.app_context():
        return desk("cup").people["p1"]


def test_what_one_wrote_down_of_a_player_is_not_wiped_out_by_the_other(app, organizer, second, cup):
    """One gave a fixed table; the other had the page open from before and saved a club, and the table was gone."""
    form = {"name": known(app).name, "club": "", "table": ""}
    one, two = (hidden(who.get(AT), "was") for who in (organizer, second))
    organizer.post(AT, **{**form, **one, "table": "7"})
    page = second.post(AT, **{**form, **two, "club": "Leeds"})
    assert page.status == 409
    assert SAVED_MEANWHILE in page
    assert "It says now: no club, fixed table “7”." in page
    assert 'value="Leeds"' in page.html, "nothing typed is lost"
    assert (known(app).club, t_of(app, "cup").players["p1"].fixed_table) == ("", 7)
    assert "is saved" in second.post(AT, **{**form, **hidden(page, "was"), "club": "Leeds", "table": "7"})
    assert (known(app).club, t_of(app, "cup").players["p1"].fixed_table) == ("Leeds", 7)


def test_a_fee_that_was_ticked_in_the_list_stays_paid(app, organizer, second, cup):
    form = {"name": known(app).name, "club": "", "table": ""}
    two = hidden(second.get(AT), "was")
    organizer.post("/events/cup/players/paid", paid="p1")
    page = second.post(AT, **{**form, **two, "table": "7"})
    assert page.status == 409
    assert "It says now: no fixed table, fee paid." in page
    assert known(app).paid
    second.post(AT, **{**form, **hidden(page, "was"), "table": "7"})
    assert not known(app).paid, "saved again, theirs is in its place"


def test_factions_that_a_player_named_on_their_phone_stay(app, second):
    entered(app, 4, ruleset="summoner-wars")
    was = hidden(second.get(AT), "was")
    act(app, "cup", lambda t: setup.name_factions(t, "p1", factions=("Vanguards",)))
    page = second.post(AT, name=known(app).name, club="Leeds", table="", factions="", **was)
    assert page.status == 409
    assert "factions “Vanguards”" in page
    assert t_of(app, "cup").players["p1"].factions == ("Vanguards",)


def test_a_double_tap_is_not_somebody_else(app, organizer, cup):
    """Whether somebody has paid is no act of the journal, so nothing but the page itself says that it was saved."""
    form = {"name": known(app).name, "paid": "1", "request_id": "tap", **hidden(organizer.get(AT), "was")}
    for _ in range(2):
        assert "is saved" in organizer.post(AT, **form)


def test_after_another_refusal_it_still_says_what_it_was_filled_with(app, organizer, second, cup):
    was = hidden(second.get(AT), "was")
    organizer.post(AT, name=known(app).name, table="7")
    page = second.post(AT, name="", club="Leeds", **was)
    assert "A player needs a name." in page
    assert SAVED_MEANWHILE in second.post(AT, name="Ana", club="Leeds", **hidden(page, "was"))


def test_two_may_work_on_one_player_where_nothing_of_it_meets(app, organizer, second, cup):
    """Somebody who checks them in changes nothing that stands in this form."""
    was = hidden(second.get(AT), "was")
    organizer.post("/events/cup/players/here", here="p1")
    assert "is saved" in second.post(AT, name=known(app).name, club="Leeds", **was)


def test_a_round_that_one_gave_off_is_not_taken_back_by_the_other(app, organizer, second, cup):
    one, two = (off(who.get(AT)) for who in (organizer, second))
    assert "is saved" in organizer.post(AT + "/rounds-off", **{**one, "round-2": "bye"})
    page = second.post(AT + "/rounds-off", **{**two, "round-1": "missed"})
    assert page.status == 409
    assert SAVED_MEANWHILE in page
    assert "It says now: round 1 “plays”, round 2 “bye in advance”." in page
    assert off(page)["round-1"] == "missed", "nothing typed is lost"
    assert dict(t_of(app, "cup").players["p1"].excused) == {2: "bye"}
    assert "is saved" in second.post(AT + "/rounds-off", **{**off(page), "round-2": "bye"})
    assert dict(t_of(app, "cup").players["p1"].excused) == {1: "missed", 2: "bye"}


def off(page):
    """What the form of the rounds off sends as it stands."""
    form = page.html[page.html.index('id="rounds-off"') :]
    chosen = re.findall(r'name="(round-\d+)">.*?</select>', form, re.S)
    kept = {name: re.search(rf'name="{name}">.*?<option value="([a-z]*)" selected', form, re.S)[1] for name in chosen}
    return kept | dict(re.findall(r'name="(was)" value="([^"]*)"', form)[:1])
