"""Two organizers with the hall of one event open: whoever saves second loses nothing, and reads what is kept."""

import re

import pytest

from tests.server.played import entered, t_of

AT = "/events/cup/hall/"


@pytest.fixture(autouse=True)
def cup(app):
    return entered(app, 6)


def was(page, action):
    """What this form says of what it was filled with."""
    form = re.search(rf'<form[^>]*action="{AT}{action}">.*?</form>', page.html, re.S)[0]
    return dict(re.findall(r'name="(was)" value="([^"]*)"', form))


def test_tables_that_one_took_out_of_use_are_not_put_back_by_the_other(app, organizer, second):
    one, two = (was(who.get(AT), "tables") for who in (organizer, second))
    organizer.post(AT + "tables", first="1", last="", closed="3, 5", **one)
    page = second.post(AT + "tables", first="11", last="", closed="", **two)
    assert page.status == 409
    assert "It says now: first table “1”, out of use “3, 5”." in page
    assert 'name="first" inputmode="numeric" maxlength="4" required value="11"' in page.html, "nothing typed is lost"
    assert t_of(app, "cup").settings.closed_tables == (3, 5)
    assert "Saved." in second.post(AT + "tables", first="11", closed="13", **was(page, "tables"))
    assert t_of(app, "cup").settings.closed_tables == (13,)


def test_club_mates_that_one_keeps_apart_stay_apart(app, organizer, second):
    one, two = (was(who.get(AT), "apart") for who in (organizer, second))
    organizer.post(AT + "apart", rounds="all", club_mates="on", **one)
    page = second.post(AT + "apart", rounds="first", **two)
    assert page.status == 409
    assert "It says now: club-mates apart, in all rounds." in page
    assert re.search(r'value="first" checked', page.html), "nothing typed is lost"
    assert t_of(app, "cup").apart.club_mates
    assert "Saved." in second.post(AT + "apart", rounds="first", club_mates="on", **was(page, "apart"))
    assert (t_of(app, "cup").apart.club_mates, t_of(app, "cup").apart.first_round_only) == (True, True)


def test_a_group_that_is_kept_apart_meanwhile_is_no_other_answer(organizer, second):
    two = was(second.get(AT), "apart")
    organizer.post(AT + "apart/add", player=["p1", "p2"])
    assert "Saved." in second.post(AT + "apart", rounds="all", club_mates="on", **two)
